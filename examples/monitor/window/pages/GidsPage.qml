// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The addresses of the ports, and which of them can be used from here.
TablePage {
    id: page

    required property Tables tables

    signal copied(string text)

    title: qsTr("GIDs")
    emptyTitle: qsTr("No GIDs")
    emptyText: qsTr("A port has them as soon as its network interface has an address.")
    onActivated: row => {
        const entry = model.get(row);
        Desk.copy(entry.index);
        copied(qsTr("Copied the index %1").arg(entry.index));
    }
    model: SortedTable {
        sourceModel: page.tables.gids
        needle: page.needle
    }
    columns: [
        {
            role: "usableHere", title: qsTr("Usable"), width: 66,
            show: value => value ? qsTr("✓ yes") : qsTr("– no"),
            tint: value => value ? Theme.good : Theme.weakText
        },
        { role: "device", title: qsTr("Device"), width: 76, stretch: 1 },
        { role: "port", title: qsTr("Port"), width: 46, right: true },
        { role: "index", title: qsTr("Index"), width: 52, right: true },
        { role: "gid", title: qsTr("GID"), width: 180, stretch: 3, mono: true },
        { role: "type", title: qsTr("Type"), width: 72, stretch: 0.5, from: 520 },
        { role: "ipv4", title: qsTr("IPv4"), width: 110, from: 700 },
        { role: "netdev", title: qsTr("Interface"), width: 80, stretch: 1, from: 800 }
    ]
}
