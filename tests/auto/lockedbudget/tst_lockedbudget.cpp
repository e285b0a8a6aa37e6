// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbs/lockedbudget_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;

namespace {

constexpr qint64 MiB = 1024 * 1024;

// Any moment will do.
constexpr LockedBudget::Time Start{ std::chrono::hours(1) };

LockedBudget ofStreams(int streams, qint64 bytes, qint64 limit)
{
    LockedBudget budget;
    budget.addStreams(streams);
    budget.add(bytes);
    budget.look(limit, Start);
    return budget;
}

} // namespace

class tst_LockedBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void limitIsShared();
    void refusalPasses_data();
    void refusalPasses();
    void refusalsInARow();
    void moreThanWasRefused();
    void looksAgainInTime();
};

void tst_LockedBudget::limitIsShared()
{
    LockedBudget budget = ofStreams(4, MiB, 8 * MiB);
    QCOMPARE(budget.room(), 5 * MiB);
    QCOMPARE(budget.share(), (6 * MiB - 4 * LockedBudget::Minimum) / 8);
    budget.addStreams(96);
    QCOMPARE(budget.share(), (6 * MiB - 100 * LockedBudget::Minimum) / 200);
    budget.addStreams(900);
    QCOMPARE(budget.share(), 0);
    budget.look(LockedBudget::Unlimited, Start);
    QCOMPARE(budget.share(), LockedBudget::Unlimited);
    QCOMPARE(budget.room(), LockedBudget::Unlimited);
}

void tst_LockedBudget::refusalPasses_data()
{
    QTest::addColumn<qint64>("limit");
    QTest::newRow("no limit") << LockedBudget::Unlimited;
    QTest::newRow("8 MiB") << 8 * MiB;
}

// Nothing is registered afterwards, and still the streams have their whole share again.
void tst_LockedBudget::refusalPasses()
{
    QFETCH(const qint64, limit);
    LockedBudget budget = ofStreams(4, MiB, limit);
    const qint64 share = budget.share();
    const qint64 room = budget.room();
    budget.refuse(Start);
    budget.look(limit, Start);
    QVERIFY(budget.isRefused());
    QVERIFY(budget.share() < share);
    QCOMPARE(budget.room(), -MiB / 4);
    QCOMPARE(budget.lookAgainAt(), Start + LockedBudget::FirstPause);
    budget.look(limit, budget.lookAgainAt());
    QVERIFY(!budget.isRefused());
    QCOMPARE(budget.share(), share);
    QCOMPARE(budget.room(), room);
}

// The pauses become longer, up to a second; a refusal long afterwards has a short one.
void tst_LockedBudget::refusalsInARow()
{
    LockedBudget budget = ofStreams(4, MiB, LockedBudget::Unlimited);
    LockedBudget::Time now = Start;
    int refusals = 0;
    for (; now < Start + std::chrono::seconds(60); ++refusals) {
        budget.refuse(now);
        while (budget.isRefused()) {
            budget.look(LockedBudget::Unlimited, now);
            QVERIFY(!budget.isRefused() || budget.lookAgainAt() > now);
            now = budget.isRefused() ? budget.lookAgainAt() : now;
        }
    }
    QVERIFY2(refusals > 60 && refusals < 70, QByteArray::number(refusals));
    now += std::chrono::seconds(10);
    budget.refuse(now);
    budget.look(LockedBudget::Unlimited, now);
    QCOMPARE(budget.lookAgainAt(), now + LockedBudget::FirstPause);
}

// Then it does not hold any more.
void tst_LockedBudget::moreThanWasRefused()
{
    LockedBudget budget = ofStreams(4, MiB, LockedBudget::Unlimited);
    budget.refuse(Start);
    budget.add(-1);
    budget.add(1);
    QVERIFY(budget.isRefused());
    budget.add(1);
    QVERIFY(!budget.isRefused());
    QCOMPARE(budget.share(), LockedBudget::Unlimited);
}

void tst_LockedBudget::looksAgainInTime()
{
    LockedBudget budget;
    QVERIFY(budget.lookAgainAt() < Start); // it has not looked yet
    budget.look(8 * MiB, Start);
    QCOMPARE(budget.lookAgainAt(), Start + LockedBudget::LimitAge);
}

QTEST_GUILESS_MAIN(tst_LockedBudget)
#include "tst_lockedbudget.moc"
