// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "stream/rsocket/rsocketledger_p.h"

#include <QtTest/qtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>
#include <vector>

using namespace QtRdmaPrivate;

class tst_RsocketLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsFourCredits();
    void keepsLessOfLittleCredit();
    void messageEndsWithGrant();
    void entriesBeginWithOne();
    void limitHasSixteenBits();
    void grantsUntilEntriesAreUsedUp();
    void finishedWhenFilledAndRead();
    void updatesAtHalf();
    void violations_data();
    void violations();
    void idleMessages();
    void twoParties_data();
    void twoParties();
};

static RsocketLedger::Setup setup()
{
    RsocketLedger::Setup result;
    result.ownCredits = 8;
    result.ownEntries = 3;
    result.ownFirstGrant = 100;
    result.peerCredits = 16;
    result.peerEntries = 2;
    result.peerFirstGrant = { 1000, 7, 64 };
    return result;
}

static RsocketMessage limit(quint32 value)
{
    return { RsocketOperation::Grant, value };
}

void tst_RsocketLedger::keepsFourCredits()
{
    RsocketLedger ledger(setup());
    for (quint64 i = 0; i < 12; ++i) {
        QVERIFY(ledger.canSendData());
        const RsocketGrant target = ledger.sending(2);
        QCOMPARE(target.address, 1000 + 2 * i);
        QCOMPARE(target.key, 7u);
        QCOMPARE(target.length, 2u);
    }
    QVERIFY(!ledger.canSendData());
    QCOMPARE(ledger.allowance(), 4u);
    QCOMPARE(ledger.received(limit(17)), QString());
    QVERIFY(ledger.canSendData());
}

// A peer that raises the limit when half of it is used up must see that half used up.
void tst_RsocketLedger::keepsLessOfLittleCredit()
{
    for (quint16 credits : { 1, 2, 4, 8 }) {
        RsocketLedger::Setup little = setup();
        little.peerCredits = credits;
        RsocketLedger ledger(little);
        int sent = 0;
        for (; ledger.canSendData(); ++sent)
            ledger.sending(1);
        QVERIFY(sent >= (credits + 1) / 2);
    }
}

void tst_RsocketLedger::messageEndsWithGrant()
{
    RsocketLedger ledger(setup());
    QCOMPARE(ledger.maxPayload(), 64u);
    ledger.sending(60);
    QCOMPARE(ledger.maxPayload(), 4u);
    const RsocketGrant next = { 5000, 8, 10 };
    QCOMPARE(ledger.received(limit(16), &next), QString());
    QCOMPARE(ledger.maxPayload(), 4u);
    ledger.sending(4);
    QCOMPARE(ledger.maxPayload(), 10u);
    const RsocketGrant target = ledger.sending(10);
    QCOMPARE(target.address, 5000u);
    QCOMPARE(target.key, 8u);
    QCOMPARE(ledger.maxPayload(), 0u);
    QVERIFY(!ledger.canSendData());
}

void tst_RsocketLedger::entriesBeginWithOne()
{
    RsocketLedger ledger(setup());
    const RsocketGrant granted = { 5000, 8, 10 };
    for (quint32 entry : { 1, 2, 0, 1, 2, 0 }) {
        QCOMPARE(ledger.nextEntry(), entry);
        ledger.sending(ledger.maxPayload());
        QCOMPARE(ledger.received(limit(16), &granted), QString());
    }
    RsocketLedger own(setup());
    for (quint32 entry : { 1, 0, 1 }) {
        QCOMPARE(own.granting(100), entry);
        QCOMPARE(own.received(RsocketMessage::data(100)), QString());
    }
}

void tst_RsocketLedger::limitHasSixteenBits()
{
    RsocketLedger::Setup late = setup();
    late.firstSerial = 0xfffe;
    RsocketLedger ledger(late);
    QCOMPARE(ledger.allowance(), 16u);
    QCOMPARE(ledger.received(limit(0x1000f)), QString());
    QCOMPARE(ledger.allowance(), 17u);
    QCOMPARE(ledger.received(limit(0x1bcd000f)), QString());
    QCOMPARE(ledger.allowance(), 17u);
}

void tst_RsocketLedger::grantsUntilEntriesAreUsedUp()
{
    RsocketLedger ledger(setup());
    QVERIFY(ledger.canGrant());
    ledger.granting(50);
    QVERIFY(!ledger.canGrant());
    QCOMPARE(ledger.received(RsocketMessage::data(99)), QString());
    QVERIFY(!ledger.canGrant());
    QCOMPARE(ledger.received(RsocketMessage::data(1)), QString());
    QVERIFY(ledger.canGrant()); // read or not
}

void tst_RsocketLedger::finishedWhenFilledAndRead()
{
    RsocketLedger ledger(setup());
    ledger.granting(50);
    QCOMPARE(ledger.place().grant, size_t(0));
    QCOMPARE(ledger.received(RsocketMessage::data(60)), QString());
    QCOMPARE(ledger.place().offset, 60u);
    ledger.consumed(60);
    QCOMPARE(ledger.takeFinished(), size_t(0));
    QCOMPARE(ledger.received(RsocketMessage::data(40)), QString());
    QCOMPARE(ledger.place().grant, size_t(1));
    QCOMPARE(ledger.place().offset, 0u);
    QCOMPARE(ledger.takeFinished(), size_t(0));
    QCOMPARE(ledger.received(RsocketMessage::data(20)), QString());
    QCOMPARE(ledger.unread(), quint64(60));
    ledger.consumed(45);
    QCOMPARE(ledger.takeFinished(), size_t(1));
    QCOMPARE(ledger.place().grant, size_t(0));
    QCOMPARE(ledger.place().offset, 20u);
    QCOMPARE(ledger.unread(), quint64(15));
}

void tst_RsocketLedger::updatesAtHalf()
{
    RsocketLedger ledger(setup());
    for (int i = 0; i < 4; ++i) {
        QVERIFY(!ledger.updateDue());
        QCOMPARE(ledger.received(RsocketMessage::data(1)), QString());
    }
    QVERIFY(ledger.updateDue());
    QCOMPARE(ledger.update().encoded(), 0x8000000cu);
    QVERIFY(!ledger.updateDue());
}

void tst_RsocketLedger::violations_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("beyond grant") << "sent 101 bytes into a grant of 100";
    QTest::newRow("without grant") << "sent 1 bytes when it had no grant";
    QTest::newRow("beyond credit") << "sent more messages than it was allowed";
    QTest::newRow("credit taken back") << "took credit back";
    QTest::newRow("early grant") << "replaced a grant that was not used up";
}

void tst_RsocketLedger::violations()
{
    QFETCH(const QString, text);
    const QByteArray row = QTest::currentDataTag();
    RsocketLedger ledger(setup());
    QString wrong;
    if (row == "beyond grant") {
        wrong = ledger.received(RsocketMessage::data(101));
    } else if (row == "without grant") {
        QCOMPARE(ledger.received(RsocketMessage::data(100)), QString());
        wrong = ledger.received(RsocketMessage::data(1));
    } else if (row == "beyond credit") {
        for (int i = 0; i < 7; ++i)
            QCOMPARE(ledger.received(RsocketMessage::data(1)), QString());
        QCOMPARE(ledger.received({ RsocketOperation::IoMap, 0 }), QString());
        wrong = ledger.received(RsocketMessage::data(1));
    } else if (row == "credit taken back") {
        wrong = ledger.received(limit(15));
    } else {
        const RsocketGrant granted = { 5000, 8, 10 };
        QCOMPARE(ledger.received(limit(16), &granted), QString());
        QCOMPARE(ledger.received(limit(16), &granted), QString());
        wrong = ledger.received(limit(16), &granted);
    }
    QCOMPARE(wrong, text);
}

void tst_RsocketLedger::idleMessages()
{
    RsocketLedger ledger(setup());
    const RsocketMessage idle[] = { limit(16),
                                    RsocketMessage::control(RsocketControl::KeepAlive),
                                    { RsocketOperation::Internal, 5 } };
    for (int i = 0; i < RsocketLedger::MostIdle; ++i)
        QCOMPARE(ledger.received(idle[i % 3]), QString());
    QCOMPARE(ledger.received(RsocketMessage::data(1)), QString());
    for (int i = 0; i < RsocketLedger::MostIdle; ++i)
        QCOMPARE(ledger.received(idle[i % 3]), QString());
    for (const RsocketMessage &message : idle)
        QCOMPARE(ledger.received(message), QStringLiteral("sent messages without a purpose"));
}

namespace {

// One side of a connection whose memory is simulated: each grant is a vector, known to the other side by its key.
struct Party
{
    // As sockets of rsockets do it: two halves, given back when read, the credit when half of it was read.
    bool late = false;
    quint32 firstGrant = 0;
    quint32 largestGrant = 0;
    std::vector<std::vector<quint8>> memory; // by key
    std::deque<quint32> keys; // of the grants not done with
    std::vector<RsocketGrant> list;
    std::deque<RsocketMessage> wire; // to this side
    std::optional<RsocketLedger> ledger;
    quint64 sent = 0;
    quint64 toSend = 0;
    quint64 read = 0;
};

constexpr quint64 Base = 0x10000;

quint8 byteAt(quint64 position)
{
    return quint8(position * 31 + position / 251);
}

quint32 makeGrant(Party *party, quint32 length)
{
    party->memory.emplace_back(length);
    party->keys.push_back(quint32(party->memory.size() - 1));
    return party->keys.back();
}

class TwoPartiesOfRsockets
{
public:
    TwoPartiesOfRsockets(bool late, quint16 firstSerial, quint32 seed) : m_random(seed)
    {
        const quint16 credits[2] = { quint16(late ? 16 : chance(1, 40)), quint16(chance(1, 40)) };
        const quint32 entries[2] = { late ? 2 : chance(2, 6), chance(2, 6) };
        for (int i = 0; i < 2; ++i) {
            m_parties[i].late = late && i == 0;
            m_parties[i].list.resize(entries[i]);
            m_parties[i].firstGrant = m_parties[i].largestGrant = chance(1, 300);
            m_parties[i].toSend = chance(0, 40000);
            makeGrant(&m_parties[i], m_parties[i].firstGrant);
        }
        for (int i = 0; i < 2; ++i) {
            RsocketLedger::Setup values;
            values.ownCredits = credits[i];
            values.ownEntries = entries[i];
            values.ownFirstGrant = m_parties[i].firstGrant;
            values.peerCredits = credits[1 - i];
            values.peerEntries = entries[1 - i];
            values.peerFirstGrant = { Base, 0, m_parties[1 - i].firstGrant };
            values.firstSerial = firstSerial;
            m_parties[i].ledger.emplace(values);
        }
    }

    QString run()
    {
        for (int idle = 0; idle < 10000; ++idle) {
            const int self = int(chance(0, 1));
            if (step(&m_parties[self], &m_parties[1 - self]))
                idle = 0;
            if (!m_wrong.isEmpty())
                return m_wrong;
        }
        for (int i = 0; i < 2; ++i) {
            if (m_parties[i].read != m_parties[1 - i].toSend)
                return QStringLiteral("party %1 has read %2 of %3 bytes")
                        .arg(i)
                        .arg(m_parties[i].read)
                        .arg(m_parties[1 - i].toSend);
        }
        return {};
    }

private:
    quint32 chance(quint32 least, quint32 most)
    {
        return std::uniform_int_distribution<quint32>(least, most)(m_random);
    }

    bool step(Party *self, Party *peer)
    {
        switch (chance(0, 3)) {
        case 0:
            return receive(self);
        case 1:
            return readSome(self);
        case 2:
            return grant(self, peer);
        default:
            return send(self, peer);
        }
    }

    bool send(Party *self, Party *peer)
    {
        if (self->sent == self->toSend || !self->ledger->canSendData())
            return false;
        const quint64 left = self->toSend - self->sent;
        const auto most = quint32(std::min<quint64>(left, self->ledger->maxPayload()));
        const RsocketGrant target = self->ledger->sending(chance(1, most));
        std::vector<quint8> &memory = peer->memory[target.key];
        for (quint32 i = 0; i < target.length; ++i)
            memory[target.address - Base + i] = byteAt(self->sent + i);
        self->sent += target.length;
        peer->wire.push_back(RsocketMessage::data(target.length));
        return true;
    }

    bool receive(Party *self)
    {
        if (self->wire.empty())
            return false;
        const RsocketMessage message = self->wire.front();
        self->wire.pop_front();
        if (message.operation == RsocketOperation::Data)
            checkPlace(*self, message.value);
        RsocketGrant &entry = self->list[self->ledger->nextEntry()];
        const RsocketGrant granted = entry;
        if (message.operation == RsocketOperation::Grant)
            entry = {};
        if (const QString wrong = self->ledger->received(message, &granted); !wrong.isEmpty())
            m_wrong = wrong;
        return true;
    }

    void checkPlace(const Party &self, quint32 length)
    {
        const RsocketLedger::Place place = self.ledger->place();
        const std::vector<quint8> &memory = self.memory[self.keys[place.grant]];
        const quint64 position = self.read + self.ledger->unread();
        for (quint32 i = 0; i < length; ++i) {
            if (memory.at(place.offset + i) != byteAt(position + i))
                m_wrong = QStringLiteral("byte %1 is another").arg(position + i);
        }
    }

    bool readSome(Party *self)
    {
        if (self->ledger->unread() == 0)
            return false;
        const quint32 count = chance(1, quint32(self->ledger->unread()));
        self->ledger->consumed(count);
        self->read += count;
        for (size_t i = self->ledger->takeFinished(); i > 0; --i)
            self->keys.pop_front();
        return true;
    }

    bool grant(Party *self, Party *peer)
    {
        const size_t most = self->late ? 2 : 4;
        const bool may = self->ledger->canGrant() && self->keys.size() < most;
        if (!may && !self->ledger->updateDue())
            return false;
        if (may) {
            const quint32 length = self->late ? self->firstGrant : chance(1, self->largestGrant);
            const quint32 key = makeGrant(self, length);
            peer->list[self->ledger->granting(length)] = { Base, key, length };
        }
        peer->wire.push_back(self->ledger->update());
        return true;
    }

    std::mt19937 m_random;
    Party m_parties[2];
    QString m_wrong;
};

} // namespace

void tst_RsocketLedger::twoParties_data()
{
    QTest::addColumn<bool>("late");
    QTest::addColumn<quint16>("firstSerial");
    QTest::newRow("ours") << false << quint16(0);
    QTest::newRow("ours, near the wrap") << false << quint16(0xffe0);
    QTest::newRow("rsockets") << true << quint16(0);
    QTest::newRow("rsockets, near the wrap") << true << quint16(0xffe0);
}

// Whatever the sizes of grants, lists, credits and messages: all bytes arrive, each where it is looked for.
void tst_RsocketLedger::twoParties()
{
    QFETCH(const bool, late);
    QFETCH(const quint16, firstSerial);
    for (quint32 seed = 0; seed < 40; ++seed) {
        const QString wrong = TwoPartiesOfRsockets(late, firstSerial, seed).run();
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(wrong)));
    }
}

QTEST_APPLESS_MAIN(tst_RsocketLedger)
#include "tst_rsocketledger.moc"
