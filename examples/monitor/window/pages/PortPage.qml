// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import RdmaMonitor

// One port: plots of the last minutes, counters that moved and should not, and all of its counters.
Item {
    id: page

    required property Tables tables
    required property History history
    property string needle
    property string device
    property int port: 1
    property real cursorTime: NaN
    property int span: 60
    readonly property string title: qsTr("Port")
    readonly property var plots: [
        { plot: "bytes", title: qsTr("Throughput"), unit: "bit/s" },
        { plot: "packets", title: qsTr("Packets"), unit: "/s" },
        { plot: "messages", title: qsTr("Messages"), unit: "/s" },
        { plot: "errors", title: qsTr("Errors"), unit: "/s" }
    ]
    readonly property SortedTable model: SortedTable {
        sourceModel: page.tables.counters
        match: ({ device: [page.device], port: [page.port, 0] })
        needle: page.needle
    }
    readonly property SortedTable moved: SortedTable {
        sourceModel: page.tables.counters
        match: ({ device: [page.device], port: [page.port, 0], moved: [true] })
    }
    readonly property SortedTable here: SortedTable {
        sourceModel: page.tables.ports
        match: ({ device: [page.device], port: [page.port] })
    }
    readonly property var portData: here.count > 0 && tables.source.samples > 0 ? here.get(0) : ({})

    function selectedRows(): var {
        return counters.selectedRows();
    }

    function takeFocus() {
        choice.forceActiveFocus();
    }

    // The set of counters, and of those that moved, changes seldom. Only then are the plots made
    // anew.
    function seriesOf(plot: string, counters: int, alarms: int): var {
        return history.seriesOf(device, port, plot);
    }

    // A text about the plots that are missing.
    function notes(): string {
        const missing = plots.filter(
            one => one.plot !== "errors"
                && seriesOf(one.plot, model.count, moved.count).length === 0);
        const what = missing.map(one => one.plot).join(qsTr(" and "));
        return (what ? qsTr("The driver does not count %1. ").arg(what) : "")
            + (moved.count === 0 ? qsTr("No counter has moved that should stay zero.") : "");
    }

    function chooseFirst() {
        if (device || tables.ports.count === 0)
            return;
        const { device: name, port: number } = tables.ports.get(0);
        device = name;
        port = number;
    }

    Component.onCompleted: chooseFirst()

    Connections {
        target: page.tables.ports

        function onCountChanged() {
            page.chooseFirst();
        }
    }

    Flickable {
        id: flick

        anchors.fill: parent
        contentHeight: content.height + Theme.wideGap
        clip: true
        boundsBehavior: Flickable.StopAtBounds

        ScrollBar.vertical: ScrollBar {
        }

        ColumnLayout {
            id: content

            x: Theme.wideGap
            width: flick.width - 2 * Theme.wideGap
            spacing: Theme.gap * 1.5

            RowLayout {
                spacing: Theme.gap

                Choice {
                    id: choice

                    objectName: "portChoice"
                    Layout.preferredWidth: Math.round(180 * Theme.zoom)
                    model: page.tables.ports
                    textRole: "device"
                    displayText: page.device ? qsTr("%1, port %2").arg(page.device).arg(page.port)
                                             : qsTr("No port")
                    Accessible.name: qsTr("Port")
                    onActivated: index => {
                        const chosen = page.tables.ports.get(index);
                        page.device = chosen.device;
                        page.port = chosen.port;
                    }

                    delegate: ItemDelegate {
                        id: option

                        required property string device
                        required property int port
                        required property int index

                        width: ListView.view.width
                        text: qsTr("%1, port %2").arg(device).arg(port)
                        highlighted: choice.highlightedIndex === index // qmllint disable
                        contentItem: Text {
                            textFormat: Text.PlainText
                            text: option.text
                            color: Theme.text
                            elide: Text.ElideMiddle
                            font.pixelSize: Theme.fontText
                        }
                    }
                }

                Pill {
                    visible: page.here.count > 0
                    text: page.portData.state ?? ""
                    tint: page.portData.active ? Theme.good : Theme.bad
                }

                Text {
                    objectName: "facts"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    verticalAlignment: Text.AlignVCenter
                    wrapMode: Text.WordWrap
                    maximumLineCount: 2
                    elide: Text.ElideRight
                    color: Theme.weakText
                    font.pixelSize: Theme.fontSmall
                    textFormat: Text.PlainText
                    text: page.here.count === 0 ? "" : [
                        page.portData.linkLayer,
                        page.portData.speed > 0 ? qsTr("%1 Gbit/s").arg(page.portData.speed) : "",
                        page.portData.rate,
                        qsTr("MTU %1 of %2").arg(page.portData.activeMtu).arg(page.portData.maxMtu),
                        page.portData.netdev
                    ].filter(part => part).join("  ·  ")
                }

                Choice {
                    objectName: "span"
                    Layout.preferredWidth: Math.round(120 * Theme.zoom)
                    model: [qsTr("1 minute"), qsTr("5 minutes"), qsTr("10 minutes")]
                    Accessible.name: qsTr("Time that the plots show")
                    onActivated: index => page.span = [60, 300, 600][index]
                }
            }

            Repeater {
                model: page.moved

                Alarm {
                    Layout.fillWidth: true
                }
            }

            GridLayout {
                Layout.fillWidth: true
                columns: page.width > 860 * Theme.zoom ? 2 : 1
                columnSpacing: Theme.gap * 1.5
                rowSpacing: Theme.gap * 1.5

                Repeater {
                    model: page.plots

                    // qmllint disable unqualified
                    PlotCard {
                        required property var modelData

                        objectName: "plot-" + modelData.plot
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        visible: series.length > 0
                        title: modelData.title
                        unit: modelData.unit
                        factor: modelData.plot === "bytes" ? 8 : 1
                        full: modelData.plot === "bytes" ? (page.portData.speed ?? 0) * 1e9 : 0
                        history: page.history
                        series: page.seriesOf(modelData.plot, page.model.count, page.moved.count)
                        span: page.span
                        cursorTime: page.cursorTime
                        onCursorMoved: time => page.cursorTime = time
                    }
                    // qmllint enable unqualified
                }
            }

            Text {
                objectName: "notes"
                Layout.fillWidth: true
                visible: page.model.count > 0
                wrapMode: Text.WordWrap
                color: Theme.weakText
                font.pixelSize: Theme.fontText
                textFormat: Text.PlainText
                text: page.notes()
            }

            PortDetails {
                objectName: "details"
                Layout.fillWidth: true
                tables: page.tables
                device: page.device
                port: page.port
            }

            DataTable {
                id: counters

                objectName: "counters"
                Layout.fillWidth: true
                isScrolled: false
                model: page.model
                emptyTitle: qsTr("No counters")
                emptyText: page.device
                    ? qsTr("The driver of %1 counts nothing. "
                           + "Connections and Resources show who uses it.").arg(page.device)
                    : ""
                columns: [
                    {
                        role: "name", title: qsTr("Counter"), width: 180, stretch: 1,
                        tint: (value, row) => row.moved ? Theme.bad : undefined
                    },
                    {
                        role: "value", title: qsTr("Value"), width: 160, right: true,
                        show: (value, row) => row.available
                            ? (row.saturated ? "≥ " : "")
                                + Number(value).toLocaleString(Qt.locale(), "f", 0)
                            : qsTr("not available"),
                        tint: (value, row) => row.moved ? Theme.bad
                            : row.available ? undefined : Theme.weakText
                    },
                    {
                        role: "rate", title: qsTr("Rate"), width: 100, right: true,
                        show: (value, row) => row.available
                            ? Desk.withUnit(value, row.unit === "bytes" ? "B/s" : "/s") : ""
                    },
                    {
                        role: "unit", title: qsTr("Unit"), width: 80, from: 700,
                        tint: () => Theme.weakText
                    },
                    {
                        role: "meaning", title: qsTr("Meaning"), width: 120, stretch: 5,
                        show: (value, row) => row.available ? value : row.problem,
                        tint: () => Theme.weakText
                    }
                ]
            }
        }
    }
}
