// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADATAGRAMSOCKET_H
#define RDMADATAGRAMSOCKET_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaconnectionoptions.h>
#include <QtRdma/rdmadatagram.h>
#include <QtRdma/rdmaendpoint.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

struct ibv_qp;
class RdmaDatagramSocketPrivate;

class Q_RDMA_EXPORT RdmaDatagramSocket : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QAbstractSocket::SocketState state READ state NOTIFY stateChanged)
    Q_DISABLE_COPY_MOVE(RdmaDatagramSocket)

public:
    explicit RdmaDatagramSocket(QObject *parent = nullptr);
    ~RdmaDatagramSocket() override;

    bool bind(const QHostAddress &localAddress,
              const RdmaConnectionOptions &options = RdmaConnectionOptions());
    void close();

    QAbstractSocket::SocketState state() const;
    RdmaError rdmaError() const;
    RdmaEndpoint localEndpoint() const;
    QHostAddress localAddress() const;
    QString deviceName() const;
    qint64 maxDatagramSize() const;
    ibv_qp *nativeHandle() const;

    bool hasPendingDatagrams() const;
    qint64 pendingDatagramSize() const;
    RdmaDatagram receiveDatagram();

    qint64 writeDatagram(const QByteArray &data, const RdmaEndpoint &receiver);
    qint64 writeDatagram(const QByteArray &data, const QHostAddress &group);
    qint64 writeDatagramWithImmediate(const QByteArray &data, quint32 immediate,
                                      const RdmaEndpoint &receiver);
    qint64 writeDatagramWithImmediate(const QByteArray &data, quint32 immediate,
                                      const QHostAddress &group);

    bool joinMulticastGroup(const QHostAddress &group);
    bool leaveMulticastGroup(const QHostAddress &group);
    QList<QHostAddress> multicastGroups() const;

    bool waitForReadyRead(int msecs = 30000);
    bool waitForBytesWritten(int msecs = 30000);
    bool waitForJoined(const QHostAddress &group, int msecs = 30000);

Q_SIGNALS:
    void readyRead();
    void bytesWritten(qint64 bytes);
    void sendQueueReady();
    void joinedMulticastGroup(const QHostAddress &group);
    void stateChanged(QAbstractSocket::SocketState state);
    void errorOccurred(const RdmaError &error);

protected:
    bool event(QEvent *event) override;

private:
    friend class RdmaDatagramSocketPrivate;
    QScopedPointer<RdmaDatagramSocketPrivate> d;
};

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDatagramSocket *socket);
#endif

#endif // RDMADATAGRAMSOCKET_H
