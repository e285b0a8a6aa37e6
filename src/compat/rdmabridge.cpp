// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmabridge_p.h"

#include "bridgeconnection_p.h"
#include "locallistener_p.h"

#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qpointer.h>

#include <cerrno>
#include <utility>

using namespace QtRdmaPrivate;

/*!
    \class RdmaBridge
    \inmodule QtRdmaCompat
    \since 0.1
    \brief Connects local sockets of TCP or Unix with RDMA streams, for programs that make their own
    sockets.

    Each connection that comes to the one end is connected with the other end, and bytes go both
    ways. Two bridges, one on each machine, carry the connections of two programs over RDMA, and
    neither program knows:

    \snippet compat.cpp bridge

    \section1 Ends

    One end is local: \c{host:port} or \c{tcp://host:port} for TCP, with brackets around an IPv6
    address, or \c{unix:/path}. The other one is \c{rdma://host:port}. To listen, the host is an
    address of this machine, or \c any; to connect it may be a name.

    \section1 The end of a connection

    Each direction ends behind its bytes, so that a program which has ended its own still gets the
    answer. A connection that was cut on one side, because a program or a bridge has died or has
    reset it, is cut on the other: the TCP socket there is reset, and RdmaStream::endedCleanly() is
    \c false. Nobody takes a part of the data for the whole, as far as the sockets can say so: a
    Unix socket can only end, and RdmaStream over TCP sees nothing but the end when the other
    process has died.

    \section1 Flow control

    The bridge reads no more from one side than the other takes: a connection has up to 256 KiB for
    each direction in its memory, and what RdmaStreamOptions::sendBudget and
    RdmaStreamOptions::window allow. A program that stops reading stops its peer, and no other
    connection.

    \section1 Servers that are away

    Where the other end cannot be reached, a new connection waits, and the bridge tries again after
    50 ms, then after twice that each time, and every two seconds at last. After connectTimeout() it
    is cut. Nothing is read from it before, so nothing is lost when the other end comes. The bridge
    goes on when the other side has been started again; connections that were open are cut.

    The functions of an object are called in its thread, which needs an event loop. A slot of any
    signal may delete the object.
    \sa RdmaStream, RdmaServer
*/

/*! \typedef RdmaBridge::StreamFactory
    A function that makes a stream, with the options of the bridge.
    \since 0.1
*/

/*! \typedef RdmaBridge::ServerFactory
    A function that makes a server.
    \since 0.1
*/

/*! \fn void RdmaBridge::connectionOpened(quint64 connection)
    Emitted when both ends of a \a connection are there. Its number is not used again.
    \since 0.1
*/

/*! \fn void RdmaBridge::connectionClosed(quint64 connection)
    Emitted when a \a connection has ended in good order.
    \since 0.1
*/

/*! \fn void RdmaBridge::connectionFailed(quint64 connection, const RdmaError &error)
    Emitted when a \a connection was cut, or did not come about; \a error tells why.
    \since 0.1
*/

/*! \fn void RdmaBridge::connectionWaiting(quint64 connection, const RdmaError &error, int msecs)
    Emitted when the other end of a \a connection could not be reached, because of \a error, and is
    tried again in \a msecs milliseconds.
    \since 0.1
*/

/*! \fn void RdmaBridge::acceptFailed(const RdmaError &error)
    Emitted when a connection could not be accepted for a reason on this side, too few descriptors
    for example, which \a error tells. The bridge tries again after 100 ms.
    \since 0.1
*/

/*! \fn void RdmaBridge::finished()
    Emitted when the bridge does not listen any more, and its last connection has ended.
    \since 0.1
    \sa close()
*/

/*! Constructs a bridge with the given \a parent, which does not listen yet.
    \since 0.1
*/
RdmaBridge::RdmaBridge(QObject *parent) : QObject(parent), d(new RdmaBridgePrivate(this)) { }

/*! Destroys the bridge, and cuts its connections without a signal. */
RdmaBridge::~RdmaBridge()
{
    d->stopListening();
    qDeleteAll(std::exchange(d->connections, {}));
}

/*! Listens at the end \a from, and connects what comes there to the end \a to. One of them is
    local. Returns \c false, with rdmaError(), when an end is none, when both are local or neither
    is, when the bridge listens already, and when listening fails. A Unix socket that a process left
    behind is replaced.
    \since 0.1
*/
bool RdmaBridge::listen(const QString &from, const QString &to)
{
    const auto endpoint = BridgeEndpoint::fromString(from);
    if (!endpoint)
        return d->fail(BridgeEndpoint::problemOf(from));
    if (!d->setEnds(*endpoint, to))
        return false;
    return endpoint->isLocal() ? d->listenLocally(-1) : d->listenOverRdma();
}

/*! Takes connections from \a descriptor, a socket of TCP or Unix that listens, as systemd hands it
    over, and connects them to the end \a to, which is of RDMA. The descriptor belongs to the bridge
    when this returns \c true. Returns \c false, with rdmaError(), for what is no such socket, and
    for the reasons of listen().
    \since 0.1
*/
bool RdmaBridge::listenOnDescriptor(int descriptor, const QString &to)
{
    return d->setEnds({}, to) && d->listenLocally(descriptor);
}

/*! Returns whether the bridge takes connections, or would if it had not as many as it takes.
    \since 0.1
*/
bool RdmaBridge::isListening() const
{
    return d->isListening();
}

/*! Returns the end where the bridge listens, with the port that was chosen if that was 0; empty if
    it does not listen.
    \since 0.1
*/
QString RdmaBridge::listenEndpoint() const
{
    return isListening() ? d->from.toString() : QString();
}

/*! Stops listening. The connections go on, and finished() follows when the last one has ended.
    \since 0.1
*/
void RdmaBridge::close()
{
    if (!isListening())
        return;
    d->stopListening();
    d->finishIfDone();
}

/*! Stops listening, and cuts all connections: connectionFailed() is emitted for each of them.
    \since 0.1
*/
void RdmaBridge::abort()
{
    const QPointer<RdmaBridge> here(this);
    d->stopListening();
    const QList<quint64> numbers = d->connections.keys();
    for (quint64 number : numbers) {
        BridgeConnection *const connection = here ? d->connections.value(number) : nullptr;
        if (connection)
            connection->cut();
    }
    if (here && numbers.isEmpty())
        d->finishIfDone();
}

/*! Returns the options of the streams.
    \since 0.1
*/
RdmaStreamOptions RdmaBridge::streamOptions() const
{
    return d->options;
}

/*! Sets the \a options of the streams that are connected, or accepted, from now on.
    RdmaStreamOptions::transport() also says over what the bridge listens: over both with
    Rdma::TransportPolicy::PreferRdma. RdmaStreamOptions::isHalfOpen() is set in any case.
    \since 0.1
*/
void RdmaBridge::setStreamOptions(const RdmaStreamOptions &options)
{
    d->options = options;
    d->options.setHalfOpen(true);
}

/*! Has \a factory make each stream that is to be connected. It is given the options for it. The
    bridge connects the stream, which then belongs to it. Without a factory the bridge makes an
    RdmaStream.

    \snippet compattls.cpp bridge

    An RdmaTlsStream carries data when its peer has been verified, not before.
    \since 0.1
    \sa setServerFactory()
*/
void RdmaBridge::setStreamFactory(const StreamFactory &factory)
{
    d->makeStream = factory;
}

/*! Has \a factory make the server of a bridge that listens over RDMA, an RdmaTlsServer for
    example. The bridge sets its options, and it belongs to the bridge. Without a factory the bridge
    makes an RdmaServer.
    \since 0.1
    \sa setStreamFactory()
*/
void RdmaBridge::setServerFactory(const ServerFactory &factory)
{
    d->makeServer = factory;
}

/*! Returns how many connections there may be at a time.
    \since 0.1
*/
int RdmaBridge::maxConnections() const
{
    return d->maxConnections;
}

/*! Sets how many connections there may be at a time to \a count, 1000 by default; at least 1. More
    wait where they came, as with QTcpServer::pauseAccepting(): in the kernel, or at the RdmaServer.
    \since 0.1
*/
void RdmaBridge::setMaxConnections(int count)
{
    d->maxConnections = qMax(1, count);
    d->updateAccepting();
}

/*! Returns how many connections one address may have; 0 is no limit.
    \since 0.1
*/
int RdmaBridge::maxConnectionsPerAddress() const
{
    return d->maxConnectionsPerAddress;
}

/*! Sets how many connections one address may have to \a count; 0, the default, is no limit. More
    are refused. For RDMA this is RdmaAbstractServer::setMaxConnectionsPerAddress(), to be set
    before listen(). Connections of a Unix socket have no address.
    \since 0.1
*/
void RdmaBridge::setMaxConnectionsPerAddress(int count)
{
    d->maxConnectionsPerAddress = qMax(0, count);
}

/*! Returns how long the other end may be away, in milliseconds.
    \since 0.1
*/
int RdmaBridge::connectTimeout() const
{
    return d->timeouts.connect;
}

/*! Sets how long a connection waits until the other end is reached to \a msecs milliseconds, 30000
    by default; negative: for ever.
    \since 0.1
*/
void RdmaBridge::setConnectTimeout(int msecs)
{
    d->timeouts.connect = msecs;
}

/*! Returns after how long a connection is cut on which nothing moves, in milliseconds; 0: never.
    \since 0.1
*/
int RdmaBridge::idleTimeout() const
{
    return d->timeouts.idle;
}

/*! Has connections that come from now on be cut when no byte moves either way for \a msecs
    milliseconds; 0, the default: never. It takes up to twice this time.
    \since 0.1
*/
void RdmaBridge::setIdleTimeout(int msecs)
{
    d->timeouts.idle = qMax(0, msecs);
}

/*! Returns how many connections there are, with those whose other end is not reached yet.
    \since 0.1
*/
int RdmaBridge::connectionCount() const
{
    return d->counts.connections;
}

/*! Returns what the bridge has done so far.
    \since 0.1
*/
RdmaBridgeStatistics RdmaBridge::statistics() const
{
    RdmaBridgeStatistics statistics;
    statistics.d = new BridgeStatisticsData;
    statistics.d->counts = d->counts;
    return statistics;
}

/*! Returns why listen() or listenOnDescriptor() has failed: call, cause and hint.
    \since 0.1
*/
RdmaError RdmaBridge::rdmaError() const
{
    return d->error;
}

/*! Returns rdmaError() as a text.
    \since 0.1
*/
QString RdmaBridge::errorString() const
{
    return d->error.toString();
}
