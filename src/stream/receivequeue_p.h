// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVEQUEUE_P_H
#define RECEIVEQUEUE_P_H

#include "../base/fifo_p.h"

#include <QtCore/qbytearrayview.h>

#include <cstring>
#include <memory>
#include <vector>

namespace QtRdmaPrivate {

// Bytes that arrived and have not been read, in order. They stay in the slots that received them
// until they are read, or until slots run short and they are copied out. The owner of the slots
// knows them by number.
class ReceiveQueue
{
public:
    using Slots = std::vector<quint32>;

    void append(quint32 slot, const char *data, quint32 length)
    {
        m_pieces.emplace_back(data, slot, length);
        m_size += length;
        ++m_slotsHeld;
    }
    // Memory that its owner lends until the bytes are read, dropped or copied.
    void append(const char *lent, quint32 length);
    void append(std::unique_ptr<char[]> bytes, quint32 length);
    void appendCopy(const char *bytes, quint32 length);
    qint64 size() const { return m_size; }
    int slotsHeld() const { return m_slotsHeld; }
    bool holds(quint32 slot) const;
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
    // Takes the first piece, if it is in a slot and as long as that: *bytes are to be read before
    // the slot is posted again. Returns false if that is not possible.
    bool takeSlot(qint64 size, const char **bytes, Slots *freed)
    {
        if (m_pieces.empty())
            return false;
        const Piece &piece = m_pieces.front();
        if (size != piece.length || piece.slot == NoSlot)
            return false;
        *bytes = piece.data;
        freed->push_back(piece.slot);
        m_pieces.pop_front();
        m_size -= size;
        --m_slotsHeld;
        return true;
    }
    // These append the slots that became free to 'freed', if they hold any.
    void read(char *data, qint64 size, Slots *freed = nullptr); // null: discard
    void truncate(qint64 size, Slots *freed); // drops the bytes behind these
    void copyOut(int slotCount, Slots *freed); // the oldest ones
    void copyLent();

    qint64 indexOf(char c, qint64 within) const; // in the first so many bytes; -1: not there

private:
    static constexpr quint32 NoSlot = ~quint32(0);

    struct Piece
    {
        Piece() = default;
        Piece(const char *bytes, quint32 number, quint32 count)
            : data(bytes)
            , slot(number)
            , length(count)
        {
        }

        const char *data = nullptr; // the first byte that has not been read, in one of these:
        std::unique_ptr<char[]> copy;
        quint32 slot = NoSlot; // and no copy where the memory is lent
        quint32 length = 0;

        bool isLent() const { return slot == NoSlot && !copy; }
        void copyBytes();
    };

    void free(Piece *piece, Slots *freed);

    Fifo<Piece> m_pieces;
    qint64 m_size = 0;
    int m_slotsHeld = 0;
    qint64 m_lentSize = 0;
};

} // namespace QtRdmaPrivate

#endif // RECEIVEQUEUE_P_H
