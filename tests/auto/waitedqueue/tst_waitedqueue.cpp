// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/givingway_p.h"
#include "engine/waitedqueue_p.h"

#include <QtTest/qtest.h>

#include <vector>

using namespace QtRdmaPrivate;
using namespace std::chrono_literals;

using Next = WaitedQueue::Next;

namespace {

// A queue that was polled until it was empty, and is not armed.
WaitedQueue emptiedQueue()
{
    WaitedQueue queue;
    queue.polled(true);
    return queue;
}

WaitedQueue moderatedQueue()
{
    WaitedQueue queue = emptiedQueue();
    queue.setModeration(Moderation(50us));
    return queue;
}

// How often it is left out before the next time that it is done.
int pauseOf(GivingWay *way, GivingWay::TimePoint now)
{
    int leftOut = 0;
    while (!way->takeTurn(now))
        ++leftOut;
    return leftOut;
}

} // namespace

class tst_WaitedQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void newQueueIsPolledFirst();
    void emptyQueueIsArmed();
    void budgetEndsFirst();
    void eventTells();
    void spins();
    void adaptiveSpinNeedsDenseMessages();
    void restsAfterMessage();
    void sendingEndsRest();
    void restEnds();
    void spinGoesBeforeRest();
    void firstFailureIsTold();
    void backsOff();
    void restsWhereOthersCompute();
};

void tst_WaitedQueue::newQueueIsPolledFirst()
{
    const WaitedQueue queue;
    QVERIFY(queue.isDue());
    QVERIFY(!queue.isArmed());
    QCOMPARE(queue.next(), Next::Nothing); // for it is polled anyway
}

void tst_WaitedQueue::emptyQueueIsArmed()
{
    WaitedQueue queue = emptiedQueue();
    QCOMPARE(queue.next(), Next::Arm);
    QCOMPARE(queue.next(), Next::Arm); // a question changes nothing
    queue.armed();
    QVERIFY(queue.isArmed());
    QCOMPARE(queue.next(), Next::Nothing);
}

void tst_WaitedQueue::budgetEndsFirst()
{
    WaitedQueue queue;
    queue.polled(false);
    QVERIFY(queue.isDue());
    QCOMPARE(queue.next(), Next::Nothing);
    queue.polled(true);
    QVERIFY(!queue.isDue());
    QCOMPARE(queue.next(), Next::Arm);
}

void tst_WaitedQueue::eventTells()
{
    WaitedQueue queue = emptiedQueue();
    queue.armed();
    queue.told();
    QVERIFY(queue.isDue());
    QVERIFY(!queue.isArmed());
    queue.polled(true);
    QCOMPARE(queue.next(), Next::Arm);
    queue.pollSoon();
    QVERIFY(queue.isDue());
}

void tst_WaitedQueue::spins()
{
    const SpinWindow::TimePoint now(1h);
    WaitedQueue queue = emptiedQueue();
    queue.setSpin(SpinWindow(10us, false));
    QCOMPARE(queue.spinTime(), std::chrono::nanoseconds(10us));
    queue.look(now);
    QCOMPARE(queue.next(), Next::Arm); // nothing has come yet
    queue.arrived();
    queue.look(now);
    QCOMPARE(queue.next(), Next::Spin);
    QVERIFY(!queue.isSpinning()); // before that was done
    queue.pollSoon();
    QVERIFY(queue.isSpinning());
    queue.look(now + 9us);
    QVERIFY(queue.isSpinning());
    queue.arrived();
    queue.look(now + 15us); // the completion opens it for longer
    queue.look(now + 24us);
    QVERIFY(queue.isSpinning());
    queue.look(now + 25us);
    QVERIFY(!queue.isSpinning());
    queue.polled(true);
    QCOMPARE(queue.next(), Next::Arm);
    queue.setSpin(SpinWindow());
    queue.arrived();
    queue.look(now + 26us);
    QCOMPARE(queue.next(), Next::Arm);
}

void tst_WaitedQueue::adaptiveSpinNeedsDenseMessages()
{
    const SpinWindow::TimePoint now(1h);
    WaitedQueue queue = emptiedQueue();
    queue.setSpin(SpinWindow(10us, true));
    queue.arrived();
    queue.look(now);
    QCOMPARE(queue.next(), Next::Arm);
    queue.arrived();
    queue.look(now + 9us);
    QCOMPARE(queue.next(), Next::Spin);
    queue.arrived();
    queue.look(now + 30us);
    QCOMPARE(queue.next(), Next::Arm);
}

void tst_WaitedQueue::restsAfterMessage()
{
    WaitedQueue queue = moderatedQueue();
    QVERIFY(queue.isModerated());
    QCOMPARE(queue.next(), Next::Arm); // nothing was received
    queue.received();
    QCOMPARE(queue.next(), Next::Rest);
    queue.beginRest();
    QCOMPARE(queue.next(), Next::Nothing);
    QVERIFY(!queue.isDue());
    queue.endRest();
    QVERIFY(queue.isDue());
    queue.polled(true); // nothing has followed
    QCOMPARE(queue.next(), Next::Arm);
}

void tst_WaitedQueue::sendingEndsRest()
{
    WaitedQueue queue = moderatedQueue();
    queue.received();
    QVERIFY(!queue.willSend()); // it does not rest yet
    QCOMPARE(queue.next(), Next::Arm); // the answer is waited for
    queue.armed();
    queue.told();
    queue.polled(true);
    queue.received();
    queue.beginRest();
    QVERIFY(queue.willSend());
    QVERIFY(queue.isDue());
    QVERIFY(!queue.willSend());
}

void tst_WaitedQueue::restEnds()
{
    WaitedQueue queue = moderatedQueue();
    queue.endRest(); // which it does not have
    QVERIFY(!queue.isDue());
    queue.pollSoon();
    queue.endRest();
    QVERIFY(queue.isDue());
}

void tst_WaitedQueue::spinGoesBeforeRest()
{
    WaitedQueue queue = moderatedQueue();
    queue.setSpin(SpinWindow(1h, false));
    queue.received();
    QCOMPARE(queue.next(), Next::Arm); // the window is closed, and it rests only without one
    queue.arrived();
    queue.look(SpinWindow::TimePoint(1h));
    QCOMPARE(queue.next(), Next::Spin);
}

void tst_WaitedQueue::firstFailureIsTold()
{
    WaitedQueue queue;
    QVERIFY(queue.failed());
    QVERIFY(!queue.failed());
}

// In vain it is left out once, then 3, 7, ... times; what finds something makes up for all.
void tst_WaitedQueue::backsOff()
{
    GivingWay way;
    const GivingWay::TimePoint now(1h);
    std::vector<int> pauses;
    for (int i = 0; i < 8; ++i) {
        pauses.push_back(pauseOf(&way, now));
        way.ended(false, now, now + 10us);
    }
    QCOMPARE(pauses, (std::vector<int>{ 0, 1, 3, 7, 15, 31, 63, 63 }));
    QCOMPARE(pauseOf(&way, now), GivingWay::LongestPause);
    way.ended(true, now, now + 10us);
    QCOMPARE(pauseOf(&way, now), 0);
    way.ended(false, now, now + 10us);
    QCOMPARE(pauseOf(&way, now), 1);
}

void tst_WaitedQueue::restsWhereOthersCompute()
{
    GivingWay way;
    GivingWay::TimePoint now(1h);
    for (const auto rest : { 5ms, 10ms, 20ms, 40ms, 80ms, 160ms, 160ms }) {
        QVERIFY(way.takeTurn(now));
        way.ended(true, now - 1ms, now); // that took a millisecond
        QVERIFY(!way.takeTurn(now + rest - 1us));
        now += rest;
    }
    QVERIFY(way.takeTurn(now));
    way.ended(true, now, now + 10us);
    QVERIFY(way.takeTurn(now + 10us));
    way.ended(true, now - 1ms, now);
    QVERIFY(!way.takeTurn(now + 5ms - 1us)); // the rests begin with the shortest again
    QVERIFY(way.takeTurn(now + 5ms));
}

QTEST_APPLESS_MAIN(tst_WaitedQueue)

#include "tst_waitedqueue.moc"
