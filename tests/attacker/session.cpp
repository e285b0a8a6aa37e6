// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "session.h"

#include <cstdio>

using namespace QtRdmaPrivate;

Session::Session(const char *address, quint16 port) : raw(address, port) { }

StreamHandshake Session::handshake()
{
    StreamHandshake result;
    result.slotSize = SlotSize;
    result.window = Window;
    result.nonce = Q_UINT64_C(0x61747461636b6572);
    return result;
}

bool Session::open()
{
    if (!raw.connect(handshake().toPrivateData()))
        return false;
    RejectReason reason;
    const QString wrong = parseHandshake(raw.acceptData(), &server, &reason);
    if (!wrong.isEmpty()) {
        std::printf("SERVER'S HANDSHAKE %s\n", qPrintable(wrong));
        return false;
    }
    CreditLedger::Setup setup;
    setup.ownWindow = Window;
    setup.ownSlotSize = SlotSize;
    setup.peerWindow = server.window;
    setup.peerSlotSize = server.slotSize;
    ledger.emplace(setup);
    return exchange();
}

// Sends one correct message. A server that echoes it shows that all was in order so far.
bool Session::exchange()
{
    if (!send(frame(FrameType::Data, "hello")))
        return false;
    for (;;) {
        const QByteArray answer = raw.receive(10000);
        if (answer.isEmpty()) {
            std::printf("NO ANSWER\n");
            return !raw.hasEnded();
        }
        ParsedFrame parsed;
        QString wrong = parseFrame(reinterpret_cast<const uchar *>(answer.constData()),
                                   quint32(answer.size()), &parsed);
        if (wrong.isEmpty())
            wrong = ledger->received(parsed);
        if (!wrong.isEmpty()) {
            std::printf("SERVER'S FRAME %s\n", qPrintable(wrong));
            return false;
        }
        if (parsed.header.type == FrameType::Data) {
            std::printf("ANSWERED\n");
            return true;
        }
        ledger->controlConsumed(1);
    }
}

QByteArray Session::bytes(const FrameHeader &header, const QByteArray &payload)
{
    QByteArray result(FrameHeader::Size, '\0');
    encodeHeader(header, reinterpret_cast<uchar *>(result.data()));
    return result + payload;
}

QByteArray Session::frame(FrameType type, const QByteArray &payload, quint8 flags)
{
    FrameHeader header = ledger->sending(type);
    header.flags = flags;
    return bytes(header, payload);
}

void Session::flood(const QByteArray &message, int count)
{
    int sent = 0;
    while (sent < count && send(message))
        ++sent;
    std::printf("SENT %d\n", sent);
}
