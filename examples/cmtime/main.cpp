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
#include <numeric>
#include <vector>

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(cmtime)
};

// The times of a connection, in their order. To create is to make the id and to begin with the
// address. That binds the id, too, so there is no step for binding. The whole is from the first of
// them to the last one.
enum Step { Create, Address, Route, QueuePair, Connect, Whole, Disconnect, Destroy };
constexpr std::array stepNames{ "create",  "address", "route",      "queue pair",
                                "connect", "whole",   "disconnect", "destroy" };

constexpr int MostConnections = 65535; // each has a port of its own

struct Summary
{
    double min;
    double mean;
    double median;
    double p99;
    double max;
};

// Statistics of times in nanoseconds; the results are in microseconds.
Summary summaryOf(QList<qint64> taken)
{
    std::sort(taken.begin(), taken.end());
    const double sum = std::accumulate(taken.cbegin(), taken.cend(), 0.0);
    return { Tool::percentile(taken, 0), sum / double(taken.size()) / 1000,
             Tool::percentile(taken, 50), Tool::percentile(taken, 99),
             Tool::percentile(taken, 100) };
}

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
                                    Texts::tr("Accepted %1 connections").arg(accepted));
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
        QElapsedTimer begun;
        begun.start();
        auto *end = ends.emplace_back(std::make_unique<RdmaQueuePair>()).get();
        connect(end, &RdmaQueuePair::connected, this, [this, end, begun] {
            times[Whole].append(begun.nsecsElapsed());
            const RdmaConnectionTimes taken = end->connectionTimes();
            times[Address].append(taken.address());
            times[Route].append(taken.route());
            times[QueuePair].append(taken.queuePair());
            times[Connect].append(taken.connect());
            if (ends.size() < size_t(connections))
                connectNext();
            else if (times[Connect].size() == connections)
                disconnectAll();
        });
        connect(end, &RdmaQueuePair::errorOccurred, this,
                [](const RdmaError &error) { Tool::fail(error.toString()); });
        RdmaConnectionOptions options;
        options.setSendDepth(1);
        options.setReceiveDepth(1);
        options.setPrivateData(QByteArray::number(connections));
        end->connectToHost(address, port, options);
        times[Create].append(begun.nsecsElapsed());
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
            times[Disconnect].append(asked.nsecsElapsed());
            if (ending < ends.size())
                disconnectNext();
            else if (times[Disconnect].size() == connections)
                QMetaObject::invokeMethod(this, &Client::destroyAll, Qt::QueuedConnection);
        });
        end->disconnectFromHost();
    }

    void destroyAll()
    {
        disconnecting = clock.elapsed();
        for (std::unique_ptr<RdmaQueuePair> &end : ends) {
            QElapsedTimer asked;
            asked.start();
            end.reset();
            times[Destroy].append(asked.nsecsElapsed());
        }
        report();
    }

    void report()
    {
        QJsonObject steps;
        QString text = "step (us)        min      mean    median       p99       max\n";
        for (size_t step = 0; step < stepNames.size(); ++step) {
            const Summary taken = summaryOf(times.at(step));
            steps[stepNames.at(step)] = QJsonObject{ { "count", times.at(step).size() },
                                                     { "min_us", taken.min },
                                                     { "mean_us", taken.mean },
                                                     { "median_us", taken.median },
                                                     { "p99_us", taken.p99 },
                                                     { "max_us", taken.max } };
            text += QString::asprintf("%-10s %9.1f %9.1f %9.1f %9.1f %9.1f\n", stepNames.at(step),
                                      taken.min, taken.mean, taken.median, taken.p99, taken.max);
        }
        text += Texts::tr("%1 connections, %2 at a time: %3 ms to connect, %4 ms to disconnect")
                        .arg(connections)
                        .arg(parallel)
                        .arg(connecting)
                        .arg(disconnecting);
        tool.finish({ { "connections", connections },
                      { "parallel", parallel },
                      { "connecting_ms", connecting },
                      { "disconnecting_ms", disconnecting },
                      { "steps", steps } },
                    text);
    }

    const Tool &tool;
    const QHostAddress address;
    const quint16 port;
    const int connections;
    const int parallel; // so many at a time
    std::vector<std::unique_ptr<RdmaQueuePair>> ends;
    std::array<QList<qint64>, stepNames.size()> times; // nanoseconds
    QElapsedTimer clock;
    qint64 connecting = 0; // milliseconds that all took
    qint64 disconnecting = 0;
    size_t ending = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    Tool tool(Texts::tr("Times the steps of connecting over RDMA."), "7473",
              { { { "c", "connections" }, Texts::tr("How many."), "count", "100" },
                { "parallel", Texts::tr("How many at a time."), "count", "1" } });
    const int connections = tool.number("connections", MostConnections);
    const int parallel = tool.number("parallel", MostConnections);
    if (!tool.isServer()) {
        const Client client(tool, connections, parallel);
        return QCoreApplication::exec();
    }
    Server server(tool);
    return tool.serve(&server);
}
