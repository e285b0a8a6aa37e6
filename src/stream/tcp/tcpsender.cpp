// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tcpsender_p.h"

#include <array>

namespace QtRdmaPrivate {

bool TcpSender::add(const char *bytes, quint32 length, quint32 serial, bool isLast)
{
    m_pieces.push_back({ bytes, length, serial });
    if (isLast || m_pieces.size() == MostPieces)
        flush();
    return !isLast && mayBegin();
}

// Returns how many bytes the kernel has taken. None, because its buffer is full or the connection
// has ended.
qint64 TcpSender::writeSome(const iovec *pieces, size_t count)
{
    RdmaError failure;
    const qint64 written = m_socket.write(pieces, count, &failure);
    if (written >= 0)
        return written;
    m_isFull = true;
    if (failure.isError())
        m_failed(failure);
    return 0;
}

bool TcpSender::writeNow(const char *data, qint64 size)
{
    if (m_isFull || !isIdle())
        return false;
    const iovec piece = { const_cast<char *>(data), size_t(size) };
    const qint64 written = writeSome(&piece, 1);
    if (written > 0 && written < size)
        m_rest = QByteArray(data + written, size - written);
    return written > 0;
}

void TcpSender::write(const QByteArray &bytes)
{
    m_rest += bytes;
    flush();
}

void TcpSender::flush()
{
    while (!m_isFull && (m_rest.isEmpty() ? writePieces() : writeRest())) { }
}

// These return whether anything was written. Where the kernel has taken a part, the next call finds
// that it is full: only that makes it tell when it has room.
bool TcpSender::writeRest()
{
    const iovec piece = { m_rest.data(), size_t(m_rest.size()) };
    const qint64 written = writeSome(&piece, 1);
    m_rest.remove(0, written);
    return written > 0;
}

bool TcpSender::writePieces()
{
    std::array<iovec, MostPieces> pieces;
    size_t count = 0;
    for (const Piece &piece : m_pieces)
        pieces[count++] = { const_cast<char *>(piece.data), piece.length };
    if (count == 0)
        return false;
    size_t written = size_t(writeSome(pieces.data(), count));
    const bool any = written > 0;
    bool isAnyDone = false;
    quint32 last = 0;
    while (!m_pieces.empty() && written >= m_pieces.front().length) {
        written -= m_pieces.front().length;
        last = m_pieces.front().serial;
        isAnyDone = true;
        m_pieces.pop_front();
    }
    if (written > 0) {
        m_pieces.front().data += written;
        m_pieces.front().length -= written;
    }
    if (isAnyDone)
        m_taken(last);
    return any;
}

void TcpSender::clear()
{
    m_rest.clear();
    m_pieces = {};
}

} // namespace QtRdmaPrivate
