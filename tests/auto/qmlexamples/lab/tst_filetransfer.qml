// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtTest
import QtRdma
import FileTransfer as Files

// Files over RDMA, with peers that do as they should and peers that do not.
TestCase {
    id: test

    name: "FileTransfer"
    when: windowShown

    readonly property int patience: 60000
    readonly property int large: 8000000

    property var sender
    property var receiver
    property string directory

    Component {
        id: senders

        Files.Sender {
        }
    }
    Component {
        id: receivers

        Files.Receiver {
        }
    }
    Component {
        id: windows

        Files.Main {
        }
    }
    Component {
        id: streams

        RdmaStream {
        }
    }
    Component {
        id: servers

        RdmaServer {
        }
    }

    function init() {
        if (!disk.isWorthIt())
            skip(disk.toldByRoce);
        directory = disk.directory();
        sender = createTemporaryObject(senders, test);
        receiver = createTemporaryObject(receivers, test, { directory: directory });
        verify(receiver.listen(disk.address, 0), receiver.error);
    }

    // A window that is new gets the focus some time after it says that it is active.
    function giveFocus(window: var, item: var) {
        window.requestActivate();
        tryVerify(() => {
            item.forceActiveFocus();
            return item.activeFocus;
        });
    }

    function test_transfers_data() {
        return [
            { tag: "empty", size: 0 },
            { tag: "a byte", size: 1 },
            { tag: "large", size: large }
        ];
    }

    function test_transfers(data) {
        const file = disk.make("a file.bin", data.size);
        sender.start(file, disk.address, receiver.port);
        tryCompare(sender, "state", Files.Transfer.Done, patience);
        compare(sender.text, "Stored as a file.bin");
        compare(sender.moved, data.size);
        verify(disk.same(file, directory + "/a file.bin"));
        compare(receiver.transfers.length, 1);
        compare(receiver.transfers[0].state, Files.Transfer.Done);
        compare(receiver.transfers[0].peer, disk.address);
        // The same again: nothing is replaced.
        sender.start(file, disk.address, receiver.port);
        tryCompare(sender, "state", Files.Transfer.Done, patience);
        compare(disk.names(directory).length, 2);
    }

    // As little of a file is in memory as the sender wants.
    function test_bounded() {
        sender.start(disk.make("a", large), disk.address, receiver.port);
        let most = 0;
        while (sender.state === Files.Transfer.Running) {
            most = Math.max(most, sender.stream.bytesToWrite());
            wait(0);
        }
        compare(sender.state, Files.Transfer.Done);
        verify(most <= sender.highWater + sender.blockSize, most);
    }

    function test_cancel_data() {
        return [{ tag: "by the sender", bySender: true }, { tag: "by the receiver", bySender: false }];
    }

    function test_cancel(data) {
        // When some of it has left, which is less than all.
        sender.movedChanged.connect(() => {
            if (sender.moved > 0)
                (data.bySender ? sender : receiver.transfers[0]).cancel();
        });
        sender.start(disk.make("a", large), disk.address, receiver.port);
        tryVerify(() => sender.state !== Files.Transfer.Running, patience);
        const other = data.bySender ? receiver.transfers[0] : sender;
        tryCompare(other, "state", Files.Transfer.Failed, patience);
        verify(other.text.length > 0);
        compare(disk.names(directory), []);
    }

    // Of what is in no buffer yet.
    function test_fileBecomesShorter() {
        const file = disk.make("a", large);
        sender.start(file, disk.address, receiver.port);
        verify(disk.shorten(file, 1000));
        tryCompare(sender, "state", Files.Transfer.Failed, patience);
        verify(sender.text.includes("shorter"), sender.text);
        tryVerify(() => receiver.transfers.length > 0 && receiver.transfers[0].state === Files.Transfer.Failed, patience);
        compare(disk.names(directory), []);
    }

    // It was opened: its name does not matter any more.
    function test_fileVanishes() {
        const file = disk.make("a", large);
        sender.start(file, disk.address, receiver.port);
        verify(disk.remove(file));
        tryCompare(sender, "state", Files.Transfer.Done, patience);
        compare(disk.contents(directory + "/a").byteLength, large);
    }

    function test_badSenders_data() {
        const header = size => JSON.stringify({ file: "a", size: size }) + "\n";
        return [
            { tag: "no JSON", says: "GET / HTTP/1.1\n" },
            { tag: "no object", says: "null\n" },
            { tag: "a number", says: "7\n" },
            { tag: "other fields", says: "{\"file\":1,\"size\":\"x\"}\n" },
            { tag: "negative size", says: header(-1) },
            { tag: "endless line", says: "x".repeat(5000) },
            { tag: "wrong hash", says: header(3) + "abc" + "{\"sha256\":\"ab\"}\n" },
            { tag: "too much", says: header(3) + "abcd\n" }
        ];
    }

    // It hears what was wrong.
    function test_badSenders(data) {
        const stream = createTemporaryObject(streams, test);
        stream.connectToHost(disk.address, receiver.port);
        tryVerify(() => stream.isConnected, patience);
        stream.send(data.says);
        let last = "";
        tryVerify(() => {
            for (let line; (line = stream.receiveLine()) !== undefined; last = line) { }
            return last.includes("failed");
        }, patience);
        compare(receiver.transfers[0].state, Files.Transfer.Failed);
        compare(disk.names(directory), []);
        tryVerify(() => !stream.isConnected, patience);
    }

    function test_senderCloses() {
        const stream = createTemporaryObject(streams, test);
        stream.connectToHost(disk.address, receiver.port);
        tryVerify(() => stream.isConnected, patience);
        stream.send("{\"file\":\"a\",\"size\":1000}\nabc");
        tryVerify(() => receiver.transfers.length > 0 && receiver.transfers[0].moved === 3, patience);
        stream.disconnectFromHost();
        tryCompare(receiver.transfers[0], "state", Files.Transfer.Failed, patience);
        compare(disk.names(directory), []);
    }

    function test_badReceivers_data() {
        return [
            { tag: "no JSON", says: "hello\n", closes: false },
            { tag: "stored before it came", says: "{\"stored\":\"a\"}\n", closes: false },
            { tag: "refuses", says: "{\"failed\":\"no room\"}\n", closes: false },
            { tag: "endless line", says: "x".repeat(5000), closes: false },
            { tag: "closes", says: "", closes: true },
            { tag: "closes in the middle", says: "{\"accepted\":true}\n", closes: true }
        ];
    }

    function test_badReceivers(data) {
        const server = createTemporaryObject(servers, test);
        verify(server.listen(disk.address, 0));
        sender.start(disk.make("a", large), disk.address, server.serverPort);
        tryVerify(() => server.hasPendingConnections(), patience);
        const stream = server.nextPendingConnection();
        stream.send(data.says);
        if (data.closes)
            stream.disconnectFromHost();
        tryCompare(sender, "state", Files.Transfer.Failed, patience);
        verify(sender.text.length > 0);
    }

    // More than the receiver wants at once, and streams that are not kept when they are done.
    function test_many() {
        const others = [];
        for (let i = 0; i < receiver.mostAtOnce; ++i) {
            const stream = createTemporaryObject(streams, test);
            stream.connectToHost(disk.address, receiver.port);
            others.push(stream);
        }
        tryVerify(() => receiver.transfers.length === receiver.mostAtOnce, patience);
        sender.start(disk.make("a", 10), disk.address, receiver.port);
        tryCompare(sender, "state", Files.Transfer.Failed, patience);
        verify(sender.text.includes("busy"), sender.text);
        others.forEach(stream => stream.abort());
        tryVerify(() => receiver.transfers.every(transfer => transfer.state === Files.Transfer.Failed), patience);
        tryVerify(() => receiver.transfers.every(transfer => transfer.connection === null), patience);
    }

    // Both ends of a transfer that stands still, as the window has them, and what is said of an end.
    function test_connections() {
        const says = "{\"file\":\"a\",\"size\":1000}\nabc";
        const window = createTemporaryObject(windows, test, { directory: directory });
        const button = findChild(window.contentItem, "connections");
        mouseClick(button);
        const list = findChild(window.contentItem, "connectionList");
        const rows = () => Array.from({ length: list.count }, (value, row) => list.itemAtIndex(row)).filter(row => row !== null);
        const connected = () => rows().filter(row => row.state === "Connected" && row.peer.startsWith(disk.address));
        const stream = createTemporaryObject(streams, test);
        stream.connectToHost(disk.address, receiver.port);
        tryVerify(() => stream.isConnected, patience);
        stream.send(says);
        tryVerify(() => connected().some(row => row.bytesReceived === says.length), patience);
        compare(connected().length, 2);
        verify(connected().some(row => row.traffic.includes(`Received ${says.length} bytes in`)));
        verify(connected().every(row => row.device === stream.deviceName && row.credit > 0), connected().map(row => row.flow));
        receiver.transfers[0].cancel();
        tryVerify(() => rows().some(row => row.state === "Unconnected" && row.error.length > 0), patience);
        mouseClick(button);
        tryVerify(() => findChild(window.contentItem, "connectionList") === null, patience);
    }

    // As people do it.
    function test_window() {
        receiver.server.close();
        const window = createTemporaryObject(windows, test, { directory: directory, listenAddress: disk.address, port: 0 });
        tryVerify(() => window.receiver.listening, patience);
        window.port = window.receiver.port;
        const file = disk.make("picture", 1000000);
        const field = findChild(window.contentItem, "file");
        field.text = "";
        giveFocus(window, field);
        keyboard.type(window, file);
        findChild(window.contentItem, "host").text = disk.address;
        keyboard.press(window, Qt.Key_Return);
        tryCompare(window.sender, "state", Files.Transfer.Asking, patience);
        const incoming = findChild(window.contentItem, "incoming");
        tryVerify(() => incoming.itemAtIndex(0) !== null, patience);
        mouseClick(findChild(incoming.itemAtIndex(0), "take"));
        tryCompare(window.sender, "state", Files.Transfer.Done, patience);
        verify(disk.same(file, directory + "/picture"));
        compare(incoming.count, 1);
        mouseClick(findChild(window.contentItem, "listen"));
        tryVerify(() => !window.receiver.listening);
    }
}
