// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaconnectiontimes.h>

#include "../base/gadgetdebug_p.h"

/*!
    \class RdmaConnectionTimes
    \inmodule QtRdma
    \brief How long each step of connecting took, in nanoseconds, as the connection manager's events were taken.

    \c address is finding the device that reaches the peer (\c rdma_resolve_addr(3)), \c route the way to it
    (\c rdma_resolve_route(3)), \c connect making the queue pair and connecting or accepting, until established. Each counts from the
    end of the one before it; -1 is a step that has not ended, or that an accepted connection never has. Of RdmaQueuePair::connectToEndpoint() \c address
    is finding the peer, there is no route, and \c connect is making the queue pair ready.
    \sa RdmaQueuePair::connectionTimes(), RdmaStream::connectionTimes()
*/

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaConnectionTimes &times)
{
    return QtRdmaPrivate::printGadget(std::move(debug), times);
}
#endif
