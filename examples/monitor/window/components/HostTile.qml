// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Layouts
import RdmaMonitor

// A host of a cluster: its state, its traffic in the last minute, and whether something is wrong.
Card {
    id: tile

    required property int index
    required property string name
    required property string state
    required property string stateText
    required property int devices
    required property int ports
    required property int alarms
    required property string traffic
    required property real clockOffset
    required property int skipped
    required property History history
    property bool isCurrent: false

    readonly property bool isLive: state === "Live"
    readonly property color tint: state === "Connecting" ? Theme.weakText
        : !isLive ? Theme.bad : alarms > 0 ? Theme.warning : Theme.good
    readonly property string detail: !visible ? ""
        : isLive ? facts().filter(text => text).join(" · ") : stateText

    signal chosen

    // A clock that differs by less cannot be told from a slow network.
    function clock(): string {
        const seconds = Math.round(clockOffset / 1000);
        return Math.abs(clockOffset) < 2000 ? ""
            : seconds > 0 ? qsTr("Its clock is %1 s ahead").arg(seconds)
                          : qsTr("Its clock is %1 s behind").arg(-seconds);
    }

    function facts(): var {
        return [
            alarms > 0 ? qsTr("Bad ports: %1 of %2").arg(alarms).arg(ports)
                       : qsTr("Ports: %1").arg(ports),
            clock(), skipped > 0 ? qsTr("Skipped samples: %1").arg(skipped) : ""
        ];
    }

    objectName: `host-${index}`
    border.color: isCurrent ? Theme.accent : Theme.line
    border.width: isCurrent ? 2 : 1
    Accessible.role: Accessible.ListItem
    Accessible.name: Desk.isSpoken && visible ? `${name}: ${detail}, ${traffic}` : name
    Accessible.onPressAction: chosen()

    TapHandler {
        onTapped: tile.chosen()
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.gap
        spacing: Theme.gap / 4

        InnerGrid {
            Rectangle {
                implicitWidth: Math.round(10 * Theme.zoom)
                implicitHeight: implicitWidth
                radius: width / 2
                color: tile.tint
            }

            Text {
                Layout.fillWidth: true
                textFormat: Text.PlainText
                text: Words.inOneLine(tile.name)
                color: tile.isLive ? Theme.text : Theme.weakText
                elide: Text.ElideMiddle
                font.pixelSize: Theme.fontHeading
                font.weight: Font.DemiBold
            }

            Text {
                objectName: "alarm"
                visible: tile.alarms > 0
                textFormat: Text.PlainText
                text: `⚠ ${tile.alarms}`
                color: Theme.bad
                font.pixelSize: Theme.fontText
                font.weight: Font.Bold
            }
        }

        ElidedText {
            objectName: "detail"
            Layout.fillWidth: true
            text: tile.detail
            color: tile.isLive ? Theme.weakText : Theme.bad
            font.pixelSize: Theme.fontSmall
        }

        Plot {
            objectName: "tileTraffic"
            Layout.fillWidth: true
            Layout.fillHeight: true
            clip: true
            opacity: tile.isLive ? 1 : 0.4
            history: tile.history
            keys: [`${tile.index}/sent`, `${tile.index}/received`]
            colors: [Theme.seriesColor(0), Theme.seriesColor(1)]
            downwards: [false, true] // where both are the same, one would hide the other
            lineWidth: 1.5 * Theme.zoom
        }

        Text {
            Layout.fillWidth: true
            textFormat: Text.PlainText
            text: tile.visible ? tile.traffic : ""
            color: tile.isLive ? Theme.text : Theme.weakText
            elide: Text.ElideRight
            font.pixelSize: Theme.fontSmall
        }
    }
}
