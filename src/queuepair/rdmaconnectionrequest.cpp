// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaconnectionrequest.h>

#include "incomingconnection_p.h"

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
    return incoming ? incoming->deviceName : QString();
}

QHostAddress RdmaConnectionRequest::peerAddress() const
{
    return incoming ? incoming->peerAddress : QHostAddress();
}

quint16 RdmaConnectionRequest::peerPort() const
{
    return incoming ? incoming->peerPort : quint16(0);
}

QHostAddress RdmaConnectionRequest::localAddress() const
{
    return incoming ? incoming->localAddress : QHostAddress();
}

quint16 RdmaConnectionRequest::localPort() const
{
    return incoming ? incoming->localPort : quint16(0);
}

/*! Refuses the peer, which gets up to 148 bytes of \a privateData (rdma_reject). Returns \c false when the request was
    answered before.
*/
bool RdmaConnectionRequest::reject(const QByteArray &privateData) const
{
    return incoming && !incoming->reject(privateData).isError();
}
