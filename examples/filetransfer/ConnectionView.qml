// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts

// One stream or queue pair, with the roles of RdmaConnectionModel.
ColumnLayout {
    id: view

    required property string kind
    required property string transport
    required property string state
    required property string device
    required property string local
    required property string peer
    required property real bytesSent
    required property real bytesReceived
    required property real sendRate
    required property real receiveRate
    required property real messagesSent
    required property real messagesReceived
    required property int inFlight
    required property int credit
    required property real roundTrip
    required property int receiverNotReady
    required property int flushed
    required property string error
    required property string hint

    readonly property var states: ({
        Unconnected: qsTr("unconnected"), HostLookup: qsTr("looking up the host"),
        Connecting: qsTr("connecting"), Connected: qsTr("connected"), Bound: qsTr("bound"),
        Listening: qsTr("listening"), Closing: qsTr("closing")
    })
    readonly property string title: qsTr("%1 over %2, %3")
        .arg(kind === "Stream" ? qsTr("Stream") : qsTr("Queue pair"))
        .arg(transport === "Tcp" ? "TCP" : "RDMA").arg(states[state] ?? state)
    readonly property string ends: state === "Unconnected" && !peer
        ? "" : qsTr("%1 → %2").arg(local).arg(peer)
    readonly property string traffic: qsTr("Sent %1 in %2 messages, %3/s. Received %4 in %5, %6/s.")
        .arg(inUnits(bytesSent)).arg(messagesSent).arg(inUnits(sendRate))
        .arg(inUnits(bytesReceived)).arg(messagesReceived).arg(inUnits(receiveRate))
    readonly property string flow:
        qsTr("In flight %1 · credit %2 · round trip %3 · receiver not ready %4 · flushed %5")
        .arg(inFlight).arg(credit < 0 ? "–" : credit)
        .arg(roundTrip < 0 ? "–" : qsTr("%1 µs").arg(
                 roundTrip.toLocaleString(Qt.locale(), "f", 0)))
        .arg(receiverNotReady).arg(flushed)

    function inUnits(bytes: real): string {
        return Qt.locale().formattedDataSize(bytes, 1, Locale.DataSizeSIFormat);
    }

    spacing: 2
    Accessible.role: Accessible.ListItem
    Accessible.name: `${title}, ${ends}, ${traffic} ${flow} ${error}`

    RowLayout {
        spacing: 8

        Label {
            textFormat: Text.PlainText
            text: view.title
            font.bold: true
        }
        Label {
            textFormat: Text.PlainText
            text: view.ends
            elide: Text.ElideMiddle
            opacity: 0.8
            Layout.fillWidth: true
        }
        Label {
            textFormat: Text.PlainText
            text: view.device
            opacity: 0.8
        }
    }
    Repeater {
        model: [view.traffic, view.flow]

        Label {
            required property string modelData

            textFormat: Text.PlainText
            text: modelData
            wrapMode: Text.Wrap
            opacity: 0.8
            font.pixelSize: 12
            Layout.fillWidth: true
        }
    }
    Label {
        textFormat: Text.PlainText
        text: `${view.error}. ${view.hint}`
        visible: view.error.length > 0
        wrapMode: Text.Wrap
        font.pixelSize: 12
        Layout.fillWidth: true
    }
}
