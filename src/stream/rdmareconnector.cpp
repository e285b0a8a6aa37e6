// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmareconnector_p.h"

#include <QtCore/qrandom.h>
#include <QtCore/qthread.h>

#include <cmath>
#include <limits>

/*!
    \class RdmaReconnector
    \inmodule QtRdma
    \brief Keeps an RdmaStream connected: tries again after growing delays.

    \code
    auto *stream = new RdmaStream(this);
    auto *reconnector = new RdmaReconnector(stream, this);
    connect(stream, &RdmaStream::connected, this, [stream] { stream->write("hello\n"); });
    connect(stream, &RdmaStream::disconnected, this, [this, stream] { take(stream->readAll()); });
    connect(reconnector, &RdmaReconnector::waiting, this,
            [](int msecs) { qInfo() << "Trying again in" << msecs << "ms"; });
    reconnector->connectToHost(u"10.77.0.1"_s, 7471);
    \endcode

    Connections, data and errors are the stream's as ever; the reconnector only calls RdmaStream::connectToHost() when an attempt
    has failed, or a connection was ended by the peer or by an error. It does so from a timer of its own: in the slots of
    disconnected() and errorOccurred() the stream is still that of the old connection. What has arrived over it can be read until
    the next attempt, which drops it: read it in disconnected(). What is written to an unconnected stream is refused, what is
    written during an attempt that fails is lost.

    The delay before an attempt is at first initialDelay() and doubles each time up to maximumDelay(). It is the initial one again
    when a connection has lasted as long as the delay that would have come next: a server that accepts and closes
    at once is not asked more often than one that is away. A part of each delay, jitter(), is left to chance, so that many
    clients do not come back to a server at the same moment.

    When the application closes a connection, reconnecting ends: with disconnectFromHost(), close()
    or abort() isActive() becomes \c false. The same holds for abort() and close() during an
    attempt. disconnectFromHost() then waits for the connection, as it always does: use stop(). A
    close in a slot of errorOccurred() or disconnected() changes nothing, because that connection
    has ended already.

    Whatever makes an attempt fail may pass: a name that nobody knows yet, a device that is plugged in later, a lack of memory. Every error leads to
    another attempt, but for QAbstractSocket::OperationError, which says that what was asked for cannot be done, options that the device has not got for
    example; it leads to gaveUp().

    An application may connect the stream by itself in between: that attempt, or connection,
    replaces the one that was to come.

    \note The reconnector works in the event loop and belongs to the thread of its stream, which has one reconnector at most: calls from another thread
    are refused with a warning. Move both to another thread, or neither: between two attempts it goes on there; a connection, or an attempt that is under way, ends by the move with
    QAbstractSocket::OperationError, so that gaveUp() follows there. A reconnector whose stream is in another thread gives up with a warning. Either may be deleted at any time; a deleted reconnector leaves the stream as it is.
    \sa RdmaStream
*/

/*! \fn void RdmaReconnector::activeChanged(bool active)
    Emitted when reconnecting begins, and when it ends: by stop(), by the application closing the stream, before gaveUp(), or because the
    stream has been deleted.
*/

/*! \fn void RdmaReconnector::waiting(int msecs)
    Emitted when the next attempt is due in \a msecs milliseconds. RdmaStream::rdmaError() tells what went wrong, unless the application
    has used the stream since then.
*/

/*! \fn void RdmaReconnector::gaveUp()
    Emitted after maximumAttempts() have failed in a row, or one has failed with QAbstractSocket::OperationError. isActive() is \c false then;
    connectToHost() begins anew.
*/

/*! \fn void RdmaReconnector::settingsChanged()
    Emitted when one of initialDelay(), maximumDelay(), jitter() and maximumAttempts() has changed.
*/

// Whether this error has ended the connection or the attempt. A wrong call does not, nor does a
// waitFor…() whose time is up.
static bool endsConnection(QAbstractSocket::SocketError error, const RdmaError &details)
{
    return error != QAbstractSocket::UnknownSocketError && error != QAbstractSocket::OperationError
            && details.cause() != RdmaError::Cause::WaitExpired;
}

static int toDelay(std::chrono::milliseconds delay)
{
    constexpr std::chrono::milliseconds Longest(std::numeric_limits<int>::max());
    return int(qBound(std::chrono::milliseconds(1), delay, Longest).count());
}

/*! Creates a reconnector for \a stream, which it does not own. Nothing happens before connectToHost(). */
RdmaReconnector::RdmaReconnector(RdmaStream *stream, QObject *parent)
    : QObject(parent)
    , d(new RdmaReconnectorPrivate(this, stream))
{
}

RdmaReconnector::~RdmaReconnector() = default;

/*! The stream; null when it has been deleted. */
RdmaStream *RdmaReconnector::stream() const
{
    return d->stream;
}

/*! Connects the stream to \a port of \a hostName, and opens it in \a mode, with an address of
    \a protocol. Connects it again from now on whenever the connection is lost. failedAttempts() is
    0 again, and the next delay is the initial one.

    A stream that is connected stays so: the new target is that of the next connection. Another attempt that is under way is aborted. When
    the application is closing the stream, the first attempt follows the end of that.
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

/*! \overload */
void RdmaReconnector::connectToHost(const QHostAddress &address, quint16 port,
                                    QIODevice::OpenMode mode)
{
    connectToHost(address.toString(), port, mode);
}

/*! Makes no further attempts. One that is under way is aborted; a connection is left alone. */
void RdmaReconnector::stop()
{
    if (d->mayBeUsed("stop"))
        d->stop();
}

/*! Returns whether the stream is connected again when its connection is lost. */
bool RdmaReconnector::isActive() const
{
    return d->active;
}

/*! How many attempts have failed in a row. A connection that ended before it had lasted as long as the next delay is one of
    them, and only one that has lasted makes this 0 again.
*/
int RdmaReconnector::failedAttempts() const
{
    return d->hasLasted() ? 0 : d->failedAttempts;
}

int RdmaReconnector::initialDelay() const
{
    return d->initialDelay;
}

/*! Sets the first delay to \a msecs milliseconds, at least 1; 250 by default. Like the other settings it holds from the next
    delay on.
*/
void RdmaReconnector::setInitialDelay(int msecs)
{
    setInitialDelay(std::chrono::milliseconds(msecs));
}

/*! Returns initialDelay() as a duration. */
std::chrono::milliseconds RdmaReconnector::initialDelayAsDuration() const
{
    return std::chrono::milliseconds(initialDelay());
}

/*! \overload */
void RdmaReconnector::setInitialDelay(std::chrono::milliseconds delay)
{
    d->set(&d->initialDelay, toDelay(delay));
}

int RdmaReconnector::maximumDelay() const
{
    return d->maximumDelay;
}

/*! Sets the longest delay to \a msecs milliseconds, at least 1; 30000 by default. With the value of initialDelay() or less all delays
    are the same.
*/
void RdmaReconnector::setMaximumDelay(int msecs)
{
    setMaximumDelay(std::chrono::milliseconds(msecs));
}

/*! Returns maximumDelay() as a duration. */
std::chrono::milliseconds RdmaReconnector::maximumDelayAsDuration() const
{
    return std::chrono::milliseconds(maximumDelay());
}

/*! \overload */
void RdmaReconnector::setMaximumDelay(std::chrono::milliseconds delay)
{
    d->set(&d->maximumDelay, toDelay(delay));
}

double RdmaReconnector::jitter() const
{
    return d->jitter;
}

/*! Sets the part of each delay that is left to chance to \a jitter, between 0 and 1: a delay of 1000 ms is one of 500 to 1000 ms with 0.5, the default, and
    exactly 1000 ms with 0.
*/
void RdmaReconnector::setJitter(double jitter)
{
    d->set(&d->jitter, qBound(0.0, jitter, 1.0));
}

int RdmaReconnector::maximumAttempts() const
{
    return d->maximumAttempts;
}

/*! Gives up when \a count attempts have failed in a row; 0, the default, is never. */
void RdmaReconnector::setMaximumAttempts(int count)
{
    d->set(&d->maximumAttempts, qMax(0, count));
}

RdmaReconnectorPrivate::RdmaReconnectorPrivate(RdmaReconnector *reconnector, RdmaStream *watched)
    : q(reconnector)
    , stream(watched)
    , verdict(reconnector)
    , pause(reconnector)
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
    if (stream->state() == QAbstractSocket::ConnectedState)
        connectedFor.start();
    QObject::connect(stream, &RdmaStream::stateChanged, q, [this](auto now) { stateChanged(now); });
    QObject::connect(stream, &RdmaStream::errorOccurred, q,
                     [this](auto error) { errorOccurred(error); });
    QObject::connect(stream, &RdmaStream::aboutToClose, q, [this] { aboutToClose(); });
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
    if (alive && active && stream && stream->state() == QAbstractSocket::UnconnectedState)
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
    // A slot may delete this object.
    const QString name = hostName;
    stream->connectToHost(name, port, mode, protocol);
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
        closed = !failed;
        return;
    }
    lasted = hasLasted();
    connectedFor.invalidate();
    if (state == QAbstractSocket::UnconnectedState) {
        if (active)
            verdict.start(0);
        return;
    }
    // An attempt has begun, by the reconnector or by the application.
    verdict.stop();
    pause.stop();
    startAgain = failed = hopeless = closed = false;
    if (state == QAbstractSocket::ConnectedState)
        connectedFor.start();
}

void RdmaReconnectorPrivate::errorOccurred(QAbstractSocket::SocketError error)
{
    if (isApart())
        return;
    noteError(error);
    hopeless = error == QAbstractSocket::OperationError
            && stream->state() == QAbstractSocket::UnconnectedState;
}

// Called when the error is reported, and again when the end is judged: slots that were called
// before may run an event loop meanwhile, or make the stream forget the error, by writing for
// example.
void RdmaReconnectorPrivate::noteError(QAbstractSocket::SocketError error)
{
    failed = failed || endsConnection(error, stream->rdmaError());
}

// The stream will forget that it was closed, should the attempt fail.
void RdmaReconnectorPrivate::aboutToClose()
{
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
    if (maximumAttempts > 0 && failedAttempts >= maximumAttempts)
        giveUp();
    else
        wait();
}

void RdmaReconnectorPrivate::wait()
{
    const double chance = jitter * QRandomGenerator::global()->generateDouble();
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

bool RdmaReconnectorPrivate::hasLasted() const
{
    return connectedFor.isValid() && connectedFor.elapsed() >= delay();
}

// The next delay, without jitter.
int RdmaReconnectorPrivate::delay() const
{
    return int(qMin(std::ldexp(double(initialDelay), pauses), double(maximumDelay)));
}
