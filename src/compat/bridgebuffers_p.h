// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef BRIDGEBUFFERS_P_H
#define BRIDGEBUFFERS_P_H

#include <QtCore/qbytearray.h>
#include <QtCore/qbytearrayview.h>

class RdmaAbstractStream;
class RdmaStream;

namespace QtRdmaPrivate {

// Where the bytes of a stream are put and found. Those of an RdmaStream are moved between the
// socket and the memory of the device; those of another stream are copied once more.
class BridgeBuffers
{
public:
    // How many bytes of a connection wait at most, beside those in memory of the device.
    static constexpr qint64 Bound = 256 * 1024;

    explicit BridgeBuffers(RdmaAbstractStream *stream);

    // Memory for bytes that are to be written. Null while the stream takes none: bytesWritten()
    // follows.
    char *reserve(qint64 *size);
    // Writes the first bytes of that memory.
    bool commit(qint64 size);

    // The first bytes that have arrived. Empty when there are none.
    QByteArrayView front();
    void consume(qint64 size);

private:
    RdmaAbstractStream *const m_stream;
    RdmaStream *const m_plain; // null for a stream of another class
    char *m_part = nullptr; // reserved, and not memory of the device
    QByteArray m_front; // read from another stream
    qint64 m_consumed = 0; // of these
};

} // namespace QtRdmaPrivate

#endif // BRIDGEBUFFERS_P_H
