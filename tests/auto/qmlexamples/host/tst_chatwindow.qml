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
