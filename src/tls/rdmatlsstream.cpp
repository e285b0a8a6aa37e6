// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatlsstream_p.h"

#include "../base/msecs_p.h"

#include <QtCore/qfile.h>
#include <QtCore/qpointer.h>

#include <utility>

using namespace QtRdmaPrivate;

/*!
    \class RdmaTlsStream
    \inmodule QtRdmaTls
    \since 0.1
    \brief TLS 1.3 over an RdmaStream, with the interface of QSslSocket.

    Bytes that are written are encrypted and authenticated end to end: nobody in the network can
    read them, change them, or cut them off unnoticed. The class is in the library QtRdmaTls (CMake:
    \c{find_package(QtRdma COMPONENTS Tls)}, \c{QtRdma::QtRdmaTls}), which needs OpenSSL 3.

    \snippet tls.cpp stream

    A server uses RdmaTlsServer, or wraps any connected RdmaStream and calls
    startServerEncryption(); startClientEncryption() is the other side of that.

    QSslSocket has some functions that this class lacks. It needs no resume() and pause modes, since
    sslErrors() itself comes in the middle of the handshake of a client, before anything is sent, as
    handshakeInterruptedOnError() does. It has no sessions, OCSP and pre-shared keys.
    connectToHost() connects without encryption, as it does there, but no byte moves before
    startClientEncryption(): a program that speaks in the clear first does so with an RdmaStream,
    and gives it to the constructor.

    States, signals and their order are those of RdmaStream. connected() comes with the stream,
    encrypted() when the handshake has finished and the peer is verified; data written before wait
    until then and are never sent in the clear.

    These parts of a QSslConfiguration are used: certificate and chain, private key (not one to
    which Qt has only a handle), CA certificates, peerVerifyMode(), peerVerifyDepth(),
    allowedNextProtocols(), the ciphers() of TLS 1.3, and SslOptionDisableServerNameIndication. Its
    protocol() must include TLS 1.3: QSsl::TlsV1_3, any \c OrLater of TLS, QSsl::AnyProtocol or
    QSsl::SecureProtocols; others are refused. Both sides may have several application protocols
    (ALPN) in common: the first of the server's list is taken, as RFC 7301 wants it. QSslSocket
    takes the first of the client's list. Sessions are not resumed, there are no early data and no
    pre-shared keys of TLS.

    \list
    \li Clients verify the server by default: its chain must lead to one of caCertificates(), and
        its certificate must be for peerVerifyName() or the name or address that was connected to.
        The CAs of the system are never taken by themselves: add
        QSslConfiguration::systemCaCertificates() where they are wanted. Without any CA every
        certificate has errors, which sslErrors() tells and ignoreSslErrors() ignores: so a program
        can recognise the certificate itself.
    \li Servers verify clients with QSslSocket::VerifyPeer only. A client without the right
        certificate is refused; as always in TLS 1.3 it finds the connection encrypted first, and
        then gets the error.
    \li An end without TLS's close_notify is not a clean one: endedCleanly() is \c false and
        rdmaError() says that the bytes that were read may be truncated. error() is
        QAbstractSocket::RemoteHostClosedError in both cases.
    \li Failures of the handshake are QAbstractSocket::SslHandshakeFailedError, a record that was
        changed on its way QAbstractSocket::SslInternalError, a configuration that cannot be used
        QAbstractSocket::SslInvalidUserDataError. RdmaError::call() is the call of OpenSSL,
        RdmaError::code() its reason code.
    \endlist

    With setReadBufferSize() no more than that is decrypted ahead, and no more than that, or 64 KiB,
    is kept encrypted: a peer that sends more is held up. Bytes that are written are encrypted as
    long as less than 256 KiB of records wait in the stream.

    Keys are changed every 8 million records, and when the peer asks for it. A peer that sends more
    than 32 records in a row that bring no data is disconnected, as is one that has not finished the
    handshake within handshakeTimeout().

    \note An object belongs to its thread, as RdmaStream's do. moveToThread() ends a connection,
    too: the signals and the state, QAbstractSocket::UnconnectedState, come from the event loop of
    the other thread, or from the next \c {waitFor…()} there.
    \sa RdmaTlsServer, RdmaStream
*/

/*! \fn void RdmaTlsStream::encrypted()
    Emitted when the handshake has finished and the peer has been verified, as far as it was to be.
    \since 0.1
*/

/*! \property RdmaTlsStream::encrypted
    \brief whether the handshake has finished, and the connection has not ended
    \since 0.1
*/

/*! \fn void RdmaTlsStream::encryptedChanged(bool encrypted)
    Emitted when isEncrypted() has become \a encrypted: before encrypted(), and before the state
    becomes QAbstractSocket::UnconnectedState at the end.
    \since 0.1
*/

/*! \fn void RdmaTlsStream::sslErrors(const QList<QSslError> &errors)
    Emitted in the handshake when the certificate of the peer has \a errors. Unless a slot, or the
    program before, calls ignoreSslErrors(), the handshake fails and the peer learns why; a client
    has sent nothing of its own by then. The stream may be deleted here. peerCertificate() and
    peerCertificateChain() are those that have the errors, here and after a refusal.

    With QSslSocket::QueryPeer the signal comes too, and the handshake goes on in any case.

    A server with a receiver for this signal asks after the handshake: a client that it then refuses
    finds a truncated connection.
    \sa peerVerifyError()
    \since 0.1
*/

/*! \fn void RdmaTlsStream::peerVerifyError(const QSslError &error)
    Emitted before sslErrors(), once for each \a error in it. A slot may end the connection with
    abort().
    \since 0.1
*/

/*! \fn void RdmaTlsStream::modeChanged(QSslSocket::SslMode mode)
    Emitted when a handshake begins, in which this side is \a mode.
    \since 0.1
*/

/*! \fn void RdmaTlsStream::alertSent(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description)
    Emitted when an alert of \a type, in words \a description, has been written for the peer; it may
    not reach it. \a level is QSsl::AlertLevel::Fatal for one that ends the connection. The
    close_notify of abort() and of the destructor is not told.
    \since 0.1
*/

/*! \fn void RdmaTlsStream::alertReceived(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description)
    Emitted when the peer has sent an alert of \a level and \a type, in words \a description: before
    its consequences, errorOccurred() for example.
    \since 0.1
*/

/*! \fn void RdmaTlsStream::encryptedBytesWritten(qint64 totalBytes)
    Emitted when \a totalBytes bytes of records have been copied into send buffers.
    \since 0.1
*/

/*! Creates a stream of its own, for connectToHostEncrypted() and connectToHost().
    \since 0.1
*/
RdmaTlsStream::RdmaTlsStream(QObject *parent) : RdmaTlsStream(new RdmaStream, parent) { }

/*! Takes over \a stream, which is connected, and owns it from now on: nobody else may read from it
    or write to it. Bytes that it has received and nobody has read count as TLS.
    startClientEncryption() or startServerEncryption() comes next; bytes that are written before
    wait for that.
    \since 0.1
*/
RdmaTlsStream::RdmaTlsStream(RdmaStream *stream, QObject *parent)
    : RdmaAbstractStream(*new RdmaTlsStreamPrivate(this, stream), parent)
{
    Q_D(RdmaTlsStream);
    d->takeOver();
}

/*! Closes as abort() does. After disconnectFromHost() and close() all that was written still
    reaches the peer. Never blocks.
    \since 0.1
*/
RdmaTlsStream::~RdmaTlsStream()
{
    Q_D(RdmaTlsStream);
    if (d->state == QAbstractSocket::ClosingState && !d->endTold && !d->out.hasFiles())
        d->handOver();
    if (d->state != QAbstractSocket::UnconnectedState)
        RdmaTlsStream::abort();
    d->detach();
    delete d->raw;
}

/*! The stream below, for its options, its addresses and the name of its device. It belongs to this
    object.
    \since 0.1
*/
RdmaStream *RdmaTlsStream::stream() const
{
    Q_D(const RdmaTlsStream);
    return d->raw;
}

/*! Connects to \a port of \a hostName, as RdmaStream::connectToHost() does with \a mode and
    \a protocol, and starts the handshake. The certificate of the server must be for
    peerVerifyName() if that is set, else for \a hostName. A configuration that cannot be used is an
    errorOccurred() before anything is sent.
    \since 0.1
*/
void RdmaTlsStream::connectToHostEncrypted(const QString &hostName, quint16 port, OpenMode mode,
                                           QAbstractSocket::NetworkLayerProtocol protocol)
{
    connectToHostEncrypted(hostName, port, QString(), mode, protocol);
}

/*! \overload
    The certificate must be for \a sslPeerName, which is also the name that the server is asked for
    (SNI).
    \since 0.1
*/
void RdmaTlsStream::connectToHostEncrypted(const QString &hostName, quint16 port,
                                           const QString &sslPeerName, OpenMode mode,
                                           QAbstractSocket::NetworkLayerProtocol protocol)
{
    Q_D(RdmaTlsStream);
    if (!d->beginConnecting("connectToHostEncrypted", hostName, mode))
        return;
    QString name = sslPeerName;
    if (name.isEmpty())
        name = d->verifyName.isEmpty() ? hostName : d->verifyName;
    const RdmaError unusable = d->prepare(TlsRole::Client, name);
    if (unusable.isError())
        return d->setErrorAndEmit(unusable);
    d->connectStream(port, protocol);
}

/*! Connects to \a port of \a hostName, as RdmaStream::connectToHost() does with \a mode and
    \a protocol, without encryption: startClientEncryption() begins that once state() is
    QAbstractSocket::ConnectedState. Until then nothing is read, and bytes that are written wait:
    this class sends nothing in the clear, where QSslSocket does.
    \since 0.1
    \sa connectToHostEncrypted()
*/
void RdmaTlsStream::connectToHost(const QString &hostName, quint16 port, OpenMode mode,
                                  QAbstractSocket::NetworkLayerProtocol protocol)
{
    Q_D(RdmaTlsStream);
    if (d->beginConnecting("connectToHost", hostName, mode))
        d->connectStream(port, protocol);
}

/*! Chooses the local \a address and \a port of the next connection, as RdmaStream::bind() does with
    \a mode. Returns whether it could.
    \since 0.1
*/
bool RdmaTlsStream::bind(const QHostAddress &address, quint16 port, QAbstractSocket::BindMode mode)
{
    Q_D(RdmaTlsStream);
    if (!d->isUnconnected())
        return false;
    const bool bound = d->raw->bind(address, port, mode);
    if (!bound)
        d->setError(d->raw->rdmaError());
    else if (d->raw->state() == QAbstractSocket::BoundState)
        d->becomeBound();
    return bound;
}

/*! Sets the \a option of the stream below to \a value, as RdmaStream::setSocketOption() does.
    \since 0.1
*/
void RdmaTlsStream::setSocketOption(QAbstractSocket::SocketOption option, const QVariant &value)
{
    Q_D(RdmaTlsStream);
    d->raw->setSocketOption(option, value);
}

/*! Returns the value of \a option of the stream below.
    \since 0.1
*/
QVariant RdmaTlsStream::socketOption(QAbstractSocket::SocketOption option)
{
    Q_D(RdmaTlsStream);
    return d->raw->socketOption(option);
}

/*! Starts the handshake of a client on the stream that was given to the constructor. The
    certificate of the server must be for peerVerifyName() or, if that is empty,
    RdmaStream::peerName(). A configuration that cannot be used ends the connection, with
    errorOccurred().
    \since 0.1
*/
void RdmaTlsStream::startClientEncryption()
{
    Q_D(RdmaTlsStream);
    d->startEncryption(TlsRole::Client);
}

/*! Waits for the handshake of the client on the stream that was given to the constructor. The
    configuration must have a certificate and its key; one that cannot be used ends the connection,
    with errorOccurred().
    \since 0.1
*/
void RdmaTlsStream::startServerEncryption()
{
    Q_D(RdmaTlsStream);
    d->startEncryption(TlsRole::Server);
}

/*! Closes the connection after everything written has been encrypted and handed to the stream, with
    a close_notify; disconnected() follows. During the handshake it waits for that. Nothing more is
    read.
    \since 0.1
*/
void RdmaTlsStream::disconnectFromHost()
{
    Q_D(RdmaTlsStream);
    if (d->state == QAbstractSocket::UnconnectedState)
        return;
    if (d->state == QAbstractSocket::BoundState)
        return d->unbind();
    const bool encrypted = d->phase == RdmaTlsStreamPrivate::Encrypted;
    if (!d->isAborting() && d->isConnecting()) {
        d->closing = RdmaTlsStreamPrivate::Closing::WhenConnected;
        return;
    }
    const RdmaTlsStreamPrivate::SameConnection goesOn(d);
    if (d->isAborting() || !encrypted) {
        const bool wasConnected = d->isLive();
        d->dropStream();
        if (goesOn)
            d->becomeUnconnected(wasConnected);
        return;
    }
    d->setState(QAbstractSocket::ClosingState);
    if (!goesOn)
        return;
    if (!d->out.isEmpty())
        d->pumpLater(RdmaTlsStreamPrivate::Pump::
                             Writing); // as with QSslSocket, the end comes after this function
    else if (d->sendTurn())
        d->lookForEnd(); // nothing else tells of a peer that has gone behind a full buffer
}

/*! Half-close: tells the peer, by a close_notify, that nothing more will be written; reading goes
    on. Bytes that were written before still arrive. The peer emits readChannelFinished() and may go
    on writing. RdmaStream::closeWriteChannel() of the stream below follows.
    \since 0.1
*/
void RdmaTlsStream::closeWriteChannel()
{
    Q_D(RdmaTlsStream);
    if (d->isAtRest())
        return;
    if (!d->isWriteChannelClosed())
        d->writing = RdmaTlsStreamPrivate::Writing::Ending;
    d->pumpLater(RdmaTlsStreamPrivate::Pump::Writing);
}

/*! Closes at once, and drops bytes that are not encrypted yet: then the peer finds a truncated
    connection. Never blocks.
    \since 0.1
*/
void RdmaTlsStream::abort()
{
    Q_D(RdmaTlsStream);
    d->closing = RdmaTlsStreamPrivate::Closing::Aborting;
    close();
}

/*! Bytes that are decrypted and can be read without waiting.
    \since 0.1
*/
qint64 RdmaTlsStream::bytesAvailable() const
{
    Q_D(const RdmaTlsStream);
    return RdmaAbstractStream::bytesAvailable() + d->in.size();
}

/*! Bytes that were written and are not encrypted yet.
    \since 0.1
*/
qint64 RdmaTlsStream::bytesToWrite() const
{
    Q_D(const RdmaTlsStream);
    return RdmaAbstractStream::bytesToWrite() + d->out.size();
}

/*! Bytes that have arrived and are not decrypted yet; 0 before the handshake has begun.
    \since 0.1
*/
qint64 RdmaTlsStream::encryptedBytesAvailable() const
{
    Q_D(const RdmaTlsStream);
    return d->sslMode == UnencryptedMode ? 0 : d->raw->bytesAvailable();
}

/*! Bytes of records that are not in a send buffer yet.
    \since 0.1
*/
qint64 RdmaTlsStream::encryptedBytesToWrite() const
{
    Q_D(const RdmaTlsStream);
    return d->raw->bytesToWrite();
}

/*! Returns whether a whole line is decrypted.
    \since 0.1
*/
bool RdmaTlsStream::canReadLine() const
{
    Q_D(const RdmaTlsStream);
    return RdmaAbstractStream::canReadLine() || d->in.indexOf('\n') >= 0;
}

/*! Closes the device, drops what was not read, and ends the connection as disconnectFromHost()
    does.
    \since 0.1
*/
void RdmaTlsStream::close()
{
    Q_D(RdmaTlsStream);
    const QPointer<RdmaTlsStream> alive(this);
    QIODevice::close();
    if (!alive)
        return;
    d->in.clear();
    disconnectFromHost();
}

/*! Encrypts as much as possible, copies it into send buffers and starts sending; returns whether
    that was anything.
    \since 0.1
*/
bool RdmaTlsStream::flush()
{
    Q_D(RdmaTlsStream);
    const quint64 before = d->departures;
    const QPointer<RdmaTlsStream> alive(this);
    if (d->phase == RdmaTlsStreamPrivate::Encrypted)
        d->sendTurn();
    const bool flushed = alive && d->flushStream();
    return !alive || flushed || d->departures != before;
}

/*! The configuration of the next handshake.
    \since 0.1
*/
QSslConfiguration RdmaTlsStream::sslConfiguration() const
{
    Q_D(const RdmaTlsStream);
    return d->configuration;
}

/*! Sets the \a configuration of the next handshake; the default is
    QSslConfiguration::defaultConfiguration(). sessionCipher(), peerCertificate() and
    nextNegotiatedProtocol() tell the result of the negotiation, sslConfiguration() does not.
    \since 0.1
*/
void RdmaTlsStream::setSslConfiguration(const QSslConfiguration &configuration)
{
    Q_D(RdmaTlsStream);
    d->configuration = configuration;
    d->context.reset();
}

/*! The protocol of the next handshake; QSsl::SecureProtocols by default.
    \since 0.1
*/
QSsl::SslProtocol RdmaTlsStream::protocol() const
{
    Q_D(const RdmaTlsStream);
    return d->configuration.protocol();
}

/*! Sets the \a protocol of the next handshake, which must include TLS 1.3. This and the setters
    below change sslConfiguration(), as those of QSslSocket do.
    \since 0.1
*/
void RdmaTlsStream::setProtocol(QSsl::SslProtocol protocol)
{
    Q_D(RdmaTlsStream);
    d->configure(&QSslConfiguration::setProtocol, protocol);
}

/*! The certificate that is shown to peers.
    \since 0.1
*/
QSslCertificate RdmaTlsStream::localCertificate() const
{
    Q_D(const RdmaTlsStream);
    return d->configuration.localCertificate();
}

/*! Sets the \a certificate to show to peers; setPrivateKey() sets its key.
    \since 0.1
*/
void RdmaTlsStream::setLocalCertificate(const QSslCertificate &certificate)
{
    Q_D(RdmaTlsStream);
    d->configure(&QSslConfiguration::setLocalCertificate, certificate);
}

/*! \overload
    Reads the certificate from the file at \a path, which is in \a format.
    \since 0.1
*/
void RdmaTlsStream::setLocalCertificate(const QString &path, QSsl::EncodingFormat format)
{
    setLocalCertificate(QSslCertificate::fromPath(path, format).value(0));
}

/*! The certificate that is shown to peers, and those of the CAs that are sent with it.
    \since 0.1
*/
QList<QSslCertificate> RdmaTlsStream::localCertificateChain() const
{
    Q_D(const RdmaTlsStream);
    return d->configuration.localCertificateChain();
}

/*! Sets the certificate to show to peers and those of the CAs between it and one that peers know:
    the \a chain, the certificate itself first.
    \since 0.1
*/
void RdmaTlsStream::setLocalCertificateChain(const QList<QSslCertificate> &chain)
{
    Q_D(RdmaTlsStream);
    d->configure(&QSslConfiguration::setLocalCertificateChain, chain);
}

/*! The private key of localCertificate().
    \since 0.1
*/
QSslKey RdmaTlsStream::privateKey() const
{
    Q_D(const RdmaTlsStream);
    return d->configuration.privateKey();
}

/*! Sets the private \a key of localCertificate().
    \since 0.1
*/
void RdmaTlsStream::setPrivateKey(const QSslKey &key)
{
    Q_D(RdmaTlsStream);
    d->configure(&QSslConfiguration::setPrivateKey, key);
}

/*! \overload
    Reads the key from the file at \a path, which is in \a format and of \a algorithm, and encrypted
    by \a passPhrase unless that is empty. A file that cannot be read is a warning and no key.
    \since 0.1
*/
void RdmaTlsStream::setPrivateKey(const QString &path, QSsl::KeyAlgorithm algorithm,
                                  QSsl::EncodingFormat format, const QByteArray &passPhrase)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("RdmaTlsStream::setPrivateKey(): %s: %s", qPrintable(path),
                 qPrintable(file.errorString()));
    }
    const QByteArray encoded = file.isOpen() ? file.readAll() : QByteArray();
    setPrivateKey(QSslKey(encoded, algorithm, format, QSsl::PrivateKey, passPhrase));
}

/*! How peers are verified.
    \since 0.1
*/
RdmaTlsStream::PeerVerifyMode RdmaTlsStream::peerVerifyMode() const
{
    Q_D(const RdmaTlsStream);
    return d->configuration.peerVerifyMode();
}

/*! Sets in what \a mode peers are verified. RdmaTlsStream::AutoVerifyPeer, the default, is
    VerifyPeer for clients and QueryPeer for servers.
    \since 0.1
*/
void RdmaTlsStream::setPeerVerifyMode(PeerVerifyMode mode)
{
    Q_D(RdmaTlsStream);
    d->configure(&QSslConfiguration::setPeerVerifyMode, mode);
}

/*! How many CAs there may be between the certificate of the peer and one of the configuration; 0 is
    OpenSSL's limit.
    \since 0.1
*/
int RdmaTlsStream::peerVerifyDepth() const
{
    Q_D(const RdmaTlsStream);
    return d->configuration.peerVerifyDepth();
}

/*! Sets how many CAs there may be between the certificate of the peer and one of the
    configuration's to \a depth; 0, the default, is OpenSSL's limit of 100.
    \since 0.1
*/
void RdmaTlsStream::setPeerVerifyDepth(int depth)
{
    Q_D(RdmaTlsStream);
    d->configure(&QSslConfiguration::setPeerVerifyDepth, depth);
}

/*! The name or address that the certificate of the server must be for; empty for the one that is
    connected to.
    \since 0.1
*/
QString RdmaTlsStream::peerVerifyName() const
{
    Q_D(const RdmaTlsStream);
    return d->verifyName;
}

/*! Sets the name or address that the server's certificate must be for to \a hostName; empty, the
    default, is the one that is connected to.
    \since 0.1
*/
void RdmaTlsStream::setPeerVerifyName(const QString &hostName)
{
    Q_D(RdmaTlsStream);
    d->verifyName = hostName;
}

/*! How long a handshake may take, in milliseconds; a negative value is no limit.
    \since 0.1
*/
int RdmaTlsStream::handshakeTimeout() const
{
    Q_D(const RdmaTlsStream);
    return d->handshakeTimeout;
}

/*! Ends a connection whose handshake takes longer than \a msecs milliseconds, by
    QAbstractSocket::SocketTimeoutError; 30000 by default, a negative value is no limit. It needs an
    event loop: without one waitForEncrypted() has a time-out of its own.

    The end of a connection has the same limit. A peer says by a close_notify that it has written
    everything; when it then ends its stream neither whole nor half within that time, the connection
    is closed by QAbstractSocket::RemoteHostClosedError, as if it had.
    \since 0.1
*/
void RdmaTlsStream::setHandshakeTimeout(int msecs)
{
    Q_D(RdmaTlsStream);
    d->handshakeTimeout = msecs;
}

/*! Returns handshakeTimeout() as a duration.
    \since 0.1
*/
std::chrono::milliseconds RdmaTlsStream::handshakeTimeoutAsDuration() const
{
    return std::chrono::milliseconds(handshakeTimeout());
}

/*! \overload
    More than an int of milliseconds holds is as much as that.
    \since 0.1
*/
void RdmaTlsStream::setHandshakeTimeout(std::chrono::milliseconds timeout)
{
    setHandshakeTimeout(QtRdmaPrivate::toMsecs(timeout));
}

/*! The role of this side since its handshake has begun, also after the end;
    RdmaTlsStream::UnencryptedMode before.
    \since 0.1
*/
RdmaTlsStream::SslMode RdmaTlsStream::mode() const
{
    Q_D(const RdmaTlsStream);
    return d->sslMode;
}

/*! Returns whether the handshake has finished, and the connection has not ended.
    \since 0.1
*/
bool RdmaTlsStream::isEncrypted() const
{
    Q_D(const RdmaTlsStream);
    return d->phase == RdmaTlsStreamPrivate::Encrypted;
}

/*! The certificate of the peer; null before it has arrived, and when the peer has none. It is there
    in slots of sslErrors() and encrypted(), and until the next connection begins: a server can say
    whom it has refused.
    \since 0.1
*/
QSslCertificate RdmaTlsStream::peerCertificate() const
{
    Q_D(const RdmaTlsStream);
    return d->peerChain.isEmpty() ? QSslCertificate() : d->peerChain.constFirst();
}

/*! The certificates that the peer has sent, its own first.
    \since 0.1
*/
QList<QSslCertificate> RdmaTlsStream::peerCertificateChain() const
{
    Q_D(const RdmaTlsStream);
    return d->peerChain;
}

/*! The cipher of the connection; null before encrypted().
    \since 0.1
*/
QSslCipher RdmaTlsStream::sessionCipher() const
{
    Q_D(const RdmaTlsStream);
    return d->cipher;
}

/*! QSsl::TlsV1_3, or QSsl::UnknownProtocol before encrypted().
    \since 0.1
*/
QSsl::SslProtocol RdmaTlsStream::sessionProtocol() const
{
    Q_D(const RdmaTlsStream);
    return d->cipher.isNull() ? QSsl::UnknownProtocol : QSsl::TlsV1_3;
}

/*! The application protocol that both sides have agreed on (ALPN); empty when there was none to
    agree on.
    \since 0.1
*/
QByteArray RdmaTlsStream::nextNegotiatedProtocol() const
{
    Q_D(const RdmaTlsStream);
    return d->nextProtocol;
}

/*! The errors of the certificate of the peer, also when they were ignored or, with
    QSslSocket::QueryPeer, of no importance.
    \since 0.1
*/
QList<QSslError> RdmaTlsStream::sslHandshakeErrors() const
{
    Q_D(const RdmaTlsStream);
    return d->certificateErrors;
}

/*! Lets the handshake go on although the certificate of the peer has errors, now and whenever they
    are all among \a errors.
    \since 0.1
*/
void RdmaTlsStream::ignoreSslErrors(const QList<QSslError> &errors)
{
    Q_D(RdmaTlsStream);
    d->ignoredErrors = errors;
}

/*! \overload
    All errors of the handshake that goes on, or comes next on a stream given to the constructor.
    This also trusts an attacker in the middle.
    \since 0.1
*/
void RdmaTlsStream::ignoreSslErrors()
{
    Q_D(RdmaTlsStream);
    d->ignoresAll = true;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the stream below, as
    RdmaStream::waitForConnected() does. Returns whether it is connected.
    \since 0.1
*/
bool RdmaTlsStream::waitForConnected(int msecs)
{
    Q_D(RdmaTlsStream);
    if (d->state == QAbstractSocket::ConnectedState)
        return true;
    if (d->phase != RdmaTlsStreamPrivate::Connecting)
        return false;
    const QPointer<RdmaTlsStream> alive(this);
    const bool connected = d->raw->waitForConnected(msecs);
    if (alive && !connected && d->state == QAbstractSocket::UnconnectedState)
        d->setError(d->raw->rdmaError());
    return alive && d->state == QAbstractSocket::ConnectedState;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the end of the handshake, without an event
    loop; returns whether the connection is encrypted. The peer must be in another thread or
    process, or have an event loop that runs: its handshake needs one. In slots of sslErrors() and
    errorOccurred(), which decide on the handshake or have heard of its end, there is nothing to
    wait for: it returns \c false at once.
    \since 0.1
*/
bool RdmaTlsStream::waitForEncrypted(int msecs)
{
    Q_D(RdmaTlsStream);
    if (!d->isConnecting())
        return isEncrypted();
    if (d->phase == RdmaTlsStreamPrivate::Asking)
        return false;
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d);
    // Not a function of a derived class, which may wait for more, and call this one.
    if (!RdmaTlsStream::waitForConnected(msecs) || !goesOn)
        return false;
    if (d->phase == RdmaTlsStreamPrivate::Connecting)
        d->startHandshake(); // the caller may be a slot, called before this object's own slot
    if (!goesOn)
        return false;
    const bool settled = d->waitUntil(deadline, &RdmaStream::waitForReadyRead,
                                      [d] { return !d->isConnecting(); });
    if (goesOn && !settled && !d->endTold)
        d->waitTimedOut();
    return goesOn && isEncrypted();
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for new bytes, without an event loop; returns
    whether there are.
    \since 0.1
*/
bool RdmaTlsStream::waitForReadyRead(int msecs)
{
    Q_D(RdmaTlsStream);
    if (d->isAtRest())
        return false;
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d);
    // Counted from here on: bytes that come with the end of the handshake are new, too.
    const quint64 before = d->arrivals;
    if (!d->waitEncryptedFirst(deadline) || !goesOn)
        return false;
    const bool arrived = d->waitUntil(deadline, &RdmaStream::waitForReadyRead,
                                      [d, before] { return d->arrivals != before; });
    if (goesOn && !arrived && !d->endTold && !d->engine->peerClosed())
        d->waitTimedOut();
    return arrived;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) until something written has been encrypted, and
    its records have left: when bytesToWrite() is 0 afterwards, all of them are in send buffers.
    Returns whether that was so.
    \since 0.1
*/
bool RdmaTlsStream::waitForBytesWritten(int msecs)
{
    Q_D(RdmaTlsStream);
    if (d->isAtRest()) {
        qWarning("RdmaTlsStream::waitForBytesWritten() is not allowed in UnconnectedState");
        return false;
    }
    if (d->hasAllLeft())
        return false;
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d);
    const bool isAllEncrypted = d->out.isEmpty();
    const quint64 before = d->departures;
    if (!d->waitEncryptedFirst(deadline) || !goesOn)
        return false;
    const bool written = d->waitUntil(deadline, &RdmaStream::waitForBytesWritten, [=] {
        const bool moved = isAllEncrypted || d->departures != before;
        return moved && (!d->out.isEmpty() || d->hasAllLeft());
    });
    if (goesOn && !written && !d->endTold && deadline.hasExpired())
        d->waitTimedOut();
    return written;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the end of the connection; returns whether
    it has come. An attempt to connect that fails was none.
    \since 0.1
*/
bool RdmaTlsStream::waitForDisconnected(int msecs)
{
    Q_D(RdmaTlsStream);
    if (d->isAtRest()) {
        qWarning("RdmaTlsStream::waitForDisconnected() is not allowed in UnconnectedState");
        return false;
    }
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d);
    if (d->phase == RdmaTlsStreamPrivate::Connecting && !RdmaTlsStream::waitForConnected(msecs))
        return false;
    if (goesOn && d->isConnecting() && !waitForEncrypted(RdmaTlsStreamPrivate::remaining(deadline)))
        return goesOn.hasEnded();
    const bool ended = goesOn.hasEnded()
            || d->waitUntil(deadline, &RdmaStream::waitForDisconnected,
                            [&goesOn] { return goesOn.hasEnded(); });
    if (goesOn && !ended && isEncrypted() && !d->endTold && deadline.hasExpired())
        d->waitTimedOut();
    return ended;
}

/*! \reimp */
qint64 RdmaTlsStream::readData(char *data, qint64 maxSize)
{
    Q_D(RdmaTlsStream);
    const qint64 count = d->read(data, maxSize);
    if (count > 0)
        d->hasRead(maxSize, d->in.size());
    return count;
}

// See RdmaStream::readLineData().
/*! \reimp */
qint64 RdmaTlsStream::readLineData(char *data, qint64 maxSize)
{
    Q_D(RdmaTlsStream);
    const auto searched = QByteArrayView(d->in).first(qMin(maxSize, d->in.size()));
    const qint64 newline = searched.indexOf('\n');
    return d->read(data, newline < 0 ? maxSize : newline + 1);
}

/*! \reimp */
qint64 RdmaTlsStream::skipData(qint64 maxSize)
{
    Q_D(RdmaTlsStream);
    if (d->in.isEmpty())
        return d->state == QAbstractSocket::UnconnectedState ? -1 : 0;
    return d->take(nullptr, qMin(maxSize, d->in.size()));
}

/*! \reimp
    The bytes are copied twice in user mode, as those of write(): they are encrypted. A stream that
    is deleted before it has read the whole file aborts, also after disconnectFromHost().
*/
qint64 RdmaTlsStream::sendFile(int descriptor, qint64 offset, qint64 length)
{
    Q_D(RdmaTlsStream);
    if (!isWritable() || !d->isLive() || d->isWriteChannelClosed()) {
        d->refuseWriting();
        return -1;
    }
    RdmaError failure;
    auto file = FileReader::open(descriptor, offset, length, &failure);
    if (!file) {
        d->setError(failure);
        return -1;
    }
    const qint64 size = file->left();
    d->out.append(std::move(file));
    if (isEncrypted())
        d->pumpLater(RdmaTlsStreamPrivate::Pump::Writing);
    return size;
}

/*! \reimp */
qint64 RdmaTlsStream::writeData(const char *data, qint64 size)
{
    Q_D(RdmaTlsStream);
    if (d->isAtRest() || d->isWriteChannelClosed()) {
        d->refuseWriting();
        return -1;
    }
    const qint64 taken = d->room(size);
    d->out.append(data, taken);
    if (taken > 0 && isEncrypted())
        d->pumpLater(RdmaTlsStreamPrivate::Pump::Writing);
    return taken;
}
