// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fastsends_p.h"

#include "requestpipeline_p.h"

#include "../base/translate_p.h"
#include "../engine/engineobject_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qendian.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace QtRdmaPrivate {

FastSends::FastSends(RequestPipeline *pipeline, EngineObject *owner)
    : m_pipeline(pipeline)
    , m_owner(owner)
    , m_runFirst(pipeline->m_sends.nextNumber())
{
    for (size_t i = 0; i < Longest; ++i) {
        m_requests[i] = {};
        m_requests[i].next = i + 1 < Longest ? &m_requests[i + 1] : nullptr;
    }
}

QExplicitlySharedDataPointer<PreparedRequest> FastSends::prepare(const RdmaWorkRequest &request)
{
    RdmaError error;
    auto prepared = PreparedRequest::make(request, m_pipeline->m_limits, &error);
    m_owner->refuse(error);
    if (!prepared)
        return prepared;
    const bool isLate = m_pipeline->m_readsAreLate && prepared->silent.opcode == Rdma::Opcode::Read;
    if (!isLate)
        prepared->maySkipSignal = Rdma::SendFlag::Unsignalled;
    if (m_pipeline->m_limits.type == Rdma::QueuePairType::UnreliableDatagram) {
        const Destination &to = m_pipeline->m_destination;
        prepared->verbs.wr.ud = { to.handle, to.queuePairNumber, to.queueKey };
    }
    if (m_prepared.size() >= m_prepareds)
        forgetUnused();
    m_prepared.push_back(prepared);
    return prepared;
}

// A request that only this object has may still be in flight while the queue is not empty.
void FastSends::forgetUnused()
{
    if (m_pipeline->sends() == 0)
        std::erase_if(m_prepared, [](const auto &one) { return one->ref.loadRelaxed() == 1; });
    m_prepareds = 2 * std::max<size_t>(m_prepareds / 2, m_prepared.size());
}

bool FastSends::makeRoom(const PreparedRequest &request, Rdma::SendFlags flags)
{
    if (!m_pipeline)
        return false; // the error had its place in the queue pair
    const WorkLimits &limits = m_pipeline->m_limits;
    if (!areKnown(flags) || request.limits != limits.number)
        return refuse(flags);
    if (added() == Longest && !post())
        return false;
    note();
    WorkRing &ring = m_pipeline->m_sends;
    const quint64 room = std::min<quint64>(m_pipeline->roomForSends(), Longest - added());
    if (room == 0)
        return refuseAsFull();
    const WorkRing::Places places = ring.places(room);
    m_place = places.first;
    m_roomEnd = m_end + places.count;
    m_limits = limits.number;
    m_spareSends = quint64(limits.spareSends);
    letBeSilent(m_spareSends - std::min(ring.unsignalled(), m_spareSends));
    m_nextId = m_pipeline->m_queues->workRequestId(ring.nextTag());
    return true;
}

// The error of the owner says why a request with these flags cannot be added.
Q_NEVER_INLINE bool FastSends::refuse(Rdma::SendFlags flags)
{
    if (areKnown(flags)) {
        m_owner->refuse(usageError(Words::tr("The request was not prepared for this connection"),
                                   Words::tr("RdmaQueuePair::prepare() makes it anew.")));
    } else {
        m_owner->refuse(
                usageError(Words::tr("Only the flag Unsignalled can be added"),
                           Words::tr("RdmaQueuePair::prepare() takes a request with all flags.")));
    }
    return false;
}

Q_NEVER_INLINE bool FastSends::refuseAsFull()
{
    m_owner->refuse(queueFullError(m_pipeline->m_sendDepth, m_pipeline->m_sendDepth));
    m_pipeline->noteRefusal(false);
    return false;
}

void FastSends::note()
{
    m_pipeline->m_sends.takePlaces(size_t(unnoted()));
    m_noted = m_end;
}

void FastSends::lookAgain()
{
    note();
    forgetRoom();
    m_runFirst = m_pipeline->m_sends.nextNumber();
    m_runBytes = 0;
}

// Says why the part cannot be added.
bool FastSends::refusePart(const PreparedRequest &request, const Part &part)
{
    const bool isInside =
            part.offset <= request.length && part.length <= request.length - part.offset;
    if (request.elements.size() != 1) {
        m_owner->refuse(usageError(Words::tr("A request of several slices has no parts")));
    } else if (!isInside) {
        m_owner->refuse(usageError(
                Words::tr("Offset %1 and length %2 lie outside the request's memory of %3 bytes")
                        .arg(part.offset)
                        .arg(part.length)
                        .arg(request.length)));
    } else {
        m_owner->refuse(usageError(
                Words::tr("Offset %1 and length %2 lie outside the remote memory of %3 bytes")
                        .arg(part.remoteOffset)
                        .arg(part.length)
                        .arg(request.remoteLength)));
    }
    return false;
}

// Adds a request for which there is room. The caller sets its memory, where it is a part.
inline ibv_send_wr *FastSends::add(const PreparedRequest &request, quint64 length, quint64 context,
                                   Rdma::SendFlags flags)
{
    ibv_send_wr *const send = m_end++;
    fill(send, request);
    const Rdma::SendFlags silence = flags | request.silence;
    if ((silence & request.maySkipSignal) != 0 && send < m_silentEnd)
        placeSilent(request, length, context);
    else
        addSignalled(request, length, context, silence != 0);
    return send;
}

// The link to the next one stays.
inline void FastSends::fill(ibv_send_wr *send, const PreparedRequest &request)
{
    // The longest of what is used of the union is wr.ud.
    constexpr size_t First = offsetof(ibv_send_wr, sg_list);
    constexpr size_t Size = offsetof(ibv_send_wr, wr) + sizeof(ibv_send_wr::wr.ud) - First;
    send->wr_id = m_nextId++;
    std::memcpy(reinterpret_cast<char *>(send) + First,
                reinterpret_cast<const char *>(&request.verbs) + First, Size);
}

inline void FastSends::placeSilent(const PreparedRequest &request, quint64 length, quint64 context)
{
    m_place++->begin(context, quint32(length), request.silent);
    m_runBytes += length;
}

Q_NEVER_INLINE void FastSends::addSignalled(const PreparedRequest &request, quint64 length,
                                            quint64 context, bool isSilent)
{
    WorkRing &ring = m_pipeline->m_sends;
    (m_end - 1)->send_flags |= IBV_SEND_SIGNALED;
    PostedWork *const work = m_place++;
    work->begin(context, quint32(length), request.silent);
    work->silent = isSilent;
    work->signalled = true;
    note();
    work->run = { quint32(ring.nextNumber() - m_runFirst), std::exchange(m_runBytes, 0) + length };
    m_runFirst = ring.nextNumber();
    ring.setUnsignalled(0);
    letBeSilent(m_spareSends);
}

bool FastSends::addWhole(const PreparedRequest &request, quint64 context, Rdma::SendFlags flags)
{
    if (!mayAdd(request, flags))
        return addAfterLooking(request, context, flags);
    add(request, request.length, context, flags);
    return true;
}

Q_NEVER_INLINE bool FastSends::addAfterLooking(const PreparedRequest &request, quint64 context,
                                               Rdma::SendFlags flags)
{
    return makeRoom(request, flags) && addWhole(request, context, flags);
}

bool FastSends::addPart(const PreparedRequest &request, const Part &part, quint64 context,
                        Rdma::SendFlags flags)
{
    const bool isInside = part.offset <= request.length
            && part.length <= request.length - part.offset
            && (request.isRemote ? part.remoteOffset <= request.remoteLength
                                && part.length <= request.remoteLength - part.remoteOffset
                                 : part.remoteOffset == 0);
    if (!mayAdd(request, flags) && !makeRoom(request, flags))
        return false;
    if (!isInside || request.elements.size() != 1)
        return refusePart(request, part);
    const bool isInline = qint64(part.length) <= request.mostInline;
    ibv_sge *const element = &m_elements[added()];
    *element = { (isInline ? request.data : request.element.addr) + part.offset,
                 quint32(part.length), request.element.lkey };
    ibv_send_wr *send = add(request, part.length, context, flags);
    send->send_flags = (send->send_flags & ~unsigned(IBV_SEND_INLINE))
            | (isInline ? unsigned(IBV_SEND_INLINE) : 0);
    send->sg_list = element;
    send->wr.rdma.remote_addr += part.remoteOffset;
    return true;
}

bool FastSends::setImmediate(quint32 immediate)
{
    ibv_send_wr *last = added() > 0 ? m_end - 1 : nullptr;
    const bool hasOne = last
            && (last->opcode == IBV_WR_SEND_WITH_IMM || last->opcode == IBV_WR_RDMA_WRITE_WITH_IMM);
    if (hasOne)
        last->imm_data = qToBigEndian(immediate);
    else if (m_pipeline)
        m_owner->refuse(usageError(Words::tr("The last request has no immediate data")));
    return hasOne;
}

void FastSends::finish(FastSends *sends)
{
    if (sends->added() > 0)
        sends->postChain();
    if (--sends->m_builders == 0 && !sends->m_pipeline)
        delete sends;
}

bool FastSends::post()
{
    return added() == 0 || postChain();
}

// The builder was made in the right thread.
Q_ALWAYS_INLINE bool FastSends::postChain()
{
    note();
    ibv_send_wr *const first = m_requests.data();
    ibv_send_wr *const last = m_end - 1;
    m_roomEnd -= added();
    m_silentEnd -= added();
    m_end = m_noted = m_refused = first;
    ibv_send_wr *const next = std::exchange(last->next, nullptr);
    const int result = m_pipeline->m_queues->postSend(first, &m_refused);
    last->next = next;
    if (result)
        notPosted(size_t(last - (m_refused ? m_refused : first)) + 1, result);
    return result == 0;
}

Q_NEVER_INLINE bool FastSends::addAndPost(const PreparedRequest &request, quint64 context,
                                          Rdma::SendFlags flags)
{
    return addWhole(request, context, flags) && postChain();
}

bool FastSends::postWhole(const PreparedRequest &request, quint64 context, Rdma::SendFlags flags)
{
    if (added() != 0 || request.limits != m_limits || m_end >= m_silentEnd || !areKnown(flags)
        || ((flags | request.silence) & request.maySkipSignal) == 0)
        return addAndPost(request, context, flags);
    fill(&m_single, request);
    placeSilent(request, request.length, context);
    m_pipeline->m_sends.takePlaces(1);
    --m_roomEnd;
    --m_silentEnd;
    const int result = m_pipeline->m_queues->postSend(&m_single, &m_refused);
    if (result == 0)
        return true;
    notPosted(1, result);
    return false;
}

// The device has not taken the last ones.
Q_NEVER_INLINE void FastSends::notPosted(size_t count, int result)
{
    const RdmaError error = callError("ibv_post_send", result);
    m_owner->refuse(error);
    m_pipeline->preparedNotPosted(count, error);
}

std::vector<QExplicitlySharedDataPointer<PreparedRequest>> FastSends::takePrepared()
{
    m_end = m_noted = m_requests.data();
    forgetRoom();
    return std::exchange(m_prepared, {});
}

void FastSends::Abandon::operator()(FastSends *sends) const
{
    sends->m_end = sends->m_noted = sends->m_requests.data();
    sends->forgetRoom();
    sends->m_pipeline = nullptr;
    sends->m_owner = nullptr;
    if (sends->m_builders == 0)
        delete sends;
}

} // namespace QtRdmaPrivate
