// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamlistener_p.h"

#include "../base/logging_p.h"

namespace QtRdmaPrivate {

StreamListener::StreamListener(std::shared_ptr<Engine> engine, Told told)
    : m_engine(std::move(engine))
    , m_told(std::move(told))
{
}

// A machine without a device serves over TCP, where that is offered, too.
RdmaError StreamListener::listen(Rdma::StreamTransports transports, const QHostAddress &address,
                                 quint16 port, int backlog)
{
    using Transport = Rdma::StreamTransport;
    RdmaError error;
    m_port = port;
    if (transports & Transport::Rdma)
        error = listenByRdma(address, port, backlog);
    const bool hasNoDevice = error.socketError() == QAbstractSocket::SocketAddressNotAvailableError;
    if (!(transports & Transport::Tcp) || (error.isError() && !hasNoDevice))
        return error;
    if (error.isError())
        qCInfo(lcRdmaStream) << "listens over TCP only:" << error;
    return listenByTcp(address, m_port, backlog);
}

RdmaError StreamListener::listenByRdma(const QHostAddress &address, quint16 port, int backlog)
{
    m_rdma = std::make_unique<Listener>(m_engine, m_told.requested,
                                        [this](const RdmaError &failure) { rdmaLost(failure); });
    const RdmaError error = m_rdma->listen(address, port, backlog);
    if (error.isError())
        m_rdma.reset();
    else
        m_port = m_rdma->port();
    return error;
}

RdmaError StreamListener::listenByTcp(const QHostAddress &address, quint16 port, int backlog)
{
    m_tcp = std::make_unique<TcpListener>(m_engine, m_told.requested, m_told.acceptFailed);
    const RdmaError error = m_tcp->listen(address, port, backlog);
    if (error.isError())
        m_tcp.reset();
    else
        m_port = m_tcp->port();
    return error;
}

// Called by the listener, which goes later.
void StreamListener::rdmaLost(const RdmaError &failure)
{
    if (m_tcp)
        qCWarning(lcRdmaStream) << "goes on listening over TCP:" << failure;
    else
        m_told.lost(failure);
}

void StreamListener::leave()
{
    if (m_rdma)
        m_rdma->leave();
    if (m_tcp)
        m_tcp->leave();
    m_engine.reset();
}

void StreamListener::enter(const std::shared_ptr<Engine> &engine)
{
    m_engine = engine;
    if (m_rdma)
        m_rdma->enter(engine);
    if (m_tcp)
        m_tcp->enter(engine);
}

} // namespace QtRdmaPrivate
