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

    bool isValid() const;
    bool isAccepted() const;
    QByteArray privateData() const;
    QString deviceName() const;
    QHostAddress peerAddress() const;
    quint16 peerPort() const;
    QHostAddress localAddress() const;
    quint16 localPort() const;

    int responderResources() const;
    int initiatorDepth() const;

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
