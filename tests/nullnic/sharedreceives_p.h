// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SHAREDRECEIVES_P_H
#define SHAREDRECEIVES_P_H

#include "receivequeue_p.h"

#include <infiniband/verbs.h>

namespace NullNic {

struct SharedReceives : ibv_srq
{
    ReceiveQueue receives;
    uint32_t limit = 0; // fewer than this raise an event, once; 0: none do
    int users = 0; // queue pairs
};

inline SharedReceives &sharedReceivesOf(ibv_srq *receives)
{
    return *static_cast<SharedReceives *>(receives);
}

// One of its queue pairs has taken a receive.
void wasTaken(SharedReceives &shared);

// Operation of the context.
int postSharedReceives(ibv_srq *receives, ibv_recv_wr *requests, ibv_recv_wr **bad);

} // namespace NullNic

#endif // SHAREDRECEIVES_P_H
