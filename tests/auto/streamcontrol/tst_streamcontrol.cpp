// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include "stream/native/streamcontrol_p.h"

#include <QtTest/qtest.h>

#include <algorithm>
#include <deque>
#include <random>

using namespace QtRdmaPrivate;

using Finish = StreamStates::Finish;
using Own = StreamStates::Own;
using Next = StreamControl::Next;
using Completion = StreamControl::Completion;

namespace {

// One end of a connection without a device: states, credit and the order of what is sent.
struct Party
{
    struct Frame
    {
        FrameHeader header;
        uchar payload[8] = {};
    };

    Party(quint32 window, quint32 peerWindow, quint32 firstSerial)
        : ledger({ window, peerWindow, 2048, 2048, firstSerial })
    {
        states.linked(false);
    }

    Next next(bool hasRoom = true) const
    {
        return control.next(
                states, ledger, [this] { return pending == 0; },
                [hasRoom](FrameType) { return hasRoom; });
    }

    void send(FrameType type, Party *peer, quint64 number = 0, quint8 flags = 0)
    {
        Frame frame;
        frame.header = ledger.sending(type);
        frame.header.flags = flags;
        encodeNumber(number, frame.payload);
        peer->arriving.push_back(frame);
    }
    void sendFin(Party *peer)
    {
        states.finSent();
        send(FrameType::Fin, peer, 0, states.isClosed() ? quint8(0) : FinStillReading);
        control.finSent(ledger.lastControlSent());
    }
    // False: the peer broke the protocol.
    bool hear();
    void replenish()
    {
        ledger.controlConsumed(std::exchange(toConsume, 0));
        ledger.dataFreed(std::exchange(freed, 0));
    }

    StreamStates states{ StreamStates::LastWord::Answered };
    CreditLedger ledger;
    StreamControl control;
    std::deque<Frame> arriving;
    int pending = 0; // data frames written and not sent
    int sent = 0;
    int received = 0;
    int unread = 0;
    int freed = 0;
    int toConsume = 0;
};

bool Party::hear()
{
    const Frame frame = arriving.front();
    arriving.pop_front();
    ParsedFrame parsed;
    parsed.header = frame.header;
    parsed.payload = frame.payload;
    parsed.length = 8;
    if (!ledger.received(parsed).isEmpty())
        return false;
    if (frame.header.type == FrameType::Data) {
        ++received;
        ++(states.isClosed() ? freed : unread);
        return !states.hasPeerFinished();
    }
    ++toConsume;
    if (frame.header.type == FrameType::Ping)
        control.pinged(parsed.number());
    if (frame.header.type == FrameType::Fin) {
        control.finReceived(ledger.lastControlReceived());
        if (frame.header.flags & FinStillReading) {
            states.peerFinished();
        } else {
            states.peerClosed();
            pending = 0;
        }
    }
    return true;
}

// Two of them that write and then close, everything at random moments.
class Conversation
{
public:
    Conversation(quint32 seed, Completion completion, quint32 firstSerial)
        : m_random(seed)
        , m_windows{ 1 + chance(4), 1 + chance(4) }
        , m_parties{ Party(m_windows[0], m_windows[1], firstSerial),
                     Party(m_windows[1], m_windows[0], firstSerial) }
        , m_completion(completion)
    {
        for (Party &party : m_parties)
            party.control.setCompletion(completion);
        for (int &left : m_left)
            left = int(chance(30));
    }

    // What went wrong, or null.
    const char *run()
    {
        for (int i = 0; i < 20000 && !m_failure && !m_isOver; ++i)
            step(int(chance(2)));
        if (m_failure)
            return m_failure;
        if (!m_isOver)
            return "the two wait for each other";
        for (int i : { 0, 1 }) {
            if (m_parties[i].received != m_parties[1 - i].sent)
                return "not all that was sent has arrived";
        }
        return nullptr;
    }

private:
    quint32 chance(quint32 below) { return m_random() % below; }

    void step(int i)
    {
        Party &party = m_parties[i];
        Party &peer = m_parties[1 - i];
        switch (chance(8)) {
        case 0:
            return write(i);
        case 1:
            party.freed += std::exchange(party.unread, 0);
            return;
        case 2:
            if (party.ledger.canSendControl(FrameType::Ping))
                party.send(FrameType::Ping, &peer, m_random());
            return;
        case 3:
            return complete(&party, peer);
        case 4:
        case 5:
            if (!party.arriving.empty() && !party.hear())
                m_failure = "the other broke the protocol";
            return;
        default:
            return flush(&party, &peer);
        }
    }

    void write(int i)
    {
        Party &party = m_parties[i];
        if (m_left[i] > 0 && party.states.takesData()) {
            ++party.pending;
            --m_left[i];
        } else if (chance(3) == 0) {
            party.states.finish(chance(2) ? Finish::Full : Finish::StillReading);
        }
    }

    // In order: what has completed at a device that acknowledges is with the peer's.
    void complete(Party *party, const Party &peer)
    {
        if (party->states.own() != Own::Sent)
            return;
        const bool isWaiting = std::any_of(
                peer.arriving.begin(), peer.arriving.end(),
                [](const Party::Frame &frame) { return frame.header.type == FrameType::Fin; });
        if (m_completion == Completion::IsOnItsWay || !isWaiting)
            party->states.finCompleted();
    }

    void flush(Party *party, Party *peer)
    {
        party->replenish();
        while (party->pending > 0 && party->ledger.canSendData()) {
            if (party->states.isFinSent())
                m_failure = "sends data after its end";
            --party->pending;
            ++party->sent;
            party->send(FrameType::Data, peer);
        }
        sendControl(party, peer);
        if (party->states.own() == Own::Completed
            && party->control.isFinAcknowledged(party->ledger))
            party->states.finArrived();
        if (party->states.mayDisconnect())
            disconnect(party, peer);
    }

    void sendControl(Party *party, Party *peer)
    {
        for (int frames = 0;; ++frames) {
            if (frames > 4)
                m_failure = "sends the same without end";
            if (m_failure)
                return;
            switch (party->next(chance(4) > 0)) {
            case Next::Nothing:
                return;
            case Next::SendPong:
                party->send(FrameType::Pong, peer, party->control.takeEcho());
                break;
            case Next::SendFin:
                party->sendFin(peer);
                break;
            case Next::SendAborted:
                m_failure = "nothing was dropped";
                return;
            case Next::SendAuth:
            case Next::SendReset:
            case Next::SendPing:
            case Next::SendCreditReturn:
                m_failure = "decides on what is not its business";
                return;
            case Next::SendCredit:
            case Next::SendAcknowledgement:
                party->send(FrameType::Credit, peer);
                break;
            }
        }
    }

    // Throws away what is on its way, which must be nothing that counts.
    void disconnect(Party *party, Party *peer)
    {
        party->states.disconnect();
        for (const Party *each : { party, peer }) {
            for (const Party::Frame &frame : each->arriving) {
                const bool isFirstFin =
                        frame.header.type == FrameType::Fin && !each->states.hasPeerFinished();
                if (m_completion == Completion::IsOnItsWay
                    && (frame.header.type == FrameType::Data || isFirstFin))
                    m_failure = "disconnects before all has arrived";
            }
        }
        // With a device that acknowledges, what has arrived is heard before the end.
        while (!peer->arriving.empty() && !m_failure) {
            if (!peer->hear())
                m_failure = "the other broke the protocol";
        }
        if (!peer->states.hasPeerFinished())
            m_failure = "the other does not know of the end";
        m_isOver = true;
    }

    std::mt19937 m_random;
    quint32 m_windows[2];
    Party m_parties[2];
    const Completion m_completion;
    int m_left[2];
    bool m_isOver = false;
    const char *m_failure = nullptr;
};

} // namespace

class tst_StreamControl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersPing();
    void finFollowsData();
    void abortedSaysSo();
    void creditBeforeFin();
    void crossedFins_data();
    void crossedFins();
    void writeThenClose_data();
    void writeThenClose();
};

void tst_StreamControl::answersPing()
{
    Party here(4, 4, 0);
    Party there(4, 4, 0);
    QCOMPARE(here.next(), Next::Nothing);
    there.send(FrameType::Ping, &here, 17);
    QVERIFY(here.hear());
    QCOMPARE(here.next(false), Next::Nothing); // no room
    QCOMPARE(here.next(), Next::SendPong);
    QCOMPARE(here.control.takeEcho(), quint64(17));
    QCOMPARE(here.next(), Next::Nothing);
}

void tst_StreamControl::finFollowsData()
{
    Party here(4, 4, 0);
    here.pending = 1;
    QVERIFY(here.states.finish(Finish::StillReading));
    QCOMPARE(here.next(), Next::Nothing);
    here.pending = 0;
    QCOMPARE(here.next(false), Next::Nothing);
    QCOMPARE(here.next(), Next::SendFin);
    Party there(4, 4, 0);
    here.sendFin(&there);
    QCOMPARE(here.next(), Next::Nothing);
    QVERIFY(here.states.finish(Finish::Full));
    QCOMPARE(here.next(), Next::SendFin);
}

void tst_StreamControl::abortedSaysSo()
{
    Party here(4, 4, 0);
    QVERIFY(here.states.finish(Finish::Truncated));
    QCOMPARE(here.next(), Next::SendAborted);
    // What can be said without room is for the link to find out.
    QCOMPARE(here.next(false), Next::SendAborted);
}

// The FIN takes the credit along; a credit frame that is due is older and goes first.
void tst_StreamControl::creditBeforeFin()
{
    Party here(2, 2, 0);
    Party there(2, 2, 0);
    there.send(FrameType::Data, &here);
    there.send(FrameType::Data, &here);
    QVERIFY(here.hear());
    QVERIFY(here.hear());
    QCOMPARE(here.next(), Next::Nothing); // nothing is free again
    here.freed = std::exchange(here.unread, 0);
    here.replenish();
    QVERIFY(here.states.finish(Finish::Full));
    QCOMPARE(here.next(), Next::SendCredit);
    here.send(FrameType::Credit, &there);
    QCOMPARE(here.next(), Next::SendFin);
}

void tst_StreamControl::crossedFins_data()
{
    QTest::addColumn<Completion>("completion");
    QTest::addColumn<Next>("last");
    QTest::newRow("RoCE") << Completion::HasArrived << Next::Nothing;
    QTest::newRow("iWARP") << Completion::IsOnItsWay << Next::SendAcknowledgement;
}

void tst_StreamControl::crossedFins()
{
    QFETCH(Completion, completion);
    QFETCH(Next, last);

    Party here(4, 4, 0);
    Party there(4, 4, 0);
    for (Party *party : { &here, &there }) {
        party->control.setCompletion(completion);
        QVERIFY(party->states.finish(Finish::Full));
    }
    here.sendFin(&there);
    there.sendFin(&here);
    QVERIFY(here.hear());
    here.replenish();
    QCOMPARE(here.next(), last);
    QCOMPARE(here.control.isFinAcknowledged(here.ledger), completion == Completion::HasArrived);
}

void tst_StreamControl::writeThenClose_data()
{
    QTest::addColumn<Completion>("completion");
    QTest::addColumn<quint32>("firstSerial");
    QTest::newRow("RoCE") << Completion::HasArrived << 0U;
    QTest::newRow("RoCE, near the wrap") << Completion::HasArrived << 0xfffffff8U;
    QTest::newRow("iWARP") << Completion::IsOnItsWay << 0U;
    QTest::newRow("iWARP, near the wrap") << Completion::IsOnItsWay << 0xfffffff8U;
}

void tst_StreamControl::writeThenClose()
{
    QFETCH(Completion, completion);
    QFETCH(quint32, firstSerial);

    for (quint32 round = 0; round < 2500; ++round) {
        Conversation conversation(round, completion, firstSerial);
        if (const char *failure = conversation.run())
            QFAIL(qPrintable(
                    QStringLiteral("round %1: %2").arg(round).arg(QLatin1String(failure))));
    }
}

QTEST_APPLESS_MAIN(tst_StreamControl)
#include "tst_streamcontrol.moc"
