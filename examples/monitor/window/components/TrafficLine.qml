// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The traffic of a device or of one of its ports in the last minute, in as small a space as
// possible.
Item {
    id: line

    required property History history
    required property string device
    property int port: 0 // 0: all of them
    property int counters // number of counters: with another number the series change
    readonly property var kinds: [
        { plot: "bytes", unit: "bit/s", factor: 8, what: "" },
        { plot: "packets", unit: "", factor: 1, what: qsTr(" packets/s") },
        { plot: "messages", unit: "", factor: 1, what: qsTr(" messages/s") }
    ]
    readonly property var kind: kinds.find(kind => seriesOf(kind.plot, counters).length > 0)
    readonly property var series: kind ? seriesOf(kind.plot, counters) : []

    function seriesOf(plot: string, count: int): var {
        return history.trafficOf(device, port, plot);
    }

    function isReceived(index: int): bool {
        return series[index].direction === "received";
    }

    // Computed anew with each sample.
    function valueText(index: int, time: real): string {
        const value = plot.valueAt(index, time);
        return isNaN(value) ? ""
            : (isReceived(index) ? "↓ " : "↑ ") + Desk.withUnit(value, kind.unit) + kind.what;
    }

    function colorIndex(index: int): int {
        return isReceived(index) ? 1 : 0;
    }

    implicitHeight: Math.round(34 * Theme.zoom)
    Accessible.role: Accessible.Chart
    Accessible.name: port > 0 ? qsTr("Traffic of %1, port %2").arg(device).arg(port)
                              : qsTr("Traffic of %1").arg(device)
    Accessible.description: Desk.isSpoken && visible
        ? series.map((one, i) => valueText(i, history.now)).join(", ") : ""

    Plot {
        id: plot

        objectName: "traffic"
        anchors.fill: parent
        anchors.topMargin: Theme.gap / 2
        anchors.rightMargin: Math.round(150 * Theme.zoom)
        clip: true
        visible: line.series.length > 0
        history: line.history
        keys: line.series.map(one => one.key)
        colors: line.series.map((one, i) => Theme.seriesColor(line.colorIndex(i)))
        downwards: line.series.map((one, i) => line.isReceived(i))
        factor: line.kind ? line.kind.factor : 1
        lineWidth: 1.5 * Theme.zoom
    }

    Text {
        anchors.verticalCenter: parent.verticalCenter
        visible: line.series.length === 0
        textFormat: Text.PlainText
        text: qsTr("Its driver counts no traffic.")
        color: Theme.weakText
        font.pixelSize: Theme.fontSmall
    }

    Column {
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter

        Repeater {
            model: line.series

            Text {
                required property int index

                anchors.right: parent.right
                textFormat: Text.PlainText
                // qmllint disable unqualified
                text: line.visible ? line.valueText(index, line.history.now) : ""
                // qmllint enable unqualified
                color: Theme.seriesText(line.colorIndex(index)) // qmllint disable unqualified
                font.pixelSize: Theme.fontSmall
                font.weight: Font.DemiBold
            }
        }
    }
}
