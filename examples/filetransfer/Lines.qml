// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import FileTransfer
import QtRdma

// The program without a window: it sends one file and ends, or takes files until it is interrupted.
QtObject {
    id: program

    property string file // to send; empty: take files
    property string host // of the receiver, or the address to listen on
    property int port
    property string directory
    property int transport: Rdma.TransportPolicy.PreferRdma
    property int count // of files to take, 0: without end
    property int stored

    readonly property Terminal terminal: Terminal {
    }
    readonly property Sender sender: Sender {
        transport: program.transport
        onWayChanged: {
            if (way.length > 0)
                program.terminal.print(qsTr("Connected %1").arg(way));
        }
        onLookedAtChanged: program.tellProgress()
        onStateChanged: {
            if (state === Transfer.Asking)
                program.terminal.print(qsTr("Somebody there is asked whether to take it"));
        }
        onEnded: program.finish(program.sender, name + ": " + text)
    }
    readonly property Receiver receiver: Receiver {
        directory: program.directory
        transport: program.transport
        onTransfersChanged: if (transfers.length > 0) program.watch(transfers[0])
        onErrorChanged: if (error.length > 0) program.terminal.complain(error)
    }

    Component.onCompleted: {
        if (file.length > 0)
            sender.start(file, host, port);
        else if (receiver.listen(host, port))
            terminal.print(qsTr("Listening on %1, port %2, %3").arg(receiver.address)
                .arg(receiver.port).arg(Transports.textOf(receiver.server)));
        else
            Qt.exit(1);
    }

    // One that has just begun.
    function watch(transfer: Transfer) {
        transfer.ended.connect(() => {
            const what = transfer.name.length > 0 ? transfer.name : qsTr("A file");
            const where = qsTr("%1 from %2 %3").arg(what).arg(transfer.peer)
                .arg(transfer.way);
            finish(transfer, where + ": " + transfer.text);
        });
    }

    function tellProgress() {
        const part = sender.size > 0 ? Math.floor(100 * sender.moved / sender.size) : 100;
        const rate = (sender.rate / 1e6).toLocaleString(Qt.locale(), "f", 1);
        terminal.showProgress(qsTr("%1: %2 %, %3 MB/s").arg(sender.name).arg(part).arg(rate));
    }

    function finish(transfer: Transfer, text: string) {
        const done = transfer.state === Transfer.Done;
        if (done)
            terminal.print(text);
        else
            terminal.complain(text);
        if (transfer === sender)
            return Qt.exit(done ? 0 : 1);
        if (done)
            ++stored;
        if (count > 0 && stored >= count)
            stopReceiving();
    }

    // A file that is still coming calls this again when it ends.
    function stopReceiving() {
        receiver.server.close();
        if (receiver.running().length === 0)
            Qt.exit(0);
    }
}
