// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

constexpr int Patience = 60000;

// An echo over a stream, within one thread. Everything is deleted at the end, and the library may still be busy with it. 0, or what failed.
extern "C" Q_DECL_EXPORT int echoOnce(const char *address)
{
    RdmaServer server;
    if (!server.listen(QHostAddress(QString::fromLatin1(address))))
        return 1;
    RdmaStream client;
    client.connectToHost(server.serverAddress(), server.serverPort());
    if (!client.waitForConnected(Patience) || !server.waitForNewConnection(Patience))
        return 2;
    RdmaStream *peer = server.nextPendingConnection();
    client.write("echo");
    if (!client.flush() || !peer->waitForReadyRead(Patience))
        return 3;
    peer->write(peer->readAll());
    if (!peer->flush() || !client.waitForReadyRead(Patience))
        return 4;
    return client.readAll() == "echo" ? 0 : 5;
}
