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

    quint64 id() const;
    Kind kind() const;
    Rdma::StreamTransport transport() const;
    QAbstractSocket::SocketState state() const;
    QString deviceName() const;
    QHostAddress localAddress() const;
    quint16 localPort() const;
    QHostAddress peerAddress() const;
    quint16 peerPort() const;
    quint64 bytesSent() const;
    quint64 bytesReceived() const;
    quint64 messagesSent() const;
    quint64 messagesReceived() const;
    int inFlight() const;
    int credit() const;
    qint64 roundTrip() const;
    std::chrono::nanoseconds roundTripAsDuration() const;
    int receiverNotReady() const;
    int flushed() const;
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
