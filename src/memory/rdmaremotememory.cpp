// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qdatastream.h>
#include <QtCore/qdebug.h>

#include <limits>

/*!
    \class RdmaRemoteMemory
    \inmodule QtRdma
    \brief Names memory of another machine: its address there, its length in bytes and its remote key.

    The owner of the memory makes one with RdmaMemoryRegion::remoteMemory() or RdmaMemoryWindow::remoteMemory() and sends it
    to the peer, which reads, writes or changes the memory by it. Whoever has the value and a queue pair in the same
    protection domain can do so: send it to nobody else.

    \code
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream << region.remoteMemory(); // here
    queuePair->postRead(memory.slice(0, 4096)); // there
    \endcode

    The QDataStream operators write 20 bytes (address, length, key) and accept no range that wraps around: reading one sets
    QDataStream::ReadCorruptData.
    \sa RdmaQueuePair::postRead(), RdmaQueuePair::postWrite()
*/

namespace {

bool wraps(quint64 address, quint64 length)
{
    return length > std::numeric_limits<quint64>::max() - address;
}

} // namespace

/*! Whether this names any memory: the length is not 0 and the range does not wrap around. */
bool RdmaRemoteMemory::isValid() const
{
    return length > 0 && !wraps(address, length);
}

/*! The \a size bytes from \a offset on; an invalid value when they do not lie within. */
RdmaRemoteMemory RdmaRemoteMemory::slice(quint64 offset, quint64 size) const
{
    RdmaRemoteMemory result;
    if (offset <= length && size <= length - offset) {
        result.address = address + offset;
        result.length = size;
        result.key = key;
    }
    return result;
}

QDataStream &operator<<(QDataStream &stream, const RdmaRemoteMemory &memory)
{
    return stream << memory.address << memory.length << memory.key;
}

QDataStream &operator>>(QDataStream &stream, RdmaRemoteMemory &memory)
{
    stream >> memory.address >> memory.length >> memory.key;
    if (stream.status() == QDataStream::Ok && wraps(memory.address, memory.length))
        stream.setStatus(QDataStream::ReadCorruptData);
    if (stream.status() != QDataStream::Ok)
        memory = RdmaRemoteMemory();
    return stream;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaRemoteMemory &memory)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaRemoteMemory(" << Qt::hex << Qt::showbase << memory.address << ", "
                    << Qt::dec << memory.length << " bytes, key " << Qt::hex << memory.key << ')';
    return debug;
}
#endif
