// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
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

    GridView {
        id: grid

        readonly property int columns:
            Math.max(1, Math.min(count, Math.floor(width / (400 * Theme.zoom))))

        objectName: "devices"
        anchors.fill: parent
        anchors.leftMargin: Theme.wideGap
        anchors.rightMargin: Theme.wideGap - Theme.gap * 1.5
        cellWidth: Math.min(Math.floor(width / columns), Math.round(640 * Theme.zoom))
        cellHeight: Math.round(236 * Theme.zoom)
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        keyNavigationEnabled: true
        currentIndex: 0
        model: page.model
        Accessible.role: Accessible.List
        Accessible.name: page.title
        Keys.onReturnPressed: page.openPortOf(currentIndex)

        ScrollBar.vertical: ScrollBar {
        }

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
            width: grid.cellWidth
            height: grid.cellHeight
            Accessible.role: Accessible.ListItem
            Accessible.name: `${device}, ${transport}, ${usable ? qsTr("usable") : problem}`

            DeviceCard {
                anchors.fill: parent
                anchors.rightMargin: Theme.gap * 1.5
                anchors.bottomMargin: Theme.gap * 1.5
                tables: page.tables
                history: page.history
                device: cell
                isCurrent: cell.GridView.isCurrentItem && grid.activeFocus
                onClicked: {
                    grid.currentIndex = cell.index;
                    grid.forceActiveFocus();
                }
                onPortChosen: port => page.portChosen(cell.device, port)
            }
        }
        // qmllint enable unqualified
    }

    EmptyState {
        objectName: "noDevice"
        anchors.centerIn: parent
        visible: page.tables.source.samples > 0 && grid.count === 0
        title: page.needle ? qsTr("No device has “%1” in it").arg(page.needle) : page.adviceText
        text: page.needle ? "" : page.adviceHint
    }
}
