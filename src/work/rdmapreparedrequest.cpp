// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmapreparedrequest.h>

#include "preparedrequest_p.h"

/*! \class RdmaPreparedRequest
    \inmodule QtRdma
    \since 0.1
    \brief A work request that was checked once, to be posted often and fast.

    RdmaQueuePair::prepare() checks a request against the limits of a connected queue pair and keeps
    what the verbs take of it (\c ibv_send_wr). RdmaQueuePair::post() posts it, and
    RdmaPostBuilder many of them, or parts, without checking or counting anything but lengths again.

    \snippet work.cpp prepared

    It belongs to this connection of the queue pair: after the next connect it is refused. The queue
    pair keeps the memory regions of what it has prepared until the connection has ended, or until
    nothing is in flight and no copy of this value is left.

    A request is prepared with slices of memory regions; sends, writes and reads can be prepared.
    Values can be copied, and used in the thread of the queue pair.
    \sa RdmaQueuePair::prepare(), RdmaQueuePair::post(), RdmaPostBuilder
*/

/*! \fn RdmaPreparedRequest::isValid() const
    Returns \c true for what RdmaQueuePair::prepare() has made, and \c false for a
    default-constructed value and where preparing has failed.
*/

/*! \fn RdmaPreparedRequest::swap(RdmaPreparedRequest &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*! Constructs a request that is not valid: nothing posts it. */
RdmaPreparedRequest::RdmaPreparedRequest() noexcept = default;
RdmaPreparedRequest::RdmaPreparedRequest(const RdmaPreparedRequest &other) = default;
RdmaPreparedRequest::RdmaPreparedRequest(RdmaPreparedRequest &&other) noexcept = default;
RdmaPreparedRequest &RdmaPreparedRequest::operator=(const RdmaPreparedRequest &other) = default;
RdmaPreparedRequest &RdmaPreparedRequest::operator=(RdmaPreparedRequest &&other) noexcept = default;
RdmaPreparedRequest::~RdmaPreparedRequest() = default;

/*! Returns what the request does; Rdma::Opcode::Send for one that is not valid. */
Rdma::Opcode RdmaPreparedRequest::opcode() const
{
    return d ? d->request->opcode : Rdma::Opcode::Send;
}

/*! Returns the number of bytes in the slices of the request, of which RdmaPostBuilder can post
    parts; 0 for one that is not valid.
*/
qsizetype RdmaPreparedRequest::length() const
{
    return d ? qsizetype(d->length) : 0;
}
