// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASTREAM_P_H
#define RDMASTREAM_P_H

#include "../base/deletionguard_p.h"
#include "streamlink_p.h"

#include <QtRdma/rdmastream.h>

#include <atomic>

// The QTcpSocket contract over a StreamLink: states, signals and their order. What reaping changes is noted by the
// connection; deliver() and streamFlushed() bring it to the application.
class RdmaStreamPrivate final : public QtRdmaPrivate::StreamObserver,
                                public QtRdmaPrivate::DeliverClient
{
public:
    // Tells a function that has emitted a signal whether it may go on: not when a slot has deleted the object, or begun another
    // connection.
    class SameConnection
    {
    public:
        explicit SameConnection(RdmaStreamPrivate *stream)
            : m_alive(&stream->guards)
            , m_stream(stream)
            , m_number(stream->connectionNumber)
        {
        }
        explicit operator bool() const { return m_alive && m_stream->connectionNumber == m_number; }
        bool isAlive() const { return bool(m_alive); }

    private:
        const QtRdmaPrivate::DeletionGuard m_alive;
        const RdmaStreamPrivate *const m_stream;
        const quint64 m_number;
    };

    explicit RdmaStreamPrivate(RdmaStream *stream) : q(stream) { }
    ~RdmaStreamPrivate() { QtRdmaPrivate::DeletionGuard::tell(guards); }

    // StreamObserver
    void streamChanged() override;
    void streamFlushed() override;

    void deliver() override;
    void threadEnded() override;
    void forked() override;

    bool beginConnecting(const QString &name, quint16 port, QIODevice::OpenMode mode);
    void lookUp(QAbstractSocket::NetworkLayerProtocol protocol);
    void hostFound(const QList<QHostAddress> &addresses, const QString &failure);
    void tryNextAddress();
    void tryAddress();
    void attemptFailed();
    void adopt(std::shared_ptr<QtRdmaPrivate::StreamLink> newConnection);
    void becomeConnected();
    void connectFailed(const RdmaError &failure);

    void expose();
    void exposeLater();
    qint64 mayExpose() const;
    qint64 buffered() const; // includes what QIODevice has buffered
    void readVisible(char *data, qint64 size);
    qint64 findVisible(char c, qint64 within) const; // -1: it is not there
    void limitReading();
    bool isFull() const;
    bool hidesEnd() const;
    void emitReadyRead();
    qint64 unsent() const;
    qint64 room(qint64 size) const; // of so many bytes, those that the write buffer takes
    void dropUnsent();
    void append(const char *data, qint64 size);
    char *reserve(qint64 *size, RdmaError *error);
    bool commit(qint64 size);
    void flushWritten();
    void announceWritten();
    void emitBytesWritten(qint64 count);
    void endWriting();
    void remoteClosed();
    RdmaError endError() const;
    void finishClosing();
    void sayGoodbye();
    void becomeUnconnected();
    void leaveConnection();
    void tellEnd();
    void leaveThread();
    // What a move to another thread has ended, while no signal has told so yet.
    enum class Moved : quint8 { Nothing, Attempt, Connection };
    Moved tellOfMove();
    void leaveEngine();
    void release();

    void setState(QAbstractSocket::SocketState newState);
    void setError(const RdmaError &failure);
    void setErrorAndEmit(const RdmaError &failure);
    bool waitUntil(QDeadlineTimer deadline, const std::function<bool()> &done);
    void waitTimedOut();
    bool waitConnectedFirst(QDeadlineTimer deadline);
    bool mayBeUsed(const char *function) const; // in this thread
    bool isConnecting() const;
    bool isLive() const; // Connected or Closing
    RdmaConnectionStatus describe() const;

    RdmaStream *q;
    QtRdmaPrivate::DeletionGuard *guards = nullptr;
    QtRdmaPrivate::RegisteredConnection registered{ q, [this] { return describe(); } };
    std::optional<RdmaConnectionStatus> last; // what the connection that was had counted
    std::shared_ptr<QtRdmaPrivate::Engine> engine;
    std::shared_ptr<QtRdmaPrivate::StreamLink> connection;
    // what the last connection left; the present one holds its own
    QtRdmaPrivate::ReceiveQueue unread;
    RdmaStreamOptions options;
    QtRdmaPrivate::WriteBuffer writtenEarly; // written before there was a connection

    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    QAbstractSocket::SocketError socketError = QAbstractSocket::UnknownSocketError;
    RdmaError error;
    QString peerName;
    QHostAddress peerAddress = QtRdmaPrivate::noAddress();
    QHostAddress localAddress = QtRdmaPrivate::noAddress();
    QHostAddress boundAddress = QtRdmaPrivate::noAddress();
    QString deviceName;
    quint16 peerPort = 0;
    quint16 localPort = 0;
    quint16 boundPort = 0;
    quint16 targetPort = 0;
    Rdma::WireFormat wireFormat = Rdma::WireFormat::QtRdma; // of the present or last connection
    int lookupId = -1;
    std::optional<QtRdmaPrivate::Deadline> lookupDeadline;
    QList<QHostAddress> untried; // the addresses of the name that are not tried yet
    QHostAddress target = QtRdmaPrivate::noAddress(); // the address that is tried now
    QDeadlineTimer attemptEnd; // when the attempts at 'target' end
    QAbstractSocket::NetworkLayerProtocol lookupProtocol = QAbstractSocket::AnyIPProtocol;

    qint64 visible = 0; // of what was received, what bytesAvailable() counts
    qint64 readBufferSize = 0;
    qint64 writeBufferSize = 0;
    quint64 connectionNumber = 0;
    quint64 arrivals = 0;
    quint64 departures = 0;
    std::atomic<bool> tellsChannels = false; // somebody listens, or has; it costs without, too
    bool pendingClose = false;
    bool flushHeld = false; // until the next delivery
    bool writeChannelClosed = false;
    Moved untoldMove = Moved::Nothing;
    bool readChannelFinished = false;
    bool endedCleanly = false;
    bool endTold = false; // by errorOccurred()
    bool emittingReadyRead = false;
    bool emittingBytesWritten = false;
    bool abortCalled = false;
    bool truncated = false; // something written was dropped
    bool pending = false; // at a server that nobody has taken it from
    bool lookupTimedOut = false;
    bool lowDelay = true;
    bool keepAlive = false;
};

#endif // RDMASTREAM_P_H
