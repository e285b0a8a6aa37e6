// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONREQUEST_H
#define RDMACONNECTIONREQUEST_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qhashfunctions.h>
#include <QtCore/qshareddata.h>
#include <QtNetwork/qhostaddress.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct ConnectionRequestData;
} // namespace QtRdmaPrivate

/// The request of a peer that wants to connect, as RdmaServer::incomingConnection() gets it.
class Q_RDMA_EXPORT RdmaConnectionRequest
{
public:
    RdmaConnectionRequest() noexcept;
    RdmaConnectionRequest(const RdmaConnectionRequest &other);
    RdmaConnectionRequest(RdmaConnectionRequest &&other) noexcept;
    RdmaConnectionRequest &operator=(const RdmaConnectionRequest &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaConnectionRequest)
    ~RdmaConnectionRequest();
    void swap(RdmaConnectionRequest &other) noexcept { d.swap(other.d); }

    /// Returns whether the request can still be accepted.
    bool isValid() const;
    /// Returns whether the server has accepted the request ahead: only RdmaStream::accept() can
    /// take it then.
    bool isAccepted() const;
    /// Returns the bytes that the peer sent with its request.
    QByteArray privateData() const;
    /// Returns the name of the device that the request has come to.
    QString deviceName() const;
    /// Returns the address of the peer.
    QHostAddress peerAddress() const;
    /// Returns the port of the peer.
    quint16 peerPort() const;
    /// Returns the address of this host that the peer connects to.
    QHostAddress localAddress() const;
    /// Returns the port that the peer connects to.
    quint16 localPort() const;

    /// Returns how many reads and atomics of the peer this side may have to serve at once, as the
    /// request offers.
    int responderResources() const;
    /// Returns how many reads and atomics of its own this side may have under way at once, as the
    /// request offers.
    int initiatorDepth() const;

    /// Refuses the peer, which gets up to 148 bytes of `privateData` (`rdma_reject(3)`);
    /// RdmaQueuePair::peerPrivateData() has them there.
    bool reject(const QByteArray &privateData = QByteArray(), RdmaError *error = nullptr) const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaConnectionRequest &a, const RdmaConnectionRequest &b) noexcept
    {
        return a.d == b.d;
    }
    friend bool operator!=(const RdmaConnectionRequest &a, const RdmaConnectionRequest &b) noexcept
    {
        return !(a == b);
    }
    friend size_t qHash(const RdmaConnectionRequest &request, size_t seed = 0) noexcept
    {
        return ::qHash(static_cast<const void *>(request.d.data()), seed);
    }

    QExplicitlySharedDataPointer<QtRdmaPrivate::ConnectionRequestData> d; // null: invalid
};

Q_DECLARE_SHARED(RdmaConnectionRequest)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaConnectionRequest &request);
#endif

#endif // RDMACONNECTIONREQUEST_H
