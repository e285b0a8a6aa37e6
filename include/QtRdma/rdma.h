// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMA_H
#define RDMA_H

#include <QtCore/qversionnumber.h>

#include <QtRdma/qtrdmaglobal.h>

namespace Rdma {

// The version of the library that is running, which may be newer than the headers.
Q_RDMA_EXPORT QVersionNumber libraryVersion();

// How long the end of the program may wait for data that was written and not yet sent, in
// milliseconds; 2000 by default, 0 for not at all. May be called in any thread.
Q_RDMA_EXPORT void setExitLingerTime(int msecs);
Q_RDMA_EXPORT int exitLingerTime();

} // namespace Rdma

#endif // RDMA_H
