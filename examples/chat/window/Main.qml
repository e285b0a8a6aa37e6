// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import ChatWindow
import QtRdma

ApplicationWindow {
    id: window

    property string relayAddress // host[:port]; connects at once when there is a name, too
    property string listenAddress // a room of this window's own
    property int listenPort: 4747
    property string name
    property string downloadDirectory
    property int transport: Rdma.TransportPolicy.PreferRdma
    property bool dark: false

    readonly property alias client: client
    readonly property alias conversation: conversation
    readonly property RdmaStream stream: client.stream as RdmaStream
    readonly property bool isPresent: client.state === ChatClient.Present
    property string recipient // empty: all

    title: client.name.length > 0 ? qsTr("Chat over RDMA: %1").arg(client.name)
                                  : qsTr("Chat over RDMA")
    width: 860
    height: 560
    minimumWidth: 520
    minimumHeight: 320
    visible: true

    palette.window: dark ? "#14181d" : "#f4f6f8"
    palette.windowText: dark ? "#e6eaee" : "#1b2229"
    palette.base: dark ? "#1d2329" : "#ffffff"
    palette.text: dark ? "#e6eaee" : "#1b2229"
    palette.button: dark ? "#2e363f" : "#dbe1e7"
    palette.buttonText: dark ? "#e6eaee" : "#1b2229"
    palette.mid: dark ? "#59636e" : "#9aa6b2"
    palette.midlight: dark ? "#2e363f" : "#dbe1e7"
    palette.dark: dark ? "#4ea3e8" : "#0b6cb5"
    palette.highlight: dark ? "#4ea3e8" : "#0b6cb5"
    palette.link: dark ? "#e58bc1" : "#a03c7c"
    palette.brightText: dark ? "#ff7b6b" : "#b8331f"
    palette.placeholderText: dark ? "#9aa6b2" : "#5b6875"

    ChatClient {
        id: client

        name: window.name
        downloadDirectory: window.downloadDirectory
        policy: window.transport
        transport: Component {
            RdmaStream {
            }
        }
        onStateChanged: if (state === ChatClient.Present) line.forceActiveFocus()
    }
    ChatRelay {
        policy: window.transport
        server: RdmaServer {
            id: server
        }
    }
    Conversation {
        id: conversation

        client: client
    }

    Component.onCompleted: {
        if (listenAddress.length > 0 && !server.listen(listenAddress, listenPort))
            conversation.add("problem", "", server.rdmaError.text + " " + server.rdmaError.hint);
        if (relayAddress.length > 0 && name.length > 0)
            client.connectTo(relayAddress);
    }
    onClosing: client.leave()

    Shortcut {
        sequences: [StandardKey.Quit] // qmllint disable unqualified
        onActivated: window.close()
    }
    Shortcut {
        sequences: [StandardKey.Cancel] // qmllint disable unqualified
        onActivated: window.recipient = ""
    }
    Shortcut {
        sequence: "Ctrl+T" // of Ctrl+D fields of text make Delete
        onActivated: window.dark = !window.dark
    }

    DropArea {
        anchors.fill: parent
        enabled: window.isPresent
        onDropped: drop => drop.urls.forEach(
            file => client.sendFile(file.toString(), window.recipient))
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: 12
        spacing: 10

        RowLayout {
            visible: !window.isPresent
            TextField {
                id: relayField

                objectName: "relay"
                text: window.relayAddress
                placeholderText: qsTr("Relay: host or host:port")
                focus: true
                Layout.fillWidth: true
                onAccepted: joinButton.clicked()
            }
            TextField {
                id: nameField

                objectName: "name"
                text: window.name
                placeholderText: qsTr("Your name")
                onAccepted: joinButton.clicked()
            }
            Button {
                id: joinButton

                objectName: "join"
                text: client.state === ChatClient.Unconnected ? qsTr("&Join")
                    : client.state === ChatClient.Waiting ? qsTr("Waiting…")
                    : qsTr("Connecting…")
                enabled: client.state === ChatClient.Unconnected
                onClicked: {
                    if (!enabled)
                        return;
                    client.name = nameField.text;
                    client.connectTo(relayField.text);
                }
            }
        }

        RowLayout {
            spacing: 12
            Layout.fillWidth: true
            Layout.fillHeight: true

            Rectangle {
                color: window.palette.base
                radius: 6
                Layout.fillWidth: true
                Layout.fillHeight: true

                ListView {
                    id: messages

                    objectName: "messages"
                    anchors.fill: parent
                    anchors.margins: 10
                    clip: true
                    spacing: 6
                    model: conversation
                    delegate: MessageRow {
                        ownName: client.name // qmllint disable unqualified
                        width: ListView.view.width
                    }
                    ScrollBar.vertical: ScrollBar {
                    }
                    // The end stays in view for a reader who is at the end.
                    property bool atTheEnd: true
                    onMovementEnded: atTheEnd = atYEnd
                    // Only Qt 6.4's qmllint warns of callLater(), in a category of its own.
                    onCountChanged: {
                        if (atTheEnd)
                            Qt.callLater(positionViewAtEnd) // qmllint disable
                    }
                }
            }
            ColumnLayout {
                Layout.preferredWidth: 170
                Layout.maximumWidth: 170
                Layout.fillHeight: true
                Label {
                    textFormat: Text.PlainText
                    text: qsTr("In the room (%1)").arg(client.members.length)
                    font.bold: true
                }
                ListView {
                    id: members

                    objectName: "members"
                    model: client.members
                    clip: true
                    activeFocusOnTab: true
                    keyNavigationEnabled: true
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Keys.onReturnPressed: (currentItem as ItemDelegate)?.clicked()
                    // qmllint disable unqualified
                    delegate: ItemDelegate {
                        id: member

                        required property string modelData

                        contentItem: Label {
                            text: member.modelData
                            textFormat: Text.PlainText // others chose it
                            elide: Text.ElideRight
                            color: member.highlighted ? window.palette.base
                                                      : window.palette.windowText
                        }
                        Accessible.name: modelData
                        enabled: modelData !== client.name
                        highlighted: modelData === window.recipient
                        width: ListView.view.width
                        // Sends to this member only; a second click sends to all.
                        onClicked: {
                            window.recipient = highlighted ? "" : modelData;
                            line.forceActiveFocus();
                        }
                    }
                    // qmllint enable unqualified
                }
                Label {
                    text: window.isPresent && window.stream
                            ? qsTr("%1 %2").arg(window.stream.peerAddress).arg(client.way)
                            : qsTr("Not connected")
                    textFormat: Text.PlainText
                    wrapMode: Text.Wrap
                    opacity: 0.7
                    font.pixelSize: 12
                    Layout.fillWidth: true
                }
            }
        }

        RowLayout {
            Label {
                objectName: "recipient"
                text: qsTr("To %1 only:").arg(window.recipient)
                textFormat: Text.PlainText
                visible: window.recipient.length > 0
                color: window.palette.link
                elide: Text.ElideRight
                Layout.maximumWidth: 200
            }
            TextField {
                id: line

                objectName: "line"
                enabled: window.isPresent
                maximumLength: 4096
                placeholderText: window.recipient.length > 0
                    ? qsTr("Esc: to all again")
                    : qsTr("To all; drop a file here to send it")
                Layout.fillWidth: true
                onAccepted: {
                    client.say(text, window.recipient);
                    clear();
                }
            }
            TextField {
                id: fileField

                objectName: "file"
                visible: fileButton.checked
                placeholderText: qsTr("Path of a file")
                Layout.fillWidth: true
                onAccepted: {
                    client.sendFile(text, window.recipient);
                    clear();
                    fileButton.checked = false;
                }
            }
            Button {
                id: fileButton

                objectName: "fileButton"
                text: qsTr("&File…")
                enabled: window.isPresent
                checkable: true
                onCheckedChanged: (checked ? fileField : line).forceActiveFocus()
            }
            Button {
                text: window.dark ? qsTr("&Light") : qsTr("&Dark")
                onClicked: window.dark = !window.dark
            }
        }
    }
}
