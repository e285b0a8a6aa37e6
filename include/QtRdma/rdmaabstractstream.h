// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAABSTRACTSTREAM_H
#define RDMAABSTRACTSTREAM_H

#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmasocketnames.h>
#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qiodevice.h>
#include <QtCore/qscopedpointer.h>
#include <QtCore/qvariant.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

QT_BEGIN_NAMESPACE
class QFileDevice;
QT_END_NAMESPACE

class RdmaAbstractStreamPrivate;

class Q_RDMA_EXPORT RdmaAbstractStream : public QIODevice, public RdmaSocketNames
{
    Q_OBJECT
    Q_PROPERTY(QAbstractSocket::SocketState state READ state NOTIFY stateChanged)
    Q_PROPERTY(QString peerName READ peerName NOTIFY stateChanged)
    Q_PROPERTY(quint16 peerPort READ peerPort NOTIFY stateChanged)
    Q_PROPERTY(quint16 localPort READ localPort NOTIFY stateChanged)
    Q_PROPERTY(QString deviceName READ deviceName NOTIFY stateChanged)
    Q_PROPERTY(qint64 readBufferSize READ readBufferSize WRITE setReadBufferSize NOTIFY
                       readBufferSizeChanged)
    Q_PROPERTY(qint64 writeBufferSize READ writeBufferSize WRITE setWriteBufferSize NOTIFY
                       writeBufferSizeChanged)
    Q_DISABLE_COPY_MOVE(RdmaAbstractStream)

public:
    ~RdmaAbstractStream() override;

    virtual bool bind(const QHostAddress &address, quint16 port = 0,
                      QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform) = 0;
    bool bind(quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform);

    virtual void connectToHost(
            const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
            QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol) = 0;
    void connectToHost(const QHostAddress &address, quint16 port, OpenMode mode = ReadWrite);
    Q_INVOKABLE virtual void disconnectFromHost() = 0;
    Q_INVOKABLE virtual void closeWriteChannel() = 0;
    Q_INVOKABLE virtual void abort() = 0;
    virtual bool flush() = 0;
    virtual qint64 sendFile(int descriptor, qint64 offset, qint64 length) = 0;
    qint64 sendFile(QFileDevice *file, qint64 offset = 0, qint64 length = -1);

    bool isValid() const;
    OpenMode openMode() const;
    int readChannelCount() const;
    int writeChannelCount() const;
    bool isSequential() const override;
    Q_INVOKABLE qint64 bytesAvailable() const override { return QIODevice::bytesAvailable(); }
    Q_INVOKABLE qint64 bytesToWrite() const override { return QIODevice::bytesToWrite(); }
    Q_INVOKABLE bool canReadLine() const override { return QIODevice::canReadLine(); }

    quint16 localPort() const;
    QHostAddress localAddress() const;
    quint16 peerPort() const;
    QHostAddress peerAddress() const;
    QString peerName() const;
    QString deviceName() const;

    qint64 readBufferSize() const;
    void setReadBufferSize(qint64 size);
    qint64 writeBufferSize() const;
    void setWriteBufferSize(qint64 size);

    virtual void setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value) = 0;
    virtual QVariant socketOption(QAbstractSocket::SocketOption option) = 0;

    QAbstractSocket::SocketState state() const;
    QAbstractSocket::SocketError error() const;
    RdmaError rdmaError() const;
    bool endedCleanly() const;
    bool isReadChannelFinished() const;

    virtual bool waitForConnected(int msecs = 30000) = 0;
    virtual bool waitForDisconnected(int msecs = 30000) = 0;

Q_SIGNALS:
    void hostFound();
    void connected();
    void disconnected();
    void stateChanged(QAbstractSocket::SocketState state);
    void errorOccurred(QAbstractSocket::SocketError error);
    void fileSent(qint64 bytes);
    void readBufferSizeChanged();
    void writeBufferSizeChanged();

protected:
    explicit RdmaAbstractStream(RdmaAbstractStreamPrivate &dd, QObject *parent);

    void connectNotify(const QMetaMethod &signal) override;

    const QScopedPointer<RdmaAbstractStreamPrivate> d_ptr;

private:
    Q_DECLARE_PRIVATE(RdmaAbstractStream)
};

#endif // RDMAABSTRACTSTREAM_H
