// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// What changes seldom of a port and its device. A fact that cannot be read says why.
Card {
    id: card

    required property Tables tables
    required property string device
    required property int port
    readonly property int columns:
        Math.max(1, Math.min(3, Math.floor(grid.width / (330 * Theme.zoom))))

    visible: facts.count > 0
    implicitHeight: grid.y + grid.height + Theme.gap * 1.5

    SortedTable {
        id: facts

        sourceModel: card.tables.details
        seen: card.visible
        match: ({ device: [card.device], port: [card.port, 0] })
        order: "port"
        descending: true
    }

    Text {
        id: heading

        x: Theme.gap * 1.5
        y: Theme.gap * 1.25
        color: Theme.text
        font.pixelSize: Theme.fontText
        font.weight: Font.DemiBold
        textFormat: Text.PlainText
        text: qsTr("Port and device")
    }

    Grid {
        id: grid

        x: Theme.gap * 1.5
        y: heading.y + heading.height + Theme.gap
        width: parent.width - 2 * x
        columns: card.columns
        columnSpacing: Theme.wideGap
        rowSpacing: Theme.gap * 0.75

        Repeater {
            model: facts

            // qmllint disable unqualified
            Item {
                id: fact

                required property string name
                required property string title
                required property bool available
                required property string value
                required property string problem

                objectName: "detail-" + name
                width: (grid.width - (card.columns - 1) * grid.columnSpacing) / card.columns
                height: Math.max(label.height, content.height)
                Accessible.role: Accessible.StaticText
                Accessible.name: `${title}: ${content.text}`

                Text {
                    id: label

                    width: Math.min(Math.round(180 * Theme.zoom), parent.width * 0.45)
                    textFormat: Text.PlainText
                    text: fact.title
                    wrapMode: Text.WordWrap
                    color: Theme.weakText
                    font.pixelSize: Theme.fontSmall
                }

                Text {
                    id: content

                    anchors.left: label.right
                    anchors.leftMargin: Theme.gap
                    anchors.right: parent.right
                    text: Words.inOneLine(fact.available ? fact.value : fact.problem)
                    textFormat: Text.PlainText
                    wrapMode: Text.Wrap
                    maximumLineCount: 3
                    elide: Text.ElideRight
                    color: fact.available ? Theme.text : Theme.weakText
                    font.pixelSize: Theme.fontSmall
                    font.italic: !fact.available
                }
            }
            // qmllint enable unqualified
        }
    }
}
