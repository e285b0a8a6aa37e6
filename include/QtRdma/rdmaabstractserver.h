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

/// The base of RdmaServer and RdmaTlsServer: listens, and limits what strangers can use up.
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

    /// Listens on `port` (0: any free one) of `address`, or on all addresses of all RDMA devices.
    virtual bool listen(const QHostAddress &address = QHostAddress::Any, quint16 port = 0);
    /// Returns whether the server listens.
    bool isListening() const;

    /// Sets how many connections may wait for nextPendingConnection() to `numConnections` (default
    /// 30; a negative number has the effect of 0).
    void setMaxPendingConnections(int numConnections);
    /// Returns how many connections may wait for nextPendingConnection().
    int maxPendingConnections() const;
    /// Sets how many connections may be complete, or on the way, before somebody takes them, to
    /// `size` (default 50; less than 1 is 1).
    void setListenBacklogSize(int size);
    /// Returns how many connections may be complete, or on the way, before somebody takes them.
    int listenBacklogSize() const;
    /// Sets how many connections there may be at a time, in all, to `numConnections` (0, the
    /// default: any number; a negative number is 0).
    void setMaxConnections(int numConnections);
    /// Returns how many connections there may be at a time.
    int maxConnections() const;
    /// Sets how many connections there may be at a time from one address to `numConnections` (0,
    /// the default: any number; a negative number is 0), so that no client can use up what
    /// setMaxConnections() leaves to all.
    void setMaxConnectionsPerAddress(int numConnections);
    /// Returns how many connections there may be at a time from one address.
    int maxConnectionsPerAddress() const;
    /// Returns how many connections there are at present, as setMaxConnections() counts them.
    int connectionCount() const;

    /// Returns the options of the streams that this server accepts.
    RdmaStreamOptions streamOptions() const;
    /// Sets the `options` of the streams that this server accepts from now on.
    void setStreamOptions(const RdmaStreamOptions &options);
    /// Returns over what this server listens.
    Rdma::StreamTransports transports() const;
    /// Sets over which `transports` listen() listens: Rdma::StreamTransport::Rdma alone by default.
    void setTransports(Rdma::StreamTransports transports);
    /// Returns the second port over TCP where the server has one, and 0 otherwise.
    quint16 tcpPort() const;
    /// Sets the second `port` for a server that listens over RDMA and TCP on iWARP devices: 0, the
    /// default, is the one after serverPort().
    void setTcpPort(quint16 port);
    /// Returns the wire formats that this server takes.
    Rdma::WireFormats wireFormats() const;
    /// Sets which wire `formats` this server takes from now on (default Rdma::WireFormat::QtRdma
    /// alone).
    void setWireFormats(Rdma::WireFormats formats);
    /// Returns how many receives the streams of this server share on each device.
    int sharedReceives() const;
    /// Lets the streams that this server accepts share `count` receives on each device, instead of
    /// having streamOptions().window of their own each; 0, the default, for not, and a negative
    /// number is 0.
    void setSharedReceives(int count);
    /// Returns how many shared receives the streams of this server have reserved at present, on all
    /// devices.
    int sharedReceivesReserved() const;

    /// Returns the port on which the server listens, 0 while it does not.
    quint16 serverPort() const;
    /// Returns the address on which the server listens, a null one while it does not.
    QHostAddress serverAddress() const;

    /// Waits up to `msecs` milliseconds (-1: for ever) for a connection without an event loop;
    /// newConnection() is emitted from inside.
    virtual bool waitForNewConnection(int msecs = 0, bool *timedOut = nullptr);
    /// Returns whether nextPendingConnection() has a connection to return.
    Q_INVOKABLE virtual bool hasPendingConnections() const = 0;
    /// Returns the next connection, a child of the server and yours to delete, or null.
    virtual RdmaAbstractStream *nextPendingConnection() = 0;

    /// Returns the kind of the last error as QTcpServer has it.
    QAbstractSocket::SocketError serverError() const;
    /// Returns the text of rdmaError() for a person, empty when there was no error.
    QString errorString() const;
    /// Returns the last error.
    RdmaError rdmaError() const;

public Q_SLOTS:
    /// Stops listening and drops the connections that nobody has taken.
    virtual void close();
    /// Offers no further connections until resumeAccepting().
    void pauseAccepting();
    /// Offers what has connected meanwhile, and goes on.
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
