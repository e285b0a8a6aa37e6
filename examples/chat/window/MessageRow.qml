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
    required property string ownName

    readonly property bool isSpeech: kind === "said" || kind === "private"

    spacing: 10
    opacity: earlier ? 0.6 : 1

    Label {
        textFormat: Text.PlainText
        text: row.time
        opacity: 0.6
        font.pixelSize: 12
        Layout.alignment: Qt.AlignTop
        Layout.topMargin: 2
    }
    Label {
        text: row.from
        textFormat: Text.PlainText
        visible: row.isSpeech
        font.bold: true
        color: row.kind === "private" ? palette.link
            : row.from === row.ownName ? palette.highlight : palette.windowText
        elide: Text.ElideRight
        Layout.alignment: Qt.AlignTop
        Layout.maximumWidth: 180
    }
    Label {
        text: row.text
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        font.italic: !row.isSpeech
        color: row.kind === "problem" ? palette.brightText : palette.windowText
        Layout.fillWidth: true
    }
    ProgressBar {
        value: row.part
        visible: row.kind === "file" && row.part < 1
        Layout.preferredWidth: 160
    }
}
