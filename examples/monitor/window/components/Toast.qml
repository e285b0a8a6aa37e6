// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// A line that shows for a moment what was done.
Rectangle {
    id: toast

    property alias text: label.text
    property color tint: Theme.text

    function show(message: string, isError: bool) {
        text = message;
        tint = isError ? Theme.bad : Theme.text;
        opacity = 1;
        timer.restart();
    }

    implicitWidth: Math.min(label.implicitWidth + 3 * Theme.gap,
                            parent ? parent.width - 2 * Theme.wideGap : 0)
    implicitHeight: label.implicitHeight + 2 * Theme.gap
    radius: Theme.radius
    color: Theme.card
    border.color: Theme.line
    opacity: 0
    visible: opacity > 0
    Accessible.role: Accessible.AlertMessage
    Accessible.name: text

    Behavior on opacity {
        NumberAnimation {
            duration: 150
        }
    }

    Text {
        id: label

        textFormat: Text.PlainText
        anchors.centerIn: parent
        width: Math.min(implicitWidth, toast.width - 2 * Theme.gap)
        elide: Text.ElideMiddle
        color: toast.tint
        font.pixelSize: Theme.fontText
    }

    Timer {
        id: timer

        interval: 3000
        onTriggered: toast.opacity = 0
    }
}
