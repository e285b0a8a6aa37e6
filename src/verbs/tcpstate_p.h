// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPSTATE_P_H
#define TCPSTATE_P_H

#include <QtNetwork/qhostaddress.h>

namespace QtRdmaPrivate {

// What the kernel says of a TCP connection of this machine, whoever it belongs to. Software iWARP (siw) is one; the TCP of a device is
// not known to the kernel.
enum class TcpState {
    Unknown,
    Acknowledged, // the other kernel has all that was sent
    Waiting // for that
};

TcpState tcpState(const QHostAddress &local, quint16 localPort, const QHostAddress &peer,
                  quint16 peerPort);

} // namespace QtRdmaPrivate

#endif // TCPSTATE_P_H
