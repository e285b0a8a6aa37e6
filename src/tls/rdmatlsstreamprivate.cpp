// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatlsstream_p.h"

#include "tlserrors_p.h"

#include <QtCore/qabstracteventdispatcher.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qpointer.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

using namespace QtRdmaPrivate;

namespace {

constexpr qint64 MaxRecord = 16384;
// The bytes of records that are kept of a peer that is not verified, and those that a limited
// stream keeps before they are decrypted.
constexpr qint64 RecordsKept = 64 * 1024;

} // namespace

RdmaTlsStreamPrivate::RdmaTlsStreamPrivate(RdmaTlsStream *tlsStream, RdmaStream *stream)
    : RdmaAbstractStreamPrivate(tlsStream, "RdmaTlsStream")
    , raw(stream)
    , configuration(QSslConfiguration::defaultConfiguration())
{
}

void RdmaTlsStreamPrivate::takeOver()
{
    Q_Q(RdmaTlsStream);
    raw->setParent(q);
    of(raw)->upper = this;
    handshakeTimer.setParent(q);
    handshakeTimer.setSingleShot(true);
    QObject::connect(&handshakeTimer, &QTimer::timeout, q, [this] { timeIsUp(); });
    if (raw->state() != QAbstractSocket::ConnectedState)
        return;
    beginConnecting({}, raw->peerName(), QIODevice::ReadWrite);
    attach();
    takeEnds();
    state = QAbstractSocket::ConnectedState;
}

// --- the transport ---

qint64 RdmaTlsStreamPrivate::takeRecords(char *data, qint64 size)
{
    return raw->bytesAvailable() > 0 ? raw->read(data, size) : 0;
}

bool RdmaTlsStreamPrivate::putRecords(const char *data, qint64 size)
{
    return raw->write(data, size) == size;
}

// --- signals of the stream ---

// The channel's signals come also while a slot of the other signals runs an event loop.
void RdmaTlsStreamPrivate::attach()
{
    Q_Q(RdmaTlsStream);
    detach();
    QObject::connect(raw, &RdmaStream::hostFound, q, &RdmaTlsStream::hostFound);
    QObject::connect(raw, &RdmaStream::stateChanged, q, [this](auto now) { rawStateChanged(now); });
    QObject::connect(raw, &RdmaStream::connected, q, [this] { rawConnected(); });
    QObject::connect(raw, &RdmaStream::channelReadyRead, q, [this] { pump(); });
    QObject::connect(raw, &RdmaStream::channelBytesWritten, q, [this, q](int, qint64 bytes) {
        const SameConnection goesOn(this);
        Q_EMIT q->encryptedBytesWritten(bytes);
        if (goesOn)
            pump();
    });
    QObject::connect(raw, &RdmaStream::errorOccurred, q, [this] { rawFailed(); });
    QObject::connect(raw, &RdmaStream::readChannelFinished, q, [this] { rawFinishedReading(); });
    QObject::connect(raw, &RdmaStream::disconnected, q, [this] { rawEnded(); });
}

void RdmaTlsStreamPrivate::detach()
{
    Q_Q(RdmaTlsStream);
    QObject::disconnect(raw, nullptr, q, nullptr);
}

void RdmaTlsStreamPrivate::rawStateChanged(QAbstractSocket::SocketState now)
{
    if (phase != Connecting)
        return;
    if (now == QAbstractSocket::ConnectedState) {
        takeEnds();
        if (!engine) // without encryption
            phase = Idle;
    } else if (now == QAbstractSocket::UnconnectedState) {
        phase = Idle;
        engine.reset();
        ++connectionNumber;
        if (raw->rdmaError().isError())
            setError(raw->rdmaError());
    }
    setState(now);
}

void RdmaTlsStreamPrivate::rawConnected()
{
    Q_Q(RdmaTlsStream);
    const SameConnection goesOn(this);
    Q_EMIT q->connected();
    if (goesOn && phase == Connecting) { // no slot has waited for the handshake meanwhile
        startHandshake();
    } else if (goesOn && phase == Idle && closing == Closing::WhenConnected) {
        closing = Closing::No;
        q->disconnectFromHost();
    }
}

void RdmaTlsStreamPrivate::becomeBound()
{
    localPort = raw->localPort();
    localAddress = raw->localAddress();
    setState(QAbstractSocket::BoundState);
}

void RdmaTlsStreamPrivate::unbind()
{
    raw->abort();
    closing = Closing::No;
    forgetEnds();
    setState(QAbstractSocket::UnconnectedState);
}

// Whom it is connected with.
void RdmaTlsStreamPrivate::takeEnds()
{
    localPort = raw->localPort();
    localAddress = raw->localAddress();
    peerPort = raw->peerPort();
    peerAddress = raw->peerAddress();
    peerName = raw->peerName();
    deviceName = raw->deviceName();
}

void RdmaTlsStreamPrivate::rawFailed()
{
    const RdmaError failure = raw->rdmaError();
    // This is the error of a waitFor…() that this class has called, which tells it itself.
    if (failure.cause() == RdmaError::Cause::WaitExpired)
        return;
    if (phase == Idle && state == QAbstractSocket::UnconnectedState)
        setErrorAndEmit(failure); // not connected
    else
        rawError = failure;
}

void RdmaTlsStreamPrivate::rawFinishedReading()
{
    streamEnd = std::max(streamEnd, StreamEnd::Finished);
    if (phase == Encrypted)
        handshakeTimer.stop();
    endDeadline = QDeadlineTimer::Forever;
    pump();
}

void RdmaTlsStreamPrivate::rawEnded()
{
    streamEnd = StreamEnd::Ended;
    if (phase == Encrypted)
        pump();
    else
        endUnencrypted();
}

// --- handshake ---

bool RdmaTlsStreamPrivate::beginConnecting(const char *function, const QString &hostName,
                                           QIODevice::OpenMode mode)
{
    if (!mayConnect(function))
        return false;
    in.clear();
    out.clear();
    fresh = gone = 0;
    rawError = {};
    peerChain.clear();
    certificateErrors.clear();
    cipher = {};
    nextProtocol.clear();
    endDeadline = QDeadlineTimer::Forever;
    sslMode = QSslSocket::UnencryptedMode;
    streamEnd = StreamEnd::Open;
    ignoresAll = false;
    RdmaAbstractStreamPrivate::beginConnecting(hostName, mode);
    return true;
}

void RdmaTlsStreamPrivate::connectStream(quint16 port,
                                         QAbstractSocket::NetworkLayerProtocol protocol)
{
    attach();
    phase = Connecting;
    raw->connectToHost(peerName, port, QIODevice::ReadWrite | QIODevice::Unbuffered, protocol);
}

void RdmaTlsStreamPrivate::connectAgain(const QString &hostName, quint16 port,
                                        QIODevice::OpenMode mode,
                                        QAbstractSocket::NetworkLayerProtocol protocol)
{
    q_func()->connectToHostEncrypted(hostName, port, mode, protocol);
}

// Checks everything that can be wrong before there is a peer.
RdmaError RdmaTlsStreamPrivate::prepare(TlsRole role, const QString &verifiedName)
{
    RdmaError failure;
    if (!context || context->role() != role)
        context = TlsContext::make(configuration, role, &failure);
    if (context) {
        engine = std::make_unique<TlsEngine>(context, this, verifiedName);
        failure = engine->error();
    }
    if (failure.isError())
        engine.reset();
    return failure;
}

void RdmaTlsStreamPrivate::startEncryption(TlsRole role)
{
    if (phase != Idle || state != QAbstractSocket::ConnectedState) {
        qWarning("RdmaTlsStream: encryption can be started once, on a connected stream");
        refuse(RdmaTlsStream::tr("Encryption can be started once, on a connected stream"));
        return;
    }
    const RdmaError unusable = prepare(role, verifyName.isEmpty() ? peerName : verifyName);
    if (unusable.isError())
        fail(unusable);
    else
        startHandshake();
}

void RdmaTlsStreamPrivate::startHandshake()
{
    const SameConnection goesOn(this);
    phase = Handshaking;
    limitStream();
    // The timer starts before any signal, because a slot may wait until the handshake has finished.
    if (handshakeTimeout >= 0 && QAbstractEventDispatcher::instance())
        handshakeTimer.start(handshakeTimeout);
    setMode(context->role() == TlsRole::Client ? QSslSocket::SslClientMode
                                               : QSslSocket::SslServerMode);
    if (goesOn)
        pump();
}

void RdmaTlsStreamPrivate::shakeHands()
{
    if (endTold)
        return;
    engine->setAsksAboutClients(isToBeAsked());
    engine->handshake();
    peerChain = engine->peerChain();
    certificateErrors = engine->certificateErrors();
    if (!tellAlerts() || phase != Handshaking) // a slot has waited for the rest of the handshake
        return;
    switch (engine->state()) {
    case TlsEngine::Handshaking:
        if (streamEnd != StreamEnd::Open)
            endUnencrypted();
        break;
    case TlsEngine::Undecided:
        askAboutErrors();
        break;
    case TlsEngine::Failed:
        fail(engine->error());
        break;
    case TlsEngine::Established:
        becomeEncrypted();
        break;
    }
}

bool RdmaTlsStreamPrivate::isToBeAsked() const
{
    Q_Q(const RdmaTlsStream);
    return ignoresAll || !ignoredErrors.isEmpty()
            || q->isSignalConnected(QMetaMethod::fromSignal(&RdmaTlsStream::sslErrors))
            || q->isSignalConnected(QMetaMethod::fromSignal(&RdmaTlsStream::peerVerifyError));
}

void RdmaTlsStreamPrivate::askAboutErrors()
{
    Q_Q(RdmaTlsStream);
    const SameConnection goesOn(this);
    const QList<QSslError> errors = certificateErrors; // a slot may begin another connection
    phase = Asking;
    for (const QSslError &wrong : errors) {
        Q_EMIT q->peerVerifyError(wrong);
        if (!goesOn)
            return;
    }
    Q_EMIT q->sslErrors(errors);
    if (!goesOn)
        return;
    phase = Handshaking;
    const bool ignored = ignoresAll
            || std::all_of(certificateErrors.cbegin(), certificateErrors.cend(),
                           [this](const auto &wrong) { return ignoredErrors.contains(wrong); });
    engine->decide(ignored);
    shakeHands();
}

void RdmaTlsStreamPrivate::becomeEncrypted()
{
    Q_Q(RdmaTlsStream);
    const SameConnection goesOn(this);
    phase = Encrypted;
    usableFor.start();
    handshakeTimer.stop();
    cipher = engine->cipher();
    nextProtocol = engine->nextProtocol();
    limitStream();
    Q_EMIT q->encryptedChanged(true);
    if (goesOn)
        Q_EMIT q->encrypted();
    if (goesOn && closing == Closing::WhenConnected) {
        closing = Closing::No;
        q->disconnectFromHost();
    }
}

void RdmaTlsStreamPrivate::setMode(QSslSocket::SslMode newMode)
{
    Q_Q(RdmaTlsStream);
    if (std::exchange(sslMode, newMode) != newMode)
        Q_EMIT q->modeChanged(newMode);
}

// False when that was the end, of the connection or of this object.
bool RdmaTlsStreamPrivate::tellAlerts()
{
    Q_Q(RdmaTlsStream);
    if (!engine->hasAlerts())
        return true;
    const SameConnection goesOn(this);
    for (const TlsAlert &alert : engine->takeAlerts()) {
        const auto level = QSsl::AlertLevel(alert.isFatal ? QSsl::AlertLevel::Fatal
                                                          : QSsl::AlertLevel::Warning);
        const auto type = QSsl::AlertType(alert.type);
        if (alert.isReceived)
            Q_EMIT q->alertReceived(level, type, alert.description);
        else
            Q_EMIT q->alertSent(level, type, alert.description);
        if (!goesOn)
            return false;
    }
    return true;
}

// When the application has set a bound, it holds on both sides of the decryption.
void RdmaTlsStreamPrivate::limitStream()
{
    const bool unlimited = readLimit() <= 0 && phase == Encrypted;
    raw->setReadBufferSize(unlimited ? 0 : qMax(readLimit(), RecordsKept));
}

// The bound of decrypted bytes; 0: none. Nobody can read a stream that still waits at its server.
qint64 RdmaTlsStreamPrivate::readLimit() const
{
    return readBufferSize <= 0 && pending ? RecordsKept : readBufferSize;
}

void RdmaTlsStreamPrivate::taken()
{
    pending = false;
    limitStream();
    pumpLater(Pump::Room);
}

void RdmaTlsStreamPrivate::readLimitChanged()
{
    if (phase == Idle)
        return;
    limitStream();
    pumpLater(Pump::Room);
}

// --- moving bytes ---

void RdmaTlsStreamPrivate::pump()
{
    const SameConnection goesOn(this);
    if (phase == Handshaking)
        shakeHands();
    if (!goesOn || phase != Encrypted || endTold)
        return;
    decrypt();
    if (!announceRead() || !tellAlerts() || !sendTurn())
        return;
    if (engine->error().isError())
        fail(engine->error());
    else
        lookForEnd();
}

void RdmaTlsStreamPrivate::pumpLater(Pump why)
{
    const Pump before = std::exchange(queuedPump, std::max(queuedPump, why));
    if (before != Pump::Nothing)
        return;
    const auto pumpNow = [this] {
        const Pump queued = std::exchange(queuedPump, Pump::Nothing);
        // Bytes that a slot has written leave when the slot has returned.
        if (queued == Pump::Room || !out.isEmpty() || isWriteChannelClosed())
            pump();
    };
    QMetaObject::invokeMethod(q_func(), pumpNow, Qt::QueuedConnection);
}

void RdmaTlsStreamPrivate::decrypt()
{
    Q_Q(RdmaTlsStream);
    char data[MaxRecord];
    const bool discards = !q->isReadable() || state == QAbstractSocket::ClosingState;
    qint64 size = 0;
    while ((size = engine->read(data, discards ? MaxRecord : readRoom())) > 0) {
        ++arrivals;
        if (discards)
            continue;
        in.append(data, size);
        fresh += size;
    }
    // Bytes after close_notify mean nothing (RFC 8446, 6.1).
    if (engine->peerClosed() && raw->bytesAvailable() > 0)
        raw->skip(raw->bytesAvailable());
}

void RdmaTlsStreamPrivate::encrypt()
{
    while (!out.isEmpty() && writing != Writing::Ended
           && raw->state() == QAbstractSocket::ConnectedState
           && raw->bytesToWrite() < recordsAhead) {
        const QByteArrayView next = out.next();
        const qint64 size = next.isEmpty() ? 0 : engine->write(next.data(), next.size());
        if (size <= 0)
            break;
        out.taken(size);
        gone += size;
        departures += quint64(size);
    }
}

// For functions that do not return to an event loop: nothing else would send the bytes. True when
// some have left.
bool RdmaTlsStreamPrivate::flushStream()
{
    Q_Q(RdmaTlsStream);
    const QPointer<RdmaTlsStream> alive(q);
    bool flushed = false;
    while (alive && raw->flush()) // makes room, which is filled again
        flushed = true;
    return flushed;
}

// False when that was the end, of the connection or of this object.
bool RdmaTlsStreamPrivate::sendTurn()
{
    const SameConnection goesOn(this);
    encrypt();
    if (!announceWritten())
        return false;
    finishWriting();
    return goesOn && tellAlerts() && phase == Encrypted;
}

// Does what had to wait until the last byte was encrypted.
void RdmaTlsStreamPrivate::finishWriting()
{
    const bool closes = state == QAbstractSocket::ClosingState;
    if (!out.isEmpty() || !(closes || isWriteChannelClosed()))
        return;
    if (std::exchange(writing, Writing::Ended) != Writing::Ended) {
        engine->closeWriting();
        if (!closes)
            raw->closeWriteChannel();
    }
    if (closes && raw->state() == QAbstractSocket::ConnectedState) {
        const SameConnection goesOn(this);
        raw->disconnectFromHost();
        if (goesOn)
            raw->flush(); // there may be no event loop that does it
    }
}

// As with QTcpSocket, a full buffer hides the end.
void RdmaTlsStreamPrivate::lookForEnd()
{
    Q_Q(RdmaTlsStream);
    if (state == QAbstractSocket::ClosingState) {
        endedCleanly = engine->peerClosed();
        if (streamEnd == StreamEnd::Ended)
            becomeUnconnected(true);
        return;
    }
    if (engine->peerClosed() && streamEnd == StreamEnd::Open)
        expectEnd();
    const bool drained = engine->peerClosed() || engine->isStarved();
    if (streamEnd == StreamEnd::Open || !drained || (q->isReadable() && isFull()))
        return;
    if (streamEnd == StreamEnd::Ended)
        remoteClosed();
    else if (raw->state() != QAbstractSocket::ConnectedState)
        return; // the end of the stream is under way, and tells why
    else if (!engine->peerClosed())
        fail(truncationError());
    else
        finishReading();
}

// After close_notify the peer ends its stream, whole or half. That tells whether it still reads.
void RdmaTlsStreamPrivate::expectEnd()
{
    if (handshakeTimeout < 0 || !endDeadline.isForever())
        return;
    endDeadline.setRemainingTime(handshakeTimeout);
    if (QAbstractEventDispatcher::instance())
        handshakeTimer.start(handshakeTimeout);
}

void RdmaTlsStreamPrivate::timeIsUp()
{
    endDeadline = QDeadlineTimer::Forever;
    if (phase == Handshaking || phase == Asking) {
        fail(RdmaError(
                RdmaError::Category::Timeout, QStringLiteral("SSL_do_handshake"), ETIMEDOUT,
                RdmaTlsStream::tr("The TLS handshake took longer than %1 ms").arg(handshakeTimeout),
                RdmaTlsStream::tr("Does the peer speak TLS?"),
                QAbstractSocket::SocketTimeoutError));
    } else if (phase == Encrypted && state == QAbstractSocket::ConnectedState
               && engine->peerClosed()) {
        endedCleanly = true;
        fail(remoteClosedError());
    }
}

// announceRead() and announceWritten() return false when the connection or this object has ended in
// a slot.
bool RdmaTlsStreamPrivate::announceRead()
{
    if (std::exchange(fresh, 0) == 0)
        return true;
    return emitReadyRead() && phase == Encrypted;
}

bool RdmaTlsStreamPrivate::announceWritten()
{
    const qint64 size = std::exchange(gone, 0);
    if (size > 0 && (!emitBytesWritten(size) || phase != Encrypted))
        return false;
    return !out.hasFileEnds() || announceFiles();
}

// As RdmaStreamPrivate::announceFiles().
bool RdmaTlsStreamPrivate::announceFiles()
{
    Q_Q(RdmaTlsStream);
    const SameConnection goesOn(this);
    while (goesOn && phase == Encrypted && out.hasFileEnds()) {
        const TlsOutgoing::FileEnd end = out.takeFileEnd();
        const bool failed = end.error.isError();
        if (failed)
            setErrorAndEmit(end.error);
        if (goesOn)
            Q_EMIT q->fileSent(end.sent);
        const bool endsNext = goesOn && phase == Encrypted
                && (isWriteChannelClosed() || state == QAbstractSocket::ClosingState);
        if (failed && endsNext) {
            closing = Closing::Truncating;
            dropStream();
            if (goesOn)
                becomeUnconnected(true);
        }
    }
    return goesOn && phase == Encrypted;
}

qint64 RdmaTlsStreamPrivate::read(char *data, qint64 most)
{
    const qint64 count = take(data, most);
    return count == 0 && most > 0 && isUnconnected() ? -1 : count;
}

// Null 'data' drops the bytes.
qint64 RdmaTlsStreamPrivate::take(char *data, qint64 size)
{
    const qint64 taken = qMin(size, qint64(in.size()));
    if (data)
        std::copy_n(in.constData(), taken, data);
    removeFirst(&in, taken);
    if (phase == Encrypted && readLimit() > 0)
        pumpLater(Pump::Room);
    return taken;
}

bool RdmaTlsStreamPrivate::isFull() const
{
    Q_Q(const RdmaTlsStream);
    return readLimit() > 0 && q->bytesAvailable() >= readLimit();
}

qint64 RdmaTlsStreamPrivate::readRoom() const
{
    Q_Q(const RdmaTlsStream);
    if (readLimit() <= 0)
        return MaxRecord;
    return qBound<qint64>(0, readLimit() - q->bytesAvailable(), MaxRecord);
}

bool RdmaTlsStreamPrivate::hasAllLeft() const
{
    return out.isEmpty() && raw->bytesToWrite() == 0;
}

bool RdmaTlsStreamPrivate::isConnecting() const
{
    return phase == Connecting || phase == Handshaking || phase == Asking;
}

// --- the end ---

// Ends the connection because of this side, or of what the peer has sent. The alert that tells the
// reason is in the stream already.
void RdmaTlsStreamPrivate::fail(const RdmaError &failure)
{
    if (std::exchange(endTold, true))
        return;
    const SameConnection goesOn(this);
    handshakeTimer.stop();
    setErrorAndEmit(failure);
    if (goesOn)
        dropStream();
    if (goesOn)
        setState(QAbstractSocket::ClosingState);
    if (goesOn)
        becomeUnconnected(true);
}

// The stream has gone before there was encryption.
void RdmaTlsStreamPrivate::endUnencrypted()
{
    if (state == QAbstractSocket::UnconnectedState)
        return;
    if (!engine) { // encryption was never started
        const SameConnection goesOn(this);
        if (rawError.isError())
            setErrorAndEmit(rawError);
        if (goesOn)
            becomeUnconnected(true);
        return;
    }
    const bool broken =
            rawError.isError() && rawError.socketError() != QAbstractSocket::RemoteHostClosedError;
    fail(broken ? rawError
                : RdmaError(RdmaError::Category::ConnectionManager,
                            QStringLiteral("SSL_do_handshake"), 0,
                            RdmaTlsStream::tr("The remote host closed the connection during the "
                                              "TLS handshake"),
                            RdmaTlsStream::tr("Does the peer speak TLS, and trust this side?"),
                            QAbstractSocket::RemoteHostClosedError,
                            RdmaError::Cause::RemoteClosed));
}

// The stream has gone, and the application has all bytes that came before.
void RdmaTlsStreamPrivate::remoteClosed()
{
    const SameConnection goesOn(this);
    endTold = true;
    endedCleanly = engine->peerClosed();
    out.clear();
    if (rawError.isError() && rawError.socketError() != QAbstractSocket::RemoteHostClosedError) {
        setErrorAndEmit(rawError);
    } else {
        setErrorAndEmit(endedCleanly ? remoteClosedError() : truncationError());
    }
    if (goesOn && state == QAbstractSocket::ConnectedState)
        setState(QAbstractSocket::ClosingState);
    if (goesOn)
        becomeUnconnected(true);
}

// Ends the stream at once. A peer that gets all bytes that were written gets close_notify, too;
// another one finds a truncated stream.
void RdmaTlsStreamPrivate::dropStream()
{
    detach();
    handshakeTimer.stop();
    if (phase == Encrypted && out.isEmpty() && closing != Closing::Truncating
        && writing != Writing::Ended)
        engine->closeWriting();
    out.clear();
    const QPointer<RdmaStream> alive(raw); // it has slots of its own
    raw->flush();
    if (alive)
        raw->abort();
}

// For a stream that was closed and is destroyed before all bytes are encrypted. The stream below
// sends the rest.
void RdmaTlsStreamPrivate::handOver()
{
    detach();
    recordsAhead = std::numeric_limits<qint64>::max();
    encrypt();
    finishWriting();
    becomeUnconnected(true);
}

void RdmaTlsStreamPrivate::becomeUnconnected(bool wasConnected)
{
    Q_Q(RdmaTlsStream);
    detach();
    handshakeTimer.stop();
    const bool wasEncrypted = std::exchange(phase, Idle) == Encrypted;
    const bool isNews = std::exchange(state, QAbstractSocket::UnconnectedState)
            != QAbstractSocket::UnconnectedState;
    engine.reset();
    ++connectionNumber;
    if (!q->isOpen() || isAborting())
        in.clear();
    closing = Closing::No;
    endTold = false;
    const SameConnection goesOn(this); // its end is not told of the next connection
    if (wasEncrypted)
        Q_EMIT q->encryptedChanged(false);
    if (goesOn && isNews)
        Q_EMIT q->stateChanged(state);
    if (goesOn && finishReading() && wasConnected)
        Q_EMIT q->disconnected();
    if (goesOn)
        forgetEnds();
}

// --- waiting ---

// The stream below waits; its signals meanwhile drive this object.
bool RdmaTlsStreamPrivate::waitUntil(QDeadlineTimer deadline, bool (RdmaStream::*step)(int),
                                     const std::function<bool()> &done)
{
    const SameConnection goesOn(this);
    pump();
    if (goesOn && raw->state() == QAbstractSocket::UnconnectedState)
        raw->waitForReadyRead(0); // a move to this thread is told in it
    while (goesOn && !endTold && !done() && raw->state() != QAbstractSocket::UnconnectedState) {
        const bool moved = (raw->*step)(remaining(std::min(deadline, endDeadline)));
        if (goesOn && endDeadline.hasExpired())
            timeIsUp();
        if (!goesOn || !moved || deadline.hasExpired())
            break;
    }
    if (goesOn)
        flushStream();
    return goesOn.isAlive() && done();
}

bool RdmaTlsStreamPrivate::waitEncryptedFirst(QDeadlineTimer deadline)
{
    Q_Q(RdmaTlsStream);
    return phase == Encrypted || q->waitForEncrypted(remaining(deadline));
}
