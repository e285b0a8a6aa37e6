// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "halfroundtrips.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>

#include <QtCore/qcoreapplication.h>

#include <csignal>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

// RdmaQueuePair's messages of 64 bytes between two processes.
//
//   PROGRAM ADDRESS signals|wait|rate [ROUNDS [WARMUP]]
//
// signals  to and fro out of completed(), as a program with an event loop does
// wait     the same by waitForCompleted(), without an event loop
// rate     as many messages one way, 64 at most in flight, posted in batches of 16 of which the last is signalled

namespace {

constexpr int MessageSize = 64;
constexpr int Batch = 16;
constexpr int Depth = 64;
constexpr int Receives = 512;
constexpr int AnswerEvery =
        128; // messages: what comes without a receive for it would end an iWARP connection
constexpr int MostUnanswered = 384;
constexpr int PingPongReceives = 16;

enum class Mode { Signals, Wait, Rate };

struct Settings
{
    QHostAddress address;
    Mode mode = Mode::Signals;
    int rounds = 500;
    int warmUp = 100;
};

int complain(const char *what, const QString &why)
{
    std::fprintf(stderr, "queuepair_pingpong: %s: %s\n", what, qPrintable(why));
    return 1;
}

// The requests of one end, made once: what is sent, and receives, each posted again when its message has been looked at.
class Requests
{
public:
    Requests(RdmaQueuePair *queuePair, const RdmaProtectionDomain &domain, int receives)
        : m_queuePair(queuePair)
    {
        const auto memory =
                RdmaMemoryRegion::allocate(domain, qsizetype(receives + 1) * MessageSize);
        for (int i = 0; i <= receives; ++i) {
            const RdmaMemorySlice slice(memory, qsizetype(i) * MessageSize, MessageSize);
            m_receives.append(RdmaWorkRequest::receive({ slice }));
            m_receives.last().setWrId(quint64(i));
        }
        m_send = RdmaWorkRequest::send({ RdmaMemorySlice(memory, 0, MessageSize) });
        m_unsignalled = m_send;
        m_unsignalled.setFlags(Rdma::SendFlag::Unsignalled);
        m_queuePair->postBatch(m_receives.mid(1));
    }

    const RdmaWorkRequest &send() const { return m_send; }
    const RdmaWorkRequest &unsignalled() const { return m_unsignalled; }
    void receiveAgain(quint64 id, int atOnce = 1)
    {
        const RdmaWorkRequest &receive = m_receives.at(qsizetype(id));
        if (atOnce == 1) {
            m_queuePair->post(receive);
            return;
        }
        m_used.append(receive);
        if (m_used.size() < atOnce)
            return;
        m_queuePair->postBatch(m_used);
        m_used.clear();
    }

private:
    RdmaQueuePair *m_queuePair;
    RdmaWorkRequest m_send;
    RdmaWorkRequest m_unsignalled;
    QList<RdmaWorkRequest> m_receives; // by id
    QList<RdmaWorkRequest> m_used;
};

RdmaConnectionOptions optionsFor(const RdmaProtectionDomain &domain)
{
    RdmaConnectionOptions options;
    options.setProtectionDomain(domain);
    options.setSendDepth(Depth);
    options.setReceiveDepth(Receives);
    return options;
}

class Server : public RdmaServer
{
public:
    explicit Server(const Settings &settings) : m_settings(settings)
    {
        setAcceptPolicy(AcceptPolicy::Deferred);
    }

    RdmaQueuePair *queuePair() const { return m_queuePair.get(); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        const auto domain = RdmaProtectionDomain::allocate(m_settings.address);
        m_queuePair = std::make_unique<RdmaQueuePair>();
        m_requests.emplace(m_queuePair.get(), domain,
                           m_settings.mode == Mode::Rate ? Receives : PingPongReceives);
        connect(m_queuePair.get(), &RdmaQueuePair::completed, this,
                [this](quint64 id, const RdmaCompletion &completion) { answer(id, completion); });
        connect(m_queuePair.get(), &RdmaQueuePair::disconnected, qApp, &QCoreApplication::quit);
        m_queuePair->accept(request, optionsFor(domain));
    }

private:
    void answer(quint64 id, const RdmaCompletion &completion)
    {
        if (completion.opcode() != Rdma::Opcode::Receive || !completion.isSuccess())
            return;
        const bool counts = m_settings.mode == Mode::Rate;
        m_requests->receiveAgain(id, counts ? Batch : 1);
        if (counts && ++m_received % AnswerEvery != 0)
            return;
        m_queuePair->post(m_requests->unsignalled());
    }

    const Settings &m_settings;
    std::unique_ptr<RdmaQueuePair> m_queuePair;
    std::optional<Requests> m_requests;
    int m_received = 0;
};

int serve(const Settings &settings, int portPipe)
{
    Server server(settings);
    if (!server.listen(settings.address))
        return complain("listen", server.errorString());
    const quint16 port = server.serverPort();
    if (write(portPipe, &port, sizeof(port)) != sizeof(port))
        return 1;
    if (settings.mode != Mode::Wait)
        return qApp->exec();
    while (!server.queuePair())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    while (server.queuePair()->state() != QAbstractSocket::UnconnectedState)
        server.queuePair()->waitForCompleted(-1);
    return 0;
}

class Client
{
public:
    explicit Client(const Settings &settings)
        : m_settings(settings)
        , m_domain(RdmaProtectionDomain::allocate(settings.address))
        , m_requests(&m_queuePair, m_domain,
                     settings.mode == Mode::Rate ? Receives : PingPongReceives)
    {
    }

    int measure(quint16 port)
    {
        m_queuePair.connectToHost(m_settings.address, port, optionsFor(m_domain));
        if (!m_queuePair.waitForConnected(-1))
            return complain("connect", m_queuePair.rdmaError().toString());
        QObject::connect(&m_queuePair, &RdmaQueuePair::disconnected, qApp, [] { qApp->exit(1); });
        const bool done = m_settings.mode == Mode::Rate ? measureRate() : measurePingPong();
        if (!done)
            return complain("measure", m_queuePair.rdmaError().toString());
        m_queuePair.disconnect();
        m_queuePair.disconnectFromHost();
        if (m_queuePair.state() != QAbstractSocket::UnconnectedState)
            m_queuePair.waitForDisconnected(-1);
        return 0;
    }

private:
    bool measurePingPong()
    {
        const size_t all = size_t(m_settings.warmUp + m_settings.rounds);
        std::vector<int64_t> roundTrips;
        roundTrips.reserve(all);
        int64_t start = 0;
        const auto send = [&] {
            start = monotonicNanoseconds();
            m_queuePair.post(m_requests.unsignalled());
        };
        QObject::connect(&m_queuePair, &RdmaQueuePair::completed,
                         [&](quint64 id, const RdmaCompletion &completion) {
                             if (completion.opcode() != Rdma::Opcode::Receive
                                 || !completion.isSuccess())
                                 return;
                             m_requests.receiveAgain(id);
                             roundTrips.push_back(monotonicNanoseconds() - start);
                             if (roundTrips.size() < all)
                                 send();
                             else
                                 qApp->quit();
                         });
        send();
        if (m_settings.mode == Mode::Wait) {
            while (roundTrips.size() < all) {
                if (!m_queuePair.waitForCompleted(-1))
                    return false;
            }
        } else if (qApp->exec() != 0) {
            return false;
        }
        printHalfRoundTrips("queuepair_pingpong", roundTrips.data() + m_settings.warmUp,
                            size_t(m_settings.rounds));
        return true;
    }

    bool measureRate()
    {
        QList<RdmaWorkRequest> batch;
        for (int i = 1; i < Batch; ++i)
            batch.append(m_requests.unsignalled());
        batch.append(m_requests.send());
        int sent = 0;
        int answered = 0;
        const auto fill = [&] {
            while (sent < m_settings.rounds && m_queuePair.sendsInFlight() + Batch <= Depth
                   && sent + Batch - answered <= MostUnanswered) {
                m_queuePair.postBatch(batch);
                sent += Batch;
            }
        };
        QObject::connect(&m_queuePair, &RdmaQueuePair::completed,
                         [&](quint64 id, const RdmaCompletion &completion) {
                             if (completion.opcode() == Rdma::Opcode::Receive
                                 && completion.isSuccess()) {
                                 answered += AnswerEvery;
                                 m_requests.receiveAgain(id);
                             }
                             if (answered >= m_settings.rounds)
                                 qApp->quit();
                             fill();
                         });
        const int64_t start = monotonicNanoseconds();
        fill();
        if (qApp->exec() != 0)
            return false;
        const int64_t time = monotonicNanoseconds() - start;
        std::printf("queuepair_pingpong: messages=%d rate=%.2f per ms\n", sent,
                    double(sent) * 1e6 / double(time));
        return true;
    }

    const Settings &m_settings;
    RdmaProtectionDomain m_domain;
    RdmaQueuePair m_queuePair;
    Requests m_requests;
};

bool parse(Settings *settings, int argc, char **argv)
{
    if (argc < 3 || !settings->address.setAddress(QString::fromLocal8Bit(argv[1])))
        return false;
    const QByteArray mode = argv[2];
    settings->mode = mode == "wait" ? Mode::Wait : mode == "rate" ? Mode::Rate : Mode::Signals;
    if (argc > 3)
        settings->rounds = std::atoi(argv[3]);
    if (argc > 4)
        settings->warmUp = std::atoi(argv[4]);
    if (settings->mode == Mode::Rate) // whole answers
        settings->rounds = (settings->rounds + AnswerEvery - 1) / AnswerEvery * AnswerEvery;
    return settings->rounds > 0 && settings->warmUp >= 0
            && (mode == "signals" || settings->mode != Mode::Signals);
}

} // namespace

int main(int argc, char **argv)
{
    Settings settings;
    if (!parse(&settings, argc, argv)) {
        std::fprintf(stderr,
                     "Usage: queuepair_pingpong ADDRESS signals|wait|rate [ROUNDS [WARMUP]]\n");
        return 2;
    }
    int portPipe[2];
    if (pipe(portPipe) != 0)
        return 1;
    // Before either has a device open or an event loop.
    const pid_t server = fork();
    const QCoreApplication application(argc, argv);
    if (server == 0) {
        close(portPipe[0]);
        return serve(settings, portPipe[1]);
    }
    close(portPipe[1]);
    quint16 port = 0;
    if (read(portPipe[0], &port, sizeof(port)) != sizeof(port))
        return complain("server", QStringLiteral("it did not listen"));
    const int status = Client(settings).measure(port);
    if (status != 0)
        kill(server, SIGTERM);
    int serverStatus = 0;
    waitpid(server, &serverStatus, 0);
    return status ? status : serverStatus != 0;
}
