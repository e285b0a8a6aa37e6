// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import RdmaMonitor

// A card for each device: whether it can be used, and why not, its ports, and its attributes.
Item {
    id: page

    required property Tables tables
    required property History history
    property string needle
    property string adviceText
    property string adviceHint
    readonly property string title: qsTr("Devices")
    readonly property SortedTable model: SortedTable {
        sourceModel: page.tables.devices
        seen: page.visible
        needle: page.needle
    }

    signal portChosen(string device, int port)

    function openPortOf(row: int) {
        const { device } = model.get(row);
        portChosen(device, 1);
    }

    function selectedRows(): var {
        return grid.count > 0 ? [grid.currentIndex] : [];
    }

    function takeFocus() {
        grid.forceActiveFocus();
    }

    Flickable {
        id: grid

        property int currentIndex: 0
        readonly property int count: cards.count
        readonly property int columns:
            Math.max(1, Math.min(count, Math.floor(width / (400 * Theme.zoom))))

        function step(key: int): int {
            return { [Qt.Key_Right]: 1, [Qt.Key_Left]: -1, [Qt.Key_Down]: columns,
                     [Qt.Key_Up]: -columns, [Qt.Key_End]: count, [Qt.Key_Home]: -count }[key] ?? 0;
        }

        function goTo(index: int) {
            currentIndex = Math.max(0, Math.min(count - 1, index));
            const card = cards.itemAt(currentIndex);
            if (card)
                contentY = Math.max(card.y + card.height - height, Math.min(contentY, card.y));
        }

        objectName: "devices"
        anchors.fill: parent
        anchors.leftMargin: Theme.wideGap
        anchors.rightMargin: Theme.wideGap
        contentHeight: all.height + Theme.wideGap
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        Accessible.role: Accessible.List
        Accessible.name: page.title
        Keys.onReturnPressed: page.openPortOf(currentIndex)
        Keys.onPressed: event => {
            event.accepted = step(event.key) !== 0;
            if (event.accepted)
                goTo(currentIndex + step(event.key));
        }

        ScrollBar.vertical: ListBar {
        }

        GridLayout {
            id: all

            width: Math.min(grid.width, grid.columns * Math.round(640 * Theme.zoom))
            columns: grid.columns
            columnSpacing: Theme.gap * 1.5
            rowSpacing: Theme.gap * 1.5

            Repeater {
                id: cards

                model: page.model

                // qmllint disable unqualified
                delegate: Item {
                    id: cell

                    required property int index
                    required property string device
                    required property string transport
                    required property string firmware
                    required property string board
                    required property string guid
                    required property bool software
                    required property bool usable
                    required property string problem

                    objectName: "device-" + device
                    implicitHeight: card.implicitHeight
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredWidth: 1
                    Accessible.role: Accessible.ListItem
                    Accessible.name: qsTr("%1, %2, %3").arg(device).arg(transport)
                        .arg(usable ? qsTr("usable") : problem)

                    DeviceCard {
                        id: card

                        anchors.fill: parent
                        tables: page.tables
                        history: page.history
                        device: cell
                        isCurrent: cell.index === grid.currentIndex && grid.activeFocus
                        onClicked: {
                            grid.currentIndex = cell.index;
                            grid.forceActiveFocus();
                        }
                        onPortChosen: port => page.portChosen(cell.device, port)
                    }
                }
                // qmllint enable unqualified
            }
        }
    }

    EmptyState {
        objectName: "noDevice"
        anchors.centerIn: parent
        visible: page.tables.source.samples > 0 && grid.count === 0
        title: page.needle ? qsTr("No device has “%1” in it").arg(page.needle) : page.adviceText
        text: page.needle ? "" : page.adviceHint
    }
}
