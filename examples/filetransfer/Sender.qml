// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import FileTransfer
import QtRdma

// Sends one file: a line of JSON with its name and size, its bytes when that was accepted, and a
// line with its hash. At most HighWater bytes of it are in memory.
Transfer {
    id: sender

    readonly property int blockSize: 64 * 1024
    readonly property int highWater: 1024 * 1024

    property int transport: Rdma.TransportPolicy.PreferRdma
    property bool hashSent: false

    readonly property FileReader file: FileReader {
    }
    readonly property RdmaStream stream: RdmaStream {
        readBufferSize: sender.longestLine
        onConnected: {
            sender.peer = peerAddress;
            sender.way = Transports.textOf(this);
            sender.say({ file: sender.file.name, size: sender.file.size });
        }
        onReadyRead: sender.readLines()
        onBytesWritten: sender.pump()
        onErrorOccurred: sender.end(Transfer.Failed, Transports.reasonOf(rdmaError), false)
        onDisconnected: sender.end(Transfer.Failed, qsTr("The receiver has gone"), false)
    }

    connection: stream
    name: file.name
    size: file.size

    function start(file: string, host: string, port: int) {
        if (state !== Transfer.Idle && !isOver)
            return;
        stream.abort();
        begin();
        hashSent = false;
        Transports.setPolicy(stream, transport);
        if (!sender.file.open(file))
            end(Transfer.Failed, sender.file.error, false);
        else
            stream.connectToHost(host, port);
    }

    function handle(message: var) {
        if (message.asking === true && !accepted) {
            state = Transfer.Asking;
        } else if (message.accepted === true) {
            state = Transfer.Running;
            accepted = true;
            pump();
        } else if (message.stored !== undefined && hashSent) {
            moved = size;
            end(Transfer.Done, qsTr("Stored as %1").arg(message.stored), true);
        } else if (message.failed !== undefined) {
            end(Transfer.Failed, qsTr("The receiver says: %1").arg(message.failed), false);
        } else {
            end(Transfer.Failed, qsTr("This is no receiver of files"), false);
        }
    }

    // Sends as much as the stream may hold, and more when some has left.
    function pump() {
        if (state !== Transfer.Running || !accepted || hashSent)
            return;
        while (stream.bytesToWrite() < highWater && file.position < size) {
            const data = file.read(blockSize);
            if (file.error.length > 0)
                return end(Transfer.Failed, file.error, false);
            stream.send(data);
        }
        moved = Math.max(0, file.position - stream.bytesToWrite());
        if (file.position === size) {
            hashSent = true;
            say({ sha256: file.sha256() });
        }
    }

    onEnded: file.close()
}
