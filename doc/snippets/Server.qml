// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

//! [server]
RdmaServer {
    onNewConnection: nextPendingConnection().send("welcome\n")
    Component.onCompleted: if (!listen("", 7471)) console.warn(rdmaError.text, rdmaError.hint)
}
//! [server]
