// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamlistener_p.h"

#include "../base/logging_p.h"

#include <QtNetwork/qnetworkinterface.h>

#include <algorithm>
#include <cerrno>

namespace QtRdmaPrivate {

static constexpr int MostPorts = 16; // that are tried

static bool isForAll(const QHostAddress &address)
{
    const auto all = { QHostAddress::Any, QHostAddress::AnyIPv4, QHostAddress::AnyIPv6 };
    return std::any_of(all.begin(), all.end(), [&](const auto any) { return address == any; });
}

StreamListener::StreamListener(std::shared_ptr<Engine> engine, Told told)
    : m_engine(std::move(engine))
    , m_told(std::move(told))
{
}

// A port that is free for one transport may be taken for the other.
RdmaError StreamListener::listen(const Wanted &wanted)
{
    RdmaError error = listenOnce(wanted);
    for (int i = 1; i < MostPorts && wanted.port == 0 && error.code() == EADDRINUSE; ++i)
        error = listenOnce(wanted);
    return error;
}

// A machine without a device serves over TCP, where that is offered, too.
RdmaError StreamListener::listenOnce(const Wanted &wanted)
{
    using Transport = Rdma::StreamTransport;
    RdmaError error;
    m_rdma.reset();
    m_tcp.clear();
    m_port = wanted.port;
    if (wanted.transports & Transport::Rdma)
        error = listenByRdma(wanted);
    const bool hasNoDevice = error.socketError() == QAbstractSocket::SocketAddressNotAvailableError;
    if (!(wanted.transports & Transport::Tcp) || (error.isError() && !hasNoDevice))
        return error;
    if (error.isError())
        qCInfo(lcRdmaStream) << "listens over TCP only:" << error;
    return m_rdma && m_rdma->takesTcpPort() ? listenBesideIwarp(wanted) : listenByTcp(wanted);
}

RdmaError StreamListener::listenByRdma(const Wanted &wanted)
{
    m_rdma = std::make_unique<Listener>(m_engine, m_told.requested,
                                        [this](const RdmaError &failure) { rdmaLost(failure); });
    RdmaError error = m_rdma->listen(wanted.address, wanted.port, wanted.backlog);
    if (error.isError())
        m_rdma.reset();
    else
        m_port = m_rdma->port();
    return error;
}

RdmaError StreamListener::listenByTcp(const Wanted &wanted)
{
    RdmaError error = addTcp(wanted, m_port);
    if (!error.isError())
        m_port = m_tcp.front()->port();
    return error;
}

// A socket that hears one interface alone may have the port, if that interface has no iWARP device.
// All others are reached by the second port.
RdmaError StreamListener::listenBesideIwarp(const Wanted &wanted)
{
    m_tcpPort = wanted.tcpPort > 0 ? wanted.tcpPort : quint16(m_port + 1);
    RdmaError error = addTcp(wanted, m_tcpPort);
    if (error.isError() || !isForAll(wanted.address))
        return error;
    const QList<QNetworkInterface> interfaces = QNetworkInterface::allInterfaces();
    for (const QNetworkInterface &each : interfaces) {
        const RdmaError taken = addTcp(wanted, m_port, each.name().toLocal8Bit());
        if (taken.isError() && taken.code() != EADDRINUSE)
            qCWarning(lcRdmaStream) << "does not listen over TCP by" << each.name() << taken;
    }
    return {};
}

RdmaError StreamListener::addTcp(const Wanted &wanted, quint16 port, const QByteArray &interface)
{
    auto made = std::make_unique<TcpListener>(m_engine, m_told.requested, m_told.acceptFailed);
    RdmaError error = made->listen(wanted.address, port, wanted.backlog, interface);
    if (!error.isError())
        m_tcp.push_back(std::move(made));
    return error;
}

// Called by the listener, which goes later.
void StreamListener::rdmaLost(const RdmaError &failure)
{
    if (!m_tcp.empty())
        qCWarning(lcRdmaStream) << "goes on listening over TCP:" << failure;
    else
        m_told.lost(failure);
}

void StreamListener::leave()
{
    if (m_rdma)
        m_rdma->leave();
    for (const auto &each : m_tcp)
        each->leave();
    m_engine.reset();
}

void StreamListener::enter(const std::shared_ptr<Engine> &engine)
{
    m_engine = engine;
    if (m_rdma)
        m_rdma->enter(engine);
    for (const auto &each : m_tcp)
        each->enter(engine);
}

} // namespace QtRdmaPrivate
