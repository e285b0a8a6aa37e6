// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectcall_p.h"

#include "../verbs/verbscall_p.h"

#include <rdma/rdma_cma.h>

#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

std::shared_ptr<ConnectCall> ConnectCall::start(std::shared_ptr<WorkerThreads> threads,
                                                rdma_cm_id *id, const rdma_conn_param &parameters,
                                                const QByteArray &privateData)
{
    auto call = std::make_shared<ConnectCall>();
    call->m_threads = std::move(threads);
    const auto run = [call, id, parameters, privateData] {
        if (call->isGivenUp())
            return call->returned(ECANCELED);
        rdma_conn_param own = parameters;
        own.private_data = privateData.constData();
        errno = 0;
        call->returned(cmResult(rdma_connect(id, &own)));
    };
    if (const int failure = call->m_threads->run(run))
        call->returned(failure);
    return call;
}

bool ConnectCall::isGivenUp() const
{
    const std::lock_guard lock(m_mutex);
    return m_remains != nullptr;
}

std::optional<int> ConnectCall::result() const
{
    const std::lock_guard lock(m_mutex);
    return m_result;
}

void ConnectCall::giveUp(std::unique_ptr<Remains> remains)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_result) {
            m_remains = std::move(remains);
            return;
        }
    }
    giveToReaper(std::move(remains));
}

void ConnectCall::returned(int result)
{
    std::unique_ptr<Remains> remains;
    {
        const std::lock_guard lock(m_mutex);
        m_result = result;
        remains = std::move(m_remains);
    }
    if (remains)
        giveToReaper(std::move(remains));
}

} // namespace QtRdmaPrivate
