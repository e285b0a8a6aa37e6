// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The chat runs over RDMA or over TCP. What knows that is declared here and, for encrypted
// connections, in tls.h; the rest of the program sees a Connection and a Listener.

#ifndef TRANSPORT_H
#define TRANSPORT_H

#include <QAbstractSocket>
#include <QHostAddress>
#include <QObject>

#include <functional>

class QIODevice;
class RdmaAbstractServer;
class RdmaAbstractStream;

class Connection : public QObject
{
    Q_OBJECT

public:
    virtual QIODevice *device() const = 0;
    virtual QAbstractSocket::SocketState state() const = 0;
    virtual QHostAddress peerAddress() const = 0;

    virtual void connectToHost(const QString &host, quint16 port) = 0;
    virtual void disconnectFromHost() = 0;
    virtual void abort() = 0;
    virtual void setReadBufferSize(qint64 size) = 0;

Q_SIGNALS:
    void connected(); // and encrypted, where it is to be
    void disconnected();
    void errorOccurred(QAbstractSocket::SocketError error);

protected:
    using QObject::QObject;
};

class Listener : public QObject
{
    Q_OBJECT

public:
    virtual bool listen(const QHostAddress &address, quint16 port) = 0;
    virtual QHostAddress serverAddress() const = 0;
    virtual quint16 serverPort() const = 0;
    virtual QString errorString() const = 0;

Q_SIGNALS:
    // The connection is a child of the listener until the receiver adopts it with setParent().
    void accepted(Connection *connection);
    void acceptError(const QString &text);

protected:
    using QObject::QObject;
};

namespace Transport {

enum class Kind { Rdma, Tcp };

// Makes a connection that is not connected yet, for each attempt another.
using Dialer = std::function<Connection *(QObject *parent)>;

Connection *createConnection(Kind kind, QObject *parent);
// Takes the stream over. One that is to be connected is connected without encryption.
Connection *connectionOf(RdmaAbstractStream *stream, QObject *parent);
Listener *createListener(Kind kind, QObject *parent);
Listener *listenerOf(RdmaAbstractServer *server, QObject *parent); // whose owner keeps it
QString name(Kind kind);

} // namespace Transport

#endif // TRANSPORT_H
