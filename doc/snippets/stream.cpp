// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDebug>
#include <QtCore/QFile>
#include <QtCore/QList>
#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaReconnector>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

//! [pool]
class PoolServer : public RdmaServer
{
public:
    PoolServer() { setAcceptPolicy(AcceptPolicy::Deferred); }
    QList<QObject *> workers; // each lives in a thread with an event loop

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        QObject *worker = workers.at(next++ % workers.size());
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

private:
    qsizetype next = 0;
};
//! [pool]

class Client : public QObject
{
public:
    void open();
    void keepConnected();
    void show(const QByteArray &bytes);
};

void Client::open()
{
    //! [stream]
    auto *stream = new RdmaStream(this);
    connect(stream, &RdmaStream::connected, stream, [stream] { stream->write("hello\n"); });
    connect(stream, &RdmaStream::readyRead, stream, [stream] { qDebug() << stream->readAll(); });
    connect(stream, &RdmaStream::errorOccurred, stream,
            [stream] { qWarning() << stream->errorString(); });
    stream->connectToHost(u"10.77.0.1"_s, 7471);
    //! [stream]
}

void Client::keepConnected()
{
    //! [reconnector]
    auto *stream = new RdmaStream(this);
    auto *reconnector = new RdmaReconnector(stream, this);
    connect(stream, &RdmaStream::connected, this, [stream] { stream->write("hello\n"); });
    connect(stream, &RdmaStream::disconnected, this, [this, stream] { show(stream->readAll()); });
    connect(reconnector, &RdmaReconnector::waiting, this,
            [](int msecs) { qInfo() << "Trying again in" << msecs << "ms"; });
    reconnector->connectToHost(u"10.77.0.1"_s, 7471);
    //! [reconnector]
}

class EchoServer : public QObject
{
public:
    bool start();

private:
    RdmaServer server;
};

bool EchoServer::start()
{
    //! [server]
    // The class has a member: RdmaServer server;
    connect(&server, &RdmaServer::newConnection, this, [this] {
        while (RdmaStream *stream = server.nextPendingConnection()) {
            connect(stream, &RdmaStream::readyRead, stream,
                    [stream] { stream->write(stream->readAll()); });
            connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
        }
    });
    if (!server.listen(QHostAddress::Any, 7471))
        qWarning() << server.errorString();
    //! [server]
    return server.isListening();
}

void listenOnBoth(RdmaServer &server)
{
    //! [transports]
    server.setTransports(Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp);
    server.listen(QHostAddress::Any, 7471);
    //! [transports]
}

void setOptions(RdmaStream *stream, const QByteArray &key)
{
    //! [options]
    RdmaStreamOptions options;
    options.setPreSharedKey(key); // 32 random bytes, the same on both sides
    options.setKeepAliveInterval(5s);
    stream->setOptions(options);
    //! [options]
}

void preferRdma(RdmaStream *stream)
{
    //! [transport]
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::PreferRdma);
    stream->setOptions(options);
    //! [transport]
}

class Decoder
{
public:
    void add(QByteArrayView bytes);
};

class Viewer : public QObject
{
public:
    void takeImage();

private:
    RdmaStream *stream = new RdmaStream(this);
    Decoder decoder;
};

//! [peek view]
void Viewer::takeImage() // connected to readyRead()
{
    for (QByteArrayView bytes = stream->peekView(); !bytes.isEmpty(); bytes = stream->peekView()) {
        decoder.add(bytes);
        stream->consume(bytes.size());
    }
}
//! [peek view]

class Sender : public QObject
{
public:
    void send(int number);
    void send(QByteArrayView image);
    void sendMore();

private:
    static QByteArray row(int number);
    RdmaStream *stream = new RdmaStream(this);
    RdmaBufferPool pool;
    QFile file;
};

//! [enqueue]
void Sender::send(int number)
{
    QByteArray data = row(number);
    stream->enqueue(data); // without a copy; data may be changed or go
}
//! [enqueue]

//! [enqueue slice]
void Sender::send(QByteArrayView image)
{
    RdmaError error;
    RdmaMemoryRegion frame = pool.take(image.size(), &error);
    if (!frame.isValid()) {
        qWarning() << error;
        return;
    }
    std::copy_n(image.data(), image.size(), frame.data());
    stream->enqueueSlice({ frame, 0, image.size() }); // the pool gets it back by itself
}
//! [enqueue slice]

//! [reserve]
void Sender::sendMore() // connected to bytesWritten()
{
    while (!file.atEnd()) {
        qint64 size = file.bytesAvailable();
        char *place = stream->reserve(&size);
        if (!place)
            return; // go on at bytesWritten()
        const qint64 count = file.read(place, size);
        if (count <= 0)
            return stream->abort();
        stream->commit(count);
    }
}
//! [reserve]
