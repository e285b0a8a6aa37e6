// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qtrdmafault.h"
#include "queuepairs.h"
#include "rdmatest.h"
#include "worker.h"

#include "engine/asyncevents_p.h"

#include <QtRdma/RdmaDeviceWatcher>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qloggingcategory.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <semaphore>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;

// The software devices raise few of these events: the others come from the library between this program and rdma-core.
void raise(ibv_context *context, int type, void *element)
{
    qtrdmafault_raise_async(context, type, element);
    lookForAsyncEvents();
}

} // namespace

// Asynchronous events of queue pairs, queues and devices reach the objects they concern, and nobody else.
class tst_AsyncEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void queuePairFails_data();
    void queuePairFails();
    void everyUserOfWhatFails_data();
    void everyUserOfWhatFails();
    void sharedReceiveQueueFails();
    void loneSharedReceiveQueueFails_data();
    void loneSharedReceiveQueueFails();
    void connectionManagerHearsOfData();
    void strangersObject();
    void afterTheEnd();
    void otherThread();
    void watcherHears_data();
    void watcherHears();
    void watcherIsDeleted();
    void watcherDoesNotLook();
    void fromTheKernel();
    void childOfFork();

private:
    ibv_qp *native() const { return pairs->here.nativeHandle(); }
    void expectError(int type);

    std::unique_ptr<QueuePairs> pairs;
    std::unique_ptr<QueuePairs> others;
};

void tst_AsyncEvents::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_AsyncEvents::init()
{
    pairs = std::make_unique<QueuePairs>();
    QVERIFY(pairs->connect());
    others = std::make_unique<QueuePairs>();
    QVERIFY(others->connect());
}

void tst_AsyncEvents::cleanup()
{
    pairs.reset();
    others.reset();
}

void tst_AsyncEvents::expectError(int type)
{
    QTRY_COMPARE_WITH_TIMEOUT(pairs->here.state(), QAbstractSocket::UnconnectedState, Patience);
    const RdmaError error = pairs->here.rdmaError();
    QCOMPARE(error.category(), RdmaError::Category::Device);
    QCOMPARE(error.call(), QStringLiteral("ibv_get_async_event"));
    QCOMPARE(error.code(), type);
    QCOMPARE(error.text(), Rdma::explainDeviceEvent(type).text());
    QVERIFY(!error.hint().isEmpty());
}

void tst_AsyncEvents::queuePairFails_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("fatal") << int(IBV_EVENT_QP_FATAL);
    QTest::newRow("invalid request") << int(IBV_EVENT_QP_REQ_ERR);
    QTest::newRow("access") << int(IBV_EVENT_QP_ACCESS_ERR);
}

void tst_AsyncEvents::queuePairFails()
{
    QFETCH(const int, type);
    QSignalSpy errors(&pairs->here, &RdmaQueuePair::errorOccurred);
    raise(native()->context, type, native());
    expectError(type);
    QCOMPARE(errors.count(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(pairs->there()->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(others->here.state(), QAbstractSocket::ConnectedState);
    QVERIFY(others->here.postSend("goes on") != 0);
    QVERIFY(others->here.waitForCompleted(Patience));
}

void tst_AsyncEvents::everyUserOfWhatFails_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("completion queue") << int(IBV_EVENT_CQ_ERR);
    QTest::newRow("device") << int(IBV_EVENT_DEVICE_FATAL);
}

void tst_AsyncEvents::everyUserOfWhatFails()
{
    QFETCH(const int, type);
    raise(native()->context, type, type == IBV_EVENT_CQ_ERR ? native()->send_cq : nullptr);
    expectError(type);
    QTRY_COMPARE_WITH_TIMEOUT(others->here.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(others->here.rdmaError().code(), type);
}

void tst_AsyncEvents::sharedReceiveQueueFails()
{
    const auto domain = RdmaProtectionDomain::allocate(RdmaTest::address());
    RdmaSharedReceiveQueue shared;
    QVERIFY2(shared.create(domain, 16), qPrintable(shared.rdmaError().toString()));
    pairs = std::make_unique<QueuePairs>();
    pairs->options.setSharedReceiveQueue(&shared);
    QVERIFY(pairs->connect());
    raise(native()->context, IBV_EVENT_SRQ_ERR, shared.nativeHandle());
    expectError(IBV_EVENT_SRQ_ERR);
    QCOMPARE(others->here.state(), QAbstractSocket::ConnectedState);
    pairs.reset();
}

void tst_AsyncEvents::loneSharedReceiveQueueFails_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("itself") << int(IBV_EVENT_SRQ_ERR);
    QTest::newRow("completion queue") << int(IBV_EVENT_CQ_ERR);
    QTest::newRow("device") << int(IBV_EVENT_DEVICE_FATAL);
}

// No queue pair uses it.
void tst_AsyncEvents::loneSharedReceiveQueueFails()
{
    QFETCH(const int, type);
    const auto domain = RdmaProtectionDomain::allocate(RdmaTest::address());
    RdmaSharedReceiveQueue shared;
    QVERIFY2(shared.create(domain, 16), qPrintable(shared.rdmaError().toString()));
    QVERIFY(shared.postReceive(64));
    QSignalSpy errors(&shared, &RdmaSharedReceiveQueue::errorOccurred);
    void *element = nullptr;
    if (type == IBV_EVENT_SRQ_ERR)
        element = shared.nativeHandle();
    else if (type == IBV_EVENT_CQ_ERR)
        element = native()->recv_cq;
    raise(native()->context, type, element);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(errors.at(0).at(0).value<RdmaError>().code(), type);
    QVERIFY(!shared.isValid());
    QCOMPARE(shared.postReceive(64), quint64(0));
    QCOMPARE(shared.rdmaError().category(), RdmaError::Category::Device);
    QCOMPARE(shared.rdmaError().code(), type);
    QVERIFY2(shared.create(domain, 16), qPrintable(shared.rdmaError().toString()));
    QVERIFY(shared.isValid() && shared.postReceive(64));
    QCOMPARE(shared.receivesInFlight(), 1);
    QCOMPARE(errors.count(), 1);
}

// The last message of the handshake is late, data has come.
void tst_AsyncEvents::connectionManagerHearsOfData()
{
    if (RdmaTest::isSiw())
        QSKIP("On iWARP the accepting side is connected at once");
    QueuePairs late;
    std::binary_semaphore stop(0);
    std::binary_semaphore stopped(0);
    std::binary_semaphore go(0);
    std::atomic<bool> connected = false;
    QVERIFY(late.server.listen(RdmaTest::address()));
    late.server.beforeAccepting = [&] {
        stop.release();
        stopped.acquire();
    };
    const Worker client([&, port = late.server.serverPort()] {
        RdmaQueuePair queuePair;
        queuePair.connectToHost(RdmaTest::address(), port);
        const QDeadlineTimer deadline(Patience);
        while (!stop.try_acquire() && !deadline.hasExpired())
            queuePair.waitForConnected(1);
        stopped.release();
        (void)go.try_acquire_for(std::chrono::milliseconds(Patience));
        connected = queuePair.waitForConnected(Patience);
        queuePair.waitForDisconnected(Patience);
    });
    QTRY_VERIFY_WITH_TIMEOUT(late.there(), Patience);
    QCOMPARE(late.there()->state(), QAbstractSocket::ConnectingState);
    qtrdmafault_arm("rdma_notify", 0, 0);
    ibv_qp *const accepted = late.there()->nativeHandle();
    raise(accepted->context, IBV_EVENT_COMM_EST, accepted);
    QTRY_COMPARE_WITH_TIMEOUT(late.there()->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(qtrdmafault_count(), 1);
    qtrdmafault_reset();
    go.release();
    // A kernel tells only once that its side has ended, and one that is connecting does not listen.
    QTRY_VERIFY_WITH_TIMEOUT(connected, Patience);
    late.there()->abort();
    QTRY_VERIFY_WITH_TIMEOUT(client.isFinished(), 2 * Patience);
}

// Another library of the process, on the same context of librdmacm.
void tst_AsyncEvents::strangersObject()
{
    ibv_qp_init_attr attributes = {};
    attributes.qp_context = reinterpret_cast<void *>(quintptr(0x10));
    attributes.qp_type = IBV_QPT_RC;
    attributes.send_cq = native()->send_cq;
    attributes.recv_cq = native()->recv_cq;
    attributes.cap = { 1, 1, 1, 1, 0 };
    ibv_qp *const stranger = ibv_create_qp(native()->pd, &attributes);
    QVERIFY(stranger);
    raise(native()->context, IBV_EVENT_QP_FATAL, stranger);
    QTRY_VERIFY_WITH_TIMEOUT(qtrdmafault_async_done(), Patience);
    QCOMPARE(ibv_destroy_qp(stranger), 0);
    QCOMPARE(pairs->here.state(), QAbstractSocket::ConnectedState);
}

// The event is on its way when the program has had enough.
void tst_AsyncEvents::afterTheEnd()
{
    QSignalSpy errors(&pairs->here, &RdmaQueuePair::errorOccurred);
    raise(native()->context, IBV_EVENT_QP_FATAL, native());
    for (QDeadlineTimer timer(Patience); !qtrdmafault_async_done() && !timer.hasExpired();)
        QThread::msleep(1); // without the event loop
    QVERIFY(qtrdmafault_async_done());
    pairs->here.abort();
    QVERIFY(pairs->here.connectToHost(RdmaTest::address(), pairs->server.serverPort()));
    QTRY_COMPARE_WITH_TIMEOUT(pairs->here.state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(errors.count(), 0);
}

// The engine of another thread hears of what is its own, in a wait without an event loop.
void tst_AsyncEvents::otherThread()
{
    RdmaError error;
    bool failed = false;
    const Worker thread([&, port = others->server.serverPort()] {
        RdmaQueuePair queuePair;
        queuePair.connectToHost(RdmaTest::address(), port);
        if (!queuePair.waitForConnected(Patience))
            return;
        ibv_qp *const own = queuePair.nativeHandle();
        raise(own->context, IBV_EVENT_QP_ACCESS_ERR, own);
        failed = queuePair.waitForDisconnected(Patience);
        error = queuePair.rdmaError();
    });
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), 2 * Patience);
    QVERIFY(failed);
    QCOMPARE(error.code(), int(IBV_EVENT_QP_ACCESS_ERR));
    QCOMPARE(pairs->here.state(), QAbstractSocket::ConnectedState);
}

void tst_AsyncEvents::watcherHears_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<Rdma::EventObject>("object");
    QTest::addColumn<bool>("failure");
    const auto row = [](const char *name, int type, Rdma::EventObject object, bool failure) {
        QTest::newRow(name) << type << object << failure;
    };
    row("queue pair", IBV_EVENT_QP_FATAL, Rdma::EventObject::QueuePair, true);
    row("request", IBV_EVENT_QP_REQ_ERR, Rdma::EventObject::QueuePair, true);
    row("access", IBV_EVENT_QP_ACCESS_ERR, Rdma::EventObject::QueuePair, true);
    row("path", IBV_EVENT_PATH_MIG_ERR, Rdma::EventObject::QueuePair, true);
    row("drained", IBV_EVENT_SQ_DRAINED, Rdma::EventObject::QueuePair, false);
    row("completion queue", IBV_EVENT_CQ_ERR, Rdma::EventObject::CompletionQueue, true);
    row("shared receive queue", IBV_EVENT_SRQ_ERR, Rdma::EventObject::SharedReceiveQueue, true);
    row("limit", IBV_EVENT_SRQ_LIMIT_REACHED, Rdma::EventObject::SharedReceiveQueue, false);
}

// Whatever else hears of it; nothing is told twice.
void tst_AsyncEvents::watcherHears()
{
    QFETCH(const int, type);
    QFETCH(const Rdma::EventObject, object);
    QFETCH(const bool, failure);
    RdmaSharedReceiveQueue shared;
    QVERIFY(shared.create(RdmaProtectionDomain::allocate(RdmaTest::address()), 16));
    const quint32 number = object == Rdma::EventObject::QueuePair ? native()->qp_num : 0;
    void *element = native();
    if (object == Rdma::EventObject::CompletionQueue)
        element = native()->send_cq;
    else if (object == Rdma::EventObject::SharedReceiveQueue)
        element = shared.nativeHandle();
    RdmaDeviceWatcher watcher;
    RdmaDeviceWatcher second;
    QSignalSpy failures(&watcher, &RdmaDeviceWatcher::queueFailed);
    QList<RdmaDeviceEvent> events; // others may come: of addresses
    connect(&watcher, &RdmaDeviceWatcher::eventReceived, this, [&](const RdmaDeviceEvent &event) {
        if (event.type() == type)
            events.append(event);
    });
    QSignalSpy secondFailures(&second, &RdmaDeviceWatcher::queueFailed);
    const QString device = pairs->here.deviceName();
    raise(native()->context, type, element);
    QTRY_COMPARE_WITH_TIMEOUT(events.size(), 1, Patience);
    QCOMPARE(events.at(0).deviceName(), device);
    QCOMPARE(events.at(0).object(), object);
    QCOMPARE(events.at(0).queuePairNumber(), number);
    QCOMPARE(events.at(0).port(), 0);
    QCOMPARE(events.at(0).text(), Rdma::explainDeviceEvent(type).text());
    QTRY_COMPARE_WITH_TIMEOUT(secondFailures.count(), int(failure), Patience);
    QCOMPARE(failures.count(), int(failure));
    if (failure) {
        QCOMPARE(failures.at(0).at(0).toString(), device);
        QCOMPARE(failures.at(0).at(1).value<RdmaDeviceEvent>().type(), type);
    }
    if (object == Rdma::EventObject::CompletionQueue)
        expectError(type); // the queue is that of the next row's queue pairs, too
}

// Equal events wait once; a watcher that goes away with some waiting hears nothing.
void tst_AsyncEvents::watcherIsDeleted()
{
    auto watcher = std::make_unique<RdmaDeviceWatcher>();
    connect(watcher.get(), &RdmaDeviceWatcher::queueFailed, this, [&] { watcher.reset(); });
    raise(native()->context, IBV_EVENT_QP_FATAL, native());
    QTRY_VERIFY_WITH_TIMEOUT(!watcher, Patience);
    expectError(IBV_EVENT_QP_FATAL);
}

void tst_AsyncEvents::watcherDoesNotLook()
{
    RdmaDeviceWatcher watcher;
    auto mortal = std::make_unique<RdmaDeviceWatcher>();
    QSignalSpy mortalFailures(mortal.get(), &RdmaDeviceWatcher::queueFailed);
    QSignalSpy failures(&watcher, &RdmaDeviceWatcher::queueFailed);
    for (int i = 0; i < 3; ++i) {
        raise(native()->context, IBV_EVENT_PATH_MIG_ERR, native());
        for (QDeadlineTimer timer(Patience); !qtrdmafault_async_done() && !timer.hasExpired();)
            QThread::msleep(1); // without the event loop
        QVERIFY(qtrdmafault_async_done());
    }
    mortal.reset();
    QTRY_VERIFY_WITH_TIMEOUT(failures.count() > 0, Patience);
    raise(native()->context, IBV_EVENT_CQ_ERR, native()->send_cq);
    QTRY_COMPARE_WITH_TIMEOUT(failures.count(), 2,
                              Patience); // had there been more, they came first
    QCOMPARE(mortalFailures.count(), 0);

    ObjectEvents flood([] {});
    for (quint32 number = 1; number <= 2 * ObjectEvents::Most; ++number)
        flood.put({ QStringLiteral("none0"), IBV_EVENT_QP_FATAL, number });
    QCOMPARE(flood.takeAll().size(), ObjectEvents::Most);
    QVERIFY(flood.takeAll().empty());
}

// An event that the software devices do raise; nothing but the log tells of it.
void tst_AsyncEvents::fromTheKernel()
{
    static std::atomic<int> logged = 0;
    logged = 0;
    RdmaSharedReceiveQueue shared;
    QVERIFY(shared.create(RdmaProtectionDomain::allocate(RdmaTest::address()), 16));
    pairs = std::make_unique<QueuePairs>();
    pairs->options.setSharedReceiveQueue(&shared);
    QVERIFY(pairs->connect());
    QVERIFY(shared.postReceive(64) && shared.postReceive(64));
    ibv_srq_attr limit = {};
    limit.srq_limit = 2;
    QCOMPARE(ibv_modify_srq(shared.nativeHandle(), &limit, IBV_SRQ_LIMIT), 0);
    QLoggingCategory::setFilterRules(QStringLiteral("qtrdma.device.debug=true"));
    const auto handler = [](QtMsgType, const QMessageLogContext &, const QString &text) {
        logged += text.contains(QLatin1String("SRQ limit reached"));
    };
    const auto before = qInstallMessageHandler(handler);
    const auto restore = qScopeGuard([before] {
        qInstallMessageHandler(before);
        QLoggingCategory::setFilterRules({});
    });
    QVERIFY(pairs->there()->postSend("below the limit"));
    QTRY_COMPARE_WITH_TIMEOUT(logged.load(), 1, Patience);
    QCOMPARE(pairs->here.state(), QAbstractSocket::ConnectedState);
    pairs.reset();
}

// An event that is on its way to the event loop when the process forks is the parent's.
void tst_AsyncEvents::childOfFork()
{
    raise(native()->context, IBV_EVENT_QP_FATAL, native());
    while (qtrdmafault_async_done() == 0) // the loop has yet to see it
        QThread::yieldCurrentThread();
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(Patience / 1000);
        QCoreApplication::processEvents();
        ::_exit(pairs->here.state() == QAbstractSocket::UnconnectedState ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QCOMPARE(pairs->here.state(), QAbstractSocket::ConnectedState);
    expectError(IBV_EVENT_QP_FATAL);
}

QTEST_GUILESS_MAIN(tst_AsyncEvents)
#include "tst_asyncevents.moc"
