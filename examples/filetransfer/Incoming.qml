// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import FileTransfer
import QtRdma

// One file that arrives, with the receiver's part of the protocol in Sender.qml. Where a person is
// asked nothing is stored before the yes. Bytes are written at once, so a slow disk holds up the
// sender instead of filling the memory.
Transfer {
    id: incoming

    required property string directory
    property bool asks: false // a person, before a file is taken
    readonly property int blockSize: 256 * 1024
    property bool isOffered: false

    readonly property FileWriter file: FileWriter {
    }
    // These end with this object; functions that were connected would still be called.
    readonly property Connections signals: Connections {
        target: incoming.connection

        function onReadyRead() {
            incoming.read();
        }
        function onDisconnected() {
            incoming.end(Transfer.Failed, qsTr("The sender has gone"), false);
        }
        function onErrorOccurred() {
            incoming.end(
                Transfer.Failed, Transports.reasonOf(incoming.connection.rdmaError), false);
        }
    }

    name: file.name
    size: file.size

    function start(stream: RdmaStream) {
        connection = stream;
        peer = stream.peerAddress;
        stream.readBufferSize = 4 * blockSize;
        begin();
        way = Transports.textOf(stream);
        read();
    }

    function read() {
        while (state === Transfer.Running && accepted && file.position < size) {
            const data = connection.receive(Math.min(blockSize, size - file.position));
            if (data.byteLength === 0)
                return;
            if (!file.write(data))
                return refuse(file.error);
            moved = file.position;
        }
        readLines();
    }

    function handle(message: var) {
        if (!isOffered && typeof message.file === "string" && typeof message.size === "number")
            consider(message.file, message.size);
        else if (accepted && file.position === size && typeof message.sha256 === "string")
            finish(message.sha256);
        else
            refuse(qsTr("This is no sender of files"));
    }

    function consider(name: string, size: real) {
        isOffered = true;
        if (!file.announce(name, size))
            return refuse(file.error);
        if (!asks)
            return accept();
        state = Transfer.Asking;
        say({ asking: true });
    }

    function accept() {
        if (!isOffered || accepted || isOver)
            return;
        state = Transfer.Running;
        if (!file.open(directory))
            return refuse(file.error);
        accepted = true;
        say({ accepted: true });
        read();
    }

    function decline() {
        say({ failed: qsTr("declined") });
        end(Transfer.Cancelled, qsTr("Declined"), true);
    }

    function finish(sha256: string) {
        if (!file.commit(sha256))
            return refuse(file.error);
        say({ stored: file.name });
        end(Transfer.Done, qsTr("Stored, and the hash is right"), true);
    }

    // The sender should hear of it before the connection ends.
    function refuse(why: string) {
        say({ failed: why });
        end(Transfer.Failed, why, true);
    }

    onEnded: {
        file.discard();
        connection.destroy(); // bytes that were sent still arrive
    }
}
