// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtRdma

Item {
    //! [source]
    RdmaSource { id: twiceASecond; interval: 500 }
    RdmaCounterModel { source: twiceASecond }
    //! [source]
}
