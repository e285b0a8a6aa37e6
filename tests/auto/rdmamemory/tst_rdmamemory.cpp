// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/queuepairs.h"

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaDevice>

#include <QtTest/qtest.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {
constexpr int Patience = 30000;

bool hasOnDemandPaging()
{
    const RdmaDevice device = RdmaDevice::fromAddress(RdmaTest::address());
    return (device.attributes().generalOdpCaps() & IBV_ODP_SUPPORT) != 0;
}
} // namespace

class tst_RdmaMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void poolReusesItsBuffers();
    void poolIsCapped();
    void poolBuffersTravel();
    void poolGivesMemoryBack();
    void poolTakesFromOtherSizes();
    void borrowedMemory();
    void forkedChild();
    void onDemandPaging();
    void onDemandPagingOfReceivesAndAtomics();
    void explainedRefusals();

private:
    RdmaProtectionDomain domain;
};

void tst_RdmaMemory::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    RdmaError error;
    domain = RdmaProtectionDomain::allocate(RdmaTest::address(), &error);
    QVERIFY2(domain.isValid(), qPrintable(error.toString()));
}

void tst_RdmaMemory::poolReusesItsBuffers()
{
    RdmaBufferPool pool(domain);
    QCOMPARE(pool.registeredBytes(), qsizetype(0));
    RdmaMemoryRegion first = pool.take(100);
    QCOMPARE(first.size(), qsizetype(100));
    QCOMPARE(quintptr(first.data()) % quintptr(sysconf(_SC_PAGESIZE)), quintptr(0));
    QVERIFY(!first.remoteMemory().isValid()); // its key would show the neighbours
    const RdmaMemoryRegion second = pool.take(5000);
    QCOMPARE(quintptr(second.data()) % quintptr(sysconf(_SC_PAGESIZE)), quintptr(0));
    char *place = first.data();
    first = RdmaMemoryRegion();
    const qsizetype registered = pool.registeredBytes();
    QCOMPARE(pool.take(4096).data(), place);
    QCOMPARE(pool.registeredBytes(), registered);
}

void tst_RdmaMemory::poolIsCapped()
{
    RdmaBufferPool pool(domain, 1024 * 1024);
    QList<RdmaMemoryRegion> buffers;
    RdmaError error;
    while (!error.isError() && buffers.size() < 1000)
        buffers.append(pool.take(65536, &error));
    QCOMPARE(error.category(), RdmaError::Category::QueueFull);
    QVERIFY(!buffers.last().isValid());
    QCOMPARE(buffers.size(), 17); // 16 of 64 KiB, and the refusal
    QVERIFY(pool.registeredBytes() <= pool.maxBytes());
    buffers.removeFirst();
    QVERIFY(pool.take(65536).isValid());
    QVERIFY(!pool.take(0, &error).isValid());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    QVERIFY(!pool.take(RdmaBufferPool::LargestBuffer + 1, &error).isValid());
    QVERIFY(error.text().contains(u"1048576"));
}

// What lies idle for one size is there for another.
void tst_RdmaMemory::poolTakesFromOtherSizes()
{
    RdmaBufferPool pool(domain, 256 * 1024);
    for (const int size : { 4096, 8192, 65536, 262144, 4096 }) {
        RdmaError error;
        QVERIFY2(pool.take(size, &error).isValid(), qPrintable(error.toString()));
        QVERIFY(pool.registeredBytes() <= pool.maxBytes());
    }
}

void tst_RdmaMemory::poolBuffersTravel()
{
    QueuePairs pairs;
    pairs.options.setProtectionDomain(domain);
    QVERIFY2(pairs.connect(Patience), qPrintable(pairs.here.rdmaError().toString()));
    QVERIFY(pairs.here.protectionDomain() == domain);
    RdmaBufferPool pool(domain);
    for (int i = 0; i < 3; ++i) // one slab, several buffers: each has its own address
        QVERIFY(pairs.here.postReceive(pool.take(4096)));
    QCOMPARE(pairs.here.receivesInFlight(), 3);
    RdmaMemoryRegion buffer = pool.take(256);
    std::memcpy(buffer.data(), "from the pool", 13);
    const auto future = pairs.here.whenCompleted(pairs.here.postSend({ buffer, 5, 8 }));
    buffer = RdmaMemoryRegion();
    pool = RdmaBufferPool(); // the request keeps both
    QTRY_VERIFY_WITH_TIMEOUT(future.isFinished(), Patience);
    QVERIFY(future.result().isSuccess());
}

void tst_RdmaMemory::poolGivesMemoryBack()
{
    RdmaBufferPool pool(domain);
    QList<RdmaMemoryRegion> buffers;
    for (int i = 0; i < 32; ++i)
        buffers.append(pool.take(RdmaBufferPool::LargestBuffer));
    QCOMPARE(pool.registeredBytes(), 32 * RdmaBufferPool::LargestBuffer);
    buffers.clear();
    QCOMPARE(pool.registeredBytes(), RdmaBufferPool::LargestBuffer); // one is kept for the next
}

void tst_RdmaMemory::borrowedMemory()
{
    QueuePairs pairs;
    pairs.server.options.setProtectionDomain(domain);
    QVERIFY(pairs.connect(Patience));
    bool released = false;
    {
        auto bytes = std::shared_ptr<char>(new char[8192](), [&](char *p) {
            released = true;
            delete[] p;
        });
        RdmaError error;
        auto region = RdmaMemoryRegion::borrow(domain, bytes.get() + 10, 4000, bytes,
                                               Rdma::AccessFlag::RemoteWrite, &error);
        QVERIFY2(region.isValid(), qPrintable(error.toString()));
        QCOMPARE(region.data(), bytes.get() + 10);
        QVERIFY(region.access().testFlag(
                Rdma::AccessFlag::LocalWrite)); // needed for what peers write
        const auto future = pairs.here.whenCompleted(
                pairs.here.postWrite("borrowed", region.remoteMemory(100)));
        QTRY_VERIFY_WITH_TIMEOUT(future.isFinished(), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(QByteArray(bytes.get() + 110, 8), QByteArray("borrowed"),
                                  Patience);
        QVERIFY(!released);
    }
    QVERIFY(released);
    QVERIFY(!RdmaMemoryRegion::borrow(domain, nullptr, 100).isValid());
}

// A child may run and write to its memory while the device writes to ours.
void tst_RdmaMemory::forkedChild()
{
    QueuePairs pairs;
    pairs.server.options.setProtectionDomain(domain);
    QVERIFY(pairs.connect(Patience));
    auto region = RdmaMemoryRegion::allocate(domain, 4096, Rdma::AccessFlag::RemoteWrite);
    const pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    QVERIFY(child > 0);
    region.data()[4000] = 'w'; // where memory is copied on write, this would be the moment
    QVERIFY(pairs.here.postWrite("seen", region.remoteMemory()));
    QTRY_COMPARE_WITH_TIMEOUT(QByteArray(region.data(), 4), QByteArray("seen"), Patience);
    kill(child, SIGKILL);
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
}

// Nothing is in memory before the device needs it, and what has left comes again.
void tst_RdmaMemory::onDemandPaging()
{
    if (!hasOnDemandPaging())
        QSKIP("The device has no on-demand paging");
    QueuePairs pairs;
    pairs.server.options.setProtectionDomain(domain);
    QVERIFY(pairs.connect(Patience));
    const auto page = qsizetype(sysconf(_SC_PAGESIZE));
    RdmaError error;
    auto region =
            RdmaMemoryRegion::allocate(domain, 16 * page,
                                       Rdma::AccessFlag::RemoteWrite | Rdma::AccessFlag::RemoteRead
                                               | Rdma::AccessFlag::OnDemandPaging,
                                       &error);
    QVERIFY2(region.isValid(), qPrintable(error.toString()));
    // A huge page would bring the neighbours along.
    QCOMPARE(madvise(region.data(), size_t(16 * page), MADV_NOHUGEPAGE), 0);
    const auto isInMemory = [&region, page](int number) {
        unsigned char state = 0;
        return mincore(region.data() + number * page, size_t(page), &state) == 0 && state != 0;
    };
    QVERIFY(!isInMemory(5));
    const auto remote = region.remoteMemory();
    auto done = pairs.here.whenCompleted(
            pairs.here.postWrite("came", remote.slice(quint64(5 * page), 4)));
    QTRY_VERIFY_WITH_TIMEOUT(done.isFinished(), Patience);
    QVERIFY2(done.result().isSuccess(), qPrintable(done.result().rdmaError().toString()));
    QVERIFY(isInMemory(5));
    QVERIFY(!isInMemory(4) && !isInMemory(6));
    QCOMPARE(QByteArray(region.data() + 5 * page, 4), QByteArray("came"));

    QCOMPARE(madvise(region.data() + 5 * page, size_t(page), MADV_DONTNEED), 0);
    QVERIFY(!isInMemory(5));
    done = pairs.here.whenCompleted(
            pairs.here.postRead(remote.slice(quint64(5 * page), quint64(2 * page))));
    QTRY_VERIFY_WITH_TIMEOUT(done.isFinished(), Patience);
    QVERIFY2(done.result().isSuccess(), qPrintable(done.result().rdmaError().toString()));
    QCOMPARE(done.result().data(), QByteArray(2 * page, '\0'));
}

void tst_RdmaMemory::onDemandPagingOfReceivesAndAtomics()
{
    if (!hasOnDemandPaging())
        QSKIP("The device has no on-demand paging");
    QueuePairs pairs;
    pairs.options.setProtectionDomain(domain);
    pairs.server.options.setProtectionDomain(domain);
    QVERIFY(pairs.connect(Patience));
    const auto page = qsizetype(sysconf(_SC_PAGESIZE));
    auto region = RdmaMemoryRegion::allocate(
            domain, 16 * page, Rdma::AccessFlag::RemoteAtomic | Rdma::AccessFlag::OnDemandPaging);
    QVERIFY(region.isValid());
    // Into a page that was never touched, and from one that has left. On rxe messages of a packet
    // at the beginning of a page: it copies others to the wrong place (doc/verbs.md).
    auto received = pairs.here.whenCompleted(
            pairs.here.postReceive(RdmaMemorySlice(region, 3 * page, 1000)));
    QVERIFY(pairs.there()->postSend(QByteArray(1000, 'r')));
    QTRY_VERIFY_WITH_TIMEOUT(received.isFinished(), Patience);
    QVERIFY2(received.result().isSuccess(), qPrintable(received.result().rdmaError().toString()));
    QCOMPARE(QByteArray(region.data() + 3 * page, 1000), QByteArray(1000, 'r'));
    received = pairs.here.whenCompleted(pairs.here.postReceive(1000));
    QVERIFY(pairs.there()->postSend(RdmaMemorySlice(region, 3 * page, 1000)));
    QTRY_VERIFY_WITH_TIMEOUT(received.isFinished(), Patience);
    QVERIFY2(received.result().isSuccess(), qPrintable(received.result().rdmaError().toString()));
    QCOMPARE(received.result().data(), QByteArray(1000, 'r'));
    QCOMPARE(madvise(region.data() + 3 * page, size_t(page), MADV_DONTNEED), 0);
    received = pairs.here.whenCompleted(pairs.here.postReceive(1000));
    QVERIFY(pairs.there()->postSend(RdmaMemorySlice(region, 3 * page, 1000)));
    QTRY_VERIFY_WITH_TIMEOUT(received.isFinished(), Patience);
    QVERIFY2(received.result().isSuccess(), qPrintable(received.result().rdmaError().toString()));
    QCOMPARE(received.result().data(), QByteArray(1000, '\0'));
    auto added = pairs.here.whenCompleted(
            pairs.here.postFetchAndAdd(region.remoteMemory(12 * page, 8), 7));
    QTRY_VERIFY_WITH_TIMEOUT(added.isFinished(), Patience);
    QVERIFY2(added.result().isSuccess(), qPrintable(added.result().rdmaError().toString()));
    QCOMPARE(added.result().originalValue(), quint64(0));
    QCOMPARE(*reinterpret_cast<const quint64 *>(region.data() + 12 * page), quint64(7));
}

// No device here has these; one that has is not refused.
void tst_RdmaMemory::explainedRefusals()
{
    if (RdmaTest::provider() == "device")
        QSKIP("What a real device refuses is not known here");
    RdmaError error;
    if (!hasOnDemandPaging()) {
        QVERIFY(!RdmaMemoryRegion::allocate(domain, 4096, Rdma::AccessFlag::OnDemandPaging, &error)
                         .isValid());
        QVERIFY2(error.text().contains(u"no on-demand paging"), qPrintable(error.text()));
        QVERIFY(!error.hint().isEmpty());
    }
    QVERIFY(!RdmaMemoryRegion::allocateOnDevice(domain, 4096, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY2(error.text().contains(u"0 bytes of device memory"), qPrintable(error.text()));
    QVERIFY(!RdmaMemoryRegion::fromDmaBuf(domain, 0, 0, 4096, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY2(error.text().contains(u"dma-buf"), qPrintable(error.text()));
}

QTEST_GUILESS_MAIN(tst_RdmaMemory)
#include "tst_rdmamemory.moc"
