// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import RdmaMonitor

// All hosts at a glance: a tile for each, with its state and traffic, and the ports of all below.
Item {
    id: page

    required property Cluster cluster // null: this machine alone is shown
    property string needle
    readonly property string title: qsTr("Hosts")
    readonly property SortedTable model: SortedTable {
        sourceModel: page.cluster ? page.cluster.loads : null
        needle: page.needle
        order: "utilization"
        descending: true
    }
    readonly property var names: cluster ? cluster.names() : []
    property string statusText
    property var marked: names // with what is not live
    property bool isComplete: true // all hosts are live
    property bool isDead: false // no host is

    signal hostChosen(int row)
    signal portChosen(int row, string device, int port)

    function selectedRows(): var {
        return table.selectedRows();
    }

    function takeFocus() {
        tiles.forceActiveFocus();
    }

    // Marks the names of hosts that are not live, and counts the others.
    function noteStates() {
        const live = cluster.live();
        marked = Array.from(cluster.names(),
                            (name, i) => cluster.lossOf(i) ? `⚠ ${name}` : name);
        isComplete = live === cluster.count;
        isDead = live === 0;
        statusText = qsTr("%1 of %2 hosts are live").arg(live).arg(cluster.count);
    }

    onClusterChanged: {
        if (cluster)
            noteStates();
    }

    Connections {
        target: page.cluster

        function onStatesChanged() {
            page.noteStates();
        }

        function onUpdated() {
            past.recordTraffic(page.cluster);
        }
    }

    History {
        id: past
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.wideGap
        anchors.rightMargin: Theme.wideGap
        anchors.bottomMargin: Theme.wideGap
        spacing: Theme.gap

        GridView {
            id: tiles

            readonly property int columns:
                Math.max(1, Math.min(count, Math.floor(width / (190 * Theme.zoom))))
            readonly property int rows: Math.ceil(count / columns)

            objectName: "hosts"
            Layout.fillWidth: true
            Layout.rightMargin: -Theme.gap // the last tile ends where the table does
            Layout.preferredHeight: Math.min(rows * cellHeight, page.height * 0.55)
            cellWidth: Math.min(Math.floor(width / columns), Math.round(360 * Theme.zoom))
            cellHeight: Math.round(108 * Theme.zoom)
            cacheBuffer: 0 // tiles that nobody sees cost as much as the others
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            activeFocusOnTab: true
            keyNavigationEnabled: true
            currentIndex: 0
            model: page.cluster
            Accessible.role: Accessible.List
            Accessible.name: page.title
            Keys.onReturnPressed: page.hostChosen(currentIndex)

            ScrollBar.vertical: ListBar {
            }

            // qmllint disable unqualified
            delegate: HostTile {
                width: tiles.cellWidth - Theme.gap
                height: tiles.cellHeight - Theme.gap
                history: past
                isCurrent: GridView.isCurrentItem && tiles.activeFocus
                onChosen: {
                    tiles.currentIndex = index;
                    page.hostChosen(index);
                }
            }
            // qmllint enable unqualified
        }

        DataTable {
            id: table

            // Some drivers count packets alone.
            function rateText(bytes: real, packets: real): string {
                return bytes >= 0 ? Desk.withUnit(bytes * 8, "bit/s")
                    : packets >= 0 ? Desk.withUnit(packets, "pkt/s") : "–";
            }

            objectName: "loads"
            Layout.fillWidth: true
            Layout.fillHeight: true
            emptyTitle: page.needle ? qsTr("No port has “%1” in it").arg(page.needle)
                                    : qsTr("No host has told of a port yet")
            model: page.model
            rowTint: row => row.old ? Theme.weakText : Theme.text
            onActivated: row => {
                const port = page.model.get(row);
                page.portChosen(port.source, port.device, port.port);
            }
            columns: [
                {
                    role: "host", title: qsTr("Host"), width: 72, stretch: 2
                },
                {
                    role: "device", title: qsTr("Port"), width: 72, stretch: 1,
                    show: (value, row) => `${value}/${row.port}`,
                    tint: (value, row) => row.old || row.active ? undefined : Theme.bad
                },
                {
                    role: "state", title: qsTr("State"), width: 66, stretch: 0.5, from: 480,
                    show: (value, row) => row.old ? qsTr("%1, old").arg(value) : value,
                    tint: (value, row) => row.old ? undefined
                        : row.active ? Theme.good : Theme.bad
                },
                {
                    role: "rate", title: qsTr("Speed"), width: 80, from: 760,
                    show: (value, row) => value
                        || (row.speed > 0 ? qsTr("%1 Gbit/s").arg(row.speed) : "")
                },
                {
                    role: "sent", title: qsTr("Sent"), width: 92, right: true,
                    show: (value, row) => table.rateText(value, row.packetsSent)
                },
                {
                    role: "received", title: qsTr("Received"), width: 92, right: true, from: 560,
                    show: (value, row) => table.rateText(value, row.packetsReceived)
                },
                {
                    role: "packetsSent", title: qsTr("Packets"), width: 84, right: true, from: 900,
                    show: (value, row) => value >= 0
                        ? qsTr("%1/s").arg(Desk.withUnit(value + Math.max(0, row.packetsReceived),
                                                         "")) : ""
                },
                {
                    role: "utilization", title: qsTr("Load"), width: 62, right: true,
                    show: value => value >= 0 ? qsTr("%1 %").arg(Math.round(value * 100)) : "–",
                    tint: (value, row) => value > 0.9 && !row.old ? Theme.warning : undefined
                },
                {
                    role: "errorRate", title: qsTr("Errors/s"), width: 76, right: true,
                    show: value => value > 0 ? Desk.withUnit(value, "") : "",
                    tint: (value, row) => row.old ? undefined : Theme.bad
                },
                {
                    role: "errors", title: qsTr("Errors"), width: 64, right: true, from: 700,
                    show: value => value > 0 ? Desk.withUnit(value, "") : "",
                    tint: (value, row) => row.old ? undefined : Theme.warning
                }
            ]
        }
    }
}
