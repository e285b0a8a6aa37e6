// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/pattern.h"
#include "../shared/queuepairs.h"
#include "../shared/rdmaleaks.h"
#include "../shared/rdmatest.h"
#include "../shared/silentneighbour.h"
#include "../shared/sleepclock.h"
#include "../shared/worker.h"
#include "engine/givingway_p.h"
#include "engine/moderation_p.h"
#include "qtrdmafault.h"

#include <QtRdma/Rdma>
#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qelapsedtimer.h>
#include <QtCore/qeventloop.h>
#include <QtCore/qpointer.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qprocess.h>
#include <QtCore/qrandom.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qsemaphore.h>
#include <QtCore/qsocketnotifier.h>
#include <QtCore/qthread.h>
#include <QtCore/qtimer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include <malloc.h>
#include <sched.h>
#include <unistd.h>

using namespace std::chrono_literals;

namespace {

constexpr int Patience = 30000;
constexpr int ChildBytes = 512 * 1024;
constexpr int LongSpin = 1'000'000; // us: nothing in a test takes as long
constexpr int LongModeration = 65'535; // us

// What a thread may leave behind for another to delete.
struct Objects
{
    RdmaStream stream;
    RdmaStream closing;
    RdmaServer server;
    RdmaQueuePair queuePair;
};

// Connects, writes and flushes; everything has left the write buffer when it returns true.
bool writeFlushed(RdmaStream *stream, const QHostAddress &address, quint16 port,
                  const QByteArray &data)
{
    stream->connectToHost(address, port);
    if (!stream->waitForConnected(Patience))
        return false;
    stream->write(data);
    stream->flush();
    while (stream->bytesToWrite() > 0) {
        if (!stream->waitForBytesWritten(Patience))
            return false;
    }
    return true;
}

qtrdmafault_sums tally()
{
    qtrdmafault_sums sums = {};
    qtrdmafault_tally(&sums);
    return sums;
}

// Of this process from now on, while the loop runs.
int pollsWithin(int msecs)
{
    QEventLoop loop;
    qtrdmafault_arm("ibv_poll_cq", 0, 0);
    QTimer::singleShot(msecs, &loop, &QEventLoop::quit);
    loop.exec();
    return qtrdmafault_count();
}

// Messages to and fro between two queue pairs of this thread, and what has completed well, in order.
class Exchange
{
public:
    struct Told
    {
        QList<quint64> sent; // ids
        QList<quint64> received; // what the messages say
    };

    explicit Exchange(QueuePairs *pairs)
    {
        follow(&pairs->here, &here);
        follow(pairs->there(), &there);
        m_first = &pairs->here;
    }

    bool run(int rounds)
    {
        m_rounds = rounds;
        QTimer::singleShot(0, &m_loop, [this] { send(m_first, 1); });
        QTimer::singleShot(Patience, &m_loop, [this] { m_loop.exit(1); });
        return m_loop.exec() == 0;
    }

    Told here;
    Told there;

private:
    void follow(RdmaQueuePair *end, Told *told)
    {
        QObject::connect(end, &RdmaQueuePair::completed, &m_loop,
                         [=, this](quint64 id, const RdmaCompletion &completion) {
                             if (!completion.isSuccess())
                                 return m_loop.exit(1);
                             if (completion.opcode() == Rdma::Opcode::Send)
                                 told->sent.append(id);
                             else
                                 received(end, told, completion.data().toULongLong());
                             if (std::min({ here.sent.size(), here.received.size(),
                                            there.sent.size(), there.received.size() })
                                 == m_rounds)
                                 m_loop.quit();
                         });
    }

    void received(RdmaQueuePair *end, Told *told, quint64 number)
    {
        told->received.append(number);
        if (end != m_first)
            send(end, number);
        else if (told->received.size() < m_rounds)
            send(end, number + 1);
    }

    // With a receive for the answer; the peer has some.
    void send(RdmaQueuePair *from, quint64 number)
    {
        from->postReceive(256);
        from->postSend(QByteArray::number(number), number);
    }

    QEventLoop m_loop;
    RdmaQueuePair *m_first;
    qsizetype m_rounds = 0;
};

// The queue of this thread moderates, as long as it can and without yielding, until it is destroyed. Calls count no more then.
class Moderated
{
public:
    Moderated()
        : m_yields(m_queue.isYielding())
        , m_works(m_queue.setYielding(false) && m_queue.setModeration(LongModeration))
    {
    }
    ~Moderated()
    {
        qtrdmafault_reset();
        m_queue.setModeration(0);
        m_queue.setYielding(m_yields);
    }
    Q_DISABLE_COPY_MOVE(Moderated)
    bool works() const { return m_works; }

private:
    RdmaCompletionQueue m_queue{ RdmaTest::address() };
    bool m_yields;
    bool m_works;
};

// The thread that makes it, and those that it starts, have one processor.
class OneProcessor
{
public:
    OneProcessor()
    {
        cpu_set_t first;
        CPU_ZERO(&first);
        CPU_SET(::sched_getcpu(), &first);
        m_works = ::sched_getaffinity(0, sizeof(m_before), &m_before) == 0
                && ::sched_setaffinity(0, sizeof(first), &first) == 0;
    }
    ~OneProcessor()
    {
        if (m_works)
            ::sched_setaffinity(0, sizeof(m_before), &m_before);
    }
    Q_DISABLE_COPY_MOVE(OneProcessor)
    bool works() const { return m_works; }

private:
    cpu_set_t m_before;
    bool m_works;
};

} // namespace

// The rules of the engine, as a program sees them.
class tst_Engine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    // The first: a service thread polls what an engine leaves when its thread ends.
    void acknowledgementIsExact();
    void noWakeUpIsLost();
    void floodLetsTimersFire();
    void slowSlotsLetTimersFire();
    void streamDeletedInSlot_data();
    void streamDeletedInSlot();
    void serverDeletedInNewConnection_data();
    void serverDeletedInNewConnection();
    void spinningIsRefused();
    void spinningTellsTheSame_data();
    void spinningTellsTheSame();
    void spinningWithoutEventLoop();
    void spinningLetsOthersHaveTheirTurn();
    void idleDoesNotSpin();
    void givingWay();
    void yieldingIsAPolicy();
    void yieldingTellsTheSame();
    void moderation();
    void moderationIsAPolicy();
    void moderationTakesTogether_data();
    void moderationTakesTogether();
    void moderationHoldsNoAnswerBack_data();
    void moderationHoldsNoAnswerBack();
    void moderationInThreads();
    void moderationEnds();
    void largeSendsAreCopied_data();
    void largeSendsAreCopied();
    void fewCreditsForFullFrames();
    void waitInSlotHoldsOthersBack();
    void nestedLoopWhileWaiting();
    void abortWhileConnecting();
    void connectTimeoutHoldsInWait();
    void threadEnds_data();
    void threadEnds();
    void threadWithoutEventLoop();
    void waitsLeaveNothingBehind();
    void noThreadToConnect();
    void noThreadForTheReaper();
    void processEnds_data();
    void processEnds();

private:
    struct Pair
    {
        std::unique_ptr<RdmaStream> client;
        std::unique_ptr<RdmaStream> accepted;
    };
    Pair connectPair();
    void checkEcho();
    void collect(QByteArray *data);

    std::unique_ptr<RdmaServer> server;
};

void tst_Engine::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_Engine::init()
{
    server = std::make_unique<RdmaServer>();
    QVERIFY2(server->listen(RdmaTest::address(), 0), qPrintable(server->errorString()));
}

// Both ends are null when it fails.
tst_Engine::Pair tst_Engine::connectPair()
{
    Pair pair{ std::make_unique<RdmaStream>(), nullptr };
    pair.client->connectToHost(RdmaTest::address(), server->serverPort());
    if (!pair.client->waitForConnected(Patience)) {
        qWarning() << pair.client->errorString();
        return {};
    }
    if (!server->hasPendingConnections() && !server->waitForNewConnection(Patience))
        return {};
    pair.accepted.reset(server->nextPendingConnection());
    pair.accepted->setParent(nullptr); // it may outlive the server
    return pair;
}

// The engine of this thread still serves what is new.
void tst_Engine::checkEcho()
{
    if (!server)
        init();
    const Pair pair = connectPair();
    QVERIFY(pair.accepted);
    connect(pair.accepted.get(), &RdmaStream::readyRead, this,
            [&pair] { pair.accepted->write(pair.accepted->readAll()); });
    pair.client->write("still here");
    QTRY_COMPARE_WITH_TIMEOUT(pair.client->bytesAvailable(), 10, Patience);
}

// Everything that anybody sends to the server is appended to 'data'.
void tst_Engine::collect(QByteArray *data)
{
    connect(server.get(), &RdmaServer::newConnection, this, [this, data] {
        RdmaStream *stream = server->nextPendingConnection();
        connect(stream, &RdmaStream::readyRead, this,
                [stream, data] { data->append(stream->readAll()); });
        data->append(stream->readAll());
    });
}

// A neighbour that the kernel believes to know, so that only the connection request stays unanswered.
// Two engines talk; then one of them ends, and its queue has nothing left to acknowledge.
void tst_Engine::acknowledgementIsExact()
{
    // More events than are acknowledged at once; who yields before sleeping has few.
    constexpr int Rounds = 200;
    RdmaCompletionQueue here(RdmaTest::address());
    QVERIFY(here.setYielding(false));
    const auto restore = qScopeGuard([&here] {
        here.setYielding(RdmaDevice::fromAddress(RdmaTest::address()).isSoftware());
    });
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [peer] { peer->write(peer->readAll()); });
    });
    const qtrdmafault_sums before = tally();
    qtrdmafault_sums running = {};
    int rounds = 0;
    const quint16 port = server->serverPort();
    {
        const Worker worker([&, port] {
            if (!RdmaCompletionQueue(RdmaTest::address()).setYielding(false))
                return;
            RdmaStream stream;
            bool echoed = writeFlushed(&stream, RdmaTest::address(), port, "x");
            while (echoed && rounds < Rounds) {
                ++rounds;
                echoed = stream.waitForReadyRead(Patience) && stream.readAll() == "x";
                stream.write("x");
                stream.flush();
            }
            running = tally();
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), 4 * Patience);
    }
    QCOMPARE(rounds, Rounds);
    QCOMPARE(running.queues_shared, 0);
    QTRY_COMPARE_WITH_TIMEOUT(tally().queues_ended, before.queues_ended + 1, Patience);
    const qtrdmafault_sums after = tally();
    QVERIFY(after.queue_events >= before.queue_events + Rounds / 2);
    QCOMPARE(after.queue_acknowledged, after.queue_events);
    QVERIFY(after.cm_events > before.cm_events);
    QCOMPARE(after.cm_acknowledged, after.cm_events);
}

// The loop has nothing but the notifiers to wake it: the next burst starts when both ends have the last one.
void tst_Engine::noWakeUpIsLost()
{
    constexpr int Bursts = 400;
    const Pair pair = connectPair();
    QVERIFY(pair.accepted);
    QRandomGenerator random(4711);
    QEventLoop loop;
    qint64 sent[2] = {};
    qint64 received[2] = {};
    int bursts = 0;
    const auto burst = [&] {
        RdmaStream *const ends[2] = { pair.client.get(), pair.accepted.get() };
        for (int i = 0; i < 2; ++i) {
            const int size = int(random.bounded(1, bursts % 10 ? 3000 : 30000));
            sent[i] += ends[i]->write(QByteArray(size, 'x'));
        }
        ++bursts;
    };
    const auto next = [&] {
        if (received[0] != sent[0] || received[1] != sent[1])
            return;
        if (bursts == Bursts)
            loop.quit();
        else if (bursts % 2) // in the slot itself, or after the loop has slept
            burst();
        else
            QTimer::singleShot(int(random.bounded(3)), &loop, burst);
    };
    connect(pair.accepted.get(), &RdmaStream::readyRead, &loop, [&] {
        received[0] += pair.accepted->readAll().size();
        next();
    });
    connect(pair.client.get(), &RdmaStream::readyRead, &loop, [&] {
        received[1] += pair.client->readAll().size();
        next();
    });
    QTimer::singleShot(0, &loop, burst);
    QTimer::singleShot(2 * Patience, &loop, [&loop] { loop.exit(1); });
    const int result = loop.exec();
    QCOMPARE(received[0], sent[0]);
    QCOMPARE(received[1], sent[1]);
    QCOMPARE(bursts, Bursts);
    QCOMPARE(result, 0);
}

void tst_Engine::floodLetsTimersFire()
{
    constexpr qint64 Total = 8 * 1024 * 1024;
    const Pair pair = connectPair();
    QVERIFY(pair.accepted);
    const QByteArray block(256 * 1024, 'f');
    qint64 received = 0;
    qint64 atLastTick = 0;
    qint64 largestGap = 0;
    int ticks = 0;
    const auto fill = [&] {
        while (pair.client->bytesToWrite() < 2 * block.size())
            pair.client->write(block);
    };
    connect(pair.client.get(), &RdmaStream::bytesWritten, this, fill);
    connect(pair.accepted.get(), &RdmaStream::readyRead, this,
            [&] { received += pair.accepted->readAll().size(); });
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        ticks += received > 0 && received < Total ? 1 : 0;
        largestGap = qMax(largestGap, received - atLastTick);
        atLastTick = received;
    });
    timer.start(0);
    fill();
    QTRY_VERIFY_WITH_TIMEOUT(received >= Total, 2 * Patience);
    pair.client->disconnect(this);
    QVERIFY2(ticks >= 8, qPrintable(QString::number(ticks)));
    QVERIFY2(largestGap <= Total / 4, qPrintable(QString::number(largestGap)));
}

// All have something to deliver in the same turn, and each takes more time than a turn has: timers come between them.
void tst_Engine::slowSlotsLetTimersFire()
{
    constexpr int Count = 8;
    std::vector<Pair> pairs;
    int delivered = 0;
    int sinceTick = 0;
    int most = 0;
    for (int i = 0; i < Count; ++i) {
        pairs.push_back(connectPair());
        RdmaStream *accepted = pairs.back().accepted.get();
        QVERIFY(accepted);
        connect(accepted, &RdmaStream::readyRead, this, [&, accepted] {
            ++delivered;
            most = qMax(most, ++sinceTick);
            QCOMPARE(accepted->readAll(), "x");
            QThread::msleep(5);
        });
    }
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&sinceTick] { sinceTick = 0; });
    QTimer::singleShot(0, this, [&] {
        for (const Pair &pair : pairs) {
            pair.client->write("x");
            pair.client->flush();
        }
        QThread::msleep(500); // until all has arrived
        timer.start(0);
    });
    QTRY_COMPARE_WITH_TIMEOUT(delivered, Count, Patience);
    QVERIFY2(most <= Count / 2, qPrintable(QString::number(most)));
}

void tst_Engine::streamDeletedInSlot_data()
{
    QTest::addColumn<QByteArray>("slot");
    for (const char *slot : { "connected", "readyRead", "bytesWritten", "readChannelFinished",
                              "disconnected", "errorOccurred", "connecting state",
                              "connected state", "closing state", "unconnected state" })
        QTest::newRow(slot) << QByteArray(slot);
}

void tst_Engine::streamDeletedInSlot()
{
    QFETCH(const QByteArray, slot);
    QPointer<RdmaStream> stream = new RdmaStream;
    const auto remove = [&stream] { delete stream.data(); };
    connect(stream, &RdmaStream::stateChanged, this, [&](QAbstractSocket::SocketState state) {
        if ((state == QAbstractSocket::ConnectingState && slot == "connecting state")
            || (state == QAbstractSocket::ConnectedState && slot == "connected state")
            || (state == QAbstractSocket::ClosingState && slot == "closing state")
            || (state == QAbstractSocket::UnconnectedState && slot == "unconnected state"))
            remove();
    });
    if (slot == "connected")
        connect(stream, &RdmaStream::connected, this, remove);
    else if (slot == "readyRead")
        connect(stream, &RdmaStream::readyRead, this, remove);
    else if (slot == "bytesWritten")
        connect(stream, &RdmaStream::bytesWritten, this, remove);
    else if (slot == "readChannelFinished")
        connect(stream, &RdmaStream::readChannelFinished, this, remove);
    else if (slot == "disconnected")
        connect(stream, &RdmaStream::disconnected, this, remove);
    else if (slot == "errorOccurred")
        connect(stream, &RdmaStream::errorOccurred, this, remove);
    // The peer greets; "bye" is what it hangs up on. An unused port refuses.
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [peer] {
            if (peer->readAll().endsWith("bye"))
                peer->disconnectFromHost();
        });
        peer->write("welcome");
    });
    const bool refused = slot == "errorOccurred";
    const quint16 port = server->serverPort();
    if (refused)
        server->close();
    connect(stream, &RdmaStream::connected, this, [&] {
        if (stream && slot == "closing state")
            stream->disconnectFromHost();
        else if (stream)
            stream->write("bye");
    });
    stream->connectToHost(RdmaTest::address(), port);
    QTRY_VERIFY_WITH_TIMEOUT(!stream, Patience);
    server.reset();
    checkEcho();
}

void tst_Engine::serverDeletedInNewConnection_data()
{
    QTest::addColumn<bool>("taken");
    QTest::newRow("the connection was taken") << true;
    QTest::newRow("the connection is pending") << false;
}

void tst_Engine::serverDeletedInNewConnection()
{
    QFETCH(const bool, taken);
    std::unique_ptr<RdmaStream> accepted;
    connect(server.get(), &RdmaServer::newConnection, this, [&] {
        if (taken) {
            accepted.reset(server->nextPendingConnection());
            accepted->setParent(nullptr);
        }
        server.reset();
    });
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(!server, Patience);
    if (taken) {
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::ConnectedState, Patience);
        client.write("ping");
        QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    } else {
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::UnconnectedState, Patience);
    }
    checkEcho();
}

void tst_Engine::spinningIsRefused()
{
    const bool isSoftware = RdmaDevice::fromAddress(RdmaTest::address()).isSoftware();
    RdmaCompletionQueue queue(RdmaTest::address());
    RdmaError error;
    if (isSoftware)
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("software device")));
    QCOMPARE(queue.setSpin(20, RdmaCompletionQueue::SpinOption::Adaptive, &error), !isSoftware);
    QCOMPARE(error.isError(), isSoftware);
    QCOMPARE(queue.spin(), isSoftware ? 0 : 20);

    QVERIFY(queue.setSpin(30, RdmaCompletionQueue::SpinOption::OnSoftwareDevice, &error));
    QVERIFY(!error.isError());
    for (const int wrong : { -1, LongSpin + 1 }) {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("1000000 us")));
        QVERIFY(!queue.setSpin(wrong, RdmaCompletionQueue::SpinOption::OnSoftwareDevice, &error));
        QCOMPARE(error.category(), RdmaError::Category::Usage);
    }
    QCOMPARE(queue.spin(), 30);
    QVERIFY(queue.setSpin(2ms, RdmaCompletionQueue::SpinOption::OnSoftwareDevice, &error));
    QVERIFY(queue.spin() == 2000 && queue.spinAsDuration() == 2ms);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("127.0.0.1")));
    QVERIFY(!RdmaCompletionQueue(QHostAddress(QHostAddress::LocalHost)).setSpin(1));

    int elsewhere = -1;
    const Worker worker(
            [&elsewhere] { elsewhere = RdmaCompletionQueue(RdmaTest::address()).spin(); });
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    QCOMPARE(elsewhere, 0);
    QVERIFY(queue.setSpin(0));
    QCOMPARE(queue.spin(), 0);
}

void tst_Engine::spinningTellsTheSame_data()
{
    QTest::addColumn<int>("spin");
    QTest::addColumn<bool>("adaptive");
    QTest::newRow("events") << 0 << false;
    QTest::newRow("spinning") << LongSpin << false;
    QTest::newRow("adaptive") << LongSpin << true;
}

void tst_Engine::spinningTellsTheSame()
{
    QFETCH(const int, spin);
    QFETCH(const bool, adaptive);
    constexpr int Rounds = 100;
    QueuePairs pairs;
    QVERIFY(pairs.connect());
    RdmaCompletionQueue queue(RdmaTest::address());
    RdmaCompletionQueue::SpinOptions options = RdmaCompletionQueue::SpinOption::OnSoftwareDevice;
    options.setFlag(RdmaCompletionQueue::SpinOption::Adaptive, adaptive);
    QVERIFY(queue.setSpin(spin, options));
    qtrdmafault_arm("ibv_req_notify_cq", 0, 0);
    Exchange exchange(&pairs);
    QVERIFY(exchange.run(Rounds));
    const int armed = qtrdmafault_count();
    QVERIFY(queue.setSpin(0));
    QList<quint64> all;
    for (quint64 i = 1; i <= Rounds; ++i)
        all.append(i);
    QCOMPARE(exchange.here.sent, all);
    QCOMPARE(exchange.there.received, all);
    QCOMPARE(exchange.there.sent, all);
    QCOMPARE(exchange.here.received, all);
    if (spin > 0)
        QVERIFY2(armed <= Rounds / 10, qPrintable(QString::number(armed)));
    // And now that it is off, the window that was open is closed.
    QTRY_COMPARE_WITH_TIMEOUT(pollsWithin(20), 0, Patience);
}

void tst_Engine::spinningWithoutEventLoop()
{
    constexpr int Rounds = 50;
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [peer] { peer->write(peer->readAll()); });
    });
    int echoed = 0;
    const Worker worker([&echoed, port = server->serverPort()] {
        RdmaStream stream;
        RdmaCompletionQueue queue(RdmaTest::address());
        if (!queue.setSpin(LongSpin, RdmaCompletionQueue::SpinOption::OnSoftwareDevice)
            || !writeFlushed(&stream, RdmaTest::address(), port, "x"))
            return;
        while (echoed < Rounds && stream.waitForReadyRead(Patience) && stream.readAll() == "x") {
            ++echoed;
            stream.write("x");
            stream.flush();
        }
        queue.setSpin(0); // what lingers need not spin
    });
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), 4 * Patience);
    QCOMPARE(echoed, Rounds);
}

// While the queue is polled all the time: a timer and a notifier that always have something to tell.
void tst_Engine::spinningLetsOthersHaveTheirTurn()
{
    constexpr int Turns = 20;
    QueuePairs pairs;
    QVERIFY(pairs.connect());
    RdmaCompletionQueue queue(RdmaTest::address());
    int pipes[2];
    QCOMPARE(::pipe(pipes), 0);
    QCOMPARE(::write(pipes[1], "x", 1), 1);
    QSocketNotifier notifier(pipes[0], QSocketNotifier::Read);
    QTimer timer;
    int ticks = 0;
    int activations = 0;
    connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
    connect(&notifier, &QSocketNotifier::activated, this, [&activations] { ++activations; });
    QVERIFY(queue.setSpin(LongSpin, RdmaCompletionQueue::SpinOption::OnSoftwareDevice));
    QVERIFY(Exchange(&pairs).run(1));
    qtrdmafault_arm("ibv_poll_cq", 0, 0);
    ticks = activations = 0;
    timer.start(0);
    QTRY_VERIFY_WITH_TIMEOUT(ticks >= Turns && activations >= Turns, Patience);
    const int polls = qtrdmafault_count();
    QVERIFY(queue.setSpin(0));
    ::close(pipes[0]);
    ::close(pipes[1]);
    QVERIFY2(polls >= Turns, qPrintable(QString::number(polls)));
}

// Polling ends with the window, and nothing begins it again.
void tst_Engine::idleDoesNotSpin()
{
    QueuePairs pairs;
    QVERIFY(pairs.connect());
    RdmaCompletionQueue queue(RdmaTest::address());
    QVERIFY(queue.setSpin(1000, RdmaCompletionQueue::SpinOption::OnSoftwareDevice));
    QVERIFY(Exchange(&pairs).run(10));
    QTRY_COMPARE_WITH_TIMEOUT(pollsWithin(20), 0, Patience);
    QCOMPARE(pollsWithin(200), 0);
    QVERIFY(queue.setSpin(0));
    qtrdmafault_reset();
}

// What fails is tried less and less often until it succeeds, what takes long not for a while.
void tst_Engine::givingWay()
{
    QtRdmaPrivate::GivingWay way;
    auto now = QtRdmaPrivate::GivingWay::TimePoint() + 1h;
    const auto leftOut = [&way, &now] {
        int count = 0;
        while (!way.takeTurn(now))
            ++count;
        return count;
    };
    const auto ended = [&way, &now](bool found, std::chrono::nanoseconds time) {
        now += time;
        way.ended(found, now - time, now);
    };
    QCOMPARE(leftOut(), 0);
    ended(true, 1us);
    QCOMPARE(leftOut(), 0);
    for (const int pause : { 1, 3, 7, 15, 31, 63, 63 }) {
        ended(false, 1us);
        QCOMPARE(leftOut(), pause);
    }
    ended(true, 1us);
    QCOMPARE(leftOut(), 0);
    ended(false, 1us);
    QCOMPARE(leftOut(), 1);
    for (const auto rest : { 5ms, 10ms, 20ms, 40ms, 80ms, 160ms, 160ms }) {
        ended(true, 2ms);
        now += rest - 1ms;
        QVERIFY(!way.takeTurn(now));
        now += 1ms;
        QVERIFY(way.takeTurn(now));
        ended(false, 1us); // nobody was there: says nothing of how long others take
        QCOMPARE(leftOut(), 1);
    }
    ended(true, 1us);
    ended(true, 2ms);
    now += 5ms;
    QCOMPARE(leftOut(), 0);
}

void tst_Engine::yieldingIsAPolicy()
{
    const bool isSoftware = RdmaDevice::fromAddress(RdmaTest::address()).isSoftware();
    RdmaCompletionQueue queue(RdmaTest::address());
    QCOMPARE(queue.isYielding(), isSoftware);
    RdmaError error;
    QVERIFY(queue.setYielding(!isSoftware, &error));
    QVERIFY(!error.isError());
    QCOMPARE(queue.isYielding(), !isSoftware);
    bool elsewhere = !isSoftware;
    const Worker worker(
            [&elsewhere] { elsewhere = RdmaCompletionQueue(RdmaTest::address()).isYielding(); });
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    QCOMPARE(elsewhere, isSoftware);
    QVERIFY(queue.setYielding(isSoftware));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("127.0.0.1")));
    QVERIFY(!RdmaCompletionQueue(QHostAddress(QHostAddress::LocalHost)).setYielding(true, &error));
    QVERIFY(error.isError());
    QVERIFY(!RdmaCompletionQueue(QHostAddress(QHostAddress::LocalHost)).isYielding());
}

// Both ends on one processor, where each lets the other run: a message to and fro, and many that nobody answers. What was found
// so has armed nothing, and must not be the last that is. What it saves depends on the scheduler: the exact machine counts it (`./run bench --quick`).
void tst_Engine::yieldingTellsTheSame()
{
    constexpr int Rounds = 200;
    const QByteArray block = RdmaTest::pattern(4096);
    const OneProcessor together;
    QVERIFY(together.works());
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        auto *rest = new qsizetype(Rounds);
        connect(peer, &QObject::destroyed, this, [rest] { delete rest; });
        connect(peer, &RdmaStream::readyRead, peer, [peer, rest] {
            const QByteArray data = peer->readAll();
            if (*rest > 0)
                peer->write(data);
            *rest -= data.size();
            if (*rest <= -4096 * Rounds)
                peer->write("all");
        });
    });
    RdmaCompletionQueue here(RdmaTest::address());
    for (const bool yielding : { true, false }) {
        QVERIFY(here.setYielding(yielding));
        int echoed = 0;
        QByteArray answer;
        const Worker worker([&, port = server->serverPort()] {
            RdmaStream stream;
            if (!RdmaCompletionQueue(RdmaTest::address()).setYielding(yielding)
                || !writeFlushed(&stream, RdmaTest::address(), port, "x"))
                return;
            while (stream.waitForReadyRead(Patience) && stream.readAll() == "x"
                   && ++echoed < Rounds) {
                stream.write("x");
                stream.flush();
            }
            for (int i = 0; i < Rounds; ++i)
                stream.write(block);
            while (answer.size() < 3 && stream.waitForReadyRead(Patience))
                answer += stream.readAll();
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), 4 * Patience);
        QCOMPARE(echoed, Rounds);
        QCOMPARE(answer, QByteArray("all"));
    }
    QVERIFY(here.setYielding(RdmaDevice::fromAddress(RdmaTest::address()).isSoftware()));
}

// What was received is waited after, unless something was sent since.
void tst_Engine::moderation()
{
    using QtRdmaPrivate::Moderation;
    Moderation none;
    none.received();
    QVERIFY(!none.isOn() && !none.isDue());
    Moderation some(std::chrono::microseconds(50));
    QVERIFY(some.isOn() && !some.isDue());
    some.sent();
    some.received();
    QVERIFY(!some.isDue());
    some.forget(); // it was armed
    some.received();
    QVERIFY(some.isDue());
    some.restBegins();
    QVERIFY(some.isResting() && !some.isDue());
    QVERIFY(some.endRest() && !some.isResting());
    QVERIFY(!some.isDue()); // nothing has come meanwhile: it is to be armed
    QVERIFY(!some.endRest());
}

void tst_Engine::moderationIsAPolicy()
{
    RdmaCompletionQueue queue(RdmaTest::address());
    QCOMPARE(queue.moderation(), 0);
    RdmaError error;
    QVERIFY(queue.setModeration(50, &error));
    QVERIFY(!error.isError());
    for (const int wrong : { -1, LongModeration + 1 }) {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("65535 us")));
        QVERIFY(!queue.setModeration(wrong, &error));
        QCOMPARE(error.category(), RdmaError::Category::Usage);
    }
    QCOMPARE(queue.moderation(), 50);
    QVERIFY(queue.setModeration(2ms, &error));
    QVERIFY(queue.moderation() == 2000 && queue.moderationAsDuration() == 2ms);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("127.0.0.1")));
    QVERIFY(!RdmaCompletionQueue(QHostAddress(QHostAddress::LocalHost)).setModeration(1, &error));
    QVERIFY(error.isError());

    int elsewhere = -1;
    const Worker worker(
            [&elsewhere] { elsewhere = RdmaCompletionQueue(RdmaTest::address()).moderation(); });
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    QCOMPARE(elsewhere, 0);
    QVERIFY(queue.setModeration(0));
    QCOMPARE(queue.moderation(), 0);
}

void tst_Engine::moderationTakesTogether_data()
{
    QTest::addColumn<bool>("loop");
    QTest::newRow("event loop") << true;
    QTest::newRow("without event loop") << false;
}

// Each message is sent when the one before has been told of, by a thread that arms nothing. Without moderation each is an event, and
// the queue is armed for it.
void tst_Engine::moderationTakesTogether()
{
    QFETCH(const bool, loop);
    constexpr int Messages = 20;
    AcceptingServer accepting;
    accepting.receives = Messages;
    QVERIFY(accepting.listen(RdmaTest::address()));
    QSemaphore mayGo;
    QSemaphore mayEnd;
    const Worker worker([&, port = accepting.serverPort()] {
        RdmaQueuePair sender;
        sender.connectToHost(RdmaTest::address(), port);
        if (!sender.waitForConnected(Patience))
            return;
        for (int i = 0; i < Messages && mayGo.tryAcquire(1, Patience); ++i)
            sender.postSend(QByteArray::number(i));
        mayEnd.tryAcquire(1, 4 * Patience);
    });
    const auto end = qScopeGuard([&mayEnd] { mayEnd.release(); });
    QTRY_VERIFY_WITH_TIMEOUT(
            accepting.queuePair && accepting.queuePair->state() == QAbstractSocket::ConnectedState,
            Patience);
    RdmaQueuePair *receiver = accepting.queuePair.get();
    QStringList told;
    connect(receiver, &RdmaQueuePair::completed, this,
            [&](quint64, const RdmaCompletion &completion) {
                told.append(QString::fromLatin1(completion.data()));
                mayGo.release();
            });
    const Moderated moderated;
    QVERIFY(moderated.works());
    qtrdmafault_arm("ibv_req_notify_cq", 0, 0);
    mayGo.release();
    if (loop)
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), Messages, Patience);
    while (told.size() < Messages && receiver->waitForCompleted(Patience)) { }
    const int armed = qtrdmafault_count();
    QStringList all;
    for (int i = 0; i < Messages; ++i)
        all.append(QString::number(i));
    QCOMPARE(told, all);
    QVERIFY2(armed <= Messages / 2, qPrintable(QString::number(armed)));
}

void tst_Engine::moderationHoldsNoAnswerBack_data()
{
    QTest::addColumn<bool>("later");
    QTest::newRow("asked when the last answer is told of") << false;
    QTest::newRow("asked while the queue rests") << true;
}

// Another thread answers. With a rest for every second question it would take longer than anybody waits.
void tst_Engine::moderationHoldsNoAnswerBack()
{
    QFETCH(const bool, later);
    constexpr int Rounds = 1500;
    AcceptingServer accepting;
    accepting.receives = 2;
    QVERIFY(accepting.listen(RdmaTest::address()));
    std::atomic<bool> ends = false;
    const Worker worker([&, port = accepting.serverPort()] {
        RdmaQueuePair responder;
        for (int i = 0; i < 2; ++i)
            responder.postReceive(256);
        responder.connectToHost(RdmaTest::address(), port);
        QObject::connect(&responder, &RdmaQueuePair::completed, &responder,
                         [&](quint64, const RdmaCompletion &completion) {
                             if (completion.opcode() != Rdma::Opcode::Receive
                                 || !completion.isSuccess())
                                 return;
                             responder.postReceive(256);
                             responder.postSend(completion.data());
                         });
        if (!responder.waitForConnected(Patience))
            return;
        while (!ends && responder.state() == QAbstractSocket::ConnectedState)
            responder.waitForCompleted(100);
    });
    const auto end = qScopeGuard([&ends] { ends = true; });
    QTRY_VERIFY_WITH_TIMEOUT(
            accepting.queuePair && accepting.queuePair->state() == QAbstractSocket::ConnectedState,
            Patience);
    RdmaQueuePair *asking = accepting.queuePair.get();
    int answers = 0;
    const auto ask = [&] {
        asking->postReceive(256);
        asking->postSend(QByteArray::number(answers));
    };
    connect(asking, &RdmaQueuePair::completed, asking,
            [&](quint64, const RdmaCompletion &completion) {
                if (completion.opcode() != Rdma::Opcode::Receive || ++answers == Rounds)
                    return;
                if (later)
                    QTimer::singleShot(0, asking, ask);
                else
                    ask();
            });
    const Moderated moderated;
    QVERIFY(moderated.works());
    ask();
    QTRY_COMPARE_WITH_TIMEOUT(answers, Rounds, Patience);
}

// A thread that had no event loop when it began, and one that ends while its queue rests, with something left to send.
void tst_Engine::moderationInThreads()
{
    constexpr int Messages = 5;
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        auto *timer = new QTimer(peer);
        connect(timer, &QTimer::timeout, peer, [peer] { peer->write("x"); });
        timer->start(5);
    });
    QByteArray came;
    const Worker looped([&, port = server->serverPort()] {
        if (!RdmaCompletionQueue(RdmaTest::address()).setModeration(1000))
            return;
        QEventLoop loop; // makes the dispatcher
        RdmaStream stream;
        QObject::connect(&stream, &RdmaStream::readyRead, &loop, [&] {
            came += stream.readAll();
            if (came.size() >= Messages)
                loop.quit();
        });
        stream.connectToHost(RdmaTest::address(), port);
        QTimer::singleShot(Patience, &loop, &QEventLoop::quit);
        loop.exec();
    });
    QTRY_VERIFY_WITH_TIMEOUT(looped.isFinished(), 2 * Patience);
    QVERIFY(came.size() >= Messages);

    const QByteArray last = RdmaTest::pattern(100'000);
    QByteArray arrived;
    disconnect(server.get(), &RdmaServer::newConnection, this, nullptr);
    connect(server.get(), &RdmaServer::newConnection, this, [&] {
        RdmaStream *peer = server->nextPendingConnection();
        peer->write("go");
        connect(peer, &RdmaStream::readyRead, this, [&, peer] { arrived += peer->readAll(); });
    });
    const Worker ending([&, port = server->serverPort()] {
        RdmaStream stream;
        if (!RdmaCompletionQueue(RdmaTest::address()).setModeration(LongModeration))
            return;
        writeFlushed(&stream, RdmaTest::address(), port, last);
    });
    QTRY_COMPARE_WITH_TIMEOUT(arrived, last, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(ending.isFinished(), Patience);
}

// Nothing is left of it: neither in a queue that was resting when it was turned off, nor in a process that has nothing to do.
void tst_Engine::moderationEnds()
{
    QueuePairs pairs;
    QVERIFY(pairs.connect());
    const Moderated moderated;
    RdmaCompletionQueue queue(RdmaTest::address());
    QVERIFY(moderated.works());
    QVERIFY(Exchange(&pairs).run(1)); // the last answer is followed by nothing
    QVERIFY(queue.setModeration(0));
    QVERIFY(Exchange(&pairs).run(10));
    QVERIFY(queue.setModeration(1000));
    QVERIFY(Exchange(&pairs).run(10));
    QTRY_COMPARE_WITH_TIMEOUT(pollsWithin(20), 0, Patience);
    QCOMPARE(pollsWithin(200), 0);
}

void tst_Engine::largeSendsAreCopied_data()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::newRow("QtRdma") << Rdma::WireFormat::QtRdma;
    QTest::newRow("rsockets") << Rdma::WireFormat::Rsocket;
}

// siw sends from where they lie those that ask for no signal, also after their memory has been used for others. On this kernel its TCP
// copies them: that they are not asked for is all that can be seen.
void tst_Engine::largeSendsAreCopied()
{
    QFETCH(const Rdma::WireFormat, format);
    const QByteArray data = RdmaTest::pattern(4 << 20);
    QByteArray arrived;
    collect(&arrived);
    server->setWireFormats(format);
    RdmaStream stream;
    RdmaStreamOptions options;
    options.setWireFormat(format);
    stream.setOptions(options);
    const int before = tally().silent_sends;
    stream.connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
    stream.write(data);
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), data.size(), Patience);
    QVERIFY(arrived == data);
    QCOMPARE(tally().silent_sends > before, !RdmaTest::isSiw());
}

// A peer whose full frames are read before it is short of credit is not told so after each of them.
void tst_Engine::fewCreditsForFullFrames()
{
    constexpr int Blocks = 200;
    RdmaStreamOptions options;
    options.setLargeSlotSize(options.slotSize());
    server->setStreamOptions(options);
    const Pair pair = connectPair();
    QVERIFY(pair.accepted);
    const QByteArray block = RdmaTest::pattern(options.slotSize());
    const auto arrive = [&](int blocks) {
        for (int i = 0; i < blocks; ++i) {
            pair.client->write(block);
            QTRY_COMPARE_WITH_TIMEOUT(pair.accepted->bytesAvailable(), block.size(), Patience);
            QCOMPARE(pair.accepted->readAll(), block);
        }
    };
    arrive(20); // the first slots are smaller than a block
    const int before = tally().sends;
    arrive(Blocks);
    const int sends = tally().sends - before;
    QVERIFY2(sends < Blocks + Blocks / 4, qPrintable(QString::number(sends)));
}

void tst_Engine::waitInSlotHoldsOthersBack()
{
    const Pair waiting = connectPair();
    const Pair other = connectPair();
    QVERIFY(waiting.accepted && other.accepted);
    bool inside = false;
    bool waited = false;
    int otherInside = 0;
    int otherAfter = 0;
    connect(other.accepted.get(), &RdmaStream::readyRead, this,
            [&] { ++(inside ? otherInside : otherAfter); });
    connect(waiting.accepted.get(), &RdmaStream::readyRead, this, [&] {
        if (std::exchange(inside, true))
            return;
        (void)waiting.accepted->readAll();
        other.client->write("theirs");
        other.client->flush();
        waited = true;
        for (int i = 0; i < 5; ++i) { // the other's bytes left first and arrive meanwhile
            waiting.client->write("more");
            waiting.client->flush();
            waited = waited && waiting.accepted->waitForReadyRead(Patience);
            (void)waiting.accepted->readAll();
        }
        inside = false;
        waiting.accepted->disconnect(this);
    });
    waiting.client->write("go");
    QTRY_COMPARE_WITH_TIMEOUT(otherAfter, 1, Patience);
    QVERIFY(waited);
    QCOMPARE(otherInside, 0);
    QCOMPARE(other.accepted->readAll(), QByteArray("theirs"));
}

// A slot that waitForReadyRead() has called waits in an event loop for what arrives next.
void tst_Engine::nestedLoopWhileWaiting()
{
    const quint16 port = server->serverPort();
    const Worker worker([port] {
        RdmaStream stream;
        if (!writeFlushed(&stream, RdmaTest::address(), port, {}))
            return;
        for (const char *word : { "one", "two" }) {
            // The other side is asleep again.
            QThread::msleep(1000);
            stream.write(word);
            stream.flush();
        }
        stream.waitForDisconnected(2 * Patience);
    });
    QVERIFY(server->waitForNewConnection(Patience));
    const std::unique_ptr<RdmaStream> accepted(server->nextPendingConnection());
    // Nothing that was posted before is left.
    QTest::qWait(100);
    bool arrived = false;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] {
        arrived = QTest::qWaitFor([&] { return accepted->bytesAvailable() == 6; }, Patience);
    });
    QVERIFY(accepted->waitForReadyRead(Patience));
    QVERIFY(arrived);
}

void tst_Engine::abortWhileConnecting()
{
    if (!RdmaTest::addSilentNeighbour())
        QSKIP("This user cannot add a neighbour entry");
    QList<qint64> times;
    for (int i = 0; i < 5; ++i) {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::silentNeighbour(), 7471);
        QTest::qWait(100); // the address is resolved and the request sent
        QCOMPARE(stream.state(), QAbstractSocket::ConnectingState);
        RdmaTest::SleepClock asleep;
        asleep.start();
        stream.abort();
        times.append(asleep.msecs());
        QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    }
    std::sort(times.begin(), times.end());
    QVERIFY2(times.at(2) <= 50, qPrintable(QString::number(times.at(2))));
    checkEcho();
}

void tst_Engine::connectTimeoutHoldsInWait()
{
    if (!RdmaTest::addSilentNeighbour())
        QSKIP("This user cannot add a neighbour entry");
    RdmaStreamOptions options;
    options.setConnectTimeout(500);
    RdmaStream stream;
    stream.setOptions(options);
    QElapsedTimer timer;
    RdmaTest::SleepClock asleep;
    timer.start();
    asleep.start();
    stream.connectToHost(RdmaTest::silentNeighbour(), 7471);
    QVERIFY(!stream.waitForConnected(Patience));
    QVERIFY2(asleep.msecs() < 5000, qPrintable(QString::number(asleep.msecs())));
    QVERIFY2(timer.elapsed() >= 450, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(stream.error(), QAbstractSocket::SocketTimeoutError);
    QCOMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    QVERIFY2(stream.errorString().contains(u"500 ms"), qPrintable(stream.errorString()));
}

void tst_Engine::threadEnds_data()
{
    QTest::addColumn<bool>("deletedLater");
    QTest::newRow("the objects end with the thread") << false;
    QTest::newRow("the objects are deleted from another thread afterwards") << true;
}

void tst_Engine::threadEnds()
{
    QFETCH(const bool, deletedLater);
    const QByteArray data = RdmaTest::pattern(300 * 1024 + 5);
    QByteArray received;
    collect(&received);
    std::unique_ptr<Objects> objects;
    bool flushed = false;
    std::atomic_bool ended = false;
    const quint16 port = server->serverPort();
    std::thread thread([&] {
        const QEventLoop loop; // with it the thread has an event dispatcher
        objects = std::make_unique<Objects>();
        flushed = writeFlushed(&objects->closing, RdmaTest::address(), port, {})
                && writeFlushed(&objects->stream, RdmaTest::address(), port, data)
                && objects->server.listen(RdmaTest::address(), 0)
                && objects->queuePair.connectToHost(RdmaTest::address(), port);
        objects->closing.disconnectFromHost();
        if (!deletedLater)
            objects.reset();
        ended = true;
    });
    (void)QTest::qWaitFor([&ended] { return ended.load(); }, 4 * Patience);
    thread.join();
    QVERIFY(flushed);
    QCOMPARE(bool(objects), deletedLater);
    if (objects) {
        QCOMPARE(objects->stream.state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(objects->queuePair.state(), QAbstractSocket::UnconnectedState);
        QVERIFY(!objects->server.isListening());
    }
    objects.reset();
    QTRY_COMPARE_WITH_TIMEOUT(received.size(), data.size(), Patience);
    QVERIFY(received == data);
}

void tst_Engine::threadWithoutEventLoop()
{
    const QByteArray data = RdmaTest::pattern(100 * 1024);
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [peer] { peer->write(peer->readAll()); });
    });
    QByteArray echoed;
    std::atomic_bool ended = false;
    const quint16 port = server->serverPort();
    std::thread thread([&] {
        RdmaStream stream;
        if (writeFlushed(&stream, RdmaTest::address(), port, data)) {
            while (echoed.size() < data.size()
                   && (stream.bytesAvailable() > 0 || stream.waitForReadyRead(Patience)))
                echoed += stream.readAll();
        }
        ended = true;
    });
    const bool inTime = QTest::qWaitFor([&ended] { return ended.load(); }, 4 * Patience);
    thread.join();
    QVERIFY(inTime);
    QVERIFY(echoed == data);
}

// A program that only waits has no turn of the event loop that would clean up after it.
void tst_Engine::waitsLeaveNothingBehind()
{
    constexpr int Count = 40000;
    const Pair pair = connectPair();
    QVERIFY(pair.accepted);
    pair.accepted->setReadBufferSize(1); // so that each byte is announced by itself
    pair.client->write(QByteArray(2 * Count, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(pair.client->bytesToWrite(), 0, Patience);
    size_t used = 0;
    char byte = 0;
    for (int i = 0; i < Count; ++i) {
        if (i == Count / 2)
            used = mallinfo2().uordblks;
        QVERIFY(pair.accepted->bytesAvailable() > 0 || pair.accepted->waitForReadyRead(Patience));
        QVERIFY(pair.accepted->getChar(&byte));
    }
    const auto more = qint64(mallinfo2().uordblks) - qint64(used);
    QVERIFY2(more < Count, qPrintable(QStringLiteral("%1 bytes").arg(more)));
}

// Only iWARP needs one. In a thread whose engine has made none yet.
void tst_Engine::noThreadToConnect()
{
    QAbstractSocket::SocketState state = QAbstractSocket::UnconnectedState;
    int code = 0;
    const QHostAddress address = server->serverAddress();
    const quint16 port = server->serverPort();
    const Worker thread([&address, port, &state, &code] {
        RdmaStream stream;
        qtrdmafault_refuse_threads(1);
        stream.connectToHost(address, port);
        stream.waitForConnected(Patience);
        qtrdmafault_refuse_threads(0);
        state = stream.state();
        code = stream.rdmaError().code();
    });
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), 2 * Patience);
    if (RdmaDevice::fromAddress(RdmaTest::address()).transport() == Rdma::Transport::Iwarp) {
        QCOMPARE(state, QAbstractSocket::UnconnectedState);
        QCOMPARE(code, EAGAIN);
    } else {
        QCOMPARE(state, QAbstractSocket::ConnectedState);
    }
    server.reset(); // and what is pending there
    checkEcho();
}

// What cannot be taken down now is taken down with what comes next.
void tst_Engine::noThreadForTheReaper()
{
    const QString kind = QStringLiteral("qp");
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(kind), 0, 2 * Patience);
    const int refused = qtrdmafault_threads_refused();
    for (int round = 0; qtrdmafault_threads_refused() == refused; ++round) {
        if (round == 10)
            QSKIP("A thread of the reaper was always there: the device is slow to let go");
        QueuePairs pair;
        QVERIFY(pair.connect());
        // Idle threads of the reaper end after 10 ms.
        QTest::qWait(500);
        qtrdmafault_refuse_threads(1);
        pair.here.abort();
        pair.there()->abort();
        qtrdmafault_refuse_threads(0);
    }
    QueuePairs next;
    QVERIFY(next.connect());
    next.here.abort();
    next.there()->abort();
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(kind), 0, Patience);
    checkEcho();
}

void tst_Engine::processEnds_data()
{
    QTest::addColumn<QString>("child");
    QTest::newRow("a stream is open") << QStringLiteral("--write-and-exit");
    QTest::newRow("a thread has written") << QStringLiteral("--write-in-thread");
    QTest::newRow("there is no application") << QStringLiteral("--write-without-application");
}

void tst_Engine::processEnds()
{
    QFETCH(const QString, child);
    QByteArray received;
    collect(&received);
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QCoreApplication::applicationFilePath(),
                  { child, QString::number(server->serverPort()) });
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 2 * Patience);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(received.size(), ChildBytes, Patience);
    QVERIFY(received == RdmaTest::pattern(ChildBytes));
}

// A child of processEnds(): the stream is still open when main() returns.
static int writeAndExit(quint16 port)
{
    static auto *stream = new RdmaStream; // never deleted, and no leak either
    return writeFlushed(stream, RdmaTest::address(), port, RdmaTest::pattern(ChildBytes)) ? 0 : 1;
}

// Another: the main thread has nothing to do with RDMA.
static int writeInThread(quint16 port)
{
    bool written = false;
    std::thread([&written, port] {
        RdmaStream stream;
        written = writeFlushed(&stream, RdmaTest::address(), port, RdmaTest::pattern(ChildBytes));
    }).join();
    return written ? 0 : 1;
}

int main(int argc, char *argv[])
{
    const QByteArray child(argc == 3 ? argv[1] : "");
    Rdma::setExitLingerTime(Patience);
    if (child == "--write-without-application")
        return writeAndExit(QByteArray(argv[2]).toUShort());
    QCoreApplication app(argc, argv);
    if (child == "--write-and-exit")
        return writeAndExit(QByteArray(argv[2]).toUShort());
    if (child == "--write-in-thread")
        return writeInThread(QByteArray(argv[2]).toUShort());
    tst_Engine test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_engine.moc"
