// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import RdmaMonitor

// The choice of a port. Those with alarms are marked.
Choice {
    id: choice

    required property Tables tables
    property string device
    property int port

    signal chosen(string device, int port)

    function textOf(device: string, port: int): string {
        return device ? qsTr("%1, port %2").arg(Words.inOneLine(device)).arg(port)
                      : qsTr("No port");
    }

    label: qsTr("Port")
    model: tables.ports
    textRole: "device"
    displayText: textOf(device, port)
    onActivated: index => {
        const { device: name, port: number } = tables.ports.get(index);
        chosen(name, number);
    }

    // qmllint disable unqualified
    delegate: ItemDelegate {
        id: option

        required property string device
        required property int port
        required property int index

        width: ListView.view.width
        text: choice.textOf(device, port)
        highlighted: choice.highlightedIndex === index
        Accessible.name: (contentItem as PortName).spoken

        contentItem: PortName {
            alarms: choice.tables.alarms
            device: option.device
            port: option.port
            text: option.text
        }
        background: Rectangle {
            color: option.highlighted ? Theme.hover : "transparent"
        }
    }
    // qmllint enable unqualified

    Binding {
        target: choice.popup
        property: "width"
        value: Math.max(choice.width, Math.round(280 * Theme.zoom))
    }
}
