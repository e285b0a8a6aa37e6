// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmatcpserver.h>

#include "streamhandles_p.h"

#include <QtRdma/rdmaserver.h>

#include <QtCore/qlibraryinfo.h>
#include <QtCore/qsocketnotifier.h>
#include <QtCore/qversionnumber.h>

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

using namespace QtRdmaPrivate;

/*!
    \class RdmaTcpServer
    \inmodule QtRdmaCompat
    \since 0.1
    \brief A QTcpServer whose connections come over RDMA.

    It hands out RdmaTcpSocket objects, for code that takes a QTcpServer or QTcpSocket. It is in the
    library QtRdmaCompat, CMake component \c Compat.

    \snippet compat.cpp server

    It is made over an RdmaServer of its own, or over one that is given to it: an RdmaServer with
    options, which can listen over TCP on the same port, too
    (RdmaAbstractServer::setTransports()), or an RdmaTlsServer.

    \section1 Classes that derive from it

    incomingConnection() and addPendingConnection() are used as those of QTcpServer are. The number
    that comes with incomingConnection() is no descriptor, but RdmaTcpSocket::setSocketDescriptor()
    takes it:

    \snippet compat.cpp incoming

    It does so in the thread of the server, where a connection stays. A server that serves each
    connection in a thread of its own is an RdmaServer, whose incomingConnection() comes before the
    connection is accepted.

    \section1 Code that knows only QTcpServer

    Only hasPendingConnections() and nextPendingConnection() of QTcpServer are virtual, so listen(),
    close(), isListening(), serverPort() and some others are those of this class where they are
    called on an RdmaTcpServer, and those of QTcpServer where they are called on a pointer to that:

    \list
    \li isListening() of the base is \c false, unless there is a decoy: the base listens on a free
        TCP port of 127.0.0.1, and whatever connects to it is closed. QHttpServer::bind() refuses a
        server that does not listen, from Qt 6.8 on, and then the decoy is on by default;
        setDecoyEnabled() turns it on and off. serverPort() of the base, which
        QHttpServer::serverPorts() returns, is the port of the decoy.
    \li listen() of the base would make it a server for TCP alone. It closes each connection, and
        warns.
    \li serverError() and errorString() of the base know nothing of RDMA. pauseAccepting(),
        waitForNewConnection(), setListenBacklogSize() and setProxy() of the base have no effect.
        setMaxPendingConnections() has.
    \endlist

    Sockets are children of the server, as those of QTcpServer are. close() deletes the connections
    that nobody has taken. A server that listens can be moved to another thread, which ends the
    connections that nobody has taken, with a warning.

    \sa RdmaTcpSocket
*/

// QHttpServer::bind() does so.
static bool qtRefusesServersThatDoNotListen()
{
    return QLibraryInfo::version() >= QVersionNumber(6, 8);
}

/*! Makes a server over an RdmaServer of its own. The \a parent deletes it.
    \since 0.1
*/
RdmaTcpServer::RdmaTcpServer(QObject *parent) : RdmaTcpServer(new RdmaServer, parent) { }

/*! Makes a server over \a server, an RdmaServer or RdmaTlsServer, and becomes its owner. It may
    listen already. The \a parent deletes this server.
    \since 0.1
*/
RdmaTcpServer::RdmaTcpServer(RdmaAbstractServer *server, QObject *parent)
    : QTcpServer(parent)
    , m_server(server)
{
    m_server->setParent(this);
    setDecoyEnabled(qtRefusesServersThatDoNotListen());
    connect(m_server, &RdmaAbstractServer::newConnection, this, &RdmaTcpServer::takeConnections);
    connect(m_server, &RdmaAbstractServer::acceptError, this, &QTcpServer::acceptError);
}

/*! Stops listening, and deletes the sockets that are still children of the server.
    \since 0.1
*/
RdmaTcpServer::~RdmaTcpServer() = default;

/*! Returns the server that takes the connections.
    \since 0.1
*/
RdmaAbstractServer *RdmaTcpServer::server() const
{
    return m_server;
}

/*! Returns whether listen() has the base class listen, too, on a TCP port of 127.0.0.1 that takes
    nobody. The default is \c true where Qt is 6.8 or newer.
    \since 0.1
*/
bool RdmaTcpServer::isDecoyEnabled() const
{
    return m_isDecoyEnabled;
}

/*! Has a server that listens, now or later, a decoy or none, as \a enabled says.
    \since 0.1
*/
void RdmaTcpServer::setDecoyEnabled(bool enabled)
{
    m_isDecoyEnabled = enabled;
    if (!enabled)
        stopDecoy();
    else if (m_server->isListening() && !m_decoy)
        startDecoy();
}

/*! Listens on \a port of \a address; 0 is any port. Returns \c false with errorString() when that
    cannot be had. RdmaAbstractServer::listen() does the work.
    \since 0.1
*/
bool RdmaTcpServer::listen(const QHostAddress &address, quint16 port)
{
    m_refusal.clear();
    if (!m_server->listen(address, port))
        return false;
    if (!m_isDecoyEnabled || startDecoy())
        return true;
    m_server->close();
    return false;
}

// The base listens, and does not accept: derived classes would take a visitor for a connection.
bool RdmaTcpServer::startDecoy()
{
    if (!QTcpServer::listen(QHostAddress::LocalHost))
        return false;
    QTcpServer::pauseAccepting();
    m_decoy = new QSocketNotifier(QTcpServer::socketDescriptor(), QSocketNotifier::Read, this);
    connect(m_decoy, &QSocketNotifier::activated, this, &RdmaTcpServer::dropVisitor);
    return true;
}

void RdmaTcpServer::stopDecoy()
{
    delete std::exchange(m_decoy, nullptr);
    QTcpServer::close();
}

void RdmaTcpServer::dropVisitor()
{
    const int visitor = ::accept(int(m_decoy->socket()), nullptr, nullptr);
    if (visitor >= 0)
        ::close(visitor);
    else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
        m_decoy->setEnabled(false); // visitors wait, which harms nobody
}

/*! Stops listening. Connections that nobody has taken are closed.
    \since 0.1
*/
void RdmaTcpServer::close()
{
    m_server->close();
    stopDecoy();
    qDeleteAll(std::exchange(m_pending, {}));
}

/*! Returns whether the server listens over RDMA.
    \since 0.1
*/
bool RdmaTcpServer::isListening() const
{
    return m_server->isListening();
}

/*! Returns the port, 0 when the server does not listen.
    \since 0.1
*/
quint16 RdmaTcpServer::serverPort() const
{
    return m_server->serverPort();
}

/*! Returns the address, a null one when the server does not listen.
    \since 0.1
*/
QHostAddress RdmaTcpServer::serverAddress() const
{
    return m_server->serverAddress();
}

/*! Returns -1: a server for RDMA has no descriptor of a socket.
    \since 0.1
*/
qintptr RdmaTcpServer::socketDescriptor() const
{
    return -1;
}

/*! Returns \c false, with serverError() QAbstractSocket::UnsupportedSocketOperationError: RDMA has
    no use for a \a socketDescriptor.
    \since 0.1
*/
bool RdmaTcpServer::setSocketDescriptor(qintptr socketDescriptor)
{
    Q_UNUSED(socketDescriptor)
    m_refusal = tr("setSocketDescriptor(): a server for RDMA has no descriptor of a socket. Use "
                   "listen()");
    return false;
}

/*! Waits up to \a msecs milliseconds, -1 for ever, for a connection, without an event loop. Returns
    whether there is one. Sets \a timedOut when the time was over.
    \since 0.1
*/
bool RdmaTcpServer::waitForNewConnection(int msecs, bool *timedOut)
{
    if (timedOut)
        *timedOut = false;
    const QPointer<RdmaTcpServer> alive(this);
    takeConnections();
    if (!alive)
        return false;
    return hasPendingConnections() || m_server->waitForNewConnection(msecs, timedOut);
}

/*! \reimp
    \since 0.1
*/
bool RdmaTcpServer::hasPendingConnections() const
{
    return !m_pending.isEmpty();
}

/*! \reimp
    Returns the next connection, a child of the server, or null.
    \since 0.1
*/
RdmaTcpSocket *RdmaTcpServer::nextPendingConnection()
{
    if (m_pending.isEmpty())
        return nullptr;
    if (m_server->hasPendingConnections()) // there is room for one now
        QMetaObject::invokeMethod(this, &RdmaTcpServer::takeConnections, Qt::QueuedConnection);
    return m_pending.takeFirst();
}

// As QTcpServer does it: each connection has its signals before the next one is taken.
void RdmaTcpServer::takeConnections()
{
    const QPointer<RdmaTcpServer> alive(this);
    while (alive && m_pending.size() < maxPendingConnections()) {
        RdmaAbstractStream *const stream = m_server->nextPendingConnection();
        if (!stream)
            return;
        incomingConnection(handleOf(stream));
        if (alive)
            Q_EMIT newConnection();
    }
}

/*! Returns the error of listen(), setSocketDescriptor() or accepting.
    \since 0.1
*/
QAbstractSocket::SocketError RdmaTcpServer::serverError() const
{
    if (!m_refusal.isEmpty())
        return QAbstractSocket::UnsupportedSocketOperationError;
    const QAbstractSocket::SocketError error = m_server->serverError();
    return error != QAbstractSocket::UnknownSocketError ? error : QTcpServer::serverError();
}

/*! Returns the text of the error, with the call, the cause and a hint.
    \since 0.1
*/
QString RdmaTcpServer::errorString() const
{
    if (!m_refusal.isEmpty())
        return m_refusal;
    const bool isOurs = m_server->serverError() != QAbstractSocket::UnknownSocketError;
    return isOurs ? m_server->errorString() : QTcpServer::errorString();
}

/*! Takes no connections until resumeAccepting().
    \since 0.1
*/
void RdmaTcpServer::pauseAccepting()
{
    m_server->pauseAccepting();
}

/*! Takes connections again.
    \since 0.1
*/
void RdmaTcpServer::resumeAccepting()
{
    m_server->resumeAccepting();
}

/*! \reimp
    Called for each connection. Its \a handle is no descriptor: RdmaTcpSocket::setSocketDescriptor()
    takes it, in this thread. This implementation gives a socket of createSocket() to
    addPendingConnection().
    \since 0.1
*/
void RdmaTcpServer::incomingConnection(qintptr handle)
{
    if (RdmaAbstractStream *const stream = takeStream(handle)) {
        addPendingConnection(createSocket(stream));
        return;
    }
    ::close(int(handle));
    qWarning("RdmaTcpServer: listen() was called on a pointer to QTcpServer, where it is not "
             "virtual, and nobody is served. Call RdmaTcpServer::listen()");
}

/*! Has nextPendingConnection() return \a socket. Derived classes call it in incomingConnection(),
    as they call that of QTcpServer.
    \since 0.1
*/
void RdmaTcpServer::addPendingConnection(RdmaTcpSocket *socket)
{
    m_pending.append(socket);
    // Only QTcpServer can emit this signal by a name that the compiler sees.
    QMetaObject::invokeMethod(this, "pendingConnectionAvailable", Qt::DirectConnection);
}

/*! Makes a socket over \a stream for incomingConnection(). Derived classes return sockets of their
    own.
    \since 0.1
*/
RdmaTcpSocket *RdmaTcpServer::createSocket(RdmaAbstractStream *stream)
{
    return new RdmaTcpSocket(stream, this);
}
