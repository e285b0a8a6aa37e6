// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtRdma

// The streams and queue pairs that this program has, as the library counts them.
ListView {
    id: view

    implicitHeight: contentHeight
    spacing: 8
    clip: true
    boundsBehavior: Flickable.StopAtBounds
    model: RdmaConnectionModel {
        source: RdmaSource {
            interval: 500
        }
    }
    delegate: ConnectionView {
        width: ListView.view.width
    }
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Connections of this program")

    ScrollBar.vertical: ScrollBar {
    }
}
