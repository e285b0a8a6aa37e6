// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "traffic_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

void Traffic::failed(int status)
{
    if (status == IBV_WC_RNR_RETRY_EXC_ERR)
        ++receiverNotReady;
    else if (status == IBV_WC_WR_FLUSH_ERR)
        ++flushed;
}

} // namespace QtRdmaPrivate
