// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Half a round trip between two programs that sleep while they wait, as ibv_rc_pingpong -e measures
// it:
//
//   pingpong            the server, for one client
//   pingpong ADDRESS    the client

#include <QtCore/QCommandLineParser>
#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTextStream>
#include <QtCore/QTimer>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>

#include <algorithm>

namespace {

constexpr quint32 MaxSize = 16 * 1024 * 1024;

struct Settings
{
    QHostAddress address; // the server listens on it, the client connects to it
    quint16 port;
    quint32 size;
    qsizetype iterations;
    bool json;
};

void finish(const QJsonObject &result, const QString &text, bool json)
{
    const QByteArray line = QJsonDocument(result).toJson(QJsonDocument::Compact);
    QTextStream(stdout) << (json ? QString::fromUtf8(line) : text) << '\n';
    QCoreApplication::exit(0);
}

// A failure that is known at once may come before the event loop runs.
void fail(const QString &why)
{
    QTextStream(stderr) << "pingpong: " << why << '\n';
    QTimer::singleShot(0, qApp, [] { QCoreApplication::exit(1); });
}

// Answers each message with itself. The private data of the client's request tells the length of
// messages.
class Server : public RdmaServer
{
public:
    explicit Server(bool json) : json(json) { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        const quint32 size = QByteArray(request.privateData().constData()).toUInt(); // zeros follow
        if (size < 1 || size > MaxSize || client) {
            request.reject("pingpong: busy, or not a client of mine");
            return;
        }
        client = new RdmaQueuePair(this);
        connect(client, &RdmaQueuePair::completed, this,
                [this, size](quint64, const RdmaCompletion &completion) {
                    if (completion.opcode() != Rdma::Opcode::Receive || !completion.isSuccess())
                        return; // a failure ends the connection, and errorOccurred() tells
                    client->postReceive(size);
                    client->postSend(completion.data());
                    ++answered;
                });
        connect(client, &RdmaQueuePair::errorOccurred, this, [this](const RdmaError &error) {
            client->disconnect(this); // a connection that ends by an error has no result
            fail(error.toString());
        });
        connect(client, &RdmaQueuePair::disconnected, this, [this] {
            finish({ { "messages", answered } }, QString("Answered %1 messages").arg(answered),
                   json);
        });
        client->postReceive(size); // before accept(), so that the first message finds it
        client->accept(request);
    }

private:
    const bool json;
    RdmaQueuePair *client = nullptr;
    qint64 answered = 0;
};

void report(const Settings &settings, const QString &device, QList<qint64> roundTrips)
{
    std::sort(roundTrips.begin(), roundTrips.end());
    const auto half = [&](qsizetype percent) {
        return double(roundTrips.at((roundTrips.size() - 1) * percent / 100)) / 2000; // us
    };
    const QString text("Half a round trip of %1 bytes over %2: %3 us at least, %4 us median, "
                       "%5 us p99, of %6");
    finish({ { "device", device },
             { "size", qint64(settings.size) },
             { "iterations", roundTrips.size() },
             { "min_us", half(0) },
             { "median_us", half(50) },
             { "p99_us", half(99) } },
           text.arg(settings.size)
                   .arg(device)
                   .arg(half(0))
                   .arg(half(50))
                   .arg(half(99))
                   .arg(roundTrips.size()),
           settings.json);
}

int measure(const Settings &settings)
{
    RdmaQueuePair end;
    const QByteArray message(settings.size, 'p');
    QString device;
    QElapsedTimer clock;
    QList<qint64> roundTrips; // nanoseconds
    const auto ping = [&] {
        end.postReceive(settings.size);
        clock.start();
        end.postSend(message);
    };
    QObject::connect(&end, &RdmaQueuePair::connected, &end, [&] {
        device = end.deviceName();
        ping();
    });
    QObject::connect(
            &end, &RdmaQueuePair::completed, &end, [&](quint64, const RdmaCompletion &completion) {
                if (completion.opcode() != Rdma::Opcode::Receive || !completion.isSuccess())
                    return;
                roundTrips.append(clock.nsecsElapsed());
                if (roundTrips.size() < settings.iterations)
                    ping();
                else
                    end.disconnectFromHost();
            });
    QObject::connect(&end, &RdmaQueuePair::disconnected, &end, [&] {
        if (roundTrips.size() == settings.iterations)
            report(settings, device, roundTrips);
        else
            fail("The server has ended the connection");
    });
    QObject::connect(&end, &RdmaQueuePair::errorOccurred, &end,
                     [](const RdmaError &error) { fail(error.toString()); });
    RdmaConnectionOptions options;
    options.setPrivateData(QByteArray::number(settings.size));
    end.connectToHost(settings.address, settings.port, options);
    return QCoreApplication::exec();
}

int serve(const Settings &settings)
{
    Server server(settings.json);
    if (!server.listen(settings.address, settings.port)) {
        QTextStream(stderr) << "pingpong: " << server.errorString() << '\n';
        return 1;
    }
    QTextStream(stderr) << "Listening on port " << server.serverPort() << '\n';
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QCommandLineOption listen("listen", "The server's own address.", "address", "0.0.0.0");
    const QCommandLineOption port({ "p", "port" }, "0: the server chooses.", "port", "7472");
    const QCommandLineOption size({ "s", "size" }, "Bytes in a message.", "bytes", "64");
    const QCommandLineOption iterations({ "n", "iterations" }, "Round trips.", "count", "1000");
    const QCommandLineOption json("json", "Print one line of JSON.");
    QCommandLineParser parser;
    parser.setApplicationDescription("Measures half a round trip over RDMA.");
    parser.addHelpOption();
    parser.addPositionalArgument("address", "Of the server, which gets none.", "[address]");
    parser.addOptions({ listen, port, size, iterations, json });
    parser.process(application);
    const QString name = parser.positionalArguments().value(0);
    const Settings settings{ QHostAddress(name.isEmpty() ? parser.value(listen) : name),
                             parser.value(port).toUShort(), parser.value(size).toUInt(),
                             parser.value(iterations).toInt(), parser.isSet(json) };
    if (settings.address.isNull() || settings.size < 1 || settings.size > MaxSize
        || settings.iterations < 1)
        parser.showHelp(2);
    return name.isEmpty() ? serve(settings) : measure(settings);
}
