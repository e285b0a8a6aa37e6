// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// A plot with axes, legend and cursor: hover, or the arrow keys.
Card {
    id: card

    required property History history
    required property var series // { key, name, direction }
    property alias title: heading.text
    property string unit: "/s"
    property alias factor: plot.factor
    property alias span: plot.span
    // Received traffic goes down from the middle, so that it can be seen beside the sent one.
    property bool isMirrored: false
    readonly property bool hasBothDirections: series.some(one => one.direction === "sent")
        && series.some(one => one.direction === "received")
    property real full: 0 // the value of 100 %; 0 if it is not known
    property real cursorTime: NaN // of all plots of the page
    readonly property bool hasCursor: !isNaN(cursorTime)
    readonly property real shownTime: hasCursor || !visible ? cursorTime : history.now

    signal cursorMoved(real time)

    function valueText(index: int, time: real): string {
        const value = plot.valueAt(index, time);
        const text = Desk.withUnit(value, unit);
        if (!(full > 0 && value >= 0))
            return text;
        const percent = 100 * value / full;
        return qsTr("%1 · %2 %").arg(text)
            .arg(percent.toLocaleString(Qt.locale(), "f", percent < 1 ? 2 : 1));
    }

    function moveCursor(step: real) {
        const now = history.now;
        const from = hasCursor ? cursorTime : now;
        cursorMoved(Math.max(now - span * 1000, Math.min(now, from + step)));
    }

    implicitHeight: Math.round(210 * Theme.zoom)
    activeFocusOnTab: true
    border.color: activeFocus ? Theme.accent : Theme.line
    border.width: activeFocus ? 2 : 1
    Accessible.role: Accessible.Chart
    Accessible.name: title
    Accessible.description: Desk.isSpoken && visible
        ? series.map((one, i) => `${one.name} ${valueText(i, shownTime)}`).join(", ") : ""
    Accessible.focusable: true
    Keys.onLeftPressed: moveCursor(-span * 10)
    Keys.onRightPressed: moveCursor(span * 10)
    Keys.onEscapePressed: cursorMoved(NaN)

    Text {
        id: heading

        textFormat: Text.PlainText
        x: Theme.gap * 1.5
        y: Theme.gap * 1.25
        color: Theme.text
        font.pixelSize: Theme.fontText
        font.weight: Font.DemiBold
    }

    Text {
        objectName: "cursorLabel"
        anchors.left: heading.right
        anchors.leftMargin: Theme.gap
        anchors.baseline: heading.baseline
        visible: card.hasCursor
        textFormat: Text.PlainText
        text: card.hasCursor
            ? qsTr("%1 s ago").arg(((card.history.now - card.shownTime) / 1000)
                .toLocaleString(Qt.locale(), "f", 1)) : ""
        color: Theme.weakText
        font.pixelSize: Theme.fontSmall
    }

    Flow {
        id: legend

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: heading.bottom
        anchors.margins: Theme.gap * 1.5
        anchors.topMargin: Theme.gap / 2
        spacing: Theme.gap * 1.5

        Repeater {
            model: card.series

            Row {
                id: entry

                required property var modelData
                required property int index
                // Computed anew with each sample.
                // qmllint disable unqualified
                readonly property string value:
                    card.visible ? card.valueText(index, card.shownTime) : ""
                // qmllint enable unqualified

                spacing: Theme.gap * 0.75

                Rectangle {
                    width: Math.round(10 * Theme.zoom)
                    height: Math.round(3 * Theme.zoom)
                    radius: 1
                    anchors.verticalCenter: parent.verticalCenter
                    color: Theme.seriesColor(entry.index)
                }

                Text {
                    textFormat: Text.PlainText
                    visible: plot.mirrored // qmllint disable unqualified
                    text: ({ sent: "↑", received: "↓" })[entry.modelData.direction] ?? ""
                    color: Theme.seriesText(entry.index)
                    font.pixelSize: Theme.fontSmall
                    font.weight: Font.Bold
                }

                Text {
                    textFormat: Text.PlainText
                    text: Words.inOneLine(entry.modelData.name)
                    color: Theme.weakText
                    font.pixelSize: Theme.fontSmall
                }

                Text {
                    objectName: "value-" + entry.modelData.name
                    textFormat: Text.PlainText
                    text: entry.value
                    color: Theme.text
                    font.pixelSize: Theme.fontSmall
                    font.weight: Font.DemiBold
                }
            }
        }
    }

    Item {
        id: area

        anchors.fill: parent
        anchors.topMargin: legend.y + Math.max(legend.height, Theme.fontSmall) + Theme.gap * 1.25
        anchors.leftMargin: Math.round(74 * Theme.zoom)
        anchors.rightMargin: Theme.gap * 1.5
        anchors.bottomMargin: Math.round(24 * Theme.zoom)

        // qmllint disable unqualified
        Repeater {
            model: plot.ticks

            Rectangle {
                id: tick

                required property real modelData

                y: Math.round((plot.mirrored ? area.height / 2 : area.height)
                              * (1 - modelData / plot.highest))
                width: area.width
                height: 1
                color: Theme.line

                Text {
                    anchors.right: parent.left
                    anchors.rightMargin: Theme.gap * 0.75
                    anchors.verticalCenter: parent.verticalCenter
                    textFormat: Text.PlainText
                    text: tick.modelData === 0 ? "0"
                        : Desk.withUnit(Math.abs(tick.modelData), card.unit)
                    color: Theme.weakText
                    font.pixelSize: Math.round(Theme.fontSmall * 0.92)
                }
            }
        }

        Repeater {
            model: plot.timeTicks(Math.max(2, Math.floor(area.width / (90 * Theme.zoom))))

            Text {
                required property real modelData

                x: Math.max(0, Math.min(
                    area.width - width, area.width * (1 - modelData / plot.span) - width / 2))
                y: area.height + Theme.gap / 2
                textFormat: Text.PlainText
                text: modelData === 0
                    ? (card.history.live ? qsTr("now") : qsTr("last sample"))
                    : modelData >= 60
                        ? qsTr("−%1 min").arg((modelData / 60).toLocaleString(Qt.locale(), "g", 3))
                        : qsTr("−%1 s").arg(modelData.toLocaleString(Qt.locale(), "g", 3))
                color: Theme.weakText
                font.pixelSize: Math.round(Theme.fontSmall * 0.92)
            }
        }
        // qmllint enable unqualified

        Plot {
            id: plot

            objectName: "plot"
            anchors.fill: parent
            clip: true
            history: card.history
            keys: card.series.map(one => one.key)
            colors: card.series.map((one, i) => Theme.seriesColor(i))
            downwards: card.series.map(one => card.isMirrored && card.hasBothDirections
                                       && one.direction === "received")
            lineWidth: 1.75 * Theme.zoom
            tickCount: Math.max(2, Math.floor(height / (28 * Theme.zoom)))
        }

        Rectangle {
            objectName: "cursor"
            visible: card.hasCursor && x >= 0
            x: Math.round(card.hasCursor && card.history.now >= 0
                          ? plot.positionOf(card.cursorTime) : 0)
            width: 1
            height: parent.height
            color: Theme.text
            opacity: 0.6
        }

        HoverHandler {
            onPointChanged: {
                if (hovered)
                    card.cursorMoved(plot.timeAt(point.position.x));
            }
            onHoveredChanged: {
                if (!hovered)
                    card.cursorMoved(NaN);
            }
        }

        TapHandler {
            onTapped: card.forceActiveFocus()
        }
    }
}
