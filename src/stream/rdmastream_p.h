// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAM_P_H
#define RDMASTREAM_P_H

#include "../base/rdmaabstractstream_p.h"
#include "streamattempt_p.h"
#include "streamlink_p.h"

#include <QtRdma/rdmastream.h>

#include <optional>

// Implements the QTcpSocket contract over a StreamLink: states, signals and their order. The
// connection notes what changes in the reap phase; deliver() and streamFlushed() bring it to the
// application.
class RdmaStreamPrivate final : public RdmaAbstractStreamPrivate,
                                public QtRdmaPrivate::StreamObserver,
                                public QtRdmaPrivate::DeliverClient
{
    Q_DECLARE_PUBLIC(RdmaStream)

public:
    explicit RdmaStreamPrivate(RdmaStream *stream) : RdmaAbstractStreamPrivate(stream, "RdmaStream")
    {
    }

    // StreamObserver
    void streamChanged() override;
    void streamChangedAtLast() override;
    void streamFlushed() override
    {
        if (isLive() && connection)
            flushOrHold();
    }

    void deliver() override;
    void threadEnded() override;
    void forked() override;

    bool bind(QAbstractSocket::BindMode mode);
    void unbind();
    bool beginConnecting(const QString &hostName, quint16 port, QIODevice::OpenMode mode);
    void lookUp(QAbstractSocket::NetworkLayerProtocol protocol);
    void hostFound(const QList<QHostAddress> &addresses, const QString &failure);
    void tryNextAddress();
    void lookAtAttempt();
    enum class Accepted : quint8 { Ahead, Now };
    void adopt(std::shared_ptr<QtRdmaPrivate::StreamLink> newConnection, Accepted when);
    void becomeConnected();
    void connectFailed(const RdmaError &failure);

    // These are for a live connection. They return false when a slot has deleted the object or
    // begun another connection.
    bool expose();
    bool flushOrHold() { return readBufferSize > 0 || flushHeld ? holdOrFlush() : flushWritten(); }
    bool holdOrFlush();
    bool flushWritten();
    bool flushNow();
    bool announceWritten();
    bool losesWritten() const;
    bool announceFiles();
    bool endWriting();

    void deliverLive();
    void deliverEnd();
    void deliverAttempt();
    void exposeLater();
    qint64 mayExpose() const;
    // Whether the next bytes are in the buffer of QIODevice.
    bool isPartlyInDevice() const { return buffered() > visible; }
    qint64 buffered() const; // includes what QIODevice has buffered
    qint64 read(char *data, qint64 most); // as QIODevice::readData()
    qint64 readNothing(qint64 most);
    void readVisible(char *data, qint64 size) // null: discard
    {
        if (connection)
            connection->read(data, size);
        else
            unread.read(data, size);
        visible -= size;
    }
    qint64 findVisible(char c, qint64 within) const; // -1: it is not there
    void limitReading();
    void setTypeOfService(int value);
    void readLimitChanged() override;
    bool isFull() const;
    bool hidesEnd() const;
    // These return false after they have set the error. The second one is for memory of the device
    // of the connection, so there must be one.
    bool mayWrite(const char *function);
    bool mayLend(const char *function);
    qint64 unsent() const;
    void dropUnsent();
    void append(const char *data, qint64 size);
    void append(const QByteArray &array, qint64 size);
    RdmaError check(const QList<RdmaMemorySlice> &slices) const;
    void append(const QList<RdmaMemorySlice> &slices, qint64 size);
    char *reserve(qint64 *size, RdmaError *error);
    bool commit(qint64 size);
    void remoteClosed();
    RdmaError endError() const;
    void finishClosing();
    void sayGoodbye();
    void becomeUnconnected();
    void leaveConnection();
    void tellEnd();
    void leaveThread();
    // A move to another thread has ended this, and no signal has told so yet.
    enum class Moved : quint8 { Nothing, Attempt, Connection };
    Moved tellOfMove();
    void leaveEngine();
    void release();

    bool waitUntil(QDeadlineTimer deadline, const std::function<bool()> &done);
    bool waitConnectedFirst(QDeadlineTimer deadline);
    bool isConnecting() const;
    RdmaConnectionStatus describe() const;

    std::optional<QtRdmaPrivate::RegisteredConnection> registered; // set while the QObject exists
    std::optional<RdmaConnectionStatus> last; // the counts of the last connection
    std::shared_ptr<QtRdmaPrivate::Engine> engine;
    std::shared_ptr<QtRdmaPrivate::StreamLink> connection;
    // what the last connection left; the present one holds its own
    QtRdmaPrivate::ReceiveQueue unread;
    RdmaStreamOptions options;
    QtRdmaPrivate::WriteBuffer writtenEarly; // written before there was a connection

    QtRdmaPrivate::LocalEnd bound; // by bind()
    quint16 targetPort = 0;
    Rdma::StreamTransport transport = Rdma::StreamTransport::Rdma; // the same
    Rdma::WireFormat wireFormat = Rdma::WireFormat::QtRdma; // of the present or last connection
    int lookupId = -1;
    std::optional<QtRdmaPrivate::Deadline> lookupDeadline;
    QList<QHostAddress> untried; // the addresses of the name that are not tried yet
    std::unique_ptr<QtRdmaPrivate::StreamAttempt> attempt; // at one address, while it is tried
    QString transportReason; // as transportReason() tells it
    QAbstractSocket::NetworkLayerProtocol lookupProtocol = QAbstractSocket::AnyIPProtocol;

    qint64 visible = 0; // how many of the received bytes bytesAvailable() counts
    Moved untoldMove = Moved::Nothing;
    bool flushHeld = false; // until the next delivery
    bool lookupTimedOut = false;
    bool lowDelay = true;
    bool keepAlive = false;
    int keepAliveIdle = 0; // ms, of KeepAliveIdleOption; 0: the connection keeps its own
};

#endif // RDMASTREAM_P_H
