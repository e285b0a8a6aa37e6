// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACONNECTIONREQUEST_H
#define RDMACONNECTIONREQUEST_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qmetatype.h>
#include <QtNetwork/qhostaddress.h>

#include <memory>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
class IncomingConnection;
}

class Q_RDMA_EXPORT RdmaConnectionRequest
{
public:
    RdmaConnectionRequest();
    RdmaConnectionRequest(const RdmaConnectionRequest &other);
    RdmaConnectionRequest &operator=(const RdmaConnectionRequest &other);
    ~RdmaConnectionRequest();

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
    friend class RdmaStream;
    friend class RdmaServerPrivate;
    friend class RdmaQueuePair;
    Q_DECL_HIDDEN explicit RdmaConnectionRequest(
            std::shared_ptr<QtRdmaPrivate::IncomingConnection> incoming);

    std::shared_ptr<QtRdmaPrivate::IncomingConnection> incoming;
};

Q_DECLARE_METATYPE(RdmaConnectionRequest)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaConnectionRequest &request);
#endif

#endif // RDMACONNECTIONREQUEST_H
