// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "halfroundtrips.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qtimer.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

// What a connection costs among many: CONNECTIONS to one thread of another process, receives shared there.
//
//   stream_scale ADDRESS CONNECTIONS [MESSAGES | connect [BATCHES] | idle]
//
// one          half a round trip of 64 bytes on one of them, the others idle; the best of ten, for the kernel still works on new connections
// all          a message there and back, divided by their number, each connection having one on the way
// locked, resident   of the server, for each connection; kernel: of the whole machine, so of both ends
// descriptors  of the server, in all
//
// connect: all at once, receives of their own, and again when these have ended. first, again: from the first connectToHost() to the
// last connected(), divided by their number; of the first batch, and the mean of the others, which find the memory of those before
// idle: all at once, receives of their own, then a minute without a message. locked, resident, kernel as above, client: resident of that,
// beyond what a process has with one connection; wakeups: of all threads of the server

namespace {

constexpr int MessageSize = 64;
constexpr int AtOnce = 50;
constexpr int Exchanges = 10; // on one connection after the other, of which the best counts
constexpr int Settling = 5000; // ms
constexpr int Ending = 1000; // ms
constexpr int Minute = 60000; // ms
constexpr int Minimum = 13; // shared receives of an idle stream

enum class Mode { Messages, Connect, Idle };

struct Settings
{
    QString address;
    int connections = 0;
    int messages = 2000;
    int batches = 2;
    Mode mode = Mode::Messages;
};

int complain(const char *what, const QString &why)
{
    std::fprintf(stderr, "stream_scale: %s: %s\n", what, qPrintable(why));
    return 1;
}

int serve(const Settings &settings, int portPipe)
{
    RdmaServer server;
    // A client begins when another has been told that it is connected, which is before the server takes it.
    server.setListenBacklogSize(2 * AtOnce);
    if (settings.mode == Mode::Messages)
        server.setSharedReceives((settings.connections + 6) * Minimum);
    QObject::connect(&server, &RdmaServer::newConnection, &server, [&server] {
        while (RdmaStream *stream = server.nextPendingConnection()) {
            QObject::connect(stream, &RdmaStream::readyRead, stream,
                             [stream] { stream->write(stream->readAll()); });
            QObject::connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
        }
    });
    if (!server.listen(QHostAddress(settings.address)))
        return complain("listen", server.errorString());
    const quint16 port = server.serverPort();
    if (write(portPipe, &port, sizeof(port)) != sizeof(port))
        return 1;
    return QCoreApplication::exec(); // until the client ends it
}

// The sum of some lines of a file of /proc, most of which are KiB.
qint64 sumOf(const QString &file, std::initializer_list<const char *> names)
{
    QFile status(file);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    qint64 sum = 0;
    const QList<QByteArray> lines = status.readAll().split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        for (const char *name : names) {
            if (line.left(colon) == name)
                sum += line.mid(colon + 1).simplified().split(' ').constFirst().toLongLong();
        }
    }
    return sum;
}

struct Memory
{
    explicit Memory(pid_t server)
    {
        const QString status = QStringLiteral("/proc/%1/status").arg(server);
        locked = sumOf(status, { "VmPin" });
        resident = sumOf(status, { "VmRSS" });
        kernel = sumOf(QStringLiteral("/proc/meminfo"),
                       { "Slab", "VmallocUsed", "Percpu", "KernelStack", "PageTables" });
    }
    qint64 locked;
    qint64 resident;
    qint64 kernel;
};

class Client
{
public:
    Client(const Settings &wanted, quint16 serverPort) : settings(wanted), port(serverPort) { }

    bool connectAll();
    // 'active' of them, from 'first' on, have a message on the way each. Microseconds for one there and back; negative on failure.
    double exchange(int first, int active, int messages);

private:
    void connectMore(int count);
    void answered(RdmaStream *stream);

    const Settings settings;
    const QHostAddress address{ settings.address };
    const quint16 port;
    const QByteArray message = QByteArray(MessageSize, 'm');
    std::vector<std::unique_ptr<RdmaStream>> streams;
    int connected = 0;
    int toSend = 0;
    int came = 0;
    int warmUp = 0;
    int last = 0;
    int64_t started = 0;
    int64_t ended = 0;
};

void Client::connectMore(int count)
{
    for (int i = 0; i < count && int(streams.size()) < settings.connections; ++i) {
        auto *stream = streams.emplace_back(std::make_unique<RdmaStream>()).get();
        QObject::connect(stream, &RdmaStream::connected, stream, [this] {
            connectMore(1);
            if (++connected == settings.connections)
                QCoreApplication::quit();
        });
        QObject::connect(stream, &RdmaStream::errorOccurred, stream, [stream] {
            complain("stream", stream->errorString());
            QCoreApplication::exit(1);
        });
        QObject::connect(stream, &RdmaStream::readyRead, stream,
                         [this, stream] { answered(stream); });
        stream->connectToHost(address, port);
    }
}

bool Client::connectAll()
{
    connectMore(AtOnce);
    return QCoreApplication::exec() == 0;
}

void Client::answered(RdmaStream *stream)
{
    while (stream->bytesAvailable() >= MessageSize) {
        stream->skip(MessageSize);
        if (toSend-- > 0)
            stream->write(message);
        if (++came == warmUp)
            started = monotonicNanoseconds();
        if (came != last)
            continue;
        ended = monotonicNanoseconds();
        QCoreApplication::quit();
    }
}

double Client::exchange(int first, int active, int messages)
{
    came = 0;
    warmUp = qMax(100, active);
    last = warmUp + messages;
    toSend = last - active;
    for (int i = 0; i < active; ++i)
        streams[size_t(first + i) % streams.size()]->write(message);
    if (QCoreApplication::exec() != 0)
        return -1;
    return double(ended - started) / messages / 1000;
}

// How often its threads were woken: each has given the processor away before.
qint64 wakeUps(pid_t process)
{
    const QDir tasks(QStringLiteral("/proc/%1/task").arg(process));
    qint64 sum = 0;
    for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        sum += sumOf(QStringLiteral("%1/status").arg(tasks.filePath(task)),
                     { "voluntary_ctxt_switches" });
    return sum;
}

int rest(int msecs)
{
    QTimer::singleShot(msecs, qApp, &QCoreApplication::quit);
    return QCoreApplication::exec();
}

// Microseconds for each; negative on failure.
double connectBatch(const Settings &settings, quint16 port)
{
    Client client(settings, port);
    const int64_t started = monotonicNanoseconds();
    if (!client.connectAll())
        return -1;
    return double(monotonicNanoseconds() - started) / settings.connections / 1000;
}

int measureConnecting(const Settings &settings, quint16 port)
{
    Client device({ settings.address, 1 }, port); // opens it
    if (!device.connectAll())
        return 1;
    const double first = connectBatch(settings, port);
    if (first < 0)
        return 1;
    double others = 0;
    for (int i = 1; i < settings.batches; ++i) {
        rest(Ending);
        const double time = connectBatch(settings, port);
        if (time < 0)
            return 1;
        others += time;
    }
    std::printf("stream_scale: connections=%d first=%.1f", settings.connections, first);
    if (settings.batches > 1)
        std::printf(" again=%.1f", others / (settings.batches - 1));
    std::printf(" us\n");
    return 0;
}

int measureIdle(const Settings &settings, quint16 port, pid_t server)
{
    Client device({ settings.address, 1 }, port); // opens it
    if (!device.connectAll())
        return 1;
    const Memory before(server);
    const Memory clientBefore(getpid());
    Client client(settings, port);
    if (!client.connectAll())
        return 1;
    rest(Settling);
    const Memory after(server);
    const Memory clientAfter(getpid());
    const auto each = [&](qint64 from, qint64 to) {
        return double(to - from) / settings.connections;
    };
    std::printf(
            "stream_scale: connections=%d locked=%.1f resident=%.1f client=%.1f kernel=%.1f KiB",
            settings.connections, each(before.locked, after.locked),
            each(before.resident, after.resident),
            each(clientBefore.resident, clientAfter.resident), each(before.kernel, after.kernel));
    const qint64 already = wakeUps(server);
    rest(Minute);
    std::printf(" wakeups=%lld\n", static_cast<long long>(wakeUps(server) - already));
    return 0;
}

int measureMessages(const Settings &settings, quint16 port, pid_t server)
{
    const Memory before(server);
    Client client(settings, port);
    if (!client.connectAll())
        return 1;
    double one = client.exchange(0, 1, settings.messages) / 2;
    for (int i = 1; i < Exchanges && one >= 0; ++i)
        one = qMin(one, client.exchange(i, 1, settings.messages) / 2);
    if (one < 0)
        return 1;
    // So many that the last, when not all have one on the way, do not count much.
    const double all = client.exchange(0, settings.connections,
                                       qMax(settings.messages, 10 * settings.connections));
    if (all < 0)
        return 1;
    const Memory after(server);
    const auto each = [&](qint64 Memory::*what) {
        return double(qMax<qint64>(0, after.*what - before.*what)) / settings.connections;
    };
    const auto descriptors =
            int(QDir(QStringLiteral("/proc/%1/fd").arg(server))
                        .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                        .size());
    std::printf("stream_scale: connections=%d one=%.2f all=%.2f us locked=%.1f resident=%.1f "
                "kernel=%.1f KiB descriptors=%d\n",
                settings.connections, one, all, each(&Memory::locked), each(&Memory::resident),
                each(&Memory::kernel), descriptors);
    return 0;
}

int measure(const Settings &settings, quint16 port, pid_t server)
{
    switch (settings.mode) {
    case Mode::Connect:
        return measureConnecting(settings, port);
    case Mode::Idle:
        return measureIdle(settings, port, server);
    default:
        return measureMessages(settings, port, server);
    }
}

} // namespace

int main(int argc, char **argv)
{
    Settings settings;
    if (argc >= 3) {
        settings.address = QString::fromLocal8Bit(argv[1]);
        settings.connections = std::atoi(argv[2]);
    }
    if (argc > 3 && std::strcmp(argv[3], "connect") == 0)
        settings.mode = Mode::Connect;
    else if (argc > 3 && std::strcmp(argv[3], "idle") == 0)
        settings.mode = Mode::Idle;
    else if (argc > 3)
        settings.messages = std::atoi(argv[3]);
    if (argc > 4)
        settings.batches = std::atoi(argv[4]);
    int portPipe[2];
    if (settings.connections < 1 || settings.messages < 1 || settings.batches < 1
        || pipe(portPipe) != 0) {
        std::fprintf(
                stderr,
                "Usage: stream_scale ADDRESS CONNECTIONS [MESSAGES | connect [BATCHES] | idle]\n");
        return 2;
    }
    // Before either has a device open or an event loop.
    const pid_t server = fork();
    if (server == 0) {
        close(portPipe[0]);
        const QCoreApplication application(argc, argv);
        return serve(settings, portPipe[1]);
    }
    close(portPipe[1]);
    const QCoreApplication application(argc, argv);
    quint16 port = 0;
    if (read(portPipe[0], &port, sizeof(port)) != sizeof(port))
        return complain("server", QStringLiteral("it did not listen"));
    const int status = measure(settings, port, server);
    kill(server, SIGTERM);
    waitpid(server, nullptr, 0);
    return status;
}
