// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMATLSSERVER_H
#define RDMATLSSERVER_H

#include <QtRdma/qtrdmatlsexport.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qlist.h>
#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>
#include <QtNetwork/qsslconfiguration.h>
#include <QtNetwork/qsslerror.h>

#include <chrono>

class RdmaServer;
class RdmaTlsServerPrivate;
class RdmaTlsStream;

class Q_RDMA_TLS_EXPORT RdmaTlsServer : public QObject
{
    Q_OBJECT
    Q_MOC_INCLUDE("QtRdma/rdmatlsstream.h")
    Q_DISABLE_COPY_MOVE(RdmaTlsServer)

public:
    explicit RdmaTlsServer(QObject *parent = nullptr);
    ~RdmaTlsServer() override;

    RdmaServer *server() const;

    bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0);
    void close();
    bool isListening() const;
    quint16 serverPort() const;
    QHostAddress serverAddress() const;

    QSslConfiguration sslConfiguration() const;
    void setSslConfiguration(const QSslConfiguration &configuration);
    int handshakeTimeout() const;
    void setHandshakeTimeout(int msecs);
    std::chrono::milliseconds handshakeTimeoutAsDuration() const;
    void setHandshakeTimeout(std::chrono::milliseconds timeout);

    bool hasPendingConnections() const;
    RdmaTlsStream *nextPendingConnection();

    QAbstractSocket::SocketError serverError() const;
    QString errorString() const;
    RdmaError rdmaError() const;

Q_SIGNALS:
    void newConnection();
    void pendingConnectionAvailable(QPrivateSignal);
    void startedEncryptionHandshake(RdmaTlsStream *stream);
    void errorOccurred(RdmaTlsStream *stream, QAbstractSocket::SocketError error);
    void sslErrors(RdmaTlsStream *stream, const QList<QSslError> &errors);
    void peerVerifyError(RdmaTlsStream *stream, const QSslError &error);

private:
    friend class RdmaTlsServerPrivate;
    QScopedPointer<RdmaTlsServerPrivate> d;
};

#endif // RDMATLSSERVER_H
