// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAENDPOINT_H
#define RDMAENDPOINT_H

#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qobjectdefs.h>

#include <utility>

QT_BEGIN_NAMESPACE
class QDataStream;
class QDebug;
QT_END_NAMESPACE

// Each datagram has one. To save the allocation, the values are members of the class, and there is
// room for more of them.
/// Names a queue pair to its peer if no connection manager connects them.
class Q_RDMA_EXPORT RdmaEndpoint
{
    Q_GADGET
    Q_PROPERTY(quint32 queuePairNumber READ queuePairNumber WRITE setQueuePairNumber)
    Q_PROPERTY(quint32 packetSequenceNumber READ packetSequenceNumber WRITE setPacketSequenceNumber)
    Q_PROPERTY(quint32 queueKey READ queueKey WRITE setQueueKey)
    Q_PROPERTY(quint16 lid READ lid WRITE setLid)
    Q_PROPERTY(int mtu READ mtu WRITE setMtu)
    Q_PROPERTY(QByteArray gid READ gid WRITE setGid)

public:
    RdmaEndpoint() noexcept = default;
    void swap(RdmaEndpoint &other) noexcept { std::swap(*this, other); }

    /// Returns whether all values are in range and the LID or the GID tells where the port is.
    bool isValid() const;

    /// The number of the queue pair: 24 bits, 2 and up.
    quint32 queuePairNumber() const noexcept { return m_queuePairNumber; }
    void setQueuePairNumber(quint32 number) noexcept { m_queuePairNumber = number; }
    /// The number of the first packet that this side sends: 24 bits, random.
    quint32 packetSequenceNumber() const noexcept { return m_packetSequenceNumber; }
    void setPacketSequenceNumber(quint32 number) noexcept { m_packetSequenceNumber = number; }
    /// The key of a queue pair for datagrams.
    quint32 queueKey() const noexcept { return m_queueKey; }
    void setQueueKey(quint32 key) noexcept { m_queueKey = key; }
    /// The port's local identifier on InfiniBand, 0 on Ethernet.
    quint16 lid() const noexcept { return m_lid; }
    void setLid(quint16 lid) noexcept { m_lid = lid; }
    /// The size of the packets that the port carries, 256 to 4096 bytes.
    int mtu() const noexcept { return m_mtu; }
    void setMtu(int bytes) noexcept { m_mtu = bytes; }
    /// The GID of the port: 16 bytes, or none on InfiniBand without global routing.
    QByteArray gid() const { return m_gid; }
    void setGid(const QByteArray &gid) { m_gid = gid; }

private:
    friend bool operator==(const RdmaEndpoint &a, const RdmaEndpoint &b) noexcept
    {
        return a.m_queuePairNumber == b.m_queuePairNumber
                && a.m_packetSequenceNumber == b.m_packetSequenceNumber
                && a.m_queueKey == b.m_queueKey && a.m_lid == b.m_lid && a.m_mtu == b.m_mtu
                && a.m_gid == b.m_gid;
    }
    friend bool operator!=(const RdmaEndpoint &a, const RdmaEndpoint &b) noexcept
    {
        return !(a == b);
    }

    quint32 m_queuePairNumber = 0;
    quint32 m_packetSequenceNumber = 0;
    quint32 m_queueKey = 0;
    quint16 m_lid = 0;
    int m_mtu = 0;
    [[maybe_unused]] quint32 m_reserved = 0;
    QByteArray m_gid;
};

Q_DECLARE_SHARED(RdmaEndpoint)

Q_RDMA_EXPORT size_t qHash(const RdmaEndpoint &endpoint, size_t seed = 0) noexcept;

Q_RDMA_EXPORT QDataStream &operator<<(QDataStream &stream, const RdmaEndpoint &endpoint);
Q_RDMA_EXPORT QDataStream &operator>>(QDataStream &stream, RdmaEndpoint &endpoint);
#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaEndpoint &endpoint);
#endif

#endif // RDMAENDPOINT_H
