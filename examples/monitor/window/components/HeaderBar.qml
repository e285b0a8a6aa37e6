// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// The common top of every page: its title, the filter of its rows, and the way the machine is
// observed.
Item {
    id: bar

    property alias title: heading.text
    property alias needle: search.text
    property bool isPaused: false
    property int interval: 1000
    property string theme: "system"
    readonly property bool isNarrow: width < 560 * Theme.zoom
    readonly property var intervals: [1000, 500, 200, 100]
    readonly property var themes: ["system", "light", "dark"]

    signal pauseChosen
    signal intervalChosen(int interval)
    signal exportChosen
    signal themeChosen(string theme)

    function focusFilter() {
        search.forceActiveFocus();
        search.selectAll();
    }

    function frequency(interval: int): string {
        const rounded = +(1000 / interval).toFixed(2);
        return qsTr("%1 Hz").arg(rounded.toLocaleString(Qt.locale(), "g", 6));
    }

    function nextTheme() {
        themeChosen(themes[(themes.indexOf(theme) + 1) % themes.length]);
    }

    implicitHeight: Theme.control + 2 * Theme.wideGap

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.wideGap
        anchors.rightMargin: Theme.wideGap
        spacing: Theme.gap

        Text {
            id: heading

            objectName: "heading"
            textFormat: Text.PlainText
            Layout.fillWidth: true
            Layout.minimumWidth: Math.min(implicitWidth, Math.round(170 * Theme.zoom))
            elide: Text.ElideRight
            color: Theme.text
            font.pixelSize: Theme.fontTitle
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }

        SearchField {
            id: search

            objectName: "search"
            placeholderText: bar.isNarrow ? qsTr("Filter") : qsTr("Filter (Ctrl+F)")
            Layout.fillWidth: true
            Layout.minimumWidth: Math.round(72 * Theme.zoom)
            Layout.maximumWidth: Math.round(Theme.zoom * (
                bar.isNarrow ? 96 : bar.width > 760 * Theme.zoom ? 220 : 132))
        }

        Choice {
            objectName: "interval"
            label: qsTr("Samples a second")
            Layout.preferredWidth: Math.round((bar.isNarrow ? 76 : 84) * Theme.zoom)
            model: bar.intervals.map(interval => bar.frequency(interval))
            currentIndex: bar.intervals.indexOf(bar.interval)
            displayText: bar.frequency(bar.interval)
            onActivated: index => bar.intervalChosen(bar.intervals[index])
        }

        FlatButton {
            objectName: "pause"
            Layout.preferredWidth: bar.isNarrow ? Theme.control : Math.round(86 * Theme.zoom)
            words: bar.isPaused ? qsTr("Resume") : qsTr("Pause")
            sign: bar.isPaused ? "▶" : "▮▮"
            isShort: bar.isNarrow
            hint: qsTr("Space")
            highlighted: bar.isPaused
            onClicked: bar.pauseChosen()
        }

        FlatButton {
            objectName: "export"
            Layout.preferredWidth: bar.isNarrow ? Theme.control : implicitWidth
            words: qsTr("Export")
            sign: "↓"
            isShort: bar.isNarrow
            hint: qsTr("Save this page as CSV or JSON (Ctrl+E)")
            onClicked: bar.exportChosen()
        }

        FlatButton {
            objectName: "theme"
            Layout.preferredWidth: Theme.control
            leftPadding: 0
            rightPadding: 0
            text: bar.theme === "system" ? "◐" : bar.theme === "light" ? "○" : "●"
            hint: qsTr("Colours: %1 (Ctrl+T)").arg(Words.theme(bar.theme))
            Accessible.name: qsTr("Colours: %1").arg(Words.theme(bar.theme))
            onClicked: bar.nextTheme()
        }
    }
}
