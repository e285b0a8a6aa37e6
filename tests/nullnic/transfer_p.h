// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSFER_P_H
#define TRANSFER_P_H

#include "timeouts_p.h"

#include <infiniband/verbs.h>

namespace NullNic {

// What has become of a request.
struct Outcome
{
    Waiting waits = Waiting::No;
    ibv_wc_status status = IBV_WC_SUCCESS;
    uint32_t length = 0;
};

// Checks the request at both ends and moves its data. The receiver gets its completion, or ends.
// The sender is left as it is.
Outcome carryOut(QueuePair &sender, const ibv_send_wr &request);

// The two halves of a request of another process. The receiver's: 'bytes' are those of the request,
// and what it brings back goes to 'answer'.
Outcome serve(QueuePair &receiver, ibv_send_wr request, char *bytes, uint32_t length, char *answer);
// The sender's: puts what has come back in its place.
Outcome bringBack(QueuePair &sender, const ibv_send_wr &request, char *answer);

} // namespace NullNic

#endif // TRANSFER_P_H
