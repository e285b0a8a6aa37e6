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
    \inmodule QtRdma
    \brief TLS 1.3 over an RdmaStream, with the interface of QSslSocket.

    Bytes that are written are encrypted and authenticated end to end: nobody in the network can
    read them, change them, or cut them off unnoticed. The class is in the library QtRdmaTls (CMake:
    \c{find_package(QtRdma COMPONENTS Tls)}, \c{QtRdma::QtRdmaTls}), which needs OpenSSL 3.

    \code
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromPath(u"ca.pem"_s));
    auto *stream = new RdmaTlsStream(this);
    stream->setSslConfiguration(configuration);
    connect(stream, &RdmaTlsStream::encrypted, stream, [stream] { stream->write("hello\n"); });
    connect(stream, &RdmaTlsStream::readyRead, stream, [stream] { qDebug() << stream->readAll(); });
    stream->connectToHostEncrypted(u"10.77.0.1"_s, 7471);
    \endcode

    A server uses RdmaTlsServer, or wraps any connected RdmaStream and calls
    startServerEncryption(); startClientEncryption() is the other side of that.

    QSslSocket has some functions that this class lacks. It needs no resume() and pause modes, since
    sslErrors() itself comes in the middle of the handshake of a client, before anything is sent, as
    handshakeInterruptedOnError() does. It has no sessions, OCSP and pre-shared keys. In place of
    connectToHost() without encryption, the constructor takes an RdmaStream.

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
*/

/*! \property RdmaTlsStream::encrypted
    \brief whether the handshake has finished, and the connection has not ended
*/

/*! \fn void RdmaTlsStream::encryptedChanged(bool encrypted)
    Emitted when isEncrypted() has become \a encrypted: before encrypted(), and before the state
    becomes QAbstractSocket::UnconnectedState at the end.
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
*/

/*! \fn void RdmaTlsStream::peerVerifyError(const QSslError &error)
    Emitted before sslErrors(), once for each \a error in it. A slot may end the connection with
    abort().
*/

/*! \fn void RdmaTlsStream::modeChanged(QSslSocket::SslMode mode)
    Emitted when a handshake begins, in which this side is \a mode.
*/

/*! \fn void RdmaTlsStream::alertSent(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description)
    Emitted when an alert of \a type, in words \a description, has been written for the peer; it may
    not reach it. \a level is QSsl::AlertLevel::Fatal for one that ends the connection. The
    close_notify of abort() and of the destructor is not told.
*/

/*! \fn void RdmaTlsStream::alertReceived(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description)
    Emitted when the peer has sent an alert of \a level and \a type, in words \a description: before
    its consequences, errorOccurred() for example.
*/

/*! \fn void RdmaTlsStream::encryptedBytesWritten(qint64 totalBytes)
    Emitted when \a totalBytes bytes of records have been copied into send buffers.
*/

/*! Creates a stream of its own, for connectToHostEncrypted(). */
RdmaTlsStream::RdmaTlsStream(QObject *parent)
    : QIODevice(parent)
    , d(new RdmaTlsStreamPrivate(this, new RdmaStream))
{
}

/*! Takes over \a stream, which is connected, and owns it from now on: nobody else may read from it
    or write to it. Bytes that it has received and nobody has read count as TLS.
    startClientEncryption() or startServerEncryption() comes next; bytes that are written before
    wait for that.
*/
RdmaTlsStream::RdmaTlsStream(RdmaStream *stream, QObject *parent)
    : QIODevice(parent)
    , d(new RdmaTlsStreamPrivate(this, stream))
{
    if (stream->state() != QAbstractSocket::ConnectedState)
        return;
    d->beginConnecting(ReadWrite);
    d->attach();
    d->state = QAbstractSocket::ConnectedState;
}

/*! Closes as abort() does. After disconnectFromHost() and close() all that was written still
    reaches the peer. Never blocks. */
RdmaTlsStream::~RdmaTlsStream()
{
    if (d->state == QAbstractSocket::ClosingState && !d->ending)
        d->handOver();
    if (d->state != QAbstractSocket::UnconnectedState)
        abort();
    d->detach();
    delete d->raw;
}

/*! The stream below, for its options, its addresses and the name of its device. It belongs to this
    object. */
RdmaStream *RdmaTlsStream::stream() const
{
    return d->raw;
}

/*! Connects to \a port of \a hostName, as RdmaStream::connectToHost() does with \a mode and
    \a protocol, and starts the handshake. The certificate of the server must be for
    peerVerifyName() if that is set, else for \a hostName. A configuration that cannot be used is an
    errorOccurred() before anything is sent.
*/
void RdmaTlsStream::connectToHostEncrypted(const QString &hostName, quint16 port, OpenMode mode,
                                           QAbstractSocket::NetworkLayerProtocol protocol)
{
    connectToHostEncrypted(hostName, port, QString(), mode, protocol);
}

/*! \overload
    The certificate must be for \a sslPeerName, which is also the name that the server is asked for
    (SNI).
*/
void RdmaTlsStream::connectToHostEncrypted(const QString &hostName, quint16 port,
                                           const QString &sslPeerName, OpenMode mode,
                                           QAbstractSocket::NetworkLayerProtocol protocol)
{
    if (!d->beginConnecting(mode))
        return;
    QString name = sslPeerName;
    if (name.isEmpty())
        name = d->verifyName.isEmpty() ? hostName : d->verifyName;
    const RdmaError unusable = d->prepare(TlsRole::Client, name);
    if (unusable.isError())
        return d->setErrorAndEmit(unusable);
    d->attach();
    d->phase = RdmaTlsStreamPrivate::Connecting;
    d->raw->connectToHost(hostName, port, ReadWrite | Unbuffered, protocol);
}

/*! Starts the handshake of a client on the stream that was given to the constructor. The
    certificate of the server must be for peerVerifyName() or, if that is empty,
    RdmaStream::peerName(). A configuration that cannot be used ends the connection, with
    errorOccurred().
*/
void RdmaTlsStream::startClientEncryption()
{
    d->startEncryption(TlsRole::Client);
}

/*! Waits for the handshake of the client on the stream that was given to the constructor. The
    configuration must have a certificate and its key; one that cannot be used ends the connection,
    with errorOccurred().
*/
void RdmaTlsStream::startServerEncryption()
{
    d->startEncryption(TlsRole::Server);
}

/*! Closes the connection after everything written has been encrypted and handed to the stream, with
    a close_notify; disconnected() follows. During the handshake it waits for that. Nothing more is
    read.
*/
void RdmaTlsStream::disconnectFromHost()
{
    if (d->state == QAbstractSocket::UnconnectedState)
        return;
    const bool encrypted = d->phase == RdmaTlsStreamPrivate::Encrypted;
    if (!d->abortCalled && d->isConnecting()) {
        d->pendingClose = true;
        return;
    }
    const RdmaTlsStreamPrivate::SameConnection goesOn(d.data());
    if (d->abortCalled || !encrypted) {
        const bool wasConnected = d->state == QAbstractSocket::ConnectedState
                || d->state == QAbstractSocket::ClosingState;
        d->dropStream();
        if (goesOn)
            d->becomeUnconnected(wasConnected);
        return;
    }
    d->setState(QAbstractSocket::ClosingState);
    if (!goesOn)
        return;
    if (!d->out.isEmpty())
        d->pumpLater(); // as with QSslSocket, the end comes after this function
    else if (d->sendTurn())
        d->lookForEnd(); // nothing else tells of a peer that has gone behind a full buffer
}

/*! Half-close: tells the peer, by a close_notify, that nothing more will be written; reading goes
    on. Bytes that were written before still arrive. The peer emits readChannelFinished() and may go
    on writing.
    \sa RdmaStream::closeWriteChannel()
*/
void RdmaTlsStream::closeWriteChannel()
{
    if (d->state == QAbstractSocket::UnconnectedState)
        return;
    d->writeChannelClosed = true;
    d->pumpLater();
}

/*! Closes at once, and drops bytes that are not encrypted yet: then the peer finds a truncated
    connection. Never blocks. */
void RdmaTlsStream::abort()
{
    d->abortCalled = true;
    close();
}

qint64 RdmaTlsStream::bytesAvailable() const
{
    return QIODevice::bytesAvailable() + d->in.size();
}

/*! Bytes that were written and are not encrypted yet. */
qint64 RdmaTlsStream::bytesToWrite() const
{
    return QIODevice::bytesToWrite() + d->out.size();
}

/*! Bytes that have arrived and are not decrypted yet; 0 before the handshake has begun. */
qint64 RdmaTlsStream::encryptedBytesAvailable() const
{
    return d->sslMode == UnencryptedMode ? 0 : d->raw->bytesAvailable();
}

/*! Bytes of records that are not in a send buffer yet. */
qint64 RdmaTlsStream::encryptedBytesToWrite() const
{
    return d->raw->bytesToWrite();
}

bool RdmaTlsStream::canReadLine() const
{
    return QIODevice::canReadLine() || d->in.indexOf('\n') >= 0;
}

void RdmaTlsStream::close()
{
    const QPointer<RdmaTlsStream> alive(this);
    QIODevice::close();
    if (!alive)
        return;
    d->in.clear();
    disconnectFromHost();
}

bool RdmaTlsStream::isSequential() const
{
    return true;
}

/*! Encrypts as much as possible, copies it into send buffers and starts sending; returns whether
    that was anything. */
bool RdmaTlsStream::flush()
{
    const quint64 before = d->departures;
    const QPointer<RdmaTlsStream> alive(this);
    if (d->phase == RdmaTlsStreamPrivate::Encrypted)
        d->sendTurn();
    const bool flushed = alive && d->flushStream();
    return !alive || flushed || d->departures != before;
}

quint16 RdmaTlsStream::localPort() const
{
    return d->raw->localPort();
}

QHostAddress RdmaTlsStream::localAddress() const
{
    return d->raw->localAddress();
}

quint16 RdmaTlsStream::peerPort() const
{
    return d->raw->peerPort();
}

QHostAddress RdmaTlsStream::peerAddress() const
{
    return d->raw->peerAddress();
}

QString RdmaTlsStream::peerName() const
{
    return d->raw->peerName();
}

qint64 RdmaTlsStream::readBufferSize() const
{
    return d->readBufferSize;
}

/*! Limits the bytes that are decrypted ahead to \a size; 0, the default, is no limit. A full buffer
    holds up the peer. */
void RdmaTlsStream::setReadBufferSize(qint64 size)
{
    if (std::exchange(d->readBufferSize, size) == size || d->phase == RdmaTlsStreamPrivate::Idle)
        return;
    d->limitStream();
    d->roomAgain = true;
    d->pumpLater();
}

qint64 RdmaTlsStream::writeBufferSize() const
{
    return d->writeBufferSize;
}

/*! Limits bytesToWrite() to \a size bytes, as RdmaStream::setWriteBufferSize() does; 0, the
    default, is no limit. */
void RdmaTlsStream::setWriteBufferSize(qint64 size)
{
    d->writeBufferSize = size;
}

QSslConfiguration RdmaTlsStream::sslConfiguration() const
{
    return d->configuration;
}

/*! Sets the \a configuration of the next handshake; the default is
    QSslConfiguration::defaultConfiguration(). sessionCipher(), peerCertificate() and
    nextNegotiatedProtocol() tell the result of the negotiation, sslConfiguration() does not.
*/
void RdmaTlsStream::setSslConfiguration(const QSslConfiguration &configuration)
{
    d->configuration = configuration;
    d->context.reset();
}

QSsl::SslProtocol RdmaTlsStream::protocol() const
{
    return d->configuration.protocol();
}

/*! Sets the \a protocol of the next handshake, which must include TLS 1.3. This and the setters
    below change sslConfiguration(), as those of QSslSocket do. */
void RdmaTlsStream::setProtocol(QSsl::SslProtocol protocol)
{
    d->configure(&QSslConfiguration::setProtocol, protocol);
}

QSslCertificate RdmaTlsStream::localCertificate() const
{
    return d->configuration.localCertificate();
}

/*! Sets the \a certificate to show to peers; setPrivateKey() sets its key. */
void RdmaTlsStream::setLocalCertificate(const QSslCertificate &certificate)
{
    d->configure(&QSslConfiguration::setLocalCertificate, certificate);
}

/*! \overload
    Reads the certificate from the file at \a path, which is in \a format.
*/
void RdmaTlsStream::setLocalCertificate(const QString &path, QSsl::EncodingFormat format)
{
    setLocalCertificate(QSslCertificate::fromPath(path, format).value(0));
}

QList<QSslCertificate> RdmaTlsStream::localCertificateChain() const
{
    return d->configuration.localCertificateChain();
}

/*! Sets the certificate to show to peers and those of the CAs between it and one that peers know:
    the \a chain, the certificate itself first. */
void RdmaTlsStream::setLocalCertificateChain(const QList<QSslCertificate> &chain)
{
    d->configure(&QSslConfiguration::setLocalCertificateChain, chain);
}

QSslKey RdmaTlsStream::privateKey() const
{
    return d->configuration.privateKey();
}

/*! Sets the private \a key of localCertificate(). */
void RdmaTlsStream::setPrivateKey(const QSslKey &key)
{
    d->configure(&QSslConfiguration::setPrivateKey, key);
}

/*! \overload
    Reads the key from the file at \a path, which is in \a format and of \a algorithm, and encrypted
    by \a passPhrase unless that is empty. A file that cannot be read is a warning and no key.
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

RdmaTlsStream::PeerVerifyMode RdmaTlsStream::peerVerifyMode() const
{
    return d->configuration.peerVerifyMode();
}

/*! Sets in what \a mode peers are verified. RdmaTlsStream::AutoVerifyPeer, the default, is
    VerifyPeer for clients and QueryPeer for servers. */
void RdmaTlsStream::setPeerVerifyMode(PeerVerifyMode mode)
{
    d->configure(&QSslConfiguration::setPeerVerifyMode, mode);
}

int RdmaTlsStream::peerVerifyDepth() const
{
    return d->configuration.peerVerifyDepth();
}

/*! Sets how many CAs there may be between the certificate of the peer and one of the
    configuration's to \a depth; 0, the default, is OpenSSL's limit of 100. */
void RdmaTlsStream::setPeerVerifyDepth(int depth)
{
    d->configure(&QSslConfiguration::setPeerVerifyDepth, depth);
}

QString RdmaTlsStream::peerVerifyName() const
{
    return d->verifyName;
}

/*! Sets the name or address that the server's certificate must be for to \a hostName; empty, the
    default, is the one that is connected to.
*/
void RdmaTlsStream::setPeerVerifyName(const QString &hostName)
{
    d->verifyName = hostName;
}

int RdmaTlsStream::handshakeTimeout() const
{
    return d->handshakeTimeout;
}

/*! Ends a connection whose handshake takes longer than \a msecs milliseconds, by
    QAbstractSocket::SocketTimeoutError; 30000 by default, a negative value is no limit. It needs an
    event loop: without one waitForEncrypted() has a time-out of its own.

    The end of a connection has the same limit. A peer says by a close_notify that it has written
    everything; when it then ends its stream neither whole nor half within that time, the connection
    is closed by QAbstractSocket::RemoteHostClosedError, as if it had.
*/
void RdmaTlsStream::setHandshakeTimeout(int msecs)
{
    d->handshakeTimeout = msecs;
}

/*! Returns handshakeTimeout() as a duration. */
std::chrono::milliseconds RdmaTlsStream::handshakeTimeoutAsDuration() const
{
    return std::chrono::milliseconds(handshakeTimeout());
}

/*! \overload
    More than an int of milliseconds holds is as much as that.
*/
void RdmaTlsStream::setHandshakeTimeout(std::chrono::milliseconds timeout)
{
    setHandshakeTimeout(QtRdmaPrivate::toMsecs(timeout));
}

QAbstractSocket::SocketState RdmaTlsStream::state() const
{
    return d->state;
}

QAbstractSocket::SocketError RdmaTlsStream::error() const
{
    return d->socketError;
}

/*! The last error in full: call, cause and hint. */
RdmaError RdmaTlsStream::rdmaError() const
{
    return d->error;
}

/*! The role of this side since its handshake has begun, also after the end;
    RdmaTlsStream::UnencryptedMode before. */
RdmaTlsStream::SslMode RdmaTlsStream::mode() const
{
    return d->sslMode;
}

/*! Returns whether the handshake has finished, and the connection has not ended. */
bool RdmaTlsStream::isEncrypted() const
{
    return d->phase == RdmaTlsStreamPrivate::Encrypted;
}

/*! Returns whether the peer said, by a close_notify that nobody can forge, that it had sent
    everything before the connection ended. */
bool RdmaTlsStream::endedCleanly() const
{
    return d->endedCleanly;
}

/*! Returns whether nothing more will become readable: readChannelFinished() has been emitted. The
    peer may still read. */
bool RdmaTlsStream::isReadChannelFinished() const
{
    return d->readChannelFinished;
}

/*! The certificate of the peer; null before it has arrived, and when the peer has none. It is there
    in slots of sslErrors() and encrypted(), and until the next connection begins: a server can say
    whom it has refused.
*/
QSslCertificate RdmaTlsStream::peerCertificate() const
{
    return d->peerChain.isEmpty() ? QSslCertificate() : d->peerChain.constFirst();
}

/*! The certificates that the peer has sent, its own first. */
QList<QSslCertificate> RdmaTlsStream::peerCertificateChain() const
{
    return d->peerChain;
}

QSslCipher RdmaTlsStream::sessionCipher() const
{
    return d->cipher;
}

/*! QSsl::TlsV1_3, or QSsl::UnknownProtocol before encrypted(). */
QSsl::SslProtocol RdmaTlsStream::sessionProtocol() const
{
    return d->cipher.isNull() ? QSsl::UnknownProtocol : QSsl::TlsV1_3;
}

/*! The application protocol that both sides have agreed on (ALPN); empty when there was none to
    agree on. */
QByteArray RdmaTlsStream::nextNegotiatedProtocol() const
{
    return d->nextProtocol;
}

/*! The errors of the certificate of the peer, also when they were ignored or, with
    QSslSocket::QueryPeer, of no importance. */
QList<QSslError> RdmaTlsStream::sslHandshakeErrors() const
{
    return d->certificateErrors;
}

/*! Lets the handshake go on although the certificate of the peer has errors, now and whenever they
    are all among \a errors. */
void RdmaTlsStream::ignoreSslErrors(const QList<QSslError> &errors)
{
    d->ignoredErrors = errors;
}

/*! \overload
    All errors of the handshake that goes on, or comes next on a stream given to the constructor.
    This also trusts an attacker in the middle.
*/
void RdmaTlsStream::ignoreSslErrors()
{
    d->ignoresAll = true;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the stream below, as
    RdmaStream::waitForConnected() does. */
bool RdmaTlsStream::waitForConnected(int msecs)
{
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
*/
bool RdmaTlsStream::waitForEncrypted(int msecs)
{
    if (!d->isConnecting())
        return isEncrypted();
    if (d->asking)
        return false;
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d.data());
    if (!waitForConnected(msecs) || !goesOn)
        return false;
    if (d->phase == RdmaTlsStreamPrivate::Connecting)
        d->startHandshake(); // the caller may be a slot, called before this object's own slot
    if (!goesOn)
        return false;
    const bool settled = d->waitUntil(deadline, &RdmaStream::waitForReadyRead,
                                      [this] { return !d->isConnecting(); });
    if (goesOn && !settled && !d->ending)
        d->waitTimedOut();
    return goesOn && isEncrypted();
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for new bytes, without an event loop; returns
    whether there are. */
bool RdmaTlsStream::waitForReadyRead(int msecs)
{
    if (d->state == QAbstractSocket::UnconnectedState)
        return false;
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d.data());
    // Counted from here on: bytes that come with the end of the handshake are new, too.
    const quint64 before = d->arrivals;
    if (!d->waitEncryptedFirst(deadline) || !goesOn)
        return false;
    const bool arrived = d->waitUntil(deadline, &RdmaStream::waitForReadyRead,
                                      [this, before] { return d->arrivals != before; });
    if (goesOn && !arrived && !d->ending && !d->engine->peerClosed())
        d->waitTimedOut();
    return arrived;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) until something written has been encrypted, and
    its records have left: when bytesToWrite() is 0 afterwards, all of them are in send buffers.
    Returns whether that was so.
*/
bool RdmaTlsStream::waitForBytesWritten(int msecs)
{
    if (d->state == QAbstractSocket::UnconnectedState) {
        qWarning("RdmaTlsStream::waitForBytesWritten() is not allowed in UnconnectedState");
        return false;
    }
    if (d->hasAllLeft())
        return false;
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d.data());
    const bool isAllEncrypted = d->out.isEmpty();
    const quint64 before = d->departures;
    if (!d->waitEncryptedFirst(deadline) || !goesOn)
        return false;
    const bool written = d->waitUntil(deadline, &RdmaStream::waitForBytesWritten, [=, this] {
        const bool moved = isAllEncrypted || d->departures != before;
        return moved && (!d->out.isEmpty() || d->hasAllLeft());
    });
    if (goesOn && !written && !d->ending && deadline.hasExpired())
        d->waitTimedOut();
    return written;
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for the end of the connection; returns whether
    it has come. An attempt to connect that fails was none. */
bool RdmaTlsStream::waitForDisconnected(int msecs)
{
    if (d->state == QAbstractSocket::UnconnectedState) {
        qWarning("RdmaTlsStream::waitForDisconnected() is not allowed in UnconnectedState");
        return false;
    }
    const QDeadlineTimer deadline(msecs);
    const RdmaTlsStreamPrivate::SameConnection goesOn(d.data());
    if (d->phase == RdmaTlsStreamPrivate::Connecting && !waitForConnected(msecs))
        return false;
    if (goesOn && d->isConnecting() && !waitForEncrypted(RdmaTlsStreamPrivate::remaining(deadline)))
        return goesOn.hasEnded();
    const bool ended = goesOn.hasEnded()
            || d->waitUntil(deadline, &RdmaStream::waitForDisconnected,
                            [&goesOn] { return goesOn.hasEnded(); });
    if (goesOn && !ended && isEncrypted() && !d->ending && deadline.hasExpired())
        d->waitTimedOut();
    return ended;
}

qint64 RdmaTlsStream::readData(char *data, qint64 maxSize)
{
    const qint64 count = d->take(data, qMin(maxSize, d->in.size()));
    if (count == 0 && maxSize > 0 && d->state == QAbstractSocket::UnconnectedState)
        return -1;
    return count;
}

// See RdmaStream::readLineData().
qint64 RdmaTlsStream::readLineData(char *data, qint64 maxSize)
{
    const auto searched = QByteArrayView(d->in).first(qMin(maxSize, d->in.size()));
    const qint64 newline = searched.indexOf('\n');
    return readData(data, newline < 0 ? maxSize : newline + 1);
}

qint64 RdmaTlsStream::skipData(qint64 maxSize)
{
    if (d->in.isEmpty())
        return d->state == QAbstractSocket::UnconnectedState ? -1 : 0;
    return d->take(nullptr, qMin(maxSize, d->in.size()));
}

qint64 RdmaTlsStream::writeData(const char *data, qint64 size)
{
    if (d->state == QAbstractSocket::UnconnectedState || d->writeChannelClosed || d->saidClose) {
        d->setError(RdmaError(RdmaError::Category::Usage, {}, 0, tr("Socket is not connected"), {},
                              QAbstractSocket::UnknownSocketError));
        return -1;
    }
    const qint64 room = qMax<qint64>(d->writeBufferSize - bytesToWrite(), 0);
    const qint64 taken = d->writeBufferSize > 0 ? qMin(size, room) : size;
    d->out.append(data, taken);
    if (taken > 0 && isEncrypted())
        d->pumpLater();
    return taken;
}
