// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaconnectionrequest_p.h"

#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaConnectionRequest
    \inmodule QtRdma
    \brief A peer that wants to connect, as RdmaServer::incomingConnection() gets it.

    A request can be accepted once, by RdmaStream::accept() or RdmaQueuePair::accept(), also in another thread, or
    rejected; one that is dropped by its last holder is rejected. isAccepted() is true where the server has accepted
    ahead (RdmaServer::AcceptPolicy::Ahead): then only RdmaStream::accept() can take it, in the server's thread.
*/

/*! Constructs a request that is not valid. One that was moved from is the same. */
RdmaConnectionRequest::RdmaConnectionRequest() noexcept = default;
RdmaConnectionRequest::RdmaConnectionRequest(const RdmaConnectionRequest &other) = default;
RdmaConnectionRequest::RdmaConnectionRequest(RdmaConnectionRequest &&other) noexcept = default;
RdmaConnectionRequest &
RdmaConnectionRequest::operator=(const RdmaConnectionRequest &other) = default;
RdmaConnectionRequest::~RdmaConnectionRequest() = default;

/*! \fn void RdmaConnectionRequest::swap(RdmaConnectionRequest &other)
    Swaps this handle with \a other. This is fast and never fails.
*/

bool RdmaConnectionRequest::isValid() const
{
    return d && (d->incoming->id() || d->incoming->accepted);
}

bool RdmaConnectionRequest::isAccepted() const
{
    return d && d->incoming->accepted;
}

/*! What the peer sent with its request; may end in zeros. */
QByteArray RdmaConnectionRequest::privateData() const
{
    return d ? d->incoming->privateData : QByteArray();
}

QString RdmaConnectionRequest::deviceName() const
{
    return d ? d->incoming->deviceName : QString();
}

QHostAddress RdmaConnectionRequest::peerAddress() const
{
    return d ? d->incoming->peerAddress : QHostAddress();
}

quint16 RdmaConnectionRequest::peerPort() const
{
    return d ? d->incoming->peerPort : quint16(0);
}

QHostAddress RdmaConnectionRequest::localAddress() const
{
    return d ? d->incoming->localAddress : QHostAddress();
}

quint16 RdmaConnectionRequest::localPort() const
{
    return d ? d->incoming->localPort : quint16(0);
}

/*! How many of the peer's reads and atomics this side may have to serve at once, and how many it may have under way itself: what
    the request offers. Accepting takes as much of it as RdmaConnectionOptions and the device permit.
*/
int RdmaConnectionRequest::responderResources() const
{
    return d ? d->incoming->responderResources : 0;
}

/*! \sa responderResources() */
int RdmaConnectionRequest::initiatorDepth() const
{
    return d ? d->incoming->initiatorDepth : 0;
}

/*! Refuses the peer, which gets up to 148 bytes of \a privateData (\c rdma_reject(3)); RdmaQueuePair::peerPrivateData() has them
    there. Returns \c false, and says why in \a error, when the request was answered before or the data is too long:
    then the request is as it was.
*/
bool RdmaConnectionRequest::reject(const QByteArray &privateData, RdmaError *error) const
{
    const RdmaError failure = d ? d->incoming->reject(privateData)
                                : usageError(tr("The connection request is empty"));
    if (error)
        *error = failure;
    return !failure.isError();
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaConnectionRequest &request)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaConnectionRequest(";
    if (request.isValid()) {
        debug << request.deviceName() << ", from " << request.peerAddress().toString() << " port "
              << request.peerPort() << (request.isAccepted() ? ", accepted" : "");
    }
    debug << ')';
    return debug;
}
#endif
