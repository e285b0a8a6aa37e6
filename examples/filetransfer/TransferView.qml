// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts

// The progress of one transfer.
ColumnLayout {
    id: view

    required property Transfer transfer
    readonly property bool running: transfer.state === Transfer.Running

    spacing: 4
    visible: transfer.state !== Transfer.Idle

    function inUnits(bytes: real): string {
        return Qt.locale().formattedDataSize(bytes, 1, Locale.DataSizeSIFormat);
    }

    RowLayout {
        Label {
            text: view.transfer.name || qsTr("(no name yet)")
            textFormat: Text.PlainText // a peer chose it
            elide: Text.ElideMiddle
            font.bold: true
            Layout.fillWidth: true
        }
        Label {
            textFormat: Text.PlainText
            text: view.transfer.peer
            opacity: 0.7
        }
        Button {
            objectName: "cancel"
            text: qsTr("Cancel")
            visible: view.running
            Accessible.name: qsTr("Cancel the transfer of %1").arg(view.transfer.name)
            onClicked: view.transfer.cancel()
        }
    }
    ProgressBar {
        id: bar

        value: view.transfer.size > 0 ? view.transfer.moved / view.transfer.size
            : view.transfer.state === Transfer.Done ? 1 : 0
        Layout.fillWidth: true
    }
    Label {
        text: view.transfer.way
        visible: text.length > 0
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        opacity: 0.7
        font.pixelSize: 12
        Layout.fillWidth: true
    }
    Label {
        objectName: "status"
        text: view.running
            ? qsTr("%1 of %2, %3/s").arg(view.inUnits(view.transfer.moved))
                .arg(view.inUnits(view.transfer.size)).arg(view.inUnits(view.transfer.rate))
            : view.transfer.text
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        opacity: 0.8
        Layout.fillWidth: true
    }
}
