// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/native/receiveslots_p.h"

#include "stream/native/receivebudget_p.h"

#include <QtTest/qtest.h>

#include <random>

using namespace QtRdmaPrivate;

namespace {

constexpr quint32 First = 512 + FrameHeader::Size;
constexpr quint32 Small = 2048 + FrameHeader::Size;
constexpr quint32 Large = 65472 + FrameHeader::Size;
constexpr int Widest = 16;
constexpr quint32 Plenty = 60000; // of credit in the other direction

// The receiving side of a connection, and the account of a peer that sends as much as it may.
class Side
{
public:
    explicit Side(quint32 window, quint32 firstSerial = 0, quint32 firstSlot = Small)
        : ledger({ window, Plenty, firstSlot, Small, firstSerial })
        , slots({ Widest, firstSlot, Small, Large })
        , m_peer({ Plenty, window, Small, Small, firstSerial })
    {
    }

    // What the peer sends and may.
    bool receives(FrameType type, quint32 length = 100, quint64 number = 0)
    {
        uchar payload[8];
        encodeNumber(number, payload);
        ParsedFrame frame;
        frame.header = m_peer.sending(type);
        frame.payload = payload;
        frame.length = length;
        if (!ledger.received(frame).isEmpty())
            return false;
        if (type == FrameType::Data)
            slots.dataReceived(FrameHeader::Size + length, ledger);
        else
            slots.controlFreed();
        return true;
    }
    bool receivesData(int count, quint32 length = 100)
    {
        for (int i = 0; i < count; ++i) {
            if (!m_peer.canSendData() || !receives(FrameType::Data, length))
                return false;
        }
        return true;
    }
    // Posts as the connection does, where there is memory for a window of that size.
    void post(int most = Widest)
    {
        const int wider = qMin(slots.windowWanted(ledger), most) - int(ledger.window());
        slots.posted(&ledger);
        if (!slots.isShared() && wider > 0)
            ledger.widen(quint32(wider));
    }
    // Any frame does that.
    bool tellsPeer()
    {
        ParsedFrame frame;
        frame.header = ledger.sending(FrameType::Data);
        frame.length = 1;
        return m_peer.received(frame).isEmpty();
    }
    quint64 returnCredit(quint32 frames) { return m_peer.returnCredit(frames); }
    quint32 peerMaySend() const { return m_peer.dataAllowance(); }

    CreditLedger ledger;
    ReceiveSlots slots;

private:
    CreditLedger m_peer;
};

constexpr quint32 FullFrame = Small - FrameHeader::Size;

} // namespace

class tst_ReceiveSlots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void controlIsPostedAtOnce();
    void dataIsPostedInParts();
    void dataIsPostedAtOnceForPeerWithoutCredit();
    void windowGrowsForPeerThatIsShort();
    void windowGrowsForFullFrames();
    void windowStaysForShortFrames();
    void windowGrowsAsFarAsThereIsMemory();
    void slotsToEmpty();
    void restingPeer();
    void sharedWindow();
    void slotsGrow();
    void firstSlotsGrowWithOneFullFrame();
    void growingIsGivenUp();
    void sizeWithin_data();
    void sizeWithin();
    void receivesSuffice_data();
    void receivesSuffice();
};

void tst_ReceiveSlots::controlIsPostedAtOnce()
{
    Side side(16);
    QVERIFY(!side.slots.isPostingDue(side.ledger));
    QVERIFY(side.receives(FrameType::Ping, 8));
    QVERIFY(side.slots.isPostingDue(side.ledger));
    side.post();
    QVERIFY(!side.slots.isPostingDue(side.ledger));
    QCOMPARE(side.ledger.window(), 16U);
}

void tst_ReceiveSlots::dataIsPostedInParts()
{
    Side side(16);
    QVERIFY(side.receivesData(5));
    QVERIFY(!side.slots.isPostingDue(side.ledger)); // nothing has been read
    side.slots.dataFreed(3);
    QVERIFY(!side.slots.isPostingDue(side.ledger));
    side.slots.dataFreed(1); // a quarter
    QVERIFY(side.slots.isPostingDue(side.ledger));
    side.post();
    QVERIFY(!side.slots.isPostingDue(side.ledger));
    QCOMPARE(side.ledger.untold(), 4U);
}

void tst_ReceiveSlots::dataIsPostedAtOnceForPeerWithoutCredit()
{
    Side side(16);
    QVERIFY(side.receivesData(16));
    QVERIFY(!side.slots.isPostingDue(side.ledger));
    side.slots.dataFreed(1);
    QVERIFY(side.slots.isPostingDue(side.ledger));
}

void tst_ReceiveSlots::windowGrowsForPeerThatIsShort()
{
    Side side(2);
    for (quint32 window : { 4U, 8U, 16U, 16U }) {
        QVERIFY(side.receivesData(int(side.peerMaySend())));
        QCOMPARE(side.slots.windowWanted(side.ledger), int(side.ledger.window())); // nothing read
        side.slots.dataFreed(side.ledger.window());
        side.post();
        QCOMPARE(side.ledger.window(), window);
        QVERIFY(side.tellsPeer());
        QCOMPARE(side.peerMaySend(), window);
    }
}

// A reader that is as fast as the writer lets it never be short.
void tst_ReceiveSlots::windowGrowsForFullFrames()
{
    Side side(2);
    for (int frame = 1; frame <= 4; ++frame) {
        QCOMPARE(side.ledger.window(), 2U);
        QVERIFY(side.receivesData(1, FullFrame));
        side.slots.dataFreed(1);
        side.post();
        QVERIFY(side.tellsPeer());
    }
    QCOMPARE(side.ledger.window(), 4U);
}

void tst_ReceiveSlots::windowStaysForShortFrames()
{
    Side side(2);
    for (int frame = 0; frame < 50; ++frame) {
        QVERIFY(side.receivesData(1, frame % 4 == 3 ? FullFrame - 1 : FullFrame));
        side.slots.dataFreed(1);
        side.post();
        QVERIFY(side.tellsPeer());
        QCOMPARE(side.ledger.window(), 2U);
    }
}

void tst_ReceiveSlots::windowGrowsAsFarAsThereIsMemory()
{
    Side side(2);
    QVERIFY(side.receivesData(2));
    side.slots.dataFreed(2);
    side.post(3);
    QCOMPARE(side.ledger.window(), 3U);
    // It is asked for again when the peer is short again, not before.
    QVERIFY(side.tellsPeer());
    QVERIFY(side.receivesData(1));
    side.slots.dataFreed(1);
    QCOMPARE(side.slots.windowWanted(side.ledger), 3);
    side.post();
    QVERIFY(side.receivesData(2));
    side.slots.dataFreed(1);
    QCOMPARE(side.slots.windowWanted(side.ledger), 6);
}

void tst_ReceiveSlots::slotsToEmpty()
{
    const Side side(16);
    QCOMPARE(side.slots.slotsToEmpty(side.ledger, 0), 0);
    QCOMPARE(side.slots.slotsToEmpty(side.ledger, 8), 0);
    QCOMPARE(side.slots.slotsToEmpty(side.ledger, 9), 5);
    QCOMPARE(side.slots.slotsToEmpty(side.ledger, 16), 12);
    const Side narrow(2);
    QCOMPARE(narrow.slots.slotsToEmpty(narrow.ledger, 1), 0);
    QCOMPARE(narrow.slots.slotsToEmpty(narrow.ledger, 2), 2);
}

void tst_ReceiveSlots::restingPeer()
{
    Side side(16);
    side.slots.share();
    QVERIFY(side.receivesData(1));
    side.slots.dataFreed(1);
    QVERIFY(!side.slots.isPostingDue(side.ledger));
    QVERIFY(side.receives(FrameType::CreditReturn, 8, side.returnCredit(12)));
    side.slots.creditReturned();
    QCOMPARE(side.ledger.window(), 4U);
    QVERIFY(side.slots.isPostingDue(side.ledger));
    side.post();
    // What the peer does not use others may have.
    QCOMPARE(side.slots.slotsToLeaveOut(side.ledger, 0), 1);
    side.ledger.narrow(1);
    QCOMPARE(side.slots.slotsToLeaveOut(side.ledger, 0), 0);
    QVERIFY(side.receivesData(1));
    QCOMPARE(side.slots.slotsToLeaveOut(side.ledger, 0), 0); // it sends again
}

void tst_ReceiveSlots::sharedWindow()
{
    Side side(2);
    side.slots.share();
    QVERIFY(side.receivesData(2));
    QCOMPARE(side.slots.takeDemand(side.ledger), 0); // nothing is free to be told
    side.slots.dataFreed(2);
    QCOMPARE(side.slots.windowWanted(side.ledger), 2); // which is for receives of its own
    side.post();
    QCOMPARE(side.slots.slotsToLeaveOut(side.ledger, 5), 2);
    QCOMPARE(side.slots.slotsToLeaveOut(side.ledger, -3), 0);
    QCOMPARE(side.slots.takeDemand(side.ledger), 2);
    QCOMPARE(side.slots.takeDemand(side.ledger), 0); // once
    side.ledger.widen(2);
    QCOMPARE(side.ledger.window(), 4U);
}

void tst_ReceiveSlots::slotsGrow()
{
    Side side(16);
    QVERIFY(side.receivesData(Widest / 2 - 1, FullFrame));
    QVERIFY(!side.slots.wantsLarger(true));
    QVERIFY(side.receivesData(1, FullFrame));
    QVERIFY(side.slots.wantsLarger(true));
    QVERIFY(!side.slots.wantsLarger(false)); // some that are posted are smaller than the others
    side.slots.beginGrowing(Large);
    QVERIFY(side.slots.wantsLarger(false)); // begun, it is finished
    QCOMPARE(side.slots.size(), Small);
    QCOMPARE(side.slots.grown(), Large);
    QCOMPARE(side.slots.size(), Large);
    QCOMPARE(side.slots.growingTo(), 0U);
    QVERIFY(side.receivesData(8, FullFrame)); // which is not full any more
    QVERIFY(!side.slots.wantsLarger(true)); // and they do not grow beyond
}

// A message that is longer than a slot comes as full frames and a rest.
void tst_ReceiveSlots::firstSlotsGrowWithOneFullFrame()
{
    Side side(16, 0, First);
    QVERIFY(side.receivesData(8, First - FrameHeader::Size - 1));
    QVERIFY(!side.slots.wantsLarger(true));
    QVERIFY(side.receivesData(1, First - FrameHeader::Size));
    QVERIFY(side.slots.wantsLarger(true));
    QCOMPARE(side.slots.sizeWithin(27 * 65536, 27), Small);
    QCOMPARE(side.slots.sizeWithin(27 * 1024, 27), 1024 + FrameHeader::Size);
    side.slots.beginGrowing(Small);
    QCOMPARE(side.slots.grown(), Small);
    side.slots.dataFreed(9);
    side.post();
    QVERIFY(side.tellsPeer());
    QVERIFY(side.receivesData(Widest / 2 - 1, FullFrame));
    QVERIFY(!side.slots.wantsLarger(true));
    QVERIFY(side.receivesData(1, FullFrame));
    QVERIFY(side.slots.wantsLarger(true));
    QCOMPARE(side.slots.sizeWithin(27 * 65536, 27), Large);
}

void tst_ReceiveSlots::growingIsGivenUp()
{
    Side side(16);
    QVERIFY(side.receivesData(Widest / 2, FullFrame));
    side.slots.beginGrowing(Large);
    side.slots.giveUpGrowing();
    for (int frame = 0; frame < ReceiveSlots::FramesToAskAgain; ++frame) {
        QVERIFY(!side.slots.wantsLarger(true));
        side.slots.dataFreed(1);
        side.post();
        QVERIFY(side.tellsPeer());
        QVERIFY(side.receivesData(1, FullFrame));
    }
    QVERIFY(side.slots.wantsLarger(true));
}

void tst_ReceiveSlots::sizeWithin_data()
{
    QTest::addColumn<qint64>("share");
    QTest::addColumn<quint32>("size");
    const auto header = FrameHeader::Size;
    QTest::newRow("plenty") << qint64(27) * 65472 << Large;
    QTest::newRow("not quite") << qint64(27) * 65472 - 1 << 32768 + header;
    QTest::newRow("half of that") << qint64(27) * 32768 - 1 << 16384 + header;
    QTest::newRow("hardly any more") << qint64(27) * 4096 << 4096 + header;
    QTest::newRow("no more") << qint64(27) * 4096 - 1 << 0U;
    QTest::newRow("nothing") << qint64(0) << 0U;
}

void tst_ReceiveSlots::sizeWithin()
{
    QFETCH(qint64, share);
    QFETCH(quint32, size);
    QCOMPARE(Side(2).slots.sizeWithin(share, 27), size);
}

void tst_ReceiveSlots::receivesSuffice_data()
{
    QTest::addColumn<quint32>("firstSerial");
    QTest::newRow("from zero") << 0U;
    QTest::newRow("near the wrap") << 0xffffffe0U;
}

// Whatever comes and is read when: the slots that there are always cover what the peer may send, and
// the peer is never left without credit for ever.
void tst_ReceiveSlots::receivesSuffice()
{
    QFETCH(quint32, firstSerial);

    for (quint32 seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        Side side(2, firstSerial);
        int slotCount = int(receivesFor(2));
        int posted = slotCount;
        int unread = 0;
        int freed = 0;
        for (int step = 0; step < 500; ++step) {
            if (random() % 2 == 0 && side.peerMaySend() > 0) {
                QVERIFY(posted > 0);
                QVERIFY(side.receivesData(1, 1 + random() % FullFrame));
                --posted;
                ++unread;
            } else if (unread > 0 && random() % 2 == 0) {
                const int count = 1 + int(random() % quint32(unread));
                unread -= count;
                freed += count;
                side.slots.dataFreed(size_t(count));
            }
            if (side.slots.isPostingDue(side.ledger)) {
                const int wanted = side.slots.windowWanted(side.ledger);
                const int wider = qMax(0, int(receivesFor(quint32(wanted))) - slotCount);
                slotCount += wider;
                posted += std::exchange(freed, 0) + wider;
                side.post();
            }
            QVERIFY(quint32(posted) >= side.ledger.receivesNeeded());
            if (side.ledger.creditDue() || random() % 4 == 0)
                QVERIFY(side.tellsPeer());
            QVERIFY(side.peerMaySend() > 0 || unread > 0 || freed > 0);
        }
    }
}

QTEST_APPLESS_MAIN(tst_ReceiveSlots)
#include "tst_receiveslots.moc"
