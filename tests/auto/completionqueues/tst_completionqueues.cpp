// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/queuepairs.h"

#include <QtTest/qtest.h>

#include <memory>
#include <set>
#include <vector>

namespace {

constexpr int Patience = 30000;
constexpr int LargeQueue = 32767; // what each thread has on a software device, at least

ibv_cq *queueOf(const RdmaQueuePair *queuePair)
{
    return queuePair->nativeHandle()->send_cq;
}

// A message from one to the other.
bool travels(QueuePairs *pairs)
{
    const quint64 sent = pairs->here.postSend("hello");
    const auto future = pairs->here.whenCompleted(sent);
    return sent != 0 && QTest::qWaitFor([&future] { return future.isFinished(); }, Patience)
            && future.resultCount() > 0 && future.result().isSuccess();
}

} // namespace

class tst_CompletionQueues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void fewQueuePairs(); // before the thread has more
    void manyQueuePairs();
};

void tst_CompletionQueues::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_CompletionQueues::fewQueuePairs()
{
    QueuePairs pairs;
    QVERIFY2(pairs.connect(Patience), qPrintable(pairs.here.rdmaError().toString()));
    QVERIFY(queueOf(&pairs.here) == queueOf(pairs.there()));
    const int entries = queueOf(&pairs.here)->cqe;
    if (RdmaTest::isNull())
        QCOMPARE(entries, 2047);
    else
        QVERIFY(entries >= LargeQueue);
    QVERIFY(travels(&pairs));
}

// They get as many queues as they need for all that they may have in flight, and no more than that:
// each queue is polled in each turn.
void tst_CompletionQueues::manyQueuePairs()
{
    constexpr int Count = 10;
    constexpr int Depth = 500;
    constexpr size_t FewQueues = 6;
    std::vector<std::unique_ptr<QueuePairs>> all;
    std::set<ibv_cq *> queues;
    for (int i = 0; i < Count; ++i) {
        auto pairs = std::make_unique<QueuePairs>();
        pairs->options.setSendDepth(Depth);
        pairs->options.setReceiveDepth(Depth);
        pairs->server.options = pairs->options;
        QVERIFY2(pairs->connect(Patience), qPrintable(pairs->here.rdmaError().toString()));
        queues.insert({ queueOf(&pairs->here), queueOf(pairs->there()) });
        all.push_back(std::move(pairs));
    }
    int entries = 0;
    for (const ibv_cq *queue : queues)
        entries += queue->cqe;
    QVERIFY(entries >= 2 * Count * 2 * Depth);
    QVERIFY2(queues.size() <= FewQueues, qPrintable(QString::number(queues.size())));
    if (RdmaTest::isNull())
        QVERIFY(queues.size() > 1);
    for (const auto &pairs : all)
        QVERIFY(travels(pairs.get()));
}

QTEST_MAIN(tst_CompletionQueues)

#include "tst_completionqueues.moc"
