// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaendpoint.h>

#include <QtCore/qdatastream.h>
#include <QtCore/qdebug.h>

/*!
    \class RdmaEndpoint
    \inmodule QtRdma
    \brief Names a queue pair to its peer, where no connection manager does.

    RdmaQueuePair::localEndpoint() makes one; the program sends it to the other side by any means, a TCP connection for example,
    and the other side gives it to RdmaQueuePair::connectToEndpoint(). It holds no secret but the number where packets start, which
    strangers on the network should not know.

    \table
    \row \li queuePairNumber \li 24 bits, 2 and up
    \row \li packetSequenceNumber \li 24 bits, of the first packet that this side sends; random
    \row \li queueKey \li of a queue pair for datagrams: a datagram without it is dropped
    \row \li lid \li the port's local identifier on InfiniBand, 0 on Ethernet
    \row \li mtu \li what the port carries in a packet, 256 to 4096 bytes; the smaller one of both sides is used
    \row \li gid \li 16 bytes, or none on InfiniBand without global routing
    \endtable

    The QDataStream operators write 32 bytes; reading values out of range sets QDataStream::ReadCorruptData.
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

/*! Whether all values are in range and the port can be found by one of them. */
bool RdmaEndpoint::isValid() const
{
    return queuePairNumber > 1 && queuePairNumber <= Most24Bits
            && packetSequenceNumber <= Most24Bits && isMtu(mtu)
            && (gid.size() == EndpointGidSize || (gid.isEmpty() && lid != 0));
}

QDataStream &operator<<(QDataStream &stream, const RdmaEndpoint &endpoint)
{
    stream << endpoint.queuePairNumber << endpoint.packetSequenceNumber << endpoint.queueKey
           << endpoint.lid << quint16(endpoint.mtu);
    const QByteArray gid = endpoint.gid.leftJustified(EndpointGidSize, '\0', true);
    stream.writeRawData(gid.constData(), int(EndpointGidSize));
    return stream;
}

QDataStream &operator>>(QDataStream &stream, RdmaEndpoint &endpoint)
{
    RdmaEndpoint read;
    quint16 mtu = 0;
    read.gid.resize(EndpointGidSize);
    stream >> read.queuePairNumber >> read.packetSequenceNumber >> read.queueKey >> read.lid >> mtu;
    if (stream.readRawData(read.gid.data(), int(EndpointGidSize)) != EndpointGidSize)
        stream.setStatus(QDataStream::ReadPastEnd);
    read.mtu = mtu;
    if (read.gid == QByteArray(EndpointGidSize, '\0'))
        read.gid.clear();
    if (stream.status() == QDataStream::Ok && !read.isValid())
        stream.setStatus(QDataStream::ReadCorruptData);
    endpoint = stream.status() == QDataStream::Ok ? read : RdmaEndpoint();
    return stream;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaEndpoint &endpoint)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaEndpoint(" << endpoint.queuePairNumber;
    if (!endpoint.gid.isEmpty())
        debug << ", gid " << endpoint.gid.toHex(':');
    if (endpoint.lid != 0)
        debug << ", lid " << endpoint.lid;
    debug << ", mtu " << endpoint.mtu << ')';
    return debug;
}
#endif
