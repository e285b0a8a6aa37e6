// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "writebuffer_p.h"

#include <algorithm>
#include <utility>

namespace QtRdmaPrivate {

void WriteBuffer::append(const char *data, qint64 size)
{
    if (m_size == 0 && size > KeptCapacity)
        clear(); // an empty buffer that was kept must not stand in front of the data
    m_size += size;
    makeRoom(qsizetype(size)).append(data, qsizetype(size));
}

// Only the first chunk grows, which is small. The others have their whole size from the beginning:
// nothing in them is ever copied to make room.
QByteArray &WriteBuffer::makeRoom(qsizetype size)
{
    if (!m_chunks.empty()) {
        QByteArray &last = m_chunks.back();
        const qsizetype needed = last.size() + size;
        if (needed <= last.capacity())
            return last;
        if (m_chunks.size() == 1 && needed <= KeptCapacity) {
            last.reserve(std::min(std::max(needed, 2 * last.capacity()), KeptCapacity));
            return last;
        }
    }
    const bool isSmall = m_chunks.empty() && size <= KeptCapacity;
    QByteArray chunk;
    chunk.reserve(isSmall ? size : std::max(size, ChunkSize));
    m_chunks.push_back(std::move(chunk));
    return m_chunks.back();
}

const char *WriteBuffer::data() const
{
    return m_chunks.front().constData() + m_head;
}

qint64 WriteBuffer::contiguousSize() const
{
    return m_size == 0 ? 0 : m_chunks.front().size() - m_head;
}

qint64 WriteBuffer::indexOf(char byte) const
{
    qint64 before = -m_head;
    for (const QByteArray &chunk : m_chunks) {
        const qsizetype found = chunk.indexOf(byte, before < 0 ? m_head : 0);
        if (found >= 0)
            return before + found;
        before += chunk.size();
    }
    return -1;
}

void WriteBuffer::remove(qint64 size)
{
    m_size -= size;
    m_head += qsizetype(size);
    while (!m_chunks.empty() && m_head >= m_chunks.front().size()) {
        m_head -= m_chunks.front().size();
        // Keeps the buffer of small messages, because they come and go.
        if (m_chunks.size() == 1 && m_chunks.front().capacity() <= KeptCapacity) {
            m_chunks.front().resize(0);
            break;
        }
        m_chunks.pop_front();
    }
}

void WriteBuffer::clear()
{
    m_chunks.clear();
    m_head = 0;
    m_size = 0;
}

} // namespace QtRdmaPrivate
