// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import FileTransfer
import QtRdma

// Takes files from every peer that connects, some at a time, and keeps a list of them.
QtObject {
    id: receiver

    readonly property int mostAtOnce: 4
    readonly property int mostShown: 20

    property string directory
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
            directory: receiver.directory // qmllint disable unqualified
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

    function take(stream: RdmaStream) {
        if (running().length >= mostAtOnce) {
            stream.send(JSON.stringify({ failed: "busy" }) + "\n");
            stream.disconnectFromHost();
            stream.destroy();
            return;
        }
        const transfer = incoming.createObject(receiver);
        transfers = [transfer, ...transfers].filter(
            (old, place) => place < mostShown || old.state === Transfer.Running);
        transfer.start(stream);
    }
}
