// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

//! [load]
RdmaPortLoadModel {
    RdmaSource { }
    RdmaSource { id: other; remote: true }
}
//! [load]
