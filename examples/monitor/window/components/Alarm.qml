// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// A counter that moved and should stay zero, and the meaning of that.
Rectangle {
    id: alarm

    required property string name
    required property string meaning
    required property var increase
    required property real rate

    objectName: "alarm-" + name
    implicitHeight: words.implicitHeight + 2 * Theme.gap
    radius: Theme.radius * 0.75
    color: Qt.alpha(Theme.bad, 0.1)
    border.color: Qt.alpha(Theme.bad, 0.4)
    Accessible.role: Accessible.AlertMessage
    Accessible.name: heading.text + " " + body.text

    Column {
        id: words

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.margins: Theme.gap * 1.5

        Text {
            id: heading

            width: parent.width
            elide: Text.ElideMiddle
            textFormat: Text.PlainText
            text: qsTr("%1 +%2").arg(alarm.name).arg(alarm.increase)
            color: Theme.bad
            font.pixelSize: Theme.fontText
            font.weight: Font.DemiBold
        }

        Text {
            id: body

            width: parent.width
            wrapMode: Text.Wrap
            textFormat: Text.PlainText
            text: alarm.meaning || qsTr("It should stay zero.")
            color: Theme.bad
            font.pixelSize: Theme.fontText
        }
    }
}
