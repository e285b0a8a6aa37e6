// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMA_H
#define RDMA_H

#include <QtCore/qversionnumber.h>

#include <QtRdma/qtrdmaglobal.h>

namespace Rdma {

// The version of the library that is running, which may be newer than the headers.
Q_RDMA_EXPORT QVersionNumber libraryVersion();

} // namespace Rdma

#endif // RDMA_H
