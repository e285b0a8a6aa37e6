// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// A surface for things that belong together.
Rectangle {
    color: Theme.card
    border.color: Theme.line
    radius: Theme.radius
}
