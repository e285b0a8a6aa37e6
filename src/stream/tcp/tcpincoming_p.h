// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPINCOMING_P_H
#define TCPINCOMING_P_H

#include "tcpsocket_p.h"

#include "../../connection/incomingconnection_p.h"
#include "../../verbs/verbscall_p.h"

namespace QtRdmaPrivate {

// A TCP connection that nobody has taken yet.
class TcpIncoming final : public IncomingConnection
{
public:
    explicit TcpIncoming(TcpSocket socket) : m_socket(std::move(socket))
    {
        peerAddress = m_socket.peerAddress(&peerPort);
        localAddress = m_socket.localAddress(&localPort);
        transport = Rdma::StreamTransport::Tcp;
    }

    TcpSocket takeSocket() { return std::move(m_socket); }
    bool isUnanswered() const override { return bool(m_socket); }
    // TCP has no words for a reason.
    RdmaError reject(const QByteArray &) override
    {
        if (!m_socket)
            return usageError(QStringLiteral("The connection request was answered already"));
        m_socket.close();
        return {};
    }

private:
    TcpSocket m_socket;
};

} // namespace QtRdmaPrivate

#endif // TCPINCOMING_P_H
