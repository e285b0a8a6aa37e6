// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKTABLE_P_H
#define WORKTABLE_P_H

#include <QtRdma/rdmacompletion.h>

#include "../verbs/registeredpool_p.h"

#include <QtCore/qpromise.h>

#include <memory>
#include <vector>

namespace QtRdmaPrivate {

// A work request of a queue pair, from its post to its completion. Holds what the device reads from or writes to.
struct WorkRequest
{
    quint64 userId = 0;
    Rdma::Opcode opcode = Rdma::Send;
    PoolSlot slot; // either a copy of the caller's bytes (or room for what arrives) ...
    std::shared_ptr<RegisteredMemory> memory; // ... or the caller's region
    qsizetype offset = 0;
    quint32 length = 0;
    quint64 order = 0;
    std::shared_ptr<QPromise<RdmaCompletion>> promise;
    bool used = false;
};

// The requests in flight, by the tag that is half of their work request id.
class WorkTable
{
public:
    quint32 add(WorkRequest &&request);
    WorkRequest *find(quint32 tag);
    WorkRequest *findByUserId(quint64 userId); // the newest
    WorkRequest take(quint32 tag);
    std::vector<WorkRequest> takeAll(); // in the order of their posting
    std::vector<quint32> tags() const; // in the order of their posting
    int count(Rdma::Opcode opcode) const { return m_counts[opcode == Rdma::Receive]; }

private:
    std::vector<WorkRequest> m_requests;
    std::vector<quint32> m_free;
    int m_counts[2] = { 0, 0 };
    quint64 m_nextOrder = 0;
};

} // namespace QtRdmaPrivate

#endif // WORKTABLE_P_H
