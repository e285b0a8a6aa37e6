// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmabridge_p.h"

#include "bridgeconnection_p.h"
#include "locallistener_p.h"
#include "localsocket_p.h"

#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qpointer.h>

#include <unistd.h>

#include <cerrno>
#include <utility>

using namespace QtRdmaPrivate;

static RdmaAbstractStream *makePlainStream(const RdmaStreamOptions &options)
{
    auto *const stream = new RdmaStream;
    stream->setOptions(options);
    return stream;
}

static RdmaError usageError(const QString &text, const QString &hint = {})
{
    return {
        RdmaError::Category::Usage,     QStringLiteral("RdmaBridge::listen()"), EINVAL, text, hint,
        QAbstractSocket::OperationError
    };
}

RdmaBridgePrivate::RdmaBridgePrivate(RdmaBridge *bridge) : q(bridge)
{
    options.setHalfOpen(true);
}

// --- listening ---

bool RdmaBridgePrivate::fail(const RdmaError &failure)
{
    error = failure;
    return false;
}

bool RdmaBridgePrivate::setEnds(const BridgeEndpoint &source, const QString &target)
{
    if (isListening())
        return fail(usageError(RdmaBridge::tr("The bridge listens already.")));
    const auto end = BridgeEndpoint::fromString(target);
    if (!end)
        return fail(BridgeEndpoint::problemOf(target));
    if (source.isLocal() == end->isLocal())
        return fail(usageError(RdmaBridge::tr("A bridge has one end of RDMA and one local end"),
                               RdmaBridge::tr("The end of RDMA is written rdma://host:port.")));
    if (end->kind != BridgeEndpoint::Kind::Unix && end->port == 0)
        return fail(usageError(RdmaBridge::tr("Port 0 is no port to connect to")));
    from = source;
    to = *end;
    return true;
}

bool RdmaBridgePrivate::listenLocally(int descriptor)
{
    auto made = std::make_unique<LocalListener>(q);
    if (!(descriptor < 0 ? made->listen(from) : made->adopt(descriptor)))
        return fail(made->error());
    listener = made.release();
    from = listener->endpoint();
    QObject::connect(listener, &LocalListener::accepted, q,
                     [this](int socket, const QHostAddress &peer) { socketCame(socket, peer); });
    QObject::connect(listener, &LocalListener::acceptFailed, q, &RdmaBridge::acceptFailed);
    updateAccepting();
    return true;
}

static Rdma::StreamTransports transportsOf(Rdma::TransportPolicy policy)
{
    using Transport = Rdma::StreamTransport;
    switch (policy) {
    case Rdma::TransportPolicy::TcpOnly:
        return Transport::Tcp;
    case Rdma::TransportPolicy::PreferRdma:
        return Transport::Rdma | Transport::Tcp;
    case Rdma::TransportPolicy::RdmaOnly:
        break;
    }
    return Transport::Rdma;
}

bool RdmaBridgePrivate::listenOverRdma()
{
    if (from.address().isNull())
        return fail(usageError(
                RdmaBridge::tr("\"%1\" is no address to listen on").arg(from.host),
                RdmaBridge::tr("Give an IPv4 or IPv6 address of this machine, or any.")));
    std::unique_ptr<RdmaAbstractServer> made(makeServer ? makeServer() : new RdmaServer);
    made->setStreamOptions(options);
    made->setTransports(transportsOf(options.transport()));
    made->setTcpPort(options.tcpPort());
    made->setMaxConnections(qMax(made->maxConnections(), maxConnections));
    if (maxConnectionsPerAddress > 0)
        made->setMaxConnectionsPerAddress(maxConnectionsPerAddress);
    if (!made->listen(from.address(), from.port))
        return fail(made->rdmaError());
    server = made.release();
    server->setParent(q);
    from.port = server->serverPort();
    QObject::connect(server, &RdmaAbstractServer::newConnection, q, [this] { streamsCame(); });
    QObject::connect(server, &RdmaAbstractServer::acceptError, q,
                     [this] { Q_EMIT q->acceptFailed(server->rdmaError()); });
    return true;
}

// Either may be the sender of the signal in whose slot this is called.
void RdmaBridgePrivate::stopListening()
{
    delete std::exchange(listener, nullptr);
    if (RdmaAbstractServer *const closed = std::exchange(server, nullptr)) {
        closed->disconnect(q);
        closed->close();
        closed->deleteLater();
    }
}

void RdmaBridgePrivate::updateAccepting()
{
    if (listener)
        listener->setAccepting(hasPlace());
    else if (server)
        streamsCame();
}

// --- connections ---

void RdmaBridgePrivate::socketCame(int descriptor, const QHostAddress &peer)
{
    const bool isTooMany = maxConnectionsPerAddress > 0 && !peer.isNull()
            && perAddress.value(peer) >= maxConnectionsPerAddress;
    if (isTooMany) {
        ++counts.refused;
        setReset(descriptor);
        ::close(descriptor);
        return;
    }
    BridgeConnection *const connection = add(peer);
    updateAccepting();
    const RdmaStreamOptions wanted = optionsOfStreams();
    connection->dialStream(descriptor, makeStream ? makeStream(wanted) : makePlainStream(wanted),
                           to);
}

// The others wait at the server.
void RdmaBridgePrivate::streamsCame()
{
    const QPointer<RdmaBridge> here(q);
    while (here && server && hasPlace() && server->hasPendingConnections()) {
        RdmaAbstractStream *const stream = server->nextPendingConnection();
        add({})->dialSocket(stream, to);
    }
}

// One attempt takes no longer than all of them together.
RdmaStreamOptions RdmaBridgePrivate::optionsOfStreams() const
{
    RdmaStreamOptions result = options;
    const int limit = options.connectTimeout();
    if (timeouts.connect > 0 && (limit < 0 || limit > timeouts.connect))
        result.setConnectTimeout(timeouts.connect);
    return result;
}

BridgeConnection *RdmaBridgePrivate::add(const QHostAddress &peer)
{
    const quint64 number = ++counts.accepted;
    ++counts.connections;
    if (!peer.isNull())
        ++perAddress[peer];
    auto *const connection = new BridgeConnection(number, peer, timeouts, &counts, q);
    connections.insert(number, connection);
    QObject::connect(connection, &BridgeConnection::opened, q,
                     [this, number] { Q_EMIT q->connectionOpened(number); });
    QObject::connect(connection, &BridgeConnection::waiting, q,
                     [this, number](const RdmaError &why, int msecs) {
                         Q_EMIT q->connectionWaiting(number, why, msecs);
                     });
    QObject::connect(connection, &BridgeConnection::ended, q,
                     [this, connection](const RdmaError &why) { ended(connection, why); });
    return connection;
}

void RdmaBridgePrivate::ended(BridgeConnection *connection, const RdmaError &why)
{
    const quint64 number = connection->number();
    connections.remove(number);
    --counts.connections;
    const QHostAddress peer = connection->peer();
    if (perAddress.contains(peer) && --perAddress[peer] == 0)
        perAddress.remove(peer);
    connection->deleteLater(); // it is the sender
    const QPointer<RdmaBridge> here(q);
    if (why.isError()) {
        ++counts.failed;
        Q_EMIT q->connectionFailed(number, why);
    } else {
        Q_EMIT q->connectionClosed(number);
    }
    if (here)
        updateAccepting();
    if (here)
        finishIfDone();
}

void RdmaBridgePrivate::finishIfDone()
{
    if (!isListening() && counts.connections == 0)
        Q_EMIT q->finished();
}
