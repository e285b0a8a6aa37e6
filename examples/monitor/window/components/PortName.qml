// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The name of a port, and its mark if it has alarms.
Item {
    id: name

    required property AlarmList alarms
    required property string device
    required property int port
    property alias text: words.text
    readonly property string spoken:
        mark.visible ? qsTr("%1, %2").arg(text).arg(mark.text) : text

    implicitHeight: Math.max(mark.implicitHeight, words.implicitHeight)

    ElidedText {
        id: words

        anchors.left: parent.left
        anchors.right: mark.visible ? mark.left : parent.right
        anchors.verticalCenter: parent.verticalCenter
        elide: Text.ElideMiddle
    }

    AlarmMark {
        id: mark

        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        alarms: name.alarms
        device: name.device
        port: name.port
    }
}
