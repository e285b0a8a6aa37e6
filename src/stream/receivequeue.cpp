// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receivequeue_p.h"

#include <algorithm>
#include <cstring>

namespace QtRdmaPrivate {

// Bytes that follow one another in memory are one piece, however many messages they came in.
void ReceiveQueue::append(const char *lent, quint32 length)
{
    m_size += length;
    m_lentSize += length;
    if (!m_pieces.empty() && m_pieces.back().isLent()
        && m_pieces.back().data + m_pieces.back().length == lent) {
        m_pieces.back().length += length;
        return;
    }
    Piece &piece = m_pieces.emplace_back();
    piece.data = lent;
    piece.length = length;
}

void ReceiveQueue::append(std::unique_ptr<char[]> bytes, quint32 length)
{
    Piece &piece = m_pieces.emplace_back();
    piece.data = bytes.get();
    piece.length = length;
    piece.copy = std::move(bytes);
    m_size += length;
}

void ReceiveQueue::appendCopy(const char *bytes, quint32 length)
{
    auto copy = std::make_unique_for_overwrite<char[]>(length);
    memcpy(copy.get(), bytes, length);
    append(std::move(copy), length);
}

bool ReceiveQueue::holds(quint32 slot) const
{
    return std::any_of(m_pieces.begin(), m_pieces.end(),
                       [slot](const Piece &piece) { return piece.slot == slot; });
}

void ReceiveQueue::read(char *data, qint64 size, Slots *freed)
{
    while (size > 0) {
        Piece &piece = m_pieces.front();
        const auto count = quint32(std::min<qint64>(size, piece.length));
        if (data) {
            memcpy(data, piece.data, count);
            data += count;
        }
        piece.data += count;
        piece.length -= count;
        size -= count;
        m_size -= count;
        if (piece.isLent())
            m_lentSize -= count;
        if (piece.length > 0)
            return;
        free(&piece, freed);
        m_pieces.pop_front();
    }
}

void ReceiveQueue::truncate(qint64 size, Slots *freed)
{
    while (m_size > size) {
        Piece &piece = m_pieces.back();
        const auto count = quint32(std::min<qint64>(m_size - size, piece.length));
        piece.length -= count;
        m_size -= count;
        if (piece.isLent())
            m_lentSize -= count;
        if (piece.length > 0)
            return;
        free(&piece, freed);
        m_pieces.pop_back();
    }
}

void ReceiveQueue::copyOut(int slotCount, Slots *freed)
{
    for (Piece &piece : m_pieces) {
        if (slotCount == 0)
            return;
        if (piece.slot == NoSlot)
            continue;
        piece.copyBytes();
        free(&piece, freed);
        --slotCount;
    }
}

void ReceiveQueue::copyLent()
{
    for (Piece &piece : m_pieces) {
        if (piece.isLent())
            piece.copyBytes();
    }
    m_lentSize = 0;
}

void ReceiveQueue::Piece::copyBytes()
{
    copy = std::make_unique_for_overwrite<char[]>(length);
    memcpy(copy.get(), data, length);
    data = copy.get();
}

void ReceiveQueue::free(Piece *piece, Slots *freed)
{
    if (piece->slot == NoSlot)
        return;
    freed->push_back(std::exchange(piece->slot, NoSlot));
    --m_slotsHeld;
}

qint64 ReceiveQueue::indexOf(char c, qint64 within) const
{
    qint64 before = 0;
    for (const Piece &piece : m_pieces) {
        if (before >= within)
            return -1;
        const auto count = size_t(std::min<qint64>(within - before, piece.length));
        if (const void *found = memchr(piece.data, c, count))
            return before + (static_cast<const char *>(found) - piece.data);
        before += qint64(count);
    }
    return -1;
}

} // namespace QtRdmaPrivate
