// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FULLRATE_H
#define FULLRATE_H

#include <QtCore/qbytearray.h>
#include <QtCore/qobject.h>

#include <memory>

// Two ends of one connection in one event loop. One writes as fast as it can, the other reads what
// comes.
template <typename Stream>
class FullRate
{
public:
    FullRate(std::unique_ptr<Stream> from, std::unique_ptr<Stream> to)
        : writer(std::move(from))
        , reader(std::move(to))
    {
    }
    ~FullRate()
    {
        writer->disconnect();
        reader->disconnect();
    }
    Q_DISABLE_COPY_MOVE(FullRate)

    void start()
    {
        QObject::connect(writer.get(), &Stream::bytesWritten, writer.get(), [this] { fill(); });
        QObject::connect(reader.get(), &Stream::readyRead, reader.get(),
                         [this] { received += reader->readAll().size(); });
        fill();
    }

    std::unique_ptr<Stream> writer;
    std::unique_ptr<Stream> reader;
    qint64 received = 0;

private:
    void fill()
    {
        while (writer->bytesToWrite() < 4 * block.size() && writer->write(block) > 0) { }
    }

    const QByteArray block = QByteArray(64 * 1024, 'r');
};

// Returns null if the two cannot connect.
template <typename Stream, typename Server>
std::unique_ptr<FullRate<Stream>> makeFullRate(Server *server)
{
    auto writer = std::make_unique<Stream>();
    writer->connectToHost(server->serverAddress(), server->serverPort());
    if (!writer->waitForConnected())
        return {};
    if (!server->hasPendingConnections() && !server->waitForNewConnection(30000))
        return {};
    std::unique_ptr<Stream> reader(server->nextPendingConnection());
    reader->setParent(nullptr);
    return std::make_unique<FullRate<Stream>>(std::move(writer), std::move(reader));
}

#endif // FULLRATE_H
