// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "writebuffer_p.h"

#include <algorithm>
#include <utility>

namespace QtRdmaPrivate {

// Only the first chunk grows, which is small. The others have their whole size from the beginning:
// nothing in them is ever copied to make room.
WriteBuffer::Chunk &WriteBuffer::makeRoom(qint64 size)
{
    if (isEmpty())
        clear(); // an empty chunk that was kept must not stand in front of the data
    const bool isFirst = m_chunks.empty();
    const qint64 before = m_chunks.size() == 1 ? m_chunks.back().size : 0;
    const bool isSmall = before + size <= KeptCapacity && (isFirst || before > 0);
    Chunk chunk;
    chunk.capacity = isSmall ? std::min(std::max(2 * before, before + size), KeptCapacity)
                             : std::max(size, ChunkSize);
    chunk.own = std::make_unique_for_overwrite<char[]>(size_t(HeaderRoom + chunk.capacity));
    chunk.data = chunk.own.get() + HeaderRoom;
    if (!isSmall || isFirst) {
        m_chunks.push_back(std::move(chunk));
        return m_chunks.back();
    }
    Chunk &grown = m_chunks.back();
    memcpy(chunk.own.get() + HeaderRoom, grown.data, size_t(before));
    chunk.size = before;
    grown = std::move(chunk);
    return grown;
}

// An array that has no memory of its own (QByteArray::fromRawData()) cannot be kept.
void WriteBuffer::append(const QByteArray &array, const char *data, qint64 size)
{
    QByteArray kept = array;
    if (size <= KeptCapacity || !kept.data_ptr().d_ptr())
        return append(data, size);
    if (isEmpty())
        clear();
    Chunk &chunk = m_chunks.emplace_back();
    chunk.data = data;
    chunk.kept = std::move(kept);
    chunk.size = chunk.capacity = size;
    m_size += size;
}

qint64 WriteBuffer::indexOf(char byte) const
{
    qint64 before = 0;
    qint64 from = m_head;
    for (const Chunk &chunk : m_chunks) {
        const char *begin = chunk.data + std::exchange(from, 0);
        const char *end = chunk.data + chunk.size;
        const char *found = std::find(begin, end, byte);
        before += found - begin;
        if (found != end)
            return before;
    }
    return -1;
}

// Bytes that were removed take along the chunks in which they were.
void WriteBuffer::dropFirst()
{
    do {
        m_head -= m_chunks.front().size;
        m_chunks.pop_front();
    } while (m_head >= m_chunks.front().size);
}

void WriteBuffer::clear()
{
    m_chunks.clear();
    m_head = 0;
    m_size = 0;
}

} // namespace QtRdmaPrivate
