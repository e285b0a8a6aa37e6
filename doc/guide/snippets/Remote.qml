// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml

//! [remote]
RemoteReader {
    onReady: read(0, 4096)
    onReceived: bytes => console.log(bytes.byteLength)
    onFailed: reason => console.warn(reason)
    Component.onCompleted: connectToHost("10.77.0.1", 7471)
}
//! [remote]
