// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONNECTCALL_P_H
#define CONNECTCALL_P_H

#include "../engine/reaper_p.h"
#include "../engine/workerthreads_p.h"

#include <QtCore/qbytearray.h>

#include <memory>
#include <mutex>
#include <optional>

struct rdma_conn_param;

namespace QtRdmaPrivate {

// One rdma_connect() on another thread. siw connects its TCP socket inside the call, which returns
// after two minutes if nobody answers; an application must not stand still that long. When the call
// succeeds, an event of the connection manager tells the result, as on other devices.
class ConnectCall
{
public:
    static std::shared_ptr<ConnectCall> start(std::shared_ptr<WorkerThreads> threads,
                                              rdma_cm_id *id, const rdma_conn_param &parameters,
                                              const QByteArray &privateData);

    // Tries again to start a thread for the call, if that has failed before.
    void help() { m_threads->help(); }
    // 0 or a positive errno; nothing while the call is running.
    std::optional<int> result() const;
    // Gives the remains to the reaper as soon as the call no longer uses the id.
    void giveUp(std::unique_ptr<Remains> remains);

private:
    bool isGivenUp() const;
    void returned(int result);

    std::shared_ptr<WorkerThreads> m_threads;
    mutable std::mutex m_mutex;
    std::optional<int> m_result;
    std::unique_ptr<Remains> m_remains;
};

} // namespace QtRdmaPrivate

#endif // CONNECTCALL_P_H
