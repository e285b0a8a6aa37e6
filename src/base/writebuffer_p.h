// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WRITEBUFFER_P_H
#define WRITEBUFFER_P_H

#include "fifo_p.h"

#include "rdmaglobal_p.h"

#include <QtCore/qbytearray.h>

namespace QtRdmaPrivate {

// The bytes that were written and are not in a send slot yet. It has no bound, as QTcpSocket's
// write buffer has none.
class Q_RDMA_AUTOTEST_EXPORT WriteBuffer
{
public:
    void append(const char *data, qint64 size);
    qint64 size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    // The first bytes that are contiguous.
    const char *data() const;
    qint64 contiguousSize() const;
    qint64 indexOf(char byte) const; // -1: not there
    void remove(qint64 size);
    void clear();

private:
    static constexpr qsizetype ChunkSize = 65536;
    static constexpr qsizetype KeptCapacity = 4096; // of the first chunk; it stays when it is empty

    QByteArray &makeRoom(qsizetype size); // the chunk that takes so many bytes

    Fifo<QByteArray> m_chunks;
    qsizetype m_head = 0; // number of bytes of the first chunk that have left
    qint64 m_size = 0;
};

} // namespace QtRdmaPrivate

#endif // WRITEBUFFER_P_H
