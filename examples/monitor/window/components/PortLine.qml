// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// A port of a device, in one line that opens its page.
Rectangle {
    id: line

    required property int port
    required property string state
    required property bool active
    required property real speed
    required property int activeMtu
    required property string netdev

    readonly property var facts: [
        speed > 0 ? qsTr("%1 Gbit/s").arg(speed) : "", qsTr("MTU %1").arg(activeMtu), netdev
    ]

    signal chosen

    objectName: "port-" + port
    implicitHeight: Math.round(34 * Theme.zoom)
    radius: Theme.radius * 0.75
    color: pointer.containsMouse ? Theme.selection : Theme.window
    Accessible.role: Accessible.Button
    Accessible.name: qsTr("Port %1, %2").arg(port).arg(state)
    Accessible.onPressAction: chosen()

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        spacing: Theme.gap * 1.5

        Text {
            textFormat: Text.PlainText
            text: qsTr("Port %1").arg(line.port)
            color: Theme.text
            font.pixelSize: Theme.fontText
        }

        Pill {
            text: line.state
            tint: line.active ? Theme.good : Theme.bad
        }

        Text {
            Layout.fillWidth: true
            horizontalAlignment: Text.AlignRight
            elide: Text.ElideRight
            textFormat: Text.PlainText
            text: line.facts.filter(fact => fact).join("  ·  ")
            color: Theme.weakText
            font.pixelSize: Theme.fontText
        }

        Text {
            textFormat: Text.PlainText
            text: "›"
            color: Theme.weakText
            font.pixelSize: Theme.fontHeading
        }
    }

    MouseArea {
        id: pointer

        anchors.fill: parent
        hoverEnabled: true
        onClicked: line.chosen()
    }
}
