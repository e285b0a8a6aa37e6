// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "loops.h"

#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>

#include <cstdio>
#include <memory>

namespace {

constexpr int Patience = 10000; // ms
constexpr qint64 WriteAhead = 1024 * 1024; // bytes that may wait in a socket
constexpr int BlockSize = 64 * 1024;

// Two ends of a connection, which are used like QTcpSocket.
template <typename Server, typename Stream>
class Ends
{
public:
    bool connect(const QHostAddress &address)
    {
        if (!server.listen(address))
            return complain(server.errorString());
        here.connectToHost(address, server.serverPort());
        while (!there && here.state() != QAbstractSocket::UnconnectedState) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            there.reset(server.nextPendingConnection());
        }
        return there && here.waitForConnected(Patience) ? true : complain(here.errorString());
    }

    Server server;
    Stream here;
    std::unique_ptr<Stream> there;

private:
    static bool complain(const QString &why)
    {
        std::fprintf(stderr, "loops: connect: %s\n", qPrintable(why));
        return false;
    }
};

using RdmaEnds = Ends<RdmaServer, RdmaStream>;
using TcpEnds = Ends<QTcpServer, QTcpSocket>;

// Reads a message and sends one back, at both ends.
template <typename Stream>
void answer(Stream *stream, Counter *counter)
{
    QObject::connect(stream, &Stream::readyRead, stream, [stream, counter] {
        char message[MessageSize];
        while (stream->bytesAvailable() >= MessageSize
               && stream->read(message, MessageSize) == MessageSize) {
            counter->passed();
            stream->write(message, MessageSize);
        }
    });
}

template <typename Pair>
bool pingPong(Pair *ends, long messages)
{
    Counter counter(messages);
    answer(&ends->here, &counter);
    answer(ends->there.get(), &counter);
    ends->here.write(QByteArray(MessageSize, 'm'));
    QCoreApplication::exec();
    return counter.isDone();
}

template <typename Pair>
bool pingPongByEvents(const QHostAddress &address, long messages)
{
    Pair ends;
    return ends.connect(address) && pingPong(&ends, messages);
}

bool pingPongSpinning(const QHostAddress &address, long messages)
{
    using namespace std::chrono_literals;
    RdmaEnds ends;
    return RdmaCompletionQueue(address).setSpin(100us) && ends.connect(address)
            && pingPong(&ends, messages);
}

// Without signals and without an event loop.
template <typename Stream>
bool await(Stream *stream)
{
    char message[MessageSize];
    while (stream->bytesAvailable() < MessageSize) {
        if (!stream->waitForReadyRead(Patience))
            return false;
    }
    return stream->read(message, MessageSize) == MessageSize
            && stream->write(message, MessageSize) == MessageSize;
}

bool pingPongWaiting(const QHostAddress &address, long messages)
{
    RdmaEnds ends;
    if (!ends.connect(address))
        return false;
    Counter counter(messages);
    ends.here.write(QByteArray(MessageSize, 'm'));
    while (!counter.isDone()) {
        if (!await(ends.there.get()) || !await(&ends.here))
            return false;
        counter.passed(2);
    }
    return true;
}

// One way: writes of this size, as many as may wait, and a reader that takes what there is into a buffer.
template <typename Pair, int Size>
bool writeMany(const QHostAddress &address, long messages)
{
    Pair ends;
    if (!ends.connect(address))
        return false;
    Counter counter(messages);
    const QByteArray data(Size, 'w');
    QByteArray buffer(BlockSize, '\0');
    auto &writer = ends.here;
    auto &reader = *ends.there;
    const auto fill = [&] {
        while (writer.bytesToWrite() + Size <= qMax<qint64>(WriteAhead / 16, 2 * Size))
            writer.write(data.constData(), Size);
    };
    qint64 left = Size; // of a message
    const auto take = [&] {
        for (qint64 count; (count = reader.read(buffer.data(), BlockSize)) > 0;) {
            left -= count;
            if (left > 0)
                continue;
            const qint64 whole = -left / Size + 1;
            left += whole * Size;
            counter.passed(long(whole));
        }
    };
    using Stream = std::decay_t<decltype(reader)>;
    QObject::connect(&writer, &Stream::bytesWritten, &writer, fill);
    QObject::connect(&reader, &Stream::readyRead, &reader, take);
    fill();
    QCoreApplication::exec();
    return counter.isDone();
}

} // namespace

const Loop streamLoops[] = {
    { "stream-pingpong-spinning", pingPongSpinning },
    { "stream-pingpong-events", pingPongByEvents<RdmaEnds> },
    { "stream-pingpong-events-dispatcher", pingPongByEvents<RdmaEnds>, Loop::Dispatcher::QtRdmas },
    { "stream-pingpong-waiting", pingPongWaiting },
    { "tcp-pingpong-events",
      [](const QHostAddress &, long messages) {
          return pingPongByEvents<TcpEnds>(QHostAddress::LocalHost, messages);
      } },
    { "stream-small-writes", writeMany<RdmaEnds, MessageSize> },
    { "tcp-small-writes",
      [](const QHostAddress &, long messages) {
          return writeMany<TcpEnds, MessageSize>(QHostAddress::LocalHost, messages);
      } },
    { "stream-blocks", writeMany<RdmaEnds, BlockSize> },
    { "stream-blocks-dispatcher", writeMany<RdmaEnds, BlockSize>, Loop::Dispatcher::QtRdmas },
    { "tcp-blocks",
      [](const QHostAddress &, long messages) {
          return writeMany<TcpEnds, BlockSize>(QHostAddress::LocalHost, messages);
      } },
};
