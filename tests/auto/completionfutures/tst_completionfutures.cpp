// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Futures of work requests, and handles that stand for nothing. No device is needed: receives are in flight from their post on,
// before there is a connection.

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaMemoryWindow>
#include <QtRdma/RdmaProtectionDomain>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaSharedReceiveQueue>
#include <QtRdma/RdmaStream>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace {

constexpr int Patience = 30000;
constexpr qint64 Size = 4096;
constexpr quint64 Unknown = 12345; // no request has this id
const QHostAddress
        Nowhere(QStringLiteral("10.77.0.1")); // refused, or never answered: there is no device

} // namespace

class tst_CompletionFutures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusedPost();
    void refusedByAFullQueue();
    void unknownRequest();
    void otherThread();
    void eachCallHasItsOwn();
    void functionsAreCalledOnce();
    void functionOfADeletedContext();
    void functionDeletesTheQueuePair();
    void deleted();
    void deletedInContinuation();
    void ended_data();
    void ended();
    void threadEnds();
    void threadIsLeft();
    void threadIsLeftInUse_data();
    void threadIsLeftInUse();
    void cancelled();
    void cancelledByItsEnd();
    void cancelChain();
    void idsOfHandlesThatAreNone();
    void emptyHandles();
    void emptyObjects();
};

// As futures: with the result of what is in flight, and at once where nothing is.
void tst_CompletionFutures::functionsAreCalledOnce()
{
    int called = 0;
    int unknown = 0;
    {
        RdmaQueuePair queuePair;
        const auto count = [&](const RdmaCompletion &done) {
            called += done.status() == Rdma::CompletionStatus::Flushed;
            unknown += done.status() == Rdma::CompletionStatus::UnknownRequest;
        };
        const quint64 id = queuePair.postReceive(Size);
        QVERIFY(id != 0);
        queuePair.whenCompleted(id, this, count);
        queuePair.whenCompleted(id, this, count);
        QCOMPARE(called, 0);
        queuePair.whenCompleted(id + 2, this, count);
        QCOMPARE(unknown, 1);
        queuePair.whenCompleted(id, nullptr, count); // of nobody
        queuePair.whenCompleted(id, this, {});
    }
    QCOMPARE(called, 2);
    QCOMPARE(unknown, 1);
}

void tst_CompletionFutures::functionOfADeletedContext()
{
    bool called = false;
    {
        RdmaQueuePair queuePair;
        const quint64 id = queuePair.postReceive(Size);
        const auto context = std::make_unique<QObject>();
        queuePair.whenCompleted(id, context.get(), [&](const RdmaCompletion &) { called = true; });
    }
    QVERIFY(!called);
}

void tst_CompletionFutures::functionDeletesTheQueuePair()
{
    const auto queuePair = new RdmaQueuePair;
    int called = 0;
    queuePair->whenCompleted(queuePair->postReceive(Size), this,
                             [&](const RdmaCompletion &) { ++called; });
    queuePair->whenCompleted(Unknown, this, [&](const RdmaCompletion &) { delete queuePair; });
    QCOMPARE(called, 1);
}

// The line of the documentation, where nothing can be posted.
void tst_CompletionFutures::refusedPost()
{
    RdmaQueuePair queuePair;
    std::optional<RdmaCompletion> done;
    queuePair.whenCompleted(queuePair.postWrite("abc", RdmaRemoteMemory()))
            .then([&done](const RdmaCompletion &completion) { done = completion; });
    QVERIFY(done);
    QCOMPARE(done->status(), Rdma::CompletionStatus::NotPosted);
    QVERIFY(!done->isSuccess());
    QCOMPARE(done->rdmaError().category(), RdmaError::Category::Usage);
    QCOMPARE(done->rdmaError().text(), queuePair.rdmaError().text());
    QVERIFY(done->rdmaError().text().contains(QLatin1String("connected")));

    // Nothing was refused here: it is the same all the same.
    RdmaQueuePair fresh;
    const QFuture<RdmaCompletion> future = fresh.whenCompleted(0);
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().status(), Rdma::CompletionStatus::NotPosted);
    QVERIFY(future.result().rdmaError().isError());
}

void tst_CompletionFutures::refusedByAFullQueue()
{
    RdmaQueuePair queuePair;
    RdmaConnectionOptions options;
    options.setReceiveDepth(1);
    QVERIFY(queuePair.connectToHost(Nowhere, 7471, options));
    QVERIFY(queuePair.postReceive(Size) != 0);
    const RdmaCompletion refused = queuePair.whenCompleted(queuePair.postReceive(Size)).result();
    QCOMPARE(refused.status(), Rdma::CompletionStatus::NotPosted);
    QCOMPARE(refused.rdmaError().category(), RdmaError::Category::QueueFull);
}

void tst_CompletionFutures::unknownRequest()
{
    RdmaQueuePair queuePair;
    QVERIFY(queuePair.postReceive(Size, 17) != 0);
    for (const quint64 id : { quint64(4711), ~quint64(0), quint64(1) << 63 | 5 }) {
        const QFuture<RdmaCompletion> future = queuePair.whenCompleted(id);
        QVERIFY(future.isFinished());
        QCOMPARE(future.resultCount(), 1);
        QCOMPARE(future.result().wrId(), id);
        QCOMPARE(future.result().status(), Rdma::CompletionStatus::UnknownRequest);
        QVERIFY(future.result().rdmaError().text().contains(QString::number(id)));
        QVERIFY(!future.result().rdmaError().hint().isEmpty());
    }
    // One that has completed, and of which the program was told.
    QSignalSpy completions(&queuePair, &RdmaQueuePair::completed);
    QVERIFY(queuePair.connectToHost(Nowhere, 7471));
    queuePair.abort();
    QCOMPARE(completions.count(), 1);
    QCOMPARE(queuePair.whenCompleted(17).result().status(), Rdma::CompletionStatus::UnknownRequest);
}

void tst_CompletionFutures::otherThread()
{
    RdmaQueuePair queuePair;
    const quint64 id = queuePair.postReceive(Size);
    RdmaCompletion completion;
    std::thread([&] { completion = queuePair.whenCompleted(id).result(); }).join();
    QVERIFY(completion.rdmaError().isError());
    QVERIFY(completion.rdmaError().text().contains(QLatin1String("thread")));
    QVERIFY(!queuePair.whenCompleted(id).isFinished());
}

// A future has one continuation: of a shared one the second call would take away the first's.
void tst_CompletionFutures::eachCallHasItsOwn()
{
    std::optional<RdmaCompletion> first;
    std::optional<RdmaCompletion> second;
    QFuture<RdmaCompletion> third;
    {
        RdmaQueuePair queuePair;
        const quint64 id = queuePair.postReceive(Size);
        queuePair.whenCompleted(id).then([&](const RdmaCompletion &done) { first = done; });
        queuePair.whenCompleted(id).then([&](const RdmaCompletion &done) { second = done; });
        third = queuePair.whenCompleted(id);
        queuePair.whenCompleted(id).cancel();
        QVERIFY(!first && !second && !third.isFinished());
    }
    QVERIFY(first && second);
    QCOMPARE(first->status(), Rdma::CompletionStatus::Flushed);
    QCOMPARE(second->status(), Rdma::CompletionStatus::Flushed);
    QVERIFY(!third.isCanceled());
    QCOMPARE(third.result().status(), Rdma::CompletionStatus::Flushed);
}

// What a continuation does to a queue pair that is being deleted is refused, and has results, too.
void tst_CompletionFutures::deleted()
{
    auto queuePair = std::make_unique<RdmaQueuePair>();
    RdmaQueuePair *const pointer = queuePair.get();
    QSignalSpy completions(pointer, &RdmaQueuePair::completed);
    QSignalSpy states(pointer, &RdmaQueuePair::stateChanged);
    QVERIFY(pointer->connectToHost(Nowhere, 7471));
    states.clear();
    QList<Rdma::CompletionStatus> statuses;
    const std::function<void()> receive = [&] {
        pointer->whenCompleted(pointer->postReceive(Size)).then([&](const RdmaCompletion &done) {
            statuses.append(done.status());
            if (done.status() != Rdma::CompletionStatus::NotPosted)
                receive();
        });
    };
    receive();
    const quint64 last = pointer->postReceive(Size);
    bool began = true;
    pointer->whenCompleted(last).then([&](const RdmaCompletion &) {
        began = pointer->connectToHost(Nowhere, 7471) || pointer->create(Nowhere)
                || pointer->reset() || pointer->waitForConnected(Patience);
        pointer->abort();
    });
    queuePair.reset();
    QCOMPARE(statuses,
             QList<Rdma::CompletionStatus>(
                     { Rdma::CompletionStatus::Flushed, Rdma::CompletionStatus::NotPosted }));
    QVERIFY(!began);
    QCOMPARE(completions.count(), 0);
    QCOMPARE(states.count(), 0);
}

void tst_CompletionFutures::deletedInContinuation()
{
    auto queuePair = std::make_unique<RdmaQueuePair>();
    RdmaQueuePair *const pointer = queuePair.get();
    const quint64 first = pointer->postReceive(Size);
    const QFuture<RdmaCompletion> second = pointer->whenCompleted(pointer->postReceive(Size));
    pointer->whenCompleted(first).then([&](const RdmaCompletion &) { queuePair.reset(); });
    QVERIFY(pointer->connectToHost(Nowhere, 7471));
    pointer->abort();
    QVERIFY(!queuePair);
    QCOMPARE(second.result().status(), Rdma::CompletionStatus::Flushed);
}

using End = std::function<void(RdmaQueuePair *)>;
Q_DECLARE_METATYPE(End)

void tst_CompletionFutures::ended_data()
{
    QTest::addColumn<End>("end");
    QTest::newRow("abort") << End([](RdmaQueuePair *q) { q->abort(); });
    QTest::newRow("disconnectFromHost") << End([](RdmaQueuePair *q) { q->disconnectFromHost(); });
    QTest::newRow("no device") << End([](RdmaQueuePair *) {});
    QTest::newRow("waiting") << End([](RdmaQueuePair *q) { q->waitForConnected(Patience); });
    QTest::newRow("deleted in a slot") << End([](RdmaQueuePair *q) {
        QObject::connect(q, &RdmaQueuePair::completed, q, [q] { delete q; });
    });
    QTest::newRow("deleted later") << End([](RdmaQueuePair *q) { q->deleteLater(); });
}

void tst_CompletionFutures::ended()
{
    QFETCH(const End, end);
    QPointer<RdmaQueuePair> queuePair = new RdmaQueuePair;
    const auto first = queuePair->whenCompleted(queuePair->postReceive(Size));
    const auto second = queuePair->whenCompleted(queuePair->postReceive(Size));
    RdmaConnectionOptions options;
    options.setConnectTimeout(1);
    QVERIFY(queuePair->connectToHost(Nowhere, 7471, options));
    end(queuePair);
    QTRY_VERIFY_WITH_TIMEOUT(first.isFinished() && second.isFinished(), Patience);
    QCOMPARE(first.result().status(), Rdma::CompletionStatus::Flushed);
    QCOMPARE(second.result().status(), Rdma::CompletionStatus::Flushed);
    delete queuePair;
}

void tst_CompletionFutures::threadEnds()
{
    std::unique_ptr<RdmaQueuePair> queuePair;
    QFuture<RdmaCompletion> future;
    bool seen = false;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        queuePair = std::make_unique<RdmaQueuePair>();
        const quint64 id = queuePair->postReceive(Size);
        future = queuePair->whenCompleted(id);
        queuePair->whenCompleted(id).then([&](const RdmaCompletion &) { seen = true; });
        queuePair->connectToHost(Nowhere, 7471);
    }));
    thread->start();
    QVERIFY(thread->wait(Patience));
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().status(), Rdma::CompletionStatus::Flushed);
    QVERIFY(seen);
}

// Receives that wait for a connection move with their queue pair, and so do their futures.
void tst_CompletionFutures::threadIsLeft()
{
    auto queuePair = std::make_unique<RdmaQueuePair>();
    const QFuture<RdmaCompletion> future = queuePair->whenCompleted(queuePair->postReceive(Size));
    QThread thread;
    queuePair->moveToThread(&thread);
    QVERIFY(!future.isFinished());
    queuePair.reset();
    QCOMPARE(future.result().status(), Rdma::CompletionStatus::Flushed);
}

void tst_CompletionFutures::threadIsLeftInUse_data()
{
    QTest::addColumn<std::function<void(std::unique_ptr<RdmaQueuePair> *)>>("next");
    using Next = std::function<void(std::unique_ptr<RdmaQueuePair> *)>;
    QTest::newRow("deleted") << Next([](auto *queuePair) { queuePair->reset(); });
    QTest::newRow("told of the rest")
            << Next([](auto *queuePair) { QCoreApplication::sendPostedEvents(queuePair->get()); });
    QTest::newRow("waits") << Next([](auto *queuePair) { (*queuePair)->waitForConnected(0); });
}

// Continuations are user code, and none of it runs within moveToThread().
void tst_CompletionFutures::threadIsLeftInUse()
{
    QFETCH(const std::function<void(std::unique_ptr<RdmaQueuePair> *)>, next);
    auto queuePair = std::make_unique<RdmaQueuePair>();
    const quint64 id = queuePair->postReceive(Size);
    const QFuture<RdmaCompletion> future = queuePair->whenCompleted(id);
    const QThread *seenIn = nullptr;
    queuePair->whenCompleted(id).then(
            [&](const RdmaCompletion &) { seenIn = QThread::currentThread(); });
    queuePair->connectToHost(Nowhere, 7471);
    QCOMPARE(queuePair->state(), QAbstractSocket::ConnectingState);
    bool carriedOn = false;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        next(&queuePair);
        carriedOn = future.isFinished() && seenIn == QThread::currentThread();
        queuePair.reset();
    }));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the connection ends")));
    queuePair->moveToThread(thread.get());
    QCOMPARE(queuePair->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!seenIn);
    thread->start();
    QVERIFY(thread->wait(Patience));
    QVERIFY(carriedOn);
    QCOMPARE(future.resultCount(), 1);
    QCOMPARE(future.result().status(), Rdma::CompletionStatus::Flushed);
}

// No verb takes a single request back: the future is given up, the request is not.
void tst_CompletionFutures::cancelled()
{
    RdmaQueuePair queuePair;
    QSignalSpy completions(&queuePair, &RdmaQueuePair::completed);
    bool carriedOn = false;
    bool told = false;
    const quint64 id = queuePair.postReceive(Size);
    QFuture<RdmaCompletion> future = queuePair.whenCompleted(id);
    future.then([&](const RdmaCompletion &) { carriedOn = true; }).onCanceled([&] { told = true; });
    future.cancel();
    QVERIFY(future.isCanceled());
    QVERIFY(!future.isFinished());
    QCOMPARE(queuePair.receivesInFlight(), 1);
    QVERIFY(queuePair.connectToHost(Nowhere, 7471));
    queuePair.abort();
    QCOMPARE(completions.count(), 1);
    QVERIFY(future.isFinished());
    QCOMPARE(future.resultCount(), 0);
    QVERIFY(told);
    QVERIFY(!carriedOn);
}

// Cancelled where nothing is in flight any more, or before anything else.
void tst_CompletionFutures::cancelledByItsEnd()
{
    RdmaQueuePair queuePair;
    QFuture<RdmaCompletion> refused = queuePair.whenCompleted(queuePair.postSend("x"));
    refused.cancel();
    QCOMPARE(refused.resultCount(), 1); // it was there before
    QCOMPARE(refused.result().status(), Rdma::CompletionStatus::NotPosted);

    QFuture<RdmaCompletion> pending;
    {
        RdmaQueuePair shortLived;
        pending = shortLived.whenCompleted(shortLived.postReceive(Size));
        pending.cancel();
    }
    QVERIFY(pending.isFinished());
    QCOMPARE(pending.resultCount(), 0);
}

void tst_CompletionFutures::cancelChain()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
    RdmaQueuePair queuePair;
    QSignalSpy completions(&queuePair, &RdmaQueuePair::completed);
    bool carriedOn = false;
    QFuture<void> end =
            queuePair.whenCompleted(queuePair.postReceive(Size)).then([&](const RdmaCompletion &) {
                carriedOn = true;
            });
    end.cancelChain();
    QCOMPARE(queuePair.receivesInFlight(), 1);
    QVERIFY(queuePair.connectToHost(Nowhere, 7471));
    queuePair.abort();
    QCOMPARE(completions.count(), 1);
    QVERIFY(!carriedOn);
    QVERIFY(end.isFinished());
#else
    QSKIP("QFuture::cancelChain() is there from Qt 6.10 on");
#endif
}

// Whatever stands for nothing is refused with an error, and asked for nothing.
void tst_CompletionFutures::idsOfHandlesThatAreNone()
{
    RdmaQueuePair queuePair;
    const RdmaMemoryRegion none;
    const RdmaMemoryWindow window;
    const RdmaRemoteMemory nowhere;
    const RdmaMemorySlice slice{ none, 0, 16 };
    const auto isRefused = [&](quint64 id) {
        const QFuture<RdmaCompletion> future = queuePair.whenCompleted(id);
        return id == 0 && queuePair.rdmaError().isError() && future.isFinished()
                && future.result().status() == Rdma::CompletionStatus::NotPosted;
    };
    QVERIFY(isRefused(queuePair.post(RdmaWorkRequest())));
    QVERIFY(isRefused(queuePair.post(RdmaWorkRequest::receive({ slice }))));
    QVERIFY(isRefused(queuePair.post(RdmaWorkRequest::receive({ RdmaMemorySlice() }))));
    QVERIFY(isRefused(queuePair.postReceive(-1)));
    QVERIFY(isRefused(queuePair.postReceive(slice)));
    QVERIFY(isRefused(queuePair.postReceive(none)));
    QVERIFY(isRefused(queuePair.postSend(slice)));
    QVERIFY(isRefused(queuePair.postSendWithImmediate(slice, 1)));
    QVERIFY(isRefused(queuePair.postRead(nowhere)));
    QVERIFY(isRefused(queuePair.postRead(slice, nowhere)));
    QVERIFY(isRefused(queuePair.postWrite(slice, nowhere)));
    QVERIFY(isRefused(queuePair.postWriteWithImmediate(slice, nowhere, 1)));
    QVERIFY(isRefused(queuePair.postCompareAndSwap(nowhere, 0, 1)));
    QVERIFY(isRefused(queuePair.postFetchAndAdd(nowhere, 1)));
    QVERIFY(isRefused(queuePair.postBindMemoryWindow(window, slice, Rdma::AccessFlag::RemoteRead)));
    QVERIFY(isRefused(queuePair.postLocalInvalidate(window)));
    QVERIFY(queuePair.postBatch({}).isEmpty());
    QVERIFY(queuePair.postBatch({ RdmaWorkRequest(), RdmaWorkRequest() }).isEmpty());
    QCOMPARE(queuePair.receivesInFlight(), 0);
    QCOMPARE(queuePair.sendsInFlight(), 0);
}

void tst_CompletionFutures::emptyHandles()
{
    RdmaError error;
    const RdmaProtectionDomain domain;
    QVERIFY(!domain.isValid());
    QVERIFY(!domain.nativeHandle());
    QVERIFY(domain.deviceName().isEmpty());
    QVERIFY(!domain.isDeviceRemoved());

    QVERIFY(!RdmaMemoryRegion::allocate(domain, Size, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY(error.isError());
    QVERIFY(!RdmaMemoryRegion::allocateOnDevice(domain, Size, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY(error.isError());
    QVERIFY(!RdmaMemoryRegion::fromDmaBuf(domain, -1, 0, Size, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY(error.isError());
    QVERIFY(!RdmaMemoryRegion::borrow(domain, nullptr, Size, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY(error.isError());
    QVERIFY(!RdmaMemoryWindow::allocate(domain, RdmaMemoryWindow::Type::Two, &error).isValid());
    QVERIFY(error.isError());

    const RdmaMemoryRegion region;
    QVERIFY(!region.data() && !region.nativeHandle());
    QCOMPARE(region.address(), quint64(0));
    QCOMPARE(region.size(), qsizetype(0));
    QCOMPARE(region.access(), Rdma::Access());
    QCOMPARE(region.localKey(), quint32(0));
    QCOMPARE(region.remoteKey(), quint32(0));
    QVERIFY(!region.remoteMemory().isValid());
    QVERIFY(!region.protectionDomain().isValid());
    const RdmaMemorySlice slice{ region, 8, 16 };
    QVERIFY(!slice.isValid());
    QCOMPARE(RdmaRemoteMemory().slice(8, 16).isValid(), false);

    const RdmaMemoryWindow window;
    QVERIFY(!window.isBound() && !window.nativeHandle());
    QVERIFY(!window.remoteMemory().isValid());
    QVERIFY(!window.protectionDomain().isValid());
    QCOMPARE(window.remoteKey(), quint32(0));

    RdmaBufferPool pool;
    QVERIFY(!pool.take(Size, &error).isValid());
    QVERIFY(error.isError());
    QCOMPARE(RdmaBufferPool(domain, 1 << 20).isValid(), false);
    QVERIFY(!pool.protectionDomain().isValid());

    const RdmaConnectionRequest request;
    QVERIFY(!request.isAccepted());
    QVERIFY(request.peerAddress().isNull() && request.localAddress().isNull());
    QVERIFY(!request.reject({}, &error));
    QVERIFY(error.isError());

    const RdmaDevice device;
    QVERIFY(!device.isValid());
    QVERIFY(device.name().isEmpty());
    QVERIFY(!device.nativeHandle());
    QCOMPARE(device.guid(), quint64(0));
    QCOMPARE(device.portCount(), 0);
    QVERIFY(device.gids().isEmpty() && device.gids(1).isEmpty());
    (void)device.attributes(&error);
    QVERIFY(error.isError());
    (void)device.port(1, &error);
    QVERIFY(error.isError());
    QVERIFY(!device.allocateProtectionDomain(&error).isValid());
    QVERIFY(error.isError());
    QVERIFY(!RdmaDevice::fromName(QStringLiteral("none")).isValid());
    QVERIFY(!RdmaDevice::fromGid(QByteArray()).isValid());
    QVERIFY(!RdmaDevice::fromAddress(QHostAddress(), &error).isValid());
    QVERIFY(error.isError());
    QVERIFY(!RdmaDevice::fromRoute(QHostAddress(), &error).isValid());
    QVERIFY(error.isError());
    QVERIFY(!slice.data());
    QString text;
    QDebug(&text) << domain << region << slice << window << pool << request << device
                  << RdmaCompletion() << RdmaWorkRequest();
    QVERIFY(!text.isEmpty());
}

void tst_CompletionFutures::emptyObjects()
{
    RdmaSharedReceiveQueue receives;
    QCOMPARE(receives.post(RdmaWorkRequest()), quint64(0));
    QVERIFY(receives.rdmaError().isError());
    QCOMPARE(receives.postReceive(Size), quint64(0));
    QCOMPARE(receives.postReceive(RdmaMemorySlice()), quint64(0));
    QVERIFY(receives.postBatch({ RdmaWorkRequest::receive(Size) }).isEmpty());
    QVERIFY(!receives.create({}, 16));
    QVERIFY(!receives.nativeHandle());
    QVERIFY(!receives.protectionDomain().isValid());

    RdmaDatagramSocket socket;
    QCOMPARE(socket.writeDatagram("x", RdmaEndpoint()), qint64(-1));
    QCOMPARE(socket.writeDatagram("x", QHostAddress()), qint64(-1));
    QVERIFY(socket.rdmaError().isError());
    QVERIFY(!socket.receiveDatagram().isValid());
    QCOMPARE(socket.pendingDatagramSize(), qint64(-1));
    QVERIFY(!socket.nativeHandle());

    RdmaQueuePair queuePair;
    QVERIFY(!queuePair.accept(RdmaConnectionRequest()));
    QVERIFY(!queuePair.connectToEndpoint(RdmaEndpoint()));
    QVERIFY(!queuePair.nativeHandle());
    QVERIFY(!queuePair.protectionDomain().isValid());
    QVERIFY(!queuePair.localEndpoint().isValid());
    QCOMPARE(queuePair.queuePairState(), Rdma::QueuePairState::Unknown);

    RdmaServer server;
    QVERIFY(!server.nextPendingConnection());
    RdmaStream stream;
    qint64 room = Size;
    QVERIFY(!stream.reserve(&room));
    QVERIFY(!stream.accept(RdmaConnectionRequest()));
    QString text;
    QDebug(&text) << &receives << &socket << &queuePair << &stream
                  << static_cast<RdmaQueuePair *>(nullptr);
    QVERIFY(!text.isEmpty());
}

QTEST_GUILESS_MAIN(tst_CompletionFutures)
#include "tst_completionfutures.moc"
