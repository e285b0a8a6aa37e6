// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef NOADDRESS_P_H
#define NOADDRESS_P_H

#include <QtNetwork/qhostaddress.h>

namespace QtRdmaPrivate {

// A null address. Each QHostAddress() has memory of its own; copies of this one share it.
inline const QHostAddress &noAddress()
{
    static const QHostAddress none;
    return none;
}

} // namespace QtRdmaPrivate

#endif // NOADDRESS_P_H
