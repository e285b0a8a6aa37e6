// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// A choice of one of a few views, side by side.
Row {
    id: segments

    required property var names
    property int currentIndex: 0

    spacing: Theme.gap / 2
    Accessible.role: Accessible.PageTabList

    Repeater {
        model: segments.names

        // qmllint disable unqualified
        AbstractButton {
            id: segment

            required property string modelData
            required property int index
            readonly property bool isCurrent: index === segments.currentIndex

            objectName: "segment-" + index
            height: Theme.control
            leftPadding: Theme.gap * 1.5
            rightPadding: Theme.gap * 1.5
            text: modelData
            Accessible.role: Accessible.PageTab
            Accessible.name: text
            Accessible.selected: isCurrent
            onClicked: segments.currentIndex = index

            contentItem: Text {
                textFormat: Text.PlainText
                text: segment.text
                color: segment.isCurrent ? Theme.text : Theme.weakText
                font.pixelSize: Theme.fontText
                font.weight: segment.isCurrent ? Font.DemiBold : Font.Normal
                verticalAlignment: Text.AlignVCenter
            }
            background: Rectangle {
                radius: Theme.radius * 0.75
                color: segment.isCurrent ? Theme.selection
                    : segment.hovered ? Theme.hover : "transparent"
                border.color: segment.visualFocus ? Theme.accent : "transparent"
                border.width: segment.visualFocus ? 2 : 0
            }
        }
        // qmllint enable unqualified
    }
}
