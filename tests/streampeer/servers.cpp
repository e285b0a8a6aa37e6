// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "modes.h"
#include "transfer.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qsocketnotifier.h>

#include <functional>
#include <memory>

#include <unistd.h>

namespace {

int serve(const QHostAddress &address, quint16 port,
          const std::function<void(RdmaStream *)> &handle)
{
    RdmaServer server;
    QObject::connect(&server, &RdmaServer::newConnection, &server, [&server, &handle] {
        while (RdmaStream *stream = server.nextPendingConnection()) {
            QObject::connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
            handle(stream);
        }
    });
    QObject::connect(
            &server, &RdmaServer::acceptError, &server,
            [&server](QAbstractSocket::SocketError error) { say(errorLine(server, error)); });
    if (!server.listen(address, port)) {
        say(errorLine(server, server.serverError()));
        return 1;
    }
    say("listening " + QByteArray::number(server.serverPort()));
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, qApp, &QCoreApplication::quit);
    return QCoreApplication::exec();
}

} // namespace

int echo(const QHostAddress &address, quint16 port)
{
    return serve(address, port, [](RdmaStream *stream) {
        const auto answer = [stream] { stream->write(stream->readAll()); };
        QObject::connect(stream, &RdmaStream::readyRead, stream, answer);
        // Answers the half-close of a client that has sent everything with a half-close.
        QObject::connect(stream, &RdmaStream::readChannelFinished, stream, [stream, answer] {
            answer();
            stream->disconnectFromHost();
        });
        answer();
    });
}

int sink(const QHostAddress &address)
{
    return serve(address, 0, [](RdmaStream *stream) {
        const auto digest = std::make_shared<Digest>();
        QObject::connect(stream, &RdmaStream::readyRead, stream,
                         [stream, digest] { digest->take(stream); });
        QObject::connect(stream, &RdmaStream::disconnected, stream, [stream, digest] {
            digest->take(stream);
            say(digest->line(stream->endedCleanly()));
        });
        digest->take(stream);
    });
}
