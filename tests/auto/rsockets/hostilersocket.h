// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HOSTILERSOCKET_H
#define HOSTILERSOCKET_H

#include "stream/rsocket/rsocketmessage_p.h"

#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>

#include <optional>

// The connecting side of rsockets, made with bare work requests: it sends whatever it is told to.
class HostileRsocket
{
public:
    HostileRsocket();

    bool postsReceives = true;

    // Sends a handshake of our own if 'privateData' is null.
    bool connectTo(const QHostAddress &address, quint16 port, QByteArray privateData = {});
    // Writes 'bytes' to the memory that the server has granted, 'offset' bytes further, and sends
    // that word.
    void say(quint32 encoded, const QByteArray &bytes = {}, quint64 offset = 0);
    void sayGrant(quint32 entry, const QtRdmaPrivate::RsocketGrant &grant, quint32 limit);
    void writeAnywhere(const QByteArray &bytes, quint64 address, quint32 key);
    void sendPlain(const QByteArray &bytes);
    bool memoryHas(const QByteArray &bytes) const;
    // The grant that the server has written there.
    QtRdmaPrivate::RsocketGrant granted(quint32 entry) const;
    // Waits until the server has ended the connection.
    bool waitForEnd();
    bool isConnected() const { return queuePair.state() == QAbstractSocket::ConnectedState; }

    const QtRdmaPrivate::RsocketHandshake &server() const { return serverHandshake; }
    QtRdmaPrivate::RsocketHandshake handshake() const;

private:
    void post(quint32 encoded, const QByteArray &bytes, const RdmaRemoteMemory &to);

    RdmaMemoryRegion memory;
    RdmaQueuePair queuePair; // destroyed before its memory
    QtRdmaPrivate::RsocketHandshake serverHandshake;
    bool failed = false;
};

#endif // HOSTILERSOCKET_H
