// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The number of open alarms of a device or of one of its ports; nothing if there are none.
Pill {
    id: mark

    required property AlarmList alarms
    required property string device
    property int port: -1 // all of them
    property bool isShort: false
    readonly property bool isSeen: parent?.visible ?? false
    // The number of all alarms, so that these are counted again whenever that may have changed.
    readonly property int amount: isSeen && alarms.count > 0 ? alarms.openOf(device, port) : 0
    readonly property int active: isSeen && alarms.count > 0 ? alarms.activeOf(device, port) : 0
    readonly property string words: amount === 1 ? qsTr("1 alarm") : qsTr("%1 alarms").arg(amount)

    objectName: "alarmMark"
    visible: amount > 0
    text: isShort ? `${amount}` : words
    Accessible.name: words
    tint: active > 0 ? Theme.bad : Theme.warning
}
