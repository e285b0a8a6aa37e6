// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmareconnector_p.h"

#include "../base/rdmaabstractstream_p.h"

#include <QtCore/qrandom.h>
#include <QtCore/qthread.h>

#include <cmath>
#include <limits>
#include <utility>

/*!
    \class RdmaReconnector
    \inmodule QtRdma
    \since 0.1
    \brief Keeps an RdmaStream or RdmaTlsStream connected: tries again after growing delays.

    \snippet stream.cpp reconnector

    Connections, data and errors are the stream's as ever. The reconnector only connects the stream
    when an attempt has failed, or when the peer or an error has ended a connection. It calls
    connectToHost() of an RdmaStream, and RdmaTlsStream::connectToHostEncrypted() of an
    RdmaTlsStream, which is never connected without encryption. It does so from a timer of its own,
    so in the slots of disconnected() and errorOccurred() the stream still has the old connection.
    Data that have arrived over it can be read until the next attempt, which drops them: read them
    in disconnected(). Data that are written to an unconnected stream are refused; data that are
    written during an attempt are lost if it fails.

    The delay before an attempt is at first initialDelay() and doubles each time up to
    maxDelay(). It is the initial one again when a connection has lasted as long as the next
    delay would have been, not counting the handshake of TLS: a server that accepts and closes at
    once is not asked more often than one that is away. A part of each delay, jitter(), is left to
    chance, so that many clients do not come back to a server at the same moment.

    When the application closes a connection, reconnecting ends: with disconnectFromHost(), close()
    or abort() isActive() becomes \c false. The same holds for abort() and close() during an
    attempt. disconnectFromHost() then waits for the connection, as it always does: use stop(). A
    close in a slot of errorOccurred() or disconnected() changes nothing, because that connection
    has ended already.

    A cause that makes an attempt fail may pass: a name that is not known yet, a device that is
    plugged in later, a lack of memory, a certificate that the server has not renewed in time. So
    every error leads to another attempt, except for two, which lead to gaveUp():
    QAbstractSocket::OperationError says that what was asked for cannot be done, for example options
    that the device does not have, and QAbstractSocket::SslInvalidUserDataError says that the
    configuration of TLS cannot be used.

    An application may connect the stream by itself in between: that attempt, or connection,
    replaces the one that was to come.

    \note The reconnector works in the event loop and belongs to the thread of its stream. A stream
    has one reconnector at most. Calls from another thread are refused with a warning. Move both to
    another thread, or neither. When both are moved between two attempts, reconnecting goes on
    there. A move ends a connection, or an attempt that is under way, with
    QAbstractSocket::OperationError, so that gaveUp() follows in the other thread. A reconnector
    whose stream is in another thread gives up with a warning. Either may be deleted at any time; a
    reconnector that is deleted leaves the stream as it is.
    \sa RdmaStream, RdmaTlsStream
*/

/*! \fn void RdmaReconnector::activeChanged(bool active)
    Emitted when reconnecting begins, and when it ends: by stop(), because the application closes
    the stream, before gaveUp(), or because the stream has been deleted. \a active is \c true when
    it begins.
    \since 0.1
*/

/*! \fn void RdmaReconnector::waiting(int msecs)
    Emitted when the next attempt is due in \a msecs milliseconds. RdmaAbstractStream::rdmaError()
    tells what went wrong, unless the application has used the stream since then.
    \since 0.1
*/

/*! \fn void RdmaReconnector::gaveUp()
    Emitted after maxAttempts() have failed in a row, or when one has failed with
    QAbstractSocket::OperationError or QAbstractSocket::SslInvalidUserDataError. isActive() is
    \c false then; connectToHost() begins anew.
    \since 0.1
*/

/*! \fn void RdmaReconnector::initialDelayChanged(int msecs)
    \since 0.1
    Emitted when initialDelay() has become \a msecs.
*/

/*! \fn void RdmaReconnector::maxDelayChanged(int msecs)
    \since 0.1
    Emitted when maxDelay() has become \a msecs.
*/

/*! \fn void RdmaReconnector::jitterChanged(double jitter)
    \since 0.1
    Emitted when jitter() has become \a jitter.
*/

/*! \fn void RdmaReconnector::maxAttemptsChanged(int count)
    \since 0.1
    Emitted when maxAttempts() has become \a count.
*/

/*! \property RdmaReconnector::active
    \since 0.1
    \brief whether the stream is connected again when its connection is lost
*/

/*! \property RdmaReconnector::initialDelay
    \since 0.1
    \brief the first delay in milliseconds, 250 by default

    Can be bound. The result of a binding is bounded as what the setter takes.
*/

/*! \property RdmaReconnector::maxDelay
    \since 0.1
    \brief the longest delay in milliseconds, 30000 by default

    Can be bound. The result of a binding is bounded as what the setter takes.
*/

/*! \property RdmaReconnector::jitter
    \since 0.1
    \brief the part of each delay that is left to chance, between 0 and 1; 0.5 by default

    Can be bound. The result of a binding is bounded as what the setter takes.
*/

/*! \property RdmaReconnector::maxAttempts
    \since 0.1
    \brief how many attempts may fail in a row; 0, the default, is any number

    Can be bound. The result of a binding is bounded as what the setter takes.
*/

// Whether this error has ended the connection or the attempt. A wrong call does not, nor does a
// waitFor…() whose time is up.
static bool endsConnection(QAbstractSocket::SocketError error, const RdmaError &details)
{
    return error != QAbstractSocket::UnknownSocketError && error != QAbstractSocket::OperationError
            && details.cause() != RdmaError::Cause::WaitExpired;
}

// Whether another attempt would fail in the same way.
static bool isHopeless(QAbstractSocket::SocketError error)
{
    return error == QAbstractSocket::OperationError
            || error == QAbstractSocket::SslInvalidUserDataError;
}

static int toDelay(std::chrono::milliseconds delay)
{
    constexpr std::chrono::milliseconds Longest(std::numeric_limits<int>::max());
    return int(qBound(std::chrono::milliseconds(1), delay, Longest).count());
}

/*! Creates a reconnector for \a stream, which it does not own. Nothing happens before
    connectToHost().
    \since 0.1
*/
RdmaReconnector::RdmaReconnector(RdmaAbstractStream *stream, QObject *parent)
    : QObject(parent)
    , d(new RdmaReconnectorPrivate(this, stream))
{
}

/*! Makes no further attempts, and leaves the stream as it is.
    \since 0.1
*/
RdmaReconnector::~RdmaReconnector() = default;

/*! Returns the stream; null when it has been deleted.
    \since 0.1
*/
RdmaAbstractStream *RdmaReconnector::stream() const
{
    return d->stream;
}

/*! Connects the stream to \a port of \a hostName, and opens it in \a mode, with an address of
    \a protocol. Connects it again from now on whenever the connection is lost. failedAttempts() is
    0 again, and the next delay is the initial one.

    A stream that is connected stays so: the new target is used for the next connection. Another
    attempt that is under way is aborted. If the application is closing the stream, the first
    attempt follows when that has ended.
    \since 0.1
*/
void RdmaReconnector::connectToHost(const QString &hostName, quint16 port, QIODevice::OpenMode mode,
                                    QAbstractSocket::NetworkLayerProtocol protocol)
{
    if (!d->mayBeUsed("connectToHost"))
        return;
    d->hostName = hostName;
    d->port = port;
    d->mode = mode;
    d->protocol = protocol;
    d->start();
}

/*! \overload
    \since 0.1
*/
void RdmaReconnector::connectToHost(const QHostAddress &address, quint16 port,
                                    QIODevice::OpenMode mode)
{
    connectToHost(address.toString(), port, mode);
}

/*! Makes no further attempts. An attempt that is under way is aborted; a connection is left alone.
    \since 0.1
*/
void RdmaReconnector::stop()
{
    if (d->mayBeUsed("stop"))
        d->stop();
}

/*! Returns whether the stream is connected again when its connection is lost.
    \since 0.1
*/
bool RdmaReconnector::isActive() const
{
    return d->active;
}

/*! Returns how many attempts have failed in a row. A connection that ended before it had lasted as
    long as the next delay counts as a failed attempt; only one that has lasted makes this 0 again.
    \since 0.1
*/
int RdmaReconnector::failedAttempts() const
{
    return d->hasLasted() ? 0 : d->failedAttempts;
}

/*! Returns the first delay, in milliseconds.
    \since 0.1
*/
int RdmaReconnector::initialDelay() const
{
    return toDelay(std::chrono::milliseconds(d->initialDelay));
}

/*! Sets the first delay to \a msecs milliseconds, at least 1; 250 by default. Like the other
    settings it takes effect with the next delay.
    \since 0.1
*/
void RdmaReconnector::setInitialDelay(int msecs)
{
    setInitialDelay(std::chrono::milliseconds(msecs));
}

/*! Returns initialDelay() as a duration.
    \since 0.1
*/
std::chrono::milliseconds RdmaReconnector::initialDelayAsDuration() const
{
    return std::chrono::milliseconds(initialDelay());
}

/*! \overload
    \since 0.1
*/
void RdmaReconnector::setInitialDelay(std::chrono::milliseconds delay)
{
    d->initialDelay = toDelay(delay);
}

QBindable<int> RdmaReconnector::bindableInitialDelay()
{
    return QBindable<int>(&d->initialDelay);
}

/*! Returns the longest delay, in milliseconds.
    \since 0.1
*/
int RdmaReconnector::maxDelay() const
{
    return toDelay(std::chrono::milliseconds(d->maxDelay));
}

/*! Sets the longest delay to \a msecs milliseconds, at least 1; 30000 by default. With the value of
    initialDelay(), or less, all delays are the same.
    \since 0.1
*/
void RdmaReconnector::setMaxDelay(int msecs)
{
    setMaxDelay(std::chrono::milliseconds(msecs));
}

/*! Returns maxDelay() as a duration.
    \since 0.1
*/
std::chrono::milliseconds RdmaReconnector::maxDelayAsDuration() const
{
    return std::chrono::milliseconds(maxDelay());
}

/*! \overload
    \since 0.1
*/
void RdmaReconnector::setMaxDelay(std::chrono::milliseconds delay)
{
    d->maxDelay = toDelay(delay);
}

QBindable<int> RdmaReconnector::bindableMaxDelay()
{
    return QBindable<int>(&d->maxDelay);
}

/*! Returns the part of each delay that is left to chance.
    \since 0.1
*/
double RdmaReconnector::jitter() const
{
    return qBound(0.0, d->jitter.value(), 1.0);
}

/*! Sets the part of each delay that is left to chance to \a jitter, between 0 and 1. With 0.5, the
    default, a delay of 1000 ms becomes one of 500 to 1000 ms; with 0 it is exactly 1000 ms.
    \since 0.1
*/
void RdmaReconnector::setJitter(double jitter)
{
    d->jitter = qBound(0.0, jitter, 1.0);
}

QBindable<double> RdmaReconnector::bindableJitter()
{
    return QBindable<double>(&d->jitter);
}

/*! Returns how many attempts may fail in a row; 0 is any number.
    \since 0.1
*/
int RdmaReconnector::maxAttempts() const
{
    return qMax(0, d->maxAttempts.value());
}

/*! Makes the reconnector give up when \a count attempts have failed in a row; 0, the default, is
    never.
    \since 0.1
*/
void RdmaReconnector::setMaxAttempts(int count)
{
    d->maxAttempts = qMax(0, count);
}

QBindable<int> RdmaReconnector::bindableMaxAttempts()
{
    return QBindable<int>(&d->maxAttempts);
}

RdmaReconnectorPrivate::RdmaReconnectorPrivate(RdmaReconnector *reconnector,
                                               RdmaAbstractStream *watched)
    : q(reconnector)
    , stream(watched)
    , verdict(reconnector)
    , pause(reconnector)
    , initialDelayNotifier(initialDelay.addNotifier(
              [this] { Q_EMIT q->initialDelayChanged(q->initialDelay()); }))
    , maxDelayNotifier(maxDelay.addNotifier([this] { Q_EMIT q->maxDelayChanged(q->maxDelay()); }))
    , jitterNotifier(jitter.addNotifier([this] { Q_EMIT q->jitterChanged(q->jitter()); }))
    , maxAttemptsNotifier(
              maxAttempts.addNotifier([this] { Q_EMIT q->maxAttemptsChanged(q->maxAttempts()); }))
{
    verdict.setSingleShot(true);
    pause.setSingleShot(true);
    pause.setTimerType(Qt::PreciseTimer); // other kinds of timer may be early
    QObject::connect(&verdict, &QTimer::timeout, q,
                     [this] { act(&RdmaReconnectorPrivate::judgeEnd); });
    QObject::connect(&pause, &QTimer::timeout, q,
                     [this] { act(&RdmaReconnectorPrivate::attempt); });
    if (!stream)
        return;
    QObject::connect(stream, &RdmaAbstractStream::stateChanged, q,
                     [this](auto now) { stateChanged(now); });
    QObject::connect(stream, &RdmaAbstractStream::errorOccurred, q,
                     [this](auto error) { errorOccurred(error); });
    QObject::connect(stream, &RdmaAbstractStream::aboutToClose, q, [this] { aboutToClose(); });
    QObject::connect(stream, &QObject::destroyed, q, [this] { streamDestroyed(); });
}

// Timers and streams can be used in their own thread only.
bool RdmaReconnectorPrivate::mayBeUsed(const char *function) const
{
    if (q->thread() != QThread::currentThread()) {
        qWarning("RdmaReconnector::%s() called in another thread than the reconnector's", function);
        return false;
    }
    return true;
}

// Whether one of the two was moved without the other, or the stream is gone.
bool RdmaReconnectorPrivate::isApart() const
{
    return !stream || stream->thread() != q->thread();
}

// Called by the reconnector's timers.
void RdmaReconnectorPrivate::act(void (RdmaReconnectorPrivate::*step)())
{
    if (!isApart())
        return (this->*step)();
    qWarning("RdmaReconnector: the stream lives in another thread: no further attempts");
    giveUp();
}

void RdmaReconnectorPrivate::start()
{
    if (!stream)
        return qWarning("RdmaReconnector::connectToHost() called without a stream");
    if (isApart())
        return qWarning("RdmaReconnector::connectToHost(): the stream lives in another thread");
    const QPointer<RdmaReconnector> alive(q);
    failedAttempts = pauses = 0;
    startAgain = stream->state() != QAbstractSocket::ConnectedState;
    setActive(true);
    if (alive && active && isConnecting())
        stream->abort();
    if (alive && active && stream && RdmaAbstractStreamPrivate::of(stream)->isAtRest())
        attempt();
}

void RdmaReconnectorPrivate::stop()
{
    if (!std::exchange(active, false))
        return;
    const QPointer<RdmaReconnector> alive(q);
    verdict.stop();
    pause.stop();
    if (isConnecting())
        stream->abort();
    if (alive)
        Q_EMIT q->activeChanged(active);
}

void RdmaReconnectorPrivate::attempt()
{
    forgetEnd();
    const QPointer<RdmaReconnector> alive(q);
    const QString name = hostName; // a slot may delete this object
    RdmaAbstractStreamPrivate::of(stream)->connectAgain(name, port, mode, protocol);
    // An attempt that was refused before it began has changed no state.
    if (alive && active && stream && RdmaAbstractStreamPrivate::of(stream)->isAtRest())
        verdict.start(0);
}

void RdmaReconnectorPrivate::setActive(bool now)
{
    if (std::exchange(active, now) == now)
        return;
    if (!active)
        pause.stop();
    Q_EMIT q->activeChanged(active);
}

// --- reactions to the stream ---

void RdmaReconnectorPrivate::stateChanged(QAbstractSocket::SocketState state)
{
    if (isApart()) {
        if (active)
            verdict.start(0);
        return;
    }
    if (state == QAbstractSocket::ClosingState) {
        noteError(stream->error());
        closed = closed || !failed;
        return;
    }
    if (state == QAbstractSocket::UnconnectedState) {
        lasted = wasLong();
        if (active)
            verdict.start(0);
        return;
    }
    // An attempt has begun, by the reconnector or by the application.
    verdict.stop();
    pause.stop();
    forgetEnd();
}

// Forgets how the last connection or attempt has ended.
void RdmaReconnectorPrivate::forgetEnd()
{
    startAgain = failed = hopeless = closed = lasted = false;
}

void RdmaReconnectorPrivate::errorOccurred(QAbstractSocket::SocketError error)
{
    if (isApart())
        return;
    noteError(error);
    hopeless = isHopeless(error) && stream->state() == QAbstractSocket::UnconnectedState;
}

// Called when the error is reported, and again when the end is judged: slots that were called
// before may run an event loop meanwhile, or make the stream forget the error, by writing for
// example.
void RdmaReconnectorPrivate::noteError(QAbstractSocket::SocketError error)
{
    failed = failed || endsConnection(error, stream->rdmaError());
}

// The stream will not remember that it was closed if the attempt fails, or the handshake of an
// encrypted stream, which goes on.
void RdmaReconnectorPrivate::aboutToClose()
{
    if (isApart())
        return;
    noteError(stream->error());
    if (stream->state() == QAbstractSocket::ConnectedState)
        closed = !failed;
    if (active && !startAgain && isConnecting())
        setActive(false);
}

void RdmaReconnectorPrivate::streamDestroyed()
{
    verdict.stop();
    setActive(false);
}

// --- the next step ---

void RdmaReconnectorPrivate::judgeEnd()
{
    if (startAgain)
        return attempt();
    noteError(stream->error());
    if (hopeless)
        return giveUp();
    if (!failed || closed)
        return setActive(false);
    failedAttempts = lasted ? 0 : failedAttempts + 1;
    if (lasted)
        pauses = 0;
    const int most = q->maxAttempts();
    if (most > 0 && failedAttempts >= most)
        giveUp();
    else
        wait();
}

void RdmaReconnectorPrivate::wait()
{
    const double chance = q->jitter() * QRandomGenerator::global()->generateDouble();
    const int drawn = qRound(delay() * (1 - chance));
    ++pauses;
    pause.start(drawn);
    Q_EMIT q->waiting(drawn);
}

void RdmaReconnectorPrivate::giveUp()
{
    const QPointer<RdmaReconnector> alive(q);
    setActive(false);
    if (alive && !active)
        Q_EMIT q->gaveUp();
}

bool RdmaReconnectorPrivate::isConnecting() const
{
    return !isApart()
            && (stream->state() == QAbstractSocket::HostLookupState
                || stream->state() == QAbstractSocket::ConnectingState);
}

// Whether the present or last connection could be used for at least as long as the next delay.
bool RdmaReconnectorPrivate::wasLong() const
{
    const QElapsedTimer &usableFor = RdmaAbstractStreamPrivate::of(stream)->usableFor;
    return usableFor.isValid() && usableFor.elapsed() >= delay();
}

bool RdmaReconnectorPrivate::hasLasted() const
{
    return !isApart() && stream->state() == QAbstractSocket::ConnectedState && wasLong();
}

// The next delay, without jitter.
int RdmaReconnectorPrivate::delay() const
{
    return int(qMin(std::ldexp(double(q->initialDelay()), pauses), double(q->maxDelay())));
}
