// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "twoparties.h"

#include <QtCore/qdeadlinetimer.h>
#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

using Serials = quint32;
// A row for each place where the counters may be, among them those shortly before they wrap.
static constexpr Serials Starts[] = { 0, 0x7ffffffa, 0xfffffffa };

class tst_CreditLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sendsUpToLimit_data() { starts(); }
    void sendsUpToLimit();
    void consumesBeforeSendingData();
    void quotas_data();
    void quotas();
    void pingWaitsForPong();
    void acknowledgesInOrder_data() { starts(); }
    void acknowledgesInOrder();
    void creditDue_data();
    void creditDue();
    void creditRaisesLimit();
    void resizeOfPeer_data() { starts(); }
    void resizeOfPeer();
    void ownResize_data() { starts(); }
    void ownResize();
    void returnsCredit_data() { starts(); }
    void returnsCredit();
    void returnCrossesLimit_data() { starts(); }
    void returnCrossesLimit();
    void widensAndNarrows();
    void violations_data();
    void violations();
    void twoParties_data();
    void twoParties();

private:
    static void starts();
};

static constexpr quint32 Window = 8;

static CreditLedger::Setup setup(quint32 firstSerial)
{
    return { Window, Window, 2048, 1024, firstSerial };
}

// A frame of a peer; payloads are kept until the next one.
static ParsedFrame frame(FrameType type, quint32 controlConsumed, quint32 dataLimit,
                         quint64 number = 0)
{
    static uchar payload[64];
    encodeNumber(number, payload);
    ParsedFrame result;
    result.header.type = type;
    result.header.controlConsumed = controlConsumed;
    result.header.dataLimit = dataLimit;
    result.payload = payload;
    result.length = type == FrameType::Data ? 1 : controlPayload(type);
    return result;
}

static quint64 pair(quint32 upper, quint32 lower)
{
    return quint64(upper) << 32 | lower;
}

// One frame from one to the other, in order and consumed at once.
static void exchange(CreditLedger *from, CreditLedger *to, FrameType type)
{
    const FrameHeader header = from->sending(type);
    const Violation wrong = to->received(frame(type, header.controlConsumed, header.dataLimit));
    QVERIFY2(wrong.isEmpty(), qPrintable(QString(wrong)));
    if (type != FrameType::Data)
        to->controlConsumed(1);
}

void tst_CreditLedger::starts()
{
    QTest::addColumn<quint32>("start");
    for (Serials start : Starts)
        QTest::addRow("from 0x%x", start) << start;
}

void tst_CreditLedger::sendsUpToLimit()
{
    QFETCH(const quint32, start);
    CreditLedger ledger(setup(start));
    for (quint32 i = 0; i < Window; ++i) {
        QVERIFY(ledger.canSendData());
        QCOMPARE(ledger.dataAllowance(), Window - i);
        const FrameHeader header = ledger.sending(FrameType::Data);
        QCOMPARE(header.dataLimit, start + Window);
        QCOMPARE(header.controlConsumed, start);
    }
    QVERIFY(!ledger.canSendData());
    QVERIFY(ledger.received(frame(FrameType::Data, start, start + Window + 1)).isEmpty());
    QVERIFY(ledger.canSendData());
    ledger.sending(FrameType::Data);
    QVERIFY(!ledger.canSendData());
}

void tst_CreditLedger::consumesBeforeSendingData()
{
    CreditLedger ledger(setup(0));
    QVERIFY(ledger.received(frame(FrameType::Credit, 0, Window + 4)).isEmpty());
    QVERIFY(!ledger.canSendData());
    QVERIFY(ledger.canSendControl(FrameType::Fin));
    ledger.controlConsumed(1);
    QVERIFY(ledger.canSendData());
    QCOMPARE(ledger.sending(FrameType::Data).controlConsumed, 1u);
}

void tst_CreditLedger::quotas_data()
{
    QTest::addColumn<int>("type");
    for (int type = 1; type < FrameTypes; ++type)
        QTest::newRow(frameTypeName(FrameType(type))) << type;
}

// On both sides: what we may send, and what the peer may.
void tst_CreditLedger::quotas()
{
    QFETCH(const int, type);
    const auto frameType = FrameType(type);
    CreditLedger ledger(setup(0));
    CreditLedger peer(setup(0));
    if (frameType == FrameType::Pong)
        exchange(&peer, &ledger, FrameType::Ping);
    for (int i = 0; i < controlQuota(frameType); ++i) {
        if (frameType == FrameType::Credit)
            ledger.dataFreed(1);
        // The last credit frame is for the acknowledgement.
        const bool isLast = i == controlQuota(frameType) - 1;
        QCOMPARE(ledger.canSendControl(frameType), frameType != FrameType::Credit || !isLast);
        QVERIFY(frameType != FrameType::Credit || ledger.canSendAcknowledgement());
        const FrameHeader header = ledger.sending(frameType);
        const quint64 number = frameType == FrameType::Resize ? pair(20, 4096) : pair(8, 7);
        QVERIFY(peer.received(frame(frameType, header.controlConsumed, header.dataLimit, number))
                        .isEmpty());
        QCOMPARE(ledger.controlUnacknowledged(), i + 1);
    }
    ledger.dataFreed(1);
    QVERIFY(!ledger.canSendControl(frameType));
    QCOMPARE(ledger.canSendAcknowledgement(), frameType != FrameType::Credit);
    QVERIFY(!ledger.isAcknowledged(ledger.lastControlSent()));
    QVERIFY(!peer.isTold(peer.lastControlReceived()));

    // Consumed is not yet announced: the peer of that peer cannot know it.
    peer.controlConsumed(controlQuota(frameType));
    CreditLedger broken = peer;
    const quint32 consumed = frameType == FrameType::Pong ? 1 : 0;
    const Violation wrong = broken.received(frame(frameType, consumed, 64, pair(8, 7)));
    QCOMPARE(int(wrong.reason()), int(Violation::ControlBeyondQuota));
    QCOMPARE(QString(wrong),
             QStringLiteral("sent too many frames (%1)")
                     .arg(QLatin1String(frameTypeName(frameType))));

    const FrameType answer = frameType == FrameType::Ping ? FrameType::Pong
            : frameType == FrameType::Pong                ? FrameType::Ping
                                                          : FrameType::Data;
    exchange(&peer, &ledger, answer);
    QCOMPARE(ledger.controlUnacknowledged(), 0);
    QVERIFY(ledger.canSendControl(frameType));
}

// A second pong could wait for ever for somebody to acknowledge the first one.
void tst_CreditLedger::pingWaitsForPong()
{
    CreditLedger ledger(setup(0));
    CreditLedger peer(setup(0));
    QVERIFY(!peer.canSendControl(FrameType::Pong));
    exchange(&ledger, &peer, FrameType::Ping);
    QVERIFY(peer.canSendControl(FrameType::Pong));
    exchange(&peer, &ledger, FrameType::Data);
    QCOMPARE(ledger.controlUnacknowledged(), 0);
    QVERIFY(!ledger.canSendControl(FrameType::Ping));
    CreditLedger broken = peer;
    const Violation early = broken.received(frame(FrameType::Ping, 0, Window));
    QCOMPARE(int(early.reason()), int(Violation::PingBeforePong));
    QCOMPARE(QString(early), QStringLiteral("sent a ping before the last was answered"));

    const FrameHeader pong = peer.sending(FrameType::Pong);
    QVERIFY(!peer.canSendControl(FrameType::Pong));
    QVERIFY(ledger.received(frame(FrameType::Pong, pong.controlConsumed, pong.dataLimit))
                    .isEmpty());
    QVERIFY(!ledger.canSendControl(FrameType::Ping)); // it would not acknowledge the pong
    ledger.controlConsumed(1);
    QVERIFY(ledger.canSendControl(FrameType::Ping));
    exchange(&ledger, &peer, FrameType::Ping);
    QVERIFY(peer.canSendControl(FrameType::Pong));

    CreditLedger unasked(setup(0));
    const Violation wrong = unasked.received(frame(FrameType::Pong, 0, Window));
    QCOMPARE(int(wrong.reason()), int(Violation::PongWithoutPing));
    QCOMPARE(QString(wrong), QStringLiteral("answered a ping that was not sent"));
}

void tst_CreditLedger::acknowledgesInOrder()
{
    QFETCH(const quint32, start);
    CreditLedger ledger(setup(start));
    ledger.sending(FrameType::Auth);
    ledger.sending(FrameType::Resize);
    ledger.sending(FrameType::Reset);
    const quint32 limit = start + Window;
    QVERIFY(ledger.received(frame(FrameType::Data, start + 1, limit)).isEmpty());
    QVERIFY(ledger.canSendControl(FrameType::Auth));
    QVERIFY(!ledger.canSendControl(FrameType::Resize));
    QVERIFY(!ledger.canSendControl(FrameType::Reset));
    ledger.sending(FrameType::Auth);
    QVERIFY(ledger.received(frame(FrameType::Data, start + 3, limit)).isEmpty());
    QVERIFY(!ledger.canSendControl(FrameType::Auth));
    QVERIFY(ledger.canSendControl(FrameType::Resize));
    QVERIFY(ledger.canSendControl(FrameType::Reset));
    // Far beyond the number that can be in flight: the ring goes around.
    for (quint32 i = 4; i < 50; ++i) {
        QVERIFY(ledger.received(frame(FrameType::Auth, start + i, limit)).isEmpty());
        ledger.controlConsumed(1);
        QCOMPARE(ledger.controlUnacknowledged(), 0);
        QCOMPARE(ledger.sending(FrameType::Auth).controlConsumed, start + i - 3);
    }
}

void tst_CreditLedger::creditDue_data()
{
    QTest::addColumn<quint32>("window");
    QTest::addColumn<int>("due"); // from so many slots on
    QTest::newRow("1") << 1u << 1;
    QTest::newRow("2") << 2u << 1;
    QTest::newRow("7") << 7u << 4;
    QTest::newRow("8") << 8u << 4;
}

void tst_CreditLedger::creditDue()
{
    QFETCH(const quint32, window);
    QFETCH(const int, due);
    CreditLedger ledger({ window, 8, 2048, 2048, 0xfffffffe });
    for (int freed = 0; freed < due; ++freed) {
        QVERIFY(!ledger.creditDue());
        ledger.dataFreed(1);
    }
    QVERIFY(ledger.creditDue());
    // Any frame takes the limit along.
    CreditLedger other = ledger;
    QCOMPARE(other.sending(FrameType::Data).dataLimit, 0xfffffffe + window + quint32(due));
    QVERIFY(!other.creditDue());
    ledger.sending(FrameType::Credit);
    QVERIFY(!ledger.creditDue());
}

// One that says nothing new would use up the quota of one that does: nothing would ever acknowledge it.
void tst_CreditLedger::creditRaisesLimit()
{
    CreditLedger ledger(setup(0));
    QVERIFY(!ledger.canSendControl(FrameType::Credit));
    ledger.dataFreed(1);
    QVERIFY(ledger.canSendControl(FrameType::Credit));
    ledger.sending(FrameType::Data);
    QVERIFY(!ledger.canSendControl(FrameType::Credit));
}

void tst_CreditLedger::resizeOfPeer()
{
    QFETCH(const quint32, start);
    const quint32 limit = start + Window;
    CreditLedger ledger(setup(start));
    QCOMPARE(ledger.maxPayload(), 1024 - FrameHeader::Size);
    ledger.sending(FrameType::Data);
    QVERIFY(ledger.received(frame(FrameType::Resize, start, limit, pair(start + 3, 65536)))
                    .isEmpty());
    ledger.controlConsumed(1);
    QCOMPARE(ledger.maxPayload(), 1024 - FrameHeader::Size);
    ledger.sending(FrameType::Ping); // every frame counts
    QCOMPARE(ledger.maxPayload(), 1024 - FrameHeader::Size);
    CreditLedger early = ledger;
    QCOMPARE(int(early.received(frame(FrameType::Resize, start + 1, limit, pair(start + 4, 4096)))
                         .reason()),
             int(Violation::ResizeTwiceAtOnce));
    ledger.sending(FrameType::Data);
    QCOMPARE(ledger.maxPayload(), 65536 - FrameHeader::Size);

    // Smaller again, and at once.
    QVERIFY(ledger.received(frame(FrameType::Resize, start + 1, limit, pair(start + 3, 512)))
                    .isEmpty());
    QCOMPARE(ledger.maxPayload(), 512 - FrameHeader::Size);
    ledger.controlConsumed(1);
    ledger.sending(FrameType::Data);
    QCOMPARE(ledger.maxPayload(), 512 - FrameHeader::Size);
}

void tst_CreditLedger::ownResize()
{
    QFETCH(const quint32, start);
    const quint32 limit = start + Window;
    CreditLedger ledger(setup(start));
    QVERIFY(ledger.received(frame(FrameType::Data, start, limit)).isEmpty());
    QVERIFY(ledger.canSendControl(FrameType::Resize));
    QCOMPARE(ledger.nextFramePosted(3), start + 4);
    ledger.sending(FrameType::Resize);
    // Acknowledged, but three frames still find old slots.
    for (int i = 0; i < 3; ++i) {
        QVERIFY(!ledger.canSendControl(FrameType::Resize));
        QVERIFY(ledger.received(frame(FrameType::Data, start + 1, limit)).isEmpty());
    }
    QVERIFY(ledger.canSendControl(FrameType::Resize));
    // With nothing posted there are no old slots.
    QCOMPARE(ledger.nextFramePosted(0), start + 4);
    QVERIFY(ledger.canSendControl(FrameType::Resize));
}

void tst_CreditLedger::returnsCredit()
{
    QFETCH(const quint32, start);
    CreditLedger ledger(setup(start));
    CreditLedger peer(setup(start));
    ledger.sending(FrameType::Data);
    QVERIFY(peer.received(frame(FrameType::Data, start, start + Window)).isEmpty());
    QCOMPARE(ledger.returnCredit(5), pair(start + 8, start + 3));
    ledger.sending(FrameType::CreditReturn);
    QCOMPARE(ledger.dataAllowance(), 2u);
    QVERIFY(peer.received(frame(FrameType::CreditReturn, start, start + Window,
                                pair(start + 8, start + 3)))
                    .isEmpty());
    QCOMPARE(peer.window(), Window - 5);
    QCOMPARE(peer.receivesNeeded(), receivesFor(2) - 1);
    CreditLedger early = peer;
    early.dataFreed(1);
    QVERIFY(!early.creditDue()); // half of what is left of the window are 2 of 3
    for (int i = 0; i < 2; ++i) {
        QVERIFY(ledger.canSendData());
        ledger.sending(FrameType::Data);
        QVERIFY(peer.received(frame(FrameType::Data, start, start + Window)).isEmpty());
    }
    QVERIFY(!ledger.canSendData());
    CreditLedger broken = peer;
    QCOMPARE(int(broken.received(frame(FrameType::Data, start, start + Window)).reason()),
             int(Violation::DataBeyondLimit));

    peer.dataFreed(1);
    QVERIFY(peer.creditDue()); // the last of the credit has been used
    peer.dataFreed(1);
    QVERIFY(peer.creditDue());
    peer.controlConsumed(1);
    const FrameHeader credit = peer.sending(FrameType::Credit);
    QCOMPARE(credit.dataLimit, start + 10);
    QVERIFY(ledger.received(frame(FrameType::Credit, start + 1, credit.dataLimit)).isEmpty());
    QCOMPARE(ledger.dataAllowance(), 2u);
    // The last one stays.
    ledger.controlConsumed(1);
    ledger.sending(FrameType::Data);
    QVERIFY(!ledger.canSendControl(FrameType::CreditReturn));
}

// A higher limit on its way while credit is returned: both sides must agree what is left.
void tst_CreditLedger::returnCrossesLimit()
{
    QFETCH(const quint32, start);
    CreditLedger ledger(setup(start));
    CreditLedger peer(setup(start));
    for (int i = 0; i < 2; ++i) {
        ledger.sending(FrameType::Data);
        QVERIFY(peer.received(frame(FrameType::Data, start, start + Window)).isEmpty());
    }
    peer.dataFreed(2);
    const FrameHeader crossing = peer.sending(FrameType::Data);
    QCOMPARE(crossing.dataLimit, start + 10);
    const quint64 number = ledger.returnCredit(3);
    const FrameHeader returning = ledger.sending(FrameType::CreditReturn);
    QVERIFY(ledger.received(frame(FrameType::Data, crossing.controlConsumed, crossing.dataLimit))
                    .isEmpty());
    QVERIFY(peer.received(frame(FrameType::CreditReturn, returning.controlConsumed,
                                returning.dataLimit, number))
                    .isEmpty());
    QCOMPARE(ledger.dataAllowance(), 5u); // 8 - 2 - 3 + 2
    QCOMPARE(peer.receivesNeeded() - receivesFor(0) + 1, 5u);
    for (int i = 0; i < 5; ++i) {
        QVERIFY(ledger.canSendData());
        ledger.sending(FrameType::Data);
        QVERIFY(peer.received(frame(FrameType::Data, start, start + Window)).isEmpty());
    }
    QVERIFY(!ledger.canSendData());
}

void tst_CreditLedger::widensAndNarrows()
{
    CreditLedger ledger(setup(0));
    QCOMPARE(ledger.receivesNeeded(), receivesFor(Window));
    ledger.widen(8);
    QCOMPARE(ledger.window(), 16u);
    QCOMPARE(ledger.receivesNeeded(), receivesFor(16));
    QVERIFY(ledger.creditDue());
    QCOMPARE(ledger.sending(FrameType::Credit).dataLimit, 16u);
    for (int i = 0; i < 16; ++i)
        QVERIFY(ledger.received(frame(FrameType::Data, 0, Window)).isEmpty());
    QCOMPARE(ledger.receivesNeeded(), receivesFor(0));
    ledger.dataFreed(15);
    QCOMPARE(ledger.untold(), 15u);
    ledger.narrow(15);
    QCOMPARE(ledger.window(), 1u);
    QCOMPARE(ledger.receivesNeeded(), receivesFor(0));
    QVERIFY(!ledger.creditDue());
    ledger.dataFreed(1);
    QVERIFY(ledger.creditDue());
    QCOMPARE(ledger.sending(FrameType::Credit).dataLimit, 17u);
}

// Each begins with a ledger that has sent one data frame and one ping, and has received one data frame.
void tst_CreditLedger::violations_data()
{
    QTest::addColumn<quint32>("start");
    QTest::addColumn<int>("type");
    QTest::addColumn<quint32>("consumed"); // these three without the start
    QTest::addColumn<quint32>("limit");
    QTest::addColumn<quint64>("number");
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("text");
    for (Serials start : Starts) {
        const auto row = [start](const char *name, FrameType type, qint64 consumed, qint64 limit,
                                 quint64 number, Violation::Reason reason, const char *text) {
            QTest::addRow("%s, from 0x%x", name, start)
                    << start << int(type) << quint32(consumed) << quint32(limit) << number
                    << int(reason) << QString::fromLatin1(text);
        };
        const auto from = [start](quint32 first, quint32 second) {
            return pair(start + first, second);
        };
        const auto both = [start](quint32 first, quint32 second) {
            return pair(start + first, start + second);
        };
        const FrameType credit = FrameType::Credit;
        const FrameType resize = FrameType::Resize;
        const FrameType giveBack = FrameType::CreditReturn;
        row("in order", credit, 1, 9, 0, Violation::None, "");
        row("in order: largest grant", credit, 0, 1 + CreditLedger::MaxAllowance, 0,
            Violation::None, "");
        row("acknowledges one too many", credit, 2, 8, 0, Violation::WrongAcknowledgement,
            "acknowledged control frames wrongly");
        row("acknowledges backwards", credit, -1, 8, 0, Violation::WrongAcknowledgement,
            "acknowledged control frames wrongly");
        row("acknowledges far ahead", credit, 0x80000000, 8, 0, Violation::WrongAcknowledgement,
            "acknowledged control frames wrongly");
        row("limit falls", credit, 0, 7, 0, Violation::LimitTakenBack, "took back a limit");
        row("limit falls below what was sent", credit, 0, 0, 0, Violation::LimitTakenBack,
            "took back a limit");
        row("limit far behind", credit, 0, 8 + Q_INT64_C(0x80000000), 0, Violation::LimitTakenBack,
            "took back a limit");
        row("limit too high", credit, 0, 2 + CreditLedger::MaxAllowance, 0, Violation::LimitTooHigh,
            "granted 65537 frames at once");
        row("limit highest", credit, 0, 8 + Q_INT64_C(0x7fffffff), 0, Violation::LimitTooHigh,
            "granted 2147483654 frames at once");
        row("in order: smallest slots", resize, 0, 8, from(2, MinSlotSize), Violation::None, "");
        row("in order: largest slots", resize, 0, 8, from(2, MaxSlotSize), Violation::None, "");
        row("in order: last frame", resize, 0, 8,
            from(2 + receivesFor(CreditLedger::MaxAllowance), 4096), Violation::None, "");
        row("resize to nothing", resize, 0, 8, from(2, 0), Violation::ResizeToBadSize,
            "resized its slots to 0 bytes");
        row("resize too small", resize, 0, 8, from(2, MinSlotSize - 1), Violation::ResizeToBadSize,
            "resized its slots to 511 bytes");
        row("resize too large", resize, 0, 8, from(2, MaxSlotSize + 1), Violation::ResizeToBadSize,
            "resized its slots to 1048577 bytes");
        row("resize of the past", resize, 0, 8, from(1, 4096), Violation::ResizeFromBadFrame,
            "resized its slots from frame ");
        row("resize of the far future", resize, 0, 8,
            from(3 + receivesFor(CreditLedger::MaxAllowance), 4096), Violation::ResizeFromBadFrame,
            "resized its slots from frame ");
        const char *text = "returned credit it did not have";
        row("in order: return of one", giveBack, 0, 8, both(8, 7), Violation::None, "");
        row("in order: return of all but one", giveBack, 0, 8, both(8, 2), Violation::None, "");
        row("return of the last", giveBack, 0, 8, both(8, 1), Violation::WrongCreditReturn, text);
        row("return of the spent", giveBack, 0, 8, both(8, 0), Violation::WrongCreditReturn, text);
        row("return of nothing", giveBack, 0, 8, both(8, 8), Violation::WrongCreditReturn, text);
        row("return that raises", giveBack, 0, 8, both(7, 8), Violation::WrongCreditReturn, text);
        row("return of a limit never told", giveBack, 0, 8, both(9, 7),
            Violation::WrongCreditReturn, text);
        row("return of a limit far ahead", giveBack, 0, 8, both(0x80000008, 7),
            Violation::WrongCreditReturn, text);
        row("return to far behind", giveBack, 0, 8, both(8, 0x80000008),
            Violation::WrongCreditReturn, text);
    }
}

void tst_CreditLedger::violations()
{
    QFETCH(const quint32, start);
    QFETCH(const int, type);
    QFETCH(const quint32, consumed);
    QFETCH(const quint32, limit);
    QFETCH(const quint64, number);
    QFETCH(const int, reason);
    QFETCH(const QString, text);
    CreditLedger ledger(setup(start));
    ledger.sending(FrameType::Data);
    ledger.sending(FrameType::Ping);
    QVERIFY(ledger.received(frame(FrameType::Data, start, start + Window)).isEmpty());
    const Violation wrong =
            ledger.received(frame(FrameType(type), start + consumed, start + limit, number));
    QCOMPARE(int(wrong.reason()), reason);
    QCOMPARE(wrong.isEmpty(), reason == Violation::None);
    QVERIFY2(QString(wrong).contains(text), qPrintable(QString(wrong)));
    QCOMPARE(QString(wrong).isEmpty(), text.isEmpty());
}

// --- properties ---

void tst_CreditLedger::twoParties_data()
{
    QTest::addColumn<TwoParties::Setup>("setup");
    QTest::addColumn<bool>("stalls"); // whether credit must have run out at times
    const TwoParties::Habits silent = { 0, 100, 0, 0, 0, 0, 0, 0 };
    const TwoParties::Habits busy = { 60, 40, 0, 0, 0, 0, 0, 0 };
    const TwoParties::Habits slow = { 60, 3, 0, 0, 0, 0, 0, 0 };
    const TwoParties::Habits asking = { 20, 40, 40, 20, 0, 0, 0, 0 };
    const TwoParties::Habits resizing = { 40, 40, 5, 0, 20, 0, 0, 0 };
    const TwoParties::Habits giving = { 30, 40, 0, 0, 0, 25, 10, 5 };
    const TwoParties::Habits all = { 40, 30, 10, 5, 10, 10, 8, 5 };
    for (Serials start : { 0u, 0x7ffffff0u, 0xfffffff0u }) {
        const auto row = [start](const char *name, const TwoParties::Habits &one,
                                 const TwoParties::Habits &two, quint32 windowOne,
                                 quint32 windowTwo, bool stalls) {
            QTest::addRow("%s, from 0x%x", name, start)
                    << TwoParties::Setup{ { one, two }, { windowOne, windowTwo }, start } << stalls;
        };
        row("one way", busy, silent, 8, 8, true);
        row("one way, smallest windows", busy, silent, 2, 2, true);
        row("both ways", busy, busy, 8, 8, true);
        row("both ways, unequal windows", busy, busy, 2, 64, true);
        row("slow readers", slow, slow, 8, 8, true);
        row("pings", asking, asking, 16, 16, false);
        row("pings into silence", asking, silent, 16, 16, false);
        row("resizes", resizing, resizing, 8, 8, true);
        row("resizes one way", busy, resizing, 8, 8, true);
        row("returns", giving, giving, 16, 16, true);
        row("returns one way", giving, silent, 32, 32, true);
        row("all", all, all, 16, 16, true);
        row("all, unequal windows", all, all, 3, 33, true);
    }
}

void tst_CreditLedger::twoParties()
{
    QFETCH(const TwoParties::Setup, setup);
    QFETCH(const bool, stalls);
    const bool fixed = qEnvironmentVariableIsSet("QTRDMA_SEED");
    const quint32 first = RdmaTest::seed();
    TwoParties::Events total;
    const QDeadlineTimer deadline(50);
    int runs = 0;
    do {
        const quint32 seed = first + quint32(runs);
        TwoParties parties(setup, seed);
        const QString wrong = parties.run(1000);
        QVERIFY2(wrong.isEmpty(),
                 qPrintable(QStringLiteral("QTRDMA_SEED=%1: %2").arg(seed).arg(wrong)));
        total.data += parties.events().data;
        total.blocked += parties.events().blocked;
        for (int type = 1; type < FrameTypes; ++type)
            total.control[type] += parties.events().control[type];
        ++runs;
    } while (runs < 2 || (!fixed && !deadline.hasExpired()));
    const TwoParties::Habits *habits = setup.habits;
    const int *control = total.control;
    QVERIFY(total.data > 30 * runs);
    QVERIFY(!stalls || total.blocked > 0);
    QVERIFY(control[int(FrameType::Credit)] > 0);
    QCOMPARE(control[int(FrameType::Ping)] > 0, habits[0].ping + habits[1].ping > 0);
    QCOMPARE(control[int(FrameType::Pong)], control[int(FrameType::Ping)]);
    QCOMPARE(control[int(FrameType::Resize)] > 0, habits[0].resize + habits[1].resize > 0);
    QCOMPARE(control[int(FrameType::CreditReturn)] > 0, habits[0].returnCredit > 0);
}

QTEST_APPLESS_MAIN(tst_CreditLedger)
#include "tst_creditledger.moc"
