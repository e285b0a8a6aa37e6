// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/turnclock_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;
using namespace std::chrono_literals;

namespace {

// A clock that goes on when a test says so, and counts how often it is read.
struct FakeClock
{
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<FakeClock>;
    static constexpr bool is_steady = true;

    static time_point now()
    {
        ++reads;
        return time_point(present);
    }

    static inline duration present{ 0 };
    static inline int reads = 0;
};

using Turn = BasicTurnClock<FakeClock>;

void pass(std::chrono::nanoseconds time)
{
    FakeClock::present += time;
}

} // namespace

class tst_TurnClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void phaseOfOneItemReadsNoClock();
    void phaseOfSeveralItems();
    void clockStartsOnce();
    void eachPhaseHasItsTime();
    void askingChangesNothing();
    void phaseInsideAnother();
    void turnWithoutBound();
    void turnLasts();
};

void tst_TurnClock::init()
{
    FakeClock::present = 1s;
    FakeClock::reads = 0;
}

void tst_TurnClock::phaseOfOneItemReadsNoClock()
{
    Turn turn = Turn::bounded();
    turn.beginPhase(false);
    pass(1s);
    QVERIFY(!turn.isPhaseLong());
    turn.beginPhase(false);
    turn.noteIfLong();
    QVERIFY(!turn.hadLongPhase());
    QCOMPARE(FakeClock::reads, 0);
}

void tst_TurnClock::phaseOfSeveralItems()
{
    Turn turn = Turn::bounded();
    turn.beginPhase(true);
    pass(Turn::PhaseTime);
    QVERIFY(!turn.isPhaseLong());
    pass(1ns);
    QVERIFY(turn.isPhaseLong());
}

void tst_TurnClock::clockStartsOnce()
{
    Turn turn = Turn::bounded();
    turn.beginPhase(false);
    pass(1s); // not counted
    turn.startPhaseClock();
    pass(Turn::PhaseTime);
    turn.startPhaseClock();
    QVERIFY(!turn.isPhaseLong());
    pass(1ns);
    QVERIFY(turn.isPhaseLong());
}

void tst_TurnClock::eachPhaseHasItsTime()
{
    Turn turn = Turn::bounded();
    turn.beginPhase(true);
    pass(Turn::PhaseTime + 1ns);
    turn.beginPhase(true);
    QVERIFY(!turn.isPhaseLong());
    QVERIFY(turn.hadLongPhase()); // the first
    pass(Turn::PhaseTime);
    QVERIFY(!turn.isPhaseLong());
}

void tst_TurnClock::askingChangesNothing()
{
    Turn turn = Turn::bounded();
    turn.beginPhase(true);
    pass(Turn::PhaseTime + 1ns);
    QVERIFY(turn.isPhaseLong());
    QVERIFY(!turn.hadLongPhase());
    turn.noteIfLong();
    QVERIFY(turn.hadLongPhase());
    turn.beginPhase(false);
    QVERIFY(!turn.isPhaseLong());
    pass(1s);
    QVERIFY(!turn.isPhaseLong()); // asking has not started it
    QVERIFY(turn.hadLongPhase()); // for the whole turn
}

void tst_TurnClock::phaseInsideAnother()
{
    Turn turn = Turn::bounded();
    turn.beginPhase(true);
    pass(Turn::PhaseTime);
    turn.runPhase([&] {
        pass(1ns);
        QVERIFY(!turn.isPhaseLong());
        turn.startPhaseClock();
        QVERIFY(!turn.isPhaseLong());
    });
    QVERIFY(!turn.hadLongPhase());
    QVERIFY(turn.isPhaseLong()); // the outer one has gone on
    turn.beginPhase(false);

    Turn another = Turn::bounded();
    another.runPhase([&] {
        another.startPhaseClock();
        pass(Turn::PhaseTime + 1ns);
    });
    QVERIFY(another.hadLongPhase());
    QVERIFY(!another.isPhaseLong());
}

void tst_TurnClock::turnWithoutBound()
{
    Turn turn;
    QVERIFY(!turn.isBounded());
    QVERIFY(Turn::bounded().isBounded());
    turn.beginPhase(true);
    turn.startPhaseClock();
    pass(1s);
    QVERIFY(!turn.isPhaseLong());
    turn.noteIfLong();
    QVERIFY(!turn.hadLongPhase());
    QCOMPARE(FakeClock::reads, 0);
}

void tst_TurnClock::turnLasts()
{
    Turn turn = Turn::bounded();
    QCOMPARE(turn.lasted(), 0ns);
    QCOMPARE(turn.look(), FakeClock::time_point(1s));
    QCOMPARE(turn.lasted(), 0ns);
    pass(3us);
    QCOMPARE(turn.lasted(), 0ns); // nobody has looked
    QCOMPARE(turn.look(), FakeClock::time_point(1s + 3us));
    QCOMPARE(turn.lasted(), 3us);
    pass(4us);
    turn.look();
    QCOMPARE(turn.lasted(), 7us);
}

QTEST_GUILESS_MAIN(tst_TurnClock)
#include "tst_turnclock.moc"
