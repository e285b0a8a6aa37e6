// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATLSSTREAM_P_H
#define RDMATLSSTREAM_P_H

#include "tlsengine_p.h"
#include "tlsoutgoing_p.h"

#include "../base/rdmaabstractstream_p.h"

#include <QtRdma/rdmastream.h>
#include <QtRdma/rdmatlsstream.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qtimer.h>

#include <functional>

// The QTcpSocket contract over a TlsEngine over an RdmaStream, which it uses as any program does.
// doc/tls.md draws its states. Every signal of the stream leads to pump(), which first moves bytes
// and then emits signals of its own.
class RdmaTlsStreamPrivate final : public RdmaAbstractStreamPrivate,
                                   public QtRdmaPrivate::TlsTransport
{
    Q_DECLARE_PUBLIC(RdmaTlsStream)

public:
    enum Phase : quint8 {
        Idle, // unconnected, or connected without encryption
        Connecting,
        Handshaking,
        Asking, // within sslErrors()
        Encrypted,
    };
    // How far the stream below has ended, as its signals have told.
    enum class StreamEnd : quint8 { Open, Finished, Ended };
    // The reason for which the event loop calls pump().
    enum class Pump : quint8 { Nothing, Writing, Room };

    RdmaTlsStreamPrivate(RdmaTlsStream *tlsStream, RdmaStream *stream);

    qint64 takeRecords(char *data, qint64 size) override;
    bool putRecords(const char *data, qint64 size) override;

    void takeOver(); // the stream below
    void readLimitChanged() override;
    void connectAgain(const QString &hostName, quint16 port, QIODevice::OpenMode mode,
                      QAbstractSocket::NetworkLayerProtocol protocol) override;

    // Slots for the signals of the stream.
    void attach();
    void detach();
    void rawStateChanged(QAbstractSocket::SocketState now);
    void rawConnected();
    void rawFailed();
    void rawFinishedReading();
    void rawEnded();
    void becomeBound();
    void unbind();
    void takeEnds();

    RdmaError prepare(QtRdmaPrivate::TlsRole role, const QString &verifiedName);
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
    void pumpLater(Pump why);
    void decrypt();
    void encrypt();
    bool flushStream();
    bool sendTurn();
    void finishWriting();
    void lookForEnd();
    void expectEnd();
    void timeIsUp();
    bool announceRead();
    bool announceWritten();
    bool announceFiles();
    qint64 read(char *data, qint64 most); // as QIODevice::readData()
    qint64 take(char *data, qint64 size);

    void fail(const RdmaError &failure);
    void endUnencrypted();
    void remoteClosed();
    void dropStream();
    void handOver();
    void becomeUnconnected(bool wasConnected);

    bool waitEncryptedFirst(QDeadlineTimer deadline);
    bool waitUntil(QDeadlineTimer deadline, bool (RdmaStream::*step)(int),
                   const std::function<bool()> &done);

    bool isConnecting() const;
    bool hasAllLeft() const;
    bool beginConnecting(const char *function, const QString &hostName, QIODevice::OpenMode mode);
    void connectStream(quint16 port, QAbstractSocket::NetworkLayerProtocol protocol);
    bool isFull() const;
    qint64 readRoom() const;

    RdmaStream *raw;
    std::shared_ptr<QtRdmaPrivate::TlsContext> context;
    std::unique_ptr<QtRdmaPrivate::TlsEngine> engine; // of this connection
    QSslConfiguration configuration;
    QString verifyName;
    QTimer handshakeTimer; // also for the end that follows a close_notify of the peer
    QDeadlineTimer endDeadline{ QDeadlineTimer::Forever }; // the same for functions that wait
    int handshakeTimeout = 30000;

    Phase phase = Idle;
    QSslSocket::SslMode sslMode = QSslSocket::UnencryptedMode;
    RdmaError rawError; // why the stream has ended; its last bytes may not have been read yet

    QByteArray in; // bytes are taken from the front, which QByteArray does without moving the rest
    QtRdmaPrivate::TlsOutgoing out;
    // The bytes of records that may wait in the stream: enough for full frames, and soon gone when
    // the peer reads.
    qint64 recordsAhead = 256 * 1024;
    qint64 fresh = 0; // bytes that are decrypted and not announced
    qint64 gone = 0; // bytes that are encrypted and not announced

    QList<QSslCertificate> peerChain;
    QSslCipher cipher;
    QByteArray nextProtocol;
    QList<QSslError> certificateErrors;
    QList<QSslError> ignoredErrors;
    StreamEnd streamEnd = StreamEnd::Open;
    Pump queuedPump = Pump::Nothing;
    bool ignoresAll = false;
};

#endif // RDMATLSSTREAM_P_H
