// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "bridgebuffers_p.h"

#include <QtRdma/rdmastream.h>

#include <utility>

using namespace QtRdmaPrivate;

namespace {

constexpr qint64 PartSize = 64 * 1024;
// Used between reserve() and commit() only, so one does for all connections of a thread.
thread_local char part[PartSize];

} // namespace

BridgeBuffers::BridgeBuffers(RdmaAbstractStream *stream)
    : m_stream(stream)
    , m_plain(qobject_cast<RdmaStream *>(stream))
{
    stream->setReadBufferSize(Bound);
    stream->setWriteBufferSize(Bound);
}

char *BridgeBuffers::reserve(qint64 *size)
{
    m_part = nullptr;
    if (m_plain) {
        *size = PartSize;
        if (char *const place = m_plain->reserve(size))
            return place;
        if (m_stream->bytesToWrite() > 0)
            return nullptr;
        // There is no memory for the device: write() makes do without.
    }
    *size = qMin(PartSize, Bound - m_stream->bytesToWrite());
    m_part = *size > 0 ? part : nullptr;
    return m_part;
}

bool BridgeBuffers::commit(qint64 size)
{
    if (!m_part)
        return m_plain->commit(size);
    return size == 0 || m_stream->write(m_part, size) == size;
}

QByteArrayView BridgeBuffers::front()
{
    if (m_plain)
        return m_plain->peekView();
    if (m_consumed == m_front.size()) {
        m_front = m_stream->read(PartSize);
        m_consumed = 0;
    }
    return QByteArrayView(m_front).sliced(m_consumed);
}

void BridgeBuffers::consume(qint64 size)
{
    if (m_plain)
        m_plain->consume(size);
    else
        m_consumed += size;
}
