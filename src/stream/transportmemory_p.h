// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSPORTMEMORY_P_H
#define TRANSPORTMEMORY_P_H

#include "../base/rdmaglobal_p.h"

#include <QtCore/qstring.h>
#include <QtNetwork/qhostaddress.h>

#include <optional>

namespace QtRdmaPrivate {

// The servers that this process has reached over TCP only, each for a minute. All threads share it.
struct Q_RDMA_AUTOTEST_EXPORT TransportMemory
{
    static constexpr int Time = 60000; // ms
    static constexpr int Most = 256; // servers

    struct Tcp
    {
        QString reason; // why it was not RDMA
        quint16 port = 0;
    };

    static std::optional<Tcp> find(const QHostAddress &address, quint16 port);
    static void remember(const QHostAddress &address, quint16 port, const Tcp &tcp);
    static void forget(const QHostAddress &address, quint16 port);
    static void forgetAll();
};

} // namespace QtRdmaPrivate

#endif // TRANSPORTMEMORY_P_H
