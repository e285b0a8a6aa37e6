// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import FileTransfer
import QtRdma

ApplicationWindow {
    id: window

    property string listenAddress
    property int port: 7472
    property string directory
    property string file
    property string host
    property int transport: Rdma.TransportPolicy.PreferRdma
    property bool asks: true // before a file is taken
    property string theme: "system" // or "light", "dark"
    readonly property bool dark: theme === "dark" || (theme === "system" && systemIsDark)
    readonly property color problemText: dark ? "#ff7b6b" : "#b8331f"
    readonly property bool systemIsDark:
        system.windowText.hslLightness > system.window.hslLightness
    // Large windows are on large screens, which people look at from further away.
    readonly property real zoom: Math.max(1, Math.min(2.5, width / 1920, height / 1080))

    readonly property alias sender: sender
    readonly property alias receiver: receiver

    title: qsTr("Files over RDMA")
    width: 720
    height: 480
    minimumWidth: 480
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
    palette.placeholderText: dark ? "#9aa6b2" : "#5b6875"

    SystemPalette {
        id: system
    }
    Sender {
        id: sender

        transport: window.transport
    }
    Receiver {
        id: receiver

        directory: window.directory
        asks: window.asks
        transport: window.transport
    }
    Chooser {
        id: chooser

        objectName: "chooser"
        onFileChosen: path => fileField.text = path
        onDirectoryChosen: path => window.directory = path
    }
    Shortcut {
        sequences: [StandardKey.Cancel] // qmllint disable unqualified
        onActivated: sender.cancel()
    }
    Shortcut {
        sequences: [StandardKey.Quit] // qmllint disable unqualified
        onActivated: Qt.quit()
    }
    Shortcut {
        sequence: "Ctrl+T"
        onActivated: window.nextTheme()
    }

    function nextTheme() {
        theme = dark ? "light" : "dark";
    }

    Component.onCompleted: {
        if (listenAddress.length > 0)
            receiver.listen(listenAddress, port);
        if (file.length > 0 && host.length > 0)
            sender.start(file, host, port);
    }

    DropArea {
        anchors.fill: parent
        onDropped: drop => {
            if (drop.hasUrls)
                fileField.text = chooser.pathOf(drop.urls[0]);
        }
    }

    ColumnLayout {
        x: 16 * window.zoom
        y: x
        width: parent.width / window.zoom - 32
        height: parent.height / window.zoom - 32
        scale: window.zoom
        transformOrigin: Item.TopLeft
        spacing: 12

        RowLayout {
            Label {
                textFormat: Text.PlainText
                text: qsTr("Send a file")
                font.pixelSize: 18
                Layout.fillWidth: true
            }
            Button {
                objectName: "theme"
                text: window.dark ? qsTr("Li&ght") : qsTr("&Dark")
                onClicked: window.nextTheme()
            }
            Button {
                id: connectionsButton

                objectName: "connections"
                text: qsTr("&Connections")
                checkable: true
            }
        }
        RowLayout {
            TextField {
                id: fileField

                objectName: "file"
                text: window.file
                placeholderText: qsTr("A file: its path, or drop it here")
                focus: true
                Layout.fillWidth: true
                onAccepted: sendButton.clicked()
            }
            Button {
                objectName: "browse"
                text: qsTr("&Browse…")
                onClicked: chooser.chooseFile()
            }
            TextField {
                id: hostField

                objectName: "host"
                text: window.host
                placeholderText: qsTr("To: host")
                Layout.preferredWidth: 150
                onAccepted: sendButton.clicked()
            }
            Button {
                id: sendButton

                objectName: "send"
                text: qsTr("&Send")
                enabled: (sender.state === Transfer.Idle || sender.isOver)
                    && fileField.text.length > 0 && hostField.text.length > 0
                onClicked: if (enabled) sender.start(fileField.text, hostField.text, window.port)
            }
        }
        TransferView {
            objectName: "sending"
            transfer: sender
            problemText: window.problemText
            Layout.fillWidth: true
        }

        Label {
            textFormat: Text.PlainText
            text: qsTr("Take files")
            font.pixelSize: 18
        }
        RowLayout {
            TextField {
                id: addressField

                objectName: "address"
                text: window.listenAddress
                enabled: !receiver.listening
                placeholderText: qsTr("Address of this machine; empty for all")
                Layout.fillWidth: true
            }
            Button {
                objectName: "listen"
                text: receiver.listening ? qsTr("S&top") : qsTr("&Listen")
                onClicked: {
                    if (receiver.listening)
                        receiver.server.close();
                    else
                        receiver.listen(addressField.text, window.port);
                }
            }
        }
        RowLayout {
            Label {
                textFormat: Text.PlainText
                text: qsTr("Files go to")
            }
            TextField {
                objectName: "directory"
                text: window.directory
                placeholderText: qsTr("A directory")
                Layout.fillWidth: true
                onEditingFinished: window.directory = text
            }
            Button {
                objectName: "choose"
                text: qsTr("C&hoose…")
                onClicked: chooser.chooseDirectory(window.directory)
            }
            CheckBox {
                objectName: "asks"
                text: qsTr("Ask before a file is taken")
                checked: window.asks
                onToggled: window.asks = checked
            }
        }
        Label {
            objectName: "listening"
            text: receiver.error.length > 0 ? receiver.error : receiver.listening
                ? qsTr("Listening on %1, port %2").arg(receiver.address).arg(receiver.port)
                : qsTr("Not listening")
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            color: receiver.error.length > 0 ? window.problemText : palette.windowText
            Layout.fillWidth: true
        }
        ListView {
            objectName: "incoming"
            model: receiver.transfers
            spacing: 12
            clip: true
            Layout.fillWidth: true
            Layout.fillHeight: true
            delegate: TransferView {
                required property Transfer modelData

                transfer: modelData
                problemText: window.problemText // qmllint disable unqualified
                width: ListView.view.width
            }
        }
        Loader {
            active: connectionsButton.checked
            visible: active
            sourceComponent: ConnectionList {
                objectName: "connectionList"
            }
            Layout.fillWidth: true
            Layout.preferredHeight: Math.min(implicitHeight, window.height / 3)
        }
    }
}
