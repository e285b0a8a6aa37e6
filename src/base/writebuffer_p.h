// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WRITEBUFFER_P_H
#define WRITEBUFFER_P_H

#include "fifo_p.h"

#include "rdmaglobal_p.h"

#include <QtCore/qbytearray.h>

#include <cstring>
#include <memory>

namespace QtRdmaPrivate {

// The bytes that were written and are not in a send slot yet. It has no bound, as QTcpSocket's
// write buffer has none.
class Q_RDMA_AUTOTEST_EXPORT WriteBuffer
{
public:
    static constexpr qint64 HeaderRoom = 16; // bytes

    Q_ALWAYS_INLINE void append(const char *data, qint64 size)
    {
        Chunk &last = !m_chunks.empty() && m_chunks.back().room() >= size ? m_chunks.back()
                                                                          : makeRoom(size);
        memcpy(last.own.get() + HeaderRoom + last.size, data, size_t(size));
        last.size += size;
        m_size += size;
    }
    // These 'size' bytes of the array. If they are many they are not copied: the array is kept
    // until they have left.
    void append(const QByteArray &array, const char *data, qint64 size);
    qint64 size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    // The first bytes that are contiguous.
    const char *data() const { return m_chunks.front().data + m_head; }
    qint64 contiguousSize() const { return isEmpty() ? 0 : m_chunks.front().size - m_head; }
    // HeaderRoom bytes for the user to write to, with the first bytes behind them. Null if these
    // are in an array that was kept.
    char *header()
    {
        char *const own = m_chunks.front().own.get();
        return own ? own + m_head : nullptr;
    }
    // header() and all bytes behind it, if these are few and lie side by side; else null.
    char *onlyFrame()
    {
        return m_chunks.isSingle() && m_chunks.back().isKept() ? m_chunks.back().own.get() + m_head
                                                               : nullptr;
    }
    void removeOnlyFrame() { m_chunks.back().size = m_head = m_size = 0; }
    qint64 indexOf(char byte) const; // -1: not there
    void remove(qint64 size)
    {
        if (size == m_size)
            return removeAll();
        m_size -= size;
        m_head += size;
        if (m_head >= m_chunks.front().size)
            dropFirst();
    }
    void clear();

private:
    static constexpr qint64 ChunkSize = 65536;
    static constexpr qint64 KeptCapacity = 4096; // of the first chunk; it stays when it is empty

    struct Chunk
    {
        const char *data = nullptr; // in one of these
        std::unique_ptr<char[]> own; // begins with HeaderRoom
        QByteArray kept;
        qint64 size = 0;
        qint64 capacity = 0;

        qint64 room() const { return capacity - size; }
        bool isKept() const { return own && capacity <= KeptCapacity; }
    };

    Chunk &makeRoom(qint64 size); // the chunk that takes so many bytes
    // The buffer of small messages is kept, because they come and go.
    void removeAll()
    {
        if (onlyFrame())
            removeOnlyFrame();
        else
            clear();
    }
    void dropFirst();

    Fifo<Chunk> m_chunks;
    qint64 m_head = 0; // number of bytes of the first chunk that have left
    qint64 m_size = 0;
};

} // namespace QtRdmaPrivate

#endif // WRITEBUFFER_P_H
