// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QtCore/qiodevice.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qrandom.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace {

using Action = Reactions::Action;

// More than this on its way to an end that does not read would be cut differently by the buffers of both transports.
constexpr qint64 MostOutstanding = 200000;

class Generator
{
public:
    explicit Generator(quint32 seed) : m_random(seed) { }

    Program make();

private:
    // One of these, each as likely.
    template <typename T>
    T pick(std::initializer_list<T> choices)
    {
        return choices.begin()[m_random.bounded(int(choices.size()))];
    }
    bool chance(int percent) { return m_random.bounded(100) < percent; }
    End anyEnd() { return chance(50) ? Client : Peer; }
    qint64 size(qint64 most);

    void add(Step::Kind kind, End end = Client, qint64 size = 0, bool racing = false)
    {
        m_program.steps.push_back({ kind, end, size, racing });
    }
    void chooseReactions(End end);
    void writeLastWordsToListeners();
    void hangUpOneByOne();
    bool hangsUp(End end) const;
    bool isCalm() const;
    bool hangsUpAtFirstData(End end) const;
    bool answers(End end) const;

    void oneConnection();
    void begin();
    void readSome(End end);
    void readOnce(End end);
    void transact(End end);
    void writeSome();
    void writeOnce(End end);
    void traffic();
    void limit(End end);
    void waitFor(End end);
    void finish();
    void behindTheEnd(End closer);
    void tumult();

    QRandomGenerator m_random;
    Program m_program;
    std::array<qint64, 2> m_limit = {}; // 0: none
    std::array<qint64, 2> m_outstanding = {}; // towards this end, at most
};

// As many small sizes as large ones.
qint64 Generator::size(qint64 most)
{
    return m_random.bounded((most >> m_random.bounded(17)) + 1);
}

void Generator::chooseReactions(End end)
{
    Reactions &reactions = m_program.reactions[end];
    const auto maybe = [this](std::initializer_list<Action> choices, int percent) {
        return chance(percent) ? pick(choices) : Reactions::Nothing;
    };
    reactions.readyRead = maybe({ Reactions::ReadEverything, Reactions::ReadEverything,
                                  Reactions::Spin, Reactions::CloseIt, Reactions::DisconnectIt,
                                  end == Peer ? Reactions::Echo : Reactions::ReadEverything },
                                50);
    reactions.bytesWritten =
            maybe({ Reactions::FlushIt, Reactions::DisconnectIt, Reactions::CloseIt }, 15);
    reactions.errorOccurred = maybe({ Reactions::CloseIt, Reactions::AbortIt,
                                      Reactions::ReadEverything, Reactions::DisconnectIt },
                                    25);
    reactions.readChannelFinished = maybe({ Reactions::ReadEverything, Reactions::CloseIt }, 15);
    reactions.aboutToClose =
            maybe({ Reactions::ReadEverything, Reactions::WriteSome, Reactions::FlushIt }, 20);
    reactions.disconnected =
            maybe({ Reactions::ReadEverything, Reactions::WriteSome, Reactions::CloseIt }, 20);
    if (end == Client)
        reactions.connected = maybe({ Reactions::WriteSome, Reactions::DisconnectIt,
                                      Reactions::CloseIt, Reactions::AbortIt },
                                    15);
}

bool Generator::hangsUpAtFirstData(End end) const
{
    const Action action = m_program.reactions[end].readyRead;
    return action == Reactions::CloseIt || action == Reactions::DisconnectIt;
}

// Who hangs up at the first data may have got the last words with them, or not.
void Generator::writeLastWordsToListeners()
{
    for (const End end : { Client, Peer }) {
        Action &last = m_program.reactions[end].aboutToClose;
        if (last == Reactions::WriteSome && hangsUpAtFirstData(otherThan(end)))
            last = Reactions::Nothing;
    }
}

// An end that answers and hangs up when the answer has left may be faster or slower than a slot of the other end that hangs up.
void Generator::hangUpOneByOne()
{
    for (const End end : { Client, Peer }) {
        if (answers(end) && hangsUp(otherThan(end)))
            m_program.reactions[end].bytesWritten = Reactions::Nothing;
    }
}

// A slot ends the connection amid the traffic.
bool Generator::hangsUp(End end) const
{
    const Reactions &reactions = m_program.reactions[end];
    const auto actions = { reactions.connected, reactions.readyRead, reactions.bytesWritten };
    return std::any_of(actions.begin(), actions.end(), [](Action action) {
        return action == Reactions::CloseIt || action == Reactions::DisconnectIt
                || action == Reactions::AbortIt;
    });
}

bool Generator::isCalm() const
{
    return !hangsUp(Client) && !hangsUp(Peer);
}

// What an end writes when its peer has closed comes back as a reset, and a reset makes TCP forget what is on its way.
bool Generator::answers(End end) const
{
    return m_program.reactions[end].readyRead == Reactions::Echo;
}

Program Generator::make()
{
    chooseReactions(Client);
    chooseReactions(Peer);
    writeLastWordsToListeners();
    hangUpOneByOne();
    const int connections = 1 + m_random.bounded(2);
    for (int i = 0; i < connections; ++i) {
        if (chance(8)) {
            add(Step::ConnectRefused);
            add(Step::Settle);
        }
        oneConnection();
    }
    if (isCalm() && chance(20)) {
        begin();
        tumult();
    } else if (chance(8)) {
        add(Step::ConnectAndAbort);
        add(Step::Settle);
    }
    return m_program;
}

void Generator::oneConnection()
{
    begin();
    const int phases = m_random.bounded(6);
    for (int i = 0; i < phases; ++i) {
        const End end = anyEnd();
        switch (m_random.bounded(8)) {
        case 0:
        case 1:
            readSome(end);
            break;
        case 2:
        case 3:
            writeSome();
            break;
        case 4:
            traffic();
            break;
        case 5:
            limit(end);
            break;
        case 6:
            waitFor(end);
            break;
        default:
            transact(end);
        }
    }
    finish();
}

void Generator::begin()
{
    m_limit = {};
    m_outstanding = {};
    const auto mode =
            chance(85) ? QIODevice::ReadWrite : pick({ QIODevice::ReadOnly, QIODevice::WriteOnly });
    add(Step::Connect, Client, mode);
    if (chance(30))
        writeOnce(Client);
    if (chance(8) && !answers(Peer))
        add(pick({ Step::Disconnect, Step::Close }), Client);
    const Action onError = m_program.reactions[Client].errorOccurred;
    if (chance(5) && (onError == Reactions::Nothing || onError == Reactions::ReadEverything))
        add(Step::Connect, Client, QIODevice::ReadWrite); // refused: there is one
    if (chance(30))
        add(Step::WaitForConnected, Client, 0, true);
    add(Step::Settle);
}

void Generator::readOnce(End end)
{
    switch (m_random.bounded(7)) {
    case 0:
        return add(Step::Read, end, size(3000));
    case 1:
        return add(Step::ReadAll, end);
    case 2:
        return add(Step::ReadLine, end, chance(50) ? 0 : size(300) + 2);
    case 3:
        return add(Step::Peek, end, size(20000));
    case 4:
        return add(Step::Skip, end, size(20000));
    case 5:
        return add(Step::GetAndUnget, end);
    default:
        return add(Step::Read, end, size(100000));
    }
}

// A limited QTcpSocket goes on only when its buffer has become empty; a stream may sooner. So it becomes empty.
void Generator::readSome(End end)
{
    const int count = 1 + m_random.bounded(4);
    for (int i = 0; i < count; ++i)
        readOnce(end);
    if (m_limit[end])
        add(Step::ReadAll, end);
    add(Step::Settle);
}

void Generator::transact(End end)
{
    if (m_limit[end])
        return readSome(end);
    add(Step::StartTransaction, end);
    readOnce(end);
    if (chance(50))
        writeSome();
    readOnce(end);
    add(pick({ Step::CommitTransaction, Step::RollbackTransaction }), end);
    readSome(end);
}

void Generator::writeOnce(End end)
{
    const End other = otherThan(end);
    qint64 count = qMin(size(isCalm() ? 80000 : 1000), MostOutstanding - m_outstanding[other]);
    if (m_limit[other] > 0)
        count = qMin(count, 50 * m_limit[other]);
    m_outstanding[other] += count;
    add(Step::Write, end, count);
}

void Generator::writeSome()
{
    const End end = anyEnd();
    const int count = isCalm() ? 1 + m_random.bounded(3) : 1;
    for (int i = 0; i < count; ++i) {
        writeOnce(end);
        if (isCalm() && chance(30))
            add(Step::Flush, end);
        if (isCalm() && chance(30))
            writeOnce(otherThan(end));
    }
    if (isCalm() && chance(20))
        add(Step::WaitForBytesWritten, end, 0, true);
    add(Step::Settle);
}

// Whatever is there is read, whenever: only the sums are compared.
void Generator::traffic()
{
    if (!isCalm())
        return writeSome();
    for (const End end : { Client, Peer }) {
        if (std::exchange(m_limit[end], 0))
            add(Step::SetReadBufferSize, end, 0);
    }
    const int count = 3 + m_random.bounded(10);
    for (int i = 0; i < count; ++i) {
        const End end = anyEnd();
        switch (m_random.bounded(5)) {
        case 0:
            add(Step::Pause);
            break;
        case 1:
            add(Step::Flush, end, 0, true);
            break;
        case 2:
            add(chance(50) ? Step::Read : Step::ReadAll, end, 10000, true);
            break;
        default:
            writeOnce(end);
            m_program.steps.back().racing = true;
        }
    }
    add(Step::Drain);
    m_outstanding = {};
}

void Generator::limit(End end)
{
    m_limit[end] = chance(80) ? size(10000) + 1 : 0;
    // A limited echo comes in pieces: how many of them are heard is a matter of time, and the next is answered with a reset.
    if (answers(end) && hangsUp(otherThan(end)))
        m_limit[end] = 0;
    // An end that hangs up with bytes behind its full buffer resets the connection of TCP. Last words to it are an error there.
    if (hangsUp(end) && m_program.reactions[otherThan(end)].aboutToClose == Reactions::WriteSome)
        m_limit[end] = 0;
    add(Step::SetReadBufferSize, end, m_limit[end]);
    writeOnce(otherThan(end));
    add(Step::Settle);
    readSome(end);
}

void Generator::waitFor(End end)
{
    switch (m_random.bounded(4)) {
    case 0:
        add(Step::WaitForReadyRead, end); // for nothing, or for what was not flushed
        break;
    case 1:
        add(Step::WaitForDisconnected, end);
        break;
    case 2:
        add(Step::WaitForBytesWritten, end);
        break;
    default:
        writeOnce(otherThan(end));
        add(Step::Flush, otherThan(end));
        add(Step::WaitForReadyRead, end, 0, true);
    }
    add(Step::Settle);
}

// One end closes. It has read what was on its way: TCP answers bytes that nobody will read with a reset.
void Generator::finish()
{
    const End closer = anyEnd();
    if (m_limit[closer])
        add(Step::SetReadBufferSize, closer, 0);
    m_limit[closer] = 0;
    add(Step::Settle);
    const auto how = pick({ Step::Disconnect, Step::Close, Step::Abort, Step::Delete });
    if (chance(60) && !answers(otherThan(closer))) {
        writeOnce(closer);
        if (chance(40))
            add(Step::Flush, closer);
        if (chance(20) && isCalm()) // a slot that ends at the first byte may have seen the second
            writeOnce(closer);
    }
    add(how, closer);
    if (chance(15))
        add(Step::WaitForDisconnected, chance(50) ? closer : otherThan(closer), 0, true);
    add(Step::Settle);
    behindTheEnd(closer);
}

void Generator::behindTheEnd(End closer)
{
    const End other = otherThan(closer);
    if (chance(50))
        readSome(other);
    add(Step::SetReadBufferSize, other, 0);
    add(Step::Settle);
    const int count = m_random.bounded(5);
    for (int i = 0; i < count; ++i) {
        const End end = anyEnd();
        switch (m_random.bounded(6)) {
        case 0:
            add(Step::Write, end, size(100));
            break;
        case 1:
            add(pick({ Step::WaitForReadyRead, Step::WaitForDisconnected,
                       Step::WaitForBytesWritten }),
                end);
            break;
        case 2:
            add(pick({ Step::Disconnect, Step::Close, Step::Abort, Step::Flush }), end);
            break;
        default:
            readOnce(end);
        }
    }
    add(Step::Abort, Client); // for the next connection, should it still be there
    add(Step::Settle);
}

void Generator::tumult()
{
    m_program.endsInTumult = true;
    for (Reactions &reactions : m_program.reactions)
        reactions.aboutToClose = Reactions::Nothing; // a socket aborts by itself when a write fails
    const int count = 3 + m_random.bounded(10);
    bool closed = false;
    for (int i = 0; i < count || !closed; ++i) {
        const End end = anyEnd();
        switch (m_random.bounded(8)) {
        case 0:
            add(pick({ Step::Disconnect, Step::Close, Step::Abort }), end, 0, true);
            closed = true;
            break;
        case 1:
            add(Step::Pause);
            break;
        case 2:
            add(Step::Flush, end, 0, true);
            break;
        case 3:
            add(Step::ReadAll, end, 0, true);
            break;
        default:
            add(Step::Write, end, size(50000), true);
        }
    }
    add(Step::Drain);
}

} // namespace

QString Step::toString() const
{
    QString text = QString::fromLatin1(QMetaEnum::fromType<Kind>().valueToKey(kind));
    if (kind != Pause && kind != Settle && kind != Drain)
        text = (end == Client ? QStringLiteral("client ") : QStringLiteral("peer ")) + text;
    return size ? text + QStringLiteral("(%1)").arg(size) : text;
}

QString Reactions::toString() const
{
    const auto actions = QMetaEnum::fromType<Action>();
    QString text;
    for (const auto &[signal, action] : { std::pair("connected", connected),
                                          { "readyRead", readyRead },
                                          { "bytesWritten", bytesWritten },
                                          { "errorOccurred", errorOccurred },
                                          { "readChannelFinished", readChannelFinished },
                                          { "aboutToClose", aboutToClose },
                                          { "disconnected", disconnected } }) {
        if (action != Nothing)
            text += QStringLiteral(" %1:%2").arg(QLatin1String(signal),
                                                 QLatin1String(actions.valueToKey(action)));
    }
    return text.isEmpty() ? QStringLiteral(" none") : text;
}

Program makeProgram(quint32 seed)
{
    return Generator(seed).make();
}
