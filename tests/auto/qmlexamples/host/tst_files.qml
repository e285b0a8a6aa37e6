// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtTest
import FileTransfer as Files

// Files of the transfer, and its window, without RDMA.
TestCase {
    id: test

    name: "Files"
    when: windowShown

    Component {
        id: readers

        Files.FileReader {
        }
    }
    Component {
        id: writers

        Files.FileWriter {
        }
    }
    Component {
        id: senders

        Files.Sender {
        }
    }
    Component {
        id: windows

        Files.Main {
        }
    }

    function bytes(text: string): var {
        return Uint8Array.from(text, c => c.charCodeAt(0)).buffer;
    }

    readonly property string hashOfAbc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    function test_reads() {
        const reader = createTemporaryObject(readers, test);
        verify(reader.open(disk.make("a b#%", 1000)));
        compare(reader.name, "a b#%");
        compare(reader.size, 1000);
        compare(reader.read(600).byteLength, 600);
        compare(reader.read(600).byteLength, 400);
        compare(reader.read(600).byteLength, 0);
        compare(reader.error, "");
        verify(!reader.open("/does/not/exist"));
        verify(reader.error.length > 0);
        compare(reader.size, 0);
        verify(!reader.open(disk.directory()));
        verify(reader.error.length > 0);
    }

    function test_fileBecomesShorter() {
        const reader = createTemporaryObject(readers, test);
        const file = disk.make("a", 100000);
        verify(reader.open(file));
        compare(reader.read(10).byteLength, 10);
        verify(disk.shorten(file, 10));
        for (let i = 0; i < 1000 && reader.error.length === 0; ++i)
            reader.read(1000); // some of it may be in the buffer
        verify(reader.error.includes("shorter"), reader.error);
    }

    function test_writes() {
        const writer = createTemporaryObject(writers, test);
        const directory = disk.directory();
        for (const name of ["abc.txt", "abc (2).txt"]) {
            verify(writer.announce("abc.txt", 3) && writer.open(directory));
            verify(writer.write(bytes("abc")));
            verify(writer.commit(hashOfAbc), writer.error);
            compare(writer.name, name);
        }
        compare(disk.names(directory), ["abc (2).txt", "abc.txt"]);
    }

    function test_harmlessNames_data() {
        return [
            { tag: "path", name: "../../etc/passwd", stored: "passwd" },
            { tag: "hidden", name: "...bashrc", stored: "bashrc" },
            { tag: "empty", name: "", stored: "file" },
            { tag: "directory", name: "a/..", stored: "file" },
            { tag: "other systems", name: "c:\\x\\y.txt", stored: "y.txt" },
            { tag: "control", name: "a\u001b[2Jb\n", stored: "a_[2Jb_" }
        ];
    }

    function test_harmlessNames(data) {
        const writer = createTemporaryObject(writers, test);
        verify(writer.announce(data.name, 3));
        compare(writer.name, data.stored);
    }

    function test_badFiles_data() {
        return [
            { tag: "negative", size: -1, text: "" },
            { tag: "not a number", size: NaN, text: "" },
            { tag: "endless", size: Infinity, text: "" },
            { tag: "larger than the disk", size: 9007199254740000, text: "" },
            { tag: "too much", size: 2, text: "abc" },
            { tag: "too little", size: 4, text: "abc" },
            { tag: "other hash", size: 3, text: "abd" }
        ];
    }

    // Nothing stays of what was not right.
    function test_badFiles(data) {
        const writer = createTemporaryObject(writers, test);
        const directory = disk.directory();
        const good = writer.announce("a", data.size) && writer.open(directory) && writer.write(bytes(data.text))
            && writer.commit(hashOfAbc);
        verify(!good);
        verify(writer.error.length > 0);
        compare(disk.names(directory), []);
        verify(!writer.write(bytes("a")));
    }

    // As any new file that this user makes.
    function test_rightsOfStoredFiles() {
        const writer = createTemporaryObject(writers, test);
        const directory = disk.directory();
        verify(writer.announce("abc", 3) && writer.open(directory) && writer.write(bytes("abc")) && writer.commit(hashOfAbc));
        compare(disk.rights(directory + "/abc"), disk.rights(disk.make("a", 1)));
    }

    function window(properties: var): var {
        const window = createTemporaryObject(windows, test, Object.assign({ directory: disk.directory() }, properties));
        verify(window.receiver.listen("127.0.0.1", 0), window.receiver.error);
        return window;
    }

    // A view is made some time after its transfer.
    function viewOf(window: var): var {
        const list = findChild(window.contentItem, "incoming");
        tryVerify(() => list.itemAtIndex(0) !== null, 30000);
        return list.itemAtIndex(0);
    }

    function test_asks_data() {
        return [{ tag: "yes", press: "take" }, { tag: "no", press: "decline" }];
    }

    // A stranger's file: nothing is stored before a person says yes.
    function test_asks(data) {
        const there = window();
        const sender = createTemporaryObject(senders, test);
        const file = disk.make("a file", 100000);
        sender.start(file, "127.0.0.1", there.receiver.port);
        tryCompare(sender, "state", Files.Transfer.Asking, 30000);
        const view = viewOf(there);
        verify(findChild(view, "status").text.includes("Take it?"));
        compare(disk.names(there.directory), []);
        mouseClick(findChild(view, data.press));
        tryVerify(() => sender.isOver, 30000);
        compare(sender.state, data.press === "take" ? Files.Transfer.Done : Files.Transfer.Failed, sender.text);
        compare(disk.names(there.directory), data.press === "take" ? ["a file"] : []);
        verify(data.press === "take" ? disk.same(file, there.directory + "/a file") : sender.text.includes("declined"));
    }

    function test_takesAllWhenTold() {
        const there = window({ asks: false });
        const sender = createTemporaryObject(senders, test);
        sender.start(disk.make("a", 1000), "127.0.0.1", there.receiver.port);
        tryCompare(sender, "state", Files.Transfer.Done, 30000);
        compare(disk.names(there.directory), ["a"]);
    }

    // More strangers than a person wants to answer.
    function test_manyAsk() {
        const there = window();
        const all = [];
        for (let i = 0; i < there.receiver.mostAsking + 1; ++i) {
            const sender = createTemporaryObject(senders, test);
            sender.start(disk.make("a", 10), "127.0.0.1", there.receiver.port);
            tryVerify(() => sender.state !== Files.Transfer.Running, 30000);
            all.push(sender.state);
        }
        const last = all.pop();
        verify(all.every(state => state === Files.Transfer.Asking));
        compare(last, Files.Transfer.Failed);
    }

    // The window closes while a file comes: nothing is said by QML, and nothing of the file stays.
    function test_closedWhileAFileComes() {
        const there = windows.createObject(null, { directory: disk.directory() });
        const directory = there.directory;
        verify(there.receiver.listen("127.0.0.1", 0));
        const sender = createTemporaryObject(senders, test);
        sender.start(disk.make("a", 1000), "127.0.0.1", there.receiver.port);
        tryCompare(sender, "state", Files.Transfer.Asking, 30000);
        failOnWarning(/.?/);
        there.destroy();
        tryCompare(sender, "state", Files.Transfer.Failed, 30000);
        compare(disk.names(directory), []);
    }

    function test_dialogs() {
        const there = createTemporaryObject(windows, test, { directory: disk.directory() });
        const chooser = findChild(there, "chooser");
        compare(chooser.pathOf("file:///a%20b/%23c"), "/a b/#c");
        mouseClick(findChild(there.contentItem, "browse"));
        const files = findChild(chooser, "files");
        tryVerify(() => files.visible);
        files.reject();
        tryVerify(() => !files.visible);
        compare(findChild(there.contentItem, "file").text, "");
        chooser.fileChosen("/x y");
        compare(findChild(there.contentItem, "file").text, "/x y");
        const before = there.directory;
        mouseClick(findChild(there.contentItem, "choose"));
        const directories = findChild(chooser, "directories");
        tryVerify(() => directories.visible);
        directories.reject();
        tryVerify(() => !directories.visible);
        compare(there.directory, before);
        chooser.directoryChosen("/x");
        compare(there.receiver.directory, "/x");
    }

    function test_contrast_data() {
        return [{ tag: "light" }, { tag: "dark" }];
    }

    function test_contrast(data) {
        const there = createTemporaryObject(windows, test, { theme: data.tag, directory: disk.directory() });
        const sending = findChild(there.contentItem, "sending");
        there.sender.state = Files.Transfer.Failed;
        there.sender.text = "It failed";
        tryVerify(() => sending.visible && sending.width > 0);
        findChild(there.contentItem, "connections").checked = true;
        findChild(there.contentItem, "directory").selectAll();
        compare(eye.weakTexts(there), "");
        const folder = disk.make("file", 10).replace(/\/file$/, "");
        for (const name of ["files", "directories"]) {
            const dialog = findChild(findChild(there, "chooser"), name);
            dialog.currentFolder = `file://${name === "files" ? folder : folder.replace(/\/[^/]*$/, "")}`;
            dialog.open();
            const list = name === "files" ? "fileDialogListView" : "folderDialogListView";
            tryVerify(() => eye.find(there, list)?.currentItem?.highlighted);
            compare(eye.weakTexts(there), "");
            dialog.reject();
            tryVerify(() => !dialog.visible);
        }
    }

    function test_disabledButtons() {
        const there = createTemporaryObject(windows, test);
        const color = name => findChild(there.contentItem, name).contentItem.color.toString();
        verify(color("send") !== color("browse"), color("browse"));
    }

    function test_theme() {
        const there = createTemporaryObject(windows, test, { theme: "dark" });
        verify(there.dark);
        mouseClick(findChild(there.contentItem, "theme"));
        verify(!there.dark);
        there.theme = "system";
        compare(there.dark, there.systemIsDark);
    }

    // On a large screen people look from further away.
    function test_largeWindow() {
        const window = createTemporaryObject(windows, test, { width: 3840, height: 2160 });
        tryCompare(window.contentItem, "width", 3840);
        const button = findChild(window.contentItem, "connections");
        tryVerify(() => button.width > 0);
        const shown = button.mapToItem(null, Qt.rect(0, 0, button.width, button.height));
        compare(shown.height, 2 * button.height);
        verify(shown.right > 3700 && shown.right < 3840, `${shown.right}`);
    }

    function test_nobodyThere() {
        const sender = createTemporaryObject(senders, test);
        sender.start("/does/not/exist", "127.0.0.1", 1);
        compare(sender.state, Files.Transfer.Failed);
        verify(sender.text.length > 0);
        sender.start(disk.make("a", 10), "127.0.0.1", 1);
        tryCompare(sender, "state", Files.Transfer.Failed, 60000);
        verify(sender.text.length > 0);
    }

    function test_window() {
        const window = createTemporaryObject(windows, test, { directory: disk.directory() });
        const send = findChild(window.contentItem, "send");
        verify(!send.enabled);
        const field = findChild(window.contentItem, "file");
        field.text = "/does/not/exist";
        findChild(window.contentItem, "host").text = "127.0.0.1";
        verify(send.enabled);
        mouseClick(send);
        const sending = findChild(window.contentItem, "sending");
        tryVerify(() => sending.visible);
        compare(window.sender.state, Files.Transfer.Failed);
        verify(findChild(sending, "status").text.length > 0);
        compare(findChild(sending, "status").color, window.problemText);
        verify(!findChild(sending, "bar").visible);
        verify(!findChild(sending, "cancel").visible);
    }
}
