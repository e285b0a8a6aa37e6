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

class Q_RDMA_COMPAT_EXPORT RdmaBridge : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaBridge)

public:
    using StreamFactory = std::function<RdmaAbstractStream *(const RdmaStreamOptions &options)>;
    using ServerFactory = std::function<RdmaAbstractServer *()>;

    explicit RdmaBridge(QObject *parent = nullptr);
    ~RdmaBridge() override;

    bool listen(const QString &from, const QString &to);
    bool listenOnDescriptor(int descriptor, const QString &to);
    bool isListening() const;
    QString listenEndpoint() const;
    void close();
    void abort();

    RdmaStreamOptions streamOptions() const;
    void setStreamOptions(const RdmaStreamOptions &options);
    void setStreamFactory(const StreamFactory &factory);
    void setServerFactory(const ServerFactory &factory);

    int maxConnections() const;
    void setMaxConnections(int count);
    int maxConnectionsPerAddress() const;
    void setMaxConnectionsPerAddress(int count);
    int connectTimeout() const;
    void setConnectTimeout(int msecs);
    int idleTimeout() const;
    void setIdleTimeout(int msecs);

    int connectionCount() const;
    RdmaBridgeStatistics statistics() const;
    RdmaError rdmaError() const;
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
