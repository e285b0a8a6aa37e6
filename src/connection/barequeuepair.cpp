// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "barequeuepair_p.h"
#include "connectionparameters_p.h"
#include "rdmaconnectiontimes_p.h"

#include "../base/logging_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qrandom.h>

#include <infiniband/verbs.h>
#include <netinet/in.h>
#include <rdma/rdma_cma.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace QtRdmaPrivate {

namespace {

constexpr int GidSize = 16;
constexpr int HopLimit = 64;
constexpr int DefaultTimeout = 14; // 67 ms, if the options leave it open
constexpr quint32 Bits24 = 0xffffff;

int toBytes(ibv_mtu mtu)
{
    return 128 << int(mtu);
}

ibv_mtu toMtu(int bytes)
{
    int mtu = IBV_MTU_256;
    while (mtu < IBV_MTU_4096 && toBytes(ibv_mtu(mtu)) < bytes)
        ++mtu;
    return ibv_mtu(mtu);
}

bool isIPv4(const QByteArray &gid)
{
    in6_addr address = {};
    std::memcpy(&address, gid.constData(), size_t(qMin<qsizetype>(gid.size(), GidSize)));
    return IN6_IS_ADDR_V4MAPPED(&address);
}

QString gidText(const QByteArray &gid)
{
    return QString::fromLatin1(gid.toHex(':'));
}

// A port that the device does not have is left to checkAttributes(), which refuses it.
RdmaError queryPort(ibv_context *context, int port, int ports, PortLimits *limits)
{
    ibv_port_attr attributes = {};
    if (port < 1 || port > ports)
        return {};
    if (const int failure = verbsResult(ibv_query_port(context, quint8(port), &attributes)))
        return callError("ibv_query_port", failure);
    limits->pkeys = attributes.pkey_tbl_len;
    limits->gids = attributes.gid_tbl_len;
    limits->activeMtu = attributes.active_mtu;
    const bool ethernet = attributes.link_layer == IBV_LINK_LAYER_ETHERNET;
    limits->globalRouting = ethernet || (attributes.flags & IBV_QPF_GRH_REQUIRED) != 0;
    limits->pathMigration = !ethernet;
    return {};
}

RdmaError queryLimits(const WorkQueues &queues, int port, AttributeLimits *limits)
{
    const ibv_device_attr &device = queues.provider().limits();
    limits->ports = device.phys_port_cnt;
    limits->readsAsInitiator = device.max_qp_init_rd_atom;
    limits->readsAsResponder = device.max_qp_rd_atom;
    return queryPort(queues.queuePair()->context, port, limits->ports, &limits->port);
}

} // namespace

static Rdma::QueuePairState stateOfNumber(ibv_qp_state number)
{
    return number <= IBV_QPS_ERR ? Rdma::QueuePairState(number) : Rdma::QueuePairState::Unknown;
}

static RdmaError queryState(ibv_qp *queuePair, Rdma::QueuePairState *state)
{
    ibv_qp_attr attributes = {};
    ibv_qp_init_attr initial = {};
    if (const int failure =
                verbsResult(ibv_query_qp(queuePair, &attributes, IBV_QP_STATE, &initial)))
        return callError("ibv_query_qp", failure);
    *state = stateOfNumber(attributes.qp_state);
    return {};
}

Rdma::QueuePairState stateOf(ibv_qp *queuePair)
{
    Rdma::QueuePairState state = Rdma::QueuePairState::Unknown;
    if (const RdmaError error = queryState(queuePair, &state); error.isError())
        qCWarning(lcRdmaQueuePair) << error;
    return state;
}

RdmaError modifyQueuePair(const WorkQueues &queues, int port, const ibv_qp_attr &attributes,
                          int mask)
{
    ibv_qp *const queuePair = queues.queuePair();
    Rdma::QueuePairState from = Rdma::QueuePairState::Unknown;
    RdmaError error = queryState(queuePair, &from);
    if (error.isError())
        return error;
    const bool moves = (mask & IBV_QP_STATE) != 0;
    const auto to = moves ? stateOfNumber(attributes.qp_state) : from;
    AttributeLimits limits;
    error = checkTransition(typeOf(queuePair), from, to, mask);
    if (!error.isError())
        error = queryLimits(queues, port, &limits);
    if (!error.isError() && (mask & IBV_QP_ALT_PATH) != 0)
        error = queryPort(queuePair->context, attributes.alt_port_num, limits.ports,
                          &limits.alternate);
    if (!error.isError())
        error = checkAttributes(attributes, mask, limits);
    if (error.isError())
        return error;
    ibv_qp_attr given = attributes;
    errno = 0;
    const int failure = verbsResult(ibv_modify_qp(queuePair, &given, mask));
    if (failure && (mask & IBV_QP_AV) != 0)
        return pathError("ibv_modify_qp", failure, attributes.ah_attr);
    if (failure && (mask & IBV_QP_ALT_PATH) != 0)
        return pathError("ibv_modify_qp", failure, attributes.alt_ah_attr);
    return failure ? callError("ibv_modify_qp", failure) : RdmaError();
}

BareQueuePair::BareQueuePair(std::shared_ptr<Engine> engine, ConnectionOwner *owner)
    : QueuePairTransport(std::move(engine), owner)
    , m_ending(m_engine->deadlines(), [this] { m_owner->ended({}, {}); })
    , m_deadline(m_engine->deadlines(), [this] { peerNotFoundInTime(); })
{
}

BareQueuePair::~BareQueuePair()
{
    close();
}

void BareQueuePair::close()
{
    m_ending.cancel();
    m_deadline.cancel();
    m_engine->retire(m_token);
    auto remains = std::make_unique<Remains>();
    remains->id = std::move(m_id);
    remains->queuePair = m_queues.queuePair();
    m_queues.giveTo(remains.get());
    remains->slots = std::move(m_slots);
    for (auto &held : m_memory)
        remains->memory.push_back(std::move(held));
    remains->memory.push_back(std::move(m_peerHandle));
    giveToReaper(std::move(remains));
}

RdmaError BareQueuePair::create(const QHostAddress &localAddress, Rdma::QueuePairType type,
                                const ConnectionSettings &settings)
{
    m_settings = settings;
    m_type = type;
    RdmaError error = m_engine->withCmChannel([&](const CmChannelPtr &channel) {
        RdmaError failure;
        m_id = CmId::makeBound(channel, m_token, localAddress, &failure);
        return failure;
    });
    if (error.isError())
        return error;
    m_context = m_id->verbs;
    const auto device = m_engine->device(m_context, &error);
    if (!device)
        return error;
    if (error = checkDevice(device->provider()); error.isError())
        return error;
    if (error = fitQueues(device->provider(), settings); error.isError())
        return error;
    if (error = findGid(localAddress); error.isError())
        return error;
    const auto make = [this](ibv_qp_init_attr_ex *attributes) {
        return ibv_create_qp_ex(m_context, attributes);
    };
    error = m_queues.make(device, type, m_settings, m_token, this, "ibv_create_qp", make);
    if (error.isError())
        return error;
    m_local.setQueuePairNumber(m_queues.queuePair()->qp_num);
    return initialize();
}

// Finds the address in the port's table of GIDs.
RdmaError BareQueuePair::findGid(const QHostAddress &localAddress)
{
    ibv_port_attr attributes = {};
    if (const int failure = verbsResult(ibv_query_port(m_context, quint8(port()), &attributes)))
        return callError("ibv_query_port", failure);
    m_local.setLid(attributes.lid);
    m_local.setMtu(toBytes(attributes.active_mtu));
    const Q_IPV6ADDR wanted = localAddress.toIPv6Address(); // IPv4 is mapped, as in the table
    const int count = qMin(attributes.gid_tbl_len, GidIndexes);
    for (int i = 0; i < count; ++i) {
        ibv_gid_entry entry = {};
        if (ibv_query_gid_ex(m_context, quint32(port()), quint32(i), &entry, 0) != 0)
            continue; // an empty entry
        const bool found = attributes.link_layer == IBV_LINK_LAYER_ETHERNET
                ? entry.gid_type == IBV_GID_TYPE_ROCE_V2
                        && std::memcmp(entry.gid.raw, wanted.c, GidSize) == 0
                : true;
        if (!found)
            continue;
        m_gidIndex = i;
        m_local.setGid(QByteArray(reinterpret_cast<const char *>(entry.gid.raw), GidSize));
        return {};
    }
    return usageError(Words::tr("None of the first %1 GIDs of %2 is the address %3")
                              .arg(QString::number(count),
                                   QString::fromLatin1(ibv_get_device_name(m_context->device)),
                                   localAddress.toString()));
}

QHostAddress BareQueuePair::localAddress(quint16 *) const
{
    return m_id ? fromSockaddr(rdma_get_local_addr(m_id.get())) : noAddress();
}

QHostAddress BareQueuePair::peerAddress(quint16 *) const
{
    if (m_local.lid() != 0 || m_peer.gid().size() != GidSize)
        return noAddress();
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    std::memcpy(&address.sin6_addr, m_peer.gid().constData(), GidSize);
    return fromSockaddr(reinterpret_cast<sockaddr *>(&address));
}

Destination BareQueuePair::destination() const
{
    return { m_peerHandle.get(), m_peer.queuePairNumber(), m_peer.queueKey() };
}

RdmaError BareQueuePair::checkDevice(const Provider &provider) const
{
    if (provider.connectsByManagerOnly()) {
        return usageError(
                Words::tr("%1 is an iWARP device: its queue pairs are connected by the connection "
                          "manager only")
                        .arg(deviceName()),
                Words::tr("Use connectToHost() and RdmaServer."));
    }
    if (m_type == Rdma::QueuePairType::XrcSend || m_type == Rdma::QueuePairType::XrcReceive) {
        return usageError(
                Words::tr("Extended reliable connections (XRC) are not supported"),
                Words::tr(
                        "A shared receive queue for reliable connections saves the same memory."));
    }
    if (m_type != Rdma::QueuePairType::ReliableConnected
        && m_type != Rdma::QueuePairType::UnreliableConnected
        && m_type != Rdma::QueuePairType::UnreliableDatagram)
        return usageError(Words::tr("Queue pairs of type %1 are not supported").arg(int(m_type)));
    if (isDatagram() && m_settings.sharedReceives) {
        return usageError(
                Words::tr("A shared receive queue has no room for the routing header of datagrams"),
                Words::tr("Post receives to the queue pair itself."));
    }
    return {};
}

RdmaError BareQueuePair::modify(const ibv_qp_attr &attributes, int mask)
{
    return modifyQueuePair(m_queues, port(), attributes, mask);
}

RdmaError BareQueuePair::initialize()
{
    auto *random = QRandomGenerator::system();
    m_local.setPacketSequenceNumber(random->generate() & Bits24);
    ibv_qp_attr attributes = {};
    attributes.qp_state = IBV_QPS_INIT;
    attributes.port_num = quint8(port());
    int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
    if (isDatagram()) {
        m_local.setQueueKey(random->generate() & 0x7fffffff); // the highest bit needs privileges
        attributes.qkey = m_local.queueKey();
        mask |= IBV_QP_QKEY;
    } else {
        // Each memory region decides what a peer may do. rdma_cm allows the same as this.
        Rdma::Access access = Rdma::AccessFlag::RemoteWrite | Rdma::AccessFlag::RemoteRead;
        if (m_type == Rdma::QueuePairType::ReliableConnected)
            access |= Rdma::AccessFlag::RemoteAtomic | m_queues.provider().flushAccess();
        attributes.qp_access_flags = unsigned(access.toInt());
        mask |= IBV_QP_ACCESS_FLAGS;
    }
    RdmaError error = modify(attributes, mask);
    m_usable = !error.isError();
    if (m_usable)
        error = m_owner->prepare();
    return error;
}

RdmaError BareQueuePair::checkPeer(const RdmaEndpoint &peer) const
{
    if (!peer.isValid())
        return usageError(Words::tr("The endpoint of the peer is not valid"));
    if (peer.gid().isEmpty() && m_local.lid() == 0)
        return usageError(
                Words::tr("The endpoint of the peer has no GID: on Ethernet there is no other "
                          "way to it"));
    // A GID is an address on RoCE v2. The kernel would only say EINVAL.
    if (m_local.lid() == 0 && isIPv4(peer.gid()) != isIPv4(m_local.gid())) {
        return usageError(
                Words::tr("One of the two sides has an IPv4 address, and the other an IPv6 one"),
                Words::tr("The GID of this side is %1, that of the other %2.")
                        .arg(gidText(m_local.gid()), gidText(peer.gid())));
    }
    return {};
}

RdmaError BareQueuePair::connectToEndpoint(const RdmaEndpoint &peer)
{
    RdmaError error;
    m_call = lookFor(peer, m_token, &error);
    if (error.isError())
        return error;
    m_peer = peer;
    m_times = {};
    m_step.start();
    m_deadline.start(m_settings.timeout);
    return {};
}

std::shared_ptr<AddressCall> BareQueuePair::lookFor(const RdmaEndpoint &peer, quint32 token,
                                                    RdmaError *error) const
{
    *error = checkPeer(peer);
    if (error->isError())
        return {};
    return AddressCall::start(m_engine.get(), m_queues.domain(), pathTo(peer), token, error);
}

// From now on no call waits for the neighbour. A connected queue pair does not need the handle any
// more.
void BareQueuePair::peerFound()
{
    RdmaError error;
    const std::shared_ptr<ibv_ah> handle = std::exchange(m_call, nullptr)->take(&error);
    m_deadline.cancel();
    if (isDatagram())
        m_peerHandle = handle;
    Access::write(m_times).address = m_step.nsecsElapsed();
    m_step.start();
    if (!error.isError())
        error = becomeReady();
    if (error.isError())
        fail(error);
    else
        Access::write(m_times).connect = m_step.nsecsElapsed();
}

void BareQueuePair::peerNotFoundInTime()
{
    fail(timeoutError(RdmaError::Cause::ConnectTimeout,
                      Words::tr("The peer was not found within %1 ms").arg(m_settings.timeout),
                      "ibv_create_ah"));
}

RdmaError BareQueuePair::open(quint32 queueKey)
{
    m_local.setQueueKey(queueKey);
    return becomeReady();
}

RdmaError BareQueuePair::becomeReady()
{
    RdmaError error = becomeReadyToReceive();
    if (!error.isError())
        error = becomeReadyToSend();
    if (!error.isError())
        m_owner->established({});
    return error;
}

ibv_ah_attr BareQueuePair::pathTo(const RdmaEndpoint &peer) const
{
    ibv_ah_attr path = {};
    path.dlid = peer.lid();
    path.port_num = quint8(port());
    path.is_global = !peer.gid().isEmpty();
    if (path.is_global) {
        std::memcpy(path.grh.dgid.raw, peer.gid().constData(), GidSize);
        path.grh.sgid_index = quint8(m_gidIndex);
        path.grh.hop_limit = HopLimit;
        if (m_settings.typeOfService >= 0)
            path.grh.traffic_class = quint8(m_settings.typeOfService);
    }
    return path;
}

RdmaError BareQueuePair::becomeReadyToReceive()
{
    ibv_qp_attr attributes = {};
    attributes.qp_state = IBV_QPS_RTR;
    int mask = IBV_QP_STATE;
    if (isDatagram()) {
        attributes.qkey = m_local.queueKey();
        mask |= IBV_QP_QKEY;
    } else {
        attributes.ah_attr = pathTo(m_peer);
        attributes.path_mtu = toMtu(qMin(m_local.mtu(), m_peer.mtu()));
        attributes.dest_qp_num = m_peer.queuePairNumber();
        attributes.rq_psn = m_peer.packetSequenceNumber();
        mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    }
    if (m_type == Rdma::QueuePairType::ReliableConnected) {
        const ibv_device_attr &device = m_queues.provider().limits();
        const int wanted = m_settings.responderResources;
        attributes.max_dest_rd_atomic =
                quint8(wanted < 0 ? qMin(device.max_qp_rd_atom, 255) : wanted);
        attributes.min_rnr_timer = quint8(m_settings.minRnrTimer);
        mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
    }
    return modify(attributes, mask);
}

RdmaError BareQueuePair::becomeReadyToSend()
{
    ibv_qp_attr attributes = {};
    attributes.qp_state = IBV_QPS_RTS;
    attributes.sq_psn = m_local.packetSequenceNumber();
    int mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
    if (m_type == Rdma::QueuePairType::ReliableConnected) {
        const ibv_device_attr &device = m_queues.provider().limits();
        const ConnectionSettings &wanted = m_settings;
        attributes.timeout =
                quint8(wanted.acknowledgeTimeout < 0 ? DefaultTimeout : wanted.acknowledgeTimeout);
        attributes.retry_cnt = quint8(wanted.retryCount);
        attributes.rnr_retry = quint8(wanted.rnrRetryCount);
        attributes.max_rd_atomic = quint8(
                wanted.initiatorDepth < 0 ? qMin(device.max_qp_init_rd_atom, DefaultReadDepth)
                                          : wanted.initiatorDepth);
        mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    }
    return modify(attributes, mask);
}

// Keeps the memory of requests that the device has not given back yet.
void BareQueuePair::keep(std::vector<PoolSlot> slots)
{
    for (PoolSlot &slot : slots)
        m_slots.push_back(std::move(slot));
}

void BareQueuePair::stop(std::vector<PoolSlot> slots, std::vector<std::shared_ptr<void>> memory)
{
    m_ending.cancel();
    m_deadline.cancel();
    m_call.reset();
    m_peer = {};
    m_usable = false;
    keep(std::move(slots));
    for (auto &held : memory)
        m_memory.push_back(std::move(held));
    stopQueuePair(m_queues.queuePair());
    // The owner has answered what was in flight, so later completions of it are dropped.
    m_engine->retire(m_token);
    m_token = m_engine->enter(this);
    m_id.setToken(m_token);
    m_queues.renewToken(m_token);
}

RdmaError BareQueuePair::reset()
{
    ibv_qp_attr attributes = {};
    attributes.qp_state = IBV_QPS_RESET;
    if (RdmaError error = modify(attributes, IBV_QP_STATE); error.isError())
        return error;
    m_queues.drain(); // takes out what completed before
    m_slots.clear(); // the device does not use them any more
    m_memory.clear();
    m_peerHandle.reset();
    return initialize();
}

void BareQueuePair::cmEvent(const CmEvent &event)
{
    if (event.type == RDMA_CM_EVENT_DEVICE_REMOVAL)
        fail(eventError("rdma_get_cm_event", event.type, 0));
}

void BareQueuePair::asyncEvent(const AsyncEvent &event)
{
    if (event.type == AsyncEvent::CallReturned) {
        if (m_call && m_call->hasReturned())
            peerFound();
        return;
    }
    if (event.subject && !m_queues.uses(event.subject))
        return;
    if (event.type != IBV_EVENT_COMM_EST)
        fail(deviceEventError(event.type));
}

void BareQueuePair::fail(const RdmaError &error)
{
    if (!m_usable)
        return;
    m_queues.drain();
    if (m_usable)
        m_owner->ended(error, {});
}

void BareQueuePair::workCompleted(quint32 tag, Completion done)
{
    m_owner->workCompleted(tag, done);
}

const ibv_wc *BareQueuePair::runCompleted(const ibv_wc *first, const ibv_wc *end)
{
    return m_owner->runCompleted(first, end);
}

void BareQueuePair::sharedReceive(PostedWork &&work, Completion done)
{
    if (m_usable)
        m_owner->sharedReceive(std::move(work), done);
}

} // namespace QtRdmaPrivate
