// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONSTATUS_H
#define RDMACONNECTIONSTATUS_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>
#include <QtCore/qstring.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

#include <chrono>

namespace QtRdmaPrivate {
struct Access;
struct ConnectionStatusData;
} // namespace QtRdmaPrivate

/// The state of a stream or a queue pair of this program: its two ends, its traffic, what it waits
/// for, and its last error.
class Q_RDMA_EXPORT RdmaConnectionStatus
{
    Q_GADGET
    Q_PROPERTY(quint64 id READ id)
    Q_PROPERTY(Kind kind READ kind)
    Q_PROPERTY(Rdma::StreamTransport transport READ transport)
    Q_PROPERTY(QAbstractSocket::SocketState state READ state)
    Q_PROPERTY(QString deviceName READ deviceName)
    Q_PROPERTY(QHostAddress localAddress READ localAddress)
    Q_PROPERTY(quint16 localPort READ localPort)
    Q_PROPERTY(QHostAddress peerAddress READ peerAddress)
    Q_PROPERTY(quint16 peerPort READ peerPort)
    Q_PROPERTY(quint64 bytesSent READ bytesSent)
    Q_PROPERTY(quint64 bytesReceived READ bytesReceived)
    Q_PROPERTY(quint64 messagesSent READ messagesSent)
    Q_PROPERTY(quint64 messagesReceived READ messagesReceived)
    Q_PROPERTY(int inFlight READ inFlight)
    Q_PROPERTY(int credit READ credit)
    Q_PROPERTY(qint64 roundTrip READ roundTrip)
    Q_PROPERTY(int receiverNotReady READ receiverNotReady)
    Q_PROPERTY(int flushed READ flushed)
    Q_PROPERTY(RdmaError rdmaError READ rdmaError)

public:
    enum class Kind : quint8 { Stream, QueuePair, TlsStream };
    Q_ENUM(Kind)

    RdmaConnectionStatus() noexcept;
    RdmaConnectionStatus(const RdmaConnectionStatus &other);
    RdmaConnectionStatus(RdmaConnectionStatus &&other) noexcept;
    RdmaConnectionStatus &operator=(const RdmaConnectionStatus &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaConnectionStatus)
    ~RdmaConnectionStatus();
    void swap(RdmaConnectionStatus &other) noexcept { d.swap(other.d); }

    /// A number that identifies the object.
    quint64 id() const;
    /// Whether the object is a stream, a stream that carries TLS, or a queue pair.
    Kind kind() const;
    /// Over what the connection goes: TCP for some streams.
    Rdma::StreamTransport transport() const;
    /// The state of the object.
    QAbstractSocket::SocketState state() const;
    /// The name of the device; empty before one was found.
    QString deviceName() const;
    /// The address of this side.
    QHostAddress localAddress() const;
    /// The port of this side.
    quint16 localPort() const;
    /// The address of the peer.
    QHostAddress peerAddress() const;
    /// The port of the peer.
    quint16 peerPort() const;
    /// The bytes that were sent over the present connection, or over the last one.
    quint64 bytesSent() const;
    /// The bytes that were received over the present connection, or over the last one.
    quint64 bytesReceived() const;
    /// The messages that were sent: frames of a stream, work requests of a queue pair.
    quint64 messagesSent() const;
    /// The messages that were received: frames of a stream, work requests of a queue pair.
    quint64 messagesReceived() const;
    /// How many sends have not completed.
    int inFlight() const;
    /// How many frames the peer of a stream lets this side send; -1 for a queue pair.
    int credit() const;
    /// The round-trip time of the last keepalive of a stream, in nanoseconds; -1 before the first.
    qint64 roundTrip() const;
    std::chrono::nanoseconds roundTripAsDuration() const;
    /// How many sends failed because the peer had no receive.
    int receiverNotReady() const;
    /// How many work requests were flushed when the queue pair ended.
    int flushed() const;
    /// The last error.
    RdmaError rdmaError() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaConnectionStatus &a, const RdmaConnectionStatus &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaConnectionStatus &a, const RdmaConnectionStatus &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaConnectionStatus &a, const RdmaConnectionStatus &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::ConnectionStatusData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaConnectionStatus)

#endif // RDMACONNECTIONSTATUS_H
