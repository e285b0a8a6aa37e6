// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/native/creditledger_p.h"
#include "stream/native/receivebudget_p.h"

#include <QtTest/qtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <random>
#include <vector>

using namespace QtRdmaPrivate;

namespace {

constexpr int Widest = 16;

// One stream on the shared receives and its peer, who sends whatever it may.
struct Stream
{
    explicit Stream(quint32 start)
        : own({ ReceiveBudget::FirstWindow, 16, 2048, 2048, start })
        , peer({ 16, ReceiveBudget::FirstWindow, 2048, 2048, start })
    {
    }
    int reserved() const { return int(own.window()) + controlQuotaSum(); }
    int out() const { return filled + freed + toConsume; }

    CreditLedger own;
    CreditLedger peer;
    struct Frame
    {
        FrameHeader header;
        quint64 number;
    };
    std::deque<Frame> arriving;
    std::deque<FrameHeader> leaving;
    int filled = 0; // not read
    int freed = 0; // read, not posted again
    int toConsume = 0;
    int pendingPeerConsume = 0;
};

ParsedFrame parsed(const FrameHeader &header, quint64 number)
{
    static uchar payload[64];
    encodeNumber(number, payload);
    ParsedFrame frame;
    frame.header = header;
    frame.payload = payload;
    frame.length = header.type == FrameType::Data ? 1 : controlPayload(header.type);
    return frame;
}

// What SharedSlots and StreamConnection do, at random moments.
class Simulation
{
public:
    Simulation(int receives, quint32 seed) : budget(receives), m_random(seed) { }

    QString run(int steps);

    ReceiveBudget budget;
    int refused = 0;
    int widened = 0;
    int narrowed = 0;
    int returned = 0;
    int lowest = 1 << 30; // receives posted at the least

private:
    int chance(int below) { return int(m_random() % quint32(below)); }
    int posted() const;
    void join();
    void leave();
    void step(Stream *stream);
    void peerSends(Stream *stream);
    void arrives(Stream *stream);
    void givesBack(Stream *stream);
    void answers(Stream *stream);
    void check();

    std::mt19937 m_random;
    std::vector<std::unique_ptr<Stream>> m_streams;
    QString m_failure;
};

int Simulation::posted() const
{
    int out = 0;
    for (const auto &stream : m_streams)
        out += stream->out();
    return budget.receives() - out;
}

QString Simulation::run(int steps)
{
    for (int i = 0; i < steps && m_failure.isEmpty(); ++i) {
        if (chance(50) == 0)
            join();
        if (chance(200) == 0)
            leave();
        if (!m_streams.empty())
            step(m_streams[size_t(chance(int(m_streams.size())))].get());
        check();
    }
    while (!m_streams.empty())
        leave();
    if (budget.reserved() != 0 || budget.streams() != 0)
        m_failure = QStringLiteral("streams that ended have not given all back");
    return m_failure;
}

void Simulation::join()
{
    if (!budget.admit()) {
        ++refused;
        if (budget.reserved() + ReceiveBudget::Minimum <= budget.receives())
            m_failure = QStringLiteral("refused although there was room");
        return;
    }
    m_streams.push_back(std::make_unique<Stream>(chance(2) ? 0xfffffffau : 0u));
}

void Simulation::leave()
{
    if (m_streams.empty())
        return;
    const auto which = m_streams.begin() + chance(int(m_streams.size()));
    budget.leave(1, (*which)->reserved());
    m_streams.erase(which);
}

void Simulation::step(Stream *stream)
{
    switch (chance(6)) {
    case 0:
    case 1:
        return peerSends(stream);
    case 2:
        return arrives(stream);
    case 3:
        if (stream->filled > 0) { // the program reads
            const int count = 1 + chance(stream->filled);
            stream->filled -= count;
            stream->freed += count;
        }
        return;
    case 4:
        return givesBack(stream);
    default:
        return answers(stream);
    }
}

void Simulation::peerSends(Stream *stream)
{
    CreditLedger &peer = stream->peer;
    if (chance(20) == 0 && peer.canSendControl(FrameType::CreditReturn)) {
        const quint64 number =
                peer.returnCredit(1 + quint32(chance(int(peer.dataAllowance()) - 1)));
        stream->arriving.push_back({ peer.sending(FrameType::CreditReturn), number });
        ++returned;
    }
    if (chance(20) == 0 && peer.canSendControl(FrameType::Fin))
        stream->arriving.push_back({ peer.sending(FrameType::Fin), 0 });
    while (peer.canSendData() && chance(4) != 0)
        stream->arriving.push_back({ peer.sending(FrameType::Data), 0 });
}

void Simulation::arrives(Stream *stream)
{
    while (!stream->arriving.empty() && chance(8) != 0) {
        if (posted() == 0) {
            m_failure = QStringLiteral("a frame found no receive");
            return;
        }
        const Stream::Frame frame = stream->arriving.front();
        stream->arriving.pop_front();
        const quint32 window = stream->own.window();
        const Violation wrong = stream->own.received(parsed(frame.header, frame.number));
        if (!wrong.isEmpty())
            m_failure = QString(wrong);
        budget.release(int(window - stream->own.window()));
        ++(frame.header.type == FrameType::Data ? stream->filled : stream->toConsume);
    }
}

// The order of StreamConnection::replenish(): posted first, then said.
void Simulation::givesBack(Stream *stream)
{
    const int consumed = std::exchange(stream->toConsume, 0);
    const int freed = std::exchange(stream->freed, 0);
    stream->own.controlConsumed(consumed);
    stream->own.dataFreed(freed);
    const int window = int(stream->own.window());
    const int untold = int(stream->own.untold());
    if (const int surplus = qMin(budget.surplus(window), untold); surplus > 0) {
        stream->own.narrow(quint32(surplus));
        budget.release(surplus);
        ++narrowed;
    } else if (freed > 0 && stream->own.peerAllowance() == 0 && window < Widest) {
        const int granted = budget.grant(qMin(window, Widest - window));
        stream->own.widen(quint32(granted));
        widened += granted;
    }
}

void Simulation::answers(Stream *stream)
{
    if (stream->own.creditDue() && stream->own.canSendControl(FrameType::Credit))
        stream->leaving.push_back(stream->own.sending(FrameType::Credit));
    else if (stream->own.canSendData())
        stream->leaving.push_back(stream->own.sending(FrameType::Data));
    while (!stream->leaving.empty() && chance(3) != 0) {
        const FrameHeader header = stream->leaving.front();
        stream->leaving.pop_front();
        const Violation wrong = stream->peer.received(parsed(header, 0));
        if (!wrong.isEmpty())
            m_failure = QString(wrong);
        if (header.type == FrameType::Data)
            stream->peer.dataFreed(1);
        else
            stream->peer.controlConsumed(1);
    }
}

void Simulation::check()
{
    int needed = 0;
    int reserved = 0;
    for (const auto &stream : m_streams) {
        needed += int(stream->own.receivesNeeded());
        reserved += stream->reserved();
        if (int(stream->own.receivesNeeded()) + stream->out() > stream->reserved())
            m_failure = QStringLiteral("a stream may need more than it has reserved");
    }
    lowest = qMin(lowest, posted());
    if (reserved != budget.reserved())
        m_failure = QStringLiteral("the budget has lost count");
    if (reserved > budget.receives())
        m_failure = QStringLiteral("more reserved than there is");
    if (needed > posted())
        m_failure = QStringLiteral("%1 receives needed, %2 posted").arg(needed).arg(posted());
}

} // namespace

class tst_ReceiveBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void admits();
    void grants();
    void takesBackWhatIsAboveTheShare();
    void receivesCoverWhatMayCome_data();
    void receivesCoverWhatMayCome();
};

void tst_ReceiveBudget::admits()
{
    ReceiveBudget budget(3 * ReceiveBudget::Minimum - 1);
    QVERIFY(budget.admit());
    QVERIFY(budget.admit());
    QVERIFY(!budget.admit());
    QCOMPARE(budget.reserved(), 2 * ReceiveBudget::Minimum);
    QCOMPARE(budget.streams(), 2);
    budget.leave(1, ReceiveBudget::Minimum);
    QVERIFY(budget.admit());
    QVERIFY(!ReceiveBudget(ReceiveBudget::Minimum - 1).admit());
}

void tst_ReceiveBudget::grants()
{
    ReceiveBudget budget(2 * ReceiveBudget::Minimum + 5);
    QVERIFY(budget.admit());
    QCOMPARE(budget.grant(2), 2);
    QCOMPARE(budget.grant(14), 3); // the minimum of the next one is left
    QCOMPARE(budget.grant(1), 0);
    QVERIFY(budget.admit());
    QCOMPARE(budget.grant(1), 0);
}

void tst_ReceiveBudget::takesBackWhatIsAboveTheShare()
{
    constexpr int Receives = 3 * ReceiveBudget::Minimum + 6;
    ReceiveBudget budget(Receives);
    QVERIFY(budget.admit());
    QCOMPARE(budget.grant(14), 14);
    QCOMPARE(budget.surplus(16), 0); // nobody else wants it
    QVERIFY(budget.admit());
    // One minimum stays free for the next to come.
    const int share = (Receives - ReceiveBudget::Minimum) / 2;
    QCOMPARE(budget.surplus(16), 16 - (share - controlQuotaSum()));
    QCOMPARE(budget.surplus(ReceiveBudget::FirstWindow), 0);
}

void tst_ReceiveBudget::receivesCoverWhatMayCome_data()
{
    QTest::addColumn<int>("receives");
    QTest::newRow("one at a time") << ReceiveBudget::Minimum;
    QTest::newRow("two and a few") << 2 * ReceiveBudget::Minimum + 3;
    QTest::newRow("some") << 100;
    QTest::newRow("many") << 400;
}

void tst_ReceiveBudget::receivesCoverWhatMayCome()
{
    QFETCH(const int, receives);
    int refused = 0;
    int widened = 0;
    int narrowed = 0;
    int returned = 0;
    for (quint32 seed = 1; seed <= 8; ++seed) {
        Simulation simulation(receives, seed);
        const QString failure = simulation.run(20000);
        QVERIFY2(failure.isEmpty(),
                 qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(failure)));
        refused += simulation.refused;
        widened += simulation.widened;
        narrowed += simulation.narrowed;
        returned += simulation.returned;
    }
    QVERIFY(refused > 0);
    if (receives > 2 * ReceiveBudget::Minimum) {
        QVERIFY(widened > 0);
        QVERIFY(narrowed > 0);
        QVERIFY(returned > 0);
    }
}

QTEST_APPLESS_MAIN(tst_ReceiveBudget)
#include "tst_receivebudget.moc"
