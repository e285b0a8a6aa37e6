// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// A quiet button. Its tool tip is its action, with the keys.
Button {
    id: button

    property string hint
    property string words
    property string sign // in place of the words where there is little room
    property bool isShort: false

    implicitHeight: Theme.control
    opacity: enabled ? 1 : 0.5
    leftPadding: isShort ? 0 : Theme.gap * 1.5
    rightPadding: leftPadding
    text: isShort ? sign : words
    Accessible.name: words || text
    font.pixelSize: Theme.fontText
    Accessible.description: hint
    ToolTip.visible: hint && hovered
    ToolTip.delay: 600
    ToolTip.text: hint

    contentItem: Text {
        textFormat: Text.PlainText
        text: button.text
        font: button.font
        color: button.highlighted || button.checked ? Theme.accentText : Theme.text
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
    }
    background: Rectangle {
        radius: Theme.radius * 0.75
        color: button.highlighted || button.checked ? Theme.accent
            : button.down || button.hovered ? Theme.hover : Theme.card
        border.color: button.visualFocus ? Theme.accent : Theme.line
        border.width: button.visualFocus ? 2 : 1
    }
}
