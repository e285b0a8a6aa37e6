// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Half a round trip between two programs that sleep while they wait, as ibv_rc_pingpong -e measures
// it:
//
//   qtrdma-pingpong            the server, for one client; with --keep for one after the other
//   qtrdma-pingpong ADDRESS    the client

#include "tool.h"

#include <QtCore/QElapsedTimer>
#include <QtRdma/RdmaQueuePair>

#include <algorithm>

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(pingpong)
};

constexpr int MaxSize = 16 * 1024 * 1024;

// Answers each message with itself. The private data of the client's request tells the length of
// messages.
class Server : public RdmaServer
{
public:
    explicit Server(const Tool &tool) : tool(tool) { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        const int size = QByteArray(request.privateData().constData()).toInt(); // zeros follow
        if (size < 1 || size > MaxSize || client) {
            request.reject("qtrdma-pingpong: busy, or not a client of mine");
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
            ended(Program::fail(error.toString(), 1));
        });
        connect(client, &RdmaQueuePair::disconnected, this, [this] {
            tool.print({ { "messages", answered } },
                       Texts::tr("Answered %1 messages").arg(answered));
            ended(0);
        });
        client->postReceive(size); // before accept(), so that the first message finds it
        client->accept(request);
    }

private:
    // The next client may come, or the program ends.
    void ended(int status)
    {
        if (!tool.isSet("keep"))
            return QCoreApplication::exit(status);
        std::exchange(client, nullptr)->deleteLater();
        answered = 0;
    }

    const Tool &tool;
    RdmaQueuePair *client = nullptr;
    qint64 answered = 0;
};

void report(const Tool &tool, const QString &device, int size, QList<qint64> roundTrips)
{
    std::sort(roundTrips.begin(), roundTrips.end());
    const double min = Tool::percentile(roundTrips, 0) / 2;
    const double median = Tool::percentile(roundTrips, 50) / 2;
    const double p99 = Tool::percentile(roundTrips, 99) / 2;
    const QString text = Texts::tr("Half a round trip of %1 bytes over %2: %3 us at least, "
                                   "%4 us median, %5 us p99, of %6");
    tool.finish({ { "device", device },
                  { "size", size },
                  { "iterations", roundTrips.size() },
                  { "min_us", min },
                  { "median_us", median },
                  { "p99_us", p99 } },
                text.arg(size).arg(device).arg(min).arg(median).arg(p99).arg(roundTrips.size()));
}

int measure(const Tool &tool, int size, int iterations)
{
    RdmaQueuePair end;
    const QByteArray message(size, 'p');
    QString device;
    QElapsedTimer clock;
    QList<qint64> roundTrips; // nanoseconds
    const auto ping = [&] {
        end.postReceive(size);
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
                if (roundTrips.size() < iterations)
                    ping();
                else
                    end.disconnectFromHost();
            });
    QObject::connect(&end, &RdmaQueuePair::disconnected, &end, [&] {
        if (roundTrips.size() == iterations)
            report(tool, device, size, roundTrips);
        else
            Tool::fail(Texts::tr("The server has ended the connection"));
    });
    QObject::connect(&end, &RdmaQueuePair::errorOccurred, &end,
                     [](const RdmaError &error) { Tool::fail(error.toString()); });
    RdmaConnectionOptions options;
    options.setPrivateData(QByteArray::number(size));
    end.connectToHost(tool.serverAddress(), tool.port(), options);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    Tool tool(Texts::tr("Measures half a round trip over RDMA."), "7474",
              { { { "s", "size" }, Texts::tr("Bytes in a message."), "bytes", "64" },
                { { "n", "iterations" }, Texts::tr("Round trips."), "count", "1000" },
                { "keep", Texts::tr("The server goes on with the next client.") } });
    const int size = tool.number("size", MaxSize);
    const int iterations = tool.number("iterations");
    if (!tool.isServer())
        return measure(tool, size, iterations);
    Server server(tool);
    return tool.serve(&server);
}
