// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RUNNER_H
#define RUNNER_H

#include "program.h"
#include "streamrecorder.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qelapsedtimer.h>
#include <QtCore/qscopedvaluerollback.h>
#include <QtNetwork/qhostaddress.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qtest.h>

#include <memory>

// Runs a program over Stream and Server and records what it sees, except for what a transport may
// choose: how bytes are divided among readyRead() and bytesWritten(), and which end is told first
// of what both ends are told.
template <typename Stream, typename Server>
class Runner
{
public:
    Runner(const Program &program, const QHostAddress &address)
        : m_program(program)
        , m_address(address)
    {
    }

    QStringList run();

private:
    using Recorder = RdmaTest::StreamRecorder<Stream>;

    struct Side
    {
        std::unique_ptr<Stream> stream;
        std::unique_ptr<Recorder> recorder; // outlives the stream, because destructors emit
        QByteArray sent; // what write() took in this connection
        qint64 consumed = 0; // bytes that were read or skipped
        qint64 consumedBefore = 0; // before the transaction
        qint64 writtenBefore = 0; // the bytes of bytesWritten() at the last Settle
        int readyReadDepth = 0;
        bool reading = true; // the stream was opened for reading
        bool leaves = false; // closes, by a step or in a slot
        bool aborts = false;
        bool garbled = false; // it has read bytes that were not sent
    };

    static constexpr int Patience = 30000;

    void take(End end, std::unique_ptr<Stream> stream);
    void react(End end, Stream *stream, Reactions::Action action);
    void beginConnection(End end, QIODevice::OpenMode mode);
    QString connecting(const Step &step);
    QString perform(const Step &step);
    QString read(const Step &step);
    QString consume(End end, const QByteArray &data);
    QString write(End end, qint64 size);
    QString transact(const Step &step);
    QString wait(const Step &step);
    QString leave(const Step &step);

    void settle();
    bool isConnecting() const;
    bool isSettled() const;
    bool hasArrived(End end) const;
    QList<qint64> counters() const;
    void drain();

    void log(const Step &step, const QString &result);
    void logSignals(End end);
    void logTotals(End end);
    QString status(End end) const;
    void logOutcome(End end);
    void warned(const QString &text);

    bool isLive(End end) const
    {
        const Stream *stream = m_sides[end].stream.get();
        return stream
                && (stream->state() == QAbstractSocket::ConnectedState
                    || stream->state() == QAbstractSocket::ClosingState);
    }
    bool isClosing(End end) const
    {
        const Stream *stream = m_sides[end].stream.get();
        return stream && stream->state() == QAbstractSocket::ClosingState;
    }
    static QString name(End end)
    {
        return end == Client ? QStringLiteral("client") : QStringLiteral("peer");
    }

    const Program m_program;
    const QHostAddress m_address;
    Server m_server;
    std::array<Side, 2> m_sides;
    bool m_peerDue = false;
    bool m_waiting = false; // within a waitFor function
    QStringList m_trace;
    QStringList m_warnings;
};

// --- set-up ---

template <typename Stream, typename Server>
QStringList Runner<Stream, Server>::run()
{
    if (!m_server.listen(m_address))
        return { QStringLiteral("cannot listen: ") + m_server.errorString() };
    QObject::connect(&m_server, &Server::newConnection, &m_server, [this] {
        while (Stream *stream = m_server.nextPendingConnection()) {
            stream->setParent(nullptr);
            std::unique_ptr<Stream> taken(stream);
            if (std::exchange(m_peerDue, false))
                take(Peer, std::move(taken));
        }
    });
    static Runner *listener = nullptr;
    static QtMessageHandler before = nullptr;
    listener = this;
    before = qInstallMessageHandler(
            [](QtMsgType type, const QMessageLogContext &context, const QString &text) {
                if (type == QtWarningMsg && qstrcmp(context.category, "default") == 0)
                    listener->warned(text);
                else
                    before(type, context, text);
            });
    for (const Step &step : m_program.steps)
        log(step, perform(step));
    if (m_program.endsInTumult) {
        logOutcome(Client);
        logOutcome(Peer);
    }
    for (Side &side : m_sides)
        side.recorder.reset();
    qInstallMessageHandler(before);
    return m_trace;
}

// Both of these contain the name of the class and the address.
template <typename Stream, typename Server>
void Runner<Stream, Server>::warned(const QString &text)
{
    QString common = text;
    for (const char *word : { "QAbstractSocket", "QTcpSocket", "RdmaStream" })
        common.replace(QLatin1String(word), QStringLiteral("Stream"));
    m_warnings.append(common.replace(m_address.toString(), QStringLiteral("ADDRESS")));
}

template <typename Stream, typename Server>
void Runner<Stream, Server>::take(End end, std::unique_ptr<Stream> newStream)
{
    Side &side = m_sides[end];
    side.stream = std::move(newStream);
    Stream *stream = side.stream.get();
    side.recorder = std::make_unique<Recorder>(stream);
    const Reactions &reactions = m_program.reactions[end];
    const auto when = [this, end, stream](auto signal, Reactions::Action action) {
        if (action != Reactions::Nothing)
            QObject::connect(stream, signal, m_sides[end].recorder.get(),
                             [this, end, stream, action] { react(end, stream, action); });
    };
    when(&Stream::connected, reactions.connected);
    when(&Stream::bytesWritten, reactions.bytesWritten);
    when(&Stream::errorOccurred, reactions.errorOccurred);
    when(&Stream::readChannelFinished, reactions.readChannelFinished);
    when(&Stream::aboutToClose, reactions.aboutToClose);
    when(&Stream::disconnected, reactions.disconnected);
    QObject::connect(stream, &Stream::readyRead, side.recorder.get(), [this, end, stream] {
        Side &self = m_sides[end];
        if (++self.readyReadDepth > 1)
            self.recorder->log.append(QStringLiteral("readyRead within readyRead"));
        react(end, stream, m_program.reactions[end].readyRead);
        --self.readyReadDepth;
    });
}

template <typename Stream, typename Server>
void Runner<Stream, Server>::react(End end, Stream *stream, Reactions::Action action)
{
    switch (action) {
    case Reactions::Nothing:
        break;
    case Reactions::ReadEverything:
    case Reactions::Echo: {
        const QByteArray data = stream->readAll();
        consume(end, data);
        if (action == Reactions::Echo && stream->write(data) == data.size())
            m_sides[end].sent += data;
        break;
    }
    case Reactions::WriteSome:
        // In Qt 6.4 a wait that times out closes the socket if a slot that it called has met
        // another error.
        if (stream->error() == QAbstractSocket::SocketTimeoutError
            && stream->state() == QAbstractSocket::UnconnectedState)
            break;
        // In Qt 6.4 there is a null pointer if abort() is called, or the function calls itself
        // because a write has failed.
        if (!m_sides[end].aborts && stream->error() != QAbstractSocket::RemoteHostClosedError
            && stream->write("said in a slot\n") > 0)
            m_sides[end].sent += "said in a slot\n";
        break;
    case Reactions::FlushIt:
        // A socket that is still connecting writes to nobody, and calls that an error.
        if (stream->state() != QAbstractSocket::ConnectingState)
            stream->flush();
        break;
    case Reactions::Spin:
        QCoreApplication::processEvents();
        break;
    case Reactions::DisconnectIt:
        m_sides[end].leaves = true;
        stream->disconnectFromHost();
        break;
    case Reactions::CloseIt:
        m_sides[end].leaves = true;
        stream->close();
        break;
    case Reactions::AbortIt:
        m_sides[end].leaves = m_sides[end].aborts = true;
        stream->abort();
        break;
    }
}

// --- steps ---

template <typename Stream, typename Server>
QString Runner<Stream, Server>::perform(const Step &step)
{
    switch (step.kind) {
    case Step::Pause:
        QCoreApplication::processEvents();
        return {};
    case Step::Settle:
        settle();
        return {};
    case Step::Drain:
        drain();
        return {};
    case Step::Connect:
    case Step::ConnectRefused:
    case Step::ConnectAndAbort:
        return connecting(step);
    default:
        break;
    }
    Stream *stream = m_sides[step.end].stream.get();
    if (!stream)
        return QStringLiteral("no such stream");
    switch (step.kind) {
    case Step::Write:
        return write(step.end, step.size);
    case Step::Flush:
        return QString::number(stream->flush());
    case Step::SetReadBufferSize:
        stream->setReadBufferSize(step.size);
        return {};
    case Step::StartTransaction:
    case Step::CommitTransaction:
    case Step::RollbackTransaction:
        return transact(step);
    case Step::WaitForConnected:
    case Step::WaitForReadyRead:
    case Step::WaitForBytesWritten:
    case Step::WaitForDisconnected: {
        const QScopedValueRollback waiting(m_waiting, true);
        return wait(step);
    }
    case Step::Disconnect:
    case Step::Close:
    case Step::Abort:
    case Step::Delete:
        return leave(step);
    default:
        return read(step);
    }
}

template <typename Stream, typename Server>
void Runner<Stream, Server>::beginConnection(End end, QIODevice::OpenMode mode)
{
    for (Side &side : m_sides) {
        side.sent.clear();
        side.consumed = side.consumedBefore = 0;
        side.leaves = side.aborts = side.garbled = false;
    }
    m_sides[Peer].recorder.reset();
    m_sides[Peer].stream.reset();
    m_sides[Peer].reading = true;
    m_sides[Peer].writtenBefore = 0;
    m_sides[end].reading = mode & QIODevice::ReadOnly;
    m_peerDue = true;
}

template <typename Stream, typename Server>
QString Runner<Stream, Server>::connecting(const Step &step)
{
    Side &side = m_sides[Client];
    if (!side.stream) {
        take(Client, std::make_unique<Stream>());
        side.writtenBefore = 0;
    }
    const auto mode = step.size ? QIODevice::OpenMode(int(step.size)) : QIODevice::ReadWrite;
    if (side.stream->state() == QAbstractSocket::UnconnectedState)
        beginConnection(Client, mode);
    quint16 port = m_server.serverPort();
    if (step.kind == Step::ConnectRefused) {
        Server closed;
        closed.listen(m_address);
        port = closed.serverPort();
    }
    m_peerDue = m_peerDue && step.kind == Step::Connect;
    side.stream->connectToHost(m_address.toString(), port, mode);
    if (step.kind == Step::ConnectAndAbort) {
        side.leaves = side.aborts = true;
        side.stream->abort();
    }
    return {};
}

// Every line, and every connection, has a different length and different bytes.
template <typename Stream, typename Server>
QString Runner<Stream, Server>::write(End end, qint64 size)
{
    Side &side = m_sides[end];
    QByteArray data(size, Qt::Uninitialized);
    quint32 state = quint32(side.sent.size()) + 1;
    for (char &byte : data) {
        state = state * 1664525u + 1013904223u;
        byte = state >> 24 < 3 ? '\n' : char(state >> 24);
    }
    const qint64 count = side.stream->write(data);
    side.sent += data.left(count);
    return QString::number(count);
}

template <typename Stream, typename Server>
QString Runner<Stream, Server>::consume(End end, const QByteArray &data)
{
    Side &side = m_sides[end];
    const QByteArray expected = m_sides[otherThan(end)].sent.mid(side.consumed, data.size());
    side.consumed += data.size();
    side.garbled = side.garbled || data != expected;
    return QString::number(data.size());
}

template <typename Stream, typename Server>
QString Runner<Stream, Server>::read(const Step &step)
{
    Stream *stream = m_sides[step.end].stream.get();
    switch (step.kind) {
    case Step::Read: {
        QByteArray data(step.size, Qt::Uninitialized);
        const qint64 count = stream->read(data.data(), step.size);
        return count < 0 ? QString::number(count) : consume(step.end, data.left(count));
    }
    case Step::ReadAll:
        return consume(step.end, stream->readAll());
    case Step::ReadLine: {
        const bool complete = stream->canReadLine();
        const QByteArray line = stream->readLine(step.size);
        return QStringLiteral("%1, %2").arg(complete).arg(consume(step.end, line));
    }
    case Step::Peek: {
        const qint64 position = m_sides[step.end].consumed;
        const QString result = consume(step.end, stream->peek(step.size));
        m_sides[step.end].consumed = position;
        return result;
    }
    case Step::Skip: {
        const qint64 count = stream->skip(step.size);
        m_sides[step.end].consumed += qMax<qint64>(0, count);
        return QString::number(count);
    }
    default: {
        char c = 0;
        const bool got = stream->getChar(&c);
        if (got)
            stream->ungetChar(c);
        return QString::number(got) + QLatin1Char(' ') + QString::number(uchar(c));
    }
    }
}

template <typename Stream, typename Server>
QString Runner<Stream, Server>::transact(const Step &step)
{
    Side &side = m_sides[step.end];
    if (step.kind == Step::StartTransaction) {
        side.stream->startTransaction();
        side.consumedBefore = side.consumed;
    } else if (step.kind == Step::CommitTransaction) {
        side.stream->commitTransaction();
    } else if (side.stream->isTransactionStarted()) {
        side.stream->rollbackTransaction();
        side.consumed = side.consumedBefore;
    }
    return {};
}

// Something that is under way is waited for long, nothing is waited for briefly.
template <typename Stream, typename Server>
QString Runner<Stream, Server>::wait(const Step &step)
{
    Side &side = m_sides[step.end];
    Stream *stream = side.stream.get();
    const Side &other = m_sides[otherThan(step.end)];
    const qint64 limit = stream->readBufferSize();
    const bool fills = limit > 0 && isLive(step.end) && other.sent.size() - side.consumed >= limit;
    if (fills && step.kind != Step::WaitForBytesWritten)
        return {}; // a socket with bytes behind a full buffer spins, without an error or without end
    const int msecs = step.racing && !hasArrived(step.end) ? Patience : 10;
    bool result = false;
    switch (step.kind) {
    case Step::WaitForConnected:
        result = stream->waitForConnected(Patience);
        break;
    case Step::WaitForReadyRead:
        if (!side.reading)
            return {}; // true for what is thrown away, if it comes within that time
        result = stream->waitForReadyRead(msecs);
        break;
    case Step::WaitForBytesWritten:
        result = stream->waitForBytesWritten(Patience);
        break;
    default:
        if (isClosing(otherThan(step.end)))
            return {}; // a socket sends nothing while another one waits
        result = stream->waitForDisconnected(isClosing(step.end) ? Patience : msecs);
    }
    return QString::number(result);
}

template <typename Stream, typename Server>
QString Runner<Stream, Server>::leave(const Step &step)
{
    Side &side = m_sides[step.end];
    Stream *stream = side.stream.get();
    side.leaves = true;
    side.aborts = side.aborts || step.kind == Step::Abort || step.kind == Step::Delete;
    if (step.kind == Step::Disconnect)
        stream->disconnectFromHost();
    else if (step.kind == Step::Close)
        stream->close();
    else if (step.kind == Step::Abort)
        stream->abort();
    else
        side.stream.reset();
    return {};
}

// --- until nothing moves ---

// Waits for everything that must come until it has come, and then some milliseconds more for what
// must not come.
template <typename Stream, typename Server>
void Runner<Stream, Server>::settle()
{
    QElapsedTimer still;
    still.start();
    QList<qint64> before = counters();
    while (still.elapsed() < (isConnecting() ? Patience : isSettled() ? 5 : 2000)) {
        QTest::qWait(1);
        const QList<qint64> now = counters();
        if (std::exchange(before, now) != now)
            still.start();
    }
}

template <typename Stream, typename Server>
QList<qint64> Runner<Stream, Server>::counters() const
{
    QList<qint64> result;
    for (const Side &side : m_sides) {
        if (side.recorder)
            result << side.recorder->log.size() << side.recorder->written << side.consumed;
        if (side.stream)
            result << side.stream->bytesAvailable() << side.stream->bytesToWrite();
    }
    return result;
}

template <typename Stream, typename Server>
bool Runner<Stream, Server>::isConnecting() const
{
    const Stream *client = m_sides[Client].stream.get();
    return m_peerDue
            || (client && !isLive(Client) && client->state() != QAbstractSocket::UnconnectedState);
}

template <typename Stream, typename Server>
bool Runner<Stream, Server>::isSettled() const
{
    if (isConnecting())
        return false;
    for (const End end : { Client, Peer }) {
        if (isLive(end) && (m_sides[end].stream->bytesToWrite() > 0 || !hasArrived(end)))
            return false;
    }
    return true;
}

// Whether all that was sent to this end has come, the end itself included, or as much as it takes.
template <typename Stream, typename Server>
bool Runner<Stream, Server>::hasArrived(End end) const
{
    const Side &side = m_sides[end];
    if (!isLive(end))
        return true;
    const qint64 available = side.stream->bytesAvailable();
    const qint64 limit = side.stream->readBufferSize();
    if (limit > 0 && available >= limit)
        return true;
    if (!isLive(otherThan(end)))
        return false;
    return !side.reading || side.consumed + available >= m_sides[otherThan(end)].sent.size();
}

template <typename Stream, typename Server>
void Runner<Stream, Server>::drain()
{
    qint64 count = -1;
    while (count != 0) {
        settle();
        count = 0;
        for (const End end : { Client, Peer }) {
            Stream *stream = m_sides[end].stream.get();
            const QByteArray data =
                    stream && stream->isReadable() ? stream->readAll() : QByteArray();
            consume(end, data);
            count += data.size();
        }
    }
}

// --- what is compared ---

template <typename Stream, typename Server>
void Runner<Stream, Server>::log(const Step &step, const QString &result)
{
    const bool isQuiet = step.kind == Step::Settle || step.kind == Step::Drain;
    const bool isWait =
            step.kind >= Step::WaitForReadyRead && step.kind <= Step::WaitForDisconnected;
    m_trace.append(step.toString());
    if (!result.isEmpty() && (!step.racing || isWait))
        m_trace.last() += QStringLiteral(": ") + result;
    if (step.racing || step.kind == Step::Pause)
        return; // with the next Settle
    if (&step == &m_program.steps.back() && m_program.endsInTumult)
        return;
    if (!isQuiet)
        m_trace.last() += status(step.end);
    for (const QString &warning : std::exchange(m_warnings, {}))
        m_trace.append(QStringLiteral("    warning: ") + warning);
    for (const End end : { Client, Peer }) {
        if (isQuiet || isWait || end == step.end)
            logSignals(end);
        if (isQuiet)
            logTotals(end);
    }
}

template <typename Stream, typename Server>
void Runner<Stream, Server>::logSignals(End end)
{
    Side &side = m_sides[end];
    if (!side.recorder)
        return;
    QStringList all = side.recorder->take();
    for (qsizetype i = all.size() - 1; i > 0; --i) {
        if (all.at(i) == QLatin1String("readyRead") && all.at(i - 1) == all.at(i))
            all.removeAt(i);
    }
    if (!all.isEmpty())
        m_trace.append(QStringLiteral("    %1: %2").arg(name(end), all.join(QStringLiteral(", "))));
}

template <typename Stream, typename Server>
void Runner<Stream, Server>::logTotals(End end)
{
    Side &side = m_sides[end];
    if (!side.stream)
        return;
    m_trace.append(QStringLiteral("    ") + name(end) + status(end));
    const qint64 written = side.recorder->written;
    // How much is still unwritten at the end of the connection depends on time. What a slot of
    // bytesWritten() sends then is not told.
    if (!m_sides[otherThan(end)].leaves
        && m_program.reactions[end].bytesWritten == Reactions::Nothing)
        m_trace.last() += QStringLiteral(", wrote %1").arg(written - side.writtenBefore);
    side.writtenBefore = written;
    m_trace.last() += QStringLiteral(", got %1").arg(side.consumed + side.stream->bytesAvailable());
    if (side.garbled)
        m_trace.last() += QStringLiteral(", not what was sent");
}

template <typename Stream, typename Server>
QString Runner<Stream, Server>::status(End end) const
{
    Stream *stream = m_sides[end].stream.get();
    if (!stream)
        return {};
    return QStringLiteral(" [%1, open %2, error %3, available %4, to write %5, end %6]")
            .arg(RdmaTest::enumName(stream->state()))
            .arg(int(stream->openMode()))
            .arg(stream->error())
            .arg(stream->bytesAvailable())
            .arg(stream->bytesToWrite())
            .arg(stream->atEnd());
}

// After a tumult: each end is told once, in order, and has nothing that was not sent. If only one
// end closed, that one has everything. TCP cannot promise it, because bytes that come when nobody
// reads any more reset the connection.
template <typename Stream, typename Server>
void Runner<Stream, Server>::logOutcome(End end)
{
    Side &side = m_sides[end];
    const Side &other = m_sides[otherThan(end)];
    const QStringList all = side.recorder->take();
    const auto index = [&all](const char *name) { return all.lastIndexOf(QLatin1String(name)); };
    QStringList wrong;
    if (side.stream->state() != QAbstractSocket::UnconnectedState)
        wrong.append(QStringLiteral("still ") + RdmaTest::enumName(side.stream->state()));
    if (all.count(QStringLiteral("disconnected")) != 1
        || all.count(QStringLiteral("readChannelFinished")) != 1
        || index("UnconnectedState") > index("readChannelFinished")
        || index("readChannelFinished") > index("disconnected")
        || index("readyRead") > index("UnconnectedState")) {
        wrong.append(all);
    }
    const QStringList errors = all.filter(QStringLiteral("Error"));
    if (errors.size() > 1
        || !errors.value(0, QStringLiteral("RemoteHostClosedError"))
                    .startsWith(QLatin1String("RemoteHostClosedError"))) {
        wrong.append(errors);
    }
    if (side.garbled)
        wrong.append(QStringLiteral("not what was sent"));
    const bool promised =
            !std::is_same_v<Stream, QTcpSocket> && side.reading && !side.leaves && !other.aborts;
    if (promised && side.consumed != other.sent.size())
        wrong.append(QStringLiteral("%1 of %2").arg(side.consumed).arg(other.sent.size()));
    m_trace.append(QStringLiteral("    %1: %2")
                           .arg(name(end),
                                wrong.isEmpty() ? QStringLiteral("ends well")
                                                : wrong.join(QStringLiteral(", "))));
}

#endif // RUNNER_H
