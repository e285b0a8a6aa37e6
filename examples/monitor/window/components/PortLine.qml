// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// A port of a device, in one line that opens its page, and another line with its traffic.
Rectangle {
    id: line

    required property int port
    required property string state
    required property bool active
    required property real speed
    required property int activeMtu
    required property string netdev
    required property string device
    required property Tables tables
    required property History history
    property bool hasTraffic: false

    readonly property var facts: [
        speed > 0 ? qsTr("%1 Gbit/s").arg(speed) : "", netdev, qsTr("MTU %1").arg(activeMtu)
    ]

    signal chosen

    objectName: "port-" + port
    implicitHeight: content.implicitHeight + Theme.gap
    radius: Theme.radius * 0.75
    color: pointer.containsMouse ? Theme.selection : Theme.window
    Accessible.role: Accessible.Button
    Accessible.name: mark.visible
        ? qsTr("Port %1, %2, %3").arg(port).arg(state).arg(mark.words)
        : qsTr("Port %1, %2").arg(port).arg(state)
    Accessible.onPressAction: chosen()

    MouseArea {
        id: pointer

        anchors.fill: parent
        hoverEnabled: true
        onClicked: line.chosen()
    }

    ColumnLayout {
        id: content

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        spacing: Theme.gap / 2

        InnerGrid {
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

            AlarmMark {
                id: mark

                alarms: line.tables.alarms
                device: line.device
                port: line.port
                isShort: line.width < 440 * Theme.zoom
            }

            ElidedText {
                Layout.fillWidth: true
                horizontalAlignment: Text.AlignRight
                text: line.facts.filter(fact => fact).join("  ·  ")
                color: Theme.weakText
                font.pixelSize: Theme.fontSmall
            }

            Text {
                textFormat: Text.PlainText
                text: "›"
                color: Theme.weakText
                font.pixelSize: Theme.fontHeading
            }
        }

        TrafficLine {
            objectName: "portTraffic"
            Layout.fillWidth: true
            visible: line.hasTraffic
            history: line.history
            device: line.device
            port: line.port
            counters: line.tables.counters.count
        }
    }
}
