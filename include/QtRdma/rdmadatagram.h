// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADATAGRAM_H
#define RDMADATAGRAM_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaendpoint.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qobjectdefs.h>
#include <QtNetwork/qhostaddress.h>

#include <utility>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

// The library makes one for each packet. To save the allocation, the values are members of the
// class, and there is room for more of them.
/// A datagram that an RdmaDatagramSocket received.
class Q_RDMA_EXPORT RdmaDatagram
{
    Q_GADGET
    Q_PROPERTY(QByteArray data READ data WRITE setData)
    Q_PROPERTY(RdmaEndpoint sender READ sender WRITE setSender)
    Q_PROPERTY(QHostAddress group READ group WRITE setGroup)
    Q_PROPERTY(bool hasImmediate READ hasImmediate)
    Q_PROPERTY(quint32 immediate READ immediate WRITE setImmediate)

public:
    RdmaDatagram() = default;
    RdmaDatagram(const RdmaDatagram &other) = default;
    RdmaDatagram(RdmaDatagram &&other) noexcept = default;
    RdmaDatagram &operator=(const RdmaDatagram &other) = default;
    RdmaDatagram &operator=(RdmaDatagram &&other) noexcept = default;
    ~RdmaDatagram() = default;
    void swap(RdmaDatagram &other) noexcept { std::swap(*this, other); }

    /// Returns whether there is a datagram.
    bool isValid() const { return m_sender.isValid(); }

    /// The bytes that were sent, in one packet; may be empty.
    QByteArray data() const { return m_data; }
    void setData(const QByteArray &data) { m_data = data; }
    /// The queue pair that sent the datagram.
    RdmaEndpoint sender() const { return m_sender; }
    void setSender(const RdmaEndpoint &sender) { m_sender = sender; }
    /// The multicast group to which the datagram was sent; null if it was sent to this socket
    /// alone.
    QHostAddress group() const { return m_group; }
    void setGroup(const QHostAddress &group) { m_group = group; }
    /// Whether the datagram carried an immediate number.
    bool hasImmediate() const noexcept { return m_hasImmediate; }
    /// The immediate number that the datagram carried.
    quint32 immediate() const noexcept { return m_immediate; }
    void setImmediate(quint32 immediate) noexcept
    {
        m_hasImmediate = true;
        m_immediate = immediate;
    }

private:
    friend bool operator==(const RdmaDatagram &a, const RdmaDatagram &b) noexcept
    {
        return a.m_data == b.m_data && a.m_sender == b.m_sender && a.m_group == b.m_group
                && a.m_hasImmediate == b.m_hasImmediate && a.m_immediate == b.m_immediate;
    }
    friend bool operator!=(const RdmaDatagram &a, const RdmaDatagram &b) noexcept
    {
        return !(a == b);
    }

    QByteArray m_data;
    RdmaEndpoint m_sender;
    QHostAddress m_group;
    quint32 m_immediate = 0;
    bool m_hasImmediate = false;
    [[maybe_unused]] quint64 m_reserved = 0;
};

Q_DECLARE_SHARED(RdmaDatagram)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDatagram &datagram);
#endif

#endif // RDMADATAGRAM_H
