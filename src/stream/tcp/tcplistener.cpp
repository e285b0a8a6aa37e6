// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tcplistener_p.h"

#include "tcpincoming_p.h"

#include "../../base/logging_p.h"

namespace QtRdmaPrivate {

static constexpr int MostAtOnce = 32; // in one pass of a turn; the others keep the socket readable
static constexpr int Rest = 500; // ms

TcpListener::TcpListener(std::shared_ptr<Engine> engine, Requested requested, Failed failed)
    : m_requested(std::move(requested))
    , m_failed(std::move(failed))
{
    enter(std::move(engine));
}

TcpListener::~TcpListener()
{
    leave();
}

RdmaError TcpListener::listen(const QHostAddress &address, quint16 port, int backlog,
                              const QByteArray &interface)
{
    RdmaError error;
    m_socket = TcpSocket::listenOn(address, port, backlog, interface, &error);
    return error.isError() ? error : watch();
}

RdmaError TcpListener::watch()
{
    return m_engine->sockets().add(m_socket.descriptor(), SocketReader::Trigger::Level, this);
}

quint16 TcpListener::port() const
{
    quint16 port = 0;
    m_socket.localAddress(&port);
    return port;
}

void TcpListener::leave()
{
    if (!m_engine)
        return;
    m_resting.reset();
    if (m_socket)
        m_engine->sockets().remove(m_socket.descriptor());
    m_engine.reset();
}

void TcpListener::enter(std::shared_ptr<Engine> engine)
{
    m_engine = std::move(engine);
    m_resting.emplace(m_engine->deadlines(), [this] {
        if (const RdmaError failure = watch(); failure.isError())
            m_failed(failure);
    });
    if (!m_socket)
        return;
    if (const RdmaError failure = watch(); failure.isError())
        m_failed(failure);
}

void TcpListener::socketReady(quint32)
{
    for (int i = 0; i < MostAtOnce; ++i) {
        RdmaError failure;
        TcpSocket socket = m_socket.accept(&failure);
        if (failure.isError()) {
            rest();
            return m_failed(failure);
        }
        if (!socket)
            return;
        m_requested(std::make_shared<TcpIncoming>(std::move(socket)));
        if (m_engine->isPhaseLong())
            return;
        m_engine->startPhaseClock();
    }
}

// There is no descriptor for one more connection, which stays in the kernel and keeps the socket
// readable.
void TcpListener::rest()
{
    m_engine->sockets().remove(m_socket.descriptor());
    m_resting->start(Rest);
}

} // namespace QtRdmaPrivate
