// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONSTATUS_P_H
#define RDMACONNECTIONSTATUS_P_H

#include <QtRdma/rdmaconnectionstatus.h>

#include "../base/valuedata_p.h"

namespace QtRdmaPrivate {

// The values of RdmaConnectionStatus, which documents them.
struct ConnectionStatusData : ValueData
{
    quint64 id = 0;
    RdmaConnectionStatus::Kind kind = RdmaConnectionStatus::Kind::Stream;
    Rdma::StreamTransport transport = Rdma::StreamTransport::Rdma;
    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    QString deviceName;
    QHostAddress localAddress;
    quint16 localPort = 0;
    QHostAddress peerAddress;
    quint16 peerPort = 0;
    quint64 bytesSent = 0;
    quint64 bytesReceived = 0;
    quint64 messagesSent = 0;
    quint64 messagesReceived = 0;
    int inFlight = 0;
    int credit = -1;
    qint64 roundTrip = -1;
    int receiverNotReady = 0;
    int flushed = 0;
    RdmaError error;

    bool operator==(const ConnectionStatusData &) const = default;
};

} // namespace QtRdmaPrivate

#endif // RDMACONNECTIONSTATUS_P_H
