// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "peers.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qcryptographichash.h>
#include <QtCore/qsocketnotifier.h>

#include <memory>

#include <unistd.h>

namespace {

// What has arrived on a stream.
struct Reception
{
    QCryptographicHash hash{ QCryptographicHash::Sha256 };
    qint64 count = 0;
};

// If 'begin' hangs up, this has hung up when it returns.
void watch(RdmaStream *stream, const std::function<Handler(RdmaStream *)> &begin)
{
    const auto reception = std::make_shared<Reception>();
    QObject::connect(stream, &RdmaStream::disconnected, stream, [stream, reception] {
        say("received " + QByteArray::number(reception->count) + ' '
            + reception->hash.result().toHex() + (stream->endedCleanly() ? " clean" : " broken"));
        stream->deleteLater();
    });
    const auto read = [stream, reception, handle = begin(stream)] {
        const QByteArray data = stream->readAll();
        reception->hash.addData(data);
        reception->count += data.size();
        if (handle && !data.isEmpty())
            handle(data);
    };
    QObject::connect(stream, &RdmaStream::readyRead, stream, read);
    QObject::connect(stream, &RdmaStream::readChannelFinished, stream, [stream, read] {
        read();
        stream->disconnectFromHost();
    });
    if (stream->bytesAvailable() > 0)
        read();
}

} // namespace

int serve(const QHostAddress &address, const std::function<Handler(RdmaStream *)> &begin)
{
    RdmaServer server;
    server.setWireFormats(Rdma::WireFormat::Rsocket);
    QObject::connect(&server, &RdmaServer::newConnection, &server, [&server, &begin] {
        while (RdmaStream *stream = server.nextPendingConnection())
            watch(stream, begin);
    });
    if (!server.listen(address)) {
        say("error " + server.errorString().toLocal8Bit());
        return 1;
    }
    say("listening " + QByteArray::number(server.serverPort()));
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, qApp, &QCoreApplication::quit);
    return QCoreApplication::exec();
}

int echo(const QHostAddress &address)
{
    return serve(address, [](RdmaStream *stream) {
        return [stream](const QByteArray &data) { stream->write(data); };
    });
}

int sink(const QHostAddress &address)
{
    return serve(address, [](RdmaStream *) { return Handler(); });
}

int greet(const QHostAddress &address, qint64 size, bool readsOn)
{
    const QByteArray greeting = randomBytes(size);
    return serve(address, [&](RdmaStream *stream) {
        say("sent " + summary(greeting));
        stream->write(greeting);
        if (readsOn)
            stream->closeWriteChannel();
        else
            stream->disconnectFromHost();
        return Handler();
    });
}
