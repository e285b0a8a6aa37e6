// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

//! [error]
RdmaStream {
    onErrorOccurred: {
        if (rdmaError.cause === RdmaError.Cause.Refused)
            console.warn(rdmaError.text, rdmaError.hint);
    }
}
//! [error]
