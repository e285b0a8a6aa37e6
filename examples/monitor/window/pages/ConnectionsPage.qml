// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// The connections of all processes; the processes with what they hold; the limits of the devices.
Item {
    id: page

    required property Tables tables
    property string needle
    property alias view: views.currentIndex
    readonly property var viewNames: ["connections", "processes", "limits"]
    readonly property string title: qsTr("Connections")
    readonly property DataTable table: stack.children[views.currentIndex] as DataTable
    readonly property SortedTable model: table.model
    readonly property string nobody: qsTr("Those of other users are told to root only.")

    readonly property bool isWide: width >= 1040 * Theme.zoom
    readonly property string unknownUse: width < 560 * Theme.zoom
        ? qsTr("unknown") : qsTr("the kernel does not tell it")

    function takeFocus() {
        table.takeFocus();
    }

    function selectedRows(): var {
        return table.selectedRows();
    }

    function traffic(row: var): string {
        return row.counted ? qsTr("↑ %1  ↓ %2").arg(Desk.withUnit(row.bytesSent, "B"))
                                               .arg(Desk.withUnit(row.bytesReceived, "B"))
                           : row.trafficProblem;
    }

    // The name of a process, or below it one of its objects.
    function holder(row: var): string {
        if (row.depth > 0) {
            const object = qsTr("%1 %2").arg(Words.kind(row.kind)).arg(row.number);
            return `\u2003\u2003${object} ${row.state ? `· ${Words.state(row.state)}` : ""}`;
        }
        return (row.expanded ? "▾ " : "▸ ") + Words.owner(row.owner, row.inKernel);
    }

    // A row that goes has no values.
    function numberText(value: var): string {
        return Number(value ?? 0).toLocaleString(Qt.locale(), "f", 0);
    }

    function count(value: var, row: var): string {
        return row.depth > 0 ? "" : numberText(value);
    }

    // With the limit of the device where there is room.
    function countOf(value: var, limit: var, row: var, room: int): string {
        return row.depth > 0 || !limit || width < room * Theme.zoom ? count(value, row)
            : qsTr("%1 of %2").arg(numberText(value)).arg(numberText(limit));
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.wideGap
        anchors.rightMargin: Theme.wideGap
        anchors.bottomMargin: Theme.wideGap
        spacing: Theme.gap

        RowLayout {
            spacing: Theme.gap

            Segments {
                id: views

                names: [qsTr("Connections"), qsTr("Processes"), qsTr("Limits")]
            }

            Text {
                Layout.fillWidth: true
                horizontalAlignment: Text.AlignRight
                wrapMode: Text.Wrap
                maximumLineCount: 2
                elide: Text.ElideRight
                color: Theme.weakText
                font.pixelSize: Theme.fontSmall
                textFormat: Text.PlainText
                text: views.currentIndex === 1
                    ? qsTr("Enter or a double click shows what a process has.") : ""
            }
        }

        StackLayout {
            id: stack

            currentIndex: views.currentIndex

            DataTable {
                objectName: "connections"
                emptyTitle: qsTr("No connections")
                emptyText: qsTr("No process has a queue pair or a connection identifier. %1")
                    .arg(page.nobody)
                model: SortedTable {
                    sourceModel: page.tables.endpoints
                    needle: page.needle
                    order: "owner"
                }
                columns: [
                    {
                        role: "owner", title: qsTr("Process"), width: 120, stretch: 2,
                        show: (value, row) => Words.owner(value, row.inKernel)
                    },
                    {
                        role: "process", title: qsTr("PID"), width: 74, right: true,
                        from: 480, show: value => value > 0 ? `${value}` : ""
                    },
                    {
                        role: "device", title: qsTr("Device"), width: 80, stretch: 1,
                        show: (value, row) => row.port > 0 ? `${value}/${row.port}` : value
                    },
                    { role: "type", title: qsTr("Type"), width: 54, from: 650 },
                    {
                        role: "state", title: qsTr("State"),
                        width: page.width < 520 * Theme.zoom ? 108 : page.isWide ? 188 : 168,
                        show: (value, row) => page.isWide || value !== "ConnectingOrConnected"
                            ? row.stateText : qsTr("connected?"),
                        tint: value => /^(Connected|Ready|Listening)$/.test(value) ? Theme.good
                            : /^(Failed|DeviceGone)$/.test(value) ? Theme.bad : undefined
                    },
                    { role: "local", title: qsTr("Local"), width: 136, stretch: 1, from: 760 },
                    {
                        role: "peer", title: qsTr("Remote"), width: 132, stretch: 1,
                        show: value => (value ?? "").replace(/^(0\.0\.0\.0|::|\[::\]):0$/, "")
                    },
                    {
                        role: "queuePairNumber", title: qsTr("QP"), width: 74, right: true,
                        from: 900, show: value => value > 0 ? `${value}` : ""
                    },
                    {
                        role: "remoteQueuePairNumber", title: qsTr("Remote QP"), width: 92,
                        right: true, from: 1000, show: value => value > 0 ? `${value}` : ""
                    },
                    {
                        role: "bytesSent", title: qsTr("Traffic"), width: 150, stretch: 1,
                        from: 1120, show: (value, row) => page.traffic(row),
                        tint: (value, row) => row.counted ? undefined : Theme.weakText
                    }
                ]
            }

            DataTable {
                objectName: "processes"
                emptyTitle: qsTr("No processes")
                emptyText: qsTr("No process has RDMA objects. %1").arg(page.nobody)
                onActivated: row => page.tables.processes.toggle(model.get(row).group)
                model: SortedTable {
                    sourceModel: page.tables.processes
                    needle: page.needle
                    order: "owner"
                }
                columns: [
                    {
                        role: "owner", title: qsTr("Process"), width: 170, stretch: 3,
                        show: (value, row) => page.holder(row),
                        tint: (value, row) => row.depth > 0 ? Theme.weakText : undefined
                    },
                    {
                        role: "process", title: qsTr("PID"), width: 74, right: true,
                        show: (value, row) => value > 0 && row.depth === 0 ? `${value}` : ""
                    },
                    {
                        role: "device", title: qsTr("Device"), width: 74, stretch: 1,
                        tint: (value, row) => row.depth > 0 ? Theme.weakText : undefined
                    },
                    {
                        role: "queuePairs", title: qsTr("QPs"), width: 96, stretch: 1,
                        right: true,
                        show: (value, row) => page.countOf(value, row.queuePairLimit, row, 860)
                    },
                    {
                        role: "lockedBytes", title: qsTr("Locked"), width: 92, right: true,
                        show: (value, row) => row.depth === 0 ? Desk.withUnit(value, "B")
                            : row.kind === "MemoryRegion" ? Desk.withUnit(row.size, "B") : ""
                    },
                    {
                        role: "memoryRegions", title: qsTr("Regions"), width: 84, stretch: 1,
                        right: true, from: 640,
                        show: (value, row) => page.countOf(value, row.memoryRegionLimit, row, 1300)
                    },
                    {
                        role: "completionQueues", title: qsTr("CQs"), width: 56, right: true,
                        from: 700, show: (value, row) => page.count(value, row)
                    },
                    {
                        role: "protectionDomains", title: qsTr("PDs"), width: 56, right: true,
                        from: 760, show: (value, row) => page.count(value, row)
                    },
                    {
                        role: "connectionIds", title: qsTr("Ids"), width: 56, right: true,
                        from: 820, show: (value, row) => page.count(value, row)
                    },
                    {
                        role: "sharedReceiveQueues", title: qsTr("SRQs"), width: 60, right: true,
                        from: 880, show: (value, row) => page.count(value, row)
                    },
                    {
                        role: "contexts", title: qsTr("Contexts"), width: 78, right: true,
                        from: 960, show: (value, row) => page.count(value, row)
                    }
                ]
            }

            DataTable {
                objectName: "limits"
                emptyTitle: qsTr("No limits")
                emptyText: qsTr("They are those of devices that can be opened.")
                model: SortedTable {
                    sourceModel: page.tables.limits
                    needle: page.needle
                }
                columns: [
                    { role: "device", title: qsTr("Device"), width: 64, stretch: 1 },
                    {
                        role: "kind", title: qsTr("Kind"), width: 166, stretch: 1,
                        show: value => Words.kind(value)
                    },
                    {
                        role: "used", title: qsTr("Used"), stretch: 1, right: true,
                        width: page.width < 560 * Theme.zoom ? 96 : 190,
                        show: value => value < 0 ? page.unknownUse : page.numberText(value),
                        tint: (value, row) => value < 0 ? Theme.weakText
                            : value > 0.9 * row.limit ? Theme.bad : undefined
                    },
                    {
                        role: "limit", title: qsTr("Limit"), width: 96, stretch: 1, right: true,
                        show: value => page.numberText(value)
                    }
                ]
            }
        }
    }
}
