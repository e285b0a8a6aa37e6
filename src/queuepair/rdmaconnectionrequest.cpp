// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaconnectionrequest.h>

#include "incomingconnection_p.h"

#include "../verbs/localaddresses_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaConnectionRequest
    \inmodule QtRdma
    \brief A peer that wants to connect, as RdmaServer::incomingConnection() gets it.

    A request can be accepted once, by RdmaStream::accept() or RdmaQueuePair::accept(), also in another thread, or
    rejected; one that is dropped by its last holder is rejected. isAccepted() is true where the server has accepted
    ahead (RdmaServer::AcceptAhead): then only RdmaStream::accept() can take it, in the server's thread.
*/

RdmaConnectionRequest::RdmaConnectionRequest() = default;
RdmaConnectionRequest::RdmaConnectionRequest(std::shared_ptr<IncomingConnection> connection)
    : incoming(std::move(connection))
{
}
RdmaConnectionRequest::RdmaConnectionRequest(const RdmaConnectionRequest &other) = default;
RdmaConnectionRequest &
RdmaConnectionRequest::operator=(const RdmaConnectionRequest &other) = default;
RdmaConnectionRequest::~RdmaConnectionRequest() = default;

bool RdmaConnectionRequest::isValid() const
{
    return incoming && (incoming->id() || incoming->accepted);
}

bool RdmaConnectionRequest::isAccepted() const
{
    return incoming && incoming->accepted;
}

/*! What the peer sent with its request; may end in zeros. */
QByteArray RdmaConnectionRequest::privateData() const
{
    return incoming ? incoming->privateData : QByteArray();
}

QString RdmaConnectionRequest::deviceName() const
{
    if (!incoming || !incoming->id() || !incoming->id()->verbs)
        return {};
    return QString::fromLatin1(ibv_get_device_name(incoming->id()->verbs->device));
}

QHostAddress RdmaConnectionRequest::peerAddress() const
{
    return incoming && incoming->id() ? fromSockaddr(rdma_get_peer_addr(incoming->id()))
                                      : QHostAddress();
}

quint16 RdmaConnectionRequest::peerPort() const
{
    quint16 port = 0;
    if (incoming && incoming->id())
        fromSockaddr(rdma_get_peer_addr(incoming->id()), &port);
    return port;
}

QHostAddress RdmaConnectionRequest::localAddress() const
{
    return incoming && incoming->id() ? fromSockaddr(rdma_get_local_addr(incoming->id()))
                                      : QHostAddress();
}

quint16 RdmaConnectionRequest::localPort() const
{
    quint16 port = 0;
    if (incoming && incoming->id())
        fromSockaddr(rdma_get_local_addr(incoming->id()), &port);
    return port;
}

/*! Refuses the peer, which gets up to 148 bytes of \a privateData. False when the request was answered before. */
bool RdmaConnectionRequest::reject(const QByteArray &privateData) const
{
    return incoming && !incoming->reject(privateData).isError();
}
