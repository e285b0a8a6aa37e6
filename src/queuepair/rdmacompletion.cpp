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
*/

RdmaError RdmaCompletion::error() const
{
    return isSuccess() ? RdmaError() : completionError(status, vendorError);
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
