// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The old side of a connection. It is compiled against the library of the archive beside it.
//
//     firstpeer serve ADDRESS FORMAT KEY            echoes what one client sends, until it closes
//     firstpeer connect ADDRESS FORMAT KEY PORT SIZE sends SIZE bytes, closes, and reads the echo
//
// FORMAT is qtrdma or rsocket; an empty KEY is none. At the end it prints
// "received BYTES SHA256 clean|broken", or "error TEXT".

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qcryptographichash.h>

#include <cstdio>
#include <memory>

namespace {

void say(const QByteArray &line)
{
    std::puts(line.constData());
    std::fflush(stdout);
}

RdmaStreamOptions options(const QStringList &arguments)
{
    RdmaStreamOptions options;
    if (arguments[3] == QLatin1String("rsocket"))
        options.wireFormat = Rdma::RsocketWireFormat;
    if (!arguments[4].isEmpty())
        options.preSharedKey = arguments[4].toUtf8();
    return options;
}

// One end of the connection: what arrives is counted, and echoed by the server.
class End
{
public:
    End(RdmaStream *endOfThis, bool echoes) : stream(endOfThis)
    {
        QObject::connect(stream, &RdmaStream::readyRead, stream, [this, echoes] { take(echoes); });
        QObject::connect(stream, &RdmaStream::readChannelFinished, stream,
                         &RdmaStream::closeWriteChannel);
        QObject::connect(stream, &RdmaStream::errorOccurred, stream,
                         [this](QAbstractSocket::SocketError error) {
                             if (error != QAbstractSocket::RemoteHostClosedError)
                                 say("error " + stream->rdmaError().toString().toUtf8());
                         });
        QObject::connect(stream, &RdmaStream::disconnected, stream, [this, echoes] {
            take(echoes);
            tellSum();
            QCoreApplication::quit();
        });
        take(echoes);
    }

private:
    void take(bool echoes)
    {
        const QByteArray bytes = stream->readAll();
        hash.addData(bytes);
        count += bytes.size();
        if (echoes && !bytes.isEmpty())
            stream->write(bytes);
    }
    void tellSum() const
    {
        say("received " + QByteArray::number(count) + ' ' + hash.result().toHex() + ' '
            + (stream->endedCleanly() ? "clean" : "broken"));
    }

    RdmaStream *stream;
    QCryptographicHash hash{ QCryptographicHash::Sha256 };
    qint64 count = 0;
};

int serve(const QStringList &arguments)
{
    RdmaServer server;
    server.setStreamOptions(options(arguments));
    if (arguments[3] == QLatin1String("rsocket"))
        server.setWireFormats(Rdma::RsocketWireFormat);
    if (!server.listen(QHostAddress(arguments[2]))) {
        say("error " + server.errorString().toUtf8());
        return 1;
    }
    std::unique_ptr<End> end;
    QObject::connect(&server, &RdmaServer::newConnection, &server, [&] {
        end = std::make_unique<End>(server.nextPendingConnection(), true);
        server.pauseAccepting();
    });
    say("listening " + QByteArray::number(server.serverPort()));
    return QCoreApplication::exec();
}

int connectAndSend(const QStringList &arguments)
{
    RdmaStream stream;
    stream.setOptions(options(arguments));
    stream.connectToHost(QHostAddress(arguments[2]), quint16(arguments[5].toUInt()));
    if (!stream.waitForConnected()) {
        say("error " + stream.errorString().toUtf8());
        return 1;
    }
    const End end(&stream, false);
    QByteArray bytes(arguments[6].toInt(), Qt::Uninitialized);
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = char(i * 31 + (i >> 10));
    stream.write(bytes);
    stream.closeWriteChannel();
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 5 && arguments[1] == QLatin1String("serve"))
        return serve(arguments);
    if (arguments.size() == 7 && arguments[1] == QLatin1String("connect"))
        return connectAndSend(arguments);
    std::fprintf(stderr,
                 "usage: firstpeer serve ADDRESS FORMAT KEY\n"
                 "       firstpeer connect ADDRESS FORMAT KEY PORT SIZE\n");
    return 2;
}
