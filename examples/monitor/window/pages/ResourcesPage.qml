// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// Every RDMA object of the system, and its owner.
TablePage {
    id: page

    required property Tables tables

    // The size of a memory region is in bytes, that of a queue in entries.
    function sizeOf(value: var, row: var): string {
        if (!(value > 0))
            return "";
        return row.kind === "MemoryRegion" ? Desk.withUnit(value, "B")
            : qsTr("%1 entries").arg(Number(value).toLocaleString(Qt.locale(), "f", 0));
    }

    title: qsTr("Resources")
    emptyTitle: qsTr("No resources")
    emptyText: qsTr("No process has RDMA objects. Those of other users are told to root only.")
    model: SortedTable {
        sourceModel: page.tables.resources
        needle: page.needle
        order: "owner"
    }
    columns: [
        {
            role: "owner", title: qsTr("Process"), width: 130, stretch: 2,
            show: (value, row) => Words.owner(value, row.inKernel)
        },
        {
            role: "process", title: qsTr("PID"), width: 74, right: true, from: 480,
            show: value => value > 0 ? `${value}` : ""
        },
        { role: "device", title: qsTr("Device"), width: 64, stretch: 1 },
        {
            role: "kind", title: qsTr("Kind"), width: 142, stretch: 1,
            show: value => Words.kind(value)
        },
        { role: "number", title: qsTr("Number"), width: 80, right: true, from: 500 },
        {
            role: "state", title: qsTr("State"), width: 110, from: 700,
            show: value => Words.state(value)
        },
        {
            role: "size", title: qsTr("Size"), width: 136, right: true,
            show: (value, row) => page.sizeOf(value, row)
        },
        {
            role: "users", title: qsTr("Users"), width: 74, right: true, from: 850,
            show: value => value > 0 ? `${value}` : ""
        },
        {
            role: "remoteKey", title: qsTr("Remote key"), width: 140, from: 950,
            show: value => value === "0x0" ? "" : value, // no peer may use the region
            tint: value => value?.startsWith("0x") ? undefined : Theme.weakText
        }
    ]
}
