// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

//! [stream]
RdmaTlsStream {
    caCertificates: "authority.pem"
    onEncrypted: send("hello\n")
    onErrorOccurred: console.warn(rdmaError.text, sslErrorTexts)
    Component.onCompleted: connectToHostEncrypted("host.example", 7471)
}
//! [stream]
