// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "postedwork_p.h"

#include "../base/translate_p.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace QtRdmaPrivate {

CompletionPromises::Promises *CompletionPromises::promises()
{
    if (!m_promises)
        m_promises.reset(new Promises);
    return m_promises.get();
}

QFuture<RdmaCompletion> CompletionPromises::add()
{
    QPromise<RdmaCompletion> &promise = promises()->futures.emplace_back();
    promise.start();
    return promise.future();
}

void CompletionPromises::add(const QObject *context, Function function)
{
    promises()->calls.push_back({ context, std::move(function) });
}

void CompletionPromises::Deleter::operator()(Promises *promises) const
{
    delete promises;
}

void CompletionPromises::finish(const RdmaCompletion &completion)
{
    const auto promises = std::exchange(m_promises, nullptr);
    if (!promises)
        return;
    for (auto &future : promises->futures) {
        future.addResult(completion);
        future.finish();
    }
    for (const Call &call : promises->calls) {
        if (call.context)
            call.function(completion);
    }
}

RdmaError queueFullError(int used, int depth)
{
    return noRoomError(
            Words::tr("The queue is full: %1 of %2 requests are in flight").arg(used).arg(depth));
}

RdmaError noRoomError(const QString &text)
{
    return RdmaError(RdmaError::Category::QueueFull, {}, ENOMEM, text,
                     Words::tr("Wait for the signal that there is room again."),
                     QAbstractSocket::SocketResourceError);
}

RdmaError takeSlot(PostedWork *work, RegisteredPool *pool, int receiveHeader)
{
    RdmaError failure;
    const RdmaWorkRequestData &request = work->data();
    work->header = work->isReceive() ? receiveHeader : 0;
    const qsizetype size = request.length + work->header;
    if (!request.ownBuffer || size == 0 || work->isInline || request.needsNewerCalls())
        return failure;
    work->slot = pool->take(quint32(size), &failure);
    if (work->slot && !request.data.isEmpty())
        std::memcpy(work->slot.data(), request.data.constData(), size_t(request.length));
    return failure;
}

} // namespace QtRdmaPrivate
