// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtTest
import ChatWindow as Chat

// The chat's window without a relay.
TestCase {
    id: test

    name: "ChatWindow"
    when: windowShown

    Component {
        id: windows

        Chat.Main {
        }
    }

    function last(window: var): var {
        return window.conversation.get(window.conversation.count - 1);
    }

    // A window that is new gets the focus some time after it says that it is active.
    function giveFocus(window: var, item: var) {
        window.requestActivate();
        tryVerify(() => {
            item.forceActiveFocus();
            return item.activeFocus;
        });
    }

    function test_badInput_data() {
        return [
            { tag: "no relay", relay: "", person: "ann" },
            { tag: "no port", relay: "host:x", person: "ann" },
            { tag: "no name", relay: "127.0.0.1", person: "" },
            { tag: "bad name", relay: "127.0.0.1", person: "a\nb" },
            { tag: "nobody there", relay: "127.0.0.1:1", person: "ann" }
        ];
    }

    function test_badInput(data) {
        const window = createTemporaryObject(windows, test);
        findChild(window.contentItem, "relay").text = data.relay;
        const field = findChild(window.contentItem, "name");
        field.text = data.person;
        giveFocus(window, field);
        keyboard.press(window, Qt.Key_Return);
        tryVerify(() => window.conversation.count > 0, 60000);
        compare(last(window).kind, "problem");
        verify(last(window).text.length > 0);
        tryVerify(() => findChild(window.contentItem, "join").enabled);
        verify(!findChild(window.contentItem, "line").enabled);
    }

    function test_keys() {
        const window = createTemporaryObject(windows, test);
        giveFocus(window, findChild(window.contentItem, "relay"));
        const before = window.palette.window.toString();
        keyboard.press(window, Qt.Key_T, Qt.ControlModifier);
        verify(window.dark);
        verify(window.palette.window.toString() !== before);
        window.recipient = "bob";
        keyboard.press(window, Qt.Key_Escape);
        compare(window.recipient, "");
    }

    // A room is opened from the window, over TCP, and two persons are in it.
    function room(): var {
        const ann = createTemporaryObject(windows, test, { listenPort: 0, downloadDirectory: disk.directory() });
        mouseClick(findChild(ann.contentItem, "room"));
        findChild(ann.contentItem, "address").text = "127.0.0.1";
        mouseClick(findChild(ann.contentItem, "open"));
        const relay = findChild(ann.contentItem, "relay").text;
        verify(relay.startsWith("127.0.0.1:"), relay);
        findChild(ann.contentItem, "name").text = "ann";
        mouseClick(findChild(ann.contentItem, "join"));
        tryVerify(() => ann.isPresent, 30000);
        return ann;
    }

    function guest(ann: var): var {
        const bob = createTemporaryObject(windows, test, {
            relayAddress: findChild(ann.contentItem, "relay").text, name: "bob", downloadDirectory: disk.directory()
        });
        tryVerify(() => bob.isPresent, 30000);
        tryCompare(ann.client.members, "length", 2, 30000);
        return bob;
    }

    function rows(window: var): var {
        return Array.from({ length: window.conversation.count }, (_, row) => window.conversation.get(row));
    }

    function test_roomOfOnesOwn() {
        const ann = room();
        const bob = guest(ann);
        bob.client.say("hello", "");
        tryVerify(() => rows(ann).some(row => row.text === "hello"), 30000);
    }

    function test_leaveAndRename() {
        const ann = room();
        const bob = guest(ann);
        bob.rename("bert");
        tryVerify(() => ann.client.members.includes("bert"), 30000);
        compare(bob.client.name, "bert");
        verify(!ann.client.members.includes("bob"));
        tryVerify(() => bob.isPresent, 30000); // ann may hear of it first
        mouseClick(findChild(bob.contentItem, "leave"));
        tryVerify(() => !bob.isPresent, 30000);
        tryVerify(() => !ann.client.members.includes("bert"), 30000);
        verify(findChild(bob.contentItem, "join").enabled);
    }

    function test_files_data() {
        return [{ tag: "yes", press: "take" }, { tag: "no", press: "decline" }];
    }

    // A stranger's file: nothing is stored before a person says yes.
    function test_files(data) {
        const ann = room();
        const bob = guest(ann);
        const file = disk.make("picture", 100000);
        ann.client.sendFile(file, "");
        const offer = () => rows(bob).findIndex(row => row.kind === "offer" && row.part < 1);
        tryVerify(() => offer() >= 0, 30000);
        compare(disk.names(bob.downloadDirectory), []);
        const messages = findChild(bob.contentItem, "messages");
        tryVerify(() => messages.itemAtIndex(offer()) !== null, 30000);
        mouseClick(findChild(messages.itemAtIndex(offer()), data.press));
        tryVerify(() => rows(ann).some(row => row.kind === "file" && row.part === 1), 30000);
        compare(disk.names(bob.downloadDirectory), data.press === "take" ? ["picture"] : []);
        compare(offer(), -1);
    }

    // What comes while nobody looks is counted.
    function test_unread() {
        const ann = room();
        const bob = guest(ann);
        const messages = findChild(ann.contentItem, "messages");
        messages.atTheEnd = false; // as if the reader had gone up
        bob.client.say("one", "");
        bob.client.say("two", "");
        tryCompare(ann, "unread", 2, 30000);
        verify(ann.title.startsWith("(2) "), ann.title);
        ann.requestActivate();
        tryVerify(() => ann.active, 30000);
        mouseClick(findChild(ann.contentItem, "unread"));
        tryCompare(ann, "unread", 0, 30000);
    }

    function test_textCanBeCopied() {
        const window = createTemporaryObject(windows, test);
        window.conversation.add("said", "ann", "copy this");
        const messages = findChild(window.contentItem, "messages");
        tryVerify(() => messages.itemAtIndex(0) !== null, 30000);
        const text = findChild(messages.itemAtIndex(0), "text");
        mouseDoubleClickSequence(text, 5, text.height / 2);
        compare(text.selectedText, "copy");
    }

    // The time of an earlier message is as faint as that of another one, and not more.
    function test_timeOfEarlierMessages() {
        const window = createTemporaryObject(windows, test);
        const messages = findChild(window.contentItem, "messages");
        const strength = earlier => {
            window.conversation.add("said", "ann", "hello", new Date(), earlier);
            const row = window.conversation.count - 1;
            tryVerify(() => messages.itemAtIndex(row) !== null, 30000);
            return messages.itemAtIndex(row).opacity * findChild(messages.itemAtIndex(row), "time").opacity;
        };
        compare(strength(true), strength(false));
    }

    function test_contrast_data() {
        return [{ tag: "light" }, { tag: "dark" }];
    }

    // Texts of all kinds, on all grounds.
    function test_contrast(data) {
        const ann = room();
        const bob = guest(ann);
        ann.theme = data.tag;
        ann.recipient = "bob";
        for (const kind of ["said", "private", "notice", "problem", "file", "offer"])
            ann.conversation.add(kind, "bob", `${kind}, as it is`, new Date(), false, "1", 0.5);
        ann.conversation.add("said", "ann", "mine", new Date(), true);
        const messages = findChild(ann.contentItem, "messages");
        tryVerify(() => messages.itemAtIndex(ann.conversation.count - 1) !== null);
        findChild(messages.itemAtIndex(0), "text").selectAll();
        compare(eye.weakTexts(ann), "");
        const renaming = findChild(ann, "renaming");
        renaming.open();
        tryVerify(() => eye.find(ann, "newName")?.selectedText === "ann");
        compare(eye.weakTexts(ann), "");
        renaming.reject();
        tryVerify(() => !renaming.visible);
        const files = findChild(ann, "files");
        files.currentFolder = `file://${disk.make("file", 10).replace(/\/file$/, "")}`;
        files.open();
        tryVerify(() => eye.find(ann, "fileDialogListView")?.currentItem?.highlighted);
        compare(eye.weakTexts(ann), "");
        files.reject();
        tryVerify(() => !files.visible);
        bob.client.leave();
        ann.client.leave();
        tryVerify(() => !ann.isPresent, 30000);
        verify(findChild(ann.contentItem, "room").checked);
        compare(eye.weakTexts(ann), "");
    }

    function test_disabledButtons() {
        const window = createTemporaryObject(windows, test);
        const color = name => findChild(window.contentItem, name).contentItem.color.toString();
        verify(color("fileButton") !== color("join"), color("join"));
    }

    // On a large screen people look from further away.
    function test_largeWindow() {
        const window = createTemporaryObject(windows, test, { width: 3840, height: 2160 });
        tryCompare(window.contentItem, "width", 3840);
        const button = findChild(window.contentItem, "room");
        tryVerify(() => button.width > 0);
        const shown = button.mapToItem(null, Qt.rect(0, 0, button.width, button.height));
        compare(shown.height, 2 * button.height);
        verify(shown.right > 3700 && shown.right < 3840, `${shown.right}`);
    }

    // A transfer is one row; memory has a bound.
    function test_rows() {
        const window = createTemporaryObject(windows, test);
        const rows = window.conversation;
        rows.showFile("a", "Sending a", 0);
        rows.showFile("b", "Sending b", 0);
        rows.showFile("a", "", 0.5);
        rows.showFile("b", "b failed", 1);
        compare(rows.count, 2);
        compare(rows.get(0).part, 0.5);
        compare(rows.get(0).text, "Sending a");
        compare(rows.get(1).text, "b failed");
        for (let i = 0; i < rows.limit + 10; ++i)
            rows.add("said", "ann", "line " + i);
        compare(rows.count, rows.limit);
        compare(last(window).text, "line " + (rows.limit + 9));
        const view = findChild(window.contentItem, "messages");
        tryVerify(() => view.atYEnd);
    }
}
