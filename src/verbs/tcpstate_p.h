// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPSTATE_P_H
#define TCPSTATE_P_H

#include <QtNetwork/qhostaddress.h>

namespace QtRdmaPrivate {

// The state of a TCP connection of this machine, as the kernel sees it, whoever owns the
// connection. A connection of software iWARP (siw) is one. The TCP of a device is not known to the
// kernel.
enum class TcpState {
    Unknown,
    Acknowledged, // the other kernel has all bytes that were sent
    Waiting // for the acknowledgement
};

TcpState tcpState(const QHostAddress &local, quint16 localPort, const QHostAddress &peer,
                  quint16 peerPort);

} // namespace QtRdmaPrivate

#endif // TCPSTATE_P_H
