// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtQml.Models
import ChatWindow

// Messages and events as rows. Roles: kind ("said", "private", "notice", "problem", "file",
// "offer"), from, text, time, earlier, key and part of files. The key of an offer is its number.
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
            const seconds = (delay / 1000).toLocaleString(Qt.locale(), "f", 1);
            const text = why.length > 0
                ? qsTr("The connection was lost: %1. Connecting again in %2 s").arg(why)
                : qsTr("The connection was lost. Connecting again in %1 s");
            conversation.add("problem", "", text.arg(seconds));
        }
        function onFailed(text: string) {
            conversation.add("problem", "", text);
        }
        function onFileOffered(id: int, text: string) {
            conversation.add("offer", "", qsTr("%1. Take it?").arg(text), new Date(), false,
                             `${id}`, 0);
        }
        function onOfferEnded(id: int, text: string) {
            conversation.endOffer(id, text);
        }
        function onFileChanged(key: string, text: string, part: double) {
            conversation.showFile(key, text, part);
        }
        function onStateChanged() {
            if (conversation.client.state === ChatClient.Present)
                conversation.add("notice", "",
                                 qsTr("You are in the room as %1").arg(conversation.client.name));
        }
    }

    function add(kind: string, from: string, text: string, time = new Date(), earlier = false,
                 key = "", part = 1) {
        append({ kind, from, text, time: Qt.formatTime(time, "hh:mm"), earlier, key, part });
        if (count > limit)
            remove(0, count - limit);
    }

    function answer(id: int, take: bool) {
        endOffer(id, "");
        client.answerOffer(id, take);
    }

    // Other rows tell what follows, unless there is a text.
    function endOffer(id: int, text: string) {
        for (let row = count - 1; row >= 0; --row) {
            const before = get(row);
            if (before.kind !== "offer" || before.key !== `${id}` || before.part === 1)
                continue;
            setProperty(row, "part", 1);
            if (text.length > 0)
                setProperty(row, "text", text);
            return;
        }
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
