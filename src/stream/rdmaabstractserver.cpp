// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaabstractserver_p.h"

#include "rdmastream_p.h"

#include "../base/stillhere_p.h"
#include "../connection/rdmaconnectionrequest_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <QtRdma/rdmastream.h>

#include <QtCore/qcoreevent.h>
#include <QtCore/qpointer.h>

#include <algorithm>
#include <utility>

using namespace QtRdmaPrivate;

/*!
    \class RdmaAbstractServer
    \inmodule QtRdma
    \since 0.1
    \brief The base of RdmaServer and RdmaTlsServer: listens, and limits what strangers can use up.

    It has the interface of QTcpServer as far as that does not depend on the kind of stream. A
    program that serves both kinds takes an RdmaAbstractServer, whose nextPendingConnection()
    returns an RdmaAbstractStream.

    A server is used in the thread that it lives in. A slot connected to any of its signals may
    delete it.
    \sa RdmaServer, RdmaTlsServer
*/

/*! \property RdmaAbstractServer::listening
    \brief Whether the server listens.
*/

/*! \property RdmaAbstractServer::serverPort
    \brief The port on which the server listens, 0 while it does not.
*/

/*! \property RdmaAbstractServer::serverAddress
    \brief The address on which the server listens, a null one while it does not.

    In QML it is a string, since QHostAddress is no type of QML.
*/

/*! \property RdmaAbstractServer::maxPendingConnections
    \brief How many connections may wait for nextPendingConnection(), 30 by default.
*/

/*! \property RdmaAbstractServer::listenBacklogSize
    \brief How many connections may be complete, or on the way, before somebody takes them, 50 by
    default.
*/

/*! \property RdmaAbstractServer::maxConnections
    \brief How many connections there may be at a time, 0 by default: any number.
*/

/*! \property RdmaAbstractServer::maxConnectionsPerAddress
    \brief How many connections there may be at a time from one address, 0 by default: any number.
*/

/*! \property RdmaAbstractServer::sharedReceives
    \brief How many receives the streams of this server share on each device, 0 by default: none.
*/

/*! \property RdmaAbstractServer::rdmaError
    \brief The last error.
    \sa acceptError()
*/

/*! \property RdmaAbstractServer::errorString
    \brief The text of rdmaError for a person, empty when there was no error.
*/

/*! \fn void RdmaAbstractServer::newConnection()
    Emitted when nextPendingConnection() returns another connection.
*/

/*! \fn void RdmaAbstractServer::pendingConnectionAvailable()
    Emitted when a connection has been added to those that nextPendingConnection() returns, before
    newConnection().
*/

/*! \fn void RdmaAbstractServer::acceptError(QAbstractSocket::SocketError socketError)
    Emitted when a connection could not be accepted for a reason on this side, too little memory
    that may be locked for example; rdmaError() tells more, and \a socketError is its
    RdmaError::socketError(). The server has paused then: call resumeAccepting() to go on. When the
    device that it listens on has been removed, or takes nothing from this process any more since
    that has changed its user, it listens no more: isListening() is false.
*/

/*! \fn bool RdmaAbstractServer::hasPendingConnections() const
    Returns whether nextPendingConnection() has a connection to return.
*/

/*! \fn RdmaAbstractStream *RdmaAbstractServer::nextPendingConnection()
    Returns the next connection, a child of the server and yours to delete, or null.
*/

/*! Creates a server with \a parent that does not listen. */
RdmaAbstractServer::RdmaAbstractServer(QObject *parent)
    : QObject(parent)
    , d(new RdmaAbstractServerPrivate(this))
{
}

/*! Stops listening, and deletes the connections that nobody has taken and all other children. */
RdmaAbstractServer::~RdmaAbstractServer()
{
    shutDown();
    d->leaveEngine();
}

/*! Listens on \a port (0: any free one) of \a address, or on all addresses of all RDMA devices.
    Returns \c false, with serverError() and errorString(), when that cannot be had; a loopback
    address has no RDMA device.
*/
bool RdmaAbstractServer::listen(const QHostAddress &address, quint16 port)
{
    if (d->listener) {
        qWarning("RdmaServer::listen() called when already listening");
        return false;
    }
    if (!d->isUsedInItsThread("listen")) {
        d->setError(usageError(tr("A server is used in its own thread only")));
        return false;
    }
    const StillHere alive(this);
    const RdmaError failure = d->listen(address, port);
    if (failure.isError())
        d->setError(failure);
    d->tellChanges();
    return alive && !failure.isError() && isListening();
}

/*! Stops listening and drops the connections that nobody has taken. Those handed out live on. */
void RdmaAbstractServer::close()
{
    const QPointer<RdmaAbstractServer> alive(this);
    shutDown();
    if (alive)
        d->tellChanges();
}

/*! Does what close() does, and emits none of the signals of the properties: for the destructors of
    derived classes, whose virtual functions are still theirs at that time.
*/
void RdmaAbstractServer::shutDown()
{
    d->stop();
    d->dropPending();
}

/*! Returns whether the server listens. */
bool RdmaAbstractServer::isListening() const
{
    return d->listener != nullptr;
}

/*! Sets how many connections may wait for nextPendingConnection() to \a numConnections (default
    30; a negative number has the effect of 0). Further ones wait as listenBacklogSize() describes.
*/
void RdmaAbstractServer::setMaxPendingConnections(int numConnections)
{
    if (std::exchange(d->maxPending, numConnections) != numConnections)
        Q_EMIT maxPendingConnectionsChanged(numConnections);
}

/*! Returns how many connections may wait for nextPendingConnection(). */
int RdmaAbstractServer::maxPendingConnections() const
{
    return d->maxPending;
}

/*! Sets how many connections may be complete, or on the way, before somebody takes them, to
    \a size (default 50; less than 1 is 1). Set it before listen().

    When there are more, one whose peer has not proved anything makes way for the new one: a client
    that has not confirmed its connection (RoCE, InfiniBand), or not proved the pre-shared key, in
    time. Of the address that has most of these it is the oldest, so that nobody who asks for many
    connections and says nothing more keeps out others; an IPv6 /64 counts as one address.
    Connections that are complete stay, and when there is nothing else the new one is refused ("the
    server is busy"). One that is refused for another reason drops nobody.
    RdmaStreamOptions::handshakeTimeout bounds how long a peer may take.
    \sa setMaxConnections()
*/
void RdmaAbstractServer::setListenBacklogSize(int size)
{
    const int most = qMax(1, size);
    if (std::exchange(d->backlog, most) != most)
        Q_EMIT listenBacklogSizeChanged(most);
}

/*! Returns how many connections may be complete, or on the way, before somebody takes them. */
int RdmaAbstractServer::listenBacklogSize() const
{
    return d->backlog;
}

/*! Sets how many connections there may be at a time, in all, to \a numConnections (0, the default:
    any number; a negative number is 0). Those being set up count, and all others until they have
    ended and the device has let go of them; more are refused ("as many connections as it takes"),
    but for one that is being set up and makes way, as listenBacklogSize() describes. Such a
    connection has streamOptions().handshakeTimeout to finish.
    \sa setMaxConnectionsPerAddress(), setListenBacklogSize()
*/
void RdmaAbstractServer::setMaxConnections(int numConnections)
{
    const int most = qMax(0, numConnections);
    if (std::exchange(d->maxConnections, most) != most)
        Q_EMIT maxConnectionsChanged(most);
}

/*! Returns how many connections there may be at a time. */
int RdmaAbstractServer::maxConnections() const
{
    return d->maxConnections;
}

/*! Sets how many connections there may be at a time from one address to \a numConnections (0, the
    default: any number; a negative number is 0), so that no client can use up what
    setMaxConnections() leaves to all. The addresses of an IPv6 /64 count as one, since whoever has
    one of them can have all; link-local ones count each for itself, and an IPv4 address is the same
    in both forms.
*/
void RdmaAbstractServer::setMaxConnectionsPerAddress(int numConnections)
{
    const int most = qMax(0, numConnections);
    if (std::exchange(d->maxConnectionsPerAddress, most) != most)
        Q_EMIT maxConnectionsPerAddressChanged(most);
}

/*! Returns how many connections there may be at a time from one address. */
int RdmaAbstractServer::maxConnectionsPerAddress() const
{
    return d->maxConnectionsPerAddress;
}

/*! Returns how many connections there are at present, as setMaxConnections() counts them. */
int RdmaAbstractServer::connectionCount() const
{
    return isForkedChild() ? 0 : d->count->total(); // nor is its mutex free there for sure
}

/*! Returns the options of the streams that this server accepts. */
RdmaStreamOptions RdmaAbstractServer::streamOptions() const
{
    return d->options;
}

/*! Sets the \a options of the streams that this server accepts from now on. */
void RdmaAbstractServer::setStreamOptions(const RdmaStreamOptions &options)
{
    d->options = options;
}

/*! Returns the wire formats that this server takes. */
Rdma::WireFormats RdmaAbstractServer::wireFormats() const
{
    return d->wireFormats;
}

/*! Returns over what this server listens.
    \since 0.1
*/
Rdma::StreamTransports RdmaAbstractServer::transports() const
{
    return d->transports;
}

/*! Sets over which \a transports listen() listens: Rdma::StreamTransport::Rdma alone by default. It
    has no effect on a server that listens already.

    Over TCP any program can be the client; with RdmaStreamOptions::setPreSharedKey() only one that
    proves that it has the key. With both transports the server listens on one port of both, except
    for iWARP: see setTcpPort(). On a machine without a device it serves over TCP.
    RdmaStream::transport() tells which one a stream has. The limits of the server count the
    connections of both.

    \snippet stream.cpp transports

    \since 0.1
    \sa RdmaStreamOptions::transport
*/
void RdmaAbstractServer::setTransports(Rdma::StreamTransports transports)
{
    if (!transports) {
        qWarning("RdmaServer::setTransports() needs one transport at least");
        return;
    }
    d->transports = transports;
}

/*! Returns the second port over TCP where the server has one, and 0 otherwise. Before listen() it
    is what setTcpPort() has set.
    \since 0.1
*/
quint16 RdmaAbstractServer::tcpPort() const
{
    return d->listener ? d->listener->tcpPort() : d->tcpPort;
}

/*! Sets the second \a port for a server that listens over RDMA and TCP on iWARP devices: 0, the
    default, is the one after serverPort().

    On iWARP the listener of the connection manager is itself a TCP socket of the kernel, so nothing
    else can have its port on the addresses of such a device. What connects to serverPort() there
    over TCP gets no answer that it understands. The server is reached over TCP

    \list
    \li on every address, those of iWARP devices and loopback, too, by this second port;
    \li by serverPort() as well on all other interfaces that were there when it began to listen.
    \endlist

    Without an iWARP device there is one port for both, and no second one. Clients with
    Rdma::TransportPolicy::PreferRdma take the second port where their way to the server is over
    iWARP. Others have to be told: RdmaStreamOptions::tcpPort.

    It has no effect on a server that listens already.
    \since 0.1
    \sa setTransports()
*/
void RdmaAbstractServer::setTcpPort(quint16 port)
{
    d->tcpPort = port;
}

/*! Sets which wire \a formats this server takes from now on (default Rdma::WireFormat::QtRdma
    alone). With Rdma::WireFormat::Rsocket it also serves programs that use rsockets, as \c rstream,
    \c curl and others do under \c librspreload.so; what a client speaks is seen in its request, and
    RdmaStream::wireFormat() tells. Such a client holds the right to write to memory of its own
    stream, and of no other, for as long as it is connected. It takes no part in
    setSharedReceives(), and is refused where streamOptions() have a pre-shared key. No format at
    all is refused with a warning, and changes nothing.
*/
void RdmaAbstractServer::setWireFormats(Rdma::WireFormats formats)
{
    if (!formats) {
        qWarning("RdmaServer::setWireFormats() needs one format at least");
        return;
    }
    d->wireFormats = formats;
}

/*! Returns how many receives the streams of this server share on each device. */
int RdmaAbstractServer::sharedReceives() const
{
    return d->sharedReceives;
}

/*! Lets the streams that this server accepts share \a count receives on each device, instead of
    having streamOptions().window of their own each; 0, the default, for not, and a negative number
    is 0. Set it before listen().

    An idle stream holds 13 of them, 2 for data and 11 for control frames, and \a count / 13 streams
    are accepted; more are refused ("as many connections as it takes"). A busy one gets up to
    streamOptions().window data slots as long as there are enough, and gives them back when it has
    been idle for about a second. All have streamOptions().slotSize bytes, as it is when the first
    connection comes: they do not grow, so choose a size that suits busy streams too. Registered
    memory for receiving is \a count times that, however many connections there are.

    Streams that share have one thing less of their own. A peer that sends more than it was allowed
    is disconnected for that, but may have taken receives of the others: on InfiniBand and RoCE they
    send again a moment later, on iWARP, which knows no such pause, their connections end. Where
    peers do not trust each other, windows of their own are the choice.

    The queue belongs to the server's thread: streams that RdmaServer::incomingConnection() sends to
    another one have receives of their own. The verbs call is \c ibv_create_srq(3); a failure is an
    acceptError().
*/
void RdmaAbstractServer::setSharedReceives(int count)
{
    const int shared = qMax(0, count);
    if (std::exchange(d->sharedReceives, shared) != shared)
        Q_EMIT sharedReceivesChanged(shared);
}

/*! Returns how many shared receives the streams of this server have reserved at present, on all
    devices. */
int RdmaAbstractServer::sharedReceivesReserved() const
{
    int reserved = 0;
    for (const auto &[context, shared] : d->sharedSlots)
        reserved += shared ? shared->reserved() : 0;
    return reserved;
}

/*! Returns the port on which the server listens, 0 while it does not. */
quint16 RdmaAbstractServer::serverPort() const
{
    return d->port;
}

/*! Returns the address on which the server listens, a null one while it does not. */
QHostAddress RdmaAbstractServer::serverAddress() const
{
    return d->address;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for a connection without an event loop;
    newConnection() is emitted from inside. Returns whether one came; \a timedOut tells whether the
    time ran out. When one could not be accepted it returns at once, and rdmaError() has the reason.
    As with QTcpServer, connections come to a server that has paused, too. A client of the same
    thread that is connected is waited for whatever the time: over RoCE and InfiniBand the last
    message of its handshake may be under way.
*/
bool RdmaAbstractServer::waitForNewConnection(int msecs, bool *timedOut)
{
    using Waited = RdmaAbstractServerPrivate::Waited;
    if (timedOut)
        *timedOut = false;
    if (!d->isUsedInItsThread("waitForNewConnection"))
        return false;
    const Waited result = d->waitForOffer(QDeadlineTimer(msecs));
    if (result != Waited::Expired)
        return result == Waited::Offered;
    if (timedOut)
        *timedOut = true;
    d->setError(waitExpiredError());
    d->tellChanges();
    return false;
}

/*! Takes one of the connections that wait, if there is one, also where the server has paused. For
    derived classes whose waitForNewConnection() waits for more than a connection. */
void RdmaAbstractServer::serveOne()
{
    d->waitForOffer(QDeadlineTimer(0));
}

/*! Returns the kind of the last error as QTcpServer has it. */
QAbstractSocket::SocketError RdmaAbstractServer::serverError() const
{
    return d->socketError;
}

/*! Returns the text of rdmaError() for a person, empty when there was no error. */
QString RdmaAbstractServer::errorString() const
{
    return d->error.isError() ? d->error.toString() : QString();
}

/*! Returns the last error. */
RdmaError RdmaAbstractServer::rdmaError() const
{
    return d->error;
}

/*! Offers no further connections until resumeAccepting(). Clients may still connect, up to the
    backlog. */
void RdmaAbstractServer::pauseAccepting()
{
    d->offers = RdmaAbstractServerPrivate::Offers::None;
}

/*! Offers what has connected meanwhile, and goes on. To be called in the server's thread, also
    where that is a new one. */
void RdmaAbstractServer::resumeAccepting()
{
    if (!d->isUsedInItsThread("resumeAccepting"))
        return;
    if (d->offers == RdmaAbstractServerPrivate::Offers::None)
        d->offers = RdmaAbstractServerPrivate::Offers::AllThatWait;
    d->arrive();
    if (d->listener)
        d->engine->scheduleDelivery(d.data());
}

bool RdmaAbstractServer::event(QEvent *event)
{
    if (event->type() == QEvent::ThreadChange)
        d->leaveThread();
    return QObject::event(event);
}

/*! Accepts \a request as \a stream, which gets streamOptions(). Returns \c false when that fails:
    then acceptError() tells of it if the reason is on this side, and \a stream can be deleted.
*/
bool RdmaAbstractServer::acceptConnection(RdmaStream *stream, const RdmaConnectionRequest &request)
{
    if (d->sharedReceives > 0 && !d->acceptNow(request))
        return false;
    stream->setOptions(d->options);
    if (stream->accept(request))
        return true;
    d->acceptFailed(stream->rdmaError());
    return false;
}

/*! Keeps \a stream until takeConnection() returns it. As long as it is kept it reads no more ahead
    than its window. */
void RdmaAbstractServer::holdConnection(RdmaStream *stream)
{
    d->pending.append(stream);
    stream->d_func()->pending = true;
    stream->d_func()->limitReading();
    connect(stream, &QObject::destroyed, this, [this, stream] { d->pending.removeAll(stream); });
}

/*! Returns whether there are connections for takeConnection(). */
bool RdmaAbstractServer::holdsConnections() const
{
    return !d->pending.isEmpty();
}

/*! Returns the oldest connection that holdConnection() has kept, or null. */
RdmaStream *RdmaAbstractServer::takeConnection()
{
    if (d->pending.isEmpty())
        return nullptr;
    if (!d->listener)
        qWarning("RdmaServer::nextPendingConnection() called while not listening");
    RdmaStream *stream = d->pending.takeFirst();
    stream->d_func()->pending = false;
    stream->d_func()->limitReading();
    if (d->waiting.count() > 0)
        d->engine->scheduleDelivery(d.data());
    return stream;
}

/*! Makes \a error the last one. */
void RdmaAbstractServer::setServerError(const RdmaError &error)
{
    d->setError(error);
    d->tellChanges();
}
