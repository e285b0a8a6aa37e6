// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRAFFIC_P_H
#define TRAFFIC_P_H

#include <QtCore/qglobal.h>

namespace QtRdmaPrivate {

// The counters of a connection.
struct Traffic
{
    void sent(quint64 bytes, quint64 messages = 1)
    {
        bytesSent += bytes;
        messagesSent += messages;
    }
    void received(quint64 bytes)
    {
        bytesReceived += bytes;
        ++messagesReceived;
    }
    void failed(int status); // ibv_wc_status

    quint64 bytesSent = 0;
    quint64 bytesReceived = 0;
    quint64 messagesSent = 0;
    quint64 messagesReceived = 0;
    int receiverNotReady = 0;
    int flushed = 0;
};

} // namespace QtRdmaPrivate

#endif // TRAFFIC_P_H
