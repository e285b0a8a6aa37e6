// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmatcpserver.h>

#include <QtRdma/rdmaserver.h>

#include <QtCore/qlibraryinfo.h>
#include <QtCore/qversionnumber.h>

#include <unistd.h>

/*!
    \class RdmaTcpServer
    \inmodule QtRdma
    \since 0.1
    \brief A QTcpServer whose connections come over RDMA.

    It hands out RdmaTcpSocket objects, for code that takes a QTcpServer or QTcpSocket. It is in the
    library QtRdmaCompat, CMake component \c Compat.

    \code
    auto *server = new RdmaTcpServer(this);
    connect(server, &QTcpServer::newConnection, server, [server, webSockets] {
        while (QTcpSocket *socket = server->nextPendingConnection())
            webSockets->handleConnection(socket); // a QWebSocketServer
    });
    if (!server->listen(QHostAddress::Any, 7471))
        qWarning() << server->errorString();
    \endcode

    It is made over an RdmaServer of its own, or over one that is given to it: an RdmaServer with
    options, which can listen over TCP on the same port, too
    (RdmaAbstractServer::setTransports()), or an RdmaTlsServer.

    \section1 Code that knows only QTcpServer

    Only hasPendingConnections() and nextPendingConnection() of QTcpServer are virtual, so listen(),
    close(), isListening(), serverPort() and the other functions are those of this class where they
    are called on an RdmaTcpServer, and those of QTcpServer where they are called on a pointer to
    that:

    \list
    \li isListening() of the base is \c false, unless there is a decoy: the base listens on a free
        TCP port of 127.0.0.1 and closes whatever connects to it. QHttpServer::bind() refuses a
        server that does not listen, from Qt 6.8 on, and then the decoy is on by default;
        setDecoyEnabled() turns it on and off. serverPort() of the base, which
        QHttpServer::serverPorts() returns, is the port of the decoy.
    \li listen() of the base would make it a server for TCP alone. It closes each connection, and
        warns.
    \li serverError() and errorString() of the base know nothing of RDMA, and
        setMaxPendingConnections(), pauseAccepting() and waitForNewConnection() of the base affect
        the decoy only.
    \endlist

    incomingConnection() is not called for RDMA, because there is no descriptor: derived classes
    override createSocket().

    Sockets are children of the server, as those of QTcpServer are. close() deletes the connections
    that nobody has taken.

    \sa RdmaTcpSocket
*/

/*! \property RdmaTcpServer::decoyEnabled
    \since 0.1
    \brief whether listen() has the base class listen, too, on a TCP port of 127.0.0.1 that takes
    nobody

    The default is \c true where Qt is 6.8 or newer. It is read by listen().
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
    , m_isDecoyEnabled(qtRefusesServersThatDoNotListen())
{
    m_server->setParent(this);
    connect(m_server, &RdmaAbstractServer::newConnection, this, &QTcpServer::newConnection);
    connect(m_server, &RdmaAbstractServer::acceptError, this, &QTcpServer::acceptError);
    // Only QTcpServer can emit this signal by a name that the compiler sees.
    connect(m_server, SIGNAL(pendingConnectionAvailable()), this,
            SIGNAL(pendingConnectionAvailable())); // clazy:exclude=old-style-connect
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

bool RdmaTcpServer::isDecoyEnabled() const
{
    return m_isDecoyEnabled;
}

void RdmaTcpServer::setDecoyEnabled(bool enabled)
{
    m_isDecoyEnabled = enabled;
}

/*! Listens on \a port of \a address; 0 is any port. Returns \c false with errorString() when that
    cannot be had.
    \sa RdmaAbstractServer::listen()
    \since 0.1
*/
bool RdmaTcpServer::listen(const QHostAddress &address, quint16 port)
{
    if (!m_server->listen(address, port))
        return false;
    if (!m_isDecoyEnabled || QTcpServer::listen(QHostAddress::LocalHost))
        return true;
    m_server->close();
    return false;
}

/*! Stops listening. Connections that nobody has taken are closed.
    \since 0.1
*/
void RdmaTcpServer::close()
{
    m_server->close();
    QTcpServer::close();
}

/*! Returns whether the server listens over RDMA.
    \since 0.1
*/
bool RdmaTcpServer::isListening() const
{
    return m_server->isListening();
}

/*! Limits the connections that wait for nextPendingConnection() to \a numConnections.
    \since 0.1
*/
void RdmaTcpServer::setMaxPendingConnections(int numConnections)
{
    m_server->setMaxPendingConnections(numConnections);
}

/*! Returns the limit of the connections that wait for nextPendingConnection().
    \since 0.1
*/
int RdmaTcpServer::maxPendingConnections() const
{
    return m_server->maxPendingConnections();
}

/*! Sets the number of connections that the server holds before they are pending to \a size.
    \sa RdmaAbstractServer::setListenBacklogSize()
    \since 0.1
*/
void RdmaTcpServer::setListenBacklogSize(int size)
{
    m_server->setListenBacklogSize(size);
}

/*! Returns the number of connections that the server holds before they are pending.
    \since 0.1
*/
int RdmaTcpServer::listenBacklogSize() const
{
    return m_server->listenBacklogSize();
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

/*! Returns \c false: RDMA has no use for a \a socketDescriptor.
    \since 0.1
*/
bool RdmaTcpServer::setSocketDescriptor(qintptr socketDescriptor)
{
    Q_UNUSED(socketDescriptor)
    qWarning("RdmaTcpServer::setSocketDescriptor() is not possible over RDMA: use listen()");
    return false;
}

/*! Waits up to \a msecs milliseconds, -1 for ever, for a connection, without an event loop. Sets
    \a timedOut when the time was over.
    \since 0.1
*/
bool RdmaTcpServer::waitForNewConnection(int msecs, bool *timedOut)
{
    return m_server->waitForNewConnection(msecs, timedOut);
}

/*! \reimp
    \since 0.1
*/
bool RdmaTcpServer::hasPendingConnections() const
{
    return m_server->hasPendingConnections();
}

/*! \reimp
    Returns the next connection, a child of the server, or \nullptr.
    \since 0.1
*/
RdmaTcpSocket *RdmaTcpServer::nextPendingConnection()
{
    RdmaAbstractStream *stream = m_server->nextPendingConnection();
    return stream ? createSocket(stream) : nullptr;
}

/*! Returns the error of listen() or accepting.
    \since 0.1
*/
QAbstractSocket::SocketError RdmaTcpServer::serverError() const
{
    const QAbstractSocket::SocketError error = m_server->serverError();
    return error != QAbstractSocket::UnknownSocketError ? error : QTcpServer::serverError();
}

/*! Returns the text of the error, with the call, the cause and a hint.
    \since 0.1
*/
QString RdmaTcpServer::errorString() const
{
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
    Closes \a descriptor, a connection of TCP to the base class.
    \since 0.1
*/
void RdmaTcpServer::incomingConnection(qintptr descriptor)
{
    ::close(int(descriptor));
    if (!m_server->isListening()) {
        qWarning("RdmaTcpServer: listen() was called on a pointer to QTcpServer, where it is not "
                 "virtual, and nobody is served. Call RdmaTcpServer::listen()");
    }
}

/*! Makes the socket that nextPendingConnection() returns, over \a stream. Derived classes return
    sockets of theirs.
    \since 0.1
*/
RdmaTcpSocket *RdmaTcpServer::createSocket(RdmaAbstractStream *stream)
{
    return new RdmaTcpSocket(stream, this);
}
