// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/workerthreads_p.h"

#include "qtrdmafault.h"

#include <QtCore/qsemaphore.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;

// Works that block until they are let go.
struct Blocking
{
    std::function<void()> work()
    {
        return [this] {
            ++begun;
            gate.acquire();
        };
    }

    std::atomic<int> begun = 0;
    QSemaphore gate;
};

} // namespace

class tst_WorkerThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blockedWorkHoldsUpNone();
    void notMoreThanPermitted();
    void fewForWorkThatDoesNotBlock();
    void noThread();
    void noOtherThread();
    void idleOnesEnd();
};

void tst_WorkerThreads::blockedWorkHoldsUpNone()
{
    const auto threads = std::make_shared<WorkerThreads>();
    constexpr int Count = 20;
    Blocking blocking;
    for (int i = 0; i < Count; ++i)
        QCOMPARE(threads->run(blocking.work()), 0);
    QTRY_COMPARE_WITH_TIMEOUT(blocking.begun, Count, Patience);
    QVERIFY(!threads->wait(0));
    blocking.gate.release(Count);
    QVERIFY(threads->wait(Patience));
}

void tst_WorkerThreads::notMoreThanPermitted()
{
    const auto threads = std::make_shared<WorkerThreads>(2);
    Blocking blocking;
    for (int i = 0; i < 3; ++i)
        QCOMPARE(threads->run(blocking.work()), 0);
    QTRY_COMPARE_WITH_TIMEOUT(blocking.begun, 2, Patience);
    QVERIFY(!threads->wait(100));
    QCOMPARE(blocking.begun, 2);
    blocking.gate.release(3);
    QVERIFY(threads->wait(Patience));
    QCOMPARE(blocking.begun, 3);
}

void tst_WorkerThreads::fewForWorkThatDoesNotBlock()
{
    const auto threads = std::make_shared<WorkerThreads>();
    constexpr int Count = 100;
    std::mutex mutex;
    std::set<std::thread::id> ids;
    int done = 0;
    for (int i = 0; i < Count; ++i) {
        QCOMPARE(threads->run([&] {
            const std::lock_guard lock(mutex);
            ids.insert(std::this_thread::get_id());
            ++done;
        }),
                 0);
    }
    QVERIFY(threads->wait(Patience));
    QCOMPARE(done, Count);
    QVERIFY2(ids.size() < Count / 2, qPrintable(QString::number(ids.size())));
}

void tst_WorkerThreads::noThread()
{
    const auto threads = std::make_shared<WorkerThreads>();
    std::atomic<int> done = 0;
    const auto work = [&done] { ++done; };
    qtrdmafault_refuse_threads(1);
    QCOMPARE(threads->run(work), EAGAIN);
    QVERIFY(threads->wait(0)); // not taken
    threads->runLater(work);
    threads->help();
    qtrdmafault_refuse_threads(0);
    QVERIFY(!threads->wait(100));
    QCOMPARE(threads->run(work), 0);
    QVERIFY(threads->wait(Patience));
    QCOMPARE(done, 2);
}

// One that is busy when there can be no other does not leave the rest for ever, nor does it wait when there can be one again.
void tst_WorkerThreads::noOtherThread()
{
    const auto threads = std::make_shared<WorkerThreads>();
    std::atomic<int> done = 0;
    const auto work = [&done] { ++done; };
    Blocking blocking;
    QCOMPARE(threads->run(blocking.work()), 0);
    QTRY_COMPARE_WITH_TIMEOUT(blocking.begun, 1, Patience);
    qtrdmafault_refuse_threads(1);
    QCOMPARE(threads->run(work), EAGAIN);
    threads->runLater(work);
    threads->runLater(blocking.work());
    blocking.gate.release();
    QTRY_COMPARE_WITH_TIMEOUT(blocking.begun, 2, Patience);
    QCOMPARE(done, 1);
    threads->runLater(work);
    qtrdmafault_refuse_threads(0);
    threads->help();
    QTRY_COMPARE_WITH_TIMEOUT(done, 2, Patience);
    blocking.gate.release();
    QVERIFY(threads->wait(Patience));
}

void tst_WorkerThreads::idleOnesEnd()
{
    auto threads = std::make_shared<WorkerThreads>();
    for (int i = 0; i < 2; ++i) {
        std::atomic<bool> done = false;
        QCOMPARE(threads->run([&done] { done = true; }), 0);
        QVERIFY(threads->wait(Patience));
        QVERIFY(done);
        QTRY_COMPARE_WITH_TIMEOUT(threads.use_count(), 1, Patience); // none is left
    }
    QCOMPARE(threads->run([] {}), 0);
    const std::weak_ptr<WorkerThreads> kept = std::exchange(threads, nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(kept.expired(), Patience);
}

QTEST_GUILESS_MAIN(tst_WorkerThreads)

#include "tst_workerthreads.moc"
