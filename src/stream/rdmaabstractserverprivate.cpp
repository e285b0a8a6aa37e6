// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaabstractserver_p.h"

#include "native/streamconnection_p.h"
#include "streamformat_p.h"

#include "../base/logging_p.h"
#include "../base/stillhere_p.h"
#include "../connection/rdmaconnectionrequest_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qpointer.h>
#include <QtCore/qthread.h>

#include <rdma/rdma_cma.h>

#include <algorithm>
#include <utility>

using namespace QtRdmaPrivate;

static constexpr int LastMessageTime = 1000; // ms; a few would do within one machine

bool RdmaAbstractServerPrivate::isUsedInItsThread(const char *function) const
{
    const bool isIts = q->thread() == QThread::currentThread();
    if (!isIts)
        qWarning("RdmaServer::%s() called in another thread than the server's", function);
    return isIts;
}

RdmaError RdmaAbstractServerPrivate::listen(const QHostAddress &wanted, quint16 wantedPort)
{
    if (RdmaError wrong = Access::read(options).refused.first(); wrong.isError())
        return wrong;
    engine = Engine::current();
    engine->addObject(this);
    auto made = std::make_unique<StreamListener>(
            engine,
            StreamListener::Told{ [this](const auto &incoming) { requested(incoming); },
                                  [this](const RdmaError &failure) { deviceLost(failure); },
                                  [this](const RdmaError &failure) { acceptFailed(failure); } });
    RdmaError failure = made->listen({ transports, wanted, wantedPort, tcpPort, backlog });
    if (failure.isError()) {
        engine->removeObject(this);
        return failure;
    }
    listener = std::move(made);
    offers = Offers::AsTimeAllows; // not the offers of the last time
    acceptErrorPending = lost = false;
    address = wanted;
    port = listener->port();
    return {};
}

void RdmaAbstractServerPrivate::stop()
{
    if (engine)
        engine->removeObject(this);
    listener.reset();
    endWaiting(RejectReason::Closing);
    port = 0;
    address.clear();
}

void RdmaAbstractServerPrivate::endWaiting(RejectReason reason)
{
    waiting.endAll(reason);
    sharedSlots.clear(); // the streams that use them keep them
}

void RdmaAbstractServerPrivate::dropPending()
{
    const QPointer<RdmaAbstractServer> alive(q);
    while (alive && !pending.isEmpty())
        delete pending.takeFirst();
}

// Called in the old thread.
void RdmaAbstractServerPrivate::leaveThread()
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

// Called in the new thread: from its event loop, or when somebody waits there.
void RdmaAbstractServerPrivate::arrive()
{
    if (!listener || engine)
        return;
    engine = Engine::current();
    engine->addObject(this);
    listener->enter(engine);
    engine->scheduleDelivery(this);
}

void RdmaAbstractServerPrivate::threadEnded()
{
    stop();
    leaveEngine();
}

void RdmaAbstractServerPrivate::forked()
{
    keepForEver(std::move(listener));
    keepForEver(std::make_shared<decltype(waiting)>(std::exchange(waiting, {})));
    keepForEver(std::make_shared<decltype(sharedSlots)>(std::exchange(sharedSlots, {})));
    engine.reset();
    port = 0;
    address.clear();
    acceptErrorPending = lost = false;
    told = { error, {}, 0, false };
}

// Leaves the engine of the thread in which the server has listened last.
void RdmaAbstractServerPrivate::leaveEngine()
{
    if (engine)
        engine->removeObject(this);
    engine.reset();
}

// Called in the reap phase: every request is answered here, and nothing is announced.
void RdmaAbstractServerPrivate::requested(const std::shared_ptr<IncomingConnection> &incoming)
{
    waiting.dropFailed();
    const auto ticket = count->admit(incoming->peerAddress, maxConnectionsPerAddress);
    const int excess = ticket ? excessWithOneMore() : 0;
    if (!ticket || excess > 1 || (excess == 1 && !canMakeWay(incoming->peerAddress))) {
        incoming->reject(rejectData(ticket && waiting.count() >= backlog
                                            ? RejectReason::Busy
                                            : RejectReason::TooManyConnections));
        return;
    }
    incoming->ticket = ticket;
    incoming->wireFormats = wireFormats;
    incoming->transports = transports;
    RdmaError failure;
    std::shared_ptr<StreamLink> connection;
    if (acceptsAhead)
        connection = accept(incoming.get(), &failure);
    if (failure.isError()) {
        if (excess > 0) // it had no place yet, and the device may need a moment to release it
            count->makesWay(ticket.get());
        return acceptFailed(failure);
    }
    if (excess > 0)
        makeWay(incoming->peerAddress); // only now: a request that is refused displaces nobody
    WaitingConnection *const entry = waiting.append(this, incoming, ticket);
    if (connection)
        entry->accepted(std::move(connection));
    if (entry->connection && incoming->transport == Rdma::StreamTransport::Tcp
        && waiting.isComingByRdma(incoming->peerAddress))
        entry->hold();
    engine->scheduleDelivery(this);
}

// Its client is in this thread and knows that it is connected; the last message of its handshake is
// on the way.
bool RdmaAbstractServerPrivate::isOneComing() const
{
    return std::any_of(waiting.list().begin(), waiting.list().end(), [this](const auto &entry) {
        return entry.state() == WaitingConnection::State::Unproved
                && engine->hasConnectedFrom(entry.incoming->peerAddress, entry.incoming->peerPort);
    });
}

// By how many connections the limits are exceeded with one more, which has its ticket already.
int RdmaAbstractServerPrivate::excessWithOneMore() const
{
    const int atAll = maxConnections > 0 ? count->total() - maxConnections : 0;
    return std::max({ 0, waiting.count() + 1 - backlog, atAll });
}

// Strangers who say nothing must not keep out others: one without proof goes. The device needs a
// moment to let go of it, so there may be no more of these than of those that wait. A source that
// displaces itself all the time reaches that limit; a client from elsewhere has a limit above it.
bool RdmaAbstractServerPrivate::canMakeWay(const QHostAddress &newcomer)
{
    const WaitingConnection *const entry = waiting.toMakeWay(newcomer);
    if (!entry)
        return false;
    const bool isOfOneSource = sourceOf(entry->incoming->peerAddress) == sourceOf(newcomer);
    return count->makingWay() < (isOfOneSource ? backlog : 2 * backlog);
}

void RdmaAbstractServerPrivate::makeWay(const QHostAddress &newcomer)
{
    WaitingConnection *const entry = waiting.toMakeWay(newcomer);
    if (!entry) // it has proved itself meanwhile: there is one connection too many
        return;
    qCDebug(lcRdmaStream) << "makes way for another, without a proof:"
                          << entry->incoming->peerAddress;
    entry->end(RejectReason::Busy);
    if (const auto ticket = entry->ticket.lock())
        count->makesWay(ticket.get());
    waiting.remove(entry);
}

// Accepts a request that nobody has answered, with the shared receives.
bool RdmaAbstractServerPrivate::acceptNow(const RdmaConnectionRequest &request)
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

// Returns null with a failure; the request is answered then.
std::shared_ptr<StreamLink> RdmaAbstractServerPrivate::accept(IncomingConnection *incoming,
                                                              RdmaError *failure)
{
    const bool shares = sharedReceives > 0 && isNative(*incoming);
    auto connection = shares ? makeShared(incoming, failure) : makeLink(*incoming, engine, options);
    if (!connection)
        return {};
    *failure = connection->accept(incoming);
    return failure->isError() ? nullptr : connection;
}

std::shared_ptr<StreamLink> RdmaAbstractServerPrivate::makeShared(IncomingConnection *incoming,
                                                                  RdmaError *failure)
{
    const auto shared = slotsOn(incoming->id()->verbs, failure);
    if (!shared) {
        incoming->reject(rejectData(RejectReason::OutOfResources));
        return {};
    }
    StreamOptionsData own = Access::read(options);
    own.slotSize = int(shared->slotSize() - FrameHeader::Size);
    auto connection = std::make_shared<StreamConnection>(engine, own, Receives::Shared);
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

// The receives of a connection that makes way come back only when the device has released it.
RdmaError RdmaAbstractServerPrivate::makeWayForReceives(IncomingConnection *incoming)
{
    const bool makesWay = canMakeWay(incoming->peerAddress);
    if (makesWay)
        makeWay(incoming->peerAddress);
    incoming->reject(rejectData(makesWay ? RejectReason::Busy : RejectReason::TooManyConnections));
    return protocolError(QStringLiteral("no shared receives are left"));
}

std::shared_ptr<SharedSlots> RdmaAbstractServerPrivate::slotsOn(ibv_context *context,
                                                                RdmaError *failure)
{
    auto &shared = sharedSlots[context];
    if (!shared) {
        shared = SharedSlots::make(engine, context, sharedReceives,
                                   quint32(options.slotSize()) + FrameHeader::Size, failure);
    }
    return shared;
}

// A stranger who does not speak the protocol, and a client that has given up: then the answer is no
// longer wanted.
static bool isFaultOfPeer(const RdmaError &failure)
{
    return failure.category() == RdmaError::Category::Protocol
            || failure.cause() == RdmaError::Cause::RemoteClosed
            || failure.cause() == RdmaError::Cause::ConnectTimeout;
}

// As QTcpServer does, the server pauses when it cannot accept: it would only fail again.
void RdmaAbstractServerPrivate::acceptFailed(const RdmaError &failure)
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

void RdmaAbstractServerPrivate::deviceLost(const RdmaError &failure)
{
    setError(failure);
    lost = acceptErrorPending = true;
    engine->scheduleDelivery(this);
}

RdmaAbstractServerPrivate::Waited RdmaAbstractServerPrivate::waitForOffer(QDeadlineTimer deadline)
{
    arrive();
    if (!listener)
        return Waited::Ended;
    const quint64 offeredBefore = offered;
    const quint64 failuresBefore = failures;
    const StillHere alive(q);
    const bool outer = std::exchange(waited, true);
    Waited result = Waited::Expired;
    const auto isOver = [&] {
        if (!alive)
            return true;
        if (offered != offeredBefore)
            result = Waited::Offered;
        else if (failures != failuresBefore || !listener)
            result = Waited::Ended;
        return result != Waited::Expired;
    };
    if (!engine->wait(deadline, this, isOver) && isOneComing()) {
        engine->wait(QDeadlineTimer(LastMessageTime), this,
                     [&] { return isOver() || !isOneComing(); });
    }
    if (!alive)
        return result == Waited::Offered ? result : Waited::Ended;
    waited = waited && outer; // false after a failure or a move
    return result;
}

bool RdmaAbstractServerPrivate::mayOffer() const
{
    return listener && (offers != Offers::None || waited) && pending.size() < maxPending;
}

// Where many wait, what is ready is handed out however long that takes: a turn may take in more
// than it has time to hand out.
bool RdmaAbstractServerPrivate::isInTime() const
{
    return offers == Offers::AllThatWait || waiting.count() > backlog / 2 || !engine
            || !engine->isPhaseLong();
}

void RdmaAbstractServerPrivate::deliver()
{
    const StillHere alive(q);
    // they failed before anybody saw them, so that is not an error of the server
    waiting.dropFailed();
    if (std::exchange(lost, false))
        stop();
    tellChanges();
    if (alive && std::exchange(acceptErrorPending, false)) {
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

bool RdmaAbstractServerPrivate::offerNext()
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
    ++offered;
    q->serveRequest(request);
    return true;
}

void RdmaAbstractServerPrivate::setError(const RdmaError &failure)
{
    error = failure;
    socketError = failure.socketError();
}

// Called outside of the reap phase, and in the server's thread.
void RdmaAbstractServerPrivate::tellChanges()
{
    const StillHere alive(q);
    if (std::exchange(told.error, error) != error)
        Q_EMIT q->rdmaErrorChanged();
    if (alive && told.listening != (listener != nullptr)) {
        told.listening = listener != nullptr;
        Q_EMIT q->listeningChanged(told.listening);
    }
    if (alive && std::exchange(told.port, port) != port)
        Q_EMIT q->serverPortChanged(port);
    if (alive && std::exchange(told.address, address) != address)
        Q_EMIT q->serverAddressChanged(QHostAddress(address));
}
