// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// Rows of a SortedTable below a header that sorts. A column is { role, title, width } with, where wanted: stretch (its share of what is left), from (the width
// of the table from which it is shown), right, mono, show(value, row) and tint(value, row).
Item {
    id: table

    required property SortedTable model
    required property var columns
    property alias currentIndex: list.currentIndex
    property string emptyTitle: qsTr("Nothing here")
    property string emptyText
    property bool isScrolled: true
    readonly property var shown: columns.filter(column => !(column.from * Theme.zoom > width))
    readonly property var widths: layOut(shown, width - 2 * Theme.gap)

    signal activated(int row)

    function layOut(all: var, available: real): var {
        const fixed = all.reduce((sum, column) => sum + column.width * Theme.zoom, 0);
        const shares = all.reduce((sum, column) => sum + (column.stretch ?? 0), 0);
        const rest = Math.max(0, available - fixed);
        const scale = Theme.zoom * Math.min(1, available / fixed);
        return all.map(column => column.width * scale + (shares > 0 ? rest * (column.stretch ?? 0) / shares : 0));
    }

    function textOf(column: var, row: var): string {
        const value = row[column.role];
        return column.show ? column.show(value, row) : `${value ?? ""}`;
    }

    function sortBy(role: string) {
        const again = model.order === role;
        model.descending = again ? !model.descending : false;
        model.order = role;
    }

    function takeFocus() {
        list.forceActiveFocus();
    }

    implicitHeight: header.height + Math.max(list.count, 3) * Theme.rowHeight + 2

    Card {
        anchors.fill: parent
    }

    Row {
        id: header

        x: Theme.gap
        y: 1
        height: Theme.rowHeight

        Repeater {
            model: table.shown

            // qmllint disable unqualified
            AbstractButton {
                id: title

                required property var modelData
                required property int index
                readonly property bool isOrder: table.model.order === modelData.role

                objectName: "sort-" + modelData.role
                width: table.widths[index] ?? 0
                height: header.height
                text: modelData.title
                focusPolicy: Qt.TabFocus
                Accessible.role: Accessible.ColumnHeader
                Accessible.name: qsTr("Sort by %1").arg(modelData.title)
                onClicked: table.sortBy(modelData.role)

                contentItem: Text {
                    text: title.text + (title.isOrder ? (table.model.descending ? " ▾" : " ▴") : "")
                    color: title.isOrder || title.hovered ? Theme.text : Theme.weakText
                    font.pixelSize: Theme.fontSmall
                    font.weight: Font.DemiBold
                    font.underline: title.visualFocus
                    elide: Text.ElideRight
                    leftPadding: Theme.gap / 2
                    rightPadding: Theme.gap * (title.modelData.right ? 1.5 : 0.5)
                    horizontalAlignment: title.modelData.right ? Text.AlignRight : Text.AlignLeft
                    verticalAlignment: Text.AlignVCenter
                }
            }
            // qmllint enable unqualified
        }
    }

    Rectangle {
        y: header.y + header.height
        x: 1
        width: parent.width - 2
        height: 1
        color: Theme.line
    }

    ListView {
        id: list

        objectName: "rows"
        anchors.fill: parent
        anchors.topMargin: header.y + header.height + 1
        anchors.leftMargin: 1
        anchors.rightMargin: 1
        anchors.bottomMargin: 1
        clip: true
        interactive: table.isScrolled
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        keyNavigationEnabled: true
        currentIndex: -1
        model: table.model
        reuseItems: true
        Accessible.role: Accessible.Table
        Accessible.name: qsTr("Rows")
        onActiveFocusChanged: {
            if (activeFocus && currentIndex < 0 && count > 0)
                currentIndex = 0;
        }
        Keys.onReturnPressed: table.activated(currentIndex)
        Keys.onPressed: event => {
            const page = Math.max(1, Math.floor(height / Theme.rowHeight) - 1);
            const steps = { [Qt.Key_PageDown]: page, [Qt.Key_PageUp]: -page, [Qt.Key_Home]: -count, [Qt.Key_End]: count };
            if (!(event.key in steps))
                return;
            currentIndex = Math.max(0, Math.min(count - 1, currentIndex + steps[event.key]));
            event.accepted = true;
        }

        ScrollBar.vertical: ScrollBar {
            policy: table.isScrolled ? ScrollBar.AsNeeded : ScrollBar.AlwaysOff
        }

        // qmllint disable unqualified
        delegate: Rectangle {
            id: row

            required property var model
            required property int index
            readonly property bool isCurrent: ListView.isCurrentItem
            readonly property var texts: table.shown.map(column => table.textOf(column, model))

            width: ListView.view.width
            height: Theme.rowHeight
            color: isCurrent ? Theme.selection : pointer.containsMouse ? Theme.hover : "transparent"
            Accessible.role: Accessible.ListItem
            Accessible.name: texts.join(", ")
            Accessible.selected: isCurrent

            Row {
                x: Theme.gap - 1

                Repeater {
                    model: table.shown

                    Text {
                        required property var modelData
                        required property int index

                        width: table.widths[index] ?? 0
                        height: row.height
                        text: row.texts[index] ?? ""
                        textFormat: Text.PlainText
                        color: (modelData.tint ? modelData.tint(row.model[modelData.role], row.model) : undefined) ?? Theme.text
                        font.pixelSize: Theme.fontText
                        font.family: modelData.mono ? Theme.monospace : Qt.application.font.family
                        elide: modelData.mono ? Text.ElideMiddle : Text.ElideRight
                        leftPadding: Theme.gap / 2
                        rightPadding: Theme.gap * (modelData.right ? 1.5 : 0.5)
                        horizontalAlignment: modelData.right ? Text.AlignRight : Text.AlignLeft
                        verticalAlignment: Text.AlignVCenter
                    }
                }
            }

            MouseArea {
                id: pointer

                anchors.fill: parent
                hoverEnabled: true
                onClicked: {
                    list.currentIndex = row.index;
                    list.forceActiveFocus();
                }
                onDoubleClicked: table.activated(row.index)
            }
        }
        // qmllint enable unqualified
    }

    EmptyState {
        anchors.centerIn: parent
        anchors.verticalCenterOffset: header.height / 2
        visible: list.count === 0
        title: table.model.needle ? qsTr("No row has “%1” in it").arg(table.model.needle) : table.emptyTitle
        text: table.model.needle ? "" : table.emptyText
    }
}
