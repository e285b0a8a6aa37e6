// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtQml.Models
import ChatWindow

// Messages and events as rows. Roles: kind ("said", "private", "notice", "problem", "file"), from,
// text, time, earlier, key and part of files.
ListModel {
    id: conversation

    required property ChatClient client
    readonly property int limit: 1000

    readonly property Connections connections: Connections {
        target: conversation.client

        function onSaid(from: string, text: string, time: date, earlier: bool) {
            conversation.add("said", from, text, time, earlier);
        }
        function onWhispered(from: string, to: string, text: string) {
            conversation.add("private", qsTr("%1 to %2").arg(from).arg(to), text);
        }
        function onJoined(who: string) {
            conversation.add("notice", "", qsTr("%1 joined").arg(who));
        }
        function onMemberLeft(who: string, why: string) {
            conversation.add("notice", "", why.length > 0 ? qsTr("%1 left: %2").arg(who).arg(why)
                                                          : qsTr("%1 left").arg(who));
        }
        function onNotice(text: string) {
            conversation.add("notice", "", text);
        }
        function onLost(why: string, delay: int) {
            const text = qsTr("The connection was lost%1. Connecting again in %2 s");
            conversation.add("problem", "", text.arg(why.length > 0 ? ": " + why : "")
                             .arg((delay / 1000).toFixed(1)));
        }
        function onFailed(text: string) {
            conversation.add("problem", "", text);
        }
        function onFileChanged(key: string, text: string, part: double) {
            conversation.showFile(key, text, part);
        }
        function onStateChanged() {
            if (conversation.client.state === ChatClient.Present)
                conversation.add("notice", "", qsTr("You are in the room"));
        }
    }

    function add(kind: string, from: string, text: string, time = new Date(), earlier = false,
                 key = "", part = 1) {
        append({ kind, from, text, time: Qt.formatTime(time, "hh:mm"), earlier, key, part });
        if (count > limit)
            remove(0, count - limit);
    }

    // A transfer is one row, from its start to its end.
    function showFile(key: string, text: string, part: double) {
        for (let row = count - 1; row >= 0; --row) {
            const before = get(row);
            if (before.kind !== "file" || before.key !== key || before.part === 1)
                continue;
            setProperty(row, "part", part);
            if (text.length > 0)
                setProperty(row, "text", text);
            return;
        }
        add("file", "", text, new Date(), false, key, part);
    }
}
