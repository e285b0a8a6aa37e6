// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

pragma Singleton

import QtQuick

// Colours and sizes of the whole window. A person who sees red and green alike can tell the series
// of the plots apart (after Okabe and Ito).
QtObject {
    id: theme

    property string mode: "system" // or "light", "dark"
    property real zoom: 1

    property SystemPalette system: SystemPalette {
    }
    readonly property bool systemIsDark: system.windowText.hslLightness > system.window.hslLightness
    readonly property bool isDark: mode === "dark" || (mode === "system" && systemIsDark)

    readonly property color window: isDark ? "#14181d" : "#f4f6f8"
    readonly property color side: isDark ? "#0f1216" : "#e9edf1"
    readonly property color card: isDark ? "#1d2329" : "#ffffff"
    readonly property color field: isDark ? "#171c21" : "#ffffff"
    readonly property color line: isDark ? "#2e363f" : "#dbe1e7"
    readonly property color text: isDark ? "#e6eaee" : "#1b2229"
    readonly property color weakText: isDark ? "#9aa6b2" : "#5b6875"
    readonly property color accent: isDark ? "#4ea3e8" : "#0b6cb5"
    readonly property color accentText: isDark ? "#0c1116" : "#ffffff"
    readonly property color selection: isDark ? "#1e354b" : "#dcebf9"
    readonly property color hover: isDark ? "#252c34" : "#eef2f6"
    readonly property color good: isDark ? "#3fbf8a" : "#08704c"
    readonly property color bad: isDark ? "#ff7b6b" : "#b8331f"
    readonly property color warning: isDark ? "#f0b04a" : "#935b00"

    readonly property var series: isDark
        ? ["#4ea3e8", "#f0b04a", "#3fbf8a", "#e58bc1", "#ff7b6b",
           "#9bd0f5", "#f3e264", "#b59cf0", "#7fd6c8", "#c9ced4"]
        : ["#0b6cb5", "#d27400", "#0a8f63", "#b8508d", "#c23a22",
           "#4aa3dc", "#a08c00", "#6d52b8", "#1c8d8d", "#5b6875"]

    function seriesColor(index: int): color {
        return series[index % series.length];
    }

    // Words in the colour of a curve: on white it is darker than the curve, to be read.
    function seriesText(index: int): color {
        return isDark ? seriesColor(index) : Qt.darker(seriesColor(index), 1.3);
    }

    readonly property int fontSmall: Math.round(11 * zoom)
    readonly property int fontText: Math.round(13 * zoom)
    readonly property int fontHeading: Math.round(15 * zoom)
    readonly property int fontTitle: Math.round(20 * zoom)
    readonly property int gap: Math.round(8 * zoom)
    readonly property int wideGap: Math.round(16 * zoom)
    readonly property int rowHeight: Math.round(30 * zoom)
    readonly property int control: Math.round(32 * zoom)
    readonly property int radius: Math.round(8 * zoom)
    readonly property string monospace: "monospace"
}
