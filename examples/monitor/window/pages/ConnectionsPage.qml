// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// Queue pairs and connection identifiers of all processes.
TablePage {
    id: page

    required property Tables tables

    title: qsTr("Connections")
    emptyTitle: qsTr("No connections")
    emptyText: qsTr("No process has a queue pair or a connection identifier. "
                    + "Those of other users are told to root only.")
    model: SortedTable {
        sourceModel: page.tables.resources
        match: ({ kind: ["QueuePair", "ConnectionId"] })
        needle: page.needle
        order: "owner"
    }
    columns: [
        {
            role: "owner", title: qsTr("Process"), width: 110, stretch: 2,
            show: (value, row) => row.inKernel ? qsTr("kernel (%1)").arg(value) : value
        },
        {
            role: "process", title: qsTr("PID"), width: 74, right: true,
            show: value => value > 0 ? `${value}` : ""
        },
        { role: "device", title: qsTr("Device"), width: 80, stretch: 1 },
        {
            role: "kind", title: qsTr("Kind"), width: 110, stretch: 0.5,
            show: value => value === "QueuePair" ? qsTr("queue pair") : qsTr("connection id")
        },
        { role: "type", title: qsTr("Type"), width: 60, from: 650 },
        {
            role: "state", title: qsTr("State"), width: 110,
            show: value => value.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase(),
            tint: value => /^(ReadyToSend|Connect|Listen)$/.test(value) ? Theme.good
                : /Err/.test(value) ? Theme.bad : undefined
        },
        {
            role: "queuePairNumber", title: qsTr("QP"), width: 80, right: true, from: 760,
            show: value => value > 0 ? `${value}` : ""
        },
        {
            role: "remoteQueuePairNumber", title: qsTr("Remote QP"), width: 100, right: true,
            from: 1000,
            show: value => value > 0 ? `${value}` : ""
        },
        { role: "local", title: qsTr("Local"), width: 130, stretch: 1, from: 900 },
        {
            role: "peer", title: qsTr("Peer"), width: 130, stretch: 1, from: 760,
            show: value => value.replace(/^(0\.0\.0\.0|::|\[::\]):0$/, "")
        }
    ]
}
