// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include "stream/native/creditledger_p.h"
#include "stream/streamstates_p.h"

#include <QtCore/qfile.h>
#include <QtCore/qset.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>

using namespace QtRdmaPrivate;

using Words = QList<QByteArray>;
using Finish = StreamStates::Finish;

namespace {

constexpr const char *StateNames[] = {
    "Connecting",       "Proving", "Open",          "HalfClosedByPeer", "HalfClosedByUs",
    "HalfClosedByBoth", "Closing", "Disconnecting", "Failing",          "Ended"
};
constexpr const char *OwnNames[] = { "Open", "Finishing", "Sent", "Completed", "Arrived" };
constexpr const char *PeerNames[] = { "Open", "Finished", "Closed" };
constexpr const char *FinishNames[] = { "StillReading", "Full", "Truncated" };
constexpr const char *TypeNames[] = { "Data", "Credit", "Resize", "CreditReturn", "Fin",
                                      "Ping", "Pong",   "Auth",   "Reset" };

template <size_t count>
int indexOf(const char *const (&names)[count], const QByteArray &name)
{
    const auto *const found = std::find(std::begin(names), std::end(names), name);
    return int(found - std::begin(names));
}

struct Transition
{
    const char *name;
    void (*happen)(StreamStates *, const QByteArray &);
};

constexpr Transition Transitions[] = {
    { "linked", [](StreamStates *s, const QByteArray &withKey) { s->linked(withKey == "1"); } },
    { "proved", [](StreamStates *s, const QByteArray &) { s->proved(); } },
    { "finish",
      [](StreamStates *s, const QByteArray &how) {
          s->finish(Finish(indexOf(FinishNames, how)));
      } },
    { "finSent", [](StreamStates *s, const QByteArray &) { s->finSent(); } },
    { "finCompleted", [](StreamStates *s, const QByteArray &) { s->finCompleted(); } },
    { "finArrived", [](StreamStates *s, const QByteArray &) { s->finArrived(); } },
    { "peerFinished", [](StreamStates *s, const QByteArray &) { s->peerFinished(); } },
    { "peerClosed", [](StreamStates *s, const QByteArray &) { s->peerClosed(); } },
    { "flushed", [](StreamStates *s, const QByteArray &) { s->flushed(); } },
    { "disconnect", [](StreamStates *s, const QByteArray &) { s->disconnect(); } },
    { "fail", [](StreamStates *s, const QByteArray &) { s->fail(); } },
    { "end", [](StreamStates *s, const QByteArray &) { s->end(); } },
};

// Null: the call is one of CreditLedger.
const Transition *transition(const QByteArray &name)
{
    const auto *const found =
            std::find_if(std::begin(Transitions), std::end(Transitions),
                         [&name](const Transition &each) { return name == each.name; });
    return found != std::end(Transitions) ? found : nullptr;
}

QByteArray describe(const StreamStates &states)
{
    const Finish how = states.isTruncated() ? Finish::Truncated
            : states.isClosed()             ? Finish::Full
                                            : Finish::StillReading;
    const Words all = { StateNames[int(states.state())], OwnNames[int(states.own())],
                        PeerNames[int(states.peer())], FinishNames[int(how)],
                        QByteArray::number(states.isFlushed()) };
    return all.join(' ');
}

// Where the model begins to count, shortly before the wrap.
constexpr quint32 FirstSerial = quint32(-3);

// The first line of a trace.
struct Setup
{
    explicit Setup(const Words &words)
        : dataWrap(words[0].toUInt())
        , controlWrap(words[1].toUInt())
        , windows{ words[2].toUInt(), words[3].toUInt() }
        , quotas(words[4].toInt())
    {
    }

    quint32 dataWrap;
    quint32 controlWrap;
    std::array<quint32, 2> windows;
    int quotas; // of the types that take part
};

// One side of a trace: what the model did happens to the classes, and they give the same answers.
class Side
{
public:
    Side(const Setup &setup, int self)
        : m_setup(setup)
        , m_ledger({ setup.windows[size_t(self)], setup.windows[size_t(1 - self)], 2048, 2048,
                     FirstSerial })
    {
    }

    // The answers, as the trace has them; or what cannot be.
    QByteArray step(const Words &call, std::deque<QByteArray> *out, std::deque<QByteArray> *in)
    {
        if (const Transition *happened = transition(call[0])) {
            happened->happen(&m_states, call[1]);
            return describe(m_states);
        }
        const QByteArray wrong = account(call, out, in);
        return wrong.isEmpty() ? answers() : wrong;
    }

private:
    QByteArray account(const Words &call, std::deque<QByteArray> *out, std::deque<QByteArray> *in);
    QByteArray send(FrameType type, const Words &header, std::deque<QByteArray> *out);
    QByteArray receive(FrameType type, std::deque<QByteArray> *in);
    bool maySend(FrameType type) const;
    QByteArray answers() const;

    Setup m_setup;
    StreamStates m_states{ StreamStates::LastWord::Answered };
    CreditLedger m_ledger;
    quint64 m_returned = 0; // what the next CreditReturn says
};

QByteArray Side::account(const Words &call, std::deque<QByteArray> *out, std::deque<QByteArray> *in)
{
    const QByteArray &name = call[0];
    const quint32 count = call[1].toUInt();
    if (name == "sending")
        return send(FrameType(indexOf(TypeNames, call[1])), call.mid(2), out);
    if (name == "received")
        return receive(FrameType(indexOf(TypeNames, call[1])), in);
    if (name == "controlConsumed")
        m_ledger.controlConsumed(int(count));
    else if (name == "dataFreed")
        m_ledger.dataFreed(int(count));
    else if (name == "widen")
        m_ledger.widen(count);
    else if (name == "narrow")
        m_ledger.narrow(count);
    else if (name == "returnCredit" && m_ledger.canSendControl(FrameType::CreditReturn))
        m_returned = m_ledger.returnCredit(count);
    else
        return "the ledger cannot do that";
    return {};
}

// Whatever is sent right after returnCredit() was allowed before it.
bool Side::maySend(FrameType type) const
{
    if (type == FrameType::Data)
        return m_ledger.canSendData();
    return m_ledger.canSendControl(type) || type == FrameType::CreditReturn
            || (type == FrameType::Credit && m_ledger.canSendAcknowledgement());
}

QByteArray Side::send(FrameType type, const Words &header, std::deque<QByteArray> *out)
{
    if (!maySend(type))
        return "this frame may not leave";
    FrameHeader own = m_ledger.sending(type);
    if (own.controlConsumed % m_setup.controlWrap != header[0].toUInt()
        || own.dataLimit % m_setup.dataWrap != header[1].toUInt())
        return "another header";
    const bool isNumber =
            type == FrameType::CreditReturn || type == FrameType::Ping || type == FrameType::Pong;
    const int payload = isNumber ? 8 : type == FrameType::Data || type == FrameType::Auth;
    QByteArray message(int(FrameHeader::Size) + payload, '\0');
    auto *bytes = reinterpret_cast<uchar *>(message.data());
    encodeHeader(own, bytes);
    if (isNumber)
        encodeNumber(m_returned, bytes + FrameHeader::Size);
    out->push_back(message);
    return {};
}

QByteArray Side::receive(FrameType type, std::deque<QByteArray> *in)
{
    if (in->empty())
        return "nothing was sent";
    const QByteArray message = in->front();
    in->pop_front();
    ParsedFrame frame;
    Violation wrong = parseFrame(reinterpret_cast<const uchar *>(message.constData()),
                                 quint32(message.size()), &frame);
    if (wrong.isEmpty())
        wrong = m_ledger.received(frame);
    if (!wrong.isEmpty())
        return "the peer " + QString(wrong).toUtf8();
    return frame.header.type == type ? QByteArray() : QByteArray("another frame");
}

QByteArray Side::answers() const
{
    const int others = controlQuotaSum() - m_setup.quotas;
    const Words all = { QByteArray::number(m_ledger.dataAllowance()),
                        QByteArray::number(m_ledger.peerAllowance()),
                        QByteArray::number(m_ledger.untold()),
                        QByteArray::number(m_ledger.window()),
                        QByteArray::number(m_ledger.controlUnacknowledged()),
                        QByteArray::number(int(m_ledger.receivesNeeded()) - others),
                        QByteArray::number(m_ledger.creditDue()),
                        QByteArray::number(m_ledger.canSendData()) };
    return all.join(' ');
}

} // namespace

// Replays what the model of the protocol did (tests/model) with the classes that do it in truth.
class tst_StreamModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void replay_data();
    void replay();
    void everyTransition();

private:
    Words m_lines;
};

void tst_StreamModel::initTestCase()
{
    QFile file(QStringLiteral(TRACES));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_lines = file.readAll().trimmed().split('\n');
}

void tst_StreamModel::replay_data()
{
    QTest::addColumn<int>("first");
    for (int i = 0; i < m_lines.size(); ++i) {
        if (m_lines[i].startsWith("trace "))
            QTest::newRow(m_lines[i].mid(6).split(':').first().constData()) << i;
    }
}

void tst_StreamModel::replay()
{
    QFETCH(int, first);

    const Setup setup(m_lines[first].split(':').last().trimmed().split(' '));
    std::array<Side, 2> sides = { Side(setup, 0), Side(setup, 1) };
    std::array<std::deque<QByteArray>, 2> sent;
    for (int i = first + 1; i < m_lines.size() && !m_lines[i].startsWith("trace "); ++i) {
        const qsizetype colon = m_lines[i].indexOf(" : ");
        QVERIFY(colon > 0);
        const Words call = m_lines[i].first(colon).split(' ');
        const size_t self = call[0] == "A" ? 0 : 1;
        const QByteArray answer = sides[self].step(call.mid(1), &sent[self], &sent[1 - self]);
        QVERIFY2(answer == m_lines[i].mid(colon + 3),
                 qPrintable(QStringLiteral("line %1: %2; here: %3")
                                    .arg(i + 1)
                                    .arg(QString::fromUtf8(m_lines[i]))
                                    .arg(QString::fromUtf8(answer))));
    }
}

// The traces have every state of both sides, every transition and every call of the ledger.
void tst_StreamModel::everyTransition()
{
    QSet<QByteArray> states, transitions, calls;
    for (const QByteArray &line : std::as_const(m_lines)) {
        const Words words = line.split(' ');
        if (words.size() < 3 || !transition(words[1])) {
            calls.insert(words.value(1));
            continue;
        }
        transitions.insert(words[1]);
        states.insert(words[0] + ' ' + line.split(':').last().trimmed().split(' ').first());
    }
    QCOMPARE(size_t(transitions.size()), std::size(Transitions));
    for (const char *call : { "sending", "received", "controlConsumed", "dataFreed", "widen",
                              "narrow", "returnCredit" })
        QVERIFY2(calls.contains(call), call);
    QCOMPARE(size_t(states.size()),
             2 * (std::size(StateNames) - 1)); // Connecting is before all transitions
}

QTEST_APPLESS_MAIN(tst_StreamModel)
#include "tst_streammodel.moc"
