// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

// The common part of both ends of a transfer: its progress, its speed, its end, and the lines of
// JSON that it reads and writes. A transfer is Asking while the person at the receiver has not said
// yes or no.
QtObject {
    id: transfer

    enum State {
        Idle,
        Asking,
        Running,
        Done,
        Failed,
        Cancelled
    }

    readonly property int longestLine: 4096 // a bound for what a peer may send
    readonly property int patience: 30000 // ms without a byte
    readonly property int patienceWithPeople: 600000

    property int state: Transfer.Idle
    readonly property bool isOver: state === Transfer.Done || state === Transfer.Failed
        || state === Transfer.Cancelled
    property string text
    property string name
    property string peer
    property string way // over RDMA or TCP, and why
    property real size: 0
    property real moved: 0
    property real rate: 0 // bytes a second
    property bool accepted: false
    property RdmaStream connection

    property real movedBefore: 0
    property real lookedAt: 0
    readonly property Timer clock: Timer {
        interval: 500
        repeat: true
        running: transfer.state === Transfer.Running
        onTriggered: transfer.look()
    }
    readonly property Timer stalled: Timer {
        interval: transfer.state === Transfer.Asking ? transfer.patienceWithPeople
                                                     : transfer.patience
        running: transfer.state === Transfer.Running || transfer.state === Transfer.Asking
        onTriggered: transfer.end(Transfer.Failed,
                                  transfer.state === Transfer.Asking
                                      ? qsTr("Nobody has answered")
                                      : qsTr("Nothing has moved for too long"), false)
    }

    signal ended

    onMovedChanged: {
        if (stalled.running)
            stalled.restart();
    }

    function begin() {
        text = "";
        way = "";
        moved = 0;
        movedBefore = 0;
        rate = 0;
        lookedAt = Date.now();
        accepted = false;
        state = Transfer.Running;
    }

    function look() {
        const now = Date.now();
        if (now > lookedAt)
            rate = (moved - movedBefore) * 1000 / (now - lookedAt);
        movedBefore = moved;
        lookedAt = now;
    }

    function cancel() {
        end(Transfer.Cancelled, qsTr("Cancelled"), false);
    }

    // Ends in order, so that the bytes that were sent arrive.
    function end(how: int, why: string, politely: bool) {
        if (state === Transfer.Idle || isOver)
            return;
        look();
        state = how;
        text = why;
        if (politely)
            connection.disconnectFromHost();
        else
            connection.abort();
        ended();
    }

    function say(message: var) {
        connection.send(JSON.stringify(message) + "\n");
    }

    // Goes on until the state, or the meaning of a line, has changed.
    function readLines() {
        while (state === Transfer.Running || state === Transfer.Asking) {
            const line = connection.receiveLine();
            if (line === undefined)
                break;
            handle(parse(line));
        }
        if (!isOver && connection.bytesAvailable() >= longestLine)
            handle({});
    }

    // An empty object if the line is no JSON object.
    function parse(line: string): var {
        try {
            const message = JSON.parse(line);
            return message !== null && typeof message === "object" ? message : {};
        } catch (error) {
            return {};
        }
    }

    function handle(message: var) {
    }
}
