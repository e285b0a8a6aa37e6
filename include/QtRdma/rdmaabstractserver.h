// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAABSTRACTSERVER_H
#define RDMAABSTRACTSERVER_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaconnectionrequest.h>
#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmastreamoptions.h>
#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

class RdmaAbstractServerPrivate;
class RdmaAbstractStream;
class RdmaStream;

class Q_RDMA_EXPORT RdmaAbstractServer : public QObject
{
    Q_OBJECT
    Q_PROPERTY(bool listening READ isListening NOTIFY listeningChanged)
    Q_PROPERTY(quint16 serverPort READ serverPort NOTIFY serverPortChanged)
    Q_PROPERTY(QHostAddress serverAddress READ serverAddress NOTIFY serverAddressChanged)
    Q_PROPERTY(int maxPendingConnections READ maxPendingConnections WRITE setMaxPendingConnections
                       NOTIFY maxPendingConnectionsChanged)
    Q_PROPERTY(int listenBacklogSize READ listenBacklogSize WRITE setListenBacklogSize NOTIFY
                       listenBacklogSizeChanged)
    Q_PROPERTY(int maxConnections READ maxConnections WRITE setMaxConnections NOTIFY
                       maxConnectionsChanged)
    Q_PROPERTY(int maxConnectionsPerAddress READ maxConnectionsPerAddress WRITE
                       setMaxConnectionsPerAddress NOTIFY maxConnectionsPerAddressChanged)
    Q_PROPERTY(int sharedReceives READ sharedReceives WRITE setSharedReceives NOTIFY
                       sharedReceivesChanged)
    Q_PROPERTY(RdmaError rdmaError READ rdmaError NOTIFY rdmaErrorChanged)
    Q_PROPERTY(QString errorString READ errorString NOTIFY rdmaErrorChanged)
    Q_DISABLE_COPY_MOVE(RdmaAbstractServer)

public:
    ~RdmaAbstractServer() override;

    virtual bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0);
    bool isListening() const;

    void setMaxPendingConnections(int numConnections);
    int maxPendingConnections() const;
    void setListenBacklogSize(int size);
    int listenBacklogSize() const;
    void setMaxConnections(int numConnections);
    int maxConnections() const;
    void setMaxConnectionsPerAddress(int numConnections);
    int maxConnectionsPerAddress() const;
    int connectionCount() const;

    RdmaStreamOptions streamOptions() const;
    void setStreamOptions(const RdmaStreamOptions &options);
    Rdma::StreamTransports transports() const;
    void setTransports(Rdma::StreamTransports transports);
    quint16 tcpPort() const;
    void setTcpPort(quint16 port);
    Rdma::WireFormats wireFormats() const;
    void setWireFormats(Rdma::WireFormats formats);
    int sharedReceives() const;
    void setSharedReceives(int count);
    int sharedReceivesReserved() const;

    quint16 serverPort() const;
    QHostAddress serverAddress() const;

    virtual bool waitForNewConnection(int msecs = 0, bool *timedOut = nullptr);
    Q_INVOKABLE virtual bool hasPendingConnections() const = 0;
    virtual RdmaAbstractStream *nextPendingConnection() = 0;

    QAbstractSocket::SocketError serverError() const;
    QString errorString() const;
    RdmaError rdmaError() const;

public Q_SLOTS:
    virtual void close();
    void pauseAccepting();
    void resumeAccepting();

Q_SIGNALS:
    void newConnection();
    void pendingConnectionAvailable();
    void acceptError(QAbstractSocket::SocketError socketError);
    void listeningChanged(bool listening);
    void serverPortChanged(quint16 port);
    void serverAddressChanged(const QHostAddress &address);
    void maxPendingConnectionsChanged(int numConnections);
    void listenBacklogSizeChanged(int size);
    void maxConnectionsChanged(int numConnections);
    void maxConnectionsPerAddressChanged(int numConnections);
    void sharedReceivesChanged(int count);
    void rdmaErrorChanged();

protected:
    explicit RdmaAbstractServer(QObject *parent = nullptr);

    bool event(QEvent *event) override;
    bool acceptConnection(RdmaStream *stream, const RdmaConnectionRequest &request);
    void holdConnection(RdmaStream *stream);
    bool holdsConnections() const;
    RdmaStream *takeConnection();
    void serveOne();
    void shutDown();
    void setServerError(const RdmaError &error);

private:
    friend class RdmaServer;
    friend class RdmaAbstractServerPrivate;
    virtual void serveRequest(const RdmaConnectionRequest &request) = 0;

    QScopedPointer<RdmaAbstractServerPrivate> d;
};

#endif // RDMAABSTRACTSERVER_H
