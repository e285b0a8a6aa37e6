// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACORE_P_H
#define RDMACORE_P_H

#include <QtRdma/rdmaerror.h>

// libibverbs and librdmacm are loaded when one of their functions is called first; with the option
// QTRDMA_LINK_RDMA_CORE they are linked. A function that is not there fails with ENOSYS.
namespace QtRdmaPrivate {

// Loads what is installed, unless it is loaded. Calls do that by themselves, but not under a
// ProcessMutex.
void loadRdmaCore();

// Why 'call' is not there: a library cannot be loaded, or does not have it. No error when it is.
RdmaError missingCallError(const char *call);

} // namespace QtRdmaPrivate

#endif // RDMACORE_P_H
