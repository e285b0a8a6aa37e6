// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import FileTransfer
import QtRdma

// One file that arrives, with the receiver's part of the protocol in Sender.qml. Bytes are written
// at once, so a slow disk holds up the sender instead of filling the memory.
Transfer {
    id: incoming

    required property string directory
    readonly property int blockSize: 256 * 1024

    readonly property FileWriter file: FileWriter {
    }

    name: file.name
    size: file.size

    function start(stream: RdmaStream) {
        connection = stream;
        peer = stream.peerAddress;
        stream.readBufferSize = 4 * blockSize;
        stream.readyRead.connect(read);
        stream.disconnected.connect(() => end(Transfer.Failed, qsTr("The sender has gone"), false));
        stream.errorOccurred.connect(() => end(
            Transfer.Failed, Transports.reasonOf(stream.rdmaError), false));
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
        if (!accepted && typeof message.file === "string" && typeof message.size === "number")
            accept(message);
        else if (accepted && file.position === size && typeof message.sha256 === "string")
            finish(message.sha256);
        else
            refuse(qsTr("This is no sender of files"));
    }

    function accept(message: var) {
        if (!file.open(directory, message.file, message.size))
            return refuse(file.error);
        accepted = true;
        say({ accepted: true });
        read();
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
