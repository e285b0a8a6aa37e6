// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATLSSERVER_H
#define RDMATLSSERVER_H

#include <QtRdma/qtrdmatlsexport.h>
#include <QtRdma/rdmaabstractserver.h>
#include <QtRdma/rdmatlsstream.h>

#include <QtCore/qlist.h>
#include <QtNetwork/qsslconfiguration.h>
#include <QtNetwork/qsslerror.h>

#include <chrono>

class RdmaTlsServerPrivate;

/// Listens for RdmaTlsStream connections, with the interface of QSslServer.
class Q_RDMA_TLS_EXPORT RdmaTlsServer : public RdmaAbstractServer
{
    Q_OBJECT
    Q_PROPERTY(int handshakeTimeout READ handshakeTimeout WRITE setHandshakeTimeout NOTIFY
                       handshakeTimeoutChanged)
    Q_DISABLE_COPY_MOVE(RdmaTlsServer)

public:
    explicit RdmaTlsServer(QObject *parent = nullptr);
    ~RdmaTlsServer() override;

    /// Listens as RdmaAbstractServer::listen() does with `address` and `port`.
    bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0) override;
    /// Stops listening and drops the connections that nobody has taken.
    void close() override;

    /// Returns the configuration of the connections.
    QSslConfiguration sslConfiguration() const;
    /// Sets the `configuration` of the connections from now on; see RdmaTlsStream for what of it is
    /// used.
    void setSslConfiguration(const QSslConfiguration &configuration);
    /// Returns how many milliseconds a handshake may take.
    int handshakeTimeout() const;
    /// Ends connections whose handshake takes longer than `msecs` milliseconds; 5000 by default, a
    /// negative value is no limit.
    void setHandshakeTimeout(int msecs);
    std::chrono::milliseconds handshakeTimeoutAsDuration() const;
    void setHandshakeTimeout(std::chrono::milliseconds timeout);

    /// Waits up to `msecs` milliseconds (-1: for ever) for an encrypted connection without an event
    /// loop; newConnection() is emitted from inside.
    bool waitForNewConnection(int msecs = 0, bool *timedOut = nullptr) override;
    bool hasPendingConnections() const override;
    /// The next encrypted connection, a child of the server and yours to delete, or null.
    RdmaTlsStream *nextPendingConnection() override;

Q_SIGNALS:
    void startedEncryptionHandshake(RdmaTlsStream *stream);
    void errorOccurred(RdmaTlsStream *stream, QAbstractSocket::SocketError error);
    void sslErrors(RdmaTlsStream *stream, const QList<QSslError> &errors);
    void peerVerifyError(RdmaTlsStream *stream, const QSslError &error);
    void handshakeTimeoutChanged(int msecs);

protected:
    virtual RdmaTlsStream *createStream(RdmaStream *stream);

private:
    friend class RdmaTlsServerPrivate;
    void serveRequest(const RdmaConnectionRequest &request) final;

    QScopedPointer<RdmaTlsServerPrivate> d;
};

#endif // RDMATLSSERVER_H
