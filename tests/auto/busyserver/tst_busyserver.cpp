// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "worker.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qeventloop.h>
#include <QtCore/qfile.h>
#include <QtCore/qtimer.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <functional>
#include <memory>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

namespace {

constexpr int Patience = 20000;

// It is iWARP's kernel that overlooked what came.
int rounds()
{
    return RdmaTest::rounds(RdmaTest::isSiw() ? 20 : 3, 100);
}

// A setting of the kernel's, until the end of the test.
class KernelSetting
{
public:
    KernelSetting(const QString &path, const QByteArray &value, const QByteArray &usual)
        : m_path(path)
        , m_usual(usual)
        , m_isSet(write(value))
    {
    }
    ~KernelSetting() { write(m_usual); }
    Q_DISABLE_COPY(KernelSetting)

    bool isSet() const { return m_isSet; }

private:
    bool write(const QByteArray &value) const
    {
        QFile file(m_path);
        return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
                && file.write(value) == value.size();
    }

    QString m_path;
    QByteArray m_usual;
    bool m_isSet;
};

// What a server says of itself, and is told.
struct Server
{
    QHostAddress address;
    std::atomic<quint16> port = 0;
    std::atomic<bool> isPolite = false;
    std::atomic<bool> over = false;
};

// Sends back what each connection sends, one after the other, without an event loop.
void echoStreams(Server *self)
{
    RdmaServer server;
    if (!server.listen(self->address))
        return;
    self->port = server.serverPort();
    while (!self->over) {
        if (!server.waitForNewConnection(0))
            continue;
        const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
        while (!self->over && stream->state() == QAbstractSocket::ConnectedState) {
            if (stream->waitForReadyRead(0))
                stream->write(stream->readAll());
        }
    }
}

// Sends back what comes first.
class EchoingServer : public RdmaServer
{
public:
    EchoingServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        auto *queuePair = new RdmaQueuePair(this);
        connect(queuePair, &RdmaQueuePair::completed, this,
                [queuePair](quint64, const RdmaCompletion &completion) {
                    if (completion.isSuccess() && completion.opcode() == Rdma::Opcode::Receive)
                        queuePair->postSend(completion.data());
                });
        connect(queuePair, &RdmaQueuePair::disconnected, queuePair, &QObject::deleteLater);
        queuePair->postReceive(64);
        queuePair->accept(request);
    }
};

void echoMessages(Server *self)
{
    QEventLoop loop;
    EchoingServer server;
    if (!server.listen(self->address))
        return;
    self->port = server.serverPort();
    while (!self->over)
        loop.processEvents();
}

} // namespace

// A server that gets little of its processor: between any two steps of its kernel much happens elsewhere.
class tst_BusyServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void streamsFirstMessage();
    void queuePairsFirstMessage();

private:
    void start(const std::function<void(Server *)> &serve);

    std::unique_ptr<KernelSetting> second;
    std::unique_ptr<KernelSetting> preempt;
    std::unique_ptr<Server> server;
    std::unique_ptr<Worker> worker;
};

void tst_BusyServer::init()
{
    if (!qEnvironmentVariableIsSet("QTRDMA_LAB"))
        QSKIP("Changes settings of the kernel: only in the lab");
    if (!QFile::exists(QStringLiteral("/sys/kernel/debug/sched")))
        mount("none", "/sys/kernel/debug", "debugfs", 0, nullptr);
    // The kernel does the client's work on the same processor, and interrupts its own for a thread that is more urgent. In this
    // order: it changes its code for the second, which QEMU does not bear where another processor runs (tests/lab/labmachine.py).
    second = std::make_unique<KernelSetting>(QStringLiteral("/sys/devices/system/cpu/cpu1/online"),
                                             "0", "1");
    preempt = std::make_unique<KernelSetting>(QStringLiteral("/sys/kernel/debug/sched/preempt"),
                                              "full", "voluntary");
    QVERIFY(preempt->isSet() && second->isSet());
    const sched_param urgent = { 1 };
    QCOMPARE(sched_setscheduler(0, SCHED_FIFO, &urgent), 0);
}

void tst_BusyServer::cleanup()
{
    if (server)
        server->over = true;
    worker.reset();
    server.reset();
    const sched_param usual = {};
    sched_setscheduler(0, SCHED_OTHER, &usual);
    preempt.reset();
    second.reset();
}

void tst_BusyServer::start(const std::function<void(Server *)> &serve)
{
    server = std::make_unique<Server>();
    server->address = RdmaTest::address();
    worker = std::make_unique<Worker>([self = server.get(), serve] {
        const sched_param usual = {};
        self->isPolite = sched_setscheduler(0, SCHED_OTHER, &usual) == 0
                && setpriority(PRIO_PROCESS, 0, 5) == 0;
        serve(self);
    });
    QTRY_VERIFY_WITH_TIMEOUT(server->port != 0, Patience);
    QVERIFY(server->isPolite);
}

// siw read what had come before accept() was done only when more came: a client that sent one message and waited for the answer
// waited for ever.
void tst_BusyServer::streamsFirstMessage()
{
    start(echoStreams);
    for (int round = 0; round < rounds(); ++round) {
        RdmaStream stream;
        stream.connectToHost(server->address, server->port);
        QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
        QCOMPARE(stream.write("hello"), 5);
        QVERIFY2(stream.waitForReadyRead(Patience), qPrintable(stream.errorString()));
        QCOMPARE(stream.readAll(), "hello");
        stream.disconnectFromHost();
    }
}

void tst_BusyServer::queuePairsFirstMessage()
{
    start(echoMessages);
    for (int round = 0; round < rounds(); ++round) {
        QEventLoop loop; // QTRY_COMPARE sleeps: too late to meet the server's kernel at work
        QByteArray answer;
        RdmaQueuePair queuePair;
        connect(&queuePair, &RdmaQueuePair::connected, this, [&] { queuePair.postSend("hello"); });
        connect(&queuePair, &RdmaQueuePair::completed, this,
                [&](quint64, const RdmaCompletion &completion) {
                    if (completion.opcode() != Rdma::Opcode::Receive)
                        return;
                    answer = completion.data();
                    loop.quit();
                });
        QTimer::singleShot(Patience, &loop, &QEventLoop::quit);
        queuePair.postReceive(64);
        QVERIFY(queuePair.connectToHost(server->address, server->port));
        loop.exec();
        QCOMPARE(answer, "hello");
    }
}

QTEST_GUILESS_MAIN(tst_BusyServer)

#include "tst_busyserver.moc"
