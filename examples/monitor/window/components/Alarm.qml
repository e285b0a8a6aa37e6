// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// An alarm on the page of its port.
Rectangle {
    id: alarm

    required property string key
    required property string kind
    required property string name
    required property string text
    required property date first
    required property date last
    required property real amount
    required property real rate
    required property string state
    readonly property color tint: state === "Active" ? Theme.bad : Theme.warning
    readonly property string heading: kind === "Counter"
        ? qsTr("%1 +%2").arg(name).arg(amount) : qsTr("%1 (%2 times)").arg(text).arg(amount)
    readonly property string times: qsTr("since %1, last at %2")
        .arg(Qt.formatTime(first, "hh:mm:ss")).arg(Qt.formatTime(last, "hh:mm:ss"))

    signal acknowledged

    objectName: "alarm-" + name
    implicitHeight: content.implicitHeight + 2 * Theme.gap
    radius: Theme.radius * 0.75
    color: Qt.alpha(tint, 0.1)
    border.color: Qt.alpha(tint, 0.4)
    Accessible.role: Accessible.AlertMessage
    Accessible.name: qsTr("%1, %2, %3").arg(heading).arg(times).arg(body.text)

    RowLayout {
        id: content

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.gap * 1.5
        anchors.rightMargin: Theme.gap
        spacing: Theme.gap * 1.5

        InnerGrid {
            columns: 1
            rowSpacing: Theme.gap / 4

            ElidedText {
                Layout.fillWidth: true
                elide: Text.ElideMiddle
                text: Words.inOneLine(alarm.heading)
                color: alarm.tint
                font.weight: Font.DemiBold
            }

            Text {
                id: body

                Layout.fillWidth: true
                visible: alarm.kind === "Counter"
                wrapMode: Text.Wrap
                textFormat: Text.PlainText
                text: alarm.text || qsTr("It should stay zero.")
                color: Theme.text
                font.pixelSize: Theme.fontText
            }

            ElidedText {
                objectName: "times"
                Layout.fillWidth: true
                text: alarm.rate > 0
                    ? qsTr("%1, %2 now").arg(alarm.times).arg(Desk.withUnit(alarm.rate, "/s"))
                    : alarm.times
                color: Theme.weakText
                font.pixelSize: Theme.fontSmall
            }
        }

        FlatButton {
            objectName: "acknowledge-" + alarm.name
            text: qsTr("Acknowledge")
            hint: qsTr("Hide this until it happens again")
            onClicked: alarm.acknowledged()
        }
    }
}
