// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/queuepairs.h"

#include <QtRdma/RdmaBufferPool>

#include <QtTest/qtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace {
constexpr int Patience = 30000;
}

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

// No device here has these; one that has is not refused.
void tst_RdmaMemory::explainedRefusals()
{
    if (RdmaTest::provider() == "device")
        QSKIP("What a real device refuses is not known here");
    RdmaError error;
    QVERIFY(!RdmaMemoryRegion::allocate(domain, 4096, Rdma::AccessFlag::OnDemandPaging, &error)
                     .isValid());
    QVERIFY2(error.text().contains(u"no on-demand paging"), qPrintable(error.text()));
    QVERIFY(!error.hint().isEmpty());
    QVERIFY(!RdmaMemoryRegion::allocateOnDevice(domain, 4096, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY2(error.text().contains(u"0 bytes of device memory"), qPrintable(error.text()));
    QVERIFY(!RdmaMemoryRegion::fromDmaBuf(domain, 0, 0, 4096, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QVERIFY2(error.text().contains(u"dma-buf"), qPrintable(error.text()));
}

QTEST_GUILESS_MAIN(tst_RdmaMemory)
#include "tst_rdmamemory.moc"
