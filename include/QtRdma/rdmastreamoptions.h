// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAMOPTIONS_H
#define RDMASTREAMOPTIONS_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdma.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>

#include <chrono>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct StreamOptionsData;
} // namespace QtRdmaPrivate

/// Sizes, time limits and the pre-shared key of an RdmaStream.
class Q_RDMA_EXPORT RdmaStreamOptions
{
    Q_GADGET
    Q_PROPERTY(Rdma::TransportPolicy transport READ transport WRITE setTransport)
    Q_PROPERTY(int headStart READ headStart WRITE setHeadStart)
    Q_PROPERTY(quint16 tcpPort READ tcpPort WRITE setTcpPort)
    Q_PROPERTY(bool halfOpen READ isHalfOpen WRITE setHalfOpen)
    Q_PROPERTY(Rdma::WireFormat wireFormat READ wireFormat WRITE setWireFormat)
    Q_PROPERTY(int slotSize READ slotSize WRITE setSlotSize)
    Q_PROPERTY(int largeSlotSize READ largeSlotSize WRITE setLargeSlotSize)
    Q_PROPERTY(int window READ window WRITE setWindow)
    Q_PROPERTY(qint64 sendBudget READ sendBudget WRITE setSendBudget)
    Q_PROPERTY(int connectTimeout READ connectTimeout WRITE setConnectTimeout)
    Q_PROPERTY(int handshakeTimeout READ handshakeTimeout WRITE setHandshakeTimeout)
    Q_PROPERTY(int lingerTimeout READ lingerTimeout WRITE setLingerTimeout)
    Q_PROPERTY(int keepAliveInterval READ keepAliveInterval WRITE setKeepAliveInterval)
    Q_PROPERTY(int answerTimeout READ answerTimeout WRITE setAnswerTimeout)
    Q_PROPERTY(int writeTimeout READ writeTimeout WRITE setWriteTimeout)
    Q_PROPERTY(int idleTimeout READ idleTimeout WRITE setIdleTimeout)
    Q_PROPERTY(int typeOfService READ typeOfService WRITE setTypeOfService)

public:
    RdmaStreamOptions() noexcept;
    RdmaStreamOptions(const RdmaStreamOptions &other);
    RdmaStreamOptions(RdmaStreamOptions &&other) noexcept;
    RdmaStreamOptions &operator=(const RdmaStreamOptions &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaStreamOptions)
    ~RdmaStreamOptions();
    void swap(RdmaStreamOptions &other) noexcept { d.swap(other.d); }

    /// Over what RdmaStream::connectToHost() connects: RDMA alone, the default, RDMA and otherwise
    /// TCP, or TCP alone.
    Rdma::TransportPolicy transport() const;
    void setTransport(Rdma::TransportPolicy policy);

    /// How long RDMA is tried alone, in milliseconds, with Rdma::TransportPolicy::PreferRdma.
    int headStart() const; // ms
    void setHeadStart(int msecs);
    std::chrono::milliseconds headStartAsDuration() const;
    void setHeadStart(std::chrono::milliseconds time);

    /// The port that is tried over TCP, with Rdma::TransportPolicy::PreferRdma and
    /// Rdma::TransportPolicy::TcpOnly.
    quint16 tcpPort() const;
    void setTcpPort(quint16 port);

    /// Whether a stream over TCP goes on writing when its peer has ended its direction; `false` by
    /// default.
    bool isHalfOpen() const;
    void setHalfOpen(bool on);

    /// The wire format that RdmaStream::connectToHost() uses.
    Rdma::WireFormat wireFormat() const;
    void setWireFormat(Rdma::WireFormat format);

    /// How many bytes of data a receive slot holds for messages that are not small: 496 to 1048560,
    /// 2048 by default.
    int slotSize() const;
    void setSlotSize(int bytes);

    /// How many bytes of data a receive slot of a busy stream holds: 496 to 1048560.
    int largeSlotSize() const;
    void setLargeSlotSize(int bytes);

    /// Up to how many data frames a busy peer may have on the way to this side: 2 to 4096, 16 by
    /// default.
    int window() const;
    void setWindow(int frames);

    /// How many bytes are copied into send buffers before they count as bytesToWrite(): 1 to a
    /// quarter of what a qint64 holds, 1 MiB by default.
    qint64 sendBudget() const;
    void setSendBudget(qint64 bytes);

    /// Bounds each step up to connected(), in milliseconds: looking up the name, each of its
    /// addresses, and the proof of a pre-shared key.
    int connectTimeout() const;
    void setConnectTimeout(int msecs);
    std::chrono::milliseconds connectTimeoutAsDuration() const;
    void setConnectTimeout(std::chrono::milliseconds timeout);

    /// Bounds the steps of a connection that this side accepts, in milliseconds: the peer's
    /// confirmation, and then its proof of the pre-shared key.
    int handshakeTimeout() const;
    void setHandshakeTimeout(int msecs);
    std::chrono::milliseconds handshakeTimeoutAsDuration() const;
    void setHandshakeTimeout(std::chrono::milliseconds timeout);

    /// How long after a close the data that were written before it are still offered to the peer,
    /// in milliseconds.
    int lingerTimeout() const;
    void setLingerTimeout(int msecs);
    std::chrono::milliseconds lingerTimeoutAsDuration() const;
    void setLingerTimeout(std::chrono::milliseconds timeout);

    /// The silence after which the peer's host is asked whether it is there, in milliseconds, as
    /// SO_KEEPALIVE of TCP does; 0, the default, is off.
    int keepAliveInterval() const;
    void setKeepAliveInterval(int msecs);
    std::chrono::milliseconds keepAliveIntervalAsDuration() const;
    void setKeepAliveInterval(std::chrono::milliseconds interval);

    /// The silence after which the peer's program is asked, in milliseconds; 0, the default, is
    /// off.
    int answerTimeout() const;
    void setAnswerTimeout(int msecs);
    std::chrono::milliseconds answerTimeoutAsDuration() const;
    void setAnswerTimeout(std::chrono::milliseconds timeout);

    /// How long a peer may take none of the data that waits for it or has left in send buffers, in
    /// milliseconds; 0, the default, is off.
    int writeTimeout() const;
    void setWriteTimeout(int msecs);
    std::chrono::milliseconds writeTimeoutAsDuration() const;
    void setWriteTimeout(std::chrono::milliseconds timeout);

    /// The time in milliseconds after which a stream ends on which no data move either way.
    int idleTimeout() const;
    void setIdleTimeout(int msecs);
    std::chrono::milliseconds idleTimeoutAsDuration() const;
    void setIdleTimeout(std::chrono::milliseconds timeout);

    /// The byte in the IP header by which the network tells traffic apart (RoCE's traffic class,
    /// TOS of iWARP and TCP): 0 to 255; -1, the default, leaves it to the system.
    int typeOfService() const;
    void setTypeOfService(int value);

    /// Returns the pre-shared key, or an empty array without one.
    QByteArray preSharedKey() const;
    /// Returns whether there is a pre-shared key; there is none by default.
    bool hasPreSharedKey() const;
    /// Sets the secret of both sides to `key`.
    void setPreSharedKey(const QByteArray &key);
    /// Removes the pre-shared key: no proof of a key is demanded any more.
    void clearPreSharedKey();

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaStreamOptions &a, const RdmaStreamOptions &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::StreamOptionsData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaStreamOptions)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaStreamOptions &options);
#endif

#endif // RDMASTREAMOPTIONS_H
