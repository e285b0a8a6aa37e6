// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Dialogs
import QtQuick.Layouts
import QtQuick.Templates as T
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
    property string theme: "system" // or "light", "dark"
    readonly property bool dark: theme === "dark" || (theme === "system" && systemIsDark)
    readonly property color problemText: dark ? "#ff7b6b" : "#b8331f"
    readonly property bool systemIsDark:
        system.windowText.hslLightness > system.window.hslLightness
    // Large windows are on large screens, which people look at from further away.
    readonly property real zoom: Math.max(1, Math.min(2.5, width / 1920, height / 1080))

    readonly property Item overlay: T.Overlay.overlay
    readonly property alias client: client
    readonly property alias conversation: conversation
    readonly property RdmaStream stream: client.stream as RdmaStream
    readonly property bool isPresent: client.state === ChatClient.Present
    property bool isClosing: false // it has left the room for that
    property string recipient // empty: all
    property string nextName // joins again under this name when it has left
    property int unread: 0 // messages that came while nobody looked

    readonly property string plainTitle: client.name.length > 0
        ? qsTr("Chat over RDMA: %1").arg(client.name) : qsTr("Chat over RDMA")
    readonly property bool isRead: active && messages.atTheEnd

    title: unread > 0 ? qsTr("(%1) %2").arg(unread).arg(plainTitle) : plainTitle
    width: 860
    height: 560
    minimumWidth: 520
    minimumHeight: 320
    visible: true

    palette.window: dark ? "#14181d" : "#f4f6f8"
    palette.windowText: dark ? "#e6eaee" : "#1b2229"
    palette.base: dark ? "#1d2329" : "#ffffff"
    palette.active.text: dark ? "#e6eaee" : "#1b2229"
    palette.inactive.text: dark ? "#e6eaee" : "#1b2229"
    palette.button: dark ? "#2e363f" : "#dbe1e7"
    palette.active.buttonText: dark ? "#e6eaee" : "#1b2229"
    palette.inactive.buttonText: dark ? "#e6eaee" : "#1b2229"
    palette.disabled.text: dark ? "#6b7680" : "#9aa6b2"
    palette.disabled.buttonText: dark ? "#6b7680" : "#9aa6b2"
    palette.mid: dark ? "#59636e" : "#9aa6b2"
    palette.midlight: dark ? "#2e363f" : "#dbe1e7"
    // Checked buttons have bright text on dark.
    palette.dark: dark ? "#4ea3e8" : "#0b6cb5"
    palette.brightText: dark ? "#0c1116" : "#ffffff"
    // Dialogs of Qt have highlighted text on highlight, and on light with a little of highlight.
    palette.light: dark ? "#252c34" : "#ffffff"
    palette.highlight: dark ? "#2a75bb" : "#4a90d9"
    palette.highlightedText: dark ? "#ffffff" : "#1b2229"
    palette.link: dark ? "#e58bc1" : "#a03c7c"
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
        onStateChanged: {
            if (state === ChatClient.Present)
                line.forceActiveFocus();
            else if (state === ChatClient.Unconnected && window.isClosing)
                window.close();
            else if (state === ChatClient.Unconnected)
                window.joinAgain();
        }
        onSaid: (from, text, time, earlier) => window.count(from, earlier)
        onWhispered: from => window.count(from, false)
    }
    SystemPalette {
        id: system
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

    onIsReadChanged: if (isRead) unread = 0

    function count(from: string, earlier: bool) {
        if (isRead || earlier || from === client.name)
            return;
        ++unread;
        alert(0);
    }

    function nextTheme() {
        theme = dark ? "light" : "dark";
    }

    // The person who opens a room is mostly in it.
    function openRoom(address: string, port: int) {
        if (!server.listen(address, port)) {
            conversation.add("problem", "", `${server.rdmaError.text} ${server.rdmaError.hint}`);
            return;
        }
        conversation.add("notice", "", qsTr("A room is open on %1, port %2")
                         .arg(server.serverAddress).arg(server.serverPort));
        if (relayField.text.length === 0)
            relayField.text = `${address || "127.0.0.1"}:${server.serverPort}`;
    }

    function join(name: string) {
        client.name = name;
        client.connectTo(relayField.text);
    }

    function rename(name: string) {
        if (name.length === 0 || name === client.name)
            return;
        nextName = name;
        client.leave();
    }

    function joinAgain() {
        const name = nextName;
        nextName = "";
        if (name.length > 0)
            join(name);
    }

    // Qt 6.4 draws the bar with the folders of its dialog white in every theme.
    function colorBar(item: var) {
        if (item.upButton && item.background)
            item.background.color = window.palette.base;
        for (let i = 0; i < item.children.length; ++i)
            colorBar(item.children[i]);
    }

    Component.onCompleted: {
        if (listenAddress.length > 0)
            openRoom(listenAddress, listenPort);
        if (relayAddress.length > 0 && name.length > 0)
            client.connectTo(relayAddress);
    }
    // The room hears of it before the window goes. Who closes it once more does not wait for that.
    onClosing: close => {
        if (isClosing || !isPresent)
            return;
        close.accepted = false;
        isClosing = true;
        client.leave();
    }

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
        onActivated: window.nextTheme()
    }

    FileDialog {
        id: files

        objectName: "files"
        title: qsTr("The file to send")
        onVisibleChanged: if (visible) window.colorBar(window.overlay)
        onAccepted: client.sendFile(`${selectedFile}`, window.recipient)
    }
    Dialog {
        id: renaming

        objectName: "renaming"
        anchors.centerIn: parent
        scale: window.zoom
        title: qsTr("Another name")
        modal: true
        standardButtons: Dialog.Ok | Dialog.Cancel
        onOpened: {
            newName.text = client.name;
            newName.selectAll();
            newName.forceActiveFocus();
        }
        onAccepted: window.rename(newName.text)

        TextField {
            id: newName

            objectName: "newName"
            width: parent.width
            maximumLength: 32
            onAccepted: renaming.accept()
        }
    }

    DropArea {
        anchors.fill: parent
        enabled: window.isPresent
        onDropped: drop => drop.urls.forEach(
            file => client.sendFile(file.toString(), window.recipient))
    }

    ColumnLayout {
        x: 12 * window.zoom
        y: x
        width: parent.width / window.zoom - 24
        height: parent.height / window.zoom - 24
        scale: window.zoom
        transformOrigin: Item.TopLeft
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
                    window.join(nameField.text);
                }
            }
            Button {
                id: roomButton

                objectName: "room"
                text: qsTr("&Room…")
                checkable: true
            }
        }
        RowLayout {
            visible: roomButton.checked || server.listening
            TextField {
                id: addressField

                objectName: "address"
                text: window.listenAddress
                enabled: !server.listening
                placeholderText: qsTr("A room on this address of this machine; empty for all")
                Layout.fillWidth: true
                onAccepted: openButton.clicked()
            }
            Label {
                objectName: "roomStatus"
                textFormat: Text.PlainText
                text: qsTr("Port %1").arg(server.listening ? server.serverPort : window.listenPort)
            }
            Button {
                id: openButton

                objectName: "open"
                text: server.listening ? qsTr("C&lose the room") : qsTr("&Open a room")
                onClicked: {
                    if (server.listening)
                        server.close();
                    else
                        window.openRoom(addressField.text, window.listenPort);
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
                        // qmllint disable unqualified
                        ownName: client.name
                        problemText: window.problemText
                        // qmllint enable unqualified
                        width: ListView.view.width
                        // qmllint disable unqualified
                        onAnswered: (id, take) => conversation.answer(id, take)
                        // qmllint enable unqualified
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

                    function showEnd() {
                        atTheEnd = true;
                        positionViewAtEnd();
                    }
                }
                Button {
                    objectName: "unread"
                    anchors.bottom: parent.bottom
                    anchors.horizontalCenter: parent.horizontalCenter
                    anchors.bottomMargin: 10
                    text: qsTr("%n unread message(s)", "", window.unread)
                    visible: window.unread > 0
                    onClicked: messages.showEnd()
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
                            color: member.highlighted ? window.palette.highlightedText
                                                      : window.palette.windowText
                        }
                        background: Rectangle {
                            visible: member.highlighted || member.visualFocus
                            color: member.highlighted ? window.palette.highlight
                                                      : window.palette.light
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
                RowLayout {
                    visible: window.isPresent
                    Button {
                        objectName: "rename"
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        text: qsTr("Re&name…")
                        onClicked: renaming.open()
                    }
                    Button {
                        objectName: "leave"
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        text: qsTr("Lea&ve")
                        onClicked: client.leave()
                    }
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
            Button {
                objectName: "fileButton"
                text: qsTr("&File…")
                enabled: window.isPresent
                onClicked: files.open()
            }
            Button {
                text: window.dark ? qsTr("&Light") : qsTr("&Dark")
                onClicked: window.nextTheme()
            }
        }
    }
}
