// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The text of a page that has nothing to show.
Column {
    id: state

    property alias title: heading.text
    property alias text: body.text

    spacing: Theme.gap
    width: Math.min(parent ? parent.width - 2 * Theme.wideGap : 0, Math.round(560 * Theme.zoom))

    Text {
        id: heading

        textFormat: Text.PlainText
        width: parent.width
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.WordWrap
        color: Theme.text
        font.pixelSize: Theme.fontHeading
        font.weight: Font.DemiBold
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }

    Text {
        id: body

        textFormat: Text.PlainText
        width: parent.width
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.WordWrap
        color: Theme.weakText
        font.pixelSize: Theme.fontText
        lineHeight: 1.3
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
}
