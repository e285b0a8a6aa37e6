// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cmid_p.h"

#include "addresserrors_p.h"
#include "forkedchild_p.h"
#include "localaddresses_p.h"
#include "socketaddress_p.h"
#include "../base/logging_p.h"
#include "verbscall_p.h"

#include <QtNetwork/qhostaddress.h>

#include <fcntl.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

CmChannelPtr makeCmChannel(RdmaError *error)
{
    if (isForkedChild()) {
        *error = forkedError();
        return {};
    }
    markUse();
    errno = 0;
    rdma_event_channel *channel = rdma_create_event_channel();
    if (!channel) {
        const int failure = pointerResult(channel);
        // librdmacm says ENODEV or ENOENT where it cannot open the kernel's connection manager.
        *error = failure == ENODEV || failure == ENOENT
                ? noConnectionManagerError(failure)
                : callError("rdma_create_event_channel", failure);
        return {};
    }
    if (fcntl(channel->fd, F_SETFL, fcntl(channel->fd, F_GETFL) | O_NONBLOCK) != 0) {
        *error = callError("fcntl", errno);
        rdma_destroy_event_channel(channel);
        return {};
    }
    fenceInChildren(channel->fd);
    return CmChannelPtr(channel, [](rdma_event_channel *c) {
        unfence(c->fd);
        rdma_destroy_event_channel(c);
    });
}

CmId CmId::make(const CmChannelPtr &channel, quint32 token, RdmaError *error, PortSpace portSpace)
{
    rdma_cm_id *id = nullptr;
    const auto space = portSpace == PortSpace::Datagrams ? RDMA_PS_UDP : RDMA_PS_TCP;
    if (const int failure = cmResult(rdma_create_id(channel.get(), &id, nullptr, space))) {
        *error = callError("rdma_create_id", failure);
        return {};
    }
    CmId result(id, channel);
    result.setToken(token);
    return result;
}

CmId CmId::makeBound(const CmChannelPtr &channel, quint32 token, const QHostAddress &local,
                     RdmaError *error)
{
    sockaddr_storage address;
    if (toSockaddr(local, 0, &address) == 0) {
        *error = usageError(QStringLiteral("Not an address of a device: ") + local.toString());
        return {};
    }
    CmId id = make(channel, token, error);
    if (!id)
        return {};
    const int failure = cmResult(rdma_bind_addr(id.get(), reinterpret_cast<sockaddr *>(&address)));
    if (!failure && id->verbs)
        return id;
    // A wildcard address can be bound, but to no device.
    const bool isForeign = failure == 0 || failure == ENODEV || failure == EADDRNOTAVAIL;
    *error = isForeign ? noDeviceError("rdma_bind_addr", failure ? failure : ENODEV, local)
                       : callError("rdma_bind_addr", failure);
    return {};
}

CmId CmId::makeBound(const CmChannelPtr &channel, quint32 token, ibv_context *context,
                     RdmaError *error)
{
    const QList<QHostAddress> addresses = addressesOf(context);
    for (const QHostAddress &address : addresses) {
        *error = {};
        CmId id = makeBound(channel, token, address, error);
        if (id && id->verbs == context)
            return id;
    }
    return {};
}

ibv_context *CmId::contextOf(const QHostAddress &local, RdmaError *error)
{
    const CmChannelPtr channel = makeCmChannel(error);
    const CmId id = channel ? makeBound(channel, 0, local, error) : CmId();
    return id ? id->verbs : nullptr;
}

CmId &CmId::operator=(CmId &&other) noexcept
{
    if (this != &other) {
        reset();
        m_id = std::exchange(other.m_id, nullptr);
        m_channel = std::move(other.m_channel);
    }
    return *this;
}

quint32 CmId::token() const
{
    return quint32(reinterpret_cast<quintptr>(m_id->context));
}

void CmId::setToken(quint32 token)
{
    m_id->context = reinterpret_cast<void *>(quintptr(token));
}

RdmaError CmId::migrate(const CmChannelPtr &channel)
{
    if (const int failure = cmResult(rdma_migrate_id(m_id, channel.get())))
        return callError("rdma_migrate_id", failure);
    m_channel = channel;
    return {};
}

// The channel was opened with other credentials than this thread has. A new channel may take the
// id.
bool CmId::becomeOurs()
{
    RdmaError error;
    const CmChannelPtr channel = makeCmChannel(&error);
    return channel && !migrate(channel).isError();
}

bool CmId::isAnswerAwaited() const
{
    ibv_qp_attr attributes = {};
    int mask = 0;
    attributes.qp_state = IBV_QPS_INIT;
    switch (cmResult(rdma_init_qp_attr(m_id, &attributes, &mask))) {
    case EINVAL: // the peer has gone
    case ENXIO: // from here on: the device has gone
    case ENODEV:
    case EIO:
        return false;
    default:
        return true;
    }
}

void CmId::reset()
{
    if (!m_id || isForkedChild())
        return;
    if (m_id->qp)
        rdma_destroy_qp(m_id);
    int failure = cmResult(rdma_destroy_id(m_id));
    if (failure == EACCES && becomeOurs())
        failure = cmResult(rdma_destroy_id(m_id));
    if (failure && m_channel && m_channel->fd < 0)
        qCDebug(lcRdmaCm) << "went with its channel:" << callError("rdma_destroy_id", failure);
    else if (failure)
        qCWarning(lcRdmaCm) << callError("rdma_destroy_id", failure);
    m_id = nullptr;
    m_channel.reset();
}

} // namespace QtRdmaPrivate
