// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SESSION_H
#define SESSION_H

#include "rawpeer.h"

#include "stream/native/creditledger_p.h"
#include "stream/native/streamframe_p.h"
#include "stream/native/streamhandshake_p.h"

#include <optional>

// A connection with a correct handshake, so that only what follows is judged.
class Session
{
public:
    Session(const char *address, quint16 port);

    // How many data frames this side lets the server send before it must grant more. It never does
    // so by itself.
    static constexpr quint32 Window = 32;
    static constexpr quint32 SlotSize = 4096;
    static QtRdmaPrivate::StreamHandshake handshake();

    bool open();

    // A frame that a well-behaved peer would send now. Its counters come from the ledger, which
    // counts it.
    QByteArray frame(QtRdmaPrivate::FrameType type, const QByteArray &payload = QByteArray(),
                     quint8 flags = 0);
    // The same for a header and bytes of any kind.
    static QByteArray bytes(const QtRdmaPrivate::FrameHeader &header, const QByteArray &payload);

    bool send(const QByteArray &message) { return raw.send(message); }
    // Sends the same message again and again, until the server ends the connection.
    void flood(const QByteArray &message, int count);
    // Gives the server time to end the connection.
    void waitForEnd() { raw.waitForEnd(30000); }

    RawPeer raw;

private:
    bool exchange();

    std::optional<QtRdmaPrivate::CreditLedger> ledger;
    QtRdmaPrivate::StreamHandshake server;

public:
    const QtRdmaPrivate::StreamHandshake &serverHandshake() const { return server; }
};

#endif // SESSION_H
