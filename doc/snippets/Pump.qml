// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

RdmaStream {
    id: stream
    required property var file // of your own, with atEnd and read()
    onConnected: pump()
    onBytesWritten: pump()

    //! [pump]
    function pump() {
        while (stream.bytesToWrite() < 1024 * 1024 && !file.atEnd)
            stream.send(file.read(65536)) // again onBytesWritten
    }
    //! [pump]
}
