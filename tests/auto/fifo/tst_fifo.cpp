// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "base/fifo_p.h"

#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <deque>
#include <memory>

namespace {

// Tells whether somebody still holds it.
using Item = std::shared_ptr<int>;
using QtRdmaPrivate::Fifo;

} // namespace

class tst_Fifo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void behavesAsADeque();
    void letsGoOfWhatHasLeft();
    void moves();
};

void tst_Fifo::behavesAsADeque()
{
    QRandomGenerator random(1);
    Fifo<Item> fifo;
    std::deque<Item> deque;
    for (int i = 0; i < 100'000; ++i) {
        const auto item = std::make_shared<int>(i);
        // Grows and shrinks by turns, to nothing and to thousands.
        const bool grows = i / 10'000 % 2 == 0;
        switch (random.bounded(grows ? 6 : 14)) {
        case 0:
            fifo.push_front(item);
            deque.push_front(item);
            break;
        case 1:
        case 2:
        case 3:
        case 4:
            fifo.push_back(item);
            deque.push_back(item);
            break;
        case 5:
            if (!deque.empty()) {
                fifo.pop_back();
                deque.pop_back();
            }
            break;
        default:
            if (!deque.empty()) {
                fifo.pop_front();
                deque.pop_front();
            }
        }
        QCOMPARE(fifo.size(), deque.size());
        QCOMPARE(fifo.empty(), deque.empty());
        if (!deque.empty()) {
            QCOMPARE(fifo.front(), deque.front());
            QCOMPARE(fifo.back(), deque.back());
        }
        if (i % 1000 == 0)
            QVERIFY(std::equal(fifo.begin(), fifo.end(), deque.begin(), deque.end()));
    }
}

void tst_Fifo::letsGoOfWhatHasLeft()
{
    Fifo<Item> fifo;
    const auto item = std::make_shared<int>(1);
    for (int i = 0; i < 3; ++i)
        fifo.push_back(item);
    QCOMPARE(item.use_count(), 4);
    fifo.pop_front();
    QCOMPARE(item.use_count(), 3);
    fifo.pop_back();
    QCOMPARE(item.use_count(), 2);
    fifo.clear();
    QCOMPARE(item.use_count(), 1);
}

void tst_Fifo::moves()
{
    Fifo<Item> from;
    for (int i = 0; i < 3; ++i)
        from.push_back(std::make_shared<int>(i));
    from.pop_front();
    Fifo<Item> to(std::move(from));
    QCOMPARE(to.size(), size_t(2));
    QCOMPARE(*to.front(), 1);
    from = std::move(to);
    QCOMPARE(*from.front(), 1);
    to = {};
    QVERIFY(to.empty());
    to.push_back(std::make_shared<int>(7));
    QCOMPARE(*to.front(), 7);
}

QTEST_APPLESS_MAIN(tst_Fifo)
#include "tst_fifo.moc"
