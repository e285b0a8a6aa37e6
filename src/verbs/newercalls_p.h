// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef NEWERCALLS_P_H
#define NEWERCALLS_P_H

#include <QtCore/qglobal.h>

#include <infiniband/verbs.h>

// What rdma-core has got since version 44, the oldest one that this library is built with. Only
// this file knows. The compiler sees whether the headers have it, and a library is asked when it is
// called: so a program starts with any version, older or newer than the headers.
namespace QtRdmaPrivate {

// ---- ports ----

template <typename PortAttributes>
quint32 activeSpeed(const PortAttributes &port)
{
    if constexpr (requires { port.active_speed_ex; }) {
        if (port.active_speed_ex != 0)
            return port.active_speed_ex;
    }
    return port.active_speed;
}

// In units of 100 Mbit/s, with what bonding and virtual functions make of the port; 0 where
// library, driver or kernel cannot tell.
quint64 effectivePortSpeed(ibv_context *context, int port);

} // namespace QtRdmaPrivate

#endif // NEWERCALLS_P_H
