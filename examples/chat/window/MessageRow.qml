// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts

// One row of a conversation. All of it is plain text: others wrote it.
RowLayout {
    id: row

    required property string kind
    required property string from
    required property string text
    required property string time
    required property bool earlier
    required property real part
    required property string key
    required property string ownName
    required property color problemText

    signal answered(int id, bool take)

    readonly property bool isSpeech: kind === "said" || kind === "private"
    readonly property color textColor: kind === "problem" ? problemText
        : earlier ? palette.placeholderText : palette.windowText

    spacing: 10

    Label {
        textFormat: Text.PlainText
        objectName: "time"
        text: row.time
        color: palette.placeholderText
        font.pixelSize: 12
        Layout.alignment: Qt.AlignBaseline
    }
    Label {
        text: row.from
        textFormat: Text.PlainText
        visible: row.isSpeech
        font.bold: true
        color: row.kind === "private" ? palette.link
            : row.from === row.ownName ? palette.dark : row.textColor
        elide: Text.ElideRight
        Layout.alignment: Qt.AlignBaseline
        Layout.maximumWidth: 180
    }
    // It can be selected and copied.
    TextEdit {
        objectName: "text"
        text: row.text
        textFormat: TextEdit.PlainText
        readOnly: true
        selectByMouse: true
        activeFocusOnPress: true
        wrapMode: Text.Wrap
        font.italic: !row.isSpeech
        color: row.textColor
        selectionColor: palette.highlight
        selectedTextColor: palette.highlightedText
        Layout.alignment: Qt.AlignBaseline
        Layout.fillWidth: true
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    Button {
        objectName: "take"
        text: qsTr("Take it")
        visible: row.kind === "offer" && row.part < 1
        onClicked: row.answered(parseInt(row.key), true)
    }
    Button {
        objectName: "decline"
        text: qsTr("Decline")
        visible: row.kind === "offer" && row.part < 1
        onClicked: row.answered(parseInt(row.key), false)
    }
    ProgressBar {
        value: row.part
        visible: row.kind === "file" && row.part < 1
        Layout.preferredWidth: 160
    }
}
