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

} // namespace NullNic

#endif // TRANSFER_P_H
