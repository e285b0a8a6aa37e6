// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATLSSTREAM_P_H
#define RDMATLSSTREAM_P_H

#include "tlsengine_p.h"

#include <QtRdma/rdmastream.h>
#include <QtRdma/rdmatlsstream.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qpointer.h>
#include <QtCore/qtimer.h>

#include <functional>

// The QTcpSocket contract over a TlsEngine over an RdmaStream, which it uses as any program does.
// doc/tls.md draws its states. Every signal of the stream leads to pump(), which first moves bytes
// and then emits signals of its own.
class RdmaTlsStreamPrivate final : public QtRdmaPrivate::TlsTransport
{
public:
    enum Phase { Idle, Connecting, Handshaking, Encrypted };

    // Tells a function that has emitted a signal whether it may go on. It may not when a slot has
    // deleted the object, ended its connection, or begun another one.
    class SameConnection
    {
    public:
        explicit SameConnection(const RdmaTlsStreamPrivate *stream)
            : m_alive(stream->q)
            , m_stream(stream)
            , m_number(stream->connectionNumber)
        {
        }
        explicit operator bool() const { return m_alive && m_stream->connectionNumber == m_number; }
        bool isAlive() const { return m_alive; }
        bool hasEnded() const { return m_alive && m_stream->connectionNumber != m_number; }

    private:
        const QPointer<RdmaTlsStream> m_alive;
        const RdmaTlsStreamPrivate *const m_stream;
        const quint64 m_number;
    };

    RdmaTlsStreamPrivate(RdmaTlsStream *tlsStream, RdmaStream *stream);

    qint64 takeRecords(char *data, qint64 size) override;
    bool putRecords(const char *data, qint64 size) override;

    // Slots for the signals of the stream.
    void attach();
    void detach();
    void rawStateChanged(QAbstractSocket::SocketState now);
    void rawConnected();
    void rawFailed();
    void rawFinishedReading();
    void rawEnded();

    RdmaError prepare(QtRdmaPrivate::TlsRole role, const QString &peerName);
    void startEncryption(QtRdmaPrivate::TlsRole role);
    // Changes the configuration of the next handshake.
    template <typename Set, typename... Values>
    void configure(Set set, const Values &...values)
    {
        (configuration.*set)(values...);
        context.reset();
    }
    void startHandshake();
    void shakeHands();
    bool isToBeAsked() const;
    void askAboutErrors();
    void becomeEncrypted();
    void limitStream();
    qint64 readLimit() const;
    void taken();
    void setMode(QSslSocket::SslMode newMode);
    bool tellAlerts();

    void pump();
    void pumpLater();
    void decrypt();
    void encrypt();
    bool flushStream();
    bool sendTurn();
    void finishWriting();
    void lookForEnd();
    void expectEnd();
    void timeIsUp();
    bool emitReadyRead();
    bool emitBytesWritten();
    qint64 take(char *data, qint64 size);

    void fail(const RdmaError &failure);
    void endUnencrypted();
    void remoteClosed();
    void dropStream();
    void handOver();
    void becomeUnconnected(bool wasConnected);
    void setState(QAbstractSocket::SocketState newState);
    void setError(const RdmaError &failure);
    void setErrorAndEmit(const RdmaError &failure);

    bool waitEncryptedFirst(QDeadlineTimer deadline);
    bool waitUntil(QDeadlineTimer deadline, bool (RdmaStream::*step)(int),
                   const std::function<bool()> &done);
    void waitTimedOut();

    bool isConnecting() const;
    bool hasAllLeft() const;
    bool beginConnecting(QIODevice::OpenMode mode);
    static int remaining(QDeadlineTimer deadline);
    bool isFull() const;
    qint64 room() const;

    RdmaTlsStream *q;
    RdmaStream *raw;
    std::shared_ptr<QtRdmaPrivate::TlsContext> context;
    std::unique_ptr<QtRdmaPrivate::TlsEngine> engine; // of this connection
    quint64 connectionNumber = 0; // changes with each beginning and each end
    QSslConfiguration configuration;
    QString verifyName;
    QTimer handshakeTimer; // also for the end that follows a close_notify of the peer
    QDeadlineTimer endDeadline{ QDeadlineTimer::Forever }; // the same for functions that wait
    int handshakeTimeout = 30000;

    Phase phase = Idle;
    QSslSocket::SslMode sslMode = QSslSocket::UnencryptedMode;
    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    QAbstractSocket::SocketError socketError = QAbstractSocket::UnknownSocketError;
    RdmaError error;
    RdmaError rawError; // why the stream has ended; its last bytes may not have been read yet

    QByteArray in; // bytes are taken from the front, which QByteArray does without moving the rest
    QByteArray out;
    // The bytes of records that may wait in the stream: enough for full frames, and soon gone when
    // the peer reads.
    qint64 recordsAhead = 256 * 1024;
    qint64 readBufferSize = 0;
    qint64 writeBufferSize = 0;
    qint64 fresh = 0; // bytes that are decrypted and not announced
    qint64 gone = 0; // bytes that are encrypted and not announced
    quint64 arrivals = 0;
    quint64 departures = 0;

    QList<QSslCertificate> peerChain;
    QSslCipher cipher;
    QByteArray nextProtocol;
    QList<QSslError> certificateErrors;
    QList<QSslError> ignoredErrors;
    bool ignoresAll = false;

    bool pending = false; // it waits at a server to be taken
    bool asking = false; // within sslErrors()
    bool pumpQueued = false;
    bool roomAgain = false; // 'in' may have room again
    bool pendingClose = false;
    bool abortCalled = false;
    bool writeChannelClosed = false;
    bool ending = false; // an error is being told, and nothing else
    bool saidClose = false;
    bool closingStream = false;
    bool streamFinished = false;
    bool streamEnded = false;
    bool readChannelFinished = false;
    bool endedCleanly = false;
    bool emittingReadyRead = false;
    bool emittingBytesWritten = false;
};

#endif // RDMATLSSTREAM_P_H
