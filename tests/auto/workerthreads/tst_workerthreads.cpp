// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/workerthreads_p.h"

#include "qtrdmafault.h"

#include <QtCore/qdir.h>
#include <QtCore/qsemaphore.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <set>
#include <thread>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;

qsizetype threadsOfProcess()
{
    return QDir(QStringLiteral("/proc/self/task"))
            .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
            .size();
}

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
    void idleOnesEnd();
};

void tst_WorkerThreads::blockedWorkHoldsUpNone()
{
    static auto *threads = new WorkerThreads;
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
    static auto *threads = new WorkerThreads(2);
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
    static auto *threads = new WorkerThreads;
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

// What has found no thread is done with what comes next.
void tst_WorkerThreads::noThread()
{
    static auto *threads = new WorkerThreads;
    std::atomic<int> done = 0;
    qtrdmafault_refuse_threads(1);
    QCOMPARE(threads->run([&done] { ++done; }), EAGAIN);
    qtrdmafault_refuse_threads(0);
    QVERIFY(!threads->wait(100));
    QCOMPARE(done, 0);
    QCOMPARE(threads->run([&done] { ++done; }), 0);
    QVERIFY(threads->wait(Patience));
    QCOMPARE(done, 2);

    // One that is there takes all.
    Blocking blocking;
    QCOMPARE(threads->run(blocking.work()), 0);
    QTRY_COMPARE_WITH_TIMEOUT(blocking.begun, 1, Patience);
    qtrdmafault_refuse_threads(1);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(threads->run([&done] { ++done; }), 0);
    blocking.gate.release();
    const bool all = threads->wait(Patience);
    qtrdmafault_refuse_threads(0);
    QVERIFY(all);
    QCOMPARE(done, 5);
}

void tst_WorkerThreads::idleOnesEnd()
{
    static auto *threads = new WorkerThreads;
    Blocking blocking;
    QCOMPARE(threads->run(blocking.work()), 0);
    QTRY_COMPARE_WITH_TIMEOUT(blocking.begun, 1, Patience);
    const qsizetype most = threadsOfProcess();
    blocking.gate.release();
    QTRY_VERIFY_WITH_TIMEOUT(threadsOfProcess() < most, Patience);
    QCOMPARE(threads->run([&blocking] { ++blocking.begun; }), 0);
    QVERIFY(threads->wait(Patience));
    QCOMPARE(blocking.begun, 2);
}

QTEST_GUILESS_MAIN(tst_WorkerThreads)

#include "tst_workerthreads.moc"
