// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import FileTransfer
import QtRdma

// Takes files from every peer that connects, some at a time, and keeps a list of them.
QtObject {
    id: receiver

    readonly property int mostAtOnce: 4
    readonly property int mostAsking: 8
    readonly property int mostShown: 20

    property string directory
    property bool asks: false // a person, before a file is taken
    property int transport: Rdma.TransportPolicy.PreferRdma
    property var transfers: [] // of Incoming, the latest first
    readonly property bool listening: server.listening
    readonly property int port: server.serverPort
    readonly property string address: server.serverAddress
    property string error

    readonly property RdmaServer server: RdmaServer {
        onNewConnection: {
            while (hasPendingConnections())
                receiver.take(nextPendingConnection());
        }
        onAcceptError: receiver.error = Transports.reasonOf(rdmaError)
    }
    readonly property Component incoming: Component {
        Incoming {
            // qmllint disable unqualified
            directory: receiver.directory
            asks: receiver.asks
            // qmllint enable unqualified
        }
    }

    function listen(address: string, port: int): bool {
        error = "";
        Transports.setPolicy(server, transport);
        if (!server.listen(address, port))
            error = Transports.reasonOf(server.rdmaError);
        return server.listening;
    }

    function running(): var {
        return transfers.filter(transfer => transfer.state === Transfer.Running);
    }

    function hasRoom(): bool {
        const asking = transfers.filter(transfer => transfer.state === Transfer.Asking);
        return running().length < mostAtOnce && asking.length < mostAsking;
    }

    function take(stream: RdmaStream) {
        if (!hasRoom()) {
            stream.send(JSON.stringify({ failed: "busy" }) + "\n");
            stream.disconnectFromHost();
            stream.destroy();
            return;
        }
        const transfer = incoming.createObject(receiver);
        transfers = [transfer, ...transfers].filter(
            (old, place) => place < mostShown || !old.isOver);
        transfer.start(stream);
    }
}
