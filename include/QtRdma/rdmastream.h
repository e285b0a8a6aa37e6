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

/// A reliable, ordered byte stream over RDMA with the interface of QTcpSocket.
class Q_RDMA_EXPORT RdmaStream : public RdmaAbstractStream
{
    Q_OBJECT
    Q_MOC_INCLUDE(<QtNetwork / qhostinfo.h>)
    Q_DISABLE_COPY_MOVE(RdmaStream)

public:
    explicit RdmaStream(QObject *parent = nullptr);
    ~RdmaStream() override;

    using RdmaAbstractStream::bind;
    /// Chooses the local `address` (and with it the device) and `port` of the next connection.
    bool bind(const QHostAddress &address, quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform) override;
    using RdmaAbstractStream::connectToHost;
    /// Connects to `port` of `hostName`, a name or an address, and opens the device in `mode`.
    void connectToHost(const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
                       QAbstractSocket::NetworkLayerProtocol protocol =
                               QAbstractSocket::AnyIPProtocol) override;
    /// Takes the connection of `request`, as RdmaServer::incomingConnection() does, and opens the
    /// device in `mode`.
    virtual bool accept(const RdmaConnectionRequest &request, OpenMode mode = ReadWrite);
    /// Closes the connection after everything written has been handed to the sender, as
    /// bytesWritten() tells.
    void disconnectFromHost() override;
    /// Half-close: tells the peer that nothing more will be written, after all data that were
    /// written; reading goes on.
    void closeWriteChannel() override;
    /// Closes at once, and drops the data that are still in the write buffer: endedCleanly() of the
    /// peer is false if there were any.
    void abort() override;

    /// Returns the number of bytes that have arrived and can be read without waiting.
    qint64 bytesAvailable() const override;
    /// Returns the number of bytes that were written and are not in a send buffer yet.
    qint64 bytesToWrite() const override;
    /// Returns whether a whole line can be read.
    bool canReadLine() const override;
    /// Closes the device, drops what was not read, and ends the connection as disconnectFromHost()
    /// does.
    void close() override;
    /// Copies as much as possible into send buffers and starts sending; returns whether that was
    /// anything.
    bool flush() override;

    using RdmaAbstractStream::sendFile;
    qint64 sendFile(int descriptor, qint64 offset, qint64 length) override;
    /// Writes `data` as write() does, and keeps the array in place of a copy until its bytes have
    /// left.
    qint64 enqueue(const QByteArray &data);
    /// Writes the `slice` of registered memory without copying it: the device reads its bytes from
    /// where they are.
    qint64 enqueueSlice(const RdmaMemorySlice &slice);
    /// Writes the `slices` one after the other, as enqueueSlice() does.
    qint64 enqueueSlices(const QList<RdmaMemorySlice> &slices);
    /// Returns the protection domain of the connection: what is to be sent with enqueueSlice() is
    /// registered in it.
    RdmaProtectionDomain protectionDomain() const;
    /// Returns memory for bytes that are to be written: for as many as `size` points to, or fewer,
    /// and sets that number to how many fit.
    char *reserve(qint64 *size);
    /// Writes the first `size` bytes of the reserved memory, and releases the rest.
    bool commit(qint64 size);
    /// Shows the first bytes that can be read, where the device has put them: nothing is copied.
    QByteArrayView peekView() const;
    /// Reads up to `size` bytes that peekView() shows or that follow them, without copying.
    qint64 consume(qint64 size);

    /// Takes a `value` for the `option` LowDelayOption or KeepAliveOption, and over TCP for
    /// TypeOfServiceOption (0 to 255); other options mean nothing here and are ignored.
    void setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value) override;
    /// Returns the value of `option`, LowDelayOption, KeepAliveOption or, over TCP,
    /// TypeOfServiceOption, as an int; an invalid value for others, and without a connection.
    QVariant socketOption(QAbstractSocket::SocketOption option) override;

    /// Returns the options of the next connection.
    RdmaStreamOptions options() const;
    /// Sets the `options` of the next connection.
    void setOptions(const RdmaStreamOptions &options);
    /// Returns the transport of the connection, or of the last one.
    Rdma::StreamTransport transport() const;
    /// Returns why the connection goes over TCP where RDMA was preferred, for people to read:
    /// "10.0.0.2 is reached through eth0, which has no RDMA device".
    QString transportReason() const;
    /// Returns the wire format of the connection.
    Rdma::WireFormat wireFormat() const;

    /// Waits up to `msecs` milliseconds (-1: for ever) for the connection, which includes looking
    /// up the host name, without an event loop; returns whether there is one.
    bool waitForConnected(int msecs = 30000) override;
    /// Waits up to `msecs` milliseconds (-1: for ever) for new bytes, without an event loop;
    /// returns whether there are any.
    bool waitForReadyRead(int msecs = 30000) override;
    /// Waits up to `msecs` milliseconds (-1: for ever) until written data have been copied into a
    /// send buffer; returns whether they were.
    bool waitForBytesWritten(int msecs = 30000) override;
    /// Waits up to `msecs` milliseconds (-1: for ever) for the end of the connection; returns
    /// whether it has come.
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
