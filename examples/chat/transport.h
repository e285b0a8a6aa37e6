// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A stream and a server as the chat sees them. Those with TLS are in tls.h; the rest of the program
// does not tell them apart, nor whether they go over RDMA or TCP.

#ifndef TRANSPORT_H
#define TRANSPORT_H

#include <QtRdma/RdmaAbstractServer>
#include <QtRdma/RdmaAbstractStream>

#include <QPointer>

#include <functional>

class RdmaStream;

class Connection : public QObject
{
    Q_OBJECT

public:
    // Takes the stream over. One that is to be connected is connected without encryption.
    explicit Connection(RdmaAbstractStream *stream, QObject *parent);
    ~Connection() override;

    RdmaAbstractStream *device() const { return m_stream; }
    QAbstractSocket::SocketState state() const { return m_stream->state(); }
    QHostAddress peerAddress() const { return m_stream->peerAddress(); }
    void setPolicy(Rdma::TransportPolicy policy); // of the next connectToHost()
    QString transport() const; // once connected, for people to read: "over TCP: " and the reason

    virtual void connectToHost(const QString &host, quint16 port);
    void disconnectFromHost() { m_stream->disconnectFromHost(); }
    void abort() { m_stream->abort(); }
    void setReadBufferSize(qint64 size) { m_stream->setReadBufferSize(size); }

Q_SIGNALS:
    void connected(); // and encrypted, where it is to be
    void disconnected();
    void errorOccurred(QAbstractSocket::SocketError error);

protected:
    virtual RdmaStream *plainStream() const; // below the encryption

private:
    void configure();

    RdmaAbstractStream *m_stream;
};

class Listener : public QObject
{
    Q_OBJECT

public:
    using Wrap = std::function<Connection *(RdmaAbstractStream *stream, QObject *parent)>;

    // The server may be of another owner.
    Listener(RdmaAbstractServer *server, Wrap wrap, QObject *parent);
    ~Listener() override;

    bool listen(const QHostAddress &address, quint16 port);
    QHostAddress serverAddress() const;
    quint16 serverPort() const;
    QString transport() const; // as Connection's
    QString errorString() const;

Q_SIGNALS:
    // The connection is a child of the listener until the receiver adopts it with setParent().
    void accepted(Connection *connection);
    void acceptError(const QString &text);

private:
    void acceptAll();
    void pause();

    QPointer<RdmaAbstractServer> m_server;
    Wrap m_wrap;
};

namespace Transport {

// Makes a connection that is not connected yet, for each attempt another.
using Dialer = std::function<Connection *(QObject *parent)>;

// Neither is encrypted.
Connection *createConnection(Rdma::TransportPolicy policy, QObject *parent);
Listener *createListener(Rdma::TransportPolicy policy, QObject *parent);

} // namespace Transport

#endif // TRANSPORT_H
