// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import RdmaMonitor

// The pages, and below them the state of the program.
Rectangle {
    id: bar

    required property var pages // { name, title }
    property var hosts: [] // names; without them there is no choice
    property int host // whose pages these are
    property var counts: ({}) // by name: the number of rows
    property string alarmed // the page whose number is that of alarms
    property color alarmColor: Theme.bad
    property string current
    property string status
    property color statusColor: Theme.weakText

    property bool isNarrow: false
    readonly property real inset: Theme.gap * (isNarrow ? 0.75 : 1.25)

    signal chosen(string name)
    signal hostChosen(int row)

    implicitWidth: Math.round((isNarrow ? 156 : 176) * Theme.zoom)
    color: Theme.side

    Rectangle {
        anchors.right: parent.right
        width: 1
        height: parent.height
        color: Theme.line
    }

    Text {
        id: name

        x: Theme.wideGap
        y: Theme.wideGap
        textFormat: Text.PlainText
        text: "RDMA"
        color: Theme.text
        font.pixelSize: Theme.fontTitle
        font.weight: Font.Bold
    }

    Text {
        anchors.left: name.right
        anchors.leftMargin: Theme.gap * 0.75
        anchors.baseline: name.baseline
        textFormat: Text.PlainText
        text: qsTr("Monitor")
        color: Theme.weakText
        font.pixelSize: bar.isNarrow ? Theme.fontText : Theme.fontHeading
    }

    Choice {
        id: hostChoice

        objectName: "hostChoice"
        anchors.top: name.bottom
        anchors.topMargin: Theme.gap
        x: Theme.gap
        width: bar.width - 2 * Theme.gap - 1
        visible: bar.hosts.length > 0
        model: bar.hosts
        currentIndex: bar.host
        label: qsTr("Host")
        onActivated: index => bar.hostChosen(index)
    }

    ListView {
        id: list

        objectName: "navigation"
        anchors.fill: parent
        anchors.topMargin: name.y + name.height + Theme.wideGap
            + (hostChoice.visible ? hostChoice.height + Theme.gap : 0)
        anchors.bottomMargin: foot.height + 2 * Theme.wideGap
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap + 1
        spacing: 2
        interactive: contentHeight > height
        keyNavigationEnabled: true
        activeFocusOnTab: true
        model: bar.pages
        currentIndex: bar.pages.findIndex(page => page.name === bar.current)
        onCurrentIndexChanged: {
            if (activeFocus && currentIndex >= 0)
                bar.chosen(bar.pages[currentIndex].name);
        }
        Accessible.role: Accessible.PageTabList
        Accessible.name: qsTr("Pages")

        // qmllint disable unqualified
        delegate: Rectangle {
            id: entry

            required property var modelData
            required property int index
            readonly property bool isCurrent: modelData.name === bar.current
            readonly property bool isAlarmed: modelData.name === bar.alarmed
            readonly property int amount: bar.counts[modelData.name] ?? 0

            objectName: "page-" + modelData.name
            width: ListView.view.width
            height: Math.round(36 * Theme.zoom)
            radius: Theme.radius * 0.75
            color: isCurrent ? Theme.selection : pointer.containsMouse ? Theme.hover : "transparent"
            border.color: Theme.accent
            border.width: isCurrent && ListView.view.activeFocus ? 2 : 0
            Accessible.role: Accessible.PageTab
            Accessible.name: amount > 0 ? qsTr("%1, %2").arg(modelData.title).arg(amount)
                                        : modelData.title
            Accessible.selected: isCurrent
            Accessible.onPressAction: bar.chosen(modelData.name)

            Text {
                anchors.verticalCenter: parent.verticalCenter
                anchors.left: parent.left
                anchors.right: number.left
                anchors.leftMargin: bar.inset
                textFormat: Text.PlainText
                text: entry.modelData.title
                elide: Text.ElideRight
                color: Theme.text
                font.pixelSize: Theme.fontText
                font.weight: entry.isCurrent ? Font.DemiBold : Font.Normal
            }

            Text {
                id: number

                anchors.verticalCenter: parent.verticalCenter
                anchors.right: parent.right
                anchors.rightMargin: bar.inset
                textFormat: Text.PlainText
                text: entry.amount > 0 ? entry.amount : ""
                color: entry.isAlarmed ? bar.alarmColor : Theme.weakText
                font.pixelSize: Theme.fontSmall
                font.weight: entry.isAlarmed ? Font.Bold : Font.Normal
            }

            MouseArea {
                id: pointer

                anchors.fill: parent
                hoverEnabled: true
                onClicked: bar.chosen(entry.modelData.name)
            }
        }
        // qmllint enable unqualified
    }

    Row {
        id: foot

        x: Theme.wideGap
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.wideGap
        spacing: Theme.gap

        Rectangle {
            width: Math.round(8 * Theme.zoom)
            height: width
            radius: width / 2
            y: Math.round((status.font.pixelSize * 1.2 - height) / 2)
            color: bar.statusColor
        }

        Text {
            id: status

            objectName: "status"
            width: bar.width - 2 * Theme.wideGap - 2 * Theme.gap
            wrapMode: Text.WordWrap
            textFormat: Text.PlainText
            text: bar.status
            color: Theme.weakText
            font.pixelSize: Theme.fontSmall
            Accessible.role: Accessible.StatusBar
            Accessible.name: text
        }
    }
}
