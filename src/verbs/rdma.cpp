// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdma.h>

namespace Rdma {

QVersionNumber libraryVersion()
{
    return QVersionNumber::fromString(QLatin1String(QTRDMA_VERSION));
}

} // namespace Rdma
