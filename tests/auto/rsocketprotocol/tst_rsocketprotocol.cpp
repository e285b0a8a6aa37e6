// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/rsocket/rsocketprotocol_p.h"

#include <QtTest/qtest.h>

#include <array>
#include <cstring>
#include <deque>
#include <random>

using namespace QtRdmaPrivate;

using Arrival = RsocketProtocol::Arrival;
using Finish = StreamStates::Finish;
using Next = RsocketProtocol::Next;
using Own = StreamStates::Own;
using State = StreamStates::State;
using Transport = RsocketProtocol::Transport;

namespace {

constexpr quint64 ListAddress = 0x100;
constexpr quint64 BlockAddress = 0x10000; // of the first one, and between any two
constexpr quint32 BlockSize = 40;
constexpr size_t MostBlocks = 3;

// One side with memory that its peer writes to.
struct Side
{
    struct Message
    {
        quint32 encoded = 0;
        RsocketGrant target;
        QByteArray bytes;
    };
    struct Block
    {
        quint64 address = 0;
        QByteArray bytes = QByteArray(int(BlockSize), '\0');
    };

    Side() { addBlock(); }
    Q_DISABLE_COPY_MOVE(Side)

    const Block &addBlock()
    {
        blocks.push_back({ ++blocksMade * BlockAddress });
        return blocks.back();
    }
    RsocketHandshake handshake() const
    {
        RsocketHandshake own;
        own.credits = RsocketProtocol::OwnCredits;
        own.targetList = { ListAddress, 1, RsocketProtocol::OwnEntries };
        own.firstGrant = { blocks.front().address, 2, BlockSize };
        return own;
    }
    // What the device does. False: it would write where it must not.
    bool arrives(const Message &message)
    {
        const RsocketGrant &target = message.target;
        if (target.length == 0)
            return true;
        if (target.key == 1) {
            std::memcpy(list.data() + (target.address - ListAddress), message.bytes.constData(),
                        target.length);
            return target.address - ListAddress + target.length <= list.size();
        }
        for (Block &block : blocks) {
            const quint64 offset = target.address - block.address;
            if (target.address >= block.address && offset + target.length <= BlockSize) {
                std::memcpy(block.bytes.data() + offset, message.bytes.constData(), target.length);
                return true;
            }
        }
        return false;
    }

    StreamStates states{ StreamStates::LastWord::Final };
    RsocketProtocol protocol{ &states };
    std::array<uchar, RsocketProtocol::OwnEntries * RsocketGrant::Size> list{};
    std::deque<Block> blocks; // granted and not done with
    quint64 blocksMade = 0;
    std::deque<Message> wire; // on the way to here
    std::deque<Message> completions;
    std::deque<bool> flying; // true: the last word
    int toWrite = 0; // bytes
    int staged = 0;
    int sent = 0;
    int received = 0;
    int unread = 0;
    bool mayClose = true;
    Finish how = Finish::Full;
};

char byteAt(int position)
{
    return char('a' + position % 26);
}

// Two of them that write and then end, everything at random moments.
class Conversation
{
public:
    Conversation(Transport transport, quint16 firstSerial, quint32 seed) : m_random(seed)
    {
        for (Side &side : m_sides) {
            side.toWrite = int(chance(400));
            side.how = chance(2) ? Finish::Full : Finish::StillReading;
        }
        m_sides[1].mayClose = chance(3) > 0;
        for (size_t i = 0; i < 2; ++i) {
            Side &side = m_sides[i];
            if (!side.protocol.peerOffers(m_sides[1 - i].handshake().toPrivateData()).isEmpty())
                m_failure = QStringLiteral("no handshake");
            side.protocol.begin(transport, BlockSize, firstSerial);
            side.protocol.established(i == 0);
            side.states.linked(false);
        }
    }

    QString run()
    {
        for (int quiet = 0; m_failure.isEmpty() && !m_isDown && quiet < 1000;) {
            Side &side = m_sides[chance(2)];
            quiet = step(&side, &peerOf(side)) ? 0 : quiet + 1;
        }
        for (const Side &side : m_sides) {
            const Side &peer = &side == &m_sides[0] ? m_sides[1] : m_sides[0];
            if (m_failure.isEmpty() && !m_isDown)
                m_failure = QStringLiteral("the two wait for each other");
            if (m_failure.isEmpty() && side.received != peer.sent)
                m_failure = QStringLiteral("%1 of %2 bytes").arg(side.received).arg(peer.sent);
        }
        return m_failure;
    }

private:
    quint32 chance(quint32 below) { return quint32(m_random()) % below; }
    Side &peerOf(const Side &side) { return &side == &m_sides[0] ? m_sides[1] : m_sides[0]; }

    // True: something has happened.
    bool step(Side *side, Side *peer)
    {
        switch (chance(7)) {
        case 0:
            return write(side);
        case 1:
            return read(side);
        case 2:
            return close(side);
        case 3:
            return arrive(side);
        case 4:
            return receive(side);
        case 5:
            return complete(side, *peer);
        default:
            return flush(side, peer);
        }
    }

    bool write(Side *side)
    {
        if (side->toWrite == 0 || !side->states.takesData())
            return false;
        const int count = 1 + int(chance(quint32(side->toWrite)));
        side->toWrite -= count;
        side->staged += count;
        return true;
    }

    bool read(Side *side)
    {
        if (side->unread == 0)
            return false;
        const int count = 1 + int(chance(quint32(side->unread)));
        side->unread -= count;
        side->protocol.consumed(quint64(count));
        return true;
    }

    bool close(Side *side)
    {
        const bool answers = side->states.hasPeerFinished() && side->unread == 0;
        if (!side->states.isLive() || side->toWrite > 0 || !(side->mayClose || answers)
            || (side->states.isFinRequested() && !(answers && !side->states.isClosed())))
            return false;
        if (side->how == Finish::Full || answers)
            side->protocol.consumed(quint64(std::exchange(side->unread, 0)));
        side->states.finish(answers ? Finish::Full : side->how);
        return true;
    }

    bool arrive(Side *side)
    {
        if (side->wire.empty() || m_isDown)
            return false;
        if (!side->arrives(side->wire.front()))
            m_failure = QStringLiteral("writes where it must not");
        side->completions.push_back(std::move(side->wire.front()));
        side->wire.pop_front();
        return true;
    }

    bool receive(Side *side)
    {
        if (side->completions.empty() || side->states.isEnded())
            return false;
        const Side::Message message = std::move(side->completions.front());
        side->completions.pop_front();
        switch (side->protocol.received(message.encoded, message.target.length,
                                        side->list.data())) {
        case Arrival::Data:
            side->unread += int(side->protocol.length());
            takeData(side);
            break;
        case Arrival::Unread:
            takeData(side);
            side->protocol.consumed(side->protocol.length());
            break;
        case Arrival::PeerClosed:
            side->toWrite = side->staged = 0;
            break;
        case Arrival::Ignored:
            m_failure = QStringLiteral("data behind the end");
            break;
        case Arrival::Failed:
            m_failure = side->protocol.failure();
            break;
        default:
            break;
        }
        return true;
    }

    void takeData(Side *side)
    {
        const RsocketLedger::Place place = side->protocol.place();
        const QByteArray &bytes = side->blocks[place.grant].bytes;
        for (quint32 i = 0; i < side->protocol.length(); ++i) {
            if (bytes.at(int(place.offset + i)) != byteAt(side->received++))
                m_failure = QStringLiteral("other bytes than those that were sent");
        }
    }

    bool complete(Side *side, const Side &peer)
    {
        if (side->flying.size() <= peer.wire.size())
            return false;
        if (side->flying.front())
            side->states.finCompleted();
        side->flying.pop_front();
        return true;
    }

    void send(Side *side, Side *peer, Side::Message &&message, bool isLastWord = false)
    {
        side->flying.push_back(isLastWord);
        peer->wire.push_back(std::move(message));
    }

    bool flush(Side *side, Side *peer)
    {
        if (!side->states.isLive() || m_isDown)
            return false;
        bool any = grant(side, peer);
        while (side->staged > 0 && side->protocol.mayTalk() && side->protocol.maySendData()) {
            const auto length = quint32(qMin(side->staged, int(side->protocol.maxPayload())));
            Side::Message message;
            for (quint32 i = 0; i < length; ++i)
                message.bytes += byteAt(side->sent++);
            side->staged -= int(length);
            message.target = side->protocol.sending(length);
            message.encoded = RsocketMessage::data(length).encoded();
            send(side, peer, std::move(message));
            any = true;
        }
        any = sendControl(side, peer) || any;
        if (side->states.own() == Own::Completed)
            side->states.finArrived();
        if (side->states.mayDisconnect())
            side->states.disconnect();
        return part(side, *peer) || any;
    }

    bool grant(Side *side, Side *peer)
    {
        for (size_t i = side->protocol.takeFinished(); i > 0; --i)
            side->blocks.pop_front();
        bool any = false;
        while (side->blocks.size() < MostBlocks && side->protocol.mayGrant()
               && side->protocol.mayTalk()) {
            const RsocketGrant granted = { side->addBlock().address, 2, BlockSize };
            Side::Message message;
            message.bytes.resize(int(RsocketGrant::Size));
            granted.encode(side->protocol.peer().bigEndian,
                           reinterpret_cast<uchar *>(message.bytes.data()));
            message.target = side->protocol.granting(BlockSize);
            message.encoded = side->protocol.limit().encoded();
            send(side, peer, std::move(message));
            any = true;
        }
        return any;
    }

    bool sendControl(Side *side, Side *peer)
    {
        const bool hasRoom = side->protocol.mayTalk() && chance(4) > 0;
        bool any = false;
        for (;;) {
            const Next next = side->protocol.next([side] { return side->staged == 0; },
                                                  [hasRoom] { return hasRoom; });
            if (next == Next::Nothing)
                return any;
            any = true;
            if (next == Next::SkipDisconnect)
                side->protocol.skipDisconnect();
            else
                send(side, peer, { side->protocol.put(next).encoded(), {}, {} },
                     next != Next::SendLimit);
        }
    }

    // When the time for it is over: everything has arrived.
    bool part(Side *side, const Side &peer)
    {
        if (side->states.state() != State::Disconnecting || !side->wire.empty()
            || !peer.wire.empty() || !peer.completions.empty() || !side->completions.empty())
            return false;
        return m_isDown = true;
    }

    std::mt19937 m_random;
    std::array<Side, 2> m_sides;
    QString m_failure;
    bool m_isDown = false;
};

// One side whose peer is played by the test.
struct Lonely
{
    explicit Lonely(Transport transport)
    {
        const bool isFine = side.protocol.peerOffers(side.handshake().toPrivateData()).isEmpty();
        Q_ASSERT(isFine);
        side.protocol.begin(transport, BlockSize);
        side.protocol.established(false);
        side.states.linked(false);
    }
    Arrival hears(const RsocketMessage &message, quint32 written = 0)
    {
        return side.protocol.received(message.encoded(), written, side.list.data());
    }

    Side side;
};

} // namespace

class tst_RsocketProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conversations_data();
    void conversations();
    void acceptorWaitsForFirstWord();
    void lastWord();
    void dataBehindTheEnd();
    void brokenRules_data();
    void brokenRules();
    void partingTime();
};

void tst_RsocketProtocol::conversations_data()
{
    QTest::addColumn<Transport>("transport");
    QTest::addColumn<quint16>("firstSerial");
    QTest::newRow("RoCE") << Transport::Immediate << quint16(0);
    QTest::newRow("RoCE, near the wrap") << Transport::Immediate << quint16(0xffa0);
    QTest::newRow("iWARP") << Transport::Iwarp << quint16(0);
    QTest::newRow("iWARP, near the wrap") << Transport::Iwarp << quint16(0xffa0);
}

void tst_RsocketProtocol::conversations()
{
    QFETCH(Transport, transport);
    QFETCH(quint16, firstSerial);

    for (quint32 seed = 0; seed < 1000; ++seed) {
        Conversation conversation(transport, firstSerial, seed);
        const QString failure = conversation.run();
        QVERIFY2(failure.isEmpty(),
                 qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(failure)));
    }
}

void tst_RsocketProtocol::acceptorWaitsForFirstWord()
{
    Lonely roce(Transport::Immediate);
    QVERIFY(roce.side.protocol.mayTalk());
    Lonely iwarp(Transport::Iwarp);
    QVERIFY(!iwarp.side.protocol.mayTalk());
    QCOMPARE(iwarp.hears(RsocketMessage::control(RsocketControl::KeepAlive)), Arrival::Control);
    QVERIFY(iwarp.side.protocol.mayTalk());
}

// Nothing is said to a peer that has said the last word; to one that has shut down the last is said.
void tst_RsocketProtocol::lastWord()
{
    const auto next = [](const Lonely &lonely) {
        return lonely.side.protocol.next([] { return true; }, [] { return true; });
    };
    Lonely closed(Transport::Immediate);
    QCOMPARE(closed.hears(RsocketMessage::control(RsocketControl::Disconnect)),
             Arrival::PeerClosed);
    QCOMPARE(next(closed), Next::SkipDisconnect);
    closed.side.protocol.skipDisconnect();
    QCOMPARE(closed.side.states.own(), Own::Completed);
    QCOMPARE(next(closed), Next::Nothing);

    Lonely shut(Transport::Immediate);
    QCOMPARE(shut.hears(RsocketMessage::control(RsocketControl::Shutdown)), Arrival::PeerFinished);
    QVERIFY(shut.side.states.finish(Finish::StillReading));
    QCOMPARE(next(shut), Next::SendDisconnect);

    Lonely first(Transport::Immediate);
    QVERIFY(first.side.states.finish(Finish::StillReading));
    QCOMPARE(next(first), Next::SendShutdown);
    first.side.protocol.put(Next::SendShutdown);
    QCOMPARE(first.hears(RsocketMessage::control(RsocketControl::Shutdown)), Arrival::PeerClosed);
}

void tst_RsocketProtocol::dataBehindTheEnd()
{
    Lonely lonely(Transport::Immediate);
    QCOMPARE(lonely.hears(RsocketMessage::control(RsocketControl::Shutdown)),
             Arrival::PeerFinished);
    QCOMPARE(lonely.hears(RsocketMessage::data(BlockSize), BlockSize), Arrival::Ignored);
    QCOMPARE(lonely.hears(RsocketMessage::data(1), 1), Arrival::Failed); // it had no more
}

void tst_RsocketProtocol::brokenRules_data()
{
    QTest::addColumn<RsocketMessage>("message");
    QTest::addColumn<quint32>("written");
    const RsocketMessage limit{ RsocketOperation::Grant, 200 };
    QTest::newRow("more than it has written") << RsocketMessage::data(5) << 4U;
    QTest::newRow("less than it has written") << RsocketMessage::data(3) << 4U;
    QTest::newRow("no data") << RsocketMessage::data(0) << 0U;
    QTest::newRow("more than was granted") << RsocketMessage::data(41) << 41U;
    QTest::newRow("half of a grant") << limit << 8U;
    QTest::newRow("credit taken back") << RsocketMessage{ RsocketOperation::Grant, 100 } << 0U;
    QTest::newRow("a reserved operation") << RsocketMessage{ RsocketOperation(3), 0 } << 0U;
}

void tst_RsocketProtocol::brokenRules()
{
    QFETCH(RsocketMessage, message);
    QFETCH(quint32, written);

    Lonely lonely(Transport::Immediate);
    QCOMPARE(lonely.hears(message, written), Arrival::Failed);
    QCOMPARE(lonely.side.states.state(), State::Failing);
    QVERIFY(!lonely.side.protocol.failure().isEmpty());
    QCOMPARE(lonely.hears(RsocketMessage::data(1), 1), Arrival::Dropped);
}

void tst_RsocketProtocol::partingTime()
{
    QCOMPARE(Lonely(Transport::Immediate).side.protocol.partingTime(),
             RsocketProtocol::CrossingGrace);
    Lonely iwarp(Transport::Iwarp);
    QCOMPARE(iwarp.side.protocol.partingTime(), RsocketProtocol::AnswerTime);
    iwarp.hears(RsocketMessage::control(RsocketControl::Disconnect));
    QCOMPARE(iwarp.side.protocol.partingTime(), 0);
}

QTEST_APPLESS_MAIN(tst_RsocketProtocol)
#include "tst_rsocketprotocol.moc"
