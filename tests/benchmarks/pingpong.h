// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PINGPONG_H
#define PINGPONG_H

#include "halfroundtrips.h"
#include "wordsum.h"

#include <QtCore/qbytearray.h>
#include <QtCore/qcoreapplication.h>
#include <QtCore/qiodevice.h>
#include <QtNetwork/qhostaddress.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

// One program for every pair of classes with the API of QTcpSocket and QTcpServer: two measurements
// differ only in the class. Server and client are two processes.
//
//   PROGRAM ADDRESS signals|wait|bulk|reserve [ROUNDS [WARMUP]]
//   PROGRAM ADDRESS bulk-skip|reserve-skip|bulk-views|reserve-views [ROUNDS]
//   PROGRAM ADDRESS sum [ROUNDS]
//
// signals  64 bytes to and fro out of readyRead(), as a program with an event loop does
// wait     the same by waitForReadyRead(), without an event loop
// bulk     ROUNDS writes of 64 KiB, 1 MiB at most waiting in the socket, until all has arrived;
//          the receiver reads all bytes, and adds them up in words
// reserve  as many bytes put where RdmaStream::reserve() says, so that the sender copies nothing:
//          nobody writes them, as in ib_send_bw; the receiver reads as with bulk
// ...-skip the same, but the receiver drops the bytes without reading them
// ...-views the receiver adds them up where the device has put them: RdmaStream::peekView()
// sum      nothing is sent: how fast ROUNDS blocks of 64 KiB are added up

namespace PingPong {

constexpr int messageSize = 64;
constexpr int blockSize = 64 * 1024;
constexpr qint64 writeAhead = 1024 * 1024;

struct Settings
{
    const char *program = nullptr;
    QString address;
    QByteArray mode;
    int rounds = 500;
    int warmUp = 100;

    bool isReserve() const { return mode.startsWith("reserve"); }
    bool isSkipping() const { return mode.endsWith("-skip"); }
    bool isViewing() const { return mode.endsWith("-views"); }
    bool isSum() const { return mode == "sum"; }
    bool isBulk() const
    {
        const qsizetype suffix = isSkipping() ? 5 : isViewing() ? 6 : 0;
        const QByteArray sending = mode.chopped(suffix);
        return sending == "bulk" || sending == "reserve";
    }
    bool isWait() const { return mode == "wait"; }
    qint64 bulkBytes() const { return qint64(rounds + warmUp) * blockSize; }
};

inline int complain(const Settings &settings, const char *what, const QString &why)
{
    std::fprintf(stderr, "%s: %s: %s\n", settings.program, what, qPrintable(why));
    return 1;
}

template <typename Socket>
bool waitForBytes(Socket *socket, qint64 size)
{
    while (socket->bytesAvailable() < size) {
        if (!socket->waitForReadyRead(-1))
            return false;
    }
    return true;
}

// Sends back whole messages; for bulk data it sends one message when everything has come.
template <typename Socket>
class Echo
{
public:
    Echo(Socket *echoSocket, const Settings &echoSettings)
        : socket(echoSocket)
        , left(echoSettings.bulkBytes())
        , bulk(echoSettings.isBulk())
        , skips(echoSettings.isSkipping())
        , views(echoSettings.isViewing())
        , room(blockSize, Qt::Uninitialized)
    {
    }

    void answer()
    {
        if (bulk) {
            left -= skips ? socket->skip(socket->bytesAvailable()) : views ? viewAll() : readAll();
            if (left == 0)
                socket->write(QByteArray::number(sum).rightJustified(messageSize));
            return;
        }
        char message[messageSize];
        while (socket->bytesAvailable() >= messageSize
               && socket->read(message, messageSize) == messageSize) {
            socket->write(message, messageSize);
        }
    }

private:
    // Returns how much that was.
    qint64 readAll()
    {
        qint64 all = 0;
        while (const qint64 size = qMax<qint64>(socket->read(room.data(), blockSize), 0)) {
            sum += wordSum(room.constData(), size);
            all += size;
        }
        return all;
    }

    qint64 viewAll()
    {
        qint64 all = 0;
        if constexpr (requires { socket->peekView(); }) {
            for (QByteArrayView view = socket->peekView(); !view.isEmpty();
                 view = socket->peekView()) {
                sum += wordSum(view.data(), view.size());
                all += socket->consume(view.size());
            }
        }
        return all;
    }

    Socket *socket;
    qint64 left;
    bool bulk;
    bool skips;
    bool views;
    QByteArray room; // for what is read
    quint64 sum = 0; // of that
};

template <typename Socket, typename Server>
int serve(const Settings &settings, int portPipe)
{
    Server server;
    if (!server.listen(QHostAddress(settings.address)))
        return complain(settings, "listen", server.errorString());
    const quint16 port = server.serverPort();
    if (write(portPipe, &port, sizeof(port)) != sizeof(port))
        return 1;
    if (!server.waitForNewConnection(-1))
        return complain(settings, "accept", server.errorString());
    auto *socket = server.nextPendingConnection();
    Echo echo(socket, settings);
    if (settings.isWait()) {
        while (waitForBytes(socket, messageSize))
            echo.answer();
        return 0;
    }
    QObject::connect(socket, &Socket::readyRead, socket, [&echo] { echo.answer(); });
    QObject::connect(socket, &Socket::disconnected, qApp, &QCoreApplication::quit);
    echo.answer();
    if (socket->state() == QAbstractSocket::ConnectedState)
        qApp->exec();
    return 0;
}

template <typename Socket>
int measureWait(Socket *socket, const Settings &settings)
{
    std::vector<int64_t> roundTrips;
    char message[messageSize] = {};
    for (int i = 0; i < settings.warmUp + settings.rounds; ++i) {
        const int64_t start = monotonicNanoseconds();
        socket->write(message, messageSize);
        if (!waitForBytes(socket, messageSize))
            return complain(settings, "wait", socket->errorString());
        socket->read(message, messageSize);
        if (i >= settings.warmUp)
            roundTrips.push_back(monotonicNanoseconds() - start);
    }
    printHalfRoundTrips(settings.program, roundTrips.data(), roundTrips.size());
    return 0;
}

template <typename Socket>
int measureSignals(Socket *socket, const Settings &settings)
{
    std::vector<int64_t> roundTrips;
    roundTrips.reserve(size_t(settings.warmUp + settings.rounds));
    char message[messageSize] = {};
    int64_t start = monotonicNanoseconds();
    QObject::connect(socket, &Socket::readyRead, socket, [&] {
        if (socket->bytesAvailable() < messageSize)
            return;
        socket->read(message, messageSize);
        const int64_t now = monotonicNanoseconds();
        roundTrips.push_back(now - start);
        if (roundTrips.size() == size_t(settings.warmUp + settings.rounds)) {
            qApp->quit();
            return;
        }
        start = now;
        socket->write(message, messageSize);
    });
    QObject::connect(socket, &Socket::disconnected, qApp, [] { qApp->exit(1); });
    socket->write(message, messageSize);
    if (qApp->exec() != 0)
        return complain(settings, "signals", socket->errorString());
    printHalfRoundTrips(settings.program, roundTrips.data() + settings.warmUp,
                        size_t(settings.rounds));
    return 0;
}

// Writes up to a block of the rest. Returns how much; 0 if there is no room.
template <typename Socket>
qint64 writeReserved(Socket *socket, qint64 left)
{
    qint64 size = qMin<qint64>(left, blockSize);
    if constexpr (requires { socket->reserve(&size); }) {
        return socket->reserve(&size) && socket->commit(size) ? size : 0;
    }
    return 0;
}

template <typename Socket>
int measureBulk(Socket *socket, const Settings &settings)
{
    const QByteArray block(blockSize, 'b');
    qint64 toWrite = settings.bulkBytes();
    const auto fill = [&] {
        qint64 written = 1;
        while (toWrite > 0 && written > 0 && socket->bytesToWrite() < writeAhead) {
            written = settings.isReserve() ? writeReserved(socket, toWrite) : socket->write(block);
            toWrite -= written;
        }
    };
    QObject::connect(socket, &Socket::bytesWritten, socket, fill);
    QObject::connect(socket, &Socket::readyRead, qApp, &QCoreApplication::quit);
    QObject::connect(socket, &Socket::disconnected, qApp, [] { qApp->exit(1); });
    const int64_t start = monotonicNanoseconds();
    fill();
    if (qApp->exec() != 0)
        return complain(settings, "bulk", socket->errorString());
    printThroughput(settings.program, settings.bulkBytes(), monotonicNanoseconds() - start);
    return 0;
}

// What receivers do with each byte, without any bytes that come.
inline int measureSum(const Settings &settings)
{
    QByteArray block(blockSize, 'b');
    quint64 sum = 0;
    const int64_t start = monotonicNanoseconds();
    for (int i = 0; i < settings.rounds; ++i) {
        block[0] = char(i);
        sum += wordSum(block.constData(), blockSize);
    }
    const int64_t time = monotonicNanoseconds() - start;
    if (sum == 0)
        return complain(settings, "sum", QStringLiteral("the words make nothing"));
    printThroughput(settings.program, settings.bulkBytes(), time);
    return 0;
}

template <typename Socket>
int measure(const Settings &settings, quint16 port)
{
    Socket socket;
    socket.connectToHost(QHostAddress(settings.address), port);
    if (!socket.waitForConnected(-1))
        return complain(settings, "connect", socket.errorString());
    int status;
    if (settings.isWait())
        status = measureWait(&socket, settings);
    else if (settings.isBulk())
        status = measureBulk(&socket, settings);
    else
        status = measureSignals(&socket, settings);
    socket.disconnect();
    socket.disconnectFromHost();
    if (socket.state() != QAbstractSocket::UnconnectedState)
        socket.waitForDisconnected(-1);
    return status;
}

inline bool parse(Settings *settings, int argc, char **argv)
{
    const char *slash = std::strrchr(argv[0], '/');
    settings->program = slash ? slash + 1 : argv[0];
    if (argc < 3)
        return false;
    settings->address = QString::fromLocal8Bit(argv[1]);
    settings->mode = argv[2];
    if (settings->isBulk() || settings->isSum()) {
        settings->rounds = 64;
        settings->warmUp = 0;
    }
    if (argc > 3)
        settings->rounds = std::atoi(argv[3]);
    if (argc > 4)
        settings->warmUp = std::atoi(argv[4]);
    return settings->rounds > 0 && settings->warmUp >= 0
            && (settings->mode == "signals" || settings->isWait() || settings->isBulk()
                || settings->isSum());
}

template <typename Socket, typename Server>
int main(int argc, char **argv)
{
    Settings settings;
    if (!parse(&settings, argc, argv)) {
        std::fprintf(stderr,
                     "Usage: %s ADDRESS signals|wait|bulk[-skip|-views]|reserve[-skip|-views]|sum "
                     "[ROUNDS [WARMUP]]\n",
                     settings.program);
        return 2;
    }
    if (settings.isSum())
        return measureSum(settings);
    int portPipe[2];
    if (pipe(portPipe) != 0)
        return 1;
    // Before either process has a device open or an event loop.
    const pid_t server = fork();
    if (server == 0) {
        close(portPipe[0]);
        QCoreApplication application(argc, argv);
        return serve<Socket, Server>(settings, portPipe[1]);
    }
    close(portPipe[1]);
    QCoreApplication application(argc, argv);
    quint16 port = 0;
    if (read(portPipe[0], &port, sizeof(port)) != sizeof(port))
        return complain(settings, "server", QStringLiteral("it did not listen"));
    const int status = measure<Socket>(settings, port);
    if (status != 0)
        kill(server, SIGTERM);
    int serverStatus = 0;
    waitpid(server, &serverStatus, 0);
    return status ? status : serverStatus != 0;
}

} // namespace PingPong

#endif // PINGPONG_H
