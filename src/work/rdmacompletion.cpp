// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacompletion.h>

#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaCompletion
    \inmodule QtRdma
    \brief What became of one work request.

    \c status is an \c ibv_wc_status (0 is success), \c byteLength the bytes sent or received, \c data what a
    receive or read with its own buffer got, \c immediate the peer's number in host order, \c originalValue what an atomic found.
    \c timestamp is the time of the completion in nanoseconds of the device's own clock, to be compared with others of
    the same device; -1 where the device has no such clock, as the software devices. Of a failed completion only wrId, opcode, status and vendorError mean something.

    Two more statuses come from RdmaQueuePair::whenCompleted() alone. Rdma::CompletionStatus::NotPosted means that the post was refused, and \c refusal is the error that it was
    refused with; Rdma::CompletionStatus::UnknownRequest means that no request with this id is in flight. Then opcode means nothing either.
*/

/*! What went wrong: \c refusal where the request was not posted, else what the status means. No error where it succeeded. */
RdmaError RdmaCompletion::error() const
{
    if (isSuccess() || refusal.isError())
        return refusal;
    return completionError(int(status), vendorError);
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaCompletion &completion)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaCompletion(" << completion.wrId << ", " << completion.opcode;
    if (completion.isSuccess())
        debug << ", " << completion.byteLength << " bytes)";
    else
        debug << ", " << completion.error().text() << ')';
    return debug;
}
#endif
