// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASERVER_H
#define RDMASERVER_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaconnectionrequest.h>
#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmastreamoptions.h>
#include <QtRdma/qtrdmaglobal.h>

#include <QtCore/qobject.h>
#include <QtCore/qscopedpointer.h>
#include <QtNetwork/qabstractsocket.h>
#include <QtNetwork/qhostaddress.h>

class RdmaServerPrivate;
class RdmaStream;

class Q_RDMA_EXPORT RdmaServer : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RdmaServer)

public:
    enum class AcceptPolicy : quint8 { Ahead, Deferred };
    Q_ENUM(AcceptPolicy)

    explicit RdmaServer(QObject *parent = nullptr);
    ~RdmaServer() override;

    bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0);
    void close();
    bool isListening() const;

    void setMaxPendingConnections(int numConnections);
    int maxPendingConnections() const;
    void setListenBacklogSize(int size);
    int listenBacklogSize() const;
    void setMaximumConnections(int numConnections);
    int maximumConnections() const;
    void setMaximumConnectionsPerAddress(int numConnections);
    int maximumConnectionsPerAddress() const;
    int connections() const;

    AcceptPolicy acceptPolicy() const;
    void setAcceptPolicy(AcceptPolicy policy);
    RdmaStreamOptions streamOptions() const;
    void setStreamOptions(const RdmaStreamOptions &options);
    Rdma::WireFormats wireFormats() const;
    void setWireFormats(Rdma::WireFormats formats);
    int sharedReceives() const;
    void setSharedReceives(int count);
    int sharedReceivesReserved() const;

    quint16 serverPort() const;
    QHostAddress serverAddress() const;

    bool waitForNewConnection(int msecs = 0, bool *timedOut = nullptr);
    virtual bool hasPendingConnections() const;
    virtual RdmaStream *nextPendingConnection();

    QAbstractSocket::SocketError serverError() const;
    QString errorString() const;
    RdmaError rdmaError() const;

    void pauseAccepting();
    void resumeAccepting();

Q_SIGNALS:
    void newConnection();
    void pendingConnectionAvailable(QPrivateSignal);
    void acceptError(QAbstractSocket::SocketError socketError);

protected:
    bool event(QEvent *event) override;
    virtual void incomingConnection(const RdmaConnectionRequest &request);
    void addPendingConnection(RdmaStream *stream);

private:
    friend class RdmaServerPrivate;
    QScopedPointer<RdmaServerPrivate> d;
};

#endif // RDMASERVER_H
