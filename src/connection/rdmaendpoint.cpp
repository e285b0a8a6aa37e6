// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaendpoint.h>

#include <QtCore/qdatastream.h>
#include <QtCore/qdebug.h>
#include <QtCore/qhashfunctions.h>

/*!
    \class RdmaEndpoint
    \inmodule QtRdma
    \since 0.1
    \brief Names a queue pair to its peer if no connection manager connects them.

    RdmaQueuePair::localEndpoint() makes an endpoint. The program sends it to the other side by any
    means, for example a TCP connection, and the other side passes it to
    RdmaQueuePair::connectToEndpoint(). The only secret in it is the number of the first packet,
    which strangers on the network should not know.

    The setters take any value. isValid() tells whether all of them are in range.
    RdmaQueuePair::connectToEndpoint() and RdmaDatagramSocket::writeDatagram() refuse an endpoint
    that is not valid. A default-constructed endpoint is not valid.

    The QDataStream operators write 32 bytes; reading values out of range sets
    QDataStream::ReadCorruptData.
    \sa RdmaQueuePair::create()
*/

namespace {

constexpr quint32 Most24Bits = 0xffffff;
constexpr qsizetype EndpointGidSize = 16;

bool isMtu(int mtu)
{
    return mtu == 256 || mtu == 512 || mtu == 1024 || mtu == 2048 || mtu == 4096;
}

} // namespace

/*! \fn RdmaEndpoint::RdmaEndpoint()
    Constructs an endpoint that is not valid.
*/

/*! \fn void RdmaEndpoint::swap(RdmaEndpoint &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*!
    \property RdmaEndpoint::queuePairNumber
    \brief The number of the queue pair: 24 bits, 2 and up.
*/

/*!
    \property RdmaEndpoint::packetSequenceNumber
    \brief The number of the first packet that this side sends: 24 bits, random.
*/

/*!
    \property RdmaEndpoint::queueKey
    \brief The key of a queue pair for datagrams. The queue pair drops datagrams without it.
*/

/*!
    \property RdmaEndpoint::lid
    \brief The port's local identifier on InfiniBand, 0 on Ethernet.
*/

/*!
    \property RdmaEndpoint::mtu
    \brief The size of the packets that the port carries, 256 to 4096 bytes.

    The smaller one of both sides is used.
*/

/*!
    \property RdmaEndpoint::gid
    \brief The GID of the port: 16 bytes, or none on InfiniBand without global routing.
*/

/*! Returns whether all values are in range and the LID or the GID tells where the port is. */
bool RdmaEndpoint::isValid() const
{
    return m_queuePairNumber > 1 && m_queuePairNumber <= Most24Bits
            && m_packetSequenceNumber <= Most24Bits && isMtu(m_mtu)
            && (m_gid.size() == EndpointGidSize || (m_gid.isEmpty() && m_lid != 0));
}

QDataStream &operator<<(QDataStream &stream, const RdmaEndpoint &endpoint)
{
    stream << endpoint.queuePairNumber() << endpoint.packetSequenceNumber() << endpoint.queueKey()
           << endpoint.lid() << quint16(endpoint.mtu());
    const QByteArray gid = endpoint.gid().leftJustified(EndpointGidSize, '\0', true);
    stream.writeRawData(gid.constData(), int(EndpointGidSize));
    return stream;
}

QDataStream &operator>>(QDataStream &stream, RdmaEndpoint &endpoint)
{
    quint32 number = 0;
    quint32 sequence = 0;
    quint32 key = 0;
    quint16 lid = 0;
    quint16 mtu = 0;
    QByteArray gid(EndpointGidSize, '\0');
    stream >> number >> sequence >> key >> lid >> mtu;
    if (stream.readRawData(gid.data(), int(EndpointGidSize)) != EndpointGidSize)
        stream.setStatus(QDataStream::ReadPastEnd);
    RdmaEndpoint read;
    read.setQueuePairNumber(number);
    read.setPacketSequenceNumber(sequence);
    read.setQueueKey(key);
    read.setLid(lid);
    read.setMtu(mtu);
    if (gid != QByteArray(EndpointGidSize, '\0'))
        read.setGid(gid);
    if (stream.status() == QDataStream::Ok && !read.isValid())
        stream.setStatus(QDataStream::ReadCorruptData);
    endpoint = stream.status() == QDataStream::Ok ? read : RdmaEndpoint();
    return stream;
}

/*! \relates RdmaEndpoint
    Returns a hash of \a endpoint, from \a seed on.
*/
size_t qHash(const RdmaEndpoint &endpoint, size_t seed) noexcept
{
    return qHashMulti(seed, endpoint.queuePairNumber(), endpoint.packetSequenceNumber(),
                      endpoint.queueKey(), endpoint.lid(), endpoint.mtu(), endpoint.gid());
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaEndpoint &endpoint)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaEndpoint(" << endpoint.queuePairNumber();
    if (!endpoint.gid().isEmpty())
        debug << ", gid " << endpoint.gid().toHex(':');
    if (endpoint.lid() != 0)
        debug << ", lid " << endpoint.lid();
    debug << ", mtu " << endpoint.mtu() << ')';
    return debug;
}
#endif
