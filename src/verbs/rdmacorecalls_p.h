// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACORECALLS_P_H
#define RDMACORECALLS_P_H

#include <span>

namespace QtRdmaPrivate {

// A function of rdma-core that this library calls.
struct RdmaCoreCall
{
    const char *name;
    const char *version; // of the symbol that the headers declare: IBVERBS_1.1, RDMACM_1.0
    bool (*isFound)();
    void (*set)(void *function); // which is called from now on
};

std::span<const RdmaCoreCall> rdmaCoreCalls();

} // namespace QtRdmaPrivate

#endif // RDMACORECALLS_P_H
