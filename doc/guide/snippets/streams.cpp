// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QCoreApplication>
#include <QtCore/QDebug>
#include <QtCore/QFile>
#include <QtCore/QList>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaReconnector>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

void limit(RdmaServer &server, const QByteArray &key)
{
    //! [key]
    RdmaStreamOptions options;
    options.setPreSharedKey(key); // 32 random bytes, the same on both sides; never on the wire
    options.setKeepAliveInterval(5s);
    server.setStreamOptions(options); // of a client: stream.setOptions(options)
    //! [key]
}

void limitAll(RdmaServer &server)
{
    //! [limits]
    RdmaStreamOptions options = server.streamOptions();
    options.setKeepAliveInterval(5s); // a peer's machine that has gone
    options.setWriteTimeout(30s); // a peer that takes nothing
    options.setIdleTimeout(10min); // a stream on which nothing moves
    options.setHandshakeTimeout(5s); // a peer that connects and says nothing
    server.setStreamOptions(options);
    server.setMaxConnections(1000);
    server.setMaxConnectionsPerAddress(20);
    QObject::connect(&server, &RdmaServer::newConnection, &server, [&server] {
        while (RdmaStream *stream = server.nextPendingConnection()) {
            stream->setReadBufferSize(1 << 20); // a peer that sends faster than you read
            stream->setWriteBufferSize(1 << 20); // a peer that reads more slowly than you write
            // …
        }
    });
    //! [limits]
}

void send(QFile &file, RdmaStream *stream)
{
    //! [reserve]
    qint64 size = file.bytesAvailable();
    if (char *place = stream->reserve(&size)) // null: no room before the next bytesWritten()
        stream->commit(qMax<qint64>(0, file.read(place, size))); // the first so many bytes of it
    //! [reserve]
}

void keepConnected(QCoreApplication &app, RdmaStream &stream)
{
    //! [reconnect]
    RdmaReconnector reconnector(&stream);
    QObject::connect(&reconnector, &RdmaReconnector::waiting, &app, [&stream](int msecs) {
        qInfo() << stream.errorString() << "- again in" << msecs << "ms";
    });
    reconnector.connectToHost(u"10.77.0.1"_s, 7471);
    //! [reconnect]
}

class PoolServer : public RdmaServer
{
protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;

private:
    QList<QObject *> workers;
    qsizetype next = 0;
};

//! [threads]
void PoolServer::incomingConnection(const RdmaConnectionRequest &request)
{
    QObject *worker = workers.at(next++ % workers.size()); // lives in a thread with an event loop
    QMetaObject::invokeMethod(worker, [worker, request, options = streamOptions()] {
        auto *stream = new RdmaStream(worker);
        stream->setOptions(options);
        connect(stream, &RdmaStream::readyRead, stream,
                [stream] { stream->write(stream->readAll()); });
        connect(stream, &RdmaStream::stateChanged, stream,
                [stream](QAbstractSocket::SocketState state) {
                    if (state == QAbstractSocket::UnconnectedState)
                        stream->deleteLater();
                });
        if (!stream->accept(request))
            delete stream;
    });
}
//! [threads]
