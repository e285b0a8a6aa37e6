// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/worker.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qregularexpression.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <memory>
#include <semaphore>
#include <vector>

namespace {

constexpr int Patience = 30000;

// Accepts everybody on one shared receive queue and keeps what they said.
class SharingServer : public RdmaServer
{
public:
    SharingServer() { setAcceptPolicy(AcceptPolicy::Deferred); }

    RdmaSharedReceiveQueue *receives = nullptr;
    std::vector<std::unique_ptr<RdmaQueuePair>> queuePairs;
    std::vector<QByteArrayList> heard; // by connection

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        RdmaConnectionOptions options;
        options.setSharedReceiveQueue(receives);
        const size_t number = queuePairs.size();
        heard.emplace_back();
        auto queuePair = std::make_unique<RdmaQueuePair>();
        connect(queuePair.get(), &RdmaQueuePair::completed, this,
                [this, number](quint64, const RdmaCompletion &completion) {
                    if (completion.opcode() == Rdma::Opcode::Receive && completion.isSuccess())
                        heard[number].append(completion.data());
                });
        if (!queuePair->accept(request, options))
            qWarning() << queuePair->rdmaError();
        queuePairs.push_back(std::move(queuePair));
    }
};

} // namespace

class tst_RdmaSharedReceiveQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void eachQueuePairGetsItsOwn();
    void limitReached();
    void limitAboveWhatIsPosted();
    void roomIsTold();
    void registeredMemory();
    void receiveTooSmall();
    void manyConnectionsInTurn();
    void queuePairsOutliveIt();
    void movedToAnotherThread();
    void moveIsNotToldOfTheNextQueue();
    void refusals();

private:
    std::unique_ptr<RdmaQueuePair> connected();

    RdmaProtectionDomain domain;
    std::unique_ptr<RdmaSharedReceiveQueue> receives;
    std::unique_ptr<SharingServer> server;
};

void tst_RdmaSharedReceiveQueue::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_RdmaSharedReceiveQueue::init()
{
    RdmaError error;
    domain = RdmaProtectionDomain::allocate(RdmaTest::address(), &error);
    QVERIFY2(domain.isValid(), qPrintable(error.toString()));
    receives = std::make_unique<RdmaSharedReceiveQueue>();
    QVERIFY2(receives->create(domain, 64), qPrintable(receives->rdmaError().toString()));
    server = std::make_unique<SharingServer>();
    server->receives = receives.get();
    QVERIFY(server->listen(RdmaTest::address()));
}

void tst_RdmaSharedReceiveQueue::cleanup()
{
    server.reset();
    receives.reset();
    domain = RdmaProtectionDomain();
}

std::unique_ptr<RdmaQueuePair> tst_RdmaSharedReceiveQueue::connected()
{
    auto client = std::make_unique<RdmaQueuePair>();
    client->connectToHost(server->serverAddress(), server->serverPort());
    const bool done = QTest::qWaitFor(
            [&] { return client->state() == QAbstractSocket::ConnectedState; }, Patience);
    if (!done)
        qWarning() << client->rdmaError();
    return client;
}

void tst_RdmaSharedReceiveQueue::eachQueuePairGetsItsOwn()
{
    RdmaQueuePair other;
    const QFuture<RdmaCompletion> own = other.whenCompleted(other.postReceive(100));
    const quint64 first = receives->postReceive(100);
    QCOMPARE(other.whenCompleted(first).result().status(),
             Rdma::CompletionStatus::UnknownRequest); // not 'own'
    QVERIFY(!own.isFinished());
    for (int i = 1; i < 30; ++i)
        QVERIFY(receives->postReceive(100));
    std::vector<std::unique_ptr<RdmaQueuePair>> clients;
    for (int i = 0; i < 5; ++i)
        clients.push_back(connected());
    for (int round = 0; round < 6; ++round) {
        for (size_t i = 0; i < clients.size(); ++i)
            QVERIFY(clients[i]->postSend("client " + QByteArray::number(i) + " says "
                                         + QByteArray::number(round)));
    }
    QTRY_COMPARE_WITH_TIMEOUT(receives->receivesInFlight(), 0, Patience);
    for (size_t i = 0; i < clients.size(); ++i) {
        QTRY_COMPARE_WITH_TIMEOUT(server->heard[i].size(), 6, Patience);
        for (int round = 0; round < 6; ++round)
            QCOMPARE(server->heard[i][round],
                     "client " + QByteArray::number(i) + " says " + QByteArray::number(round));
    }
}

void tst_RdmaSharedReceiveQueue::limitReached()
{
    for (int i = 0; i < 10; ++i)
        QVERIFY(receives->postReceive(100));
    receives->setLimit(8);
    QSignalSpy reached(receives.get(), &RdmaSharedReceiveQueue::limitReached);
    const auto client = connected();
    client->postSend("1");
    client->postSend("2");
    QTRY_COMPARE_WITH_TIMEOUT(receives->receivesInFlight(), 8, Patience);
    QCOMPARE(reached.count(), 0);
    client->postSend("3");
    client->postSend("4");
    QTRY_COMPARE_WITH_TIMEOUT(receives->receivesInFlight(), 6, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(reached.count(), 1, Patience); // once, not for each
    for (int i = 0; i < 4; ++i)
        QVERIFY(receives->postReceive(100));
    for (int i = 0; i < 3; ++i)
        client->postSend("more");
    QTRY_COMPARE_WITH_TIMEOUT(reached.count(), 2, Patience);
}

// Fewer than the limit from the start.
void tst_RdmaSharedReceiveQueue::limitAboveWhatIsPosted()
{
    for (int i = 0; i < 4; ++i)
        QVERIFY(receives->postReceive(100));
    receives->setLimit(8);
    QSignalSpy reached(receives.get(), &RdmaSharedReceiveQueue::limitReached);
    const auto client = connected();
    client->postSend("1");
    QTRY_COMPARE_WITH_TIMEOUT(reached.count(), 1, Patience);
    client->postSend("2");
    QTRY_COMPARE_WITH_TIMEOUT(receives->receivesInFlight(), 2, Patience);
    QCOMPARE(reached.count(), 1);
}

void tst_RdmaSharedReceiveQueue::roomIsTold()
{
    while (receives->postReceive(100) != 0) { }
    QVERIFY(QDebug::toString(receives.get())
                    .contains(QStringLiteral("%1 of %1 in flight").arg(receives->depth())));
    QCOMPARE(receives->rdmaError().category(), RdmaError::Category::QueueFull);
    QSignalSpy ready(receives.get(), &RdmaSharedReceiveQueue::receiveQueueReady);
    const auto client = connected();
    client->postSend("1");
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, Patience);
    QVERIFY(receives->postReceive(100));
    client->postSend("2");
    QTRY_COMPARE_WITH_TIMEOUT(receives->receivesInFlight(), receives->depth() - 1, Patience);
    QCOMPARE(ready.count(), 1);
    const QList<RdmaWorkRequest> tooMany(receives->depth() + 1, RdmaWorkRequest::receive(10));
    QVERIFY(receives->postBatch(tooMany).isEmpty());
    QCOMPARE(receives->rdmaError().category(), RdmaError::Category::Usage);
}

void tst_RdmaSharedReceiveQueue::registeredMemory()
{
    const auto memory = RdmaMemoryRegion::allocate(domain, 4096);
    QCOMPARE(receives->postReceive({ memory, 100, 50 }, 12), quint64(12));
    const auto client = connected();
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePairs.size(), size_t(1), Patience);
    QSignalSpy told(server->queuePairs[0].get(), &RdmaQueuePair::completed);
    client->postSend("into the region");
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, Patience);
    QCOMPARE(told.at(0).at(0).toULongLong(), quint64(12));
    QCOMPARE(told.at(0).at(1).value<RdmaCompletion>().byteLength(), quint32(15));
    QCOMPARE(QByteArray(memory.data() + 100, 15), QByteArray("into the region"));
    QCOMPARE(server->queuePairs[0]->postReceive(100), quint64(0));
    QVERIFY(server->queuePairs[0]->rdmaError().text().contains(u"shared receive queue"));
}

// The peer neither hears of it nor goes: this side alone must know.
void tst_RdmaSharedReceiveQueue::receiveTooSmall()
{
    for (int i = 0; i < 4; ++i)
        QVERIFY(receives->postReceive(100));
    std::atomic<bool> sent = false;
    std::binary_semaphore leave(0);
    Worker peer([&, port = server->serverPort()] {
        RdmaQueuePair queuePair;
        queuePair.connectToHost(RdmaTest::address(), port);
        sent = queuePair.waitForConnected(Patience) && queuePair.postSend(QByteArray(200, 'x'));
        leave.acquire();
    });
    const auto leaving = qScopeGuard([&leave] { leave.release(); });
    QTRY_VERIFY_WITH_TIMEOUT(sent, Patience);
    RdmaQueuePair *queuePair = server->queuePairs.at(0).get();
    QTRY_COMPARE_WITH_TIMEOUT(queuePair->state(), QAbstractSocket::UnconnectedState, Patience);
    if (!RdmaTest::isSiw()) // which ends the connection without a failed receive
        QCOMPARE(queuePair->rdmaError().category(), RdmaError::Category::Completion);
    const auto other = connected(); // for which the others are still there
    QVERIFY(other->postSend("fits"));
    QTRY_COMPARE_WITH_TIMEOUT(server->heard.at(1).size(), 1, Patience);
}

// Queue pair numbers come back; what was under way for the last owner is not given to the next.
void tst_RdmaSharedReceiveQueue::manyConnectionsInTurn()
{
    for (int i = 0; i < 60; ++i)
        QVERIFY(receives->postReceive(100));
    for (int i = 0; i < 20; ++i) {
        const auto client = connected();
        const QByteArray mine = "from " + QByteArray::number(i);
        QVERIFY(client->postSend(mine));
        QTRY_COMPARE_WITH_TIMEOUT(server->heard[size_t(i)].size(), 1, Patience);
        QCOMPARE(server->heard[size_t(i)].first(), mine);
        QVERIFY(client->postSend("nobody waits for this"));
        server->queuePairs[size_t(i)]->abort();
    }
    for (const QByteArrayList &heard : server->heard)
        QVERIFY(heard.size() == 1 || heard.at(1) == "nobody waits for this");
}

void tst_RdmaSharedReceiveQueue::queuePairsOutliveIt()
{
    for (int i = 0; i < 4; ++i)
        QVERIFY(receives->postReceive(100));
    const auto client = connected();
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePairs.size(), size_t(1), Patience);
    server->receives = nullptr;
    receives.reset();
    QVERIFY(client->postSend("still taken"));
    QTRY_COMPARE_WITH_TIMEOUT(server->heard[0].size(), 1, Patience);
    QCOMPARE(server->heard[0].first(), QByteArray("still taken"));
}

// Those that use it stay, and keep what is posted.
void tst_RdmaSharedReceiveQueue::movedToAnotherThread()
{
    QVERIFY(receives->postReceive(100) && receives->postReceive(100));
    const auto client = connected();
    QTRY_COMPARE_WITH_TIMEOUT(server->queuePairs.size(), size_t(1), Patience);
    QSignalSpy errors(receives.get(), &RdmaSharedReceiveQueue::errorOccurred);
    server->receives = nullptr;
    bool usable = true;
    bool works = false;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        QCoreApplication::sendPostedEvents(receives.get());
        usable = receives->isValid() || receives->postReceive(100) != 0;
        works = receives->create(domain, 8) && receives->postReceive(100) != 0;
        receives.reset();
        done = true;
    }));
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("the queue is let go of")));
    receives->moveToThread(thread.get());
    QCOMPARE(errors.count(), 0); // it is told in the other thread
    QCOMPARE(receives->rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(client->postSend("still taken"));
    QTRY_COMPARE_WITH_TIMEOUT(server->heard[0].size(), 1, Patience);

    thread->start();
    QVERIFY(thread->wait(Patience) && done);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(errors.at(0).at(0).value<RdmaError>().category(), RdmaError::Category::Usage);
    QVERIFY(!usable);
    QVERIFY(works);
    QVERIFY(client->postSend("and this"));
    QTRY_COMPARE_WITH_TIMEOUT(server->heard[0].size(), 2, Patience);
}

void tst_RdmaSharedReceiveQueue::moveIsNotToldOfTheNextQueue()
{
    QSignalSpy errors(receives.get(), &RdmaSharedReceiveQueue::errorOccurred);
    bool works = false;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        works = receives->create(domain, 8);
        QCoreApplication::sendPostedEvents(receives.get());
        works = works && receives->isValid() && !receives->rdmaError().isError();
        receives.reset();
        done = true;
    }));
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("the queue is let go of")));
    server->receives = nullptr;
    receives->moveToThread(thread.get());
    thread->start();
    QVERIFY(thread->wait(Patience) && done);
    QVERIFY(works);
    QCOMPARE(errors.count(), 0);
}

void tst_RdmaSharedReceiveQueue::refusals()
{
    RdmaSharedReceiveQueue other;
    QVERIFY(!other.create(RdmaProtectionDomain()));
    QVERIFY(other.rdmaError().text().contains(u"protection domain"));
    QCOMPARE(other.postReceive(10), quint64(0));
    QVERIFY(!receives->create(domain));
    QVERIFY(!other.create(domain, 1 << 30));
    QVERIFY(other.rdmaError().text().contains(u"more than this device permits"));
    QCOMPARE(receives->post(RdmaWorkRequest::send("x")), quint64(0));
    const QList<RdmaMemorySlice> slices(2, RdmaMemorySlice(RdmaMemoryRegion()));
    QCOMPARE(receives->post(RdmaWorkRequest::receive(slices)), quint64(0));
    QVERIFY(receives->rdmaError().text().contains(u"2 slices are more than the 1"));
    for (int i = 0; i < receives->depth(); ++i)
        QVERIFY(receives->postReceive(10));
    QCOMPARE(receives->postReceive(10), quint64(0));
    QCOMPARE(receives->rdmaError().category(), RdmaError::Category::QueueFull);
    RdmaError error;
    QVERIFY(!RdmaProtectionDomain::allocate(QHostAddress(QHostAddress::LocalHost), &error)
                     .isValid());
    QVERIFY(error.text().contains(u"loopback"));
}

QTEST_GUILESS_MAIN(tst_RdmaSharedReceiveQueue)
#include "tst_rdmasharedreceivequeue.moc"
