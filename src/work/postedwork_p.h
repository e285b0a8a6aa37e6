// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef POSTEDWORK_P_H
#define POSTEDWORK_P_H

#include <QtRdma/rdmacompletion.h>

#include "rdmaworkrequest_p.h"

#include "../engine/deadline_p.h"
#include "../verbs/registeredpool_p.h"

#include <QtCore/qfuture.h>
#include <QtCore/qpointer.h>
#include <QtCore/qpromise.h>
#include <QtCore/qvarlengtharray.h>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace QtRdmaPrivate {

// The futures of one work request, and the functions that are to be called. Each call of
// whenCompleted() gets a future of its own, because a future has one continuation and one state:
// the then() or cancel() of one part of a program must not affect another part.
class CompletionPromises
{
public:
    using Function = std::function<void(const RdmaCompletion &)>;

    QFuture<RdmaCompletion> add();
    // The function is not called if the context is deleted before.
    void add(const QObject *context, Function function);
    bool isEmpty() const { return !m_promises; }
    // Runs continuations and functions, which are user code: they may delete the object to which
    // the request was posted. As in Qt, a cancelled future takes no result.
    void finish(const RdmaCompletion &completion);

private:
    struct Call
    {
        QPointer<const QObject> context;
        Function function;
    };
    struct Promises
    {
        std::vector<QPromise<RdmaCompletion>> futures;
        std::vector<Call> calls;
    };
    struct Deleter // not inline: most requests have no promises
    {
        void operator()(Promises *promises) const;
    };

    Promises *promises();

    std::unique_ptr<Promises, Deleter> m_promises;
};

// Prepared requests that were posted one after the other, and of which the device signals the last
// one only. If that one succeeds nothing is told of the others.
struct PreparedRun
{
    quint32 count = 0;
    quint64 bytes = 0;
};

// The kind of a work request in flight, and what has become of it.
struct alignas(8) WorkState // copied in one piece
{
    Rdma::Opcode opcode = Rdma::Opcode::Send;
    bool used = false;
    bool isInline = false; // the post itself reads the bytes
    bool silent = false; // no signal when it succeeds
    bool signalled = true; // the device completes it by itself, not with a later one
    bool answered = false; // timed out: the program was told, but the device still has the memory
    quint16 padding = 0; // without it two pieces would be copied
};

// A work request in flight, from its post to its completion. It holds the memory that the device
// reads or writes.
struct PostedWork : WorkState
{
    void begin(const RdmaWorkRequest &posted)
    {
        request = RdmaWorkRequestData::shareOf(posted);
        begin(request->wrId, quint32(request->length), { request->opcode, true });
    }
    void begin(quint64 id, quint32 bytes, const WorkState &state)
    {
        static_cast<WorkState &>(*this) = state;
        userId = id;
        length = bytes;
    }
    void end()
    {
        used = false;
        if (isPrepared())
            return;
        request.reset();
        slot.release();
        promises = {};
        deadline.reset();
    }

    const RdmaWorkRequestData &data() const { return *request; }
    bool isReceive() const { return opcode == Rdma::Opcode::Receive; }
    // The queue pair keeps its request, and it has nothing but its id, its opcode and its length.
    bool isPrepared() const { return !request; }

    QExplicitlySharedDataPointer<const RdmaWorkRequestData> request;
    PoolSlot slot; // the memory of a request without slices, unless its bytes went inline
    quint64 userId = 0;
    quint32 length = 0;
    CompletionPromises promises;
    std::unique_ptr<Deadline> deadline;
    int header = 0; // bytes in the slot before those of the request: the GRH of a received datagram
    PreparedRun run; // of prepared requests, which this one ends
};

// Most batches are short. Up to this size the memory that is needed only while a batch is posted
// does not come from the heap.
constexpr qsizetype ShortBatch = 16;
using WorkTags = QVarLengthArray<quint32, ShortBatch>;
using WorkIds = QVarLengthArray<quint64, ShortBatch>;
using WorkRequests = std::span<const RdmaWorkRequest>;
using Works = QVarLengthArray<PostedWork *, ShortBatch>;

// Ids from FirstOwnId on belong to this library. SharedId keeps the ids of a shared receive queue
// apart from those of a queue pair.
constexpr quint64 FirstOwnId = quint64(1) << 63;
constexpr quint64 SharedId = quint64(1) << 62;

RdmaError queueFullError(int used, int depth);
RdmaError noRoomError(const QString &text); // there is no room for now

// Gives a slot to a request that brings no memory of its own, and copies the bytes to send into it.
RdmaError takeSlot(PostedWork *work, RegisteredPool *pool, int receiveHeader = 0);

} // namespace QtRdmaPrivate

#endif // POSTEDWORK_P_H
