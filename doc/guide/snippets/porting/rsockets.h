// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETS_H
#define RSOCKETS_H

#include <QtCore/QDebug>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <netinet/in.h>
#include <rdma/rsocket.h>

#include <cstdio>
#include <string>
#include <vector>

// The code of doc/guide/from-rsockets.md, which tst_portingrsockets runs.

//! [server_before]
inline int listenAt(const sockaddr_in &address)
{
    const int listener = rsocket(AF_INET, SOCK_STREAM, 0);
    if (rbind(listener, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0
        && rlisten(listener, 8) == 0)
        return listener;
    std::perror("rbind, rlisten");
    rclose(listener);
    return -1;
}

inline void echo(int listener, int clients) // until so many have gone
{
    std::vector<pollfd> sockets = { { listener, POLLIN, 0 } };
    while (clients > 0 && rpoll(sockets.data(), sockets.size(), -1) > 0) {
        if (sockets[0].revents)
            sockets.push_back({ raccept(listener, nullptr, nullptr), POLLIN, 0 });
        for (std::size_t i = sockets.size(); --i > 0;) {
            char bytes[4096];
            if (!sockets[i].revents)
                continue;
            const ssize_t count = rrecv(sockets[i].fd, bytes, sizeof bytes, 0);
            if (count > 0 && rsend(sockets[i].fd, bytes, std::size_t(count), 0) == count)
                continue;
            rclose(sockets[i].fd);
            sockets.erase(sockets.begin() + std::ptrdiff_t(i));
            --clients;
        }
    }
}
//! [server_before]

//! [server_after]
inline bool listenAt(RdmaServer *server, const QHostAddress &address, quint16 port = 0)
{
    if (server->listen(address, port))
        return true;
    qWarning() << server->rdmaError();
    return false;
}

inline void echo(RdmaServer *server)
{
    QObject::connect(server, &RdmaServer::newConnection, server, [server] {
        RdmaStream *stream = server->nextPendingConnection();
        QObject::connect(stream, &RdmaStream::readyRead, stream,
                         [stream] { stream->write(stream->readAll()); });
        QObject::connect(stream, &RdmaStream::readChannelFinished, stream,
                         [stream] { stream->disconnectFromHost(); });
        QObject::connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
    });
}
//! [server_after]

//! [client_before]
inline std::string ask(const sockaddr_in &address, const std::string &question)
{
    const int socket = rsocket(AF_INET, SOCK_STREAM, 0);
    std::string answer;
    if (rconnect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0
        && rsend(socket, question.data(), question.size(), 0) == ssize_t(question.size())) {
        char bytes[4096];
        rshutdown(socket, SHUT_WR);
        for (ssize_t count; (count = rrecv(socket, bytes, sizeof bytes, 0)) > 0;)
            answer.append(bytes, std::size_t(count));
    } else {
        std::perror("rconnect, rsend");
    }
    rclose(socket);
    return answer;
}
//! [client_before]

//! [client_after]
inline QByteArray ask(const QHostAddress &address, quint16 port, const QByteArray &question)
{
    RdmaStream stream;
    stream.connectToHost(address, port);
    if (!stream.waitForConnected()) {
        qWarning() << stream.rdmaError();
        return {};
    }
    stream.write(question);
    stream.closeWriteChannel();
    QByteArray answer;
    do {
        answer += stream.readAll();
    } while (stream.waitForReadyRead());
    return answer;
}
//! [client_after]

//! [both]
inline void takeBoth(RdmaServer *server)
{
    server->setWireFormats(Rdma::WireFormat::QtRdma | Rdma::WireFormat::Rsocket);
}

inline void speakRsockets(RdmaStream *stream)
{
    RdmaStreamOptions options = stream->options();
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    stream->setOptions(options);
}
//! [both]

#endif // RSOCKETS_H
