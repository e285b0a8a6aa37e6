// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// A choice of one value, in a list that opens.
ComboBox {
    id: choice

    required property string label

    implicitHeight: Theme.control
    font.pixelSize: Theme.fontText
    leftPadding: Theme.gap * 1.25
    Accessible.name: qsTr("%1: %2").arg(label).arg(displayText)

    contentItem: Text {
        textFormat: Text.PlainText
        text: choice.displayText
        font: choice.font
        color: Theme.text
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }
    background: Rectangle {
        radius: Theme.radius * 0.75
        color: choice.hovered ? Theme.hover : Theme.card
        border.color: choice.visualFocus ? Theme.accent : Theme.line
        border.width: choice.visualFocus ? 2 : 1
    }
    indicator: Text {
        x: choice.width - width - Theme.gap
        y: (choice.height - height) / 2
        textFormat: Text.PlainText
        text: "▾"
        color: Theme.weakText
        font.pixelSize: Theme.fontText
    }
}
