// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKTABLE_P_H
#define WORKTABLE_P_H

#include <QtRdma/rdmacompletion.h>

#include "rdmaworkrequest_p.h"

#include "../engine/deadline_p.h"
#include "../verbs/registeredpool_p.h"

#include <QtCore/qfuture.h>
#include <QtCore/qhash.h>
#include <QtCore/qpromise.h>
#include <QtCore/qset.h>
#include <QtCore/qvarlengtharray.h>

#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

// The futures of one work request. Each call of whenCompleted() gets a future of its own, because a
// future has one continuation and one state: the then() or cancel() of one part of a program must
// not affect another part.
class CompletionPromises
{
public:
    QFuture<RdmaCompletion> add();
    bool isEmpty() const { return !m_promises; }
    // Runs continuations, which are user code: they may delete the object to which the request was
    // posted. As in Qt, a cancelled future takes no result.
    void finish(const RdmaCompletion &completion);

private:
    std::unique_ptr<std::vector<QPromise<RdmaCompletion>>> m_promises; // null for most requests
};

// A work request in flight, from its post to its completion. It holds the memory that the device
// reads or writes.
struct PostedWork
{
    PostedWork() = default;
    explicit PostedWork(const RdmaWorkRequest &posted) : request(posted) { }

    const RdmaWorkRequestData &data() const { return RdmaWorkRequestData::of(request); }
    bool isReceive() const { return data().opcode == Rdma::Opcode::Receive; }

    RdmaWorkRequest request;
    PoolSlot slot; // the memory of a request without slices, unless its bytes went inline
    int header = 0; // bytes in the slot before those of the request: the GRH of a received datagram
    quint64 userId = 0;
    quint64 order = 0;
    bool used = false;
    bool isInline = false; // the post itself reads the bytes
    bool silent = false; // no signal when it succeeds
    bool signalled = true; // the device completes it by itself, not with a later one
    bool answered = false; // timed out: the program was told, but the device still has the memory
    CompletionPromises promises;
    std::unique_ptr<Deadline> deadline;
};

// Most batches are short. Up to this size the memory that is needed only while a batch is posted
// does not come from the heap.
constexpr qsizetype ShortBatch = 16;
using WorkTags = QVarLengthArray<quint32, ShortBatch>;
using WorkIds = QVarLengthArray<quint64, ShortBatch>;
using WorkRequests = std::span<const RdmaWorkRequest>;
using Works = QVarLengthArray<PostedWork *, ShortBatch>;

// Ids from FirstOwnId on belong to this library: they consist of a counter and the tag. SharedId
// keeps the ids of a shared receive queue apart from those of a queue pair.
constexpr quint64 FirstOwnId = quint64(1) << 63;
constexpr quint64 SharedId = quint64(1) << 62;

// The requests in flight, by tag. The tag is half of the work request id.
class WorkTable
{
public:
    explicit WorkTable(quint64 firstOwnId = FirstOwnId) : m_firstOwnId(firstOwnId) { }

    quint32 add(PostedWork &&work);
    // Adds all requests, and returns a tag for each. Requests without an id get one.
    WorkTags addAll(WorkRequests requests, WorkIds *ids);
    // Null where there is none.
    const PostedWork *find(quint32 tag) const;
    PostedWork *find(quint32 tag)
    {
        return const_cast<PostedWork *>(std::as_const(*this).find(tag));
    }
    const PostedWork *findByUserId(quint64 userId) const;
    PostedWork *findByUserId(quint64 userId)
    {
        return const_cast<PostedWork *>(std::as_const(*this).findByUserId(userId));
    }
    PostedWork take(quint32 tag);
    void answered(quint32 tag); // it timed out; its id is free again
    // The unsignalled requests that were posted before this one.
    WorkTags unsignalledBefore(quint32 tag) const;
    std::vector<PostedWork> takeAll(); // in the order of their posting
    std::vector<PoolSlot> takeSlots(); // the requests stay
    WorkTags tags() const; // in the order of their posting
    int sends() const { return m_counts[0]; }
    int receives() const { return m_counts[1]; }

private:
    std::vector<PostedWork> m_works;
    std::vector<quint32> m_free;
    std::deque<quint32> m_sendOrder;
    QHash<quint64, quint32> m_tagOfUserId; // only ids that the program chose
    int m_counts[2] = { 0, 0 };
    quint64 m_nextOrder = 0;
    quint64 m_firstOwnId;
};

// Checks that an id of the program is free and below FirstOwnId. 'ids' has the ids of the same
// batch; null for a batch of one.
RdmaError checkId(quint64 id, const WorkTable &table, QSet<quint64> *ids);
RdmaError queueFullError(int used, int depth);
RdmaError noRoomError(const QString &text); // there is no room for now

// Gives a slot to a request that brings no memory of its own, and copies the bytes to send into it.
RdmaError takeSlot(PostedWork *work, RegisteredPool *pool, int receiveHeader = 0);

} // namespace QtRdmaPrivate

#endif // WORKTABLE_P_H
