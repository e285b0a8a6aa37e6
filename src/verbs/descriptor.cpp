// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "descriptor_p.h"

#include "forkedchild_p.h"

#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

// The number belongs to a file of another kind, or to none.
static bool isLost(int errorNumber)
{
    switch (errorNumber) {
    case EBADF:
    case EDESTADDRREQ:
    case EINVAL:
    case EISDIR:
    case ENOTCONN:
    case ENOTSOCK:
    case EOPNOTSUPP:
        return true;
    default:
        return false;
    }
}

void descriptorFailed(int *fd, int errorNumber)
{
    if (isLost(errorNumber))
        unfence(std::exchange(*fd, -1));
}

} // namespace QtRdmaPrivate
