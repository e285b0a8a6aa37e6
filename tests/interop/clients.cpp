// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "peers.h"
#include "rcopy.h"

#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qthread.h>

namespace {

constexpr int Patience = 60000; // ms

class Client
{
public:
    // The other program may not listen yet.
    bool connectTo(const QHostAddress &address, quint16 port)
    {
        RdmaStreamOptions options;
        options.setWireFormat(Rdma::WireFormat::Rsocket);
        stream.setOptions(options);
        const QDeadlineTimer deadline(Patience);
        do {
            stream.connectToHost(address, port);
            if (stream.waitForConnected(Patience))
                return stream.wireFormat() == Rdma::WireFormat::Rsocket;
            QThread::msleep(100);
        } while (!deadline.hasExpired());
        return false;
    }

    // Reads until that many bytes are there, the peer ends, or nothing comes for long. Everything
    // that has come is kept.
    QByteArray read(qint64 size)
    {
        while (stream.bytesAvailable() < size && stream.waitForReadyRead(Patience)) { }
        const QByteArray data = stream.read(size);
        received += data;
        return data;
    }

    // Returns 0 if everything was as expected.
    int finish(bool ok)
    {
        if (ok)
            stream.disconnectFromHost();
        else
            say("error " + stream.errorString().toLocal8Bit());
        ok = (stream.state() == QAbstractSocket::UnconnectedState
              || stream.waitForDisconnected(Patience))
                && ok;
        say("received " + summary(received) + (stream.endedCleanly() ? " clean" : " broken"));
        return ok ? 0 : 1;
    }

    RdmaStream stream;
    QByteArray received;
};

// 'rest' belongs to the request; the data after the request is a file.
bool succeeds(Client *client, CopyHeader request, const QByteArray &rest = {},
              const QByteArray &file = {})
{
    request.length = quint16(CopyHeader::Size + rest.size());
    client->stream.write(request.encoded() + rest + file);
    const QByteArray answer = client->read(CopyHeader::Size);
    const CopyHeader header = CopyHeader::decoded(answer);
    return answer.size() == CopyHeader::Size
            && header.command == (request.command | CopyHeader::Response) && header.data == 0;
}

} // namespace

// Sends zeros, in which iperf finds no options for its server.
int source(const QHostAddress &address, quint16 port, qint64 size)
{
    Client client;
    bool ok = client.connectTo(address, port);
    const QByteArray block(65536, '\0');
    for (qint64 left = size; ok && left > 0;) {
        left -= client.stream.write(block.constData(), qMin(left, qint64(block.size())));
        while (ok && client.stream.bytesToWrite() > 1024 * 1024)
            ok = client.stream.waitForBytesWritten(Patience);
    }
    return client.finish(ok);
}

// Exchanges 16 bytes each, then sends 'count' messages there and back for each iteration. The
// server sends the last message again and again, so all of them are the same.
int rstream(const QHostAddress &address, quint16 port, qint64 size, int count, int iterations)
{
    Client client;
    bool ok = client.connectTo(address, port);
    if (ok) {
        client.stream.write(QByteArray(16, 's'));
        ok = client.read(16).size() == 16;
    }
    const QByteArray data = randomBytes(size).repeated(count);
    for (int i = 0; ok && i < iterations; ++i) {
        client.stream.write(data);
        ok = client.read(data.size()) == data;
    }
    // The server closes first.
    while (ok && client.stream.state() == QAbstractSocket::ConnectedState)
        ok = client.stream.waitForDisconnected(Patience);
    return client.finish(ok);
}

// Does what rcopy does: opens, writes and closes the file. Each step is answered.
int sendFile(const QHostAddress &address, quint16 port, qint64 size, const QByteArray &path)
{
    Client client;
    const QByteArray name = path.leftJustified((path.size() + 8) & ~qsizetype(7), '\0');
    const QByteArray file = randomBytes(size);
    const QByteArray length(reinterpret_cast<const char *>(&size), sizeof(size));
    const bool ok = client.connectTo(address, port)
            && succeeds(&client, { CopyHeader::Open, 0, 0644 }, name)
            && succeeds(&client, { CopyHeader::Write }, length, file)
            && succeeds(&client, { CopyHeader::Close });
    say("sent " + summary(file));
    return client.finish(ok);
}
