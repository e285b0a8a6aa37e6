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
        qsTr("Firmware"), device.firmware, qsTr("Board"), device.board,
        qsTr("GUID"), device.guid.replace(/(....)(?=.)/g, "$1:")
    ].filter((text, i, all) => all[i | 1])

    signal clicked
    signal portChosen(int port)

    border.color: isCurrent ? Theme.accent : Theme.line
    border.width: isCurrent ? 2 : 1

    TapHandler {
        onTapped: card.clicked()
        onDoubleTapped: card.portChosen(1)
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.wideGap
        spacing: Theme.gap

        RowLayout {
            spacing: Theme.gap

            Text {
                textFormat: Text.PlainText
                text: card.device.device
                color: Theme.text
                font.pixelSize: Theme.fontTitle
                font.weight: Font.DemiBold
            }

            Text {
                Layout.fillWidth: true
                Layout.alignment: Qt.AlignBaseline
                textFormat: Text.PlainText
                text: card.device.software ? qsTr("%1, software").arg(card.device.transport)
                                           : card.device.transport
                color: Theme.weakText
                elide: Text.ElideRight
                font.pixelSize: Theme.fontText
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
            wrapMode: Text.WordWrap
            maximumLineCount: 3
            elide: Text.ElideRight
            font.pixelSize: Theme.fontText
        }

        Repeater {
            model: SortedTable {
                sourceModel: card.tables.ports
                match: ({ device: [card.device.device] })
            }

            PortLine {
                Layout.fillWidth: true
                onChosen: card.portChosen(port) // qmllint disable unqualified
            }
        }

        TrafficLine {
            Layout.fillWidth: true
            Layout.fillHeight: true
            history: card.history
            device: card.device.device
            counters: card.tables.counters.count
        }

        GridLayout {
            Layout.fillWidth: true
            columns: 2
            columnSpacing: Theme.gap * 1.5
            rowSpacing: Theme.gap / 4

            Repeater {
                model: card.facts

                Text {
                    required property string modelData
                    required property int index

                    Layout.fillWidth: index % 2 === 1
                    textFormat: Text.PlainText
                    text: modelData
                    color: index % 2 === 1 ? Theme.text : Theme.weakText
                    elide: Text.ElideRight
                    font.pixelSize: Theme.fontSmall
                }
            }
        }
    }
}
