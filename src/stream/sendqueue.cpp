// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sendqueue_p.h"

#include <algorithm>
#include <cstring>

namespace QtRdmaPrivate {

void SendQueue::setReserve(PoolSlot slot)
{
    m_reserve = std::move(slot);
    m_reserveSize = m_reserve.size();
}

// The first slot of its size that comes back takes its place while it is away.
void SendQueue::keepReserve(PoolSlot *slot)
{
    if (!m_reserve && *slot && slot->size() == m_reserveSize)
        m_reserve = std::move(*slot);
}

// Returns a frame without a slot if there is no memory and no last resort.
SendQueue::Staged SendQueue::makeFrame(RegisteredPool *pool, qint64 size, quint32 maxPayload,
                                       quint32 allowance, PoolSlot *lastResort) const
{
    // A frame that has to wait for credit may be larger when it leaves.
    const qint64 most =
            m_staged.size() < allowance ? maxPayload : std::max(maxPayload, LargePayload);
    Staged frame;
    // A frame behind others will get more data, as much as waits already.
    const qint64 least = endsInFrame() ? std::clamp<qint64>(m_stagedBytes, maxPayload, most) : 0;
    frame.capacity = quint32(std::clamp(size, least, most));
    frame.slot = pool->takeForSpeed(m_headerSize + frame.capacity, 0);
    if (!frame.slot && lastResort)
        frame.slot = std::move(*lastResort);
    if (!frame.slot)
        return {};
    const quint32 fits = std::min(quint32(most), frame.slot.size() - m_headerSize);
    // Use a multiple of the peer's present frame size, in case its slots do not grow.
    frame.capacity = fits > maxPayload ? fits - fits % maxPayload : fits;
    return frame;
}

bool SendQueue::openFrame(RegisteredPool *pool, qint64 size, quint32 maxPayload, quint32 allowance)
{
    // The last resort is not for data that waits for credit, because it must come back soon. Nor is
    // it for data behind a slice, whose parts need it for their headers, one after the other.
    // Staged bytes may leave in several frames, and each frame takes credit.
    const qint64 messages = qint64(m_staged.size()) + m_stagedBytes / std::max(maxPayload, 1U);
    const bool comesBack = messages < allowance && !m_slices.isStaged();
    PoolSlot *const lastResort = comesBack ? &m_reserve : nullptr;
    Staged frame = makeFrame(pool, size, maxPayload, allowance, lastResort);
    if (!frame.slot)
        return false;
    m_staged.push_back(std::move(frame));
    return true;
}

void SendQueue::add(const char *data, quint32 size)
{
    Staged &frame = m_staged.back();
    memcpy(frame.frame() + m_headerSize + frame.length, data, size);
    frame.length += size;
    m_stagedBytes += size;
}

qint64 SendQueue::write(RegisteredPool *pool, const char *data, qint64 size, quint32 maxPayload,
                        quint32 allowance)
{
    qint64 total = 0;
    while (size > 0) {
        if (lastRoom() == 0 && !openFrame(pool, size, maxPayload, allowance))
            return total;
        const auto count = quint32(std::min<qint64>(size, lastRoom()));
        add(data, count);
        data += count;
        size -= count;
        total += count;
    }
    return total;
}

char *SendQueue::reserve(RegisteredPool *pool, qint64 size, quint32 maxPayload, quint32 allowance)
{
    dropReserved();
    m_reserved = makeFrame(pool, size, maxPayload, allowance, nullptr);
    m_reservedSize = quint32(std::min<qint64>(size, m_reserved.capacity));
    return reservedData();
}

char *SendQueue::reservedData() const
{
    return m_reserved.slot ? m_reserved.frame() + m_headerSize : nullptr;
}

void SendQueue::commit(quint32 size)
{
    if (size == 0)
        return dropReserved();
    if (lastRoom() >= size) {
        add(reservedData(), size); // a small piece would take a whole slot of its own each time
    } else {
        m_stagedBytes += size;
        m_reserved.length = size;
        m_staged.push_back(std::move(m_reserved));
    }
    dropReserved();
}

void SendQueue::dropReserved()
{
    m_reserved = {};
    m_reservedSize = 0;
}

// Lengths of the queue have 32 bits.
void SendQueue::add(const RdmaMemorySlice &slice)
{
    constexpr qsizetype Most = 1 << 30;
    for (qsizetype begin = 0; begin < slice.length(); begin += Most) {
        const qsizetype length = std::min(slice.length() - begin, Most);
        m_slices.add({ slice.region(), slice.offset() + begin, length });
        m_staged.push_back({ {}, 0, quint32(length), quint32(length), true });
        m_stagedBytes += length;
    }
}

bool SendQueue::takeHeader(RegisteredPool *pool)
{
    Staged &slice = m_staged.front();
    if (!slice.slot)
        slice.slot = pool->takeForSpeed(m_headerSize, m_headerSize);
    if (!slice.slot)
        slice.slot = takeReserve();
    return bool(slice.slot);
}

// The last frame, which was opened for nothing.
void SendQueue::dropEmpty()
{
    keepReserve(&m_staged.back().slot);
    m_staged.pop_back();
}

bool SendQueue::limitFirst(RegisteredPool *pool, quint32 maxPayload)
{
    Staged &whole = m_staged.front();
    if (whole.length <= maxPayload)
        return true;
    if (m_headerSize == 0)
        return false;
    Staged head;
    head.slot = pool->takeForSpeed(m_headerSize + maxPayload, m_headerSize + maxPayload);
    if (!head.slot)
        return false;
    head.length = head.capacity = maxPayload;
    memcpy(head.frame() + m_headerSize, whole.frame() + m_headerSize, maxPayload);
    whole.offset += maxPayload;
    whole.length -= maxPayload;
    whole.capacity -= maxPayload;
    m_staged.push_front(std::move(head));
    return true;
}

void SendQueue::dropLast(qint64 size)
{
    while (size > 0 && !m_staged.empty()) {
        Staged &frame = m_staged.back();
        const auto count = quint32(std::min<qint64>(size, frame.length));
        frame.length -= count;
        m_stagedBytes -= count;
        size -= count;
        if (frame.isSlice) {
            frame.capacity -= count;
            m_slices.dropLast(count);
        }
        if (frame.length == 0) {
            keepForParts(&frame);
            m_staged.pop_back();
        }
    }
}

// A part of the frame may be in flight. That part keeps the slot.
void SendQueue::keepForParts(Staged *frame)
{
    if (m_partInFlight && m_staged.size() == 1) {
        const auto part =
                std::find_if(m_flying.begin(), m_flying.end(), [this](const Flying &flying) {
                    return flying.serial == m_partSerial;
                });
        part->slot = std::move(frame->slot);
        m_partInFlight = false;
    }
    keepReserve(&frame->slot);
}

void SendQueue::clearStaged()
{
    while (!m_staged.empty()) {
        keepForParts(&m_staged.back());
        m_staged.pop_back();
    }
    m_slices.clearStaged();
    m_stagedBytes = 0;
}

quint32 SendQueue::launchFirst()
{
    Staged frame = std::move(m_staged.front());
    m_staged.pop_front();
    m_stagedBytes -= frame.length;
    m_partInFlight = false;
    return launch(std::move(frame.slot), frame.length);
}

quint32 SendQueue::launch(PoolSlot slot, quint32 length)
{
    const quint32 serial = launchInline();
    m_flying.push_back({ std::move(slot), length, serial });
    m_flyingBytes += length;
    return serial;
}

quint32 SendQueue::launchPart(quint32 length)
{
    Staged &first = m_staged.front();
    first.offset += length;
    first.length -= length;
    first.capacity -= length;
    m_stagedBytes -= length;
    m_partInFlight = true;
    m_partSerial = launch({}, length);
    return m_partSerial;
}

quint32 SendQueue::launchOther(PoolSlot slot)
{
    return slot ? launch(std::move(slot), 0) : launchInline();
}

RegisteredBytes SendQueue::launchSlice(quint32 length, quint32 *serial)
{
    Staged &first = m_staged.front();
    if (length < first.length) {
        first.length -= length;
        first.capacity -= length;
        m_stagedBytes -= length;
        *serial = launch(std::move(first.slot), length);
    } else {
        *serial = launchFirst();
    }
    return m_slices.launch(length, *serial);
}

bool SendQueue::completed(quint32 serial)
{
    if (isLanded(serial))
        return false;
    m_firstSerial = (serial + 1) & SerialMask;
    for (; !m_flying.empty() && isLanded(m_flying.front().serial); m_flying.pop_front()) {
        m_flyingBytes -= m_flying.front().length;
        if (!m_reserve)
            keepReserve(&m_flying.front().slot);
    }
    m_partInFlight = m_partInFlight && !isLanded(m_partSerial);
    if (m_slices.isInFlight())
        m_slices.release([this](quint32 last) { return isLanded(last); });
    return true;
}

void SendQueue::takeMemory(std::vector<PoolSlot> *slots,
                           std::vector<std::shared_ptr<void>> *regions)
{
    m_slices.takeRegions(regions);
    const auto take = [slots](auto *queue) {
        for (auto &request : *queue) {
            if (request.slot)
                slots->push_back(std::move(request.slot));
        }
        queue->clear();
    };
    take(&m_staged);
    take(&m_flying);
    m_firstSerial = m_nextSerial;
    m_stagedBytes = m_flyingBytes = 0;
    m_partInFlight = false;
    m_reserve.release();
}

} // namespace QtRdmaPrivate
