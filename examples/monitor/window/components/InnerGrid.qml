// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// A grid in another layout; a row, unless it has columns. With Qt 6.4 an item that becomes visible
// lies over the others if its layout is directly in another one and gets a new size before the next
// frame, as on a page that is shown for the first time. This one is in an item.
Item {
    default property alias items: grid.data
    property alias columns: grid.columns
    property alias spacing: grid.columnSpacing
    property alias rowSpacing: grid.rowSpacing

    implicitWidth: grid.implicitWidth
    implicitHeight: grid.implicitHeight
    Layout.fillWidth: true

    GridLayout {
        id: grid

        anchors.fill: parent
        columnSpacing: Theme.gap
    }
}
