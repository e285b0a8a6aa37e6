// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMABRIDGE_H
#define RDMABRIDGE_H

#include <QtRdma/qtrdmacompatexport.h>
#include <QtRdma/rdmabridgestatistics.h>
#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmastreamoptions.h>

#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>

#include <functional>

class RdmaAbstractServer;
class RdmaAbstractStream;
class RdmaBridgePrivate;

/// Connects local sockets of TCP or Unix with RDMA streams, for programs that make their own
/// sockets.
class Q_RDMA_COMPAT_EXPORT RdmaBridge : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaBridge)

public:
    using StreamFactory = std::function<RdmaAbstractStream *(const RdmaStreamOptions &options)>;
    using ServerFactory = std::function<RdmaAbstractServer *()>;

    explicit RdmaBridge(QObject *parent = nullptr);
    ~RdmaBridge() override;

    /// Listens at the end `from`, and connects what comes there to the end `to`.
    bool listen(const QString &from, const QString &to);
    /// Takes connections from `descriptor`, a socket of TCP or Unix that listens, as systemd hands
    /// it over, and connects them to the end `to`, which is of RDMA.
    bool listenOnDescriptor(int descriptor, const QString &to);
    /// Returns whether the bridge takes connections, or would if it had not as many as it takes.
    bool isListening() const;
    /// Returns the end where the bridge listens, with the port that was chosen if that was 0; empty
    /// if it does not listen.
    QString listenEndpoint() const;
    /// Stops listening.
    void close();
    /// Stops listening, and cuts all connections: connectionFailed() is emitted for each of them.
    void abort();

    /// Returns the options of the streams.
    RdmaStreamOptions streamOptions() const;
    /// Sets the `options` of the streams that are connected, or accepted, from now on.
    void setStreamOptions(const RdmaStreamOptions &options);
    /// Has `factory` make each stream that is to be connected.
    void setStreamFactory(const StreamFactory &factory);
    /// Has `factory` make the server of a bridge that listens over RDMA, an RdmaTlsServer for
    /// example.
    void setServerFactory(const ServerFactory &factory);

    /// Returns how many connections there may be at a time.
    int maxConnections() const;
    /// Sets how many connections there may be at a time to `count`, 1000 by default; at least 1.
    void setMaxConnections(int count);
    /// Returns how many connections one address may have; 0 is no limit.
    int maxConnectionsPerAddress() const;
    /// Sets how many connections one address may have to `count`; 0, the default, is no limit.
    void setMaxConnectionsPerAddress(int count);
    /// Returns how long the other end may be away, in milliseconds.
    int connectTimeout() const;
    /// Sets how long a connection waits until the other end is reached to `msecs` milliseconds,
    /// 30000 by default; negative: for ever.
    void setConnectTimeout(int msecs);
    /// Returns after how long a connection is cut on which nothing moves, in milliseconds; 0:
    /// never.
    int idleTimeout() const;
    /// Has connections that come from now on be cut when no byte moves either way for `msecs`
    /// milliseconds; 0, the default: never.
    void setIdleTimeout(int msecs);

    /// Returns how many connections there are, with those whose other end is not reached yet.
    int connectionCount() const;
    /// Returns what the bridge has done so far.
    RdmaBridgeStatistics statistics() const;
    /// Returns why listen() or listenOnDescriptor() has failed: call, cause and hint.
    RdmaError rdmaError() const;
    /// Returns rdmaError() as a text.
    QString errorString() const;

Q_SIGNALS:
    void connectionOpened(quint64 connection);
    void connectionClosed(quint64 connection);
    void connectionFailed(quint64 connection, const RdmaError &error);
    void connectionWaiting(quint64 connection, const RdmaError &error, int msecs);
    void acceptFailed(const RdmaError &error);
    void finished();

private:
    QScopedPointer<RdmaBridgePrivate> d;
};

#endif // RDMABRIDGE_H
