// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "attacks.h"
#include "crowd.h"
#include "session.h"

#include <QtCore/qendian.h>
#include <QtCore/qlist.h>

#include <cstdio>
#include <random>

#include <unistd.h>

using namespace QtRdmaPrivate;

namespace {

// Connects with each of these, and expects no answer.
bool shakeHands(const char *address, quint16 port, const QList<QByteArray> &privateData)
{
    for (const QByteArray &data : privateData) {
        RawPeer peer(address, port);
        peer.connect(data);
        if (!peer.worked())
            return false;
        peer.disconnect();
    }
    return true;
}

QByteArray changed(void (*change)(StreamHandshake *))
{
    StreamHandshake handshake = Session::handshake();
    change(&handshake);
    return handshake.toPrivateData();
}

QByteArray randomBytes(std::mt19937 *generator, int size)
{
    QByteArray result(size, '\0');
    for (char &byte : result)
        byte = char((*generator)());
    return result;
}

bool noHandshake(const char *address, quint16 port)
{
    return shakeHands(address, port, { QByteArray() });
}

bool randomHandshake(const char *address, quint16 port)
{
    std::mt19937 generator(1);
    QList<QByteArray> all;
    for (int size : { 1, 8, 39, 40, 41, 56 })
        all.append(randomBytes(&generator, size));
    return shakeHands(address, port, all);
}

bool shortHandshake(const char *address, quint16 port)
{
    const QByteArray whole = Session::handshake().toPrivateData();
    // Nothing follows the magic number, because the connection manager pads with zeros.
    return shakeHands(address, port, { whole.left(8), whole.left(16), whole.left(20) });
}

bool wrongMagic(const char *address, quint16 port)
{
    QByteArray data = Session::handshake().toPrivateData();
    data[7] = char(data[7] ^ 1);
    return shakeHands(address, port, { data });
}

bool wrongVersion(const char *address, quint16 port)
{
    return shakeHands(address, port,
                      { changed([](StreamHandshake *h) { h->version = h->lowestVersion = 200; }),
                        changed([](StreamHandshake *h) { h->version = h->lowestVersion = 0; }) });
}

bool wrongValues(const char *address, quint16 port)
{
    return shakeHands(address, port,
                      { changed([](StreamHandshake *h) { h->slotSize = 0; }),
                        changed([](StreamHandshake *h) { h->slotSize = FrameHeader::Size; }),
                        changed([](StreamHandshake *h) { h->slotSize = 0xffffffff; }),
                        changed([](StreamHandshake *h) { h->window = 0; }),
                        changed([](StreamHandshake *h) { h->window = 0xffffffff; }) });
}

// Sends one wrong frame after some correct ones.
bool sendWrong(const char *address, quint16 port, QByteArray (*make)(Session *))
{
    Session session(address, port);
    if (!session.open())
        return false;
    if (session.send(make(&session)))
        session.waitForEnd();
    return session.raw.worked();
}

template <FrameType type, int size>
QByteArray frameOfSize(Session *session)
{
    return session->frame(type, QByteArray(size, 'x'));
}

// The header of a correct frame in which this byte is changed.
template <int offset, int value>
QByteArray changedByte(Session *session)
{
    QByteArray result = session->frame(FrameType::Credit);
    result[offset] = char(value);
    return result;
}

template <quint32 offset, quint32 value>
QByteArray changedCounter(Session *session)
{
    QByteArray result = session->frame(FrameType::Credit);
    qToBigEndian(value, result.data() + offset);
    return result;
}

template <quint32 firstFrame, quint32 slotSize>
QByteArray resize(Session *session)
{
    QByteArray payload(8, '\0');
    qToBigEndian(firstFrame, payload.data());
    qToBigEndian(slotSize, payload.data() + 4);
    return session->frame(FrameType::Resize, payload);
}

QByteArray tooLarge(Session *session)
{
    return session->frame(FrameType::Data,
                          QByteArray(int(session->serverHandshake().slotSize), 'x'));
}

QByteArray cutShort(Session *session)
{
    return session->frame(FrameType::Credit).left(5);
}

template <QByteArray (*make)(Session *)>
bool wrongFrame(const char *address, quint16 port)
{
    return sendWrong(address, port, make);
}

bool randomFrames(const char *address, quint16 port)
{
    Session session(address, port);
    if (!session.open())
        return false;
    std::mt19937 generator(2);
    while (session.send(randomBytes(&generator, int(generator() % 2048)))) { }
    return session.raw.worked();
}

bool dataAfterFin(const char *address, quint16 port)
{
    Session session(address, port);
    if (!session.open())
        return false;
    session.send(session.frame(FrameType::Fin, QByteArray(), FinStillReading));
    session.send(session.frame(FrameType::Data, "one more thing"));
    session.waitForEnd();
    return session.raw.worked();
}

bool finTwice(const char *address, quint16 port)
{
    Session session(address, port);
    if (!session.open())
        return false;
    session.send(session.frame(FrameType::Fin, QByteArray(), FinStillReading));
    session.send(session.frame(FrameType::Fin, QByteArray(), FinStillReading));
    session.waitForEnd();
    return session.raw.worked();
}

// Sends far more than the server allows. The server cannot allow more for long: nothing here
// answers its credit frames, and nothing lets it send more data.
bool overrun(const char *address, quint16 port)
{
    Session session(address, port);
    if (!session.open())
        return false;
    FrameHeader header;
    header.dataLimit = Session::Window;
    session.flood(Session::bytes(header, "x"), 20000);
    session.waitForEnd();
    return session.raw.worked();
}

bool floodWith(const char *address, quint16 port, FrameType type)
{
    Session session(address, port);
    if (!session.open())
        return false;
    session.flood(session.frame(type, QByteArray(int(controlPayload(type)), '\0')), 20000);
    session.waitForEnd();
    return session.raw.worked();
}

template <FrameType type>
bool flood(const char *address, quint16 port)
{
    return floodWith(address, port, type);
}

bool silent(const char *address, quint16 port)
{
    Session session(address, port);
    if (!session.raw.connect(Session::handshake().toPrivateData()))
        return false;
    session.raw.waitForEnd(3000);
    return session.raw.worked();
}

// The process ends while it is sending; the kernel cleans up.
bool exitWhileSending(const char *address, quint16 port)
{
    Session session(address, port);
    if (!session.open())
        return false;
    for (int i = 0; i < 4; ++i)
        session.send(session.frame(FrameType::Data, QByteArray(500, 'x')));
    std::fflush(stdout);
    _exit(0);
}

bool exitAfterConnecting(const char *address, quint16 port)
{
    RawPeer peer(address, port);
    if (!peer.connect(Session::handshake().toPrivateData()))
        return false;
    std::fflush(stdout);
    _exit(0);
}

} // namespace

const Attack attacks[] = { { "handshake-none", noHandshake },
                           { "handshake-random", randomHandshake },
                           { "handshake-short", shortHandshake },
                           { "handshake-magic", wrongMagic },
                           { "handshake-version", wrongVersion },
                           { "handshake-values", wrongValues },
                           { "unfinished-handshakes", unfinishedHandshakes },
                           { "frame-empty", wrongFrame<[](Session *) { return QByteArray(); }> },
                           { "frame-short", wrongFrame<cutShort> },
                           { "frame-type", wrongFrame<changedByte<0, 0xff>> },
                           { "frame-flags", wrongFrame<changedByte<1, 0x80>> },
                           { "frame-reserved", wrongFrame<changedByte<15, 1>> },
                           { "frame-no-data", wrongFrame<frameOfSize<FrameType::Data, 0>> },
                           { "frame-too-large", wrongFrame<tooLarge> },
                           { "frame-credit-length", wrongFrame<frameOfSize<FrameType::Credit, 5>> },
                           { "frame-ping-length", wrongFrame<frameOfSize<FrameType::Ping, 7>> },
                           { "frame-reset-length", wrongFrame<frameOfSize<FrameType::Reset, 49>> },
                           { "frame-reset", wrongFrame<frameOfSize<FrameType::Reset, 48>> },
                           { "frame-credits-backwards", wrongFrame<changedCounter<8, 1>> },
                           { "frame-credits-huge", wrongFrame<changedCounter<8, 0x7fffffff>> },
                           { "frame-acknowledges-nothing", wrongFrame<changedCounter<4, 100>> },
                           { "frame-resize-zero", wrongFrame<resize<0, 0>> },
                           { "frame-resize-huge", wrongFrame<resize<0, 0xffffffff>> },
                           { "frame-random", randomFrames },
                           { "frame-data-after-fin", dataAfterFin },
                           { "frame-fin-twice", finTwice },
                           { "frame-overrun", overrun },
                           { "flood-credit", flood<FrameType::Credit> },
                           { "flood-ping", flood<FrameType::Ping> },
                           { "flood-pong", flood<FrameType::Pong> },
                           { "flood-resize", flood<FrameType::Resize> },
                           { "flood-credit-return", flood<FrameType::CreditReturn> },
                           { "flood-fin", flood<FrameType::Fin> },
                           { "flood-auth", flood<FrameType::Auth> },
                           { "silent", silent },
                           { "exit-sending", exitWhileSending },
                           { "exit-connected", exitAfterConnecting },
                           { nullptr, nullptr } };
