// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REFUSALS_P_H
#define REFUSALS_P_H

#include <cerrno>

// The two ways in which rdma-core reports errors besides returning a positive errno.
template <typename Result>
Result *refuse(int error)
{
    errno = error;
    return nullptr;
}

inline int minusOne(int error)
{
    errno = error;
    return -1;
}

#endif // REFUSALS_P_H
