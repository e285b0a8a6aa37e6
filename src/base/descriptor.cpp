// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "descriptor_p.h"

#include "../verbs/forkedchild_p.h"

#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

// Where a file of another kind is, or none.
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
