// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

//! [stream]
RdmaStream {
    id: stream
    onConnected: send("hello\n")
    onReadyRead: {
        for (let line; (line = receiveLine()) !== undefined;)
            console.log(line)
    }
    onErrorOccurred: console.warn(rdmaError.text, rdmaError.hint)
    Component.onCompleted: connectToHost("10.77.0.1", 7471)
}
//! [stream]
