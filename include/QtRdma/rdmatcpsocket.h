// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATCPSOCKET_H
#define RDMATCPSOCKET_H

#include <QtRdma/qtrdmacompatexport.h>
#include <QtRdma/rdmaabstractstream.h>

#include <QtNetwork/qtcpsocket.h>

/// A QTcpSocket whose bytes go over an RdmaStream or an RdmaTlsStream.
class Q_RDMA_COMPAT_EXPORT RdmaTcpSocket : public QTcpSocket
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaTcpSocket)

public:
    explicit RdmaTcpSocket(QObject *parent = nullptr);
    explicit RdmaTcpSocket(RdmaAbstractStream *stream, QObject *parent = nullptr);
    ~RdmaTcpSocket() override;

    /// Returns the stream that carries the bytes.
    RdmaAbstractStream *stream() const;

    using QTcpSocket::bind;
    bool bind(const QHostAddress &address, quint16 port = 0,
              BindMode mode = DefaultForPlatform) override;
    using QTcpSocket::connectToHost;
    void connectToHost(const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
                       NetworkLayerProtocol protocol = AnyIPProtocol) override;
    void disconnectFromHost() override;
    /// Starts sending what was written, and returns whether that was anything.
    bool flush();
    void resume() override;

    qint64 bytesAvailable() const override;
    qint64 bytesToWrite() const override;
    bool canReadLine() const override;
    void close() override;
    void setReadBufferSize(qint64 size) override;

    qintptr socketDescriptor() const override;
    bool setSocketDescriptor(qintptr socketDescriptor, SocketState state = ConnectedState,
                             OpenMode mode = ReadWrite) override;
    void setSocketOption(SocketOption option, const QVariant &value) override;
    QVariant socketOption(SocketOption option) override;

    bool waitForConnected(int msecs = 30000) override;
    bool waitForReadyRead(int msecs = 30000) override;
    bool waitForBytesWritten(int msecs = 30000) override;
    bool waitForDisconnected(int msecs = 30000) override;

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 readLineData(char *data, qint64 maxSize) override;
    qint64 skipData(qint64 maxSize) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    void adopt(RdmaAbstractStream *stream);
    void connectSignals();
    void follow();
    void followError();
    void followEnd();
    bool wait(bool (RdmaAbstractStream::*function)(int), int msecs);

    RdmaAbstractStream *m_stream;
};

#endif // RDMATCPSOCKET_H
