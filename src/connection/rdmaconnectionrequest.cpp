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
    \since 0.1
    \brief The request of a peer that wants to connect, as RdmaServer::incomingConnection() gets it.

    A request can be accepted once, by RdmaStream::accept() or RdmaQueuePair::accept(), also in
    another thread. It can be rejected, and it is rejected when the last handle is dropped.

    isAccepted() is true if the server has accepted ahead (RdmaServer::AcceptPolicy::Ahead). Then
    only RdmaStream::accept() can take the request, in the server's thread.
*/

/*! Constructs an invalid request. A request that was moved from is invalid too. */
RdmaConnectionRequest::RdmaConnectionRequest() noexcept = default;
RdmaConnectionRequest::RdmaConnectionRequest(const RdmaConnectionRequest &other) = default;
RdmaConnectionRequest::RdmaConnectionRequest(RdmaConnectionRequest &&other) noexcept = default;
RdmaConnectionRequest &
RdmaConnectionRequest::operator=(const RdmaConnectionRequest &other) = default;
RdmaConnectionRequest::~RdmaConnectionRequest() = default;

/*! \fn void RdmaConnectionRequest::swap(RdmaConnectionRequest &other)
    Swaps this handle with \a other. This is fast and never fails.
*/

/*! Returns whether the request can still be accepted. It is not valid any more when it was accepted
    or rejected by any of its handles.
*/
bool RdmaConnectionRequest::isValid() const
{
    return d && (d->incoming->isUnanswered() || d->incoming->accepted);
}

/*! Returns whether the server has accepted the request ahead: only RdmaStream::accept() can take it
    then.
    \sa RdmaServer::AcceptPolicy
*/
bool RdmaConnectionRequest::isAccepted() const
{
    return d && d->incoming->accepted;
}

/*! Returns the bytes that the peer sent with its request. Zeros may follow them. */
QByteArray RdmaConnectionRequest::privateData() const
{
    return d ? d->incoming->privateData : QByteArray();
}

/*! Returns the name of the device that the request has come to. */
QString RdmaConnectionRequest::deviceName() const
{
    return d ? d->incoming->deviceName : QString();
}

/*! Returns the address of the peer. */
QHostAddress RdmaConnectionRequest::peerAddress() const
{
    return d ? d->incoming->peerAddress : QHostAddress();
}

/*! Returns the port of the peer. */
quint16 RdmaConnectionRequest::peerPort() const
{
    return d ? d->incoming->peerPort : quint16(0);
}

/*! Returns the address of this host that the peer connects to. */
QHostAddress RdmaConnectionRequest::localAddress() const
{
    return d ? d->incoming->localAddress : QHostAddress();
}

/*! Returns the port that the peer connects to. */
quint16 RdmaConnectionRequest::localPort() const
{
    return d ? d->incoming->localPort : quint16(0);
}

/*! Returns how many reads and atomics of the peer this side may have to serve at once, as the
    request offers. Accepting takes as many of them as RdmaConnectionOptions and the device permit.
*/
int RdmaConnectionRequest::responderResources() const
{
    return d ? d->incoming->responderResources : 0;
}

/*! Returns how many reads and atomics of its own this side may have under way at once, as the
    request offers. Accepting takes as many of them as RdmaConnectionOptions and the device permit.
*/
int RdmaConnectionRequest::initiatorDepth() const
{
    return d ? d->incoming->initiatorDepth : 0;
}

/*! Refuses the peer, which gets up to 148 bytes of \a privateData (\c rdma_reject(3));
    RdmaQueuePair::peerPrivateData() has them there. Returns \c false, and says why in \a error, if
    the request was answered before or the data is too long. The request is unchanged then.

    A request is a handle of an entry in the connection manager. Neither this function nor those
    that accept the request change the handle, so RdmaServer::incomingConnection() can answer a
    request that it gets by a reference to \c const.
*/
bool RdmaConnectionRequest::reject(const QByteArray &privateData, RdmaError *error) const
{
    const RdmaError failure = d ? d->incoming->reject(privateData)
                                : usageError(Words::tr("The connection request is empty"));
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
