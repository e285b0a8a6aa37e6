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

class Q_RDMA_TLS_EXPORT RdmaTlsServer : public RdmaAbstractServer
{
    Q_OBJECT
    Q_PROPERTY(int handshakeTimeout READ handshakeTimeout WRITE setHandshakeTimeout NOTIFY
                       handshakeTimeoutChanged)
    Q_DISABLE_COPY_MOVE(RdmaTlsServer)

public:
    explicit RdmaTlsServer(QObject *parent = nullptr);
    ~RdmaTlsServer() override;

    bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0) override;
    void close() override;

    QSslConfiguration sslConfiguration() const;
    void setSslConfiguration(const QSslConfiguration &configuration);
    int handshakeTimeout() const;
    void setHandshakeTimeout(int msecs);
    std::chrono::milliseconds handshakeTimeoutAsDuration() const;
    void setHandshakeTimeout(std::chrono::milliseconds timeout);

    bool waitForNewConnection(int msecs = 0, bool *timedOut = nullptr) override;
    bool hasPendingConnections() const override;
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
