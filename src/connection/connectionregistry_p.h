// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTIONREGISTRY_P_H
#define CONNECTIONREGISTRY_P_H

#include "../base/rdmaglobal_p.h"
#include "../work/traffic_p.h"

#include <QtRdma/rdmaconnectionstatus.h>

#include <functional>
#include <memory>

namespace QtRdmaPrivate {

void addTraffic(const Traffic &traffic, RdmaConnectionStatus *status);

// A member of every object that RdmaConnectionWatcher must know. Objects live in many threads. Each
// is asked by the event loop of its own thread, and costs nothing while nobody asks.
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

    // Asks all objects. Their threads call 'take'. It is destroyed when none will call it any more,
    // because all have answered or somebody has asked again.
    static void askAll(const Take &take);

private:
    static void answer(Shared *shared);

    std::shared_ptr<Shared> m_shared;
};

} // namespace QtRdmaPrivate

#endif // CONNECTIONREGISTRY_P_H
