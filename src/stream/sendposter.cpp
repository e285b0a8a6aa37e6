// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sendposter_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

Q_NEVER_INLINE void SendPoster::fail(int failure)
{
    m_failed(failure);
}

// The write takes no receive there and needs no key (RFC 5040, 5.1; InfiniBand, C9-88).
void SendPoster::touchPeer()
{
    ibv_send_wr write = {};
    write.wr_id = workRequestId(m_slots.launchInline());
    write.opcode = IBV_WR_RDMA_WRITE;
    write.send_flags = IBV_SEND_SIGNALED;
    post(&write);
}

} // namespace QtRdmaPrivate
