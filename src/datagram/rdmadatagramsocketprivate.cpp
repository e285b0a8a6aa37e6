// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "datagramheader_p.h"
#include "rdmadatagramsocket_p.h"
#include "../connection/rdmaconnectionoptions_p.h"
#include "../base/stillhere_p.h"

#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qendian.h>

#include <rdma/rdma_cma.h>

#include <cstring>
#include <utility>

using namespace QtRdmaPrivate;

// ---- bound and not ----

RdmaError RdmaDatagramSocketPrivate::checkBound() const
{
    if (!isInOwnThread())
        return usageError(RdmaDatagramSocket::tr("A socket is used in its own thread only"));
    if (state != QAbstractSocket::BoundState || endPending)
        return usageError(RdmaDatagramSocket::tr("The socket is not bound"));
    return {};
}

bool RdmaDatagramSocketPrivate::bind(const QHostAddress &address,
                                     const RdmaConnectionOptions &options)
{
    if (refuse(open(address, options)))
        return false;
    setState(QAbstractSocket::BoundState); // last: a slot may delete
    return true;
}

RdmaError RdmaDatagramSocketPrivate::open(const QHostAddress &address,
                                          const RdmaConnectionOptions &options)
{
    RdmaError reason = Access::read(options).refused.first();
    if (!isInOwnThread())
        return usageError(RdmaDatagramSocket::tr("A socket is used in its own thread only"));
    if (isInUse())
        return usageError(RdmaDatagramSocket::tr("The socket is bound already"));
    if (!reason.isError() && options.sharedReceiveQueue())
        reason = usageError(RdmaDatagramSocket::tr("The socket has receives of its own"));
    if (reason.isError())
        return reason;
    engine = Engine::current();
    forgetSignals();
    pending.clear();
    receives.clear();
    receiveDepth = options.receiveDepth();
    sendDepth = options.sendDepth();
    queuePair = std::make_unique<BareQueuePair>(engine, this);
    reason = queuePair->create(address, Rdma::QueuePairType::UnreliableDatagram,
                               ConnectionSettings(options));
    if (!reason.isError())
        reason = queuePair->open(RDMA_UDP_QKEY);
    if (reason.isError()) {
        stop();
        return reason;
    }
    error = {};
    addresses = std::make_unique<AddressBook>(
            queuePair.get(),
            [this](const QByteArray &key, const std::shared_ptr<ibv_ah> &handle,
                   const RdmaError &why) { receiverResolved(key, handle, why); });
    local = queuePair->localEndpoint();
    joinTimeout = options.connectTimeout();
    engine->addObject(this);
    return {};
}

RdmaError RdmaDatagramSocketPrivate::prepare()
{
    RdmaError reason;
    pool = queuePair->queues().pool();
    receives.resize(size_t(receiveDepth)); // not before: the device has accepted the number
    sends.resize(size_t(sendDepth));
    freeSends.clear();
    for (quint32 i = 0; i < sends.size(); ++i)
        freeSends.push_back(i);
    const auto size = quint32(DatagramHeaderSize + queuePair->localEndpoint().mtu());
    for (quint32 tag = 0; tag < receives.size() && !reason.isError(); ++tag) {
        receives[tag] = pool->take(size, &reason);
        if (!reason.isError())
            reason = postReceive(tag);
    }
    return reason;
}

// Datagrams that have come stay until they are taken. All other memory stays until the device does
// not use it any more.
void RdmaDatagramSocketPrivate::stop()
{
    groups.clear();
    lost.clear();
    joinedPending.clear();
    addresses.reset();
    waiting.clear();
    unsent.clear();
    waitingCount = 0;
    std::vector<PoolSlot> slots;
    std::vector<std::shared_ptr<void>> memory;
    std::vector<bool> untouched(receives.size());
    for (const Received &received : pending)
        untouched[received.tag] = true;
    for (size_t tag = 0; tag < receives.size(); ++tag) {
        if (receives[tag] && !untouched[tag])
            slots.push_back(std::move(receives[tag]));
    }
    for (Sent &sent : sends) {
        if (sent.slot)
            slots.push_back(std::move(sent.slot));
        if (sent.handle)
            memory.push_back(std::move(sent.handle));
    }
    sends.clear();
    sendRefused = sendReadyPending = false; // there is nothing to send to
    if (queuePair && queuePair->queues().queuePair())
        queuePair->stop(std::move(slots), std::move(memory));
    queuePair.reset();
}

void RdmaDatagramSocketPrivate::ended(const RdmaError &cause, const QByteArray &)
{
    if (endPending)
        return;
    if (cause.isError())
        reportError(cause);
    endPending = true;
    engine->scheduleDelivery(this);
}

void RdmaDatagramSocketPrivate::close()
{
    pending.clear();
    readyReadPending = false;
    if (state == QAbstractSocket::UnconnectedState)
        return;
    ended({}, {});
    deliver();
}

// The object is being deleted.
void RdmaDatagramSocketPrivate::end()
{
    stop();
    if (engine)
        engine->removeObject(this);
}

void RdmaDatagramSocketPrivate::threadEnded()
{
    leaveEngine();
    forgetSignals();
}

// Everything but the datagrams that have come belongs to the engine.
void RdmaDatagramSocketPrivate::leaveEngine()
{
    stop();
    engine.reset();
    endPending = false;
    state = QAbstractSocket::UnconnectedState;
}

void RdmaDatagramSocketPrivate::forgetSignals()
{
    errorsPending.clear();
    writtenPending = 0;
    readyReadPending = false;
    toldState = state;
}

void RdmaDatagramSocketPrivate::forked()
{
    const auto keep = [](auto &things) {
        using Things = std::remove_reference_t<decltype(things)>;
        keepForEver(std::make_shared<Things>(std::exchange(things, {})));
    };
    keep(groups);
    keep(lost);
    keep(receives);
    keep(sends);
    keepForEver(std::move(addresses));
    keepForEver(std::move(queuePair));
    keepForEver(std::exchange(pool, nullptr));
    pending.clear();
    waiting.clear();
    unsent.clear();
    waitingCount = 0;
    freeSends.clear();
    joinedPending.clear();
    engine.reset();
    sendRefused = sendReadyPending = endPending = false;
    state = QAbstractSocket::UnconnectedState;
    forgetSignals();
}

void RdmaDatagramSocketPrivate::reportError(const RdmaError &cause)
{
    error = cause;
    errorsPending.append(cause);
    engine->scheduleDelivery(this);
}

void RdmaDatagramSocketPrivate::emitStateChanged(QAbstractSocket::SocketState newState)
{
    Q_EMIT q->stateChanged(newState);
}

// ---- receiving ----

RdmaError RdmaDatagramSocketPrivate::postReceive(quint32 tag)
{
    const PoolSlot &slot = receives[tag];
    ibv_sge element = { quintptr(slot.data()),
                        quint32(DatagramHeaderSize + queuePair->localEndpoint().mtu()),
                        slot.localKey() };
    ibv_recv_wr request = {};
    request.wr_id = queuePair->queues().workRequestId(tag);
    request.sg_list = &element;
    request.num_sge = 1;
    ibv_recv_wr *bad = nullptr;
    const int failure = queuePair->queues().postReceive(&request, &bad);
    return failure ? callError("ibv_post_recv", failure) : RdmaError();
}

void RdmaDatagramSocketPrivate::workCompleted(quint32 tag, Completion done)
{
    const ibv_wc &completion = done.wc;
    const bool success = completion.status == IBV_WC_SUCCESS;
    if (tag < receives.size()) {
        if (success) {
            pending.push_back({ tag, completion });
            readyReadPending = true;
        }
    } else {
        const quint32 number = tag - quint32(receives.size());
        const Sent sent = std::exchange(sends[number], {});
        freeSends.push_back(number);
        if (success)
            writtenPending += sent.size;
    }
    if (!success && !endPending)
        ended(completionError(completion.status, completion.vendor_err), {});
    if (tag >= receives.size())
        sendUnsent();
    engine->scheduleDelivery(this);
}

qint64 RdmaDatagramSocketPrivate::pendingDatagramSize() const
{
    return pending.empty() ? -1 : sizeOf(pending.front().completion);
}

qint64 RdmaDatagramSocketPrivate::sizeOf(const ibv_wc &completion)
{
    return qMax<qint64>(0, qint64(completion.byte_len) - DatagramHeaderSize);
}

RdmaDatagram RdmaDatagramSocketPrivate::receive()
{
    if (pending.empty())
        return {};
    const auto [tag, completion] = pending.front();
    pending.pop_front();
    RdmaDatagram datagram = toDatagram(completion, receives[tag].data());
    if (!queuePair || endPending)
        receives[tag].release();
    else if (const RdmaError reason = postReceive(tag); reason.isError())
        ended(reason, {});
    return datagram;
}

RdmaDatagram RdmaDatagramSocketPrivate::toDatagram(const ibv_wc &completion, const char *data) const
{
    const bool hasRoute = (completion.wc_flags & IBV_WC_GRH) != 0 || local.lid() == 0;
    const DatagramRoute route = hasRoute ? routeOf(data) : DatagramRoute();
    RdmaEndpoint sender;
    sender.setQueuePairNumber(completion.src_qp);
    sender.setQueueKey(RDMA_UDP_QKEY);
    sender.setLid(completion.slid);
    sender.setMtu(local.mtu());
    sender.setGid(route.source);
    RdmaDatagram datagram;
    datagram.setSender(sender);
    datagram.setGroup(groupOf(route.destination));
    if ((completion.wc_flags & IBV_WC_WITH_IMM) != 0)
        datagram.setImmediate(qFromBigEndian(completion.imm_data));
    datagram.setData(QByteArray(data + DatagramHeaderSize, sizeOf(completion)));
    return datagram;
}

QHostAddress RdmaDatagramSocketPrivate::groupOf(const QByteArray &gid) const
{
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        if (it.value()->gid() == gid)
            return it.key();
    }
    return {};
}

// ---- sending ----

RdmaError RdmaDatagramSocketPrivate::checkWrite(qsizetype size) const
{
    if (RdmaError unusable = checkBound(); unusable.isError())
        return unusable;
    if (size > maxDatagramSize())
        return RdmaError(RdmaError::Category::Usage, QString(), EMSGSIZE,
                         RdmaDatagramSocket::tr("A datagram of %1 bytes is larger than a packet of "
                                                "the port, which carries %2")
                                 .arg(size)
                                 .arg(maxDatagramSize()),
                         {}, QAbstractSocket::DatagramTooLargeError);
    return freeSends.empty() ? queueFullError(int(sends.size()), int(sends.size())) : RdmaError();
}

// After a write that was refused because the queue is full, a signal tells when there is room
// again.
bool RdmaDatagramSocketPrivate::refuseWrite(const RdmaError &reason)
{
    if (!refuse(reason))
        return false;
    sendRefused = sendRefused || reason.category() == RdmaError::Category::QueueFull;
    return true;
}

qint64 RdmaDatagramSocketPrivate::write(const QByteArray &data, std::optional<quint32> immediate,
                                        const RdmaEndpoint &receiver)
{
    if (refuseWrite(checkWrite(data.size())))
        return -1;
    // Making a handle is a call to the kernel, and programs talk to the same peers again and again.
    const QByteArray key = AddressBook::keyOf(receiver);
    auto handle = addresses->find(key);
    if (!handle || !receiver.isValid())
        return sendLater(key, receiver, data, immediate);
    return send(data, immediate,
                { std::move(handle), receiver.queuePairNumber(), receiver.queueKey() });
}

qint64 RdmaDatagramSocketPrivate::sendLater(const QByteArray &key, const RdmaEndpoint &receiver,
                                            const QByteArray &data,
                                            std::optional<quint32> immediate)
{
    RdmaError reason;
    if (!receiver.isValid())
        reason = usageError(RdmaDatagramSocket::tr("The endpoint of the receiver is not valid"));
    else if (waitingCount >= sendDepth)
        reason = noRoomError(
                RdmaDatagramSocket::tr("%1 datagrams wait until their receivers are found")
                        .arg(waitingCount));
    else
        reason = addresses->resolve(key, receiver);
    if (refuseWrite(reason))
        return -1;
    waiting[key].push_back(
            { data, immediate, { {}, receiver.queuePairNumber(), receiver.queueKey() } });
    ++waitingCount;
    return data.size();
}

void RdmaDatagramSocketPrivate::receiverResolved(const QByteArray &key,
                                                 const std::shared_ptr<ibv_ah> &handle,
                                                 const RdmaError &reason)
{
    std::vector<Unsent> datagrams = waiting.take(key);
    if (endPending)
        return;
    if (!handle) {
        waitingCount -= int(datagrams.size());
        datagrams.clear();
        reportError(reason);
    }
    for (Unsent &datagram : datagrams) {
        datagram.target.handle = handle;
        unsent.push_back(std::move(datagram));
    }
    sendUnsent();
    engine->scheduleDelivery(this);
}

// While anything is left here no place in the queue is free, so no later datagram is sent before
// it.
void RdmaDatagramSocketPrivate::sendUnsent()
{
    while (!unsent.empty() && !freeSends.empty() && !endPending) {
        const Unsent next = std::move(unsent.front());
        unsent.pop_front();
        --waitingCount;
        if (send(next.data, next.immediate, next.target) < 0)
            reportError(error);
    }
    if (!freeSends.empty())
        sendReadyPending = sendReadyPending || std::exchange(sendRefused, false);
}

qint64 RdmaDatagramSocketPrivate::write(const QByteArray &data, std::optional<quint32> immediate,
                                        const QHostAddress &group)
{
    const auto membership = groups.value(group);
    RdmaError reason = checkWrite(data.size());
    if (!reason.isError() && !(membership && membership->isJoined()))
        reason = usageError(
                RdmaDatagramSocket::tr("The socket has not joined the multicast group %1")
                        .arg(group.toString()));
    return refuseWrite(reason) ? -1 : send(data, immediate, membership->target());
}

qint64 RdmaDatagramSocketPrivate::send(const QByteArray &data, std::optional<quint32> immediate,
                                       const DatagramTarget &target)
{
    RdmaError reason;
    Sent sent;
    ibv_sge element = { quintptr(data.constData()), quint32(data.size()), 0 };
    const bool inlined = data.size() <= queuePair->queues().inlineSize();
    if (!inlined) {
        sent.slot = pool->take(quint32(data.size()), &reason);
        if (refuse(reason))
            return -1;
        std::memcpy(sent.slot.data(), data.constData(), size_t(data.size()));
        element.addr = quintptr(sent.slot.data());
        element.lkey = sent.slot.localKey();
    }
    const quint32 number = freeSends.back();
    ibv_send_wr request = {};
    request.wr_id = queuePair->queues().workRequestId(quint32(receives.size()) + number);
    request.sg_list = &element;
    request.num_sge = data.isEmpty() ? 0 : 1;
    request.opcode = immediate ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND;
    request.send_flags = unsigned(IBV_SEND_SIGNALED) | (inlined ? unsigned(IBV_SEND_INLINE) : 0);
    request.imm_data = qToBigEndian(immediate.value_or(0));
    request.wr.ud = { target.handle.get(), target.queuePairNumber, target.queueKey };
    ibv_send_wr *bad = nullptr;
    if (const int failure = queuePair->queues().postSend(&request, &bad)) {
        refuse(callError("ibv_post_send", failure));
        return -1;
    }
    sent.handle = target.handle;
    sent.size = data.size();
    sends[number] = std::move(sent);
    freeSends.pop_back();
    return data.size();
}

// ---- multicast ----

RdmaError RdmaDatagramSocketPrivate::join(const QHostAddress &group)
{
    if (RdmaError unusable = checkBound(); unusable.isError())
        return unusable;
    if (groups.contains(group))
        return usageError(RdmaDatagramSocket::tr("The socket is a member of the multicast group %1 "
                                                 "already, or becomes one")
                                  .arg(group.toString()));
    // Joining would succeed, but the device would find no way from the address to the group.
    const QHostAddress own = queuePair->localAddress(nullptr);
    if (local.lid() == 0 && own.protocol() == QAbstractSocket::IPv6Protocol)
        return usageError(RdmaDatagramSocket::tr("On Ethernet a socket with an IPv6 address cannot "
                                                 "be a member of multicast groups"),
                          RdmaDatagramSocket::tr("Bind it to an IPv4 address of the device."));
    const auto answered = [this, group](const RdmaError &reason) { groupAnswered(group, reason); };
    auto membership = std::make_shared<MulticastGroup>(queuePair.get(), answered);
    RdmaError reason = membership->join(own, group, joinTimeout);
    if (!reason.isError())
        groups.insert(group, membership);
    return reason;
}

void RdmaDatagramSocketPrivate::groupAnswered(const QHostAddress &group, const RdmaError &reason)
{
    if (!reason.isError()) {
        joinedPending.append(group);
        engine->scheduleDelivery(this);
    } else if (auto membership = groups.take(group)) { // only once
        joinedPending.removeAll(group);
        lost.push_back(std::move(membership));
        reportError(reason);
    }
}

bool RdmaDatagramSocketPrivate::leave(const QHostAddress &group)
{
    joinedPending.removeAll(group);
    return groups.remove(group) > 0;
}

QList<QHostAddress> RdmaDatagramSocketPrivate::multicastGroups() const
{
    QList<QHostAddress> joined;
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        if (it.value()->isJoined())
            joined.append(it.key());
    }
    return joined;
}

// ---- waiting ----

bool RdmaDatagramSocketPrivate::waitForReadyRead(int msecs)
{
    return waitUntil(msecs, [this, before = readyReads] { return readyReads != before; });
}

bool RdmaDatagramSocketPrivate::waitForBytesWritten(int msecs)
{
    const auto isWritten = [this, before = bytesWrittens] { return bytesWrittens != before; };
    return waitUntil(msecs, [&] { return isWritten() || !isWriting(); }) && isWritten();
}

bool RdmaDatagramSocketPrivate::waitForJoined(const QHostAddress &group, int msecs)
{
    const auto isJoined = [this, group] {
        const auto membership = groups.value(group);
        return membership && membership->isJoined() && !joinedPending.contains(group);
    };
    return waitUntil(msecs, [&] { return isJoined() || !groups.contains(group); }) && isJoined();
}

// ---- delivering ----

// Each emission may delete, close or move the socket.
void RdmaDatagramSocketPrivate::deliver()
{
    const StillHere alive(q);
    lost.clear();
    while (alive && !joinedPending.isEmpty())
        Q_EMIT q->joinedMulticastGroup(joinedPending.takeFirst());
    if (alive && std::exchange(readyReadPending, false)) {
        ++readyReads;
        Q_EMIT q->readyRead();
    }
    if (!alive)
        return;
    if (const qint64 written = std::exchange(writtenPending, 0); written > 0) {
        ++bytesWrittens;
        Q_EMIT q->bytesWritten(written);
    }
    if (alive && std::exchange(sendReadyPending, false))
        Q_EMIT q->sendQueueReady();
    while (alive && !errorsPending.isEmpty())
        Q_EMIT q->errorOccurred(errorsPending.takeFirst());
    if (alive && (std::exchange(endPending, false) || state != toldState)) {
        stop();
        if (engine)
            engine->removeObject(this);
        setState(QAbstractSocket::UnconnectedState);
    }
}
