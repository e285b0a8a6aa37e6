// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "listener_p.h"

#include "connectionparameters_p.h"

#include "../verbs/addresserrors_p.h"
#include "../verbs/devicelist_p.h"
#include "../verbs/socketaddress_p.h"
#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>
#include <iterator>
#include <utility>

namespace QtRdmaPrivate {

namespace {

// The kernel would let a program listen on all addresses even if there is no device.
RdmaError checkForDevice(const QHostAddress &address)
{
    int count = 0;
    errno = 0;
    if (const DeviceList devices = deviceList(&count); !devices) {
        const int failure = pointerResult(nullptr);
        // libibverbs says ENOSYS for a kernel without RDMA.
        return failure == ENOSYS ? noDeviceError("ibv_get_device_list", failure, address)
                                 : callError("ibv_get_device_list", failure);
    }
    return count > 0 ? RdmaError() : noDeviceError("rdma_listen", ENODEV, address);
}

} // namespace

Listener::Listener(std::shared_ptr<Engine> engine, Requested requested, Lost lost)
    : m_requested(std::move(requested))
    , m_lost(std::move(lost))
{
    enter(std::move(engine));
}

Listener::~Listener()
{
    leave();
}

void Listener::enter(std::shared_ptr<Engine> engine)
{
    m_engine = std::move(engine);
    m_token = m_engine->enter(this);
    for (CmId &id : m_ids)
        id.setToken(m_token);
    if (m_channel)
        m_engine->addCmChannel(m_channel, this);
}

void Listener::leave()
{
    if (!m_engine)
        return;
    if (m_channel)
        m_engine->removeCmChannel(m_channel);
    m_engine->retire(m_token);
    m_engine.reset();
}

// Takes a new channel. It replaces the one that the listener may have.
RdmaError Listener::takeChannel()
{
    RdmaError error;
    CmChannelPtr channel = makeCmChannel(&error);
    if (!channel)
        return error;
    if (const CmChannelPtr old = std::exchange(m_channel, std::move(channel)))
        m_engine->removeCmChannel(old);
    m_engine->addCmChannel(m_channel, this);
    return {};
}

RdmaError Listener::listen(const QHostAddress &address, quint16 port, int backlog)
{
    RdmaError error = checkForDevice(address);
    if (error.isError())
        return error;
    if (address.isLoopback()) // the kernel may bind to it, but nobody can connect
        return noDeviceError("rdma_listen", ENODEV, address);
    if (error = takeChannel(); error.isError())
        return error;
    // On iWARP a TCP socket outside of RDMA may have the port that the connection manager believes
    // to be free.
    std::vector<CmId> inUse;
    for (int i = 0; i < MostPorts; ++i) {
        error = listenOnAll(address, port, backlog);
        if (port != 0 || error.code() != EADDRINUSE)
            break;
        std::move(m_ids.begin(), m_ids.end(), std::back_inserter(inUse));
        m_ids.clear();
    }
    return error;
}

bool Listener::takesTcpPort() const
{
    int count = 0;
    const DeviceList devices = deviceList(&count);
    const auto isIwarp = [](const ibv_device *device) {
        return device->transport_type == IBV_TRANSPORT_IWARP;
    };
    // An id for all addresses is of no device.
    return std::any_of(m_ids.begin(), m_ids.end(), [&](const CmId &id) {
        return id->verbs ? isIwarp(id->verbs->device)
                         : std::any_of(devices.get(), devices.get() + count, isIwarp);
    });
}

RdmaError Listener::listenOnAll(const QHostAddress &address, quint16 port, int backlog)
{
    if (address != QHostAddress::Any)
        return listenOn(address, port, backlog);
    // Both families need an id each, because siw takes no IPv4 clients on an IPv6 id.
    RdmaError error = listenOn(QHostAddress(QHostAddress::AnyIPv4), port, backlog);
    if (error.isError())
        return error;
    error = listenOn(QHostAddress(QHostAddress::AnyIPv6), this->port(), backlog);
    if (!error.isError() || error.code() == EADDRINUSE)
        return error;
    qCDebug(lcRdmaCm) << "no IPv6:" << error;
    m_ids.resize(1);
    return {};
}

RdmaError Listener::listenOn(const QHostAddress &address, quint16 port, int backlog)
{
    RdmaError error;
    sockaddr_storage storage;
    if (toSockaddr(address, port, &storage) == 0)
        return usageError(QStringLiteral("Not an address to listen on: ") + address.toString());
    m_ids.push_back(CmId::make(m_channel, m_token, &error));
    const CmId &id = m_ids.back();
    if (!id)
        return error;
    int only = 1;
    if (const int failure = cmResult(rdma_set_option(id.get(), RDMA_OPTION_ID,
                                                     RDMA_OPTION_ID_AFONLY, &only, sizeof(only)))) {
        return callError("rdma_set_option", failure);
    }
    if (const int failure =
                cmResult(rdma_bind_addr(id.get(), reinterpret_cast<sockaddr *>(&storage)))) {
        if (isPortShortage(failure, address))
            return noPortError("rdma_bind_addr");
        return failure == ENODEV || failure == EADDRNOTAVAIL
                ? noDeviceError("rdma_bind_addr", failure, address)
                : bindError("rdma_bind_addr", failure, port);
    }
    if (id->verbs)
        error = checkUsable(id->verbs);
    if (error.isError())
        return error;
    if (const int failure = cmResult(rdma_listen(id.get(), backlog)))
        return callError("rdma_listen", failure);
    return {};
}

// The kernel leaves requests that nobody has read in the old channel, and they are refused with it.
RdmaError Listener::renewChannel()
{
    RdmaError error = takeChannel();
    for (CmId &id : m_ids) {
        if (!error.isError())
            error = id.migrate(m_channel);
        if (!error.isError() && id->verbs)
            error = checkUsable(id->verbs);
    }
    return error;
}

// A program that has changed its credentials may take the ids to another channel. After another
// failure no request can come any more.
void Listener::addedChannelFailed(const RdmaError &cause)
{
    const RdmaError error = cause.code() == EACCES ? renewChannel() : cause;
    if (!error.isError())
        return;
    if (const CmChannelPtr old = std::exchange(m_channel, nullptr))
        m_engine->removeCmChannel(old);
    m_lost(error);
}

quint16 Listener::port() const
{
    return m_ids.empty() ? quint16(0) : ntohs(rdma_get_src_port(m_ids.front().get()));
}

void Listener::cmEvent(const CmEvent &event)
{
    if (event.type == RDMA_CM_EVENT_CONNECT_REQUEST) {
        m_requested(std::make_shared<IncomingConnection>(
                CmId(event.id, m_channel), event.privateData, event.responderResources,
                event.initiatorDepth));
        return;
    }
    if (event.type == RDMA_CM_EVENT_DEVICE_REMOVAL) {
        m_lost(eventError("rdma_listen", event.type, 0));
        return;
    }
    // A peer has given up before its request was answered. Accepting the request will fail.
    qCDebug(lcRdmaCm) << "listener:" << rdma_event_str(rdma_cm_event_type(event.type));
}

} // namespace QtRdmaPrivate
