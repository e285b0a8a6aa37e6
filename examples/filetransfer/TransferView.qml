// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts

// The progress of one transfer.
ColumnLayout {
    id: view

    required property Transfer transfer
    required property color problemText
    readonly property bool running: transfer.state === Transfer.Running
    readonly property bool asking: transfer.state === Transfer.Asking
    readonly property Incoming offered: asking ? transfer as Incoming : null

    spacing: 4
    visible: transfer.state !== Transfer.Idle

    function inUnits(bytes: real): string {
        return Qt.locale().formattedDataSize(bytes, 1, Locale.DataSizeSIFormat);
    }

    function statusText(): string {
        if (offered)
            return qsTr("%1. Take it?").arg(inUnits(transfer.size));
        if (asking)
            return qsTr("Somebody there is asked whether to take it");
        if (!running)
            return transfer.text;
        return qsTr("%1 of %2, %3/s").arg(inUnits(transfer.moved)).arg(inUnits(transfer.size))
            .arg(inUnits(transfer.rate));
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
            text: view.transfer.peer
            textFormat: Text.PlainText
            opacity: 0.7
        }
        Button {
            objectName: "take"
            text: qsTr("&Take it")
            visible: view.offered !== null
            Accessible.name: qsTr("Take %1").arg(view.transfer.name)
            onClicked: view.offered.accept()
        }
        Button {
            objectName: "decline"
            text: qsTr("&Decline")
            visible: view.offered !== null
            Accessible.name: qsTr("Decline %1").arg(view.transfer.name)
            onClicked: view.offered.decline()
        }
        Button {
            objectName: "cancel"
            text: qsTr("Cancel")
            visible: view.running || (view.asking && view.offered === null)
            Accessible.name: qsTr("Cancel the transfer of %1").arg(view.transfer.name)
            onClicked: view.transfer.cancel()
        }
    }
    ProgressBar {
        id: bar

        objectName: "bar"
        visible: view.running || view.transfer.state === Transfer.Done
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
        text: view.statusText()
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        color: view.transfer.state === Transfer.Failed ? view.problemText : palette.windowText
        Layout.fillWidth: true
    }
}
