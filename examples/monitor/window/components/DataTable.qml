// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml.Models
import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// Rows of a SortedTable below a header that sorts. A column is { role, title, width } with, where
// wanted: stretch (its share of the rest of the width), from (the width of the table from which on
// it is shown), right, mono, show(value, row) and tint(value, row).
Item {
    id: table

    required property SortedTable model
    required property var columns
    property alias currentIndex: list.currentIndex
    property string emptyTitle: qsTr("Nothing here")
    property string emptyText
    property bool isScrolled: true
    property var rowTint: () => Theme.text // the color of texts in a row that have no tint
    property int currentHeader: 0 // the header that has the Tab stop of all
    readonly property var shown: columns.filter(column => !(column.from * Theme.zoom > width))
    readonly property var widths: layOut(shown, width - 2 * Theme.gap)

    signal activated(int row)

    function layOut(all: var, available: real): var {
        const fixed = all.reduce((sum, column) => sum + column.width * Theme.zoom, 0);
        const shares = all.reduce((sum, column) => sum + (column.stretch ?? 0), 0);
        const rest = Math.max(0, available - fixed);
        const scale = Theme.zoom * Math.min(1, available / fixed);
        return all.map(column => column.width * scale
                       + (shares > 0 ? rest * (column.stretch ?? 0) / shares : 0));
    }

    function textOf(column: var, row: var): string {
        const value = row[column.role];
        return Words.inOneLine(column.show ? column.show(value, row) : `${value ?? ""}`);
    }

    function focusHeader(index: int) {
        if (index < 0 || index >= shown.length)
            return;
        titles.itemAt(index).forceActiveFocus(Qt.TabFocusReason);
        currentHeader = index; // the other one can lose its stop now
    }

    function sortBy(role: string) {
        const again = model.order === role;
        model.descending = again ? !model.descending : false;
        model.order = role;
    }

    // The top of a row; rows that are scrolled by the page have a place before they are made.
    function placeOf(row: int): real {
        return list.y + row * Theme.rowHeight;
    }

    function takeFocus() {
        list.forceActiveFocus();
    }

    // The rows that are marked, or the current one.
    function selectedRows(): var {
        const all = Array.from({ length: list.count }, (value, row) => row);
        return all.filter(row => selection.hasSelection ? selection.isRowSelected(row)
                                                        : row === list.currentIndex);
    }

    function mark(first: int, last: int) {
        for (let row = Math.min(first, last); row <= Math.max(first, last); ++row)
            selection.select(model.index(row, 0), ItemSelectionModel.Select);
    }

    // Shift marks all rows up to the new one; Ctrl marks it or unmarks it.
    function goTo(row: int, modifiers: int) {
        const from = list.currentIndex < 0 ? row : list.currentIndex;
        if (modifiers & Qt.ShiftModifier) {
            mark(from, row);
        } else if (modifiers & Qt.ControlModifier) {
            if (!selection.hasSelection && from !== row)
                mark(from, from);
            selection.select(model.index(row, 0), ItemSelectionModel.Toggle);
        } else {
            selection.clearSelection();
        }
        list.currentIndex = row;
    }

    onShownChanged: currentHeader = Math.min(currentHeader, shown.length - 1)
    Component.onCompleted: {
        model.shownText = row => columns.map(column => textOf(column, row)).join("\n");
    }
    // A table that scrolls must not ask for room for all rows: a page that is not shown would give
    // it.
    implicitHeight: header.height
        + Math.max(isScrolled ? 0 : list.count, 3) * Theme.rowHeight + 2

    Binding {
        target: table.model
        property: "seen"
        value: table.visible
    }

    ItemSelectionModel {
        id: selection

        model: table.model
    }

    Card {
        anchors.fill: parent
    }

    Row {
        id: header

        x: Theme.gap
        y: 1
        height: Theme.rowHeight

        Repeater {
            id: titles

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
                focusPolicy: index === table.currentHeader ? Qt.TabFocus : Qt.NoFocus
                Accessible.role: Accessible.ColumnHeader
                Accessible.name: qsTr("Sort by %1").arg(modelData.title)
                onClicked: table.sortBy(modelData.role)
                Keys.onLeftPressed: table.focusHeader(index - 1)
                Keys.onRightPressed: table.focusHeader(index + 1)
                Keys.onReturnPressed: clicked()

                contentItem: Text {
                    textFormat: Text.PlainText
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
        currentIndex: -1
        model: table.model
        reuseItems: true
        cacheBuffer: 0 // rows that nobody sees cost as much as the others
        Accessible.role: Accessible.Table
        Accessible.name: qsTr("Rows")
        onActiveFocusChanged: {
            if (activeFocus && currentIndex < 0 && count > 0)
                currentIndex = 0;
        }
        Keys.onReturnPressed: table.activated(currentIndex)
        Keys.onPressed: event => {
            const page = Math.max(1, Math.floor(height / Theme.rowHeight) - 1);
            const steps = {
                [Qt.Key_Down]: 1, [Qt.Key_Up]: -1, [Qt.Key_PageDown]: page,
                [Qt.Key_PageUp]: -page, [Qt.Key_Home]: -count, [Qt.Key_End]: count
            };
            if (event.key in steps && count > 0)
                table.goTo(Math.max(0, Math.min(count - 1, currentIndex + steps[event.key])),
                           event.modifiers & Qt.ShiftModifier);
            else if (event.key === Qt.Key_A && event.modifiers & Qt.ControlModifier)
                table.mark(0, count - 1);
            else
                return;
            event.accepted = true;
        }

        ScrollBar.vertical: ListBar {
            visible: table.isScrolled
        }

        // qmllint disable unqualified
        delegate: Rectangle {
            id: row

            required property var model
            required property int index
            readonly property color tint: table.rowTint(model)
            readonly property bool isCurrent: ListView.isCurrentItem
            readonly property bool isSelected: isCurrent
                || (selection.hasSelection && selection.isRowSelected(index))

            function texts(): var {
                return table.shown.map(column => table.textOf(column, model));
            }

            width: ListView.view.width
            height: Theme.rowHeight
            color: isSelected ? Theme.selection
                : pointer.containsMouse ? Theme.hover : "transparent"
            Accessible.role: Accessible.ListItem
            Accessible.name: Desk.isSpoken ? texts().join(", ") : ""
            Accessible.selected: isSelected

            Row {
                id: cells

                x: Theme.gap - 1

                Repeater {
                    model: table.shown

                    Text {
                        required property var modelData
                        required property int index

                        width: table.widths[index] ?? 0
                        height: row.height
                        text: table.visible ? table.textOf(modelData, row.model) : ""
                        textFormat: Text.PlainText
                        color: (modelData.tint && table.visible
                                ? modelData.tint(row.model[modelData.role], row.model) : undefined)
                            ?? row.tint
                        font.pixelSize: modelData.mono ? Theme.fontSmall : Theme.fontText
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
                onClicked: mouse => {
                    table.goTo(row.index, mouse.modifiers);
                    list.forceActiveFocus();
                }
                onDoubleClicked: table.activated(row.index)
                onEntered: {
                    if (Array.from(cells.children).some(cell => cell.truncated))
                        wholeRow.showFor(row, row.texts().filter(text => text).join("  ·  "));
                }
                onExited: wholeRow.hide()
            }
        }
        // qmllint enable unqualified
    }

    // Shown when a text does not fit. Others may have chosen the text.
    ToolTip {
        id: wholeRow

        function showFor(row: Item, words: string) {
            parent = row;
            show(words);
        }

        delay: 600
        contentItem: Text {
            text: wholeRow.text
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            color: Theme.text
            font.pixelSize: Theme.fontText
        }
    }

    EmptyState {
        anchors.centerIn: parent
        anchors.verticalCenterOffset: header.height / 2
        visible: list.count === 0
        title: table.model.needle ? qsTr("No row has “%1” in it").arg(table.model.needle)
                                  : table.emptyTitle
        text: table.model.needle ? "" : table.emptyText
    }
}
