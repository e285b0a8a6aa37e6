// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatlsserver_p.h"

#include "rdmatlsstream_p.h"

#include "../base/msecs_p.h"
#include "../base/peersource_p.h"

#include <QtCore/qmetaobject.h>
#include <QtCore/qpointer.h>

#include <utility>

using namespace QtRdmaPrivate;

static constexpr int HandshakeTurn = 20; // ms, where several are waited for

/*!
    \class RdmaTlsServer
    \inmodule QtRdmaTls
    \since 0.1
    \brief Listens for RdmaTlsStream connections, with the interface of QSslServer.

    \snippet tls.cpp server

    newConnection() comes when the handshake has finished, and the client is verified if
    sslConfiguration() says QSslSocket::VerifyPeer. A handshake that fails, or takes longer than
    handshakeTimeout(), is an errorOccurred(), and its stream is deleted.

    The server holds at most listenBacklogSize() connections whose handshakes go on, or have
    finished without the connection being taken. When there are more, one whose handshake goes on
    makes way for the new one, as setListenBacklogSize() describes, so that clients that say nothing
    keep out nobody; where all have finished the others wait. No handshake begins while
    maxPendingConnections() have finished without being taken. Handshakes cost processor time,
    mostly the server's: set maxConnectionsPerAddress() where strangers can connect. A connection
    that nobody has taken reads no more than 64 KiB ahead. After pauseAccepting() the handshakes
    that go on still finish.

    Streams that have been handed out are children of the server; give them another parent to keep
    them longer. Handshakes need the event loop of the thread.
    \sa RdmaTlsStream
*/

/*! \property RdmaTlsServer::handshakeTimeout
    \brief How long a handshake may take, in milliseconds.
*/

/*! \fn void RdmaTlsServer::startedEncryptionHandshake(RdmaTlsStream *stream)
    Emitted before the handshake of \a stream, to connect to its RdmaTlsStream::sslErrors() for
    example.
*/

/*! \fn void RdmaTlsServer::errorOccurred(RdmaTlsStream *stream, QAbstractSocket::SocketError error)
    Emitted when the handshake of \a stream has failed with \a error; RdmaTlsStream::rdmaError()
    tells more, RdmaTlsStream::peerCertificate() of a client that was refused whose certificate it
    was. One that had to make way for another client is a SocketResourceError. The stream is deleted
    afterwards.
*/

/*! \fn void RdmaTlsServer::sslErrors(RdmaTlsStream *stream, const QList<QSslError> &errors)
    The \a stream has emitted RdmaTlsStream::sslErrors() with \a errors. Connect to it before
    connections come: whether anybody has decides how a client is refused, see there.
*/

/*! \fn void RdmaTlsServer::peerVerifyError(RdmaTlsStream *stream, const QSslError &error)
    The \a stream has emitted RdmaTlsStream::peerVerifyError() with \a error. As for sslErrors(),
    connect to it before connections come.
*/

/*! Creates a server with \a parent that does not listen. */
RdmaTlsServer::RdmaTlsServer(QObject *parent)
    : RdmaAbstractServer(parent)
    , d(new RdmaTlsServerPrivate(this))
{
}

RdmaTlsServer::~RdmaTlsServer()
{
    shutDown();
    d->dropStreams();
}

/*! Listens as RdmaAbstractServer::listen() does with \a address and \a port. Returns \c false, with
    serverError() and errorString(), when that cannot be had, or when sslConfiguration() cannot be
    used: a server needs a certificate and its key.
*/
bool RdmaTlsServer::listen(const QHostAddress &address, quint16 port)
{
    RdmaError failure;
    if (d->prepare(&failure))
        return RdmaAbstractServer::listen(address, port);
    setServerError(failure);
    return false;
}

/*! Stops listening and drops the connections that nobody has taken. Connections that were handed
    out live on. */
void RdmaTlsServer::close()
{
    const QPointer<RdmaTlsServer> alive(this);
    RdmaAbstractServer::close();
    if (alive)
        d->dropStreams();
}

/*! Returns the configuration of the connections. */
QSslConfiguration RdmaTlsServer::sslConfiguration() const
{
    return d->configuration;
}

/*! Sets the \a configuration of the connections from now on; see RdmaTlsStream for what of it is
    used. While the server listens, one that cannot be used makes each handshake fail.
*/
void RdmaTlsServer::setSslConfiguration(const QSslConfiguration &configuration)
{
    d->configuration = configuration;
    d->context.reset();
}

/*! Returns how many milliseconds a handshake may take. */
int RdmaTlsServer::handshakeTimeout() const
{
    return d->handshakeTimeout;
}

/*! Ends connections whose handshake takes longer than \a msecs milliseconds; 5000 by default, a
    negative value is no limit. */
void RdmaTlsServer::setHandshakeTimeout(int msecs)
{
    if (std::exchange(d->handshakeTimeout, msecs) != msecs)
        Q_EMIT handshakeTimeoutChanged(msecs);
}

/*! Returns handshakeTimeout() as a duration. */
std::chrono::milliseconds RdmaTlsServer::handshakeTimeoutAsDuration() const
{
    return std::chrono::milliseconds(handshakeTimeout());
}

/*! \overload
    More than an int of milliseconds holds is as much as that.
*/
void RdmaTlsServer::setHandshakeTimeout(std::chrono::milliseconds timeout)
{
    setHandshakeTimeout(QtRdmaPrivate::toMsecs(timeout));
}

/*! Waits up to \a msecs milliseconds (-1: for ever) for an encrypted connection without an event
    loop; newConnection() is emitted from inside. Returns whether one came; \a timedOut tells
    whether the time ran out. When one could not be accepted it returns at once, and rdmaError() has
    the reason. The handshakes go on in turns, so that a client that says nothing holds up nobody.
*/
bool RdmaTlsServer::waitForNewConnection(int msecs, bool *timedOut)
{
    const QDeadlineTimer deadline(msecs);
    const QPointer<RdmaTlsServer> alive(this);
    const quint64 before = d->announced;
    if (timedOut)
        *timedOut = false;
    d->takeConnections(); // places may have become free
    while (alive && d->announced == before) {
        const int left = RdmaAbstractStreamPrivate::remaining(deadline);
        if (d->handshaking.isEmpty() || left == 0) {
            if (!RdmaAbstractServer::waitForNewConnection(left, timedOut))
                return false;
        } else {
            d->waitForHandshakes(deadline);
        }
    }
    return !alive.isNull();
}

bool RdmaTlsServer::hasPendingConnections() const
{
    return !d->pending.isEmpty();
}

/*! The next encrypted connection, a child of the server and yours to delete, or null. */
RdmaTlsStream *RdmaTlsServer::nextPendingConnection()
{
    return d->pending.isEmpty() ? nullptr : d->handOut();
}

/*! Returns a new RdmaTlsStream over \a stream, or an object of a class derived from it. The new
    object is a child of the server, and \a stream belongs to it from then on. */
RdmaTlsStream *RdmaTlsServer::createStream(RdmaStream *stream)
{
    return new RdmaTlsStream(stream, this);
}

void RdmaTlsServer::serveRequest(const RdmaConnectionRequest &request)
{
    auto *const stream = new RdmaStream(this);
    if (!acceptConnection(stream, request)) {
        delete stream;
        return;
    }
    holdConnection(stream);
    d->takeConnections();
}

RdmaTlsServerPrivate::RdmaTlsServerPrivate(RdmaTlsServer *tlsServer)
    : q(tlsServer)
    , configuration(QSslConfiguration::defaultConfiguration())
{
}

// The server hears nothing of these any more: there is no place for others to be given away.
void RdmaTlsServerPrivate::dropStreams()
{
    const QPointer<RdmaTlsServer> alive(q);
    while (alive && !(handshaking.isEmpty() && pending.isEmpty())) {
        RdmaTlsStream *const stream =
                handshaking.isEmpty() ? pending.takeLast() : handshaking.takeLast();
        stream->disconnect(q);
        delete stream;
    }
}

bool RdmaTlsServerPrivate::prepare(RdmaError *failure)
{
    if (!context)
        context = TlsContext::make(configuration, TlsRole::Server, failure);
    return context != nullptr;
}

void RdmaTlsServerPrivate::takeConnections()
{
    const QPointer<RdmaTlsServer> alive(q);
    while (alive && mayTake()) {
        RdmaStream *const taken = q->takeConnection();
        if (taken->state() != QAbstractSocket::ConnectedState) { // it has gone while it waited
            delete taken;
            continue;
        }
        RdmaTlsStream *const leaving = hasRoom() ? nullptr : takeWhoMakesWay(taken->peerAddress());
        const QPointer<RdmaTlsStream> stream(adopt(taken));
        if (leaving)
            makeWay(leaving);
        if (alive && stream && handshaking.contains(stream))
            startHandshake(stream);
    }
}

bool RdmaTlsServerPrivate::mayTake() const
{
    return q->isListening() && q->holdsConnections() && pending.size() < q->maxPendingConnections()
            && (hasRoom() || !handshaking.isEmpty());
}

bool RdmaTlsServerPrivate::hasRoom() const
{
    return handshaking.size() + pending.size() < q->listenBacklogSize();
}

// As in RdmaServer, strangers that do not finish their handshakes must not keep out others.
RdmaTlsStream *RdmaTlsServerPrivate::takeWhoMakesWay(const QHostAddress &newcomer)
{
    const auto first = firstOfLargestSource(handshaking, newcomer, [](const RdmaTlsStream *stream) {
        return stream->peerAddress();
    });
    // A connection that has just ended has no address any more.
    return handshaking.takeAt(first == handshaking.end() ? 0 : first - handshaking.begin());
}

void RdmaTlsServerPrivate::makeWay(RdmaTlsStream *leaving)
{
    const QPointer<RdmaTlsServer> alive(q);
    const QPointer<RdmaTlsStream> stream(leaving);
    stream->deleteLater();
    stream->d_func()->fail(
            RdmaError(RdmaError::Category::ConnectionRejected, {}, 0,
                      RdmaTlsServer::tr("The handshake had not finished when another "
                                        "client needed its place"),
                      {}, QAbstractSocket::SocketResourceError));
    if (alive && stream)
        Q_EMIT q->errorOccurred(stream, QAbstractSocket::SocketResourceError);
}

void RdmaTlsServerPrivate::takeConnectionsLater()
{
    QMetaObject::invokeMethod(
            q, [this] { takeConnections(); }, Qt::QueuedConnection);
}

// The stream has its place from now on, whatever the slots do that hear of the one that makes way.
RdmaTlsStream *RdmaTlsServerPrivate::adopt(RdmaStream *taken)
{
    RdmaTlsStream *const stream = q->createStream(taken);
    stream->d_func()->pending = true;
    handshaking.append(stream);
    QObject::connect(stream, &QObject::destroyed, q, [this, stream] {
        handshaking.removeAll(stream);
        pending.removeAll(stream);
        takeConnectionsLater();
    });
    QObject::connect(stream, &RdmaTlsStream::encrypted, q, [this, stream] { encrypted(stream); });
    QObject::connect(stream, &RdmaTlsStream::errorOccurred, q, [this, stream] { failed(stream); });
    // There is no error when the program itself has refused the connection.
    QObject::connect(stream, &RdmaTlsStream::disconnected, q, [this, stream] {
        if (handshaking.removeOne(stream)) {
            stream->deleteLater();
            takeConnectionsLater();
        }
    });
    return stream;
}

void RdmaTlsServerPrivate::startHandshake(RdmaTlsStream *stream)
{
    RdmaError failure;
    prepare(&failure);
    stream->d_func()->configuration = configuration;
    stream->d_func()->context = context; // null: the stream tells why
    stream->setHandshakeTimeout(handshakeTimeout);
    passErrorsOn(stream);
    const QPointer<RdmaTlsStream> alive(stream);
    Q_EMIT q->startedEncryptionHandshake(stream);
    if (alive)
        stream->startServerEncryption();
}

RdmaTlsStream *RdmaTlsServerPrivate::handOut()
{
    RdmaTlsStream *const stream = pending.takeFirst();
    stream->disconnect(q);
    stream->d_func()->taken();
    takeConnectionsLater();
    return stream;
}

// Connected only when the server's signal has a receiver: a stream that has nobody to ask refuses
// at once.
void RdmaTlsServerPrivate::passErrorsOn(RdmaTlsStream *stream)
{
    if (q->isSignalConnected(QMetaMethod::fromSignal(&RdmaTlsServer::sslErrors))) {
        QObject::connect(stream, &RdmaTlsStream::sslErrors, q, [this, stream](const auto &errors) {
            Q_EMIT q->sslErrors(stream, errors);
        });
    }
    if (q->isSignalConnected(QMetaMethod::fromSignal(&RdmaTlsServer::peerVerifyError))) {
        QObject::connect(
                stream, &RdmaTlsStream::peerVerifyError, q,
                [this, stream](const auto &wrong) { Q_EMIT q->peerVerifyError(stream, wrong); });
    }
}

void RdmaTlsServerPrivate::encrypted(RdmaTlsStream *stream)
{
    if (!handshaking.removeOne(stream))
        return;
    const QPointer<RdmaTlsServer> alive(q);
    pending.append(stream);
    ++announced;
    Q_EMIT q->pendingConnectionAvailable();
    if (alive)
        Q_EMIT q->newConnection();
}

// A stream that waits to be taken keeps its later errors for the program that takes it.
void RdmaTlsServerPrivate::failed(RdmaTlsStream *stream)
{
    if (!handshaking.removeOne(stream))
        return;
    stream->deleteLater();
    const QPointer<RdmaTlsServer> alive(q);
    Q_EMIT q->errorOccurred(stream, stream->error());
    if (alive)
        takeConnections();
}

// Each in its turn: one that says nothing gets no more of the time than the others.
void RdmaTlsServerPrivate::waitForHandshakes(QDeadlineTimer deadline)
{
    const QPointer<RdmaTlsServer> alive(q);
    const auto going = QList<QPointer<RdmaTlsStream>>(handshaking.begin(), handshaking.end());
    const quint64 before = announced;
    for (const QPointer<RdmaTlsStream> &stream : going) {
        if (!alive || announced != before)
            return;
        if (!stream || !handshaking.contains(stream))
            continue;
        const QDeadlineTimer turn = qMin(deadline, QDeadlineTimer(HandshakeTurn));
        stream->d_func()->waitUntil(turn, &RdmaStream::waitForReadyRead, [this, &alive, &stream] {
            return !alive || !stream || !handshaking.contains(stream);
        });
    }
    if (alive)
        q->serveOne();
}
