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

/// The base of RdmaStream and RdmaTlsStream, as QAbstractSocket is that of QTcpSocket and
/// QSslSocket.
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

    /// Chooses the local `address` (and with it the device) and `port` of the next connection.
    virtual bool bind(const QHostAddress &address, quint16 port = 0,
                      QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform) = 0;
    bool bind(quint16 port = 0,
              QAbstractSocket::BindMode mode = QAbstractSocket::DefaultForPlatform);

    /// Connects to `port` of `hostName`, a name or an address, and opens the device in `mode`.
    virtual void connectToHost(
            const QString &hostName, quint16 port, OpenMode mode = ReadWrite,
            QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol) = 0;
    void connectToHost(const QHostAddress &address, quint16 port, OpenMode mode = ReadWrite);
    /// Closes the connection after everything that was written has been handed over.
    Q_INVOKABLE virtual void disconnectFromHost() = 0;
    /// Half-close: tells the peer that nothing more will be written, after what has been; reading
    /// goes on.
    Q_INVOKABLE virtual void closeWriteChannel() = 0;
    /// Closes at once, and drops what is still in the write buffer: endedCleanly() of the peer is
    /// `false` when that was anything.
    Q_INVOKABLE virtual void abort() = 0;
    /// Copies as much as possible into send buffers and starts sending; returns whether that was
    /// anything.
    virtual bool flush() = 0;
    /// Writes `length` bytes of the file of a `descriptor`, from `offset` on; -1: up to its end, as
    /// it is now.
    virtual qint64 sendFile(int descriptor, qint64 offset, qint64 length) = 0;
    qint64 sendFile(QFileDevice *file, qint64 offset = 0, qint64 length = -1);

    using QIODevice::read;
    using QIODevice::write;
    /// Reads up to `maxSize` bytes into `data`, and returns how many: 0 if nothing has arrived, -1
    /// at the end and on an error.
    qint64 read(char *data, qint64 maxSize);
    /// Writes `size` bytes of `data`, and returns how many were taken: fewer than all where
    /// setWriteBufferSize() limits them, and -1 with error() when the stream is not open for
    /// writing or not connected.
    qint64 write(const char *data, qint64 size);

    /// Returns whether the stream is open or has a connection.
    bool isValid() const;
    /// Returns the mode in which the stream was opened.
    OpenMode openMode() const;
    /// Returns 1 while the stream is open for reading and has a connection, or has had one since it
    /// was opened, otherwise 0, as QTcpSocket does.
    int readChannelCount() const;
    /// Returns 1 while the stream is open for writing and has a connection, otherwise 0, as
    /// QTcpSocket does.
    int writeChannelCount() const;
    bool isSequential() const override;
    Q_INVOKABLE qint64 bytesAvailable() const override { return QIODevice::bytesAvailable(); }
    Q_INVOKABLE qint64 bytesToWrite() const override { return QIODevice::bytesToWrite(); }
    Q_INVOKABLE bool canReadLine() const override { return QIODevice::canReadLine(); }

    /// The port of this side; 0 without a connection.
    quint16 localPort() const;
    /// The address of this side; null without a connection.
    QHostAddress localAddress() const;
    /// The port of the peer; 0 without a connection.
    quint16 peerPort() const;
    /// The address of the peer; null without a connection.
    QHostAddress peerAddress() const;
    /// The name that was given to connectToHost(), or the address of a peer that has connected to
    /// this side.
    QString peerName() const;
    /// The name of the RDMA device that carries the connection, "rxe0" for example.
    QString deviceName() const;

    /// The limit of what is buffered for reading, in bytes; 0, the default, is no limit.
    qint64 readBufferSize() const;
    /// Limits what is buffered for reading to `size` bytes; 0 is no limit.
    void setReadBufferSize(qint64 size);
    /// The limit of bytesToWrite(), in bytes; 0, the default, is no limit.
    qint64 writeBufferSize() const;
    /// Limits bytesToWrite() to `size` bytes; 0, the default, is no limit, as with QTcpSocket.
    void setWriteBufferSize(qint64 size);

    /// Takes a `value` for the `option` LowDelayOption or KeepAliveOption; others are ignored.
    virtual void setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value) = 0;
    /// Returns the value of `option`, or an invalid one without a connection and for an option that
    /// means nothing here.
    virtual QVariant socketOption(QAbstractSocket::SocketOption option) = 0;

    /// The state of the connection.
    QAbstractSocket::SocketState state() const;
    /// The last error, with the values of QAbstractSocket.
    QAbstractSocket::SocketError error() const;
    /// The last error in full: call, cause and hint.
    RdmaError rdmaError() const;
    /// Returns whether the peer said that it had sent everything before the connection ended.
    bool endedCleanly() const;
    /// Returns whether nothing more will become readable: readChannelFinished() has been emitted.
    bool isReadChannelFinished() const;

    /// Waits up to `msecs` milliseconds (-1: for ever) for the connection, without an event loop;
    /// returns whether there is one.
    virtual bool waitForConnected(int msecs = 30000) = 0;
    /// Waits up to `msecs` milliseconds (-1: for ever) for the end of the connection, without an
    /// event loop; returns whether it has come.
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
