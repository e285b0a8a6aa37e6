// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVEQUEUE_P_H
#define RECEIVEQUEUE_P_H

#include "../base/fifo_p.h"

#include "../verbs/registeredpool_p.h"

#include <QtCore/qbytearrayview.h>

#include <cstring>
#include <memory>
#include <vector>

namespace QtRdmaPrivate {

// Bytes that arrived and have not been read, in order. They stay in the slots that received them
// until they are read, or until slots run short and they are copied out.
class ReceiveQueue
{
public:
    void append(PoolSlot &&slot, quint32 offset, quint32 length);
    // Memory that its owner lends until the bytes are read, dropped or copied.
    void append(const char *lent, quint32 length);
    void append(std::unique_ptr<char[]> bytes, quint32 length);
    void appendCopy(const char *bytes, quint32 length);
    qint64 size() const { return m_size; }
    int slotsHeld() const { return m_slotsHeld; }
    qint64 lentSize() const { return m_lentSize; }
    // The first bytes, as far as they lie side by side.
    QByteArrayView first() const
    {
        return m_pieces.empty()
                ? QByteArrayView()
                : QByteArrayView(m_pieces.front().data, qsizetype(m_pieces.front().length));
    }

    // Reads bytes of the first piece, but not all of it. Returns false if that is not possible.
    bool readPart(char *data, qint64 size)
    {
        if (m_pieces.empty())
            return false;
        Piece &piece = m_pieces.front();
        if (size >= piece.length || piece.isLent())
            return false;
        memcpy(data, piece.data, size_t(size));
        piece.data += size;
        piece.length -= quint32(size);
        m_size -= size;
        return true;
    }
    // These append the slots that became free to 'freed', if they hold any.
    void read(char *data, qint64 size, std::vector<PoolSlot> *freed = nullptr); // null: discard
    void truncate(qint64 size, std::vector<PoolSlot> *freed); // drops the bytes behind these
    void copyOut(int slotCount, std::vector<PoolSlot> *freed); // the oldest ones
    void copyLent();

    qint64 indexOf(char c, qint64 within) const; // in the first so many bytes; -1: not there

private:
    struct Piece
    {
        const char *data = nullptr; // the first byte that has not been read, in one of these:
        PoolSlot slot;
        std::unique_ptr<char[]> copy; // both are empty where the memory is lent
        quint32 length = 0;

        bool isLent() const { return !slot && !copy; }
        void copyBytes();
    };

    void free(Piece *piece, std::vector<PoolSlot> *freed);

    Fifo<Piece> m_pieces;
    qint64 m_size = 0;
    int m_slotsHeld = 0;
    qint64 m_lentSize = 0;
};

} // namespace QtRdmaPrivate

#endif // RECEIVEQUEUE_P_H
