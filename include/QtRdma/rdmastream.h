// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAM_H
#define RDMASTREAM_H

#include <QtRdma/rdmaconnectionrequest.h>
#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmasocketnames.h>
#include <QtRdma/rdmastreamoptions.h>
#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qiodevice.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>
#include <QtNetwork/qhostinfo.h>

class RdmaStreamPrivate;

class Q_RDMA_EXPORT RdmaStream : public QIODevice, public RdmaSocketNames
{
    Q_OBJECT
    Q_PROPERTY(QAbstractSocket::SocketState state READ state NOTIFY stateChanged)
    Q_DISABLE_COPY_MOVE(RdmaStream)

public:
    explicit RdmaStream(QObject *parent = nullptr);
    ~RdmaStream() override;

    bool bind(const QHostAddress &address, quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform);
    bool bind(quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform);

    virtual void
    connectToHost(const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
                  QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol);
    virtual void connectToHost(const QHostAddress &address, quint16 port,
                               OpenMode mode = ReadWrite);
    virtual bool accept(const RdmaConnectionRequest &request, OpenMode mode = ReadWrite);
    virtual void disconnectFromHost();
    void closeWriteChannel();
    void abort();

    bool isValid() const;
    qint64 bytesAvailable() const override;
    qint64 bytesToWrite() const override;
    bool canReadLine() const override;
    void close() override;
    bool isSequential() const override;
    bool flush();

    char *reserve(qint64 *size);
    bool commit(qint64 size);

    quint16 localPort() const;
    QHostAddress localAddress() const;
    quint16 peerPort() const;
    QHostAddress peerAddress() const;
    QString peerName() const;

    qint64 readBufferSize() const;
    virtual void setReadBufferSize(qint64 size);
    qint64 writeBufferSize() const;
    void setWriteBufferSize(qint64 size);

    virtual void setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value);
    virtual QVariant socketOption(QAbstractSocket::SocketOption option);

    RdmaStreamOptions options() const;
    void setOptions(const RdmaStreamOptions &options);

    QAbstractSocket::SocketState state() const;
    QAbstractSocket::SocketError error() const;
    RdmaError rdmaError() const;
    bool endedCleanly() const;
    bool isReadChannelFinished() const;
    QString deviceName() const;
    Rdma::WireFormat wireFormat() const;

    virtual bool waitForConnected(int msecs = 30000);
    bool waitForReadyRead(int msecs = 30000) override;
    bool waitForBytesWritten(int msecs = 30000) override;
    virtual bool waitForDisconnected(int msecs = 30000);

Q_SIGNALS:
    void hostFound();
    void connected();
    void disconnected();
    void stateChanged(QAbstractSocket::SocketState state);
    void errorOccurred(QAbstractSocket::SocketError error);

protected:
    bool event(QEvent *event) override;
    void connectNotify(const QMetaMethod &signal) override;
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 readLineData(char *data, qint64 maxSize) override;
    qint64 skipData(qint64 maxSize) override;
    qint64 writeData(const char *data, qint64 size) override;

private Q_SLOTS:
    void lookedUp(const QHostInfo &info);

private:
    friend class RdmaServer;
    friend class RdmaStreamPrivate;
    QScopedPointer<RdmaStreamPrivate> d;
};

#endif // RDMASTREAM_H
