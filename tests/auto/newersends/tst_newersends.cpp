// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Atomic writes that cannot be posted, on a device that says that it has them. tst_workrequests uses
// them where the kernel has them, too.

#include "../shared/queuepairs.h"
#include "qtrdmafault.h"

#include <QtTest/qtest.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace {

constexpr int Patience = 30000;

} // namespace

class tst_NewerSends : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { qtrdmafault_reset(); }
    void driverRefuses();
    void postFails_data();
    void postFails();
};

void tst_NewerSends::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    qtrdmafault_set_atomic_writes(1);
}

static RdmaMemoryRegion openMemory(const QueuePairs &pairs)
{
    return RdmaMemoryRegion::allocate(pairs.there()->protectionDomain(), 8,
                                      Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::RemoteWrite);
}

static bool writes(RdmaQueuePair *queuePair, const RdmaMemoryRegion &memory, quint64 id)
{
    if (queuePair->postWrite("11111111", memory.remoteMemory(), id) != id)
        return false;
    const auto future = queuePair->whenCompleted(id);
    return QTest::qWaitFor([&future] { return future.isFinished(); }, Patience)
            && future.resultCount() > 0 && future.result().isSuccess();
}

// A queue pair is made without the operations that its driver refuses. siw has no queue pairs for any of these operations.
void tst_NewerSends::driverRefuses()
{
    QueuePairs pairs;
    if (!RdmaTest::isSiw())
        qtrdmafault_arm("rdma_create_qp", 1, EOPNOTSUPP);
    QVERIFY(pairs.connect(Patience));
    QCOMPARE(bool(qtrdmafault_fired()), !RdmaTest::isSiw());
    const RdmaMemoryRegion memory = openMemory(pairs);
    QCOMPARE(pairs.here.postAtomicWrite(memory.remoteMemory(), 1), quint64(0));
    QCOMPARE(pairs.here.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(pairs.here.rdmaError().text().contains(u"which its device has"));
    QVERIFY(writes(&pairs.here, memory, 1));
}

void tst_NewerSends::postFails_data()
{
    QTest::addColumn<int>("failing"); // of the posts
    QTest::addColumn<QList<quint64>>("posted");
    QTest::addColumn<QString>("call");
    QTest::newRow("the write before it") << 1 << QList<quint64>() << u"ibv_post_send"_s;
    QTest::newRow("the atomic write") << 2 << QList<quint64>{ 1 } << u"ibv_wr_complete"_s;
}

// When a post fails, the requests that were posted before it complete, and nothing is left of the
// others.
void tst_NewerSends::postFails()
{
    if (RdmaTest::provider() != "rxe")
        QSKIP("siw has no queue pairs for atomic writes, and a real device may have none");
    QFETCH(const int, failing);
    QFETCH(const QList<quint64>, posted);
    QFETCH(const QString, call);
    QueuePairs pairs;
    QVERIFY(pairs.connect(Patience));
    const RdmaMemoryRegion memory = openMemory(pairs);
    QList<RdmaWorkRequest> batch = { RdmaWorkRequest::write("00000000", memory.remoteMemory()),
                                     RdmaWorkRequest::atomicWrite(memory.remoteMemory(), 2),
                                     RdmaWorkRequest::write("22222222", memory.remoteMemory()) };
    for (qsizetype i = 0; i < batch.size(); ++i)
        batch[i].setWrId(quint64(i + 1));
    qtrdmafault_arm("ibv_post_send", failing, ENOMEM);
    QCOMPARE(pairs.here.postBatch(batch), posted);
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(qtrdmafault_count(), failing); // no post follows one that failed
    qtrdmafault_reset();
    QCOMPARE(pairs.here.rdmaError().call(), call);
    QCOMPARE(pairs.here.rdmaError().code(), ENOMEM);
    QVERIFY(pairs.here.rdmaError().hint().contains(u"queue is full"));
    if (!posted.isEmpty()) {
        const auto first = pairs.here.whenCompleted(posted.first());
        QTRY_VERIFY_WITH_TIMEOUT(first.isFinished(), Patience);
        QVERIFY(first.result().isSuccess());
        QCOMPARE(QByteArray(memory.data(), 8), QByteArray("00000000"));
    }
    for (const quint64 id : { 1, 2, 3 }) // they are free
        QVERIFY(writes(&pairs.here, memory, id));
    QCOMPARE(QByteArray(memory.data(), 8), QByteArray("11111111"));
    QCOMPARE(pairs.here.state(), QAbstractSocket::ConnectedState);
}

QTEST_GUILESS_MAIN(tst_NewerSends)
#include "tst_newersends.moc"
