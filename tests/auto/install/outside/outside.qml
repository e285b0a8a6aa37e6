// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

QtObject {
    id: root

    property string text: devices.count + " devices" + (stream.state === RdmaStream.UnconnectedState ? "" : " connected") + stream.rdmaError.text

    property RdmaDeviceModel devices: RdmaDeviceModel {
        id: devices
        source: RdmaSource {
            sysfs: "/nonexistent"
        }
    }
    property RdmaStream stream: RdmaStream {
        id: stream
        onErrorOccurred: console.warn(rdmaError.text, rdmaError.hint)
    }
    property RdmaServer server: RdmaServer {
        onNewConnection: nextPendingConnection().abort()
    }
}
