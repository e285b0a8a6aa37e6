// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtTest
import QtRdma
import ChatWindow as Chat

// Windows of the chat that talk over RDMA.
TestCase {
    id: test

    name: "Chat"
    when: windowShown

    readonly property int patience: 60000

    property var room

    Component {
        id: windows

        Chat.Main {
        }
    }
    Component {
        id: rooms

        Chat.ChatRelay {
            readonly property RdmaServer listener: RdmaServer {
            }
            server: listener
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
    }

    function openRoom(port: int) {
        room = createTemporaryObject(rooms, test);
        tryVerify(() => room.listener.listening || room.listener.listen(disk.address, port), patience); // the one before may have the port still
    }

    function join(name: string, more = {}): var {
        // By default a machine that is busy may be reached sooner over TCP.
        const settings = { name: name, transport: Rdma.TransportPolicy.RdmaOnly, relayAddress: disk.address + ":" + room.listener.serverPort };
        const window = createTemporaryObject(windows, test, Object.assign(settings, more));
        tryVerify(() => window.isPresent, patience);
        return window;
    }

    function rows(window: var): var {
        const all = [];
        for (let row = 0; row < window.conversation.count; ++row)
            all.push(window.conversation.get(row));
        return all;
    }

    function has(window: var, kind: string, text: string): bool {
        return rows(window).some(row => row.kind === kind && row.text.includes(text));
    }

    function type(window: var, text: string) {
        giveFocus(window, findChild(window.contentItem, "line"));
        keyboard.type(window, text);
        keyboard.press(window, Qt.Key_Return);
    }

    // A window that is new gets the focus some time after it says that it is active.
    function giveFocus(window: var, item: var) {
        window.requestActivate();
        tryVerify(() => {
            item.forceActiveFocus();
            return item.activeFocus;
        });
    }

    function test_room() {
        openRoom(0);
        const ann = join("ann");
        const bob = join("bob");
        tryCompare(ann.client.members, "length", 2, patience);
        tryVerify(() => has(ann, "notice", "bob joined"), patience);
        compare(ann.client.stream.peerAddress, disk.address);
        verify(ann.client.stream.deviceName.length > 0);

        type(ann, "hello all");
        tryVerify(() => has(bob, "said", "hello all"), patience);
        tryVerify(() => has(ann, "said", "hello all"), patience);
        compare(findChild(ann.contentItem, "line").text, "");

        // A click on a name makes the next lines private.
        const members = findChild(bob.contentItem, "members");
        tryVerify(() => members.itemAtIndex(0) !== null);
        compare(bob.client.members[0], "ann");
        mouseClick(members.itemAtIndex(0));
        compare(bob.recipient, "ann");
        const eve = join("eve");
        tryVerify(() => has(eve, "said", "hello all"), patience); // history
        verify(rows(eve).some(row => row.earlier));
        type(bob, "secret");
        tryVerify(() => has(ann, "private", "secret"), patience);
        verify(!has(eve, "private", "secret"));

        eve.close();
        tryVerify(() => has(ann, "notice", "eve left"), patience);
        tryCompare(ann.client.members, "length", 2, patience);
    }

    function test_files() {
        openRoom(0);
        const directory = disk.directory();
        const ann = join("ann");
        const bob = join("bob", { downloadDirectory: directory });
        const file = disk.make("picture", 500000);
        ann.client.sendFile(file, "");
        const offer = () => rows(bob).findIndex(row => row.kind === "offer" && row.part < 1);
        tryVerify(() => offer() >= 0, patience);
        compare(disk.names(directory), []);
        const messages = findChild(bob.contentItem, "messages");
        tryVerify(() => messages.itemAtIndex(offer()) !== null);
        mouseClick(findChild(messages.itemAtIndex(offer()), "take"));
        tryVerify(() => rows(bob).some(row => row.kind === "file" && row.part === 1), patience);
        tryVerify(() => rows(ann).some(row => row.kind === "file" && row.part === 1), patience);
        verify(disk.same(file, directory + "/picture"));
        ann.client.sendFile("/does/not/exist", "");
        tryVerify(() => rows(ann).filter(row => row.kind !== "said").some(row => row.text.includes("exist")), patience);
    }

    function test_comesBack() {
        openRoom(0);
        const port = room.listener.serverPort;
        const ann = join("ann");
        room.destroy();
        tryVerify(() => has(ann, "problem", "lost"), patience);
        compare(ann.client.members.length, 0);
        openRoom(port);
        tryVerify(() => ann.isPresent, patience);
        type(ann, "again");
        tryVerify(() => has(ann, "said", "again"), patience);
    }

    function test_noRelay_data() {
        return [{ tag: "garbage", says: "x".repeat(100000) }, { tag: "hangs up", says: "" }];
    }

    function test_noRelay(data) {
        const server = createTemporaryObject(servers, test);
        verify(server.listen(disk.address, 0));
        const window = createTemporaryObject(windows, test, { name: "ann", relayAddress: disk.address + ":" + server.serverPort });
        tryVerify(() => server.hasPendingConnections(), patience);
        const stream = server.nextPendingConnection();
        stream.send(data.says);
        if (data.says.length === 0)
            stream.disconnectFromHost();
        tryVerify(() => rows(window).some(row => row.kind === "problem"), patience);
        compare(window.client.state, Chat.ChatClient.Unconnected);
        verify(findChild(window.contentItem, "join").enabled);
    }

    // What others write is shown as it is.
    function test_markup() {
        openRoom(0);
        const ann = join("ann");
        ann.client.say("<b>bold</b>\u001b[2J\u202e");
        tryVerify(() => has(ann, "said", "<b>bold</b>"), patience);
        verify(!rows(ann).some(row => /[\u001b\u202e]/.test(row.text)));
    }
}
