// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// Stands above the pages of a host that is not live: what they show is not of now.
Rectangle {
    id: note

    required property string host
    required property string loss

    implicitHeight: text.implicitHeight + 2 * Theme.gap
    radius: Theme.radius * 0.75
    color: Qt.alpha(Theme.bad, 0.1)
    border.color: Qt.alpha(Theme.bad, 0.4)
    Accessible.role: Accessible.AlertMessage
    Accessible.name: text.text

    Text {
        id: text

        objectName: "loss"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.margins: Theme.gap * 1.5
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        text: qsTr("%1: %2. All that is shown here is older.")
            .arg(Words.inOneLine(note.host)).arg(Words.inOneLine(note.loss))
        color: Theme.text
        font.pixelSize: Theme.fontText
    }
}
