// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTIONREGISTRY_P_H
#define CONNECTIONREGISTRY_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdmaconnectionstatus.h>

#include <functional>
#include <memory>

namespace QtRdmaPrivate {

// What a connection counts as it goes.
struct Traffic
{
    void sent(quint64 bytes)
    {
        bytesSent += bytes;
        ++messagesSent;
    }
    void received(quint64 bytes)
    {
        bytesReceived += bytes;
        ++messagesReceived;
    }
    void failed(int status); // ibv_wc_status

    void addTo(RdmaConnectionStatus *result) const;

    quint64 bytesSent = 0;
    quint64 bytesReceived = 0;
    quint64 messagesSent = 0;
    quint64 messagesReceived = 0;
    int receiverNotReady = 0;
    int flushed = 0;
};

// A member of every object that RdmaConnectionWatcher shall know of. Objects live in many threads: each is asked in its own, by its
// event loop, and costs nothing while nobody asks.
class Q_RDMA_AUTOTEST_EXPORT RegisteredConnection
{
public:
    struct Shared;
    using Describe = std::function<RdmaConnectionStatus()>;
    using Take = std::function<void(const RdmaConnectionStatus &)>;

    RegisteredConnection(QObject *object, Describe describe);
    ~RegisteredConnection();
    RegisteredConnection(const RegisteredConnection &) = delete;
    RegisteredConnection &operator=(const RegisteredConnection &) = delete;

    // Asks all there are. 'take' is called in their threads, and destroyed when none will call it any more, because all have answered or
    // somebody has asked again.
    static void askAll(const Take &take);

private:
    static void answer(Shared *shared);

    std::shared_ptr<Shared> m_shared;
};

} // namespace QtRdmaPrivate

#endif // CONNECTIONREGISTRY_P_H
