// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASERVER_H
#define RDMASERVER_H

#include <QtRdma/rdmaabstractserver.h>
#include <QtRdma/rdmastream.h>

/// Listens for RdmaStream connections, with the interface of QTcpServer.
class Q_RDMA_EXPORT RdmaServer : public RdmaAbstractServer
{
    Q_OBJECT
    Q_PROPERTY(AcceptPolicy acceptPolicy READ acceptPolicy WRITE setAcceptPolicy NOTIFY
                       acceptPolicyChanged)
    Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")
    Q_DISABLE_COPY_MOVE(RdmaServer)

public:
    enum class AcceptPolicy : quint8 { Ahead, Deferred };
    Q_ENUM(AcceptPolicy)

    explicit RdmaServer(QObject *parent = nullptr);
    ~RdmaServer() override;

    /// Returns whether the server answers a request at once, or incomingConnection() does.
    AcceptPolicy acceptPolicy() const;
    /// Sets the `policy` for requests that come from now on.
    void setAcceptPolicy(AcceptPolicy policy);

    bool hasPendingConnections() const override;
    /// Returns the next connection, a child of the server and yours to delete, or null.
    RdmaStream *nextPendingConnection() override;

Q_SIGNALS:
    void acceptPolicyChanged(RdmaServer::AcceptPolicy policy);

protected:
    virtual void incomingConnection(const RdmaConnectionRequest &request);
    void addPendingConnection(RdmaStream *stream);

private:
    void serveRequest(const RdmaConnectionRequest &request) final;
};

#endif // RDMASERVER_H
