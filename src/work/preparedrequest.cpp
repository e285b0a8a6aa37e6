// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "preparedrequest_p.h"

#include "postchain_p.h"

#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

namespace QtRdmaPrivate {

static RdmaError checkPreparable(const RdmaWorkRequestData &request)
{
    if (request.opcode == Rdma::Opcode::Receive)
        return usageError(Words::tr("A receive cannot be prepared"),
                          Words::tr("RdmaQueuePair::setReceiveRing() posts receives by itself."));
    if (request.changesWindow() || request.needsNewerCalls())
        return usageError(Words::tr("Only sends, writes and reads can be prepared"));
    if (request.ownBuffer)
        return usageError(Words::tr("A prepared request needs memory of its own"),
                          Words::tr("Make it with slices of an RdmaMemoryRegion."));
    if (request.timeout >= 0)
        return usageError(Words::tr("A prepared request has no time-out"));
    return {};
}

QExplicitlySharedDataPointer<PreparedRequest>
PreparedRequest::make(const RdmaWorkRequest &request, const WorkLimits &limits, RdmaError *error)
{
    const RdmaWorkRequestData &values = RdmaWorkRequestData::of(request);
    *error = checkPreparable(values);
    if (!error->isError())
        *error = checkRequest(values, limits);
    if (error->isError())
        return {};
    QExplicitlySharedDataPointer<PreparedRequest> made(new PreparedRequest(request));
    made->limits = limits.number;
    made->length = quint64(values.length);
    made->silence = values.flags & Rdma::SendFlag::Unsignalled;
    made->isRemote = values.remote.isValid();
    made->remoteLength = values.remote.length();
    made->verbs = verbsSend(values);
    if (mayGoInline(values))
        made->mostInline = limits.inlineSize;
    const bool isInline = goesInline(values, limits);
    for (const RdmaMemorySlice &slice : values.slices)
        made->elements.push_back(elementOf(slice, isInline));
    made->verbs.sg_list = made->elements.data();
    made->verbs.num_sge = int(made->elements.size());
    made->verbs.send_flags |= isInline ? unsigned(IBV_SEND_INLINE) : 0;
    if (values.slices.size() == 1) {
        made->element = elementOf(values.slices.constFirst(), false);
        made->data = quintptr(values.slices.constFirst().constData());
    }
    return made;
}

} // namespace QtRdmaPrivate
