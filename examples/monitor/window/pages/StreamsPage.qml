// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The streams and queue pairs of the program that made the recording.
TablePage {
    id: page

    required property Tables tables

    title: qsTr("Streams")
    emptyTitle: qsTr("No streams")
    emptyText: qsTr("A recording has those of the program that made it, if that program "
                    + "had an RdmaConnectionModel then.")
    model: SortedTable {
        sourceModel: page.tables.connections
        needle: page.needle
        order: "id"
    }
    columns: [
        {
            role: "kind", title: qsTr("Kind"), width: 78,
            show: value => ({ Stream: qsTr("stream"), TlsStream: qsTr("TLS stream"),
                              QueuePair: qsTr("queue pair") })[value] ?? value
        },
        {
            role: "transport", title: qsTr("Transport"), width: 84, from: 560,
            show: value => value.toUpperCase()
        },
        {
            role: "state", title: qsTr("State"), width: 84,
            show: value => Words.state(value),
            tint: value => value === "Connected" ? Theme.good : undefined
        },
        { role: "device", title: qsTr("Device"), width: 70, stretch: 0.5, from: 760 },
        { role: "local", title: qsTr("Local"), width: 130, stretch: 1, from: 860 },
        { role: "peer", title: qsTr("Peer"), width: 84, stretch: 1 },
        {
            role: "bytesSent", title: qsTr("Sent"), width: 68, right: true,
            show: value => Desk.withUnit(value, "B")
        },
        {
            role: "bytesReceived", title: qsTr("Received"), width: 76, right: true,
            show: value => Desk.withUnit(value, "B")
        },
        {
            role: "roundTrip", title: qsTr("Round trip"), width: 90, right: true, from: 1000,
            show: value => value >= 0 ? `${value.toLocaleString(Qt.locale(), "f", 1)}\u202fµs` : ""
        },
        {
            role: "error", title: qsTr("Error"), width: 48, stretch: 1,
            tint: () => Theme.bad
        }
    ]
}
