// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaabstractserver_p.h"

#include "../base/stillhere_p.h"

#include <QtRdma/rdmaserver.h>

/*!
    \class RdmaServer
    \inmodule QtRdma
    \since 0.1
    \brief Listens for RdmaStream connections, with the interface of QTcpServer.

    \snippet stream.cpp server

    As a kernel does for TCP, the server completes connections ahead, up to listenBacklogSize(),
    before anybody asks for them. So a client in the same thread can wait for its connection. With
    AcceptPolicy::Deferred incomingConnection() gets each request first and decides:
    RdmaStream::accept(), RdmaQueuePair::accept(), another thread, or
    RdmaConnectionRequest::reject(). Handshakes never block and never hold up each other.

    Streams that have been handed out are children of the server; give them another parent to keep
    them longer.

    \section1 Many connections

    One thread serves thousands of connections: they need no further descriptors, timers or
    notifiers. setSharedReceives() bounds the memory that they take while idle. When many clients
    may connect at the same moment, for example after a restart, setListenBacklogSize() must have
    room for them: otherwise some are refused, or make way for others. RdmaReconnector tries again.
    Strangers who connect and say nothing keep out nobody.

    \section1 Streams in several threads

    A connected stream cannot change its thread, but a request can: incomingConnection() sends it to
    the thread in which the stream shall live, and RdmaStream::accept() makes the connection there.
    \c examples/pool shows a complete server.

    \snippet stream.cpp pool

    A server that listens can be moved to another thread, as QTcpServer can. It goes on listening on
    the same port. Clients that come after moveToThread() are served in the new thread, as soon as
    its event loop runs or waitForNewConnection() is called there. Connections that came before and
    were not taken end: waiting requests are refused as by a busy server, and pending connections
    are closed. Streams that were taken are children of the server until they get another parent;
    they move with it, and end if they are connected.

    The limits of the server (setMaxConnections() and others) count these streams too. A request
    that nobody accepts is refused when its last copy is destroyed.
*/

/*! \enum RdmaServer::AcceptPolicy
    \value Ahead Connections are complete before newConnection(). The default.
    \value Deferred incomingConnection() gets requests that nobody has answered.
*/

/*! \property RdmaServer::acceptPolicy
    \brief Whether the server answers a request at once, or incomingConnection() does.
*/

/*! Creates a server with \a parent that does not listen. */
RdmaServer::RdmaServer(QObject *parent) : RdmaAbstractServer(parent) { }

RdmaServer::~RdmaServer()
{
    shutDown();
}

/*! Returns whether the server answers a request at once, or incomingConnection() does. */
RdmaServer::AcceptPolicy RdmaServer::acceptPolicy() const
{
    return d->acceptsAhead ? AcceptPolicy::Ahead : AcceptPolicy::Deferred;
}

/*! Sets the \a policy for requests that come from now on. */
void RdmaServer::setAcceptPolicy(AcceptPolicy policy)
{
    if (policy == acceptPolicy())
        return;
    d->acceptsAhead = policy == AcceptPolicy::Ahead;
    Q_EMIT acceptPolicyChanged(policy);
}

bool RdmaServer::hasPendingConnections() const
{
    return holdsConnections();
}

/*! Returns the next connection, a child of the server and yours to delete, or null. */
RdmaStream *RdmaServer::nextPendingConnection()
{
    return takeConnection();
}

void RdmaServer::serveRequest(const RdmaConnectionRequest &request)
{
    const QtRdmaPrivate::StillHere alive(this);
    incomingConnection(request);
    if (alive)
        Q_EMIT newConnection();
}

/*! Called for each connection. The default makes an RdmaStream of \a request and adds it to the
    pending ones. */
void RdmaServer::incomingConnection(const RdmaConnectionRequest &request)
{
    auto *stream = new RdmaStream(this);
    if (acceptConnection(stream, request))
        addPendingConnection(stream);
    else
        delete stream;
}

/*! Adds \a stream to what nextPendingConnection() returns. */
void RdmaServer::addPendingConnection(RdmaStream *stream)
{
    holdConnection(stream);
    Q_EMIT pendingConnectionAvailable();
}
