// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "outgoingbuffer_p.h"

#include "../verbs/lockedmemory_p.h"

#include <utility>

namespace QtRdmaPrivate {

OutgoingBuffer::OutgoingBuffer(quint32 headerSize, qint64 budget)
    : m_slots(headerSize)
    , m_budget(budget)
{
    m_slots.setBudget(budget);
}

void OutgoingBuffer::write(const Frames &frames, const char *data, qint64 size)
{
    const qint64 staged = writeNow(frames, data, size);
    if (staged < size)
        append(data + staged, size - staged);
}

void OutgoingBuffer::write(const Frames &frames, const QByteArray &array, qint64 size)
{
    const qint64 staged = writeNow(frames, array.constData(), size);
    m_written.append(array, array.constData() + staged, size - staged);
    m_waiting += size - staged;
}

void OutgoingBuffer::write(const Frames &frames, const RdmaMemorySlice &slice)
{
    if (stageWaiting(frames)) {
        m_slots.add(slice);
        m_inSlots += slice.length();
    } else {
        insert({ slice, {} }, slice.length());
    }
}

void OutgoingBuffer::write(std::unique_ptr<FileReader> file)
{
    const qint64 size = file->left();
    insert({ {}, std::move(file) }, size);
    stageInserts();
}

void OutgoingBuffer::insert(Insert &&insert, qint64 size)
{
    if (!m_inserts)
        m_inserts = std::make_unique<Inserts>();
    insert.before = m_written.size() - m_inserts->before;
    m_inserts->before = m_written.size();
    m_waiting += size;
    m_inserts->waiting.push_back(std::move(insert));
}

// A few small writes may leave as one frame without a slot. When these are too many to be gathered,
// all of them go to a frame that has room for those that follow still. While bytes wait for room,
// others wait behind them. Returns how many of the bytes need not wait.
qint64 OutgoingBuffer::writeNow(const Frames &frames, const char *data, qint64 size)
{
    const bool isFirstTooMany = isWaiting() && !isFileNext() && m_written.size() < MostGathered;
    if (isFirstTooMany && !m_slots.endsInFrame() && room() > 0)
        m_slots.openFrame(frames.pool, qMax<qint64>(frames.maxPayload, MostGathered),
                          frames.maxPayload, frames.allowance);
    if (!(isFirstTooMany ? stageWaiting(frames) : !isWaiting()))
        return 0;
    const qint64 staged = stage(frames, data, size);
    m_inSlots += staged;
    return staged;
}

void OutgoingBuffer::append(WriteBuffer &&written)
{
    m_written = std::exchange(written, {});
    m_waiting += m_written.size();
}

Q_NEVER_INLINE void OutgoingBuffer::passed(qint64 size)
{
    m_inserts->before -= size;
    m_inserts->waiting.front().before -= size;
    stageInserts();
}

// The slices that are next. Files without bytes have ended.
void OutgoingBuffer::stageInserts()
{
    while (hasInserts() && m_inserts->waiting.front().before == 0) {
        if (!m_inserts->waiting.front().file)
            stageSlice();
        else if (m_inserts->waiting.front().file->left() == 0)
            endFile();
        else
            return;
    }
}

void OutgoingBuffer::stageSlice()
{
    const RdmaMemorySlice &slice = m_inserts->waiting.front().slice;
    m_slots.add(slice);
    m_waiting -= slice.length();
    m_inSlots += slice.length();
    m_inserts->waiting.pop_front();
}

// No more is read than leaves soon: as many frames as there is credit for, and bytes within the
// budget.
bool OutgoingBuffer::stageFile(const Frames &frames)
{
    if (m_slots.room() <= 0 || room() == 0 || m_slots.staged() >= frames.allowance)
        return false;
    FileReader &file = *m_inserts->waiting.front().file;
    const qint64 count =
            m_slots.read(frames.pool, file.left(), frames.maxPayload, frames.allowance,
                         [&file](char *place, qint64 size) { return file.read(place, size); });
    if (count < 0)
        return false;
    m_waiting -= count;
    m_inSlots += count;
    if (count == 0)
        endFile(); // it has failed
    stageInserts();
    return true;
}

void OutgoingBuffer::endFile()
{
    const FileReader &file = *m_inserts->waiting.front().file;
    m_waiting -= file.left();
    m_inserts->ends.push_back({ file.read(), file.error(), m_told + m_inSlots });
    m_inserts->waiting.pop_front();
}

OutgoingBuffer::FileEnd OutgoingBuffer::takeFileEnd()
{
    FileEnd first = std::move(m_inserts->ends.front());
    m_inserts->ends.erase(m_inserts->ends.begin());
    return first;
}

// There is room for twice the budget, so that what leaves next is already in slots when the budget
// lets it go. A write that begins within the room is not divided if it fits into one frame: the
// rest of it would be copied twice. If locked memory is limited, all streams have the same share of
// it.
qint64 OutgoingBuffer::room() const
{
    const qint64 used = m_slots.stagedBytes() + m_slots.flyingBytes();
    const qint64 most =
            qMin<qint64>(2 * m_budget, qMax<qint64>(LockedMemory::share(), SmallestShare));
    return used < most ? qMax<qint64>(most - used, SendQueue::LargePayload) : 0;
}

Q_NEVER_INLINE qint64 OutgoingBuffer::stage(const Frames &frames, const char *data, qint64 size)
{
    return m_slots.write(frames.pool, data, qMin(size, room()), frames.maxPayload,
                         frames.allowance);
}

bool OutgoingBuffer::stageWaiting(const Frames &frames)
{
    while (isWaiting()) {
        if (isFileNext())
            return false; // it is read at the end of a turn
        const qint64 staged = stage(frames, data(), contiguousSize());
        if (staged <= 0)
            return false;
        taken(staged);
    }
    return true;
}

char *OutgoingBuffer::reserve(const Frames &frames, qint64 *size)
{
    if (!stageWaiting(frames))
        return nullptr;
    m_slots.dropReserved();
    const qint64 most = room();
    if (most == 0)
        return nullptr;
    char *place =
            m_slots.reserve(frames.pool, qMin(*size, most), frames.maxPayload, frames.allowance);
    *size = m_slots.reservedSize();
    return place;
}

// These bytes follow the data that were written since the memory was reserved. If those still wait,
// the bytes are copied behind them.
bool OutgoingBuffer::commit(const Frames &frames, qint64 size)
{
    if (!m_slots.reservedData() || size < 0 || size > m_slots.reservedSize())
        return false;
    if (stageWaiting(frames)) {
        m_slots.commit(quint32(size));
        m_inSlots += size;
    } else {
        append(m_slots.reservedData(), size);
        m_slots.commit(0);
    }
    return true;
}

qint64 OutgoingBuffer::announce()
{
    const qint64 room = m_slots.room();
    const qint64 excess = Q_LIKELY(room >= 0) ? 0 : qMin(-room, m_inSlots);
    const qint64 announced = std::exchange(m_inSlots, excess) - excess;
    m_told += announced;
    return announced;
}

qint64 OutgoingBuffer::announceAll()
{
    const qint64 announced = unannounced();
    drop();
    return announced;
}

void OutgoingBuffer::drop()
{
    if (!m_hasWriter)
        return;
    m_slots.dropLast(m_inSlots);
    clearWaiting();
    m_inSlots = m_waiting = m_late = 0;
}

void OutgoingBuffer::forgetWriter()
{
    m_hasWriter = false;
    m_inSlots = m_waiting = m_late = 0;
}

void OutgoingBuffer::lose()
{
    m_slots.clearStaged();
    clearWaiting();
}

void OutgoingBuffer::clearWaiting()
{
    m_written.clear();
    if (!m_inserts)
        return;
    for (const Insert &insert : m_inserts->waiting) {
        if (!insert.file)
            m_slots.slices().letGo(insert.slice);
    }
    m_inserts->waiting.clear();
    m_inserts->before = 0;
}

} // namespace QtRdmaPrivate
