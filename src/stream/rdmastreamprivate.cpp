// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmastream_p.h"

#include "streamformat_p.h"

#include "../verbs/forkedchild_p.h"
#include "../memory/sharedhandles_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qscopedvaluerollback.h>
#include <QtCore/qthread.h>
#include <QtNetwork/qhostinfo.h>

using namespace QtRdmaPrivate;

bool RdmaStreamPrivate::isConnecting() const
{
    return state == QAbstractSocket::HostLookupState || state == QAbstractSocket::ConnectingState;
}

// --- connecting ---

bool RdmaStreamPrivate::bind(QAbstractSocket::BindMode mode)
{
    if (const RdmaError failure = bindEnd(&bound, options, mode); failure.isError()) {
        setErrorAndEmit(failure);
        return false;
    }
    if (bound.socket) {
        localAddress = boundAddress(bound, &localPort);
        setState(QAbstractSocket::BoundState);
    }
    return true;
}

void RdmaStreamPrivate::unbind()
{
    bound = {};
    forgetEnds();
    setState(QAbstractSocket::UnconnectedState);
}

// Returns whether an attempt may begin; it has begun then.
bool RdmaStreamPrivate::beginConnecting(const QString &hostName, quint16 port,
                                        QIODevice::OpenMode mode)
{
    if (!mayConnect("connectToHost"))
        return false;
    if (q_ptr->thread() != QThread::currentThread()) {
        setError(usageError(RdmaStream::tr("A stream is used in its own thread only")));
        qWarning("RdmaStream::connectToHost() called in another thread than the stream's");
        return false;
    }
    release();
    engine = Engine::current();
    engine->addObject(this);
    dropUnsent();
    last.reset();
    flushHeld = lookupTimedOut = false;
    untoldMove = Moved::Nothing;
    keepAlive = options.keepAliveInterval() > 0;
    keepAliveIdle = 0;
    targetPort = port;
    RdmaAbstractStreamPrivate::beginConnecting(hostName, mode);
    if (bound.socket)
        localAddress = boundAddress(bound, &localPort);
    return true;
}

void RdmaStreamPrivate::lookUp(QAbstractSocket::NetworkLayerProtocol protocol)
{
    Q_Q(RdmaStream);
    const SameConnection goesOn(this);
    lookupProtocol = protocol;
    setState(QAbstractSocket::HostLookupState);
    if (!goesOn || state != QAbstractSocket::HostLookupState)
        return;
    QHostAddress literal;
    if (literal.setAddress(peerName))
        return hostFound({ literal }, {});
    lookupDeadline.emplace(engine->deadlines(), [this] {
        lookupTimedOut = true;
        engine->scheduleDelivery(this);
    });
    lookupDeadline->start(options.connectTimeout());
    if (!QCoreApplication::instance())
        // there is no event loop to call back: the wait functions look the name up themselves
        return;
    // The slot is given by name, as Qt's sockets do: a functor leaks when the look-up is aborted
    // (Qt 6.4).
    lookupId = QHostInfo::lookupHost(peerName, q, SLOT(lookedUp(QHostInfo)));
}

void RdmaStreamPrivate::hostFound(const QList<QHostAddress> &addresses, const QString &failure)
{
    Q_Q(RdmaStream);
    if (state != QAbstractSocket::HostLookupState)
        return;
    const SameConnection goesOn(this);
    lookupDeadline.reset();
    untried.clear();
    std::copy_if(addresses.begin(), addresses.end(), std::back_inserter(untried),
                 [this](const QHostAddress &address) {
                     return lookupProtocol == QAbstractSocket::AnyIPProtocol
                             || address.protocol() == lookupProtocol;
                 });
    if (untried.isEmpty()) {
        const QString reason = addresses.isEmpty() && !failure.isEmpty()
                ? failure
                : RdmaStream::tr("Host not found");
        return connectFailed(RdmaError(
                RdmaError::Category::System, QStringLiteral("getaddrinfo"), 0,
                peerName.isEmpty() ? reason : QStringLiteral("%1: %2").arg(peerName, reason), {},
                QAbstractSocket::HostNotFoundError));
    }
    // A slot may wait for the connection, so it must be under way before any signal is emitted.
    state = QAbstractSocket::ConnectingState;
    tryNextAddress();
    Q_EMIT q->stateChanged(state);
    if (goesOn && state != QAbstractSocket::UnconnectedState)
        Q_EMIT q->hostFound();
}

void RdmaStreamPrivate::tryNextAddress()
{
    transportReason.clear();
    LocalEnd local = bound;
    if (localPort != 0)
        local.port = localPort; // of the socket that is bound, or was for the address before
    bound.socket.reset();
    attempt = std::make_unique<StreamAttempt>(
            engine, options, StreamAttempt::Route{ untried.takeFirst(), targetPort, local }, this);
    attempt->begin();
}

void RdmaStreamPrivate::lookAtAttempt()
{
    switch (attempt->look()) {
    case StreamAttempt::State::UnderWay:
        return;
    case StreamAttempt::State::Connected:
        // The rest is delivered later, so that nobody who waits for the connection waits for more.
        engine->scheduleDelivery(this);
        connection = attempt->takeLink();
        transportReason = attempt->reasonForTcp();
        attempt.reset();
        limitReading();
        return becomeConnected();
    case StreamAttempt::State::Failed:
        if (!untried.isEmpty())
            return tryNextAddress();
        return connectFailed(RdmaError(attempt->error())); // this ends the attempt
    }
}

// Takes over a connection of a server. One that is accepted now is announced by connected(), from
// the event loop: also over TCP, where it needs no answer.
void RdmaStreamPrivate::adopt(std::shared_ptr<StreamLink> newConnection, Accepted when)
{
    connection = std::move(newConnection);
    keepAlive = connection->isKeepAliveOn(); // by the options of the server
    connection->setObserver(this);
    limitReading();
    engine->scheduleDelivery(this); // something may have arrived already
    if (when == Accepted::Ahead && connection->wasEstablished())
        becomeConnected();
    else
        setState(QAbstractSocket::ConnectingState);
}

void RdmaStreamPrivate::becomeConnected()
{
    Q_Q(RdmaStream);
    const SameConnection goesOn(this);
    const bool announced = isConnecting();
    const StreamLink::Ends &ends = connection->ends();
    peerAddress = ends.peer;
    peerPort = ends.peerPort;
    localAddress = ends.local;
    localPort = ends.localPort;
    deviceName = ends.device;
    transport = connection->transport();
    wireFormat = connection->wireFormat();
    connection->append(std::exchange(writtenEarly, {}));
    if (peerName.isEmpty())
        peerName = peerAddress.toString();
    // The application may have chosen it while the stream was connecting.
    if (keepAlive != connection->isKeepAliveOn() || keepAliveIdle > 0)
        connection->setKeepAlive(keepAlive, keepAliveIdle);
    usableFor.start();
    setState(QAbstractSocket::ConnectedState);
    if (goesOn && announced && state == QAbstractSocket::ConnectedState)
        Q_EMIT q->connected();
    if (!goesOn || state != QAbstractSocket::ConnectedState)
        return;
    if (unsent() > 0 || isWriteChannelClosed())
        connection->scheduleFlush();
    if (closing == Closing::WhenConnected) {
        closing = Closing::No;
        q->disconnectFromHost();
    }
}

void RdmaStreamPrivate::connectFailed(const RdmaError &failure)
{
    Q_Q(RdmaStream);
    const SameConnection goesOn(this);
    closing = Closing::No;
    release();
    // before the state, as QTcpSocket: a slot of stateChanged() may ask for the reason
    setError(failure);
    setState(QAbstractSocket::UnconnectedState);
    if (goesOn)
        Q_EMIT q->errorOccurred(failure.socketError());
}

// --- the two phases ---

Q_NEVER_INLINE void RdmaStreamPrivate::streamChanged()
{
    engine->scheduleDelivery(this);
}

void RdmaStreamPrivate::streamChangedAtLast()
{
    if (Q_LIKELY(engine->beginDelivery()))
        deliver();
    else
        streamChanged();
}

void RdmaStreamPrivate::deliver()
{
    if (isLive() && connection)
        deliverLive();
    else
        deliverAttempt();
}

Q_NEVER_INLINE void RdmaStreamPrivate::deliverAttempt()
{
    if (state == QAbstractSocket::HostLookupState && lookupTimedOut)
        return connectFailed(
                timeoutError(RdmaError::Cause::ConnectTimeout,
                             RdmaStream::tr("%1: no answer within %2 ms")
                                     .arg(peerName, QString::number(options.connectTimeout())),
                             "getaddrinfo"));
    if (state != QAbstractSocket::ConnectingState)
        return;
    if (attempt)
        return lookAtAttempt();
    if (!connection)
        return;
    // A server has accepted it.
    if (connection->wasEstablished()) {
        engine->scheduleDelivery(this);
        return becomeConnected();
    }
    if (connection->isEnded())
        connectFailed(RdmaError(connection->error()));
}

// What has arrived, then what has left, then the end. Each step tells whether the connection is
// still the same after its signals.
Q_ALWAYS_INLINE void RdmaStreamPrivate::deliverLive()
{
    const bool wasHeld = std::exchange(flushHeld, false);
    if (!expose() || !isLive())
        return;
    const bool flushes = unsent() > 0 || isWriteChannelClosed()
            || state == QAbstractSocket::ClosingState || connection->isFileEndDue();
    const bool mayHold = (readBufferSize > 0 || flushHeld) && !wasHeld;
    if (flushes && (!(mayHold ? holdOrFlush() : flushNow()) || !isLive()))
        return;
    if (connection->isEnded() || connection->peerFinished())
        deliverEnd();
}

Q_NEVER_INLINE void RdmaStreamPrivate::deliverEnd()
{
    if (hidesEnd())
        return;
    if (connection->isEnded() || connection->peerClosed())
        remoteClosed();
    else
        finishReading();
}

// Whether the end must wait behind bytes that have not been announced. As with QTcpSocket, a full
// buffer hides it.
bool RdmaStreamPrivate::hidesEnd() const
{
    Q_Q(const RdmaStream);
    const bool drained = (visible == connection->bytesQueued() && !isFull())
            || state == QAbstractSocket::ClosingState || !q->isReadable();
    return !drained;
}

// As with QTcpSocket, bytes that a full buffer has held back are announced first, and bytes that a
// slot writes then count for the same bytesWritten(). This is not done twice in a row, because more
// may arrive for ever.
Q_NEVER_INLINE bool RdmaStreamPrivate::holdOrFlush()
{
    const bool hidesMore = readBufferSize > 0 && state == QAbstractSocket::ConnectedState
            && unsent() > 0 && mayExpose() > 0;
    if (!hidesMore && !flushHeld)
        return flushWritten();
    flushHeld = true;
    engine->scheduleDelivery(this);
    return true;
}

bool RdmaStreamPrivate::flushWritten()
{
    return flushNow();
}

// The same for deliverLive(), which every message passes through.
Q_ALWAYS_INLINE bool RdmaStreamPrivate::flushNow()
{
    if (unsent() > 0 && !announceWritten())
        return false;
    if (connection && connection->isFileEndDue() && !announceFiles())
        return false;
    const bool goesOn = writing == Writing::Open && state == QAbstractSocket::ConnectedState;
    return goesOn || !isLive() || !connection || unsent() > 0 || endWriting();
}

// Does what had to wait until the last byte was announced.
Q_NEVER_INLINE bool RdmaStreamPrivate::endWriting()
{
    const SameConnection goesOn(this);
    if (isWriteChannelClosed())
        connection->finish(true);
    if (state == QAbstractSocket::ClosingState)
        finishClosing();
    return bool(goesOn);
}

// --- reading ---

qint64 RdmaStreamPrivate::mayExpose() const
{
    const qint64 hidden = connection->bytesQueued() - visible;
    if (readBufferSize <= 0)
        return hidden;
    return qBound<qint64>(0, readBufferSize - buffered(), hidden);
}

qint64 RdmaStreamPrivate::buffered() const
{
    return visible + q_ptr->QIODevice::bytesAvailable();
}

qint64 RdmaStreamPrivate::read(char *data, qint64 most)
{
    const qint64 count = qMin(most, visible);
    if (Q_UNLIKELY(count <= 0))
        return readNothing(most);
    readVisible(data, count);
    if (visible == 0)
        exposeLater();
    return count;
}

Q_NEVER_INLINE qint64 RdmaStreamPrivate::readNothing(qint64 most)
{
    if (visible > 0)
        return 0;
    exposeLater();
    return most > 0 && state != QAbstractSocket::ConnectedState ? -1 : 0;
}

qint64 RdmaStreamPrivate::findVisible(char c, qint64 within) const
{
    const qint64 size = qMin(within, visible);
    return connection ? connection->indexOf(c, size) : unread.indexOf(c, size);
}

// A stream that nobody has taken from its server yet gets no more than its window, because its
// reader does not have it yet.
void RdmaStreamPrivate::limitReading()
{
    if (connection)
        connection->setReadLimit(pending ? 1 : readBufferSize);
}

void RdmaStreamPrivate::readLimitChanged()
{
    limitReading();
    exposeLater();
}

bool RdmaStreamPrivate::isFull() const
{
    return readBufferSize > 0 && buffered() >= readBufferSize;
}

bool RdmaStreamPrivate::expose()
{
    Q_Q(RdmaStream);
    const qint64 fresh = mayExpose();
    if (fresh <= 0)
        return true;
    ++arrivals;
    if (!q->isReadable() || state == QAbstractSocket::ClosingState) {
        connection->discardBehind(visible);
        return true;
    }
    visible += fresh;
    return emitReadyRead();
}

// Called after the buffer has been emptied or its limit raised: bytes that were held back are
// announced from the event loop. How many these may be is not known before: in the middle of a read
// QIODevice counts space as buffered for which it has only made room.
void RdmaStreamPrivate::exposeLater()
{
    const bool isNews = connection
            && (connection->bytesQueued() > visible || connection->isEnded()
                || connection->peerFinished());
    if (Q_UNLIKELY(isNews) && isLive())
        engine->scheduleDelivery(this);
}

void RdmaStreamPrivate::setTypeOfService(int value)
{
    if (mayBeUsed("setSocketOption") && isLive() && connection && value >= 0 && value <= 255)
        connection->setTypeOfService(value);
}

// --- writing ---

bool RdmaStreamPrivate::mayWrite(const char *function)
{
    if (!mayBeUsed(function))
        return false;
    const bool may = !isAtRest() && !isWriteChannelClosed();
    if (!may)
        refuseWriting();
    return may;
}

bool RdmaStreamPrivate::mayLend(const char *function)
{
    if (!mayBeUsed(function))
        return false;
    const bool may = q_ptr->isWritable() && isLive() && connection && !isWriteChannelClosed();
    if (!may)
        refuseWriting();
    return may;
}

// How many bytes were written and not announced by bytesWritten().
qint64 RdmaStreamPrivate::unsent() const
{
    return writtenEarly.size() + (connection ? connection->unannounced() : 0);
}

void RdmaStreamPrivate::dropUnsent()
{
    if (connection)
        connection->dropUnannounced();
    writtenEarly.clear();
}

void RdmaStreamPrivate::append(const char *data, qint64 size)
{
    if (!isLive() || !connection)
        return writtenEarly.append(data, size);
    connection->append(data, size);
}

void RdmaStreamPrivate::append(const QByteArray &array, qint64 size)
{
    if (!isLive() || !connection)
        return writtenEarly.append(array, array.constData(), size);
    connection->append(array, size);
}

RdmaError RdmaStreamPrivate::check(const QList<RdmaMemorySlice> &slices) const
{
    for (const RdmaMemorySlice &slice : slices) {
        RdmaError wrong = slice.isValid()
                ? connection->check(slice)
                : usageError(RdmaStream::tr("A slice does not lie in a region"));
        if (wrong.isError())
            return wrong;
    }
    return {};
}

// The first 'size' bytes.
void RdmaStreamPrivate::append(const QList<RdmaMemorySlice> &slices, qint64 size)
{
    for (RdmaMemorySlice slice : slices) {
        slice.setLength(qMin<qint64>(slice.length(), size));
        size -= slice.length();
        if (slice.length() > 0)
            connection->append(slice);
    }
}

char *RdmaStreamPrivate::reserve(qint64 *size, RdmaError *failure)
{
    const qint64 wanted = *size;
    char *place = connection->reserve(size);
    // In other cases bytesWritten() follows, and there may be room then.
    if (!place && unsent() == 0 && connection->takesData())
        *failure = callError("ibv_reg_mr", ENOMEM, wanted);
    return place;
}

bool RdmaStreamPrivate::commit(qint64 size)
{
    if (!connection->commit(size))
        return false;
    if (size > 0)
        connection->scheduleFlush();
    return true;
}

Q_ALWAYS_INLINE bool RdmaStreamPrivate::announceWritten()
{
    const bool isOver = connection->isEnded() || connection->peerClosed();
    const bool isLost = isOver && losesWritten();
    connection->takeWritten();
    const qint64 count = isLost ? connection->announceAll() : connection->announce();
    if (count == 0)
        return true;
    departures += quint64(count);
    return emitBytesWritten(count);
}

// A peer that has gone takes nothing, and a stream that only writes must not wait for ever to
// notice it. A TCP socket accepts such data, too, also the last words of one that closes.
Q_NEVER_INLINE bool RdmaStreamPrivate::losesWritten() const
{
    return hidesEnd() || (state == QAbstractSocket::ClosingState && connection->isWrittenTooLate());
}

// A peer must not take a part of a file for the whole, so the end that was to follow the file
// becomes one by which the peer knows.
Q_NEVER_INLINE bool RdmaStreamPrivate::announceFiles()
{
    Q_Q(RdmaStream);
    const SameConnection goesOn(this);
    while (goesOn && connection && connection->isFileEndDue()) {
        const OutgoingBuffer::FileEnd end = connection->takeFileEnd();
        const bool failed = end.error.isError();
        if (failed)
            setErrorAndEmit(end.error);
        if (goesOn)
            Q_EMIT q->fileSent(end.sent);
        const bool endsNext = goesOn && isLive()
                && (isWriteChannelClosed() || state == QAbstractSocket::ClosingState);
        if (failed && endsNext) {
            closing = Closing::Truncating;
            q->abort();
        }
    }
    return bool(goesOn);
}

// --- the end ---

// The peer has closed, or the connection broke, and the application has everything that came
// before. A slot may wait for the rest of it, or begin another connection.
Q_NEVER_INLINE void RdmaStreamPrivate::remoteClosed()
{
    const SameConnection same(this);
    const auto goesOn = [&] { return same && isLive(); };
    const bool isLoss = unsent() > 0;
    endedCleanly = connection->peerFinished();
    dropUnsent();
    connection->finish(false); // the answer of this side, if the peer has not vanished
    if ((state == QAbstractSocket::ConnectedState || isLoss) && !std::exchange(endTold, true))
        setErrorAndEmit(endError());
    if (goesOn() && state == QAbstractSocket::ConnectedState)
        setState(QAbstractSocket::ClosingState);
    if (goesOn())
        becomeUnconnected();
}

RdmaError RdmaStreamPrivate::endError() const
{
    const RdmaError &failure = connection->error();
    return failure.isError() && !endedCleanly ? failure : remoteClosedError();
}

void RdmaStreamPrivate::finishClosing()
{
    sayGoodbye();
    becomeUnconnected();
}

// The connection sends the data in send slots, sends FIN and ends, without this object.
void RdmaStreamPrivate::sayGoodbye()
{
    const bool isLoss = closing == Closing::Truncating || unsent() > 0;
    dropUnsent();
    if (isLoss)
        connection->finishTruncated();
    else
        connection->finish(false);
    endedCleanly = connection->peerFinished();
}

void RdmaStreamPrivate::becomeUnconnected()
{
    const SameConnection goesOn(this);
    leaveConnection();
    setState(QAbstractSocket::UnconnectedState);
    if (goesOn)
        tellEnd();
}

// Bytes that the application has not read stay readable, in whichever thread this object is then.
// The connection goes on without it, in its own thread.
void RdmaStreamPrivate::leaveConnection()
{
    Q_Q(RdmaStream);
    connection->describe(&last.emplace());
    connection->setObserver(nullptr);
    unread = connection->takeReceived();
    connection->linger();
    connection.reset();
    leaveEngine();
    if (!q->isOpen() || isAborting())
        release();
}

void RdmaStreamPrivate::tellEnd()
{
    Q_Q(RdmaStream);
    const SameConnection goesOn(this);
    if (finishReading())
        Q_EMIT q->disconnected();
    if (goesOn)
        forgetEnds();
}

// The connection stays in its thread, and ends. The caller of moveToThread() goes on to use objects
// that slots might delete, so the slots are called from the event loop of the other thread.
void RdmaStreamPrivate::leaveThread()
{
    Q_Q(RdmaStream);
    const bool wasConnected = isLive();
    setError(movedError());
    if (wasConnected) {
        sayGoodbye();
        leaveConnection();
    } else {
        release();
    }
    state = QAbstractSocket::UnconnectedState;
    if (closing == Closing::WhenConnected)
        closing = Closing::No;
    untoldMove = wasConnected ? Moved::Connection : Moved::Attempt;
    QMetaObject::invokeMethod(
            q, [this] { tellOfMove(); }, Qt::QueuedConnection);
}

// Called from the event loop, or from a wait where there is none. Returns what it has reported:
// nothing if another connection was begun meanwhile. The order of the signals is that of
// QTcpSocket, which differs for an attempt and a connection.
RdmaStreamPrivate::Moved RdmaStreamPrivate::tellOfMove()
{
    Q_Q(RdmaStream);
    if (untoldMove == Moved::Nothing || q->thread() != QThread::currentThread())
        return Moved::Nothing;
    const Moved told = std::exchange(untoldMove, Moved::Nothing);
    const SameConnection goesOn(this);
    if (told == Moved::Connection)
        Q_EMIT q->errorOccurred(socketError);
    if (goesOn)
        Q_EMIT q->stateChanged(state);
    if (goesOn && told == Moved::Attempt)
        Q_EMIT q->errorOccurred(socketError);
    if (goesOn && told == Moved::Connection)
        tellEnd();
    return told;
}

// After this the object may go to another thread.
void RdmaStreamPrivate::leaveEngine()
{
    if (!engine)
        return;
    engine->removeObject(this);
    engine.reset();
}

RdmaConnectionStatus RdmaStreamPrivate::describe() const
{
    RdmaConnectionStatus status = last.value_or(RdmaConnectionStatus());
    if (connection)
        connection->describe(&status);
    ConnectionStatusData &values = Access::write(status);
    if (!connection)
        values.inFlight = values.credit = 0;
    const RdmaAbstractStreamPrivate *const told = upper ? upper : this;
    values.kind =
            upper ? RdmaConnectionStatus::Kind::TlsStream : RdmaConnectionStatus::Kind::Stream;
    values.transport = transport;
    values.state = told->state;
    values.deviceName = deviceName;
    values.localAddress = localAddress;
    values.localPort = localPort;
    values.peerAddress = peerAddress;
    values.peerPort = peerPort;
    values.error = told->error;
    return status;
}

// Releases the connection, whatever its state.
void RdmaStreamPrivate::release()
{
    if (lookupId >= 0)
        QHostInfo::abortHostLookup(std::exchange(lookupId, -1));
    lookupDeadline.reset();
    attempt.reset();
    if (isConnecting()) {
        bound.socket.reset();
        forgetEnds();
    }
    leaveEngine();
    visible = 0;
    unread = {};
    if (!connection)
        return;
    connection->describe(&last.emplace());
    connection->setObserver(nullptr);
    connection->read(nullptr, connection->bytesQueued());
    if (!connection->isLingering())
        connection->abort();
    connection.reset();
}

// The connection keeps what was written. No signal is emitted: nothing that a slot does could be
// right here.
void RdmaStreamPrivate::threadEnded()
{
    release();
    dropUnsent();
    state = QAbstractSocket::UnconnectedState;
}

void RdmaStreamPrivate::forked()
{
    if (attempt)
        attempt->forked();
    attempt.reset();
    keepForEver(std::exchange(connection, nullptr));
    keepForEver(std::make_shared<decltype(unread)>(std::exchange(unread, {})));
    engine.reset();
    visible = 0;
    writtenEarly.clear();
    lookupId = -1; // the look-up belongs to a thread that does not exist here
    lookupDeadline.reset();
    bound.socket.reset();
    untried.clear();
    flushHeld = false;
    closing = Closing::No;
    forgetEnds();
    state = QAbstractSocket::UnconnectedState;
}

// --- waiting ---

bool RdmaStreamPrivate::waitUntil(QDeadlineTimer deadline, const std::function<bool()> &done)
{
    const DeletionGuard alive(&guards);
    const auto kept = engine;
    if (!kept) // the end has come already
        return done();
    bool reached = false;
    kept->wait(deadline, this, [&] {
        if (!alive)
            return true;
        reached = done();
        return reached || state == QAbstractSocket::UnconnectedState;
    });
    return alive && reached;
}

bool RdmaStreamPrivate::waitConnectedFirst(QDeadlineTimer deadline)
{
    Q_Q(RdmaStream);
    // Not a function of a derived class, which may wait for more, and call this one.
    return !isConnecting() || q->RdmaStream::waitForConnected(remaining(deadline));
}
