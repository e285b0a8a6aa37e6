// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// One device.
Card {
    id: card

    required property Tables tables
    required property History history
    required property var device // with the roles of RdmaDeviceModel
    property bool isCurrent: false

    // Names and values in turn.
    readonly property var facts: [
        qsTr("Firmware"), device.software ? "" : device.firmware, // the driver of software has none
        qsTr("Board"), device.board,
        qsTr("GUID"), device.guid.replace(/(....)(?=.)/g, "$1:")
    ].filter((text, i, all) => all[i | 1])

    signal clicked
    signal portChosen(int port)

    implicitHeight: content.implicitHeight + 2 * Theme.wideGap
    border.color: isCurrent ? Theme.accent : Theme.line
    border.width: isCurrent ? 2 : 1

    TapHandler {
        onTapped: card.clicked()
        onDoubleTapped: card.portChosen(1)
    }

    ColumnLayout {
        id: content

        anchors.fill: parent
        anchors.margins: Theme.wideGap
        spacing: Theme.gap

        InnerGrid {
            ElidedText {
                objectName: "name"
                Layout.fillWidth: true
                Layout.maximumWidth: implicitWidth + 1
                elide: Text.ElideMiddle
                text: Words.inOneLine(card.device.device)
                font.pixelSize: Theme.fontTitle
                font.weight: Font.DemiBold
            }

            ElidedText {
                Layout.fillWidth: true
                Layout.minimumWidth: implicitWidth
                Layout.alignment: Qt.AlignBaseline
                text: card.device.software ? qsTr("%1, software").arg(card.device.transport)
                                           : card.device.transport
                color: Theme.weakText
            }

            AlarmMark {
                alarms: card.tables.alarms
                device: card.device.device
            }

            Pill {
                text: card.device.usable ? qsTr("Usable") : qsTr("Not usable")
                tint: card.device.usable ? Theme.good : Theme.bad
            }
        }

        Text {
            objectName: "problem"
            Layout.fillWidth: true
            visible: text !== ""
            textFormat: Text.PlainText
            text: card.device.problem
            color: Theme.bad
            wrapMode: Text.Wrap
            maximumLineCount: 12
            elide: Text.ElideRight
            font.pixelSize: Theme.fontText
        }

        TrafficLine {
            objectName: "deviceTraffic"
            Layout.fillWidth: true
            history: card.history
            device: card.device.device
            counters: card.tables.counters.count
        }

        Repeater {
            id: ports

            model: SortedTable {
                sourceModel: card.tables.ports
                seen: card.visible
                match: ({ device: [card.device.device] })
            }

            // qmllint disable unqualified
            PortLine {
                Layout.fillWidth: true
                tables: card.tables
                history: card.history
                hasTraffic: ports.count > 1
                onChosen: card.portChosen(port)
            }
            // qmllint enable unqualified
        }

        InnerGrid {
            columns: 2
            spacing: Theme.gap * 1.5
            rowSpacing: Theme.gap / 4

            Repeater {
                model: card.facts

                // qmllint disable unqualified
                ElidedText {
                    required property string modelData
                    required property int index

                    Layout.fillWidth: index % 2 === 1
                    text: modelData
                    color: index % 2 === 1 ? Theme.text : Theme.weakText
                    font.pixelSize: Theme.fontSmall
                }
                // qmllint enable unqualified
            }
        }

        Item {
            Layout.fillHeight: true // a card is as high as its neighbours
        }
    }
}
