// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "listener_p.h"

#include "../verbs/localaddresses_p.h"
#include "../verbs/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>

namespace QtRdmaPrivate {

namespace {

// The kernel lets anybody listen on all addresses of no device at all.
bool hasDevice()
{
    int count = 0;
    ibv_device **devices = ibv_get_device_list(&count);
    if (devices)
        ibv_free_device_list(devices);
    return count > 0;
}

} // namespace

Listener::Listener(std::shared_ptr<Engine> engine, Requested requested)
    : m_engine(std::move(engine)), m_requested(std::move(requested)), m_token(m_engine->enter(this))
{
}

Listener::~Listener()
{
    m_engine->retire(m_token);
}

RdmaError Listener::listen(const QHostAddress &address, quint16 port, int backlog)
{
    if (!hasDevice() || address.isLoopback()) // the kernel may bind to it, but nobody can connect
        return noDeviceError("rdma_listen", ENODEV, address);
    RdmaError error;
    m_channel = m_engine->cmChannel(&error);
    if (m_channel)
        m_id = CmId::make(m_channel, m_token, &error);
    if (!m_id)
        return error;
    sockaddr_storage storage;
    if (toSockaddr(address, port, &storage) == 0)
        return usageError(QStringLiteral("Not an address to listen on: ") + address.toString());
    if (const int failure = cmResult(
                rdma_bind_addr(m_id.get(), reinterpret_cast<sockaddr *>(&storage)))) {
        return failure == ENODEV || failure == EADDRNOTAVAIL
                ? noDeviceError("rdma_bind_addr", failure, address)
                : callError("rdma_bind_addr", failure);
    }
    if (const int failure = cmResult(rdma_listen(m_id.get(), backlog)))
        return callError("rdma_listen", failure);
    return {};
}

quint16 Listener::port() const
{
    return m_id ? ntohs(rdma_get_src_port(m_id.get())) : quint16(0);
}

void Listener::cmEvent(const CmEvent &event)
{
    if (event.type == RDMA_CM_EVENT_CONNECT_REQUEST) {
        m_requested(std::make_shared<IncomingConnection>(
                CmId(event.id, m_channel), event.privateData, event.responderResources,
                event.initiatorDepth));
        return;
    }
    // A peer that gave up before its request was answered: accepting it will say so.
    qCDebug(lcRdmaCm) << "listener:" << rdma_event_str(rdma_cm_event_type(event.type));
}

} // namespace QtRdmaPrivate
