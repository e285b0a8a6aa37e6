// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import RdmaMonitor

// Asks for a file, and writes the rows of a page into it.
Popup {
    id: dialog

    property SortedTable model
    property var rows: [] // the selected ones
    property string pageName

    signal saved(string message, bool isError)

    function ask(table: SortedTable, selected: var, page: string) {
        model = table;
        rows = selected;
        pageName = page;
        onlySelected.checked = false;
        file.text = `rdma-${page}.csv`;
        open();
    }

    function save() {
        const problem = Desk.save(model, onlySelected.checked ? rows : [], file.text);
        saved(problem || qsTr("Saved %1").arg(file.text), problem !== "");
        if (!problem)
            close();
    }

    anchors.centerIn: parent
    width: Math.min(parent.width - 2 * Theme.wideGap, Math.round(460 * Theme.zoom))
    padding: Theme.wideGap * 1.25
    modal: true
    onOpened: {
        file.forceActiveFocus();
        file.select(0, file.text.lastIndexOf("."));
    }

    background: Card {
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.gap * 1.5

        Text {
            textFormat: Text.PlainText
            text: qsTr("Export %1 rows").arg(
                onlySelected.checked ? dialog.rows.length : dialog.model ? dialog.model.count : 0)
            color: Theme.text
            font.pixelSize: Theme.fontHeading
            font.weight: Font.DemiBold
        }

        SearchField {
            id: file

            objectName: "exportFile"
            Layout.fillWidth: true
            placeholderText: qsTr("File")
            Accessible.name: qsTr("File name, which ends with .csv or .json")
            Keys.onEscapePressed: dialog.close()
            onAccepted: dialog.save()
        }

        RowLayout {
            spacing: Theme.gap

            Repeater {
                model: ["csv", "json"]

                // qmllint disable unqualified
                FlatButton {
                    required property string modelData

                    objectName: "format-" + modelData
                    text: modelData.toUpperCase()
                    highlighted: file.text.endsWith("." + modelData)
                    onClicked: file.text = file.text.replace(/\.[^.\/]*$/, "") + "." + modelData
                }
                // qmllint enable unqualified
            }

            CheckBox {
                id: onlySelected

                objectName: "onlySelected"
                enabled: dialog.rows.length > 0
                text: dialog.rows.length > 1 ? qsTr("Selected rows only")
                                             : qsTr("Selected row only")
                font.pixelSize: Theme.fontText
            }
        }

        RowLayout {
            Layout.alignment: Qt.AlignRight
            spacing: Theme.gap

            FlatButton {
                text: qsTr("Cancel")
                onClicked: dialog.close()
            }

            FlatButton {
                objectName: "save"
                text: qsTr("Save")
                highlighted: true
                enabled: file.text !== ""
                onClicked: dialog.save()
            }
        }
    }
}
