// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaserver_p.h"

#include "rdmastream_p.h"
#include "native/streamconnection_p.h"
#include "streamformat_p.h"

#include "../base/stillhere_p.h"
#include "../connection/rdmaconnectionrequest_p.h"
#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <QtRdma/rdmastream.h>

#include <QtCore/qcoreevent.h>
#include <QtCore/qthread.h>

#include <rdma/rdma_cma.h>

#include <algorithm>

using namespace QtRdmaPrivate;

static constexpr int LastMessageTime = 1000; // ms; some in the same machine

/*!
    \class RdmaServer
    \inmodule QtRdma
    \brief Listens for RdmaStream connections, with the interface of QTcpServer.

    \code
    RdmaServer server;
    connect(&server, &RdmaServer::newConnection, &server, [&server] {
        RdmaStream *stream = server.nextPendingConnection();
        connect(stream, &RdmaStream::readyRead, stream,
                [stream] { stream->write(stream->readAll()); });
    });
    if (!server.listen(QHostAddress::Any, 7471))
        qWarning() << server.errorString();
    \endcode

    As a kernel does for TCP, the server completes connections ahead, up to listenBacklogSize(), before anybody
    asks for them; a client in the same thread can therefore wait for its connection. With AcceptPolicy::Deferred
    incomingConnection() gets each request first and decides: RdmaStream::accept(), RdmaQueuePair::accept(), another
    thread, or RdmaConnectionRequest::reject(). Handshakes never block and never hold up each other.

    Streams that have been handed out are children of the server; give them another parent to keep them longer.

    \section1 Many connections

    One thread serves thousands: they cost it no further descriptors, timers or notifiers. setSharedReceives() bounds the memory that
    they take while idle. When many clients may connect at the same moment, after a restart for example, setListenBacklogSize() must have
    room for them, or others are refused or make way; RdmaReconnector tries again. Strangers who connect and say nothing keep out nobody.

    \section1 Streams in several threads

    A connected stream cannot change its thread, but a request can: incomingConnection() sends it to the thread in which the
    stream shall live, and RdmaStream::accept() makes the connection there. \c examples/pool has a whole server.

    \code
    class PoolServer : public RdmaServer
    {
    public:
        PoolServer() { setAcceptPolicy(AcceptPolicy::Deferred); }
        QList<QObject *> workers; // each lives in a thread with an event loop

    protected:
        void incomingConnection(const RdmaConnectionRequest &request) override
        {
            QObject *worker = workers.at(next++ % workers.size());
            QMetaObject::invokeMethod(worker, [worker, request, options = streamOptions()] {
                auto *stream = new RdmaStream(worker);
                stream->setOptions(options);
                connect(stream, &RdmaStream::readyRead, stream,
                        [stream] { stream->write(stream->readAll()); });
                connect(stream, &RdmaStream::stateChanged, stream,
                        [stream](QAbstractSocket::SocketState state) {
                            if (state == QAbstractSocket::UnconnectedState)
                                stream->deleteLater();
                        });
                if (!stream->accept(request))
                    delete stream;
            });
        }

    private:
        qsizetype next = 0;
    };
    \endcode

    A server that listens can be moved to another thread, as QTcpServer can. It goes on listening on the same port: clients that come after moveToThread() are served in
    the new thread, as soon as its event loop runs or waitForNewConnection() is called there. What has come before and was not taken ends: waiting requests are refused as by a
    busy server, pending connections closed. Streams that were taken are children of the server until they get another parent; they move with it, and end if they are connected.

    The limits of the server (setMaximumConnections() and others) count these streams too. A request that nobody accepts is refused when its last copy goes.
*/

/*! \enum RdmaServer::AcceptPolicy
    \value Ahead Connections are complete before newConnection(). The default.
    \value Deferred incomingConnection() gets requests that nobody has answered.
*/

RdmaServer::RdmaServer(QObject *parent) : QObject(parent), d(new RdmaServerPrivate(this)) { }

RdmaServer::~RdmaServer()
{
    close();
    d->leaveEngine();
}

/*! Listens on \a port (0: any free one) of \a address, or on all addresses of all RDMA devices. Returns \c false, with
    serverError() and errorString(), when that cannot be had; a loopback address has no RDMA device.
*/
bool RdmaServer::listen(const QHostAddress &address, quint16 port)
{
    if (d->listener) {
        qWarning("RdmaServer::listen() called when already listening");
        return false;
    }
    if (!d->isUsedInItsThread("listen")) {
        d->setError(usageError(tr("A server is used in its own thread only")));
        return false;
    }
    if (const RdmaError wrong = Access::read(d->options).refused.first(); wrong.isError()) {
        d->setError(wrong);
        return false;
    }
    d->engine = Engine::current();
    d->engine->addObject(d.data());
    auto listener = std::make_unique<Listener>(
            d->engine, [this](const auto &incoming) { d->requested(incoming); },
            [this](const RdmaError &failure) { d->deviceLost(failure); });
    if (const RdmaError failure = listener->listen(address, port, d->backlog); failure.isError()) {
        d->setError(failure);
        d->engine->removeObject(d.data());
        return false;
    }
    d->listener = std::move(listener);
    d->offers = RdmaServerPrivate::Offers::AsTimeAllows; // not those of the last time
    d->acceptErrorPending = d->lost = false;
    d->address = address;
    d->port = d->listener->port();
    return true;
}

/*! Stops listening and drops the connections that nobody has taken. Those handed out live on. */
void RdmaServer::close()
{
    d->stop();
    d->dropPending();
}

bool RdmaServer::isListening() const
{
    return d->listener != nullptr;
}

void RdmaServer::setMaxPendingConnections(int numConnections)
{
    d->maxPending = numConnections;
}

int RdmaServer::maxPendingConnections() const
{
    return d->maxPending;
}

/*! Sets how many connections may be complete, or on the way, before somebody takes them, to \a size (default 50). Set it before listen().

    When there are more, one whose peer has not proved anything makes way for the new one: a client that has not confirmed its connection (RoCE,
    InfiniBand), or not proved the pre-shared key, in time. Of the address that has most of these it is the oldest, so that nobody who asks for
    many connections and says nothing more keeps out others; an IPv6 /64 counts as one address. Connections that are complete stay, and when there
    is nothing else the new one is refused ("the server is busy"). One that is refused for another reason
    drops nobody. RdmaStreamOptions::handshakeTimeout bounds how long a peer may take.
    \sa setMaximumConnections()
*/
void RdmaServer::setListenBacklogSize(int size)
{
    d->backlog = size;
}

int RdmaServer::listenBacklogSize() const
{
    return d->backlog;
}

/*! Sets how many connections there may be at a time, in all, to \a numConnections (0, the default: any number). Those being set up
    count, and all others until they have ended and the device has let go of them; more are refused ("as many connections as it takes"), but
    for one that is being set up and makes way, as listenBacklogSize() describes. Such a connection has streamOptions().handshakeTimeout to finish.
    \sa setMaximumConnectionsPerAddress(), setListenBacklogSize()
*/
void RdmaServer::setMaximumConnections(int numConnections)
{
    d->maximumConnections = qMax(0, numConnections);
}

int RdmaServer::maximumConnections() const
{
    return d->maximumConnections;
}

/*! Sets how many connections there may be at a time from one address to \a numConnections (0, the default: any number), so that
    no client can use up what setMaximumConnections() leaves to all. The addresses of an IPv6 /64 count as one, since whoever has one of them can
    have all; link-local ones count each for itself, and an IPv4 address is the same in both forms.
*/
void RdmaServer::setMaximumConnectionsPerAddress(int numConnections)
{
    d->maximumConnectionsPerAddress = qMax(0, numConnections);
}

int RdmaServer::maximumConnectionsPerAddress() const
{
    return d->maximumConnectionsPerAddress;
}

/*! How many connections there are at present, as setMaximumConnections() counts them. */
int RdmaServer::connections() const
{
    return isForkedChild() ? 0 : d->count->total(); // nor is its mutex free there for sure
}

RdmaServer::AcceptPolicy RdmaServer::acceptPolicy() const
{
    return d->policy;
}

void RdmaServer::setAcceptPolicy(AcceptPolicy policy)
{
    d->policy = policy;
}

RdmaStreamOptions RdmaServer::streamOptions() const
{
    return d->options;
}

/*! Sets the \a options of the streams that this server accepts from now on. */
void RdmaServer::setStreamOptions(const RdmaStreamOptions &options)
{
    d->options = options;
}

Rdma::WireFormats RdmaServer::wireFormats() const
{
    return d->wireFormats;
}

/*! Sets which wire \a formats this server takes from now on (default Rdma::WireFormat::QtRdma alone). With Rdma::WireFormat::Rsocket it also
    serves programs that use rsockets, as \c rstream, \c curl and others do under \c librspreload.so; what a client speaks is seen in its request, and
    RdmaStream::wireFormat() tells. Such a client holds the right to write to memory of its own stream, and of no other, for as long as
    it is connected. It takes no part in setSharedReceives(), and is refused where streamOptions() have a pre-shared key.
    No format at all is refused with a warning, and changes nothing.
*/
void RdmaServer::setWireFormats(Rdma::WireFormats formats)
{
    if (!formats) {
        qWarning("RdmaServer::setWireFormats() needs one format at least");
        return;
    }
    d->wireFormats = formats;
}

int RdmaServer::sharedReceives() const
{
    return d->sharedReceives;
}

/*! Lets the streams that this server accepts share \a count receives on each device, instead of having streamOptions().window
    of their own each; 0, the default, for not. Set it before listen().

    An idle stream holds 13 of them, 2 for data and 11 for control frames, and \a count / 13 streams are accepted; more are
    refused ("as many connections as it takes"). A busy one gets up to streamOptions().window data slots as long as there are
    enough, and gives them back when it has been idle for about a second. All have streamOptions().slotSize bytes, as it is when the first
    connection comes: they do not grow, so choose a size that suits busy streams too. Registered memory for receiving is \a count times
    that, however many connections there are.

    Those who share have one thing less of their own. A peer that sends more than it was allowed is disconnected for that, but may have taken receives
    of the others: on InfiniBand and RoCE they send again a moment later, on iWARP, which knows no such pause, their connections end. Where peers do
    not trust each other, windows of their own are the choice.

    The queue belongs to the server's thread: streams that incomingConnection() sends to another one have receives of their own.
    The verbs call is \c ibv_create_srq(3); a failure is an acceptError().
*/
void RdmaServer::setSharedReceives(int count)
{
    d->sharedReceives = qMax(0, count);
}

/*! How many shared receives the streams of this server have reserved at present, on all devices. */
int RdmaServer::sharedReceivesReserved() const
{
    int reserved = 0;
    for (const auto &[context, shared] : d->sharedSlots)
        reserved += shared ? shared->reserved() : 0;
    return reserved;
}

quint16 RdmaServer::serverPort() const
{
    return d->port;
}

QHostAddress RdmaServer::serverAddress() const
{
    return d->address;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for a connection without an event loop; newConnection() is emitted from
    inside. Returns whether one came; \a timedOut tells whether the time ran out. When one could not be accepted it returns at once, and
    rdmaError() has the reason. As with QTcpServer, connections come to a server that has paused, too. A client of the same thread that
    is connected is waited for whatever the time: over RoCE and InfiniBand the last message of its handshake may be under way.
*/
bool RdmaServer::waitForNewConnection(int msecs, bool *timedOut)
{
    if (timedOut)
        *timedOut = false;
    if (!d->isUsedInItsThread("waitForNewConnection"))
        return false;
    d->arrive();
    if (!d->listener)
        return false;
    const quint64 before = d->announced;
    const quint64 failuresBefore = d->failures;
    const StillHere alive(this);
    const bool outer = std::exchange(d->waited, true);
    bool arrived = false;
    bool failed = false;
    const auto isOver = [&] {
        if (!alive)
            return true;
        arrived = d->announced != before;
        failed = d->failures != failuresBefore;
        return arrived || failed || !d->listener;
    };
    if (!d->engine->wait(QDeadlineTimer(msecs), d.data(), isOver) && d->isOneComing()) {
        d->engine->wait(QDeadlineTimer(LastMessageTime), d.data(),
                        [&] { return isOver() || !d->isOneComing(); });
    }
    if (!alive)
        return arrived;
    d->waited = d->waited && outer; // not after a failure, nor a move
    if (arrived || failed || !d->listener)
        return arrived;
    if (timedOut)
        *timedOut = true;
    d->setError(waitExpiredError());
    return false;
}

bool RdmaServer::hasPendingConnections() const
{
    return !d->pending.isEmpty();
}

/*! Returns the next connection, a child of the server and yours to delete, or null. */
RdmaStream *RdmaServer::nextPendingConnection()
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

QAbstractSocket::SocketError RdmaServer::serverError() const
{
    return d->socketError;
}

QString RdmaServer::errorString() const
{
    return d->error.isError() ? d->error.toString() : QString();
}

RdmaError RdmaServer::rdmaError() const
{
    return d->error;
}

/*! Offers no further connections until resumeAccepting(). Clients may still connect, up to the backlog. */
void RdmaServer::pauseAccepting()
{
    d->offers = RdmaServerPrivate::Offers::None;
}

/*! Offers what has connected meanwhile, and goes on. To be called in the server's thread, also where that is a new one. */
void RdmaServer::resumeAccepting()
{
    if (!d->isUsedInItsThread("resumeAccepting"))
        return;
    if (d->offers == RdmaServerPrivate::Offers::None)
        d->offers = RdmaServerPrivate::Offers::AllThatWait;
    d->arrive();
    if (d->listener)
        d->engine->scheduleDelivery(d.data());
}

/*! \fn void RdmaServer::pendingConnectionAvailable()
    Emitted when a connection has been added to those that nextPendingConnection() returns, before newConnection().
*/

/*! \fn void RdmaServer::acceptError(QAbstractSocket::SocketError socketError)
    Emitted when a connection could not be accepted for a reason on this side, too little memory that may be locked for
    example; rdmaError() tells more. The server has paused then: call resumeAccepting() to go on. When the device that it
    listens on has been removed, or takes nothing from this process any more since that has changed its user, it listens no more: isListening()
    is false.
*/

bool RdmaServer::event(QEvent *event)
{
    if (event->type() == QEvent::ThreadChange)
        d->leaveThread();
    return QObject::event(event);
}

/*! Called for each connection. The default makes an RdmaStream of \a request and adds it to the pending ones. */
void RdmaServer::incomingConnection(const RdmaConnectionRequest &request)
{
    if (d->sharedReceives > 0 && !d->acceptNow(request))
        return;
    auto *stream = new RdmaStream(this);
    stream->setOptions(d->options);
    if (stream->accept(request)) {
        addPendingConnection(stream);
        return;
    }
    d->acceptFailed(stream->rdmaError());
    delete stream;
}

/*! Adds \a stream to what nextPendingConnection() returns. */
void RdmaServer::addPendingConnection(RdmaStream *stream)
{
    d->pending.append(stream);
    stream->d_func()->pending = true;
    stream->d_func()->limitReading();
    connect(stream, &QObject::destroyed, this, [this, stream] { d->pending.removeAll(stream); });
    Q_EMIT pendingConnectionAvailable(QPrivateSignal());
}

bool RdmaServerPrivate::isUsedInItsThread(const char *function) const
{
    const bool isIts = q->thread() == QThread::currentThread();
    if (!isIts)
        qWarning("RdmaServer::%s() called in another thread than the server's", function);
    return isIts;
}

void RdmaServerPrivate::stop()
{
    if (engine)
        engine->removeObject(this);
    listener.reset();
    endWaiting(RejectReason::Closing);
    port = 0;
    address.clear();
}

void RdmaServerPrivate::endWaiting(RejectReason reason)
{
    waiting.endAll(reason);
    sharedSlots.clear(); // the streams that use them keep them
}

void RdmaServerPrivate::dropPending()
{
    qDeleteAll(std::exchange(pending, {}));
}

// In the old thread.
void RdmaServerPrivate::leaveThread()
{
    waited = false;
    if (listener) {
        listener->leave();
        endWaiting(RejectReason::Busy);
        dropPending();
        QMetaObject::invokeMethod(
                q, [this] { arrive(); }, Qt::QueuedConnection);
    }
    leaveEngine();
}

// In the new one: from its event loop, or when somebody waits there.
void RdmaServerPrivate::arrive()
{
    if (!listener || engine)
        return;
    engine = Engine::current();
    engine->addObject(this);
    listener->enter(engine);
    engine->scheduleDelivery(this);
}

void RdmaServerPrivate::threadEnded()
{
    stop();
    leaveEngine();
}

void RdmaServerPrivate::forked()
{
    keepForEver(std::move(listener));
    keepForEver(std::make_shared<decltype(waiting)>(std::exchange(waiting, {})));
    keepForEver(std::make_shared<decltype(sharedSlots)>(std::exchange(sharedSlots, {})));
    engine.reset();
    port = 0;
    address.clear();
    acceptErrorPending = lost = false;
}

// That of the thread in which it has listened last.
void RdmaServerPrivate::leaveEngine()
{
    if (engine)
        engine->removeObject(this);
    engine.reset();
}

// Reap phase: everything is answered here, nothing is announced.
void RdmaServerPrivate::requested(const std::shared_ptr<IncomingConnection> &incoming)
{
    waiting.dropFailed();
    const auto ticket = count->admit(incoming->peerAddress, maximumConnectionsPerAddress);
    const int excess = ticket ? excessWithOneMore() : 0;
    if (!ticket || excess > 1 || (excess == 1 && !canMakeWay())) {
        incoming->reject(rejectData(ticket && waiting.count() >= backlog
                                            ? RejectReason::Busy
                                            : RejectReason::TooManyConnections));
        return;
    }
    incoming->ticket = ticket;
    incoming->wireFormats = wireFormats;
    RdmaError failure;
    std::shared_ptr<StreamLink> connection;
    if (policy == RdmaServer::AcceptPolicy::Ahead)
        connection = accept(incoming.get(), &failure);
    if (failure.isError()) {
        if (excess > 0) // it had no place yet, and the device may take a moment to let go of it
            count->makesWay(ticket.get());
        return acceptFailed(failure);
    }
    if (excess > 0)
        makeWay(); // not for one that is refused
    WaitingConnection *const entry = waiting.append(this, incoming, ticket);
    if (connection)
        entry->accepted(std::move(connection));
    engine->scheduleDelivery(this);
}

// Its client is in this thread and knows that it is connected; the last message of its handshake is on the way.
bool RdmaServerPrivate::isOneComing() const
{
    return std::any_of(waiting.list().begin(), waiting.list().end(), [this](const auto &entry) {
        return entry.state() == WaitingConnection::State::Unproved
                && engine->hasConnectedFrom(entry.incoming->peerAddress, entry.incoming->peerPort);
    });
}

// By how many there are too many with one more, which has its ticket.
int RdmaServerPrivate::excessWithOneMore() const
{
    const int atAll = maximumConnections > 0 ? count->total() - maximumConnections : 0;
    return std::max({ 0, waiting.count() + 1 - backlog, atAll });
}

// Strangers who say nothing must not keep out others: one without proof goes. The device needs a moment to let go of it, so there
// may be no more of these than of those that wait.
bool RdmaServerPrivate::canMakeWay()
{
    return count->makingWay() < backlog && waiting.toMakeWay();
}

void RdmaServerPrivate::makeWay()
{
    WaitingConnection *const entry = waiting.toMakeWay();
    if (!entry) // it has proved itself meanwhile: there is one more than there should be
        return;
    qCDebug(lcRdmaStream) << "makes way for another, without a proof:"
                          << entry->incoming->peerAddress;
    entry->end(RejectReason::Busy);
    if (const auto ticket = entry->ticket.lock())
        count->makesWay(ticket.get());
    waiting.remove(entry);
}

// A request that nobody has answered, on the shared receives.
bool RdmaServerPrivate::acceptNow(const RdmaConnectionRequest &request)
{
    if (!request.isValid() || request.isAccepted())
        return true;
    RdmaError failure;
    IncomingConnection *const incoming = incomingOf(request);
    incoming->accepted = accept(incoming, &failure);
    if (failure.isError())
        acceptFailed(failure);
    return !failure.isError();
}

// Null with a failure; the request is answered then.
std::shared_ptr<StreamLink> RdmaServerPrivate::accept(IncomingConnection *incoming,
                                                      RdmaError *failure)
{
    const Rdma::WireFormat format = formatOf(incoming->privateData, incoming->wireFormats);
    const bool shares = sharedReceives > 0 && format == Rdma::WireFormat::QtRdma;
    auto connection = shares ? makeShared(incoming, failure) : makeLink(format, engine, options);
    if (!connection)
        return {};
    *failure = connection->accept(incoming);
    return failure->isError() ? nullptr : connection;
}

std::shared_ptr<StreamLink> RdmaServerPrivate::makeShared(IncomingConnection *incoming,
                                                          RdmaError *failure)
{
    const auto shared = slotsOn(incoming->id()->verbs, failure);
    if (!shared) {
        incoming->reject(rejectData(RejectReason::OutOfResources));
        return {};
    }
    StreamOptionsData own = Access::read(options);
    own.slotSize = own.largeSlotSize = int(shared->slotSize() - FrameHeader::Size);
    auto connection = std::make_shared<StreamConnection>(engine, own);
    *failure = connection->examine(incoming);
    if (failure->isError())
        return {};
    auto share = shared->admit();
    if (!share) {
        *failure = makeWayForReceives(incoming);
        return {};
    }
    connection->shareSlots(shared, std::move(share));
    return connection;
}

// The receives of a connection that makes way come back when the device has let go of it.
RdmaError RdmaServerPrivate::makeWayForReceives(IncomingConnection *incoming)
{
    const bool makesWay = canMakeWay();
    if (makesWay)
        makeWay();
    incoming->reject(rejectData(makesWay ? RejectReason::Busy : RejectReason::TooManyConnections));
    return protocolError(QStringLiteral("no shared receives are left"));
}

std::shared_ptr<SharedSlots> RdmaServerPrivate::slotsOn(ibv_context *context, RdmaError *failure)
{
    auto &shared = sharedSlots[context];
    if (!shared) {
        shared = SharedSlots::make(engine, context, sharedReceives,
                                   quint32(options.slotSize()) + FrameHeader::Size, failure);
    }
    return shared;
}

// A stranger who does not speak the protocol, and a client that has given up: then the answer is no longer wanted.
static bool isFaultOfPeer(const RdmaError &failure)
{
    return failure.category() == RdmaError::Category::Protocol
            || failure.cause() == RdmaError::Cause::RemoteClosed
            || failure.cause() == RdmaError::Cause::ConnectTimeout;
}

// As QTcpServer does, the server pauses when it cannot accept: it would only fail again.
void RdmaServerPrivate::acceptFailed(const RdmaError &failure)
{
    if (isFaultOfPeer(failure)) {
        qCDebug(lcRdmaStream) << "rejected:" << failure;
        return;
    }
    setError(failure);
    offers = Offers::None;
    acceptErrorPending = true;
    waited = false;
    if (listener && engine)
        engine->scheduleDelivery(this);
}

void RdmaServerPrivate::deviceLost(const RdmaError &failure)
{
    setError(failure);
    lost = acceptErrorPending = true;
    engine->scheduleDelivery(this);
}

bool RdmaServerPrivate::mayOffer() const
{
    return listener && (offers != Offers::None || waited) && pending.size() < maxPending;
}

// Where many wait, what is ready is handed out however long that takes: a turn may take in more than it has time to hand out.
bool RdmaServerPrivate::isInTime() const
{
    return offers == Offers::AllThatWait || waiting.count() > backlog / 2 || !engine
            || !engine->isPhaseLong();
}

void RdmaServerPrivate::deliver()
{
    const StillHere alive(q);
    waiting.dropFailed(); // before anybody saw it: not an error of the server
    if (std::exchange(lost, false))
        stop();
    if (std::exchange(acceptErrorPending, false)) {
        ++failures;
        Q_EMIT q->acceptError(socketError);
    }
    while (alive && mayOffer() && offerNext()) {
        if (!alive || !listener)
            continue;
        if (!isInTime())
            return engine->scheduleDelivery(this);
        if (engine)
            engine->startPhaseClock();
    }
    if (alive && offers == Offers::AllThatWait)
        offers = Offers::AsTimeAllows;
}

bool RdmaServerPrivate::offerNext()
{
    WaitingConnection *const ready = waiting.toBeOffered();
    if (!ready)
        return false;
    const RdmaConnectionRequest request = requestOf(ready->incoming);
    if (ready->connection) {
        ready->connection->setObserver(nullptr);
        ready->incoming->accepted = ready->connection;
    }
    waiting.remove(ready);
    const StillHere alive(q);
    q->incomingConnection(request);
    if (!alive)
        return false;
    ++announced;
    Q_EMIT q->newConnection();
    return true;
}

void RdmaServerPrivate::setError(const RdmaError &failure)
{
    error = failure;
    socketError = failure.socketError();
}
