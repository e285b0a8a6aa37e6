// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

//! [reconnector]
RdmaReconnector {
    stream: RdmaStream { }
    onWaiting: msecs => console.log(`Trying again in ${msecs} ms`)
    Component.onCompleted: connectToHost("10.77.0.1", 7471)
}
//! [reconnector]
