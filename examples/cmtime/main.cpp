// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// How long each step of connecting takes, and disconnecting, as the cmtime of librdmacm tells it:
//
//   cmtime                   the server, for one client
//   cmtime ADDRESS -c 100    the client

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
#include <array>
#include <memory>
#include <vector>

namespace {

struct Settings
{
    QHostAddress address; // the server listens on it, the client connects to it
    quint16 port;
    int connections;
    int parallel;
    bool json;
};

void finish(const QJsonObject &result, const QString &text, bool json)
{
    const QByteArray line = QJsonDocument(result).toJson(QJsonDocument::Compact);
    QTextStream(stdout) << (json ? QString::fromUtf8(line) : text) << '\n';
    QCoreApplication::exit(0);
}

// Accepts bare queue pairs until as many have ended as the first client announced in its private
// data.
class Server : public RdmaServer
{
public:
    explicit Server(bool json) : json(json) { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        const int count = QByteArray(request.privateData().constData()).toInt(); // zeros follow
        if (count < 1) {
            request.reject("cmtime: this is no client of mine");
            return;
        }
        if (expected == 0)
            expected = count;
        auto *end = new RdmaQueuePair(this);
        connect(end, &RdmaQueuePair::connected, this, [this] { ++accepted; });
        connect(end, &RdmaQueuePair::stateChanged, this,
                [this, end](QAbstractSocket::SocketState state) {
                    if (state != QAbstractSocket::UnconnectedState)
                        return;
                    end->deleteLater();
                    if (++ended == expected)
                        finish({ { "accepted", accepted } },
                               QString("Accepted %1 connections").arg(accepted), json);
                });
        RdmaConnectionOptions options;
        options.setSendDepth(1);
        options.setReceiveDepth(1);
        end->accept(request, options);
    }

private:
    const bool json;
    int expected = 0;
    int accepted = 0;
    int ended = 0;
};

// Makes its connections, some at a time, keeps them all until the last one is established, then
// ends them in the same way.
class Client : public QObject
{
public:
    explicit Client(const Settings &wanted) : settings(wanted)
    {
        clock.start();
        for (int i = 0; i < qMin(settings.parallel, settings.connections); ++i)
            connectNext();
    }

private:
    void connectNext()
    {
        auto *end = ends.emplace_back(std::make_unique<RdmaQueuePair>()).get();
        connect(end, &RdmaQueuePair::connected, this, [this, end] {
            const RdmaConnectionTimes taken = end->connectionTimes();
            times[0].append(taken.address());
            times[1].append(taken.route());
            times[2].append(taken.connect());
            if (ends.size() < size_t(settings.connections))
                connectNext();
            else if (times[2].size() == settings.connections)
                disconnectAll();
        });
        // A failure that is known at once may come before the event loop runs.
        connect(end, &RdmaQueuePair::errorOccurred, this, [](const RdmaError &error) {
            QTextStream(stderr) << "cmtime: " << error.toString() << '\n';
            QTimer::singleShot(0, qApp, [] { QCoreApplication::exit(1); });
        });
        RdmaConnectionOptions options;
        options.setSendDepth(1);
        options.setReceiveDepth(1);
        options.setPrivateData(QByteArray::number(settings.connections));
        end->connectToHost(settings.address, settings.port, options);
    }

    void disconnectAll()
    {
        connecting = clock.restart();
        for (int i = 0; i < qMin(settings.parallel, settings.connections); ++i)
            disconnectNext();
    }

    void disconnectNext()
    {
        RdmaQueuePair *end = ends[ending++].get();
        QElapsedTimer asked;
        asked.start();
        connect(end, &RdmaQueuePair::disconnected, this, [this, asked] {
            times[3].append(asked.nsecsElapsed());
            if (ending < ends.size())
                disconnectNext();
            else if (times[3].size() == settings.connections)
                report();
        });
        end->disconnectFromHost();
    }

    void report()
    {
        static constexpr std::array names{ "address", "route", "connect", "disconnect" };
        QJsonObject steps;
        QString text = "step (us)       min    median       p99       max\n";
        for (size_t step = 0; step < names.size(); ++step) {
            QList<qint64> &taken = times.at(step);
            std::sort(taken.begin(), taken.end());
            const auto at = [&](qsizetype percent) {
                return double(taken.at((taken.size() - 1) * percent / 100)) / 1000; // us
            };
            steps[names.at(step)] = QJsonObject{ { "count", taken.size() },
                                                 { "min_us", at(0) },
                                                 { "median_us", at(50) },
                                                 { "p99_us", at(99) },
                                                 { "max_us", at(100) } };
            text += QString::asprintf("%-10s %9.1f %9.1f %9.1f %9.1f\n", names.at(step), at(0),
                                      at(50), at(99), at(100));
        }
        text += QString("%1 connections, %2 at a time: %3 ms to connect, %4 ms to disconnect")
                        .arg(settings.connections)
                        .arg(settings.parallel)
                        .arg(connecting)
                        .arg(clock.elapsed());
        finish({ { "connections", settings.connections },
                 { "parallel", settings.parallel },
                 { "connecting_ms", connecting },
                 { "disconnecting_ms", clock.elapsed() },
                 { "steps", steps } },
               text, settings.json);
    }

    const Settings settings;
    std::vector<std::unique_ptr<RdmaQueuePair>> ends;
    std::array<QList<qint64>, 4> times; // nanoseconds: address, route, connect, disconnect
    QElapsedTimer clock;
    qint64 connecting = 0; // milliseconds that all took
    size_t ending = 0;
};

int serve(const Settings &settings)
{
    Server server(settings.json);
    if (!server.listen(settings.address, settings.port)) {
        QTextStream(stderr) << "cmtime: " << server.errorString() << '\n';
        return 1;
    }
    QTextStream(stderr) << "Listening on port " << server.serverPort() << '\n';
    return QCoreApplication::exec();
}

int measure(const Settings &settings)
{
    const Client client(settings);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QCommandLineOption listen("listen", "The server's own address.", "address", "0.0.0.0");
    const QCommandLineOption port({ "p", "port" }, "0: the server chooses.", "port", "7473");
    const QCommandLineOption count({ "c", "connections" }, "How many.", "count", "100");
    const QCommandLineOption parallel("parallel", "How many at a time.", "count", "1");
    const QCommandLineOption json("json", "Print one line of JSON.");
    QCommandLineParser parser;
    parser.setApplicationDescription("Times the steps of connecting over RDMA.");
    parser.addHelpOption();
    parser.addPositionalArgument("address", "Of the server, which gets none.", "[address]");
    parser.addOptions({ listen, port, count, parallel, json });
    parser.process(application);
    const QString name = parser.positionalArguments().value(0);
    const Settings settings{ QHostAddress(name.isEmpty() ? parser.value(listen) : name),
                             parser.value(port).toUShort(), parser.value(count).toInt(),
                             parser.value(parallel).toInt(), parser.isSet(json) };
    if (settings.address.isNull() || settings.connections < 1 || settings.parallel < 1)
        parser.showHelp(2);
    return name.isEmpty() ? serve(settings) : measure(settings);
}
