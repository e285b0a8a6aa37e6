// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connection_p.h"
#include "connectionparameters_p.h"
#include "handmadequeuepair_p.h"
#include "rdmaconnectiontimes_p.h"

#include "../work/workrequestcheck_p.h"

#include "../verbs/addresserrors_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/socketaddress_p.h"
#include "../base/logging_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <array>
#include <cerrno>

namespace QtRdmaPrivate {

namespace {

constexpr int SlowestCallCheck = 64; // ms
constexpr std::array NudgePauses = { 20, 100, 500, 2500, 12500 }; // ms
constexpr int DisconnectTimeout = 5000; // ms; the kernel would ask a silent peer for a minute

// If this side is short of nothing the peer is the cause: its request is not there any more.
RdmaError acceptError(int failure)
{
    const RdmaError error = callError("rdma_accept", failure);
    return error.socketError() == QAbstractSocket::SocketResourceError
            ? error
            : RdmaError(error.category(), error.call(), failure, error.text(), error.hint(),
                        error.socketError(), RdmaError::Cause::RemoteClosed);
}

// The call to which the connection manager has not answered yet.
const char *stepCall(Connection::State state)
{
    switch (state) {
    case Connection::State::ResolvingAddress:
        return "rdma_resolve_addr";
    case Connection::State::ResolvingRoute:
        return "rdma_resolve_route";
    case Connection::State::Accepting:
        return "rdma_accept";
    default:
        return "rdma_connect";
    }
}

RdmaError gaveUpError(const char *call)
{
    return RdmaError(RdmaError::Category::ConnectionManager, QString::fromLatin1(call),
                     ECONNABORTED, Words::tr("The peer gave up before the connection was made"), {},
                     QAbstractSocket::RemoteHostClosedError, RdmaError::Cause::RemoteClosed);
}

} // namespace

Connection::Connection(std::shared_ptr<Engine> engine, ConnectionOwner *owner)
    : QueuePairTransport(std::move(engine), owner)
    , m_deadline(m_engine->deadlines(), [this] { timedOut(); })
    , m_callCheck(m_engine->deadlines(), [this] { checkCall(); })
    , m_unheard(m_engine->deadlines(), [this] { nudge(); })
{
}

Connection::~Connection()
{
    close();
}

RdmaError Connection::connectTo(const QHostAddress &address, quint16 port,
                                const ConnectionSettings &settings)
{
    m_settings = settings;
    m_target = address;
    m_targetPort = port;
    RdmaError error = resolve();
    if (error.isError())
        close();
    else
        m_deadline.start(settings.timeLeft.value_or(settings.timeout));
    return error;
}

RdmaError Connection::resolve()
{
    RdmaError error = m_engine->withCmChannel([this](const CmChannelPtr &channel) {
        RdmaError failure;
        m_id = CmId::make(channel, m_token, &failure);
        return failure;
    });
    if (!error.isError())
        error = setIdOptions(m_id.get(), m_settings);
    if (!error.isError())
        error = startResolving();
    return error;
}

RdmaError Connection::startResolving()
{
    sockaddr_storage target;
    sockaddr_storage source;
    const auto convert = m_settings.addressIsGid ? toGidAddress : toSockaddr;
    if (convert(m_target, m_targetPort, &target) == 0)
        return usageError(QStringLiteral("Not an address to connect to: ") + m_target.toString());
    const bool bound = !m_settings.sourceAddress.isNull() || m_settings.sourcePort != 0;
    QHostAddress sourceAddress = m_settings.sourceAddress;
    if (bound && sourceAddress.isNull()) {
        sourceAddress = target.ss_family == AF_INET ? QHostAddress(QHostAddress::AnyIPv4)
                                                    : QHostAddress(QHostAddress::AnyIPv6);
    }
    if (bound && convert(sourceAddress, m_settings.sourcePort, &source) == 0)
        return usageError(QStringLiteral("Not an address to bind to: ") + sourceAddress.toString());
    m_state = State::ResolvingAddress;
    m_step.start();
    const int failure = cmResult(
            rdma_resolve_addr(m_id.get(), bound ? reinterpret_cast<sockaddr *>(&source) : nullptr,
                              reinterpret_cast<sockaddr *>(&target), m_settings.resolveTimeout));
    return failure ? resolveError("rdma_resolve_addr", failure) : RdmaError();
}

RdmaError Connection::resolveError(const char *call, int status, int event) const
{
    const int failure = qAbs(status);
    if (m_settings.addressIsGid)
        return gidError(call, failure, m_target);
    if (event < 0 && isPortShortage(failure, m_settings.sourceAddress))
        return noPortError(call);
    if (failure == ENODEV || failure == ENOENT || failure == EADDRNOTAVAIL)
        return noDeviceError(call, failure, m_target, m_settings.sourceAddress);
    return event < 0 ? bindError(call, failure, m_settings.sourcePort)
                     : eventError(call, event, status);
}

RdmaError Connection::accept(IncomingConnection *incoming, const ConnectionSettings &settings)
{
    m_settings = settings;
    m_initiator = false;
    m_id = incoming->takeId();
    if (!m_id) {
        return usageError(
                incoming->isUnanswered()
                        ? Words::tr("The request came over TCP, and only a stream can accept it")
                        : Words::tr("The connection request was answered already"));
    }
    m_ticket = std::move(incoming->ticket);
    RdmaError error = m_engine->withCmChannel([this](const CmChannelPtr &channel) {
        return m_id->channel == channel.get() ? RdmaError() : m_id.migrate(channel);
    });
    m_id.setToken(m_token);
    m_state = State::Accepting;
    m_step.start();
    if (!error.isError())
        error = setIdOptions(m_id.get(), settings);
    if (!error.isError())
        error = makeQueuePair(incoming);
    if (!error.isError() && isHandMade())
        error = becomeReady(m_id.get(), m_queues, m_settings);
    if (!error.isError()) {
        rdma_conn_param own = parameters();
        if (const int failure = cmResult(rdma_accept(m_id.get(), &own)))
            error = acceptError(failure);
    }
    if (error.isError())
        return refuse(error);
    m_deadline.start(settings.timeout);
    return error;
}

// Destroying the id would refuse the request too, but without a reason.
RdmaError Connection::refuse(const RdmaError &error)
{
    RdmaError result = error;
    const QByteArray &reason = m_settings.refusal;
    if (!m_id.isAnswerAwaited()) {
        result = gaveUpError("rdma_accept");
    } else if (const int failure = cmResult(
                       rdma_reject(m_id.get(), reason.constData(), quint8(reason.size())))) {
        qCDebug(lcRdmaCm) << callError("rdma_reject", failure);
    }
    return result; // the owner calls close() with the memory that it has posted
}

void Connection::cmEvent(const CmEvent &event)
{
    switch (event.type) {
    case RDMA_CM_EVENT_ADDR_RESOLVED:
        return addressResolved();
    case RDMA_CM_EVENT_ROUTE_RESOLVED:
        return routeResolved();
    case RDMA_CM_EVENT_CONNECT_RESPONSE:
        keepToReadDepthOf(event);
        return responded(event.privateData);
    case RDMA_CM_EVENT_ESTABLISHED:
        keepToReadDepthOf(event);
        return becomeEstablished(event.privateData);
    case RDMA_CM_EVENT_ADDR_ERROR:
        return fail(resolveError("rdma_resolve_addr", event.status, event.type));
    case RDMA_CM_EVENT_ROUTE_ERROR:
        return fail(resolveError("rdma_resolve_route", event.status, event.type));
    case RDMA_CM_EVENT_REJECTED:
        return rejected(event);
    case RDMA_CM_EVENT_CONNECT_ERROR:
        return fail(answerError(event.status));
    case RDMA_CM_EVENT_UNREACHABLE:
        return unreachable(event.status);
    case RDMA_CM_EVENT_DISCONNECTED:
        return disconnected();
    case RDMA_CM_EVENT_DEVICE_REMOVAL:
        return fail(eventError("rdma_get_cm_event", event.type, 0));
    default:
        qCDebug(lcRdmaCm) << "nothing to do for" << rdma_event_str(rdma_cm_event_type(event.type));
    }
}

// On transports other than iWARP: librdmacm could not complete the connection when the peer's
// answer had come. Either the device has refused the change of the queue pair's state, or the peer
// has ended the connection meanwhile. No other event tells of the latter.
RdmaError Connection::answerError(int status) const
{
    if (reportsErrnos())
        return iwarpConnectError(status);
    if (status == -EINVAL && !m_id.isAnswerAwaited())
        return gaveUpError("rdma_connect");
    return eventError("rdma_connect", RDMA_CM_EVENT_CONNECT_ERROR, status);
}

void Connection::rejected(const CmEvent &event)
{
    if (m_state < State::Established)
        fail(rejectError(event.status, reportsErrnos()), event.privateData);
    else // by a peer that has ended before it heard that this side is connected
        fail({}, {});
}

// On a live connection (kernel 6.0 and later) it only says that the neighbour entry changed.
void Connection::unreachable(int status)
{
    if (m_state < State::Established)
        fail(eventError("rdma_connect", RDMA_CM_EVENT_UNREACHABLE, status ? status : ETIMEDOUT));
}

void Connection::disconnected()
{
    if (!takeWhatArrived()) // which may establish the connection
        return;
    if (m_state < State::Established)
        fail(gaveUpError(m_initiator ? "rdma_connect" : "rdma_accept"));
    else
        fail({}, {});
}

qint64 Connection::restartStep()
{
    const qint64 taken = m_step.nsecsElapsed();
    m_step.start();
    return taken;
}

void Connection::addressResolved()
{
    if (m_state != State::ResolvingAddress)
        return;
    m_state = State::ResolvingRoute;
    Access::write(m_times).address = restartStep();
    m_takesTcpPort = m_id->verbs->device->transport_type == IBV_TRANSPORT_IWARP;
    if (const int failure = cmResult(rdma_resolve_route(m_id.get(), m_settings.resolveTimeout)))
        fail(resolveError("rdma_resolve_route", failure));
    else
        m_owner->addressResolved();
}

void Connection::routeResolved()
{
    if (m_state != State::ResolvingRoute)
        return;
    m_state = State::Connecting;
    Access::write(m_times).route = restartStep();
    const RdmaError error = hasQueuePair() ? RdmaError() : makeQueuePair();
    if (error.isError())
        fail(error);
    else
        connectToPeer();
}

void Connection::connectToPeer()
{
    rdma_conn_param own = parameters();
    if (provider().blocksInConnect()) {
        m_call = ConnectCall::start(m_engine->workers(), m_id.get(), own, m_settings.privateData);
        m_callCheck.start(m_callInterval);
    } else if (const int failure = cmResult(rdma_connect(m_id.get(), &own))) {
        callFailed(failure);
    }
}

void Connection::callFailed(int failure)
{
    const bool isPortOurs = m_settings.sourcePort == 0 && m_portsInUse.size() < MostPorts - 1;
    if (failure == EADDRINUSE && isPortOurs)
        tryAnotherPort();
    else
        fail(connectError(failure));
}

// iWARP binds its TCP socket when it connects, to a port that the connection manager believes to be
// free. A program outside of RDMA may use that port. A new id gets another port as long as the old
// id exists.
void Connection::tryAnotherPort()
{
    // the queue pair is on the device of this address
    m_settings.sourceAddress = localAddress(nullptr);
    m_portsInUse.push_back(std::make_shared<CmId>(std::move(m_id)));
    CmId &old = *m_portsInUse.back();
    m_call.reset();
    const RdmaError error = resolve();
    if (m_id)
        std::swap(m_id->qp, old->qp);
    else
        std::swap(m_id, old);
    if (error.isError())
        fail(error);
}

rdma_conn_param Connection::parameters() const
{
    rdma_conn_param result = connectParameters(m_settings);
    // Used only if the id has not made the queue pair.
    result.qp_num = m_queues.queuePair()->qp_num;
    result.srq = m_settings.sharedReceives != nullptr;
    return result;
}

// The peer has accepted, and the program has made the queue pair: the id does not know it.
void Connection::responded(const QByteArray &privateData)
{
    if (m_state != State::Connecting)
        return;
    RdmaError error = becomeReady(m_id.get(), m_queues, m_settings);
    if (!error.isError()) {
        if (const int failure = cmResult(rdma_establish(m_id.get())))
            error = callError("rdma_establish", failure);
    }
    if (error.isError())
        fail(error);
    else
        becomeEstablished(privateData);
}

// The call itself tells only of failures. They come soon if nobody listens, and late if nobody
// answers.
void Connection::checkCall()
{
    m_call->help();
    const std::optional<int> result = m_call->result();
    if (!result) {
        m_callInterval = qMin(2 * m_callInterval, SlowestCallCheck);
        m_callCheck.start(m_callInterval);
    } else if (*result != 0) {
        callFailed(*result);
    }
}

RdmaError Connection::connectError(int failure) const
{
    return failure == ECONNREFUSED ? rejectError(-failure, reportsErrnos())
                                   : callError("rdma_connect", failure);
}

bool Connection::reportsErrnos() const
{
    return hasQueuePair() && provider().reportsErrnos();
}

RdmaError Connection::makeQueuePair(const IncomingConnection *incoming)
{
    RdmaError error = createQueuePair(incoming);
    if (!error.isError())
        error = m_owner->prepare();
    Access::write(m_times).queuePair = restartStep();
    return error;
}

RdmaError Connection::createQueuePair(const IncomingConnection *incoming)
{
    RdmaError error;
    const auto device = m_engine->device(m_id->verbs, &error);
    if (!device)
        return error;
    if (error = fitToDevice(device->provider(), incoming, &m_settings); error.isError())
        return error;
    if (m_initiator && device->provider().needsNudge())
        m_settings.ownSends = int(NudgePauses.size());
    const auto create = [this](ibv_qp_init_attr_ex *attributes) {
        return rdma_create_qp_ex(m_id.get(), attributes) == 0 ? m_id->qp : nullptr;
    };
    error = m_queues.make(device, Rdma::QueuePairType::ReliableConnected, m_settings, m_token, this,
                          "rdma_create_qp", create);
    m_usable = !error.isError();
    return m_usable && isHandMade() ? initialize(m_id.get(), m_queues.queuePair()) : error;
}

// The initiator keeps to what the answer grants. The acceptor has kept to what the request offered.
void Connection::keepToReadDepthOf(const CmEvent &answer)
{
    if (m_state == State::Connecting && !provider().swapsReadDepths())
        m_settings.initiatorDepth = qMin<int>(m_settings.initiatorDepth, answer.initiatorDepth);
}

void Connection::becomeEstablished(const QByteArray &privateData)
{
    if (m_state != State::Connecting && m_state != State::Accepting)
        return;
    m_state = State::Established;
    Access::write(m_times).connect = restartStep();
    m_deadline.cancel();
    m_callCheck.cancel();
    setMinRnrTimer();
    if (m_queues.ownSends() > 0)
        m_unheard.start(NudgePauses.front());
    m_owner->established(privateData);
}

void Connection::setMinRnrTimer()
{
    if (!provider().hasRnrTimer())
        return;
    ibv_qp_attr attributes = {};
    attributes.min_rnr_timer = quint8(m_settings.minRnrTimer);
    // Credits keep receivers ready. Without the timer an accident costs 655 ms, and nothing else.
    if (const int failure =
                verbsResult(ibv_modify_qp(m_queues.queuePair(), &attributes, IBV_QP_MIN_RNR_TIMER)))
        qCWarning(lcRdmaQueuePair) << callError("ibv_modify_qp", failure);
}

// See Provider::needsNudge(): a side that hears nothing writes zero bytes to the peer's memory.
// Such a write takes no receive of the peer and needs no key (RFC 5040, 5.1).
void Connection::nudge()
{
    if (m_state != State::Established)
        return;
    ibv_send_wr write = {};
    write.wr_id = Engine::workRequestId(Engine::Nobody, 0);
    write.opcode = IBV_WR_RDMA_WRITE;
    ibv_send_wr *bad = nullptr;
    if (const int failure = m_queues.postSend(&write, &bad))
        qCDebug(lcRdmaQueuePair) << callError("ibv_post_send", failure);
    if (++m_nudges < m_queues.ownSends())
        m_unheard.start(NudgePauses[size_t(m_nudges)]);
}

// The first message can overtake the event of the connection. It proves that the peer is there.
void Connection::heardFromPeer(const ibv_wc &completion)
{
    if (completion.status != IBV_WC_SUCCESS)
        return;
    if (completion.opcode == IBV_WC_RDMA_READ || (completion.opcode & IBV_WC_RECV))
        m_unheard.cancel();
    if (m_state == State::Accepting)
        becomeEstablished({});
}

void Connection::workCompleted(quint32 tag, Completion done)
{
    if (waitsToHear())
        heardFromPeer(done.wc);
    m_owner->workCompleted(tag, done);
}

const ibv_wc *Connection::runCompleted(const ibv_wc *first, const ibv_wc *end)
{
    if (waitsToHear())
        return firstRunCompleted(first, end);
    return m_owner->runCompleted(first, end);
}

Q_NEVER_INLINE const ibv_wc *Connection::firstRunCompleted(const ibv_wc *first, const ibv_wc *end)
{
    heardFromPeer(*first);
    return m_owner->runCompleted(first, end);
}

void Connection::sharedReceive(PostedWork &&work, Completion done)
{
    if (waitsToHear())
        heardFromPeer(done.wc);
    m_owner->sharedReceive(std::move(work), done);
}

void Connection::disconnect()
{
    if (m_state != State::Established)
        return;
    m_state = State::Disconnecting;
    if (isHandMade())
        stopQueuePair(m_queues.queuePair());
    // EINVAL means that the peer was faster. After any failure no event may follow. Then the
    // connection ends without one, by destroying the id, which tells the peer, too.
    const int failure = cmResult(rdma_disconnect(m_id.get()));
    if (failure)
        qCDebug(lcRdmaCm) << callError("rdma_disconnect", failure);
    m_deadline.start(failure ? 0 : DisconnectTimeout);
}

// Destroying the id tells the peer. The message of a disconnect would be less certain: Linux 7.2
// lets it wait behind the requests of the device that nobody answers, and forgets it with the id.
void Connection::halt()
{
    if (m_state != State::Established)
        return;
    if (!provider().disconnectsByMessage())
        return disconnect();
    m_state = State::Disconnecting;
    stopQueuePair(m_queues.queuePair());
}

void Connection::fail(const RdmaError &error, const QByteArray &privateData)
{
    if (m_state == State::Closed || m_state == State::Idle)
        return;
    halt();
    if (takeWhatArrived())
        m_owner->ended(error, privateData);
}

// Handles what arrived before the end, which may make the owner close the connection. Returns false
// then.
bool Connection::takeWhatArrived()
{
    m_queues.drain();
    return m_state != State::Closed;
}

void Connection::asyncEvent(const AsyncEvent &event)
{
    if (event.subject && !m_queues.uses(event.subject))
        return;
    if (event.type != IBV_EVENT_COMM_EST)
        return fail(deviceEventError(event.type));
    // Data came before the last message of the handshake. The connection manager does not notice
    // that itself.
    if (m_state != State::Accepting)
        return;
    if (const int failure = cmResult(rdma_notify(m_id.get(), IBV_EVENT_COMM_EST)))
        qCDebug(lcRdmaCm) << callError("rdma_notify", failure);
}

// An id that another thread is connecting cannot move.
bool Connection::canMigrate() const
{
    return !m_call || m_call->result();
}

void Connection::timedOut()
{
    if (m_state == State::Disconnecting)
        return fail({});
    fail(timeoutError(RdmaError::Cause::ConnectTimeout,
                      Words::tr("No answer within %1 ms").arg(m_settings.timeout),
                      stepCall(m_state),
                      m_initiator ? callError(stepCall(m_state), ETIMEDOUT).hint() : QString()));
}

void Connection::close(std::vector<PoolSlot> slots, std::vector<std::shared_ptr<void>> memory)
{
    if (m_state == State::Closed)
        return;
    m_state = State::Closed;
    m_usable = false;
    m_deadline.cancel();
    m_callCheck.cancel();
    m_unheard.cancel();
    m_engine->retire(m_token);
    auto remains = std::make_unique<Remains>();
    if (isHandMade())
        remains->queuePair = m_queues.queuePair();
    m_queues.giveTo(remains.get());
    remains->id = std::move(m_id);
    remains->slots = std::move(slots);
    for (auto &held : memory)
        remains->memory.push_back(std::move(held));
    remains->memory.push_back(std::move(m_ticket));
    for (auto &id : m_portsInUse)
        remains->memory.push_back(std::move(id));
    if (m_call && !isForkedChild())
        m_call->giveUp(std::move(remains));
    else if (remains->id)
        giveToReaper(std::move(remains));
    else if (remains->completionQueue)
        remains->completionQueue->release(remains->reservedEntries);
}

bool Connection::hasQueuePair() const
{
    return m_queues.queuePair() != nullptr;
}

bool Connection::hasConnectedFrom(const QHostAddress &address, quint16 port) const
{
    if (!m_initiator || m_state != State::Established)
        return false;
    quint16 ownPort = 0;
    const QHostAddress own = localAddress(&ownPort);
    return ownPort == port && own == address;
}

QHostAddress Connection::localAddress(quint16 *port) const
{
    return m_id ? fromSockaddr(rdma_get_local_addr(m_id.get()), port) : noAddress();
}

QHostAddress Connection::peerAddress(quint16 *port) const
{
    return m_id ? fromSockaddr(rdma_get_peer_addr(m_id.get()), port) : noAddress();
}

} // namespace QtRdmaPrivate
