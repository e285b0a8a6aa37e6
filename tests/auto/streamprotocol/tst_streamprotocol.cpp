// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streampair.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

using Arrival = StreamProtocol::Arrival;
using Next = StreamProtocol::Next;

namespace {

const QByteArray OneKey(32, 'k');
const QByteArray OtherKey(32, 'o');
constexpr quint32 NearTheWrap = 0xfffffff0U;

// All that one side may say at its end, the half-close before the full one included.
const std::vector<std::vector<Finish>> Ends = {
    {},
    { Finish::StillReading },
    { Finish::Full },
    { Finish::Truncated },
    { Finish::StillReading, Finish::Full },
    { Finish::StillReading, Finish::Truncated },
};

// One side whose peer is played by the test.
class Lonely
{
public:
    explicit Lonely(bool hasKey = false)
        : protocol(&states, setup(hasKey))
        , m_peer({ 2, 2, 2064, 2064, 0 })
    {
        const std::optional<QByteArray> key =
                hasKey ? std::optional<QByteArray>(OneKey) : std::nullopt;
        const bool isRefused = protocol.accept(protocol.own().toPrivateData(), key).isRefused();
        Q_ASSERT(!isRefused);
        protocol.begin(Transport::Acknowledging, StreamAuthentication::Role::Server);
        states.linked(protocol.isProving());
    }

    Arrival hears(FrameType type, quint8 flags = 0, const QByteArray &payload = {})
    {
        FrameHeader header = m_peer.sending(type);
        header.flags = flags;
        QByteArray message(int(FrameHeader::Size), '\0');
        encodeHeader(header, reinterpret_cast<uchar *>(message.data()));
        return hears(message + payload);
    }
    Arrival hears(const QByteArray &message)
    {
        m_heard = message; // the payload lies in it
        return protocol.received(reinterpret_cast<const uchar *>(m_heard.constData()),
                                 quint32(m_heard.size()));
    }
    Next next() const
    {
        return protocol.next([] { return true; }, [](FrameType) { return true; });
    }
    QByteArray says()
    {
        uchar frame[StreamProtocol::MaxControlSize];
        const quint32 length = protocol.put(next(), frame);
        return QByteArray(reinterpret_cast<char *>(frame), int(length));
    }

    StreamStates states{ StreamStates::LastWord::Answered };
    StreamProtocol protocol;

private:
    static StreamProtocol::Setup setup(bool hasKey)
    {
        StreamProtocol::Setup setup;
        setup.own.slotSize = 2064;
        setup.own.window = 2;
        setup.own.features = hasKey ? StreamHandshake::Authentication : 0;
        setup.slots = { 16, 2064, 2064, 65488 };
        return setup;
    }

    CreditLedger m_peer;
    QByteArray m_heard;
};

using Frame = std::tuple<FrameType, quint8, QByteArray>;

} // namespace

class tst_StreamProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOrderOfEnd_data();
    void everyOrderOfEnd();
    void creditWalk_data();
    void creditWalk();
    void sameKeys_data();
    void sameKeys();
    void differentKeys();
    void losses_data();
    void losses();
    void brokenRules_data();
    void brokenRules();
    void nothingIsHeardAfterFailure();
    void wordsOfAStranger();

private:
    void play(const PairSetup &setup, quint32 seed);
    static void addTransports();
};

void tst_StreamProtocol::addTransports()
{
    QTest::addColumn<Transport>("transport");
    QTest::addColumn<quint32>("firstSerial");
    QTest::newRow("RoCE") << Transport::Acknowledging << 0U;
    QTest::newRow("RoCE, near the wrap") << Transport::Acknowledging << NearTheWrap;
    QTest::newRow("iWARP") << Transport::Iwarp << 0U;
    QTest::newRow("iWARP, near the wrap") << Transport::Iwarp << NearTheWrap;
}

void tst_StreamProtocol::play(const PairSetup &setup, quint32 seed)
{
    StreamPair pair(setup, seed);
    const QString failure = pair.run();
    QVERIFY2(failure.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(failure)));
}

void tst_StreamProtocol::everyOrderOfEnd_data()
{
    addTransports();
}

// Both write and then end, each in its way: some 2,600 rounds, in which everything comes at random.
void tst_StreamProtocol::everyOrderOfEnd()
{
    QFETCH(Transport, transport);
    QFETCH(quint32, firstSerial);

    PairSetup setup;
    setup.transport = transport;
    setup.firstSerial = firstSerial;
    for (size_t round = 0; round < 75 * Ends.size() * Ends.size(); ++round) {
        setup.ends = { Ends[round % Ends.size()], Ends[round / Ends.size() % Ends.size()] };
        if (setup.ends[0].empty() && setup.ends[1].empty())
            continue; // it would last for ever
        setup.frames = { int(round % 7), int(round % 4) };
        setup.isTight = round % 2;
        setup.confirms = round / 2 % 2;
        setup.extras = int(round % 3);
        setup.widest = 2 + int(round % 5);
        play(setup, quint32(round));
        if (QTest::currentTestFailed())
            return;
    }
}

void tst_StreamProtocol::creditWalk_data()
{
    addTransports();
}

// Long conversations: windows that grow, credit that is given back, slots that become larger, pings.
void tst_StreamProtocol::creditWalk()
{
    QFETCH(Transport, transport);
    QFETCH(quint32, firstSerial);

    PairSetup setup;
    setup.transport = transport;
    setup.firstSerial = firstSerial;
    setup.ends = { Ends[1], Ends[1] };
    setup.frames = { 1000, 500 };
    setup.extras = 100;
    for (quint32 seed = 0; seed < 20; ++seed) {
        setup.widest = 2 + int(seed);
        setup.isTight = seed % 2;
        play(setup, seed);
        if (QTest::currentTestFailed())
            return;
    }
}

void tst_StreamProtocol::sameKeys_data()
{
    addTransports();
}

void tst_StreamProtocol::sameKeys()
{
    QFETCH(Transport, transport);
    QFETCH(quint32, firstSerial);

    PairSetup setup;
    setup.transport = transport;
    setup.firstSerial = firstSerial;
    setup.clientKey = setup.serverKey = OneKey;
    setup.frames = { 3, 2 };
    for (quint32 round = 0; round < 10 * Ends.size() * Ends.size(); ++round) {
        setup.ends = { Ends[round % Ends.size()], Ends[round / Ends.size() % Ends.size()] };
        if (setup.ends[0].empty() && setup.ends[1].empty())
            continue;
        setup.isTight = round % 2;
        play(setup, round);
        if (QTest::currentTestFailed())
            return;
    }
}

void tst_StreamProtocol::differentKeys()
{
    PairSetup setup;
    setup.clientKey = OneKey;
    setup.serverKey = OtherKey;
    setup.frames = { 3, 2 };
    setup.ends = { Ends[2], Ends[2] };
    for (Transport transport : { Transport::Acknowledging, Transport::Iwarp }) {
        setup.transport = transport;
        for (quint32 seed = 0; seed < 50; ++seed) {
            StreamPair pair(setup, seed);
            QCOMPARE(pair.run(), QString());
            QVERIFY(!pair.side(0).states.wasOpen());
            QVERIFY(!pair.side(1).states.wasOpen());
            QVERIFY(pair.side(1).wasReset);
            QCOMPARE(pair.side(0).protocol.failure().reason, ResetReason::Authentication);
        }
    }
}

void tst_StreamProtocol::losses_data()
{
    addTransports();
}

// The connection may go at any time: neither side takes the other for a liar, and both end.
void tst_StreamProtocol::losses()
{
    QFETCH(Transport, transport);
    QFETCH(quint32, firstSerial);

    PairSetup setup;
    setup.transport = transport;
    setup.firstSerial = firstSerial;
    setup.isLost = true;
    setup.frames = { 10, 10 };
    setup.extras = 2;
    for (quint32 round = 0; round < 20 * Ends.size() * Ends.size(); ++round) {
        setup.ends = { Ends[round % Ends.size()], Ends[round / Ends.size() % Ends.size()] };
        if (round % 2) {
            setup.clientKey = setup.serverKey = OneKey;
        } else {
            setup.clientKey.reset();
            setup.serverKey.reset();
        }
        play(setup, round);
        if (QTest::currentTestFailed())
            return;
    }
}

// --- peers that break the rules ---

void tst_StreamProtocol::brokenRules_data()
{
    QTest::addColumn<bool>("hasKey");
    QTest::addColumn<QList<Frame>>("allowed");
    QTest::addColumn<Frame>("broken");
    const Frame data(FrameType::Data, 0, "x");
    const Frame half(FrameType::Fin, FinStillReading, {});
    const Frame full(FrameType::Fin, 0, {});
    const Frame ping(FrameType::Ping, 0, QByteArray(8, '\0'));
    const Frame pong(FrameType::Pong, 0, QByteArray(8, '\0'));
    const Frame challenge(FrameType::Auth, 0, QByteArray(32, 'c'));
    using Frames = QList<Frame>;
    QTest::newRow("more data than credit") << false << Frames{ data, data } << data;
    QTest::newRow("data after a half-close") << false << Frames{ half } << data;
    QTest::newRow("data after a full close") << false << Frames{ full } << data;
    QTest::newRow("two half-closes") << false << Frames{ half } << half;
    QTest::newRow("two full closes") << false << Frames{ full } << full;
    QTest::newRow("a half-close after a full one") << false << Frames{ full } << half;
    QTest::newRow("three ends") << false << Frames{ half, full } << full;
    QTest::newRow("two pings") << false << Frames{ ping } << ping;
    QTest::newRow("a pong without a ping") << false << Frames{} << pong;
    QTest::newRow("data without a proof") << true << Frames{} << data;
    QTest::newRow("data after a challenge") << true << Frames{ challenge } << data;
    QTest::newRow("an end without a proof") << true << Frames{ challenge } << full;
    QTest::newRow("a ping without a proof") << true << Frames{} << ping;
    QTest::newRow("a wrong challenge")
            << true << Frames{} << Frame(FrameType::Auth, 0, QByteArray(31, 'c'));
    QTest::newRow("empty data") << false << Frames{} << Frame(FrameType::Data, 0, {});
    QTest::newRow("an unknown flag") << false << Frames{} << Frame(FrameType::Data, 1, "x");
}

void tst_StreamProtocol::brokenRules()
{
    QFETCH(bool, hasKey);
    QFETCH(QList<Frame>, allowed);
    QFETCH(Frame, broken);

    Lonely side(hasKey);
    for (const auto &[type, flags, payload] : std::as_const(allowed)) {
        QVERIFY(side.hears(type, flags, payload) != Arrival::Failed);
        QVERIFY(!side.states.isFailing());
    }
    const auto &[type, flags, payload] = broken;
    QCOMPARE(side.hears(type, flags, payload), Arrival::Failed);
    QCOMPARE(side.states.state(), State::Failing);
    QVERIFY(!side.protocol.failure().text.isEmpty());

    // The peer is told why, once.
    QCOMPARE(side.next(), Next::SendReset);
    const QByteArray reset = side.says();
    QCOMPARE(FrameType(reset.at(0)), FrameType::Reset);
    QCOMPARE(ResetReason(reset.at(1)), side.protocol.failure().reason);
    QVERIFY(side.protocol.failure().text.startsWith(
            QString::fromUtf8(reset.mid(int(FrameHeader::Size)))));
    QCOMPARE(side.next(), Next::Nothing);
}

void tst_StreamProtocol::nothingIsHeardAfterFailure()
{
    Lonely side;
    QCOMPARE(side.hears(QByteArray("what is this?")), Arrival::Failed);
    const quint32 allowance = side.protocol.dataAllowance();
    QCOMPARE(side.hears(FrameType::Data, 0, "x"), Arrival::Dropped);
    QCOMPARE(side.hears(FrameType::Fin), Arrival::Dropped);
    QVERIFY(!side.states.hasPeerFinished());
    QCOMPARE(side.protocol.dataAllowance(), allowance);
}

// Whatever comes, no more data than there was credit for gets through, and none after the end.
void tst_StreamProtocol::wordsOfAStranger()
{
    for (quint32 seed = 0; seed < 20000; ++seed) {
        std::mt19937 random(seed);
        Lonely side(seed % 4 == 0);
        quint32 got = 0;
        for (int i = 0; i < 20 && !side.states.isFailing(); ++i) {
            FrameHeader header;
            header.type = FrameType(random() % FrameTypes);
            header.flags = random() % 4 ? 0 : quint8(random() % 3);
            header.controlConsumed = random() % 8 ? 0 : random() % 3;
            header.dataLimit = 2 + (random() % 8 ? 0 : random() % 3);
            QByteArray message(int(FrameHeader::Size), '\0');
            encodeHeader(header, reinterpret_cast<uchar *>(message.data()));
            const quint32 length = random() % 4 ? controlPayload(header.type) : random() % 70;
            for (quint32 byte = 0; byte < qMax(1U, length); ++byte)
                message += char(random() % 8 ? 0 : random());
            if (controlPayload(header.type) == 0 && header.type != FrameType::Data)
                message.truncate(int(FrameHeader::Size));
            const bool hadFinished = side.states.hasPeerFinished();
            const Arrival arrival = side.hears(message);
            if (arrival == Arrival::Data || arrival == Arrival::Unread) {
                QVERIFY(!hadFinished);
                QVERIFY(!side.protocol.isProving());
                QVERIFY(++got <= 2U);
            }
            while (side.next() != Next::Nothing)
                QVERIFY(!side.says().isEmpty());
        }
    }
}

QTEST_APPLESS_MAIN(tst_StreamProtocol)
#include "tst_streamprotocol.moc"
