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

    signal answered(int id, bool take)

    readonly property bool isSpeech: kind === "said" || kind === "private"

    spacing: 10
    opacity: earlier ? 0.6 : 1

    Label {
        textFormat: Text.PlainText
        objectName: "time"
        text: row.time
        opacity: row.earlier ? 1 : 0.6 // not twice
        font.pixelSize: 12
        Layout.alignment: Qt.AlignBaseline
    }
    Label {
        text: row.from
        textFormat: Text.PlainText
        visible: row.isSpeech
        font.bold: true
        color: row.kind === "private" ? palette.link
            : row.from === row.ownName ? palette.highlight : palette.windowText
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
        color: row.kind === "problem" ? palette.brightText : palette.windowText
        selectionColor: palette.highlight
        selectedTextColor: palette.base
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
