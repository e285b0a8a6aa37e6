// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// How long each step of connecting takes, and disconnecting, as the cmtime of librdmacm tells it:
//
//   qtrdma-cmtime                   the server, for one client
//   qtrdma-cmtime ADDRESS -c 100    the client

#include "tool.h"

#include <QtCore/QElapsedTimer>
#include <QtRdma/RdmaQueuePair>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace {

// Accepts bare queue pairs until as many have ended as the first client announced in its private
// data.
class Server : public RdmaServer
{
public:
    explicit Server(const Tool &tool) : tool(tool) { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        const int count = QByteArray(request.privateData().constData()).toInt(); // zeros follow
        if (count < 1) {
            request.reject("qtrdma-cmtime: this is no client of mine");
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
                        tool.finish({ { "accepted", accepted } },
                                    QString("Accepted %1 connections").arg(accepted));
                });
        RdmaConnectionOptions options;
        options.setSendDepth(1);
        options.setReceiveDepth(1);
        end->accept(request, options);
    }

private:
    const Tool &tool;
    int expected = 0;
    int accepted = 0;
    int ended = 0;
};

// Makes its connections, some at a time, keeps them all until the last one is established, then
// ends them in the same way.
class Client : public QObject
{
public:
    Client(const Tool &tool, int connections, int parallel)
        : tool(tool)
        , address(tool.serverAddress())
        , port(tool.port())
        , connections(connections)
        , parallel(parallel)
    {
        clock.start();
        for (int i = 0; i < qMin(parallel, connections); ++i)
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
            if (ends.size() < size_t(connections))
                connectNext();
            else if (times[2].size() == connections)
                disconnectAll();
        });
        connect(end, &RdmaQueuePair::errorOccurred, this,
                [](const RdmaError &error) { Tool::fail(error.toString()); });
        RdmaConnectionOptions options;
        options.setSendDepth(1);
        options.setReceiveDepth(1);
        options.setPrivateData(QByteArray::number(connections));
        end->connectToHost(address, port, options);
    }

    void disconnectAll()
    {
        connecting = clock.restart();
        for (int i = 0; i < qMin(parallel, connections); ++i)
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
            else if (times[3].size() == connections)
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
            const auto at = [&](int percent) { return Tool::percentile(taken, percent); };
            steps[names.at(step)] = QJsonObject{ { "count", taken.size() },
                                                 { "min_us", at(0) },
                                                 { "median_us", at(50) },
                                                 { "p99_us", at(99) },
                                                 { "max_us", at(100) } };
            text += QString::asprintf("%-10s %9.1f %9.1f %9.1f %9.1f\n", names.at(step), at(0),
                                      at(50), at(99), at(100));
        }
        text += QString("%1 connections, %2 at a time: %3 ms to connect, %4 ms to disconnect")
                        .arg(connections)
                        .arg(parallel)
                        .arg(connecting)
                        .arg(clock.elapsed());
        tool.finish({ { "connections", connections },
                      { "parallel", parallel },
                      { "connecting_ms", connecting },
                      { "disconnecting_ms", clock.elapsed() },
                      { "steps", steps } },
                    text);
    }

    const Tool &tool;
    const QHostAddress address;
    const quint16 port;
    const int connections;
    const int parallel; // so many at a time
    std::vector<std::unique_ptr<RdmaQueuePair>> ends;
    std::array<QList<qint64>, 4> times; // nanoseconds: address, route, connect, disconnect
    QElapsedTimer clock;
    qint64 connecting = 0; // milliseconds that all took
    size_t ending = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    Tool tool("Times the steps of connecting over RDMA.", "7473",
              { { { "c", "connections" }, "How many.", "count", "100" },
                { "parallel", "How many at a time.", "count", "1" } });
    const int connections = tool.number("connections");
    const int parallel = tool.number("parallel");
    if (!tool.isServer()) {
        const Client client(tool, connections, parallel);
        return QCoreApplication::exec();
    }
    Server server(tool);
    return tool.serve(&server);
}
