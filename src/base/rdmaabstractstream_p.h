// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAABSTRACTSTREAM_P_H
#define RDMAABSTRACTSTREAM_P_H

#include "deletionguard_p.h"

#include <QtRdma/rdmaabstractstream.h>

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qelapsedtimer.h>
#include <QtCore/qthread.h>

#include <atomic>

// The part that plain and encrypted streams share: the state, the last error, the addresses of both
// ends, the limits of the buffers, and the emission of signals. QtRdmaTls uses it, too, so some of
// it is exported, with a version of the symbols that only libraries of the same release share.
class Q_RDMA_EXPORT RdmaAbstractStreamPrivate
{
    Q_DECLARE_PUBLIC(RdmaAbstractStream)
    Q_DISABLE_COPY_MOVE(RdmaAbstractStreamPrivate)

public:
    // A function that has emitted a signal asks this whether it may go on. A slot may have deleted
    // the object, or begun another connection; then the function returns.
    class SameConnection
    {
    public:
        explicit SameConnection(RdmaAbstractStreamPrivate *stream)
            : m_alive(&stream->guards)
            , m_stream(stream)
            , m_number(stream->connectionNumber)
        {
        }
        explicit operator bool() const { return m_alive && m_stream->connectionNumber == m_number; }
        bool isAlive() const { return bool(m_alive); }
        // The object must be alive.
        bool isTheSame() const { return m_stream->connectionNumber == m_number; }
        bool hasEnded() const { return m_alive && m_stream->connectionNumber != m_number; }

    private:
        const QtRdmaPrivate::DeletionGuard m_alive;
        const RdmaAbstractStreamPrivate *const m_stream;
        const quint64 m_number;
    };

    // How the application has begun to end the connection, while something is still to follow.
    enum class Closing : quint8 {
        No,
        WhenConnected, // disconnectFromHost() waits for the connection
        Aborting,
        Truncating, // aborting, and bytes that were written are lost
    };
    // The end of writing.
    enum class Writing : quint8 {
        Open,
        Ending, // closeWriteChannel(): the stream takes nothing more
        Ended, // the last bytes have left, and the peer has been told so
    };
    // QIODevice's own buffer.
    enum class Buffering : quint8 {
        Refused, // the program has opened the stream as QIODevice::Unbuffered
        Off, // bytes are read from where they are
        Filling, // QIODevice asks for as many as its buffer takes when it reads the next time
    };
    // Signals that a slot may cause again, by waiting.
    enum Emission : quint8 { ReadyRead = 1, BytesWritten = 2 };

    RdmaAbstractStreamPrivate(RdmaAbstractStream *stream, const char *name);
    virtual ~RdmaAbstractStreamPrivate();

    static RdmaAbstractStreamPrivate *of(RdmaAbstractStream *stream) { return stream->d_func(); }

    // Called when the limit of the read buffer has changed.
    virtual void readLimitChanged() = 0;
    // Makes an attempt for RdmaReconnector.
    virtual void connectAgain(const QString &hostName, quint16 port, QIODevice::OpenMode mode,
                              QAbstractSocket::NetworkLayerProtocol protocol);

    inline bool mayBeUsed(const char *function) const; // in this thread; warns
    bool mayBeUsedElsewhere(const char *function) const;
    bool isUnconnected() const { return state == QAbstractSocket::UnconnectedState; }
    // There is neither a connection nor an attempt.
    bool isAtRest() const { return isUnconnected() || state == QAbstractSocket::BoundState; }
    bool isLive() const
    {
        constexpr unsigned Live =
                1u << QAbstractSocket::ConnectedState | 1u << QAbstractSocket::ClosingState;
        return (1u << state & Live) != 0;
    }
    bool isWriteChannelClosed() const { return writing != Writing::Open; }
    bool isAborting() const { return closing >= Closing::Aborting; }

    bool mayConnect(const char *function); // returns false after it has reported the error
    void beginConnecting(const QString &hostName, QIODevice::OpenMode mode);
    void forgetEnds();

    inline void hasRead(qint64 size, qint64 left); // readData() was asked for 'size' bytes
    inline qint64 room(qint64 size) const; // of so many bytes, those that the write buffer takes
    // Both return false when a slot has deleted the object or begun another connection.
    inline bool emitReadyRead();
    inline bool emitBytesWritten(qint64 count);
    bool finishReading(); // announces the end of reading, once

    void setState(QAbstractSocket::SocketState newState);
    void setError(const RdmaError &failure);
    void setErrorAndEmit(const RdmaError &failure);
    void refuse(const QString &text); // reports a wrong call
    void refuseWriting();
    void waitTimedOut();
    static RdmaError remoteClosedError();
    static int remaining(QDeadlineTimer deadline) // ms, as waitFor…() take them
    {
        return deadline.isForever() ? -1 : int(deadline.remainingTime());
    }

    RdmaAbstractStream *const q_ptr;
    const char *const className; // for warnings
    const RdmaAbstractStreamPrivate *upper = nullptr; // the encrypted stream that uses this one
    QtRdmaPrivate::DeletionGuard *guards = nullptr;
    quint64 connectionNumber = 0; // changes when a connection begins
    Qt::HANDLE user = nullptr; // the thread in which it has begun; a move ends the connection
    QElapsedTimer usableFor; // runs since bytes could be exchanged; invalid before

    QAbstractSocket::SocketError socketError = QAbstractSocket::UnknownSocketError;
    RdmaError error;
    QString peerName;
    QHostAddress peerAddress;
    QHostAddress localAddress;
    QString deviceName;
    quint16 peerPort = 0;
    quint16 localPort = 0;

    qint64 readBufferSize = 0;
    qint64 writeBufferSize = 0;
    quint64 arrivals = 0; // counts arrivals of bytes, for waitForReadyRead()
    quint64 departures = 0; // counts departures, for waitForBytesWritten()

    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    Closing closing = Closing::No;
    Writing writing = Writing::Open;
    Buffering buffering = Buffering::Off;
    quint8 smallReads = 0; // in a row
    quint8 emitting = 0; // flags of Emission: the signals that are being emitted now
    // Somebody has connected to these signals. Emitting them costs time even if nobody has.
    enum Telling : quint8 { Written = 1, Channels = 2 };
    std::atomic<quint8> tells = 0; // flags of Telling
    bool endTold = false; // errorOccurred() has reported the end, or is about to
    bool readChannelFinished = false;
    bool endedCleanly = false;
    bool pending = false; // it waits at a server until somebody takes it

private:
    static constexpr qint64 SmallRead = 64; // bytes
    static constexpr int FewReads = 3; // small ones in a row that do without a buffer

    bool tellBytesWritten(qint64 count);
    void setBuffering(Buffering next);
    void hasReadLittle();
};

// In another thread, a call could find this thread's engine in the middle of its work.
bool RdmaAbstractStreamPrivate::mayBeUsed(const char *function) const
{
    return Q_LIKELY(user == QThread::currentThreadId()) || mayBeUsedElsewhere(function);
}

// A program that reads byte by byte, or number by number, is served by QIODevice's buffer in less
// time than by the stream, and a transaction copies to that buffer anyway. So it is filled after a
// few reads of that kind, while more bytes are left.
void RdmaAbstractStreamPrivate::hasRead(qint64 size, qint64 left)
{
    if (buffering == Buffering::Filling)
        setBuffering(Buffering::Off); // QIODevice empties its buffer before it asks again
    else if (left >= SmallRead && (size <= SmallRead || q_ptr->isTransactionStarted()))
        hasReadLittle();
    else
        smallReads = 0;
}

qint64 RdmaAbstractStreamPrivate::room(qint64 size) const
{
    if (writeBufferSize <= 0)
        return size;
    return qBound<qint64>(0, writeBufferSize - q_ptr->bytesToWrite(), size);
}

bool RdmaAbstractStreamPrivate::emitReadyRead()
{
    Q_Q(RdmaAbstractStream);
    const SameConnection goesOn(this);
    if (!(emitting & ReadyRead)) {
        emitting |= ReadyRead;
        Q_EMIT q->readyRead();
        if (!goesOn.isAlive())
            return false;
        emitting &= ~ReadyRead;
    }
    if (Q_LIKELY(!(tells & Channels)))
        return goesOn.isTheSame();
    if (goesOn)
        Q_EMIT q->channelReadyRead(0);
    return bool(goesOn);
}

bool RdmaAbstractStreamPrivate::emitBytesWritten(qint64 count)
{
    return tells == 0 || tellBytesWritten(count);
}

#endif // RDMAABSTRACTSTREAM_P_H
