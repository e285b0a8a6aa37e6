// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// A page that is one table.
Item {
    id: page

    required property string title
    property alias model: table.model
    property alias columns: table.columns
    property alias emptyTitle: table.emptyTitle
    property alias emptyText: table.emptyText
    property string needle
    readonly property int selectedRow: table.currentIndex

    signal activated(int row)

    function takeFocus() {
        table.takeFocus();
    }

    function selectedRows(): var {
        return table.selectedRows();
    }

    DataTable {
        id: table

        objectName: "table"
        anchors.fill: parent
        anchors.leftMargin: Theme.wideGap
        anchors.rightMargin: Theme.wideGap
        anchors.bottomMargin: Theme.wideGap
        onActivated: row => page.activated(row)
    }
}
