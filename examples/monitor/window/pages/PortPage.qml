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
    property bool isSought: false // the current counter is to be in view
    readonly property var spans: [60, 300, 600] // seconds
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
        seen: page.visible
        sourceModel: page.tables.counters
        match: ({ device: [page.device], port: [page.port, 0], moved: [true] })
    }
    readonly property SortedTable here: SortedTable {
        seen: page.visible
        sourceModel: page.tables.ports
        match: ({ device: [page.device], port: [page.port] })
    }
    readonly property SortedTable ofPort: SortedTable {
        seen: page.visible
        sourceModel: page.tables.alarms
        match: ({ kind: ["Counter"], device: [page.device], port: [page.port, 0] })
    }
    readonly property var times: visible ? timesOf(tables.alarms.count) : ({})
    readonly property var portData:
        visible && here.count > 0 && tables.source.samples > 0 ? here.get(0) : ({})

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
        const what = missing.map(one => Words.plot(one.plot)).join(qsTr(" and "));
        return (what ? qsTr("The driver does not count %1. ").arg(what) : "")
            + (moved.count === 0 ? qsTr("No counter has moved that should stay zero.") : "");
    }

    function chooseFirst() {
        if (device || tables.ports.count === 0)
            return;
        const { device: name, port: number } = tables.ports.get(0);
        show(name, number);
    }

    // Those of a device (port 0) are shown with its first port.
    function show(name: string, number: int) {
        device = name;
        port = Math.max(1, number);
        isSought = false;
        flick.contentY = 0;
    }

    // With plots that reach back to its last movement.
    function showCounter(name: string, lastTime: real) {
        const age = (history.now - lastTime) / 1000;
        span = spans.find(span => span > age) ?? spans[spans.length - 1];
        const row = Array.from({ length: model.count }).findIndex(
            (value, i) => model.get(i).name === name);
        if (row < 0)
            return;
        counters.takeFocus();
        counters.goTo(row, Qt.NoModifier);
        isSought = true;
        seek();
    }

    // Again whenever the page is laid out anew, until the user scrolls it.
    function seek() {
        if (!isSought)
            return;
        const y = counters.y + counters.placeOf(counters.currentIndex);
        const last = Math.max(0, flick.contentHeight - flick.height);
        flick.contentY = Math.max(0, Math.min(last, y - flick.height / 2));
    }

    function digits(row: var): string {
        return row.index === undefined ? `${row.value}` : model.digits(row.index, "value");
    }

    // Of the counters that raised alarms, by name. 'amount' is the number of alarms of any port.
    function timesOf(amount: int): var {
        const result = {};
        for (let row = 0; row < ofPort.count; ++row) {
            const { name, first, last } = ofPort.get(row);
            result[name] = qsTr("since %1, last at %2").arg(Qt.formatTime(first, "hh:mm:ss"))
                .arg(Qt.formatTime(last, "hh:mm:ss"));
        }
        return result;
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
        onMovementStarted: page.isSought = false
        onContentHeightChanged: page.seek()

        ScrollBar.vertical: ListBar {
        }

        ColumnLayout {
            id: content

            x: Theme.wideGap
            width: flick.width - 2 * Theme.wideGap
            spacing: Theme.gap * 1.5

            InnerGrid {
                PortChoice {
                    id: choice

                    objectName: "portChoice"
                    Layout.preferredWidth: Math.round(220 * Theme.zoom)
                    tables: page.tables
                    device: page.device
                    port: page.port
                    onChosen: (device, port) => page.show(device, port)
                }

                Pill {
                    visible: page.here.count > 0
                    text: page.portData.state ?? ""
                    tint: page.portData.active ? Theme.good : Theme.bad
                }

                Item {
                    Layout.fillWidth: true
                }

                Choice {
                    objectName: "span"
                    Layout.preferredWidth: Math.round(120 * Theme.zoom)
                    model: [qsTr("1 minute"), qsTr("5 minutes"), qsTr("10 minutes")]
                    label: qsTr("Time that the plots show")
                    currentIndex: page.spans.indexOf(page.span)
                    onActivated: index => page.span = page.spans[index]
                }
            }

            ElidedText {
                objectName: "facts"
                Layout.fillWidth: true
                color: Theme.weakText
                text: !page.portData.device ? "" : [
                    page.portData.linkLayer,
                    page.portData.speed > 0 ? qsTr("%1 Gbit/s").arg(page.portData.speed) : "",
                    page.portData.rate,
                    qsTr("MTU %1 of %2").arg(page.portData.activeMtu).arg(page.portData.maxMtu),
                    page.portData.netdev
                ].filter(part => part).join("  ·  ")
            }

            Repeater {
                model: SortedTable {
                    sourceModel: page.tables.alarms
                    seen: page.visible
                    match: ({ device: [page.device], port: [page.port, 0],
                              state: ["Active", "Quiet"] })
                    order: "rank"
                    descending: true
                }

                Alarm {
                    Layout.fillWidth: true
                    onAcknowledged: page.tables.alarms.acknowledge(key) // qmllint disable
                }
            }

            Grid {
                id: grid

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
                        width: (grid.width + grid.columnSpacing) / grid.columns
                            - grid.columnSpacing
                        height: implicitHeight
                        visible: series.length > 0
                        title: modelData.title
                        unit: modelData.unit
                        factor: modelData.plot === "bytes" ? 8 : 1
                        isMirrored: modelData.plot !== "errors"
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
                onYChanged: page.seek()
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
                        role: "name", title: qsTr("Counter"), width: 150, stretch: 1,
                        tint: (value, row) => row.moved ? Theme.bad : undefined
                    },
                    {
                        role: "value", title: qsTr("Value"), stretch: 0.5, right: true,
                        width: page.width < 560 * Theme.zoom ? 140 : 200,
                        show: (value, row) => row.available
                            ? (row.saturated ? "≥ " : "") + page.digits(row)
                            : qsTr("not available"),
                        tint: (value, row) => row.moved ? Theme.bad
                            : row.available ? undefined : Theme.weakText
                    },
                    {
                        role: "rate", title: qsTr("Rate"), width: 90, right: true,
                        show: (value, row) => row.available
                            ? Desk.withUnit(value, row.unit === "bytes" ? "B/s" : "/s") : ""
                    },
                    {
                        role: "unit", title: qsTr("Unit"), width: 80, from: 700,
                        tint: () => Theme.weakText
                    },
                    {
                        role: "increase", title: qsTr("Moved"), width: 236, from: 1040,
                        show: (value, row) => page.times[row.name] ?? "",
                        tint: () => Theme.bad
                    },
                    {
                        role: "meaning", title: qsTr("Meaning"), width: 72, stretch: 5,
                        show: (value, row) => row.available ? value : row.problem,
                        tint: () => Theme.weakText
                    }
                ]
            }
        }
    }
}
