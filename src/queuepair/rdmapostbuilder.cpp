// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmapostbuilder.h>

#include "rdmaqueuepair_p.h"

#include "../base/valuedata_p.h"

using namespace QtRdmaPrivate;

/*! \class RdmaPostBuilder
    \inmodule QtRdma
    \since 0.1
    \brief Posts prepared requests, many with one call of the device.

    A builder lives on the stack. add() writes the request into a chain, in the form of the verbs.
    post() and the destructor hand the chain to the device (\c ibv_post_send); a chain that has
    become long is posted in between. Nothing is allocated.

    \snippet queuepair.cpp builder

    Each request that was added completes once, with the number \e context that it was added with:
    RdmaCompletionHandler::workDone() tells it if the queue pair has a handler, else
    RdmaQueuePair::completed() with the number as the id. Unsignalled requests are told of only if
    they have failed. A request that the device has refused to take completes with
    Rdma::CompletionStatus::NotPosted.

    A builder is used in the thread of its queue pair. If the queue pair is deleted before, the
    builder adds nothing any more.
    \sa RdmaQueuePair::prepare(), RdmaCompletionHandler
*/

/*! Begins to post to \a queuePair. In another thread than that of the queue pair nothing can be
    added.
*/
RdmaPostBuilder::RdmaPostBuilder(RdmaQueuePair *queuePair) : d(queuePair->d->builderSends())
{
    if (d)
        d->begin();
}

/*! Posts what was added. */
RdmaPostBuilder::~RdmaPostBuilder()
{
    if (d)
        FastSends::finish(d);
}

/*! Adds all of \a request. \a context is told when it has completed; it may be any number. \a flags
    are set in addition to those of the request.

    Returns \c false and adds nothing if the queue is full, if the connection has ended, or if the
    request is not one of this connection; RdmaQueuePair::rdmaError() says which.
    RdmaQueuePair::sendQueueReady() tells when there is room again.
*/
bool RdmaPostBuilder::add(const RdmaPreparedRequest &request, quint64 context,
                          Rdma::SendFlags flags)
{
    const PreparedRequest *prepared = request.d.data();
    if (!d || !prepared)
        return false;
    return d->addWhole(*prepared, context, flags);
}

/*! \overload
    Adds a part of \a request: \a length bytes of its memory from \a offset on, and of the remote
    memory those from \a remoteOffset on. A send has no remote memory: its \a remoteOffset is 0.
    Where a length or an offset does not fit nothing is added. A request of several slices has no
    parts.
*/
bool RdmaPostBuilder::add(const RdmaPreparedRequest &request, qsizetype offset, qsizetype length,
                          qsizetype remoteOffset, quint64 context, Rdma::SendFlags flags)
{
    const PreparedRequest *prepared = request.d.data();
    return d && prepared
            && d->addPart(*prepared, { quint64(offset), quint64(length), quint64(remoteOffset) },
                          context, flags);
}

/*! Gives the request that was added last \a immediate as its immediate data. Returns \c false if it
    was posted already, or if it is not one with immediate data.
*/
bool RdmaPostBuilder::setImmediate(quint32 immediate)
{
    return d && d->setImmediate(immediate);
}

/*! Posts what was added. Returns \c false if the device has not taken all of it:
    RdmaQueuePair::rdmaError() says why, and each request that was not taken completes with
    Rdma::CompletionStatus::NotPosted.
*/
bool RdmaPostBuilder::post()
{
    return d && d->post();
}
