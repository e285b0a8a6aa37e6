// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// One word about a state, with its colour; the dot is for people who see no colours.
Rectangle {
    id: pill

    property alias text: label.text
    property color tint: Theme.weakText

    implicitWidth: content.implicitWidth + 2 * Theme.gap
    implicitHeight: label.implicitHeight + Theme.gap / 2
    radius: height / 2
    color: Qt.alpha(tint, 0.1)
    Accessible.role: Accessible.StaticText
    Accessible.name: text

    Row {
        id: content

        anchors.centerIn: parent
        spacing: Theme.gap * 0.75

        Rectangle {
            width: Math.round(Theme.fontSmall * 0.6)
            height: width
            radius: width / 2
            anchors.verticalCenter: parent.verticalCenter
            color: pill.tint
        }

        Text {
            id: label

            textFormat: Text.PlainText
            color: pill.tint
            font.pixelSize: Theme.fontSmall
            font.weight: Font.DemiBold
        }
    }
}
