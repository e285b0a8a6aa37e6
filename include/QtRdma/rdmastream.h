// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAM_H
#define RDMASTREAM_H

#include <QtRdma/rdmaabstractstream.h>
#include <QtRdma/rdmaconnectionrequest.h>
#include <QtRdma/rdmamemoryslice.h>
#include <QtRdma/rdmastreamoptions.h>

#include <QtCore/qbytearrayview.h>
#include <QtCore/qlist.h>

class QHostInfo;
class RdmaStreamPrivate;

class Q_RDMA_EXPORT RdmaStream : public RdmaAbstractStream
{
    Q_OBJECT
    Q_MOC_INCLUDE(<QtNetwork / qhostinfo.h>)
    Q_DISABLE_COPY_MOVE(RdmaStream)

public:
    explicit RdmaStream(QObject *parent = nullptr);
    ~RdmaStream() override;

    using RdmaAbstractStream::bind;
    bool bind(const QHostAddress &address, quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform) override;
    using RdmaAbstractStream::connectToHost;
    void connectToHost(const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
                       QAbstractSocket::NetworkLayerProtocol protocol =
                               QAbstractSocket::AnyIPProtocol) override;
    virtual bool accept(const RdmaConnectionRequest &request, OpenMode mode = ReadWrite);
    void disconnectFromHost() override;
    void closeWriteChannel() override;
    void abort() override;

    qint64 bytesAvailable() const override;
    qint64 bytesToWrite() const override;
    bool canReadLine() const override;
    void close() override;
    bool flush() override;

    using RdmaAbstractStream::sendFile;
    qint64 sendFile(int descriptor, qint64 offset, qint64 length) override;
    qint64 enqueue(const QByteArray &data);
    qint64 enqueueSlice(const RdmaMemorySlice &slice);
    qint64 enqueueSlices(const QList<RdmaMemorySlice> &slices);
    RdmaProtectionDomain protectionDomain() const;
    char *reserve(qint64 *size);
    bool commit(qint64 size);
    QByteArrayView peekView() const;
    qint64 consume(qint64 size);

    void setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value) override;
    QVariant socketOption(QAbstractSocket::SocketOption option) override;

    RdmaStreamOptions options() const;
    void setOptions(const RdmaStreamOptions &options);
    Rdma::StreamTransport transport() const;
    QString transportReason() const;
    Rdma::WireFormat wireFormat() const;

    bool waitForConnected(int msecs = 30000) override;
    bool waitForReadyRead(int msecs = 30000) override;
    bool waitForBytesWritten(int msecs = 30000) override;
    bool waitForDisconnected(int msecs = 30000) override;

protected:
    bool event(QEvent *event) override;
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 readLineData(char *data, qint64 maxSize) override;
    qint64 skipData(qint64 maxSize) override;
    qint64 writeData(const char *data, qint64 size) override;

private Q_SLOTS:
    void lookedUp(const QHostInfo &info);

private:
    friend class RdmaAbstractServer;
    Q_DECLARE_PRIVATE(RdmaStream)
};

#endif // RDMASTREAM_H
