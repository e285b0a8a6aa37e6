// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// Shows only rows that have this in them.
TextField {
    id: field

    implicitHeight: Theme.control
    implicitWidth: Math.round(180 * Theme.zoom)
    leftPadding: Theme.gap * 1.25
    font.pixelSize: Theme.fontText
    color: Theme.text
    placeholderTextColor: Theme.weakText
    selectByMouse: true
    Accessible.name: qsTr("Filter rows")
    Keys.onEscapePressed: {
        clear();
        focus = false;
    }

    background: Rectangle {
        radius: Theme.radius * 0.75
        color: Theme.field
        border.color: field.activeFocus ? Theme.accent : Theme.line
        border.width: field.activeFocus ? 2 : 1
    }
}
