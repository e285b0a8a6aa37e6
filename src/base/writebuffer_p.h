// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WRITEBUFFER_P_H
#define WRITEBUFFER_P_H

#include "fifo_p.h"

#include "rdmaglobal_p.h"

#include <QtCore/qbytearray.h>

namespace QtRdmaPrivate {

// What was written and is not in a send slot yet: unbounded, as QTcpSocket's write buffer is.
class Q_RDMA_AUTOTEST_EXPORT WriteBuffer
{
public:
    void append(const char *data, qint64 size);
    qint64 size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    // The first contiguous bytes.
    const char *data() const;
    qint64 contiguousSize() const;
    qint64 indexOf(char byte) const; // -1: not there
    void remove(qint64 size);
    void clear();

private:
    static constexpr qsizetype ChunkSize = 65536;
    static constexpr qsizetype KeptCapacity = 4096;

    Fifo<QByteArray> m_chunks;
    qsizetype m_head = 0; // bytes of the first chunk that are gone
    qint64 m_size = 0;
};

} // namespace QtRdmaPrivate

#endif // WRITEBUFFER_P_H
