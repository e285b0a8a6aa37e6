// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// What should be looked at, the most urgent first.
Item {
    id: page

    required property Tables tables
    property string needle
    readonly property string title: qsTr("Alarms")
    readonly property SortedTable model: SortedTable {
        sourceModel: page.tables.alarms
        needle: page.needle
        order: "rank"
        descending: true
    }

    signal chosen(var alarm)
    signal thresholdsWanted(string counter)

    function selectedRows(): var {
        return table.selectedRows();
    }

    function takeFocus() {
        table.takeFocus();
    }

    // Rows change their places as soon as the first is acknowledged.
    function acknowledge() {
        const keys = selectedRows().map(row => model.get(row).key);
        keys.forEach(key => tables.alarms.acknowledge(key));
    }

    function wantThresholds() {
        const { kind, name } = table.currentIndex >= 0 ? model.get(table.currentIndex) : ({});
        thresholdsWanted(kind === "Counter" ? name : "");
    }

    function stateText(state: string): string {
        return { Active: qsTr("active"), Quiet: qsTr("quiet"), Acknowledged: qsTr("seen") }[state];
    }

    function tintOf(row: var): color {
        return row.state === "Acknowledged" ? Theme.weakText
            : row.state === "Quiet" ? Theme.warning : Theme.bad;
    }

    Keys.onPressed: event => {
        if (event.key !== Qt.Key_A || event.modifiers & Qt.ControlModifier)
            return;
        if (event.modifiers & Qt.ShiftModifier)
            tables.alarms.acknowledgeAll();
        else
            acknowledge();
        event.accepted = true;
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.wideGap
        anchors.rightMargin: Theme.wideGap
        anchors.bottomMargin: Theme.wideGap
        spacing: Theme.gap * 1.5

        RowLayout {
            spacing: Theme.gap

            FlatButton {
                objectName: "acknowledge"
                text: qsTr("Acknowledge")
                hint: qsTr("The selected alarms are quiet until they happen again (A)")
                enabled: table.currentIndex >= 0
                onClicked: page.acknowledge()
            }

            FlatButton {
                objectName: "acknowledgeAll"
                text: qsTr("Acknowledge all")
                hint: qsTr("Shift+A")
                enabled: page.tables.alarms.open > 0
                onClicked: page.tables.alarms.acknowledgeAll()
            }

            Item {
                Layout.fillWidth: true
            }

            FlatButton {
                objectName: "thresholdButton"
                text: qsTr("Thresholds…")
                hint: qsTr("From which rate on a counter raises an alarm")
                onClicked: page.wantThresholds()
            }
        }

        DataTable {
            id: table

            objectName: "table"
            Layout.fillWidth: true
            Layout.fillHeight: true
            model: page.model
            emptyTitle: qsTr("No alarms")
            emptyText: qsTr("Counters that should stay zero and move, ports that go down, and "
                            + "devices that vanish will be here. Enter opens the port.")
            onActivated: row => page.chosen(page.model.get(row))
            columns: [
                {
                    role: "rank", title: qsTr("State"), width: 66,
                    show: (value, row) => page.stateText(row.state),
                    tint: (value, row) => page.tintOf(row)
                },
                {
                    role: "device", title: qsTr("Port"), width: 76, stretch: 1,
                    show: (value, row) => row.port > 0 ? `${value}/${row.port}` : value
                },
                {
                    role: "name", title: qsTr("Alarm"), width: 148, stretch: 1.5,
                    show: (value, row) => value || row.text,
                    tint: (value, row) => page.tintOf(row)
                },
                {
                    role: "last", title: qsTr("Last"), width: 76,
                    show: value => Qt.formatTime(value, "hh:mm:ss")
                },
                {
                    role: "first", title: qsTr("Since"), width: 76, from: 560,
                    show: value => Qt.formatTime(value, "hh:mm:ss")
                },
                {
                    role: "amount", title: qsTr("Count"), width: 62, right: true,
                    show: value => Number(value).toLocaleString(Qt.locale(), "f", 0)
                },
                {
                    role: "rate", title: qsTr("Rate"), width: 84, right: true, from: 500,
                    show: (value, row) => row.kind === "Counter" ? Desk.withUnit(value, "/s") : ""
                },
                {
                    role: "text", title: qsTr("Meaning"), width: 60, stretch: 8, from: 700,
                    tint: () => Theme.weakText
                }
            ]
        }
    }
}
