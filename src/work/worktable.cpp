// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "worktable_p.h"

#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace QtRdmaPrivate {

QFuture<RdmaCompletion> CompletionPromises::add()
{
    if (!m_promises)
        m_promises = std::make_unique<std::vector<QPromise<RdmaCompletion>>>();
    QPromise<RdmaCompletion> &promise = m_promises->emplace_back();
    promise.start();
    return promise.future();
}

void CompletionPromises::finish(const RdmaCompletion &completion)
{
    const auto promises = std::exchange(m_promises, nullptr);
    if (!promises)
        return;
    for (auto &promise : *promises) {
        promise.addResult(completion);
        promise.finish();
    }
}

quint32 WorkTable::add(PostedWork &&work)
{
    if (m_free.empty()) {
        m_free.push_back(quint32(m_works.size()));
        m_works.emplace_back();
    }
    const quint32 tag = m_free.back();
    m_free.pop_back();
    PostedWork &added = m_works[tag] = std::move(work);
    added.used = true;
    added.order = m_nextOrder++;
    added.userId = added.data().wrId;
    if (added.userId == 0)
        added.userId = m_firstOwnId | (added.order << 32 & (SharedId - 1)) | tag;
    else
        m_tagOfUserId.insert(added.userId, tag);
    ++m_counts[added.isReceive()];
    if (!added.isReceive())
        m_sendOrder.push_back(tag);
    return tag;
}

WorkTags WorkTable::addAll(WorkRequests requests, WorkIds *ids)
{
    WorkTags tags;
    tags.reserve(qsizetype(requests.size()));
    ids->reserve(qsizetype(requests.size()));
    for (const RdmaWorkRequest &request : requests) {
        tags.push_back(add(PostedWork(request)));
        ids->append(m_works[tags.back()].userId);
    }
    return tags;
}

const PostedWork *WorkTable::find(quint32 tag) const
{
    return tag < m_works.size() && m_works[tag].used ? &m_works[tag] : nullptr;
}

const PostedWork *WorkTable::findByUserId(quint64 userId) const
{
    if (userId < FirstOwnId) {
        const auto found = m_tagOfUserId.constFind(userId);
        return found == m_tagOfUserId.cend() ? nullptr : find(*found);
    }
    const PostedWork *work = find(quint32(userId));
    return work && work->userId == userId && !work->answered ? work : nullptr;
}

PostedWork WorkTable::take(quint32 tag)
{
    PostedWork work = std::move(m_works[tag]);
    m_works[tag].used = false;
    m_free.push_back(tag);
    if (!work.answered && work.userId < FirstOwnId)
        m_tagOfUserId.remove(work.userId);
    --m_counts[work.isReceive()];
    if (!work.isReceive()) {
        if (!m_sendOrder.empty() && m_sendOrder.front() == tag)
            m_sendOrder.pop_front();
        else
            std::erase(m_sendOrder, tag);
    }
    return work;
}

WorkTags WorkTable::unsignalledBefore(quint32 tag) const
{
    WorkTags result;
    for (auto i = m_sendOrder.begin(); *i != tag; ++i) {
        if (!m_works[*i].signalled)
            result.push_back(*i);
    }
    return result;
}

void WorkTable::answered(quint32 tag)
{
    m_works[tag].answered = true;
    m_tagOfUserId.remove(m_works[tag].userId);
}

WorkTags WorkTable::tags() const
{
    WorkTags result;
    for (quint32 tag = 0; tag < m_works.size(); ++tag) {
        if (m_works[tag].used)
            result.push_back(tag);
    }
    std::sort(result.begin(), result.end(),
              [this](quint32 a, quint32 b) { return m_works[a].order < m_works[b].order; });
    return result;
}

std::vector<PostedWork> WorkTable::takeAll()
{
    std::vector<PostedWork> result;
    for (const quint32 tag : tags())
        result.push_back(take(tag));
    return result;
}

std::vector<PoolSlot> WorkTable::takeSlots()
{
    std::vector<PoolSlot> result;
    for (const quint32 tag : tags()) {
        if (PostedWork *work = find(tag); work->slot)
            result.push_back(std::move(work->slot));
    }
    return result;
}

RdmaError checkId(quint64 id, const WorkTable &table, QSet<quint64> *ids)
{
    if (id >= FirstOwnId)
        return usageError(tr("Work request ids from 2^63 on are the library's own"));
    if (id == 0)
        return {};
    if (table.findByUserId(id) || (ids && ids->contains(id)))
        return usageError(tr("Work request id %1 is in flight").arg(id));
    if (ids)
        ids->insert(id);
    return {};
}

RdmaError queueFullError(int used, int depth)
{
    return noRoomError(
            tr("The queue is full: %1 of %2 requests are in flight").arg(used).arg(depth));
}

RdmaError noRoomError(const QString &text)
{
    return RdmaError(RdmaError::Category::QueueFull, {}, ENOMEM, text,
                     tr("Wait for the signal that there is room again."),
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
