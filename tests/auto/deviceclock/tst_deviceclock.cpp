// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The time of a completion by the clock of the system. The software devices have no clock: they are
// given one.

#include "../shared/queuepairs.h"
#include "qtrdmafault.h"
#include "verbs/deviceclock_p.h"

#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaDevice>

#include <QtCore/qthread.h>
#include <QtTest/qtest.h>

#include <cstdlib>
#include <functional>
#include <memory>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;
constexpr qint64 Second = 1000000000;

// Uses queue pairs in a thread of its own, which asks the device anew.
void inAThread(const std::function<void(RdmaQueuePair *)> &use, bool asksForStamps = true)
{
    const std::unique_ptr<QThread> thread(QThread::create([&use, asksForStamps] {
        if (asksForStamps)
            RdmaCompletionQueue(RdmaTest::address()).setTimestamps(true);
        QueuePairs pairs;
        if (pairs.connect(Patience))
            use(&pairs.here);
    }));
    thread->start();
    thread->wait();
}

RdmaCompletion completionOfASend(RdmaQueuePair *queuePair)
{
    const auto future = queuePair->whenCompleted(queuePair->postSend("x"));
    if (QTest::qWaitFor([&future] { return future.isFinished(); }, Patience)
        && future.resultCount() > 0)
        return future.result();
    RdmaCompletion none;
    none.setStatus(Rdma::CompletionStatus::GeneralError);
    return none;
}

RdmaCompletion completionOfASend()
{
    RdmaCompletion result;
    result.setStatus(Rdma::CompletionStatus::GeneralError);
    inAThread([&result](RdmaQueuePair *queuePair) { result = completionOfASend(queuePair); });
    return result;
}

bool isRight(const RdmaCompletion &done)
{
    const qint64 stamped = qtrdmafault_nearest_stamp(done.wallClockTime());
    return done.hasWallClockTime()
            && std::abs(done.wallClockTime() - stamped) <= done.wallClockError();
}

} // namespace

class tst_DeviceClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rates_data();
    void rates();
    void readings_data();
    void readings();
    void softwareHasNone();
    void stampsAreAskedFor();
    void stampsBecomeTimes_data();
    void stampsBecomeTimes();
    void lateThreadReadsOnce();
    void counterBeganAgainLater();
    void clockThatIsNotShown();
    void cleanup() { qtrdmafault_set_clock(nullptr); }
};

void tst_DeviceClock::rates_data()
{
    QTest::addColumn<quint64>("kiloHertz");
    QTest::addColumn<quint64>("ticks");
    QTest::addColumn<qint64>("nanoseconds");
    QTest::newRow("a second") << quint64(156250) << quint64(156250000) << Second;
    QTest::newRow("a tick") << quint64(156250) << quint64(1) << qint64(6);
    QTest::newRow("a nanosecond") << quint64(1000000) << quint64(1) << qint64(1);
    // 2^55 ticks would not fit when they are multiplied first.
    QTest::newRow("years") << quint64(1000000) << (quint64(1) << 55) << (qint64(1) << 55);
}

void tst_DeviceClock::rates()
{
    QFETCH(quint64, kiloHertz);
    QFETCH(quint64, ticks);
    QFETCH(qint64, nanoseconds);
    QCOMPARE((ClockRate{ kiloHertz, ~quint64(0) }).nanoseconds(ticks), nanoseconds);
}

void tst_DeviceClock::readings_data()
{
    QTest::addColumn<quint64>("mask");
    QTest::addColumn<quint64>("read"); // what the counter has shown at second 1000
    QTest::addColumn<quint64>("stamp");
    QTest::addColumn<qint64>("time");
    QTest::addColumn<qint64>("error");
    const quint64 all = ~quint64(0);
    const quint64 few = (quint64(1) << 40) - 1;
    const qint64 at = 1000 * Second;
    // The error of the reading is 50, a tick has 1 ns, and 1 is for rounding.
    QTest::newRow("at once") << all << quint64(500) << quint64(500) << at << qint64(52);
    QTest::newRow("before") << all << quint64(7000) << quint64(5000) << at - 2000 << qint64(54);
    QTest::newRow("after") << all << quint64(5000) << quint64(7000) << at + 2000 << qint64(54);
    QTest::newRow("the counter begins again after the reading")
            << few << few - 999 << quint64(1000) << at + 2000 << qint64(54);
    QTest::newRow("the counter has begun again before the reading")
            << few << quint64(1000) << few - 999 << at - 2000 << qint64(54);
    QTest::newRow("all 64 bits begin again")
            << all << quint64(1000) << all - 999 << at - 2000 << qint64(54);
    QTest::newRow("long before") << few << quint64(2 * Second) << quint64(Second) << at - Second
                                 << qint64(52 + Second / 1000);
    QTest::newRow("bits beyond the counter")
            << few << quint64(5000) << quint64(7000) + few + 1 << at + 2000 << qint64(54);
}

void tst_DeviceClock::readings()
{
    QFETCH(quint64, mask);
    QFETCH(quint64, read);
    QFETCH(quint64, stamp);
    const ClockReading reading = { read, { 1000 * Second, 50 } };
    const WallTime time = reading.at(stamp, { 1000000, mask });
    QTEST(time.sinceEpoch, "time");
    QTEST(time.error, "error");
}

void tst_DeviceClock::softwareHasNone()
{
    if (RdmaTest::provider() == "device")
        QSKIP("Whether a real device has a clock is not known here");
    QCOMPARE(RdmaDevice::fromAddress(RdmaTest::address()).attributes().hcaCoreClock(), quint64(0));
    const RdmaCompletion done = completionOfASend();
    QVERIFY(done.isSuccess());
    QVERIFY(!done.hasWallClockTime());
    QCOMPARE(done.timestamp(), qint64(-1));
    QCOMPARE(done.wallClockTime(), qint64(0));
    QCOMPARE(done.wallClockError(), qint64(-1));
}

// Queues with and without stamps are there side by side.
void tst_DeviceClock::stampsAreAskedFor()
{
    if (RdmaTest::isSiw())
        QSKIP("siw has no queues with stamps");
    const qtrdmafault_clock clock = { 1000, 40, 0, 1 };
    qtrdmafault_set_clock(&clock);
    inAThread(
            [](RdmaQueuePair *plain) {
                RdmaCompletionQueue queue(RdmaTest::address());
                QVERIFY(!queue.hasTimestamps());
                QVERIFY(queue.setTimestamps(true));
                QVERIFY(queue.hasTimestamps());
                QueuePairs stamped;
                QVERIFY(stamped.connect(Patience));
                QCOMPARE(completionOfASend(plain).timestamp(), qint64(-1));
                QVERIFY(completionOfASend(&stamped.here).timestamp() >= 0);
            },
            false);
}

void tst_DeviceClock::stampsBecomeTimes_data()
{
    QTest::addColumn<qtrdmafault_clock>("clock");
    QTest::newRow("slow") << qtrdmafault_clock{ 1000, 40, 0, 1 };
    QTest::newRow("fast") << qtrdmafault_clock{ 1000000, 64, 0, 1 };
    // The counter was at 0 when the clock was set: the stamp is of before, the reading of after.
    QTest::newRow("the counter begins again") << qtrdmafault_clock{ 156250, 40, 1000 * Second, 1 };
}

void tst_DeviceClock::stampsBecomeTimes()
{
    QFETCH(qtrdmafault_clock, clock);
    qtrdmafault_set_clock(&clock);
    const RdmaCompletion done = completionOfASend();
    QVERIFY(done.isSuccess());
    if (RdmaTest::isSiw()) { // it has no queues with stamps
        QVERIFY(!done.hasWallClockTime());
        QCOMPARE(done.timestamp(), qint64(-1));
        return;
    }
    QVERIFY(done.hasWallClockTime());
    QVERIFY(done.timestamp() >= 0);
    QVERIFY(isRight(done)); // the receive is stamped, too
    QVERIFY(done.wallClockError() >= clock.delay / 1000);
    QCOMPARE(done.wallClockTimePoint().time_since_epoch().count(), done.wallClockTime());
    QCOMPARE(done.wallClockErrorAsDuration().count(), done.wallClockError());
}

// All stamps that a late thread finds are older than its first reading. A later reading would be
// further away from them.
void tst_DeviceClock::lateThreadReadsOnce()
{
    if (RdmaTest::isSiw())
        QSKIP("siw has no queues with stamps");
    constexpr int Sends = 8;
    const qtrdmafault_clock clock = { 1000000, 40, Second / 2, 1 };
    qtrdmafault_set_clock(&clock);
    int right = 0;
    inAThread([&right](RdmaQueuePair *queuePair) {
        for (int i = 0; i < Sends; ++i)
            right += isRight(completionOfASend(queuePair));
    });
    QCOMPARE(right, Sends);
    QVERIFY(qtrdmafault_clock_readings() > 0);
    QVERIFY(qtrdmafault_clock_readings() < Sends);
}

// The first stamps of a counter that began again look older than the last reading.
void tst_DeviceClock::counterBeganAgainLater()
{
    if (RdmaTest::isSiw())
        QSKIP("siw has no queues with stamps");
    const qtrdmafault_clock clock = { 1000, 40, 0, 1 };
    qtrdmafault_set_clock(&clock);
    bool wasRight = false;
    bool isRightAgain = false;
    inAThread([&](RdmaQueuePair *queuePair) {
        wasRight = isRight(completionOfASend(queuePair));
        QThread::msleep(1100);
        qtrdmafault_set_clock(&clock); // the counter begins at 0
        isRightAgain = isRight(completionOfASend(queuePair));
    });
    QVERIFY(wasRight);
    QVERIFY(isRightAgain);
}

void tst_DeviceClock::clockThatIsNotShown()
{
    const qtrdmafault_clock clock = { 1000, 64, 0, 0 };
    qtrdmafault_set_clock(&clock);
    const RdmaCompletion done = completionOfASend();
    QVERIFY(done.isSuccess());
    QVERIFY(!done.hasWallClockTime());
    QCOMPARE(done.timestamp() >= 0, !RdmaTest::isSiw());
}

QTEST_GUILESS_MAIN(tst_DeviceClock)
#include "tst_deviceclock.moc"
