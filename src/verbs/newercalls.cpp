// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "newercalls_p.h"

#include "verbscall_p.h"

#include <dlfcn.h>

namespace QtRdmaPrivate {

quint64 effectivePortSpeed(ibv_context *context, int port)
{
    using Query = int(ibv_context *, uint32_t, uint64_t *);
    static const auto query =
            reinterpret_cast<Query *>(dlsym(RTLD_DEFAULT, "ibv_query_port_speed"));
    uint64_t speed = 0;
    return query && verbsResult(query(context, quint32(port), &speed)) == 0 ? speed : 0;
}

} // namespace QtRdmaPrivate
