// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The events since the program began, the last first.
TablePage {
    id: page

    required property Tables tables

    function tintOf(kind: string): color {
        return kind === "problem" ? Theme.bad : kind === "counter" ? Theme.warning
            : kind === "hotplug" ? Theme.accent : Theme.text;
    }

    title: qsTr("Events")
    emptyTitle: qsTr("Nothing has happened yet")
    emptyText: qsTr("Devices that come and go, links, connections, and counters that should "
                    + "stay zero will be here with their time.")
    model: SortedTable {
        sourceModel: page.tables.events
        needle: page.needle
        order: "time"
        descending: true
    }
    columns: [
        {
            role: "time", title: qsTr("Time"), width: 106,
            show: value => Qt.formatTime(value, "hh:mm:ss.zzz")
        },
        {
            role: "device", title: qsTr("Device"), width: 80,
            show: (value, row) => row.port > 0 ? `${value}/${row.port}` : value
        },
        {
            role: "kind", title: qsTr("Kind"), width: 90, from: 700,
            tint: value => page.tintOf(value)
        },
        { role: "name", title: qsTr("Name"), width: 140 },
        { role: "text", title: qsTr("What"), width: 60, stretch: 1, tint: () => Theme.weakText }
    ]
}
