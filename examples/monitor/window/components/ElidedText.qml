// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// A text in one line. The whole of it is in the tool tip where the line is too short.
Text {
    id: line

    textFormat: Text.PlainText
    elide: Text.ElideRight
    color: Theme.text
    font.pixelSize: Theme.fontText
    Accessible.role: Accessible.StaticText
    Accessible.name: text

    HoverHandler {
        id: pointer
    }

    ToolTip {
        id: whole

        visible: line.truncated && pointer.hovered
        delay: 600
        contentItem: Text {
            text: line.text
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            color: Theme.text
            font.pixelSize: Theme.fontText
        }
    }
}
