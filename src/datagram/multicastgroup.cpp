// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "multicastgroup_p.h"

#include "../verbs/forkedchild_p.h"
#include "../verbs/socketaddress_p.h"
#include "../base/logging_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace QtRdmaPrivate {

namespace {

ibv_gid toGid(const QByteArray &bytes)
{
    ibv_gid gid = {};
    std::memcpy(gid.raw, bytes.constData(), sizeof(gid.raw));
    return gid;
}

RdmaError joinError(int failure, const QHostAddress &group)
{
    constexpr int NotSupported = 524; // a number that the kernel should not let out
    RdmaError error = callError("rdma_join_multicast", failure);
    if (failure != NotSupported || group.protocol() != QAbstractSocket::IPv6Protocol)
        return error;
    return RdmaError(error.category(), error.call(), failure,
                     Words::tr("Linux has no IPv6 multicast groups on RoCE v2"),
                     Words::tr("Use a group with an IPv4 address."),
                     QAbstractSocket::UnsupportedSocketOperationError);
}

// Leaving may wait for a subnet manager, so the reaper's thread does it.
class Membership
{
public:
    Membership(CmId &&id, const QHostAddress &group) : m_id(std::move(id)), m_group(group) { }
    ~Membership()
    {
        sockaddr_storage address;
        toSockaddr(m_group, 0, &address);
        // Destroying the id without this call would leave the group, too, but not free its memory.
        if (const int failure = cmResult(
                    rdma_leave_multicast(m_id.get(), reinterpret_cast<sockaddr *>(&address))))
            qCDebug(lcRdmaCm) << callError("rdma_leave_multicast", failure);
    }
    Q_DISABLE_COPY_MOVE(Membership)

private:
    CmId m_id;
    QHostAddress m_group;
};

} // namespace

MulticastGroup::MulticastGroup(BareQueuePair *queuePair, Answered answered)
    : m_queuePair(queuePair)
    , m_engine(queuePair->engine())
    , m_answered(std::move(answered))
    , m_token(m_engine->enter(this))
    , m_deadline(m_engine->deadlines(), [this] {
        m_answered(timeoutError(RdmaError::Cause::ConnectTimeout,
                                Words::tr("No answer within %1 ms").arg(m_timeout),
                                "rdma_join_multicast"));
    })
{
}

MulticastGroup::~MulticastGroup()
{
    m_engine->retire(m_token);
    // This comes before the end of the queue pair, which cannot be destroyed while it is a member.
    if (m_attached && !isForkedChild()) {
        const ibv_gid gid = toGid(m_gid);
        if (const int failure =
                    verbsResult(ibv_detach_mcast(m_queuePair->queues().queuePair(), &gid, m_lid)))
            qCWarning(lcRdmaQueuePair) << callError("ibv_detach_mcast", failure);
    }
    if (!m_id)
        return;
    auto remains = std::make_unique<Remains>();
    remains->memory.push_back(std::make_shared<Membership>(std::move(m_id), m_group));
    giveToReaper(std::move(remains));
}

RdmaError MulticastGroup::join(const QHostAddress &local, const QHostAddress &group, int timeout)
{
    sockaddr_storage source;
    sockaddr_storage address;
    if (!group.isMulticast() || toSockaddr(group, 0, &address) == 0)
        return usageError(
                Words::tr("%1 is not the address of a multicast group").arg(group.toString()));
    if (toSockaddr(local, 0, &source) == 0)
        return usageError(Words::tr("%1 is not an address of a device").arg(local.toString()));
    CmId id;
    RdmaError error = m_engine->withCmChannel([&](const CmChannelPtr &channel) {
        RdmaError failure;
        id = CmId::make(channel, m_token, &failure, CmId::PortSpace::Datagrams);
        return failure;
    });
    if (error.isError())
        return error;
    if (const int failure =
                cmResult(rdma_bind_addr(id.get(), reinterpret_cast<sockaddr *>(&source))))
        return callError("rdma_bind_addr", failure);
    if (const int failure = cmResult(
                rdma_join_multicast(id.get(), reinterpret_cast<sockaddr *>(&address), nullptr)))
        return joinError(failure, group);
    m_id = std::move(id);
    m_group = group;
    m_timeout = timeout;
    if (timeout >= 0)
        m_deadline.start(timeout);
    return {};
}

void MulticastGroup::cmEvent(const CmEvent &event)
{
    if (event.type == RDMA_CM_EVENT_MULTICAST_JOIN && event.status == 0) {
        m_deadline.cancel();
        m_answered(attach(*event.datagrams));
    } else if (event.type == RDMA_CM_EVENT_MULTICAST_JOIN
               || event.type == RDMA_CM_EVENT_MULTICAST_ERROR) {
        m_deadline.cancel();
        m_answered(eventError("rdma_join_multicast", event.type, event.status));
    }
    // The id of the queue pair tells of the removal of the device.
}

void MulticastGroup::channelFailed(const CmChannelPtr &channel, const RdmaError &cause)
{
    if (!m_id)
        return;
    const RdmaError error = channel ? m_id.migrate(channel) : cause;
    if (!error.isError())
        return;
    m_deadline.cancel();
    m_answered(error);
}

RdmaError MulticastGroup::attach(const rdma_ud_param &parameters)
{
    RdmaError error;
    const ibv_gid &gid = parameters.ah_attr.grh.dgid;
    m_gid = QByteArray(reinterpret_cast<const char *>(gid.raw), sizeof(gid.raw));
    m_lid = parameters.ah_attr.dlid;
    m_target = { makeAddressHandle(m_queuePair->queues().domain(), parameters.ah_attr, &error),
                 parameters.qp_num, parameters.qkey };
    if (error.isError())
        return error;
    if (const int failure =
                verbsResult(ibv_attach_mcast(m_queuePair->queues().queuePair(), &gid, m_lid)))
        return callError("ibv_attach_mcast", failure);
    m_attached = true;
    return {};
}

} // namespace QtRdmaPrivate
