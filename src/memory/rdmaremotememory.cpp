// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qdatastream.h>
#include <QtCore/qdebug.h>
#include <QtCore/qhashfunctions.h>

#include <limits>

/*!
    \class RdmaRemoteMemory
    \inmodule QtRdma
    \since 0.1
    \brief Names memory of another machine by its address there, its length in bytes and its remote
    key.

    The owner of the memory makes the value with RdmaMemoryRegion::remoteMemory() or
    RdmaMemoryWindow::remoteMemory() and sends it to the peer. With it the peer reads, writes or
    changes the memory. Everybody who has the value and a queue pair in the same protection domain
    can do so: do not send it to anybody else.

    \snippet memory.cpp remote here

    At the peer:

    \snippet memory.cpp remote there

    The QDataStream operators write 20 bytes: address, length and key. A range that wraps around is
    not accepted: reading it sets QDataStream::ReadCorruptData.

    A default-constructed value names no memory: isValid() is \c false.
    \sa RdmaQueuePair::postRead(), RdmaQueuePair::postWrite()
*/

namespace {

bool wraps(quint64 address, quint64 length)
{
    return length > std::numeric_limits<quint64>::max() - address;
}

} // namespace

/*! \fn RdmaRemoteMemory::RdmaRemoteMemory()
    Constructs a value that names no memory.
*/

/*! \fn RdmaRemoteMemory::RdmaRemoteMemory(quint64 address, quint64 length, quint32 key)
    Names the \a length bytes at \a address on the other machine, which \a key opens.
*/

/*! \fn void RdmaRemoteMemory::swap(RdmaRemoteMemory &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*!
    \property RdmaRemoteMemory::address
    \brief The address at which the memory begins for its owner's device; 0 by default.
*/

/*!
    \property RdmaRemoteMemory::length
    \brief The size of the memory in bytes; 0 by default.
*/

/*!
    \property RdmaRemoteMemory::key
    \brief The remote key that opens the memory; 0 by default.
*/

/*! Returns whether this names any memory: the length is not 0 and the range does not wrap around.
*/
bool RdmaRemoteMemory::isValid() const noexcept
{
    return m_length > 0 && !wraps(m_address, m_length);
}

/*! Returns the \a size bytes from \a offset on, or an invalid value if they do not lie within this
    memory.
*/
RdmaRemoteMemory RdmaRemoteMemory::slice(quint64 offset, quint64 size) const noexcept
{
    if (offset > m_length || size > m_length - offset)
        return {};
    return { m_address + offset, size, m_key };
}

/*! \relates RdmaRemoteMemory
    Returns a hash of \a memory, from \a seed on.
*/
size_t qHash(const RdmaRemoteMemory &memory, size_t seed) noexcept
{
    return qHashMulti(seed, memory.address(), memory.length(), memory.key());
}

QDataStream &operator<<(QDataStream &stream, const RdmaRemoteMemory &memory)
{
    return stream << memory.address() << memory.length() << memory.key();
}

QDataStream &operator>>(QDataStream &stream, RdmaRemoteMemory &memory)
{
    quint64 address = 0;
    quint64 length = 0;
    quint32 key = 0;
    stream >> address >> length >> key;
    if (stream.status() == QDataStream::Ok && wraps(address, length))
        stream.setStatus(QDataStream::ReadCorruptData);
    memory = stream.status() == QDataStream::Ok ? RdmaRemoteMemory(address, length, key)
                                                : RdmaRemoteMemory();
    return stream;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaRemoteMemory &memory)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaRemoteMemory(" << Qt::hex << Qt::showbase << memory.address() << ", "
                    << Qt::dec << memory.length() << " bytes, key " << Qt::hex << memory.key()
                    << ')';
    return debug;
}
#endif
