// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPSENDER_P_H
#define TCPSENDER_P_H

#include "tcpsocket_p.h"

#include "../sendqueue_p.h"

#include <QtCore/qbytearray.h>

#include <functional>

#include <sys/uio.h>

namespace QtRdmaPrivate {

// Writes the frames and slices of a stream to its socket, many with one call, from where they are.
// They are in flight until the kernel has taken a copy of them.
class TcpSender
{
public:
    using Taken = std::function<void(quint32 serial)>; // up to this one
    using Failed = std::function<void(const RdmaError &)>;

    TcpSender(const TcpSocket *socket, Taken taken, Failed failed)
        : m_socket(*socket)
        , m_taken(std::move(taken))
        , m_failed(std::move(failed))
    {
    }

    // The socket may have room again.
    void setWritable() { m_isFull = false; }
    bool isIdle() const { return m_pieces.empty() && m_rest.isEmpty(); }

    // For StreamLink::sendData().
    bool mayBegin() const { return !m_isFull && m_pieces.size() < MostPieces; }
    quint32 maxPayload() const { return SendQueue::LargePayload; }
    bool sendData(const char *bytes, quint32 length, quint32, quint32 serial, bool isLast)
    {
        return add(bytes, length, serial, isLast);
    }
    bool sendSlice(const char *, quint32, const RegisteredBytes &bytes, quint32 serial, bool isLast)
    {
        return add(bytes.data, bytes.length, serial, isLast);
    }

    // Writes these bytes before any other. Returns false, and takes none, if that is not possible
    // now.
    bool writeNow(const char *data, qint64 size);
    // The same, and takes them in any case.
    void write(const QByteArray &bytes);
    void flush();
    void clear();

private:
    static constexpr size_t MostPieces = 64; // in one call

    struct Piece
    {
        const char *data = nullptr;
        size_t length = 0;
        quint32 serial = 0;
    };

    bool add(const char *bytes, quint32 length, quint32 serial, bool isLast);
    qint64 writeSome(const iovec *pieces, size_t count);
    bool writeRest();
    bool writePieces();

    const TcpSocket &m_socket;
    const Taken m_taken;
    const Failed m_failed;
    QByteArray m_rest; // goes before all pieces
    Fifo<Piece> m_pieces;
    bool m_isFull = false; // the socket, until setWritable()
};

} // namespace QtRdmaPrivate

#endif // TCPSENDER_P_H
