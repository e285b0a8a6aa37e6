// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

// The sources of a cluster, which are made when it is known how many there are, and the load of
// their ports.
QtObject {
    property Component source: Component {
        RdmaSource {
            remote: true
        }
    }
    property RdmaPortLoadModel loads: RdmaPortLoadModel {
    }
}
