// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Every operation of RdmaQueuePair between two queue pairs of this process, through the device.

#include "../shared/queuepairs.h"
#include "verbs/newercalls_p.h"

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qdatastream.h>
#include <QtCore/qregularexpression.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int Patience = 30000;
constexpr Rdma::Access Open =
        Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::RemoteRead | Rdma::AccessFlag::RemoteWrite;

RdmaCompletion completionOf(RdmaQueuePair &queuePair, quint64 wrId)
{
    const QFuture<RdmaCompletion> future = queuePair.whenCompleted(wrId);
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, Patience)
        || future.resultCount() == 0) {
        RdmaCompletion none;
        none.setStatus(Rdma::CompletionStatus(-100));
        return none;
    }
    return future.result();
}

} // namespace

class tst_WorkRequests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void sendWithImmediate();
    void writeAndRead();
    void writeWithImmediate();
    void atomics();
    void atomicWrites();
    void flushes_data();
    void flushes();
    void newerSendsKeepTheOrder();
    void newerSendsThatAreRefused();
    void scatterGather();
    void inlineData();
    void shortSlicesGoInline();
    void zeroBased();
    void fencedAndSolicited();
    void unsignalled();
    void readIsDoneWhenItsDataAreThere_data();
    void readIsDoneWhenItsDataAreThere();
    void unsignalledFailureIsTold();
    void roomAfterUnsignalled();
    void unsignalledWithTimeout();
    void batch();
    void batchIsAllOrNothing();
    void fullQueue();
    void timeout();
    void windowType1();
    void windowType2();
    void sendWithInvalidate();
    void staleKey();
    void errorSurvivesLaterPosts();
    void nothingIsSentAfterTheEnd();
    void readsThatSiwCannotDo();
    void zeroBasedWindow();
    void deepQueues();
    void readDepthIsThePeers();
    void readsThatNobodyServes_data();
    void readsThatNobodyServes();
    void noRoomIsToldAfterTheEnd();
    void refusals_data();
    void refusals();
    void foreignDomain();
    void keysOfAnotherPeer();
    void equalIds();
    void memoryOutlivesItsHandles();
    void remoteMemoryValues();
    void debugOutput();

private:
    RdmaMemoryRegion regionThere(qsizetype size, Rdma::Access access = Open) const
    {
        return RdmaMemoryRegion::allocate(pairs->there()->protectionDomain(), size, access);
    }
    RdmaMemoryRegion regionHere(qsizetype size,
                                Rdma::Access access = Rdma::AccessFlag::LocalWrite) const
    {
        return RdmaMemoryRegion::allocate(pairs->here.protectionDomain(), size, access);
    }

    std::unique_ptr<QueuePairs> pairs;
};

void tst_WorkRequests::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_WorkRequests::init()
{
    pairs = std::make_unique<QueuePairs>();
    QVERIFY2(pairs->connect(Patience), qPrintable(pairs->here.rdmaError().toString()));
}

void tst_WorkRequests::cleanup()
{
    pairs.reset();
}

void tst_WorkRequests::sendWithImmediate()
{
    if (RdmaTest::isSiw()) {
        QCOMPARE(pairs->here.postSendWithImmediate("x", 1), quint64(0));
        QVERIFY(pairs->here.rdmaError().toString().contains(u"iWARP has no immediate data"));
        return;
    }
    QSignalSpy received(pairs->there(), &RdmaQueuePair::completed);
    QVERIFY(pairs->here.postSendWithImmediate("with a number", 0x01020304));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 1, Patience);
    const auto completion = received.at(0).at(1).value<RdmaCompletion>();
    QCOMPARE(completion.opcode(), Rdma::Opcode::Receive);
    QVERIFY(completion.hasImmediate());
    QCOMPARE(completion.immediate(), quint32(0x01020304));
    QCOMPARE(completion.data(), QByteArray("with a number"));
}

// A write that has completed has left; on iWARP it may arrive later.
void tst_WorkRequests::writeAndRead()
{
    const RdmaMemoryRegion memory = regionThere(100000);
    RdmaMemoryRegion local = regionHere(100000);
    for (qsizetype i = 0; i < local.size(); ++i)
        local.data()[i] = char(i * 7);

    QCOMPARE(
            completionOf(pairs->here, pairs->here.postWrite(local, memory.remoteMemory())).status(),
            Rdma::CompletionStatus::Success);
    QTRY_COMPARE_WITH_TIMEOUT(std::memcmp(memory.data(), local.data(), size_t(memory.size())), 0,
                              Patience);

    // No software device has a clock for it.
    const bool hasClock = RdmaTest::provider() == "device";
    QVERIFY(hasClock
            || completionOf(pairs->here, pairs->here.postRead(memory.remoteMemory(0, 1)))
                            .timestamp()
                    == -1);

    QCOMPARE(completionOf(pairs->here, pairs->here.postWrite("own", memory.remoteMemory(10, 3)))
                     .status(),
             Rdma::CompletionStatus::Success);
    QTRY_COMPARE_WITH_TIMEOUT(QByteArray(memory.data() + 10, 3), QByteArray("own"), Patience);

    const RdmaCompletion read =
            completionOf(pairs->here, pairs->here.postRead(memory.remoteMemory(9, 5)));
    QCOMPARE(read.opcode(), Rdma::Opcode::Read);
    QCOMPARE(read.data(), QByteArray(memory.data() + 9, 5));

    const RdmaMemorySlice into(local, 500, 2000);
    const RdmaCompletion second =
            completionOf(pairs->here, pairs->here.postRead(into, memory.remoteMemory(0, 2000)));
    QCOMPARE(second.byteLength(), quint32(2000));
    QCOMPARE(std::memcmp(local.data() + 500, memory.data(), 2000), 0);
}

void tst_WorkRequests::writeWithImmediate()
{
    const RdmaMemoryRegion memory = regionThere(64);
    if (RdmaTest::isSiw()) {
        QCOMPARE(pairs->here.postWriteWithImmediate("x", memory.remoteMemory(), 1), quint64(0));
        QVERIFY(pairs->here.rdmaError().hint().contains(u"message after it"));
        return;
    }
    QSignalSpy received(pairs->there(), &RdmaQueuePair::completed);
    QVERIFY(pairs->here.postWriteWithImmediate("commit", memory.remoteMemory(), 77));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 1, Patience);
    const auto completion = received.at(0).at(1).value<RdmaCompletion>();
    QCOMPARE(completion.opcode(), Rdma::Opcode::ReceiveWithImmediate);
    QCOMPARE(completion.immediate(), quint32(77));
    QCOMPARE(completion.byteLength(), quint32(6));
    QVERIFY(completion.data().isEmpty());
    QCOMPARE(QByteArray(memory.data(), 6), QByteArray("commit")); // visible before the signal
}

void tst_WorkRequests::atomics()
{
    RdmaMemoryRegion memory = regionThere(64, Open | Rdma::AccessFlag::RemoteAtomic);
    const RdmaRemoteMemory counter = memory.remoteMemory(8, 8);
    auto *value = reinterpret_cast<quint64 *>(memory.data() + 8);
    if (RdmaTest::isSiw()) {
        QCOMPARE(pairs->here.postFetchAndAdd(counter, 1), quint64(0));
        QVERIFY(pairs->here.rdmaError().text().contains(u"no atomic operations"));
        QCOMPARE(pairs->here.postCompareAndSwap(counter, 0, 1), quint64(0));
        return;
    }
    *value = 40;
    RdmaCompletion done = completionOf(pairs->here, pairs->here.postFetchAndAdd(counter, 2));
    QCOMPARE(done.originalValue(), quint64(40));
    QCOMPARE(*value, quint64(42));
    done = completionOf(pairs->here, pairs->here.postCompareAndSwap(counter, 42, 7));
    QCOMPARE(done.originalValue(), quint64(42));
    QCOMPARE(*value, quint64(7));
    done = completionOf(pairs->here, pairs->here.postCompareAndSwap(counter, 42, 8));
    QCOMPARE(done.originalValue(), quint64(7)); // and nothing changed
    QCOMPARE(*value, quint64(7));
    QCOMPARE(pairs->here.postFetchAndAdd(memory.remoteMemory(4, 8), 1), quint64(0));
    QVERIFY(pairs->here.rdmaError().text().contains(u"multiple of 8"));
}

// The device that the tests run on.
static RdmaDeviceAttributes attributesHere()
{
    return RdmaDevice::fromAddress(RdmaTest::address()).attributes();
}

// A queue pair refuses these for a device that does not have them, and for an rdma-core that does
// not. Returns whether 'error' is the right refusal.
static bool isMissing(const RdmaError &error, bool hasDevice, const char *device)
{
    const QString expected = hasDevice ? u"which its device has"_s : QString::fromLatin1(device);
    return error.category() == RdmaError::Category::Usage && error.text().contains(expected);
}

static bool hasDeviceFlushes()
{
    return attributesHere().flushPlacements().testFlag(Rdma::FlushPlacement::Global);
}

// The headers of rdma-core 44 know atomic writes, and no flushes.
static bool areFlushesExpected()
{
    return hasDeviceFlushes()
            && QtRdmaPrivate::newerOperations(QtRdmaPrivate::DeviceFlushesGlobally) != 0;
}

void tst_WorkRequests::atomicWrites()
{
    RdmaMemoryRegion memory = regionThere(64);
    const RdmaWorkRequest request =
            RdmaWorkRequest::atomicWrite(memory.remoteMemory(8, 8), 0x0102030405060708);
    QCOMPARE(request.length(), qsizetype(8));
    QVERIFY(request.hasOwnBuffer());
    const quint64 id = pairs->here.post(request);
    if (id == 0) {
        QVERIFY2(isMissing(pairs->here.rdmaError(), false, "no atomic writes"),
                 qPrintable(pairs->here.rdmaError().text()));
        QVERIFY(!attributesHere().hasAtomicWrites());
        QSKIP(qPrintable(pairs->here.rdmaError().text()));
    }
    const RdmaCompletion done = completionOf(pairs->here, id);
    QVERIFY2(done.isSuccess(), qPrintable(done.rdmaError().toString()));
    QCOMPARE(done.opcode(), Rdma::Opcode::AtomicWrite);
    QCOMPARE(done.byteLength(), quint32(8));
    const quint64 *const values = reinterpret_cast<const quint64 *>(memory.data());
    QCOMPARE(values[0], quint64(0));
    QCOMPARE(values[1], quint64(0x0102030405060708));
    QCOMPARE(values[2], quint64(0));
    QCOMPARE(pairs->here.postAtomicWrite(memory.remoteMemory(4, 8), 1), quint64(0));
    QVERIFY(pairs->here.rdmaError().text().contains(u"multiple of 8"));
    QCOMPARE(pairs->here.postAtomicWrite(memory.remoteMemory(8, 4), 1), quint64(0));
    QVERIFY(pairs->here.rdmaError().text().contains(u"8 bytes are more"));
}

void tst_WorkRequests::flushes_data()
{
    QTest::addColumn<Rdma::FlushScope>("scope");
    QTest::addColumn<bool>("byHand");
    QTest::newRow("range") << Rdma::FlushScope::Range << false;
    QTest::newRow("region") << Rdma::FlushScope::Region << false;
    QTest::newRow("without the connection manager") << Rdma::FlushScope::Range << true;
}

// The bytes are there when the flush has completed.
void tst_WorkRequests::flushes()
{
    QFETCH(const Rdma::FlushScope, scope);
    QFETCH(const bool, byHand);
    const bool hasDevice = hasDeviceFlushes();
    RdmaQueuePair here;
    RdmaQueuePair there;
    if (byHand && !RdmaTest::isSiw()) {
        QVERIFY(here.create(RdmaTest::address()) && there.create(RdmaTest::address()));
        QVERIFY(here.connectToEndpoint(there.localEndpoint()));
        QVERIFY(there.connectToEndpoint(here.localEndpoint()));
        QVERIFY(here.waitForConnected(Patience) && there.waitForConnected(Patience));
    }
    const bool usesPair = !byHand || RdmaTest::isSiw();
    RdmaQueuePair &queuePair = usesPair ? pairs->here : here;
    const auto domain = (usesPair ? pairs->there() : &there)->protectionDomain();
    RdmaError error;
    RdmaMemoryRegion memory =
            RdmaMemoryRegion::allocate(domain, 5000, Open | Rdma::AccessFlag::FlushGlobal, &error);
    QCOMPARE(memory.isValid(), hasDevice);
    if (!hasDevice) {
        QVERIFY2(error.text().contains(u"no such flushes"), qPrintable(error.text()));
        memory = RdmaMemoryRegion::allocate(domain, 5000, Open);
    }
    const RdmaWorkRequest flush =
            RdmaWorkRequest::flush(memory.remoteMemory(), Rdma::FlushPlacement::Global, scope);
    const QList<quint64> ids = queuePair.postBatch(
            { RdmaWorkRequest::write(QByteArray(5000, 'f'), memory.remoteMemory()), flush });
    if (ids.isEmpty()) {
        QVERIFY2(isMissing(queuePair.rdmaError(), hasDevice, "no flushes"),
                 qPrintable(queuePair.rdmaError().text()));
        QVERIFY(!areFlushesExpected());
        QSKIP(qPrintable(queuePair.rdmaError().text()));
    }
    const RdmaCompletion done = completionOf(queuePair, ids.last());
    QVERIFY2(done.isSuccess(), qPrintable(done.rdmaError().toString()));
    QCOMPARE(done.opcode(), Rdma::Opcode::Flush);
    QCOMPARE(done.byteLength(), quint32(0));
    QCOMPARE(QByteArray(memory.data(), 5000), QByteArray(5000, 'f'));
}

// A chain of both kinds is posted by several calls: the device does what was asked for in order.
void tst_WorkRequests::newerSendsKeepTheOrder()
{
    RdmaMemoryRegion memory = regionThere(8);
    const RdmaRemoteMemory at = memory.remoteMemory();
    QSignalSpy completed(&pairs->here, &RdmaQueuePair::completed);
    const QList<quint64> ids = pairs->here.postBatch(
            { RdmaWorkRequest::write("11111111", at), RdmaWorkRequest::atomicWrite(at, 2),
              RdmaWorkRequest::atomicWrite(at, 3), RdmaWorkRequest::read(at),
              RdmaWorkRequest::atomicWrite(at, 4), RdmaWorkRequest::write("5555", at) });
    if (ids.isEmpty()) {
        QVERIFY2(isMissing(pairs->here.rdmaError(), false, "no atomic writes"),
                 qPrintable(pairs->here.rdmaError().text()));
        QVERIFY(!attributesHere().hasAtomicWrites());
        QSKIP(qPrintable(pairs->here.rdmaError().text()));
    }
    QTRY_COMPARE_WITH_TIMEOUT(completed.count(), ids.size(), Patience);
    for (int i = 0; i < ids.size(); ++i)
        QCOMPARE(completed.at(i).at(0).value<quint64>(), ids.at(i));
    const auto read = completed.at(3).at(1).value<RdmaCompletion>();
    const quint64 three = 3;
    QCOMPARE(read.data(), QByteArray(reinterpret_cast<const char *>(&three), 8));
    QCOMPARE(QByteArray(memory.data(), 8), QByteArray("5555\0\0\0\0", 8));
}

void tst_WorkRequests::newerSendsThatAreRefused()
{
    RdmaMemoryRegion memory = regionThere(64);
    RdmaQueuePair &here = pairs->here;
    QCOMPARE(here.postFlush(memory.remoteMemory(), {}), quint64(0));
    QVERIFY(here.rdmaError().text().contains(u"needs a place"));

    // Queue pairs of a program are not made for these.
    QueuePairs own;
    own.options.setQueuePairFactory(createByHand);
    QVERIFY(own.connect(Patience));
    const bool hasDevice = attributesHere().hasAtomicWrites();
    QCOMPARE(own.here.postAtomicWrite(memory.remoteMemory(8, 8), 1), quint64(0));
    QVERIFY(isMissing(own.here.rdmaError(), hasDevice, "no atomic writes"));

    if (here.postAtomicWrite(memory.remoteMemory(8, 8), 1) == 0) {
        QVERIFY(isMissing(here.rdmaError(), false, "no atomic writes"));
        QVERIFY(!hasDevice);
        QSKIP(qPrintable(here.rdmaError().text()));
    }
    QueuePairs without;
    without.options.setInitiatorDepth(0);
    QVERIFY(without.connect(Patience));
    QCOMPARE(without.here.postAtomicWrite(memory.remoteMemory(8, 8), 1), quint64(0));
    QVERIFY(without.here.rdmaError().text().contains(
            u"no reads, atomic operations, atomic writes"));
    RdmaWorkRequest inlineWrite = RdmaWorkRequest::atomicWrite(memory.remoteMemory(8, 8), 1);
    inlineWrite.setFlags(Rdma::SendFlag::Inline);
    QCOMPARE(here.post(inlineWrite), quint64(0));
    QVERIFY(here.rdmaError().text().contains(u"can be inline"));
    if (here.postFlush(memory.remoteMemory()) == 0) { // the region does not give this right
        QVERIFY(isMissing(here.rdmaError(), hasDeviceFlushes(), "no flushes"));
        QVERIFY(!areFlushesExpected());
        QSKIP(qPrintable(here.rdmaError().text()));
    }
    QTRY_COMPARE_WITH_TIMEOUT(here.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(here.rdmaError().isError());
}

void tst_WorkRequests::scatterGather()
{
    RdmaMemoryRegion out = regionHere(100);
    std::memcpy(out.data(), "abcdefghijklmnopqrstuvwxyz", 26);
    const RdmaMemoryRegion in = regionThere(100);
    QSignalSpy received(pairs->there(), &RdmaQueuePair::completed);
    for (int i = 0; i < 8; ++i) // the ones of connecting are in front
        QVERIFY(pairs->here.postSend("x"));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 8, Patience);
    const QList<RdmaMemorySlice> parts = { { in, 50, 4 }, { in, 0, 20 } };
    QVERIFY(pairs->there()->post(RdmaWorkRequest::receive(parts)));
    QVERIFY(pairs->here.post(
            RdmaWorkRequest::send({ { out, 20, 3 }, { out, 0, 2 }, { out, 10, 4 } })));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 9, Patience);
    QCOMPARE(received.at(8).at(1).value<RdmaCompletion>().byteLength(), quint32(9));
    QCOMPARE(QByteArray(in.data() + 50, 4), QByteArray("uvwa"));
    QCOMPARE(QByteArray(in.data(), 5), QByteArray("bklmn"));
}

void tst_WorkRequests::inlineData()
{
    const RdmaMemoryRegion memory = regionThere(4096);
    const qsizetype most = pairs->here.maxInlineSize();
    QVERIFY(most >= 64);
    RdmaWorkRequest request = RdmaWorkRequest::write(QByteArray(most, 'i'), memory.remoteMemory());
    request.setFlags(Rdma::SendFlag::Inline);
    QCOMPARE(completionOf(pairs->here, pairs->here.post(request)).status(),
             Rdma::CompletionStatus::Success);
    QTRY_COMPARE_WITH_TIMEOUT(QByteArray(memory.data(), most), QByteArray(most, 'i'), Patience);
    request = RdmaWorkRequest::write(QByteArray(most + 1, 'i'), memory.remoteMemory());
    request.setFlags(Rdma::SendFlag::Inline);
    QCOMPARE(pairs->here.post(request), quint64(0));
    QVERIFY(pairs->here.rdmaError().text().contains(u"inline (%1)"_s.arg(most)));
}

// Read when they are posted: siw ends a connection now and then when it has to fetch 24 bytes or less later.
void tst_WorkRequests::shortSlicesGoInline()
{
    const RdmaMemoryRegion there = regionThere(1 << 20, Open | Rdma::AccessFlag::RemoteRead);
    const RdmaMemoryRegion here = regionHere(1 << 20);
    RdmaMemoryRegion words = regionHere(24);
    std::memcpy(words.data(), "before after", 12);
    // It waits behind something long.
    const RdmaWorkRequest read =
            RdmaWorkRequest::read(there.remoteMemory(), { { here, 0, here.size() } });
    RdmaWorkRequest write =
            RdmaWorkRequest::write({ { words, 7, 5 }, { words, 0, 6 } }, there.remoteMemory(0, 11));
    write.setFlags(Rdma::SendFlag::Fenced);
    const QList<quint64> ids = pairs->here.postBatch({ read, write });
    QCOMPARE(ids.size(), 2);
    std::memset(words.data(), '-', 12);
    QCOMPARE(completionOf(pairs->here, ids.last()).status(), Rdma::CompletionStatus::Success);
    QTRY_COMPARE_WITH_TIMEOUT(QByteArray(there.data(), 11), QByteArray("afterbefore"), Patience);
}

// The device counts the addresses of this memory from 0; whoever reads it for an inline message must not.
void tst_WorkRequests::zeroBased()
{
    constexpr int Size = 8192;
    RdmaError error;
    const RdmaProtectionDomain domain = pairs->here.protectionDomain();
    RdmaMemoryRegion memory =
            RdmaMemoryRegion::allocate(domain, Size, Open | Rdma::AccessFlag::ZeroBased, &error);
    if (RdmaTest::isSiw()) {
        QVERIFY(!memory.isValid());
        QCOMPARE(error.category(), RdmaError::Category::Usage);
        return;
    }
    QVERIFY2(memory.isValid(), qPrintable(error.toString()));
    QCOMPARE(memory.remoteMemory(100, 10).address(), quint64(100));
    QVERIFY(!RdmaMemoryRegion::borrow(domain, memory.data() + 1, 100,
                                      Open | Rdma::AccessFlag::ZeroBased)
                     .isValid());
    RdmaMemoryRegion there = regionThere(Size);
    std::memset(memory.data(), 'z', Size);
    for (const int length : { 8, Size }) {
        const quint64 id = pairs->here.post(
                RdmaWorkRequest::write({ { memory, 0, length } }, there.remoteMemory(0, length)));
        QCOMPARE(completionOf(pairs->here, id).status(), Rdma::CompletionStatus::Success);
        QTRY_COMPARE_WITH_TIMEOUT(QByteArray(there.data(), length), QByteArray(length, 'z'),
                                  Patience);
    }
    std::memset(there.data(), 'r', Size);
    pairs->there()->postWrite(there, memory.remoteMemory());
    QTRY_COMPARE_WITH_TIMEOUT(QByteArray(memory.data(), Size), QByteArray(Size, 'r'), Patience);
}

void tst_WorkRequests::fencedAndSolicited()
{
    RdmaMemoryRegion memory = regionThere(4096);
    std::memcpy(memory.data(), "first", 5);
    RdmaWorkRequest write = RdmaWorkRequest::write("later", memory.remoteMemory());
    write.setFlags(Rdma::SendFlag::Fenced);
    const quint64 read = pairs->here.postRead(memory.remoteMemory(0, 5));
    QVERIFY(pairs->here.post(write));
    QCOMPARE(completionOf(pairs->here, read).data(), QByteArray("first"));
    QSignalSpy received(pairs->there(), &RdmaQueuePair::completed);
    RdmaWorkRequest send = RdmaWorkRequest::send("urgent");
    send.setFlags(Rdma::SendFlag::Solicited);
    QVERIFY(pairs->here.post(send));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 1, Patience);
    QCOMPARE(QByteArray(memory.data(), 5), QByteArray("later"));
}

void tst_WorkRequests::unsignalled()
{
    const RdmaMemoryRegion memory = regionThere(8);
    QSignalSpy told(&pairs->here, &RdmaQueuePair::completed);
    const int count = 10 * pairs->here.sendDepth();
    for (int i = 0; i <= count;) {
        RdmaWorkRequest write =
                RdmaWorkRequest::write(QByteArray::number(10000 + i), memory.remoteMemory());
        write.setFlags(i < count ? Rdma::SendFlag::Unsignalled : Rdma::SendFlags());
        if (pairs->here.post(write) != 0) {
            ++i;
            continue;
        }
        QCOMPARE(pairs->here.rdmaError().category(), RdmaError::Category::QueueFull);
        QSignalSpy ready(&pairs->here, &RdmaQueuePair::sendQueueReady);
        QTRY_VERIFY_WITH_TIMEOUT(ready.count() > 0, Patience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, Patience); // the last one's alone
    QTRY_COMPARE_WITH_TIMEOUT(QByteArray(memory.data(), 5), QByteArray::number(10000 + count),
                              Patience);
    QCOMPARE(pairs->here.sendsInFlight(), 0);
}

// siw says that a write is done before an earlier read has its data.
void tst_WorkRequests::readIsDoneWhenItsDataAreThere_data()
{
    QTest::addColumn<Rdma::SendFlags>("flags");
    QTest::newRow("signalled") << Rdma::SendFlags();
    QTest::newRow("not") << Rdma::SendFlags(Rdma::SendFlag::Unsignalled);
}

void tst_WorkRequests::readIsDoneWhenItsDataAreThere()
{
    QFETCH(const Rdma::SendFlags, flags);
    QTest::failOnWarning(QRegularExpression(QStringLiteral("unknown work request")));
    RdmaMemoryRegion there = regionThere(200000);
    RdmaMemoryRegion here = regionHere(100000);
    std::memset(there.data(), 'r', size_t(there.size()));
    int reads = 0;
    int early = 0;
    int writes = 0;
    connect(&pairs->here, &RdmaQueuePair::completed, this,
            [&](quint64, const RdmaCompletion &completion) {
                ++(completion.opcode() == Rdma::Opcode::Read ? reads : writes);
                if (completion.opcode() == Rdma::Opcode::Read
                    && here.data()[here.size() - 1] != 'r')
                    ++early;
            });
    for (int i = 1; i <= 50; ++i) {
        std::memset(here.data(), '-', size_t(here.size()));
        RdmaWorkRequest read = RdmaWorkRequest::read(there.remoteMemory(0, 100000), { here });
        read.setFlags(flags);
        QVERIFY(pairs->here.post(read));
        QVERIFY(pairs->here.postWrite("x", there.remoteMemory(150000, 1)));
        QTRY_COMPARE_WITH_TIMEOUT(writes, i, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(here.data()[here.size() - 1], 'r', Patience);
        if (!flags)
            QTRY_COMPARE_WITH_TIMEOUT(reads, i, Patience);
    }
    disconnect(&pairs->here, nullptr, this, nullptr);
    QCOMPARE(early, 0);
}

void tst_WorkRequests::unsignalledFailureIsTold()
{
    RdmaRemoteMemory nowhere = regionThere(64).remoteMemory();
    nowhere.setKey(nowhere.key() ^ 0x5a00);
    QSignalSpy told(&pairs->here, &RdmaQueuePair::completed);
    RdmaWorkRequest write = RdmaWorkRequest::write("x", nowhere);
    write.setFlags(Rdma::SendFlag::Unsignalled);
    write.setWrId(5);
    QVERIFY(pairs->here.post(write));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, Patience);
    QCOMPARE(told.at(0).at(0).toULongLong(), quint64(5));
    QVERIFY(!told.at(0).at(1).value<RdmaCompletion>().isSuccess());
}

// Those that no signal tells of must not keep a program waiting for room that comes by itself.
void tst_WorkRequests::roomAfterUnsignalled()
{
    const RdmaMemoryRegion memory = regionThere(8);
    RdmaWorkRequest silent = RdmaWorkRequest::write("x", memory.remoteMemory());
    silent.setFlags(Rdma::SendFlag::Unsignalled);
    const int depth = pairs->here.sendDepth();
    for (int before = 0; before < 2 * depth; before += 5) {
        QTRY_VERIFY_WITH_TIMEOUT(pairs->here.postWrite("y", memory.remoteMemory()), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(pairs->here.sendsInFlight(), 0, Patience);
        for (int i = 0; i < before; ++i) {
            QVERIFY(pairs->here.post(silent)
                    || pairs->here.rdmaError().category() == RdmaError::Category::QueueFull);
        }
        while (pairs->here.postBatch(QList<RdmaWorkRequest>(depth, silent)).isEmpty()) {
            QCOMPARE(pairs->here.rdmaError().category(), RdmaError::Category::QueueFull);
            QSignalSpy ready(&pairs->here, &RdmaQueuePair::sendQueueReady);
            QVERIFY2(ready.wait(Patience), qPrintable(QString::number(before)));
        }
    }
}

void tst_WorkRequests::unsignalledWithTimeout()
{
    const RdmaMemoryRegion memory = regionThere(8);
    QSignalSpy told(&pairs->here, &RdmaQueuePair::completed);
    RdmaWorkRequest write = RdmaWorkRequest::write("x", memory.remoteMemory());
    write.setFlags(Rdma::SendFlag::Unsignalled);
    write.setTimeout(Patience / 2);
    QVERIFY(pairs->here.post(write));
    QTRY_COMPARE_WITH_TIMEOUT(pairs->here.sendsInFlight(), 0, Patience);
    const quint64 next = pairs->here.postWrite("y", memory.remoteMemory());
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1,
                              Patience); // what comes before it would have been told, too
    QCOMPARE(told.at(0).at(0).toULongLong(), next);
}

void tst_WorkRequests::batch()
{
    const RdmaMemoryRegion memory = regionThere(1000);
    QList<RdmaWorkRequest> writes;
    for (int i = 0; i < 20; ++i) {
        writes.append(RdmaWorkRequest::write(QByteArray(50, char('a' + i)),
                                             memory.remoteMemory(50 * i, 50)));
        writes.last().setFlags(i < 19 ? Rdma::SendFlag::Unsignalled : Rdma::SendFlags());
    }
    const QList<quint64> ids = pairs->here.postBatch(writes);
    QCOMPARE(ids.size(), writes.size());
    QCOMPARE(completionOf(pairs->here, ids.last()).status(), Rdma::CompletionStatus::Success);
    for (int i = 0; i < 20; ++i)
        QTRY_COMPARE_WITH_TIMEOUT(QByteArray(memory.data() + 50 * i, 50),
                                  QByteArray(50, char('a' + i)), Patience);

    QList<RdmaWorkRequest> receives(4, RdmaWorkRequest::receive(10));
    QCOMPARE(pairs->here.postBatch(receives).size(), 4);
    QCOMPARE(pairs->here.receivesInFlight(), 4);
}

void tst_WorkRequests::batchIsAllOrNothing()
{
    const RdmaMemoryRegion memory = regionThere(10);
    const QList<RdmaWorkRequest> requests = {
        RdmaWorkRequest::write("fits", memory.remoteMemory()),
        RdmaWorkRequest::write("longer than that", memory.remoteMemory()),
    };
    QVERIFY(pairs->here.postBatch(requests).isEmpty());
    QVERIFY(pairs->here.rdmaError().text().contains(u"more than the remote memory has (10)"));
    QCOMPARE(pairs->here.sendsInFlight(), 0);
    QVERIFY(pairs->here.postBatch({ RdmaWorkRequest::send("x"), RdmaWorkRequest::receive(5) })
                    .isEmpty());
    QVERIFY(pairs->here.postBatch({}).isEmpty());
}

void tst_WorkRequests::fullQueue()
{
    const RdmaMemoryRegion memory = regionThere(64);
    QSignalSpy ready(&pairs->here, &RdmaQueuePair::sendQueueReady);
    for (int i = 0; i < pairs->here.sendDepth(); ++i)
        QVERIFY(pairs->here.postWrite("x", memory.remoteMemory()));
    QCOMPARE(pairs->here.postWrite("x", memory.remoteMemory()), quint64(0));
    QCOMPARE(pairs->here.rdmaError().category(), RdmaError::Category::QueueFull);
    // Told of in a turn of its own where the one that heard of it has been long.
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(pairs->here.sendsInFlight(), 0, Patience);
    QCOMPARE(ready.count(), 1);
    QCOMPARE(pairs->here.state(), QAbstractSocket::ConnectedState);
    QVERIFY(pairs->here.postWrite("x", memory.remoteMemory()));
}

void tst_WorkRequests::timeout()
{
    QSignalSpy told(&pairs->here, &RdmaQueuePair::completed);
    RdmaWorkRequest receive = RdmaWorkRequest::receive(100);
    receive.setTimeout(20);
    receive.setWrId(3);
    QVERIFY(pairs->here.post(receive));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, Patience);
    const auto completion = told.at(0).at(1).value<RdmaCompletion>();
    QCOMPARE(completion.wrId(), quint64(3));
    QCOMPARE(completion.status(), Rdma::CompletionStatus::TimedOut);
    QVERIFY(!completion.rdmaError().text().isEmpty());
    QCOMPARE(pairs->here.receivesInFlight(), 1); // the device still has it

    receive.setTimeout(-1);
    QCOMPARE(pairs->here.post(receive), quint64(3)); // its id is free again
    QVERIFY(pairs->there()->postSend("swallowed by the first"));
    QVERIFY(pairs->there()->postSend("taken"));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 2, Patience);
    QCOMPARE(told.at(1).at(1).value<RdmaCompletion>().data(), QByteArray("taken"));
}

void tst_WorkRequests::windowType1()
{
    RdmaError error;
    const auto window = RdmaMemoryWindow::allocate(pairs->there()->protectionDomain(),
                                                   RdmaMemoryWindow::Type::One, &error);
    if (RdmaTest::isSiw()) {
        QVERIFY(!window.isValid());
        QVERIFY(error.text().contains(u"siw0 has no memory windows"));
        return;
    }
    QVERIFY2(window.isValid(), qPrintable(error.toString()));
    const RdmaMemoryRegion memory =
            regionThere(4096, Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::WindowBinding);
    QVERIFY(!window.remoteMemory().isValid());
    const quint64 bind = pairs->there()->postBindMemoryWindow(window, { memory, 1000, 100 },
                                                              Rdma::AccessFlag::RemoteWrite);
    QVERIFY2(bind, qPrintable(pairs->there()->rdmaError().toString()));
    QCOMPARE(completionOf(*pairs->there(), bind).status(), Rdma::CompletionStatus::Success);
    const quint64 write = pairs->here.postWrite("through", window.remoteMemory());
    QCOMPARE(completionOf(pairs->here, write).status(), Rdma::CompletionStatus::Success);
    QCOMPARE(QByteArray(memory.data() + 1000, 7), QByteArray("through"));
}

void tst_WorkRequests::windowType2()
{
    if (RdmaTest::isSiw())
        QSKIP("siw has no memory windows: windowType1 tests the refusal");
    const auto window = RdmaMemoryWindow::allocate(pairs->there()->protectionDomain());
    const RdmaMemoryRegion plain = regionThere(4096);
    QCOMPARE(pairs->there()->postBindMemoryWindow(window, plain, Rdma::AccessFlag::RemoteRead),
             quint64(0));
    QVERIFY(pairs->there()->rdmaError().text().contains(u"Rdma::AccessFlag::WindowBinding"));

    RdmaMemoryRegion memory =
            regionThere(4096, Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::WindowBinding);
    const quint64 bind = pairs->there()->postBindMemoryWindow(window, { memory, 64, 64 },
                                                              Rdma::AccessFlag::RemoteRead);
    QCOMPARE(completionOf(*pairs->there(), bind).status(), Rdma::CompletionStatus::Success);
    QVERIFY(window.isBound());
    std::memcpy(memory.data() + 64, "shown", 5);
    const RdmaRemoteMemory shown = window.remoteMemory();
    QCOMPARE(completionOf(pairs->here, pairs->here.postRead(shown.slice(0, 5))).data(),
             QByteArray("shown"));

    // Its key is that of a binding that has completed.
    const auto bindAndClose = { RdmaWorkRequest::bindMemoryWindow(window, { memory, 0, 64 },
                                                                  Rdma::AccessFlag::RemoteRead),
                                RdmaWorkRequest::localInvalidate(window) };
    QCOMPARE(pairs->there()->postBatch(bindAndClose).size(), 0);
    QVERIFY(pairs->there()->rdmaError().text().contains(u"under way"));
    const quint64 invalidate = pairs->there()->postLocalInvalidate(window);
    QCOMPARE(pairs->there()->postLocalInvalidate(window), quint64(0));
    QCOMPARE(completionOf(*pairs->there(), invalidate).status(), Rdma::CompletionStatus::Success);
    QVERIFY(!window.isBound());
    const RdmaCompletion refused = completionOf(pairs->here, pairs->here.postRead(shown));
    QCOMPARE(refused.status(), Rdma::CompletionStatus::RemoteAccessError);
    QVERIFY(!refused.rdmaError().hint().isEmpty());
}

void tst_WorkRequests::zeroBasedWindow()
{
    if (RdmaTest::isSiw())
        QSKIP("siw has no memory windows: windowType1 tests the refusal");
    RdmaQueuePair *const there = pairs->there();
    const auto window = RdmaMemoryWindow::allocate(there->protectionDomain());
    RdmaMemoryRegion memory =
            regionThere(4096, Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::WindowBinding);
    std::memcpy(memory.data() + 64, "shown", 5);
    QCOMPARE(there->postBindMemoryWindow(window, { memory, 64, 0 }, Rdma::AccessFlag::RemoteRead),
             quint64(0));
    QVERIFY(there->rdmaError().text().contains(u"at least one byte"));
    RdmaWorkRequest close =
            RdmaWorkRequest::localInvalidate(window); // of whichever binding there is then
    const quint64 bind = there->postBindMemoryWindow(
            window, { memory, 64, 64 }, Rdma::AccessFlag::RemoteRead | Rdma::AccessFlag::ZeroBased);
    QCOMPARE(completionOf(*there, bind).status(), Rdma::CompletionStatus::Success);
    const RdmaRemoteMemory shown = window.remoteMemory();
    QCOMPARE(shown.address(), quint64(0));
    QCOMPARE(completionOf(pairs->here, pairs->here.postRead(shown.slice(0, 5))).data(),
             QByteArray("shown"));
    QCOMPARE(completionOf(*there, there->post(close)).status(), Rdma::CompletionStatus::Success);
}

// More than the completion queues that are made in advance hold.
void tst_WorkRequests::deepQueues()
{
    const RdmaDevice device = RdmaDevice::fromAddress(RdmaTest::address());
    const int depth = RdmaTest::isSiw() ? 20000 : device.attributes().maxQpWr() / 128;
    QueuePairs deep;
    deep.options.setSendDepth(depth);
    deep.options.setReceiveDepth(depth);
    QVERIFY(deep.connect(Patience));
    QCOMPARE(completionOf(deep.here, deep.here.postSend("x")).status(),
             Rdma::CompletionStatus::Success);
}

void tst_WorkRequests::readDepthIsThePeers()
{
    QueuePairs few;
    few.options.setQueuePairFactory(createByHand);
    few.server.options.setQueuePairFactory(createByHand);
    few.server.options.setResponderResources(4);
    QVERIFY(few.connect(Patience));
    if (RdmaTest::isSiw())
        return; // the connection manager does it there
    ibv_qp_attr attributes = {};
    ibv_qp_init_attr initial = {};
    QCOMPARE(ibv_query_qp(few.here.nativeHandle(), &attributes, IBV_QP_MAX_QP_RD_ATOMIC, &initial),
             0);
    QCOMPARE(int(attributes.max_rd_atomic), 4);
}

void tst_WorkRequests::readsThatNobodyServes_data()
{
    QTest::addColumn<bool>("here");
    QTest::newRow("none asked for") << true;
    QTest::newRow("none granted") << false;
}

// A device waits for ever with one of these, and with all that is behind it.
void tst_WorkRequests::readsThatNobodyServes()
{
    QFETCH(const bool, here);
    if (!here && RdmaTest::isSiw())
        QSKIP("siw grants reads whatever the server says");
    QueuePairs without;
    if (here)
        without.options.setInitiatorDepth(0);
    else
        without.server.options.setResponderResources(0);
    QVERIFY(without.connect(Patience));
    const auto memory = RdmaMemoryRegion::allocate(without.there()->protectionDomain(), 64, Open);
    QCOMPARE(without.here.postRead(memory.remoteMemory()), quint64(0));
    QCOMPARE(without.here.rdmaError().category(), RdmaError::Category::Usage);
    QCOMPARE(completionOf(without.here, without.here.postSend("x")).status(),
             Rdma::CompletionStatus::Success);
}

// Between the end and its signals the queue pair still calls itself connected.
void tst_WorkRequests::nothingIsSentAfterTheEnd()
{
    QVERIFY(pairs->here.postReceive(64));
    QList<quint64> ids;
    int flushes = 0;
    connect(&pairs->here, &RdmaQueuePair::completed, this, [&] {
        ++flushes;
        ids.append(pairs->here.postSend("to nobody"));
    });
    pairs->here.abort();
    QTRY_VERIFY_WITH_TIMEOUT(flushes > 0, Patience);
    for (const quint64 id : ids)
        QCOMPARE(id, quint64(0));
    QCOMPARE(pairs->here.sendsInFlight(), 0);
}

void tst_WorkRequests::readsThatSiwCannotDo()
{
    RdmaMemoryRegion there = regionThere(64);
    const RdmaMemoryRegion here = regionHere(64);
    std::memcpy(there.data(), "abcdef", 6);
    RdmaWorkRequest fenced = RdmaWorkRequest::read(there.remoteMemory(0, 6));
    fenced.setFlags(Rdma::SendFlag::Fenced);
    const RdmaWorkRequest scattered =
            RdmaWorkRequest::read(there.remoteMemory(0, 6), { { here, 8, 3 }, { here, 0, 3 } });
    const RdmaWorkRequest empty = RdmaWorkRequest::read(there.remoteMemory(0, 0), {});
    for (const RdmaWorkRequest &request : { fenced, scattered, empty }) {
        const quint64 id = pairs->here.post(request);
        QCOMPARE(id == 0, RdmaTest::isSiw());
        if (id != 0)
            QCOMPARE(completionOf(pairs->here, id).status(), Rdma::CompletionStatus::Success);
        else
            QCOMPARE(pairs->here.rdmaError().category(), RdmaError::Category::Usage);
    }
    if (!RdmaTest::isSiw()) {
        QCOMPARE(QByteArray(here.data() + 8, 3), QByteArray("abc"));
        QCOMPARE(QByteArray(here.data(), 3), QByteArray("def"));
    }
    QCOMPARE(completionOf(pairs->here, pairs->here.postSend("works")).status(),
             Rdma::CompletionStatus::Success);
}

void tst_WorkRequests::sendWithInvalidate()
{
    if (RdmaTest::isSiw()) {
        RdmaWorkRequest refused = RdmaWorkRequest::send("done with it");
        refused.setInvalidateKey(regionThere(64).remoteMemory().key());
        QCOMPARE(pairs->here.post(refused), quint64(0));
        QVERIFY(pairs->here.rdmaError().text().contains(u"does not send with invalidate"));
        QVERIFY(!pairs->here.rdmaError().hint().isEmpty());
        QVERIFY(pairs->here.postSend("still works"));
        return;
    }
    const auto window = RdmaMemoryWindow::allocate(pairs->there()->protectionDomain());
    const RdmaMemoryRegion memory =
            regionThere(4096, Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::WindowBinding);
    const quint64 bind =
            pairs->there()->postBindMemoryWindow(window, memory, Rdma::AccessFlag::RemoteWrite);
    QCOMPARE(completionOf(*pairs->there(), bind).status(), Rdma::CompletionStatus::Success);
    const RdmaRemoteMemory shown = window.remoteMemory();

    QSignalSpy received(pairs->there(), &RdmaQueuePair::completed);
    RdmaWorkRequest done = RdmaWorkRequest::send("done with it");
    done.setInvalidateKey(shown.key());
    QCOMPARE(done.opcode(), Rdma::Opcode::SendWithInvalidate);
    QVERIFY(pairs->here.post(done));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 1, Patience);
    const auto completion = received.at(0).at(1).value<RdmaCompletion>();
    QVERIFY(completion.hasInvalidatedKey());
    QCOMPARE(completion.invalidatedKey(), shown.key());
    QCOMPARE(completionOf(pairs->here, pairs->here.postWrite("x", shown)).status(),
             Rdma::CompletionStatus::RemoteAccessError);
}

// What only the peer's device can refuse is a failed completion, the end of this connection and of nothing else.
void tst_WorkRequests::staleKey()
{
    RdmaRemoteMemory gone;
    {
        const RdmaMemoryRegion memory = regionThere(64);
        gone = memory.remoteMemory();
    }
    QSignalSpy ended(&pairs->here, &RdmaQueuePair::disconnected);
    const RdmaCompletion refused = completionOf(pairs->here, pairs->here.postRead(gone));
    QVERIFY(!refused.isSuccess());
    QVERIFY(!refused.rdmaError().text().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Patience);
}

// A slot that posts the next receive must not make the cause forgotten, nor a refused post replace it.
void tst_WorkRequests::errorSurvivesLaterPosts()
{
    QSignalSpy errors(&pairs->here, &RdmaQueuePair::errorOccurred);
    connect(&pairs->here, &RdmaQueuePair::completed, &pairs->here, [this] {
        pairs->here.postReceive(10);
        pairs->here.postReceive(-1);
    });
    QVERIFY(pairs->here.postReceive(10));
    QVERIFY(pairs->there()->postSend("more than ten bytes"));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(errors.at(0).at(0).value<RdmaError>().category(), RdmaError::Category::Completion);
}

void tst_WorkRequests::noRoomIsToldAfterTheEnd()
{
    const RdmaMemoryRegion memory = regionThere(64);
    QSignalSpy ready(&pairs->here, &RdmaQueuePair::sendQueueReady);
    while (pairs->here.postWrite("x", memory.remoteMemory())) { }
    QCOMPARE(pairs->here.rdmaError().category(), RdmaError::Category::QueueFull);
    pairs->here.abort();
    QCOMPARE(ready.count(), 0);
}

void tst_WorkRequests::refusals_data()
{
    QTest::addColumn<RdmaWorkRequest>("request");
    QTest::addColumn<QString>("text");
    RdmaRemoteMemory remote;
    remote.setAddress(4096);
    remote.setLength(100);
    RdmaRemoteMemory wrapping = remote;
    wrapping.setLength(~quint64(0));
    const auto row = [](const char *name, const RdmaWorkRequest &request, const char *text) {
        QTest::newRow(name) << request << QString::fromLatin1(text);
    };
    row("read of nothing", RdmaWorkRequest::read(RdmaRemoteMemory(), { RdmaMemoryRegion() }),
        "outside the memory region of 0");
    row("write beyond", RdmaWorkRequest::write(QByteArray(101, 'x'), remote),
        "101 bytes are more than the remote memory has (100)");
    row("write that wraps", RdmaWorkRequest::write("x", wrapping), "wraps around");
    row("no length", RdmaWorkRequest::receive(-5), "-5 is no length");
    row("own buffer too long", RdmaWorkRequest::receive(2 << 20),
        "more than a request without a memory region holds (1048576)");
    RdmaWorkRequest flagged = RdmaWorkRequest::receive(5);
    flagged.setFlags(Rdma::SendFlag::Fenced);
    row("receive with flags", flagged, "takes no flags");
    RdmaWorkRequest inlineRead = RdmaWorkRequest::read(remote);
    inlineRead.setFlags(Rdma::SendFlag::Inline);
    row("inline read", inlineRead, "Only sends and writes can be inline");
    RdmaWorkRequest inlineAtomic = RdmaWorkRequest::fetchAndAdd(remote, 1);
    inlineAtomic.setFlags(Rdma::SendFlag::Inline);
    row("inline atomic", inlineAtomic, "Only sends and writes can be inline");
    RdmaWorkRequest inlineClosing = RdmaWorkRequest::localInvalidate(RdmaMemoryWindow());
    inlineClosing.setFlags(Rdma::SendFlag::Inline);
    row("inline invalidation", inlineClosing, "Only sends and writes can be inline");
    const QList<RdmaMemorySlice> slices(RdmaConnectionOptions().maxSendSge() + 1,
                                        RdmaMemorySlice(RdmaMemoryRegion()));
    row("too many slices to send", RdmaWorkRequest::send(slices),
        "5 slices are more than the 4 that this queue takes");
    row("too many slices to receive", RdmaWorkRequest::receive(slices),
        "5 slices are more than the 4 that this queue takes");
    row("no window", RdmaWorkRequest::localInvalidate(RdmaMemoryWindow()), "memory window");
    RdmaWorkRequest foreignId = RdmaWorkRequest::send("x");
    foreignId.setWrId(quint64(1) << 63);
    row("reserved id", foreignId, "2^63");
}

void tst_WorkRequests::refusals()
{
    QFETCH(RdmaWorkRequest, request);
    QFETCH(QString, text);
    QCOMPARE(pairs->here.post(request), quint64(0));
    QCOMPARE(pairs->here.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY2(pairs->here.rdmaError().text().contains(text),
             qPrintable(pairs->here.rdmaError().text()));
    QCOMPARE(pairs->here.state(), QAbstractSocket::ConnectedState);
    QVERIFY(pairs->here.postSend("still works"));
}

void tst_WorkRequests::foreignDomain()
{
    RdmaConnectionOptions options;
    options.setOwnProtectionDomain(true);
    QueuePairs others;
    others.options = options;
    QVERIFY(others.connect(Patience));
    QVERIFY(others.here.protectionDomain() != pairs->here.protectionDomain());
    const RdmaMemoryRegion local = regionHere(64);
    QCOMPARE(others.here.postSend(local), quint64(0));
    QVERIFY(others.here.rdmaError().text().contains(u"another protection domain"));
    QVERIFY(others.here.postSend("own buffers work there too"));
    QVERIFY(others.here.postSend(QByteArray(200, 'x')));
    QTRY_COMPARE_WITH_TIMEOUT(others.here.sendsInFlight(), 0, Patience);
}

// A key that leaked to another peer opens nothing: its queue pair is in another protection domain.
void tst_WorkRequests::keysOfAnotherPeer()
{
    QueuePairs others;
    others.server.options.setOwnProtectionDomain(true);
    QVERIFY(others.connect(Patience));
    const RdmaMemoryRegion memory = regionThere(64);
    const quint64 write = others.here.postWrite("forbidden", memory.remoteMemory());
    QVERIFY(write);
    // An iWARP write completes when it has left; the refusal ends the connection there.
    QTRY_COMPARE_WITH_TIMEOUT(others.here.state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(memory.data()[0], char(0));
    QCOMPARE(pairs->here.state(), QAbstractSocket::ConnectedState);
}

// Requests in flight may have the same id. Each completes with it, and a future is that of the newest.
void tst_WorkRequests::equalIds()
{
    QSignalSpy received(&pairs->here, &RdmaQueuePair::completed);
    RdmaWorkRequest receive = RdmaWorkRequest::receive(10);
    receive.setWrId(4);
    QCOMPARE(pairs->here.postBatch({ receive, receive }), QList<quint64>({ 4, 4 }));
    QFuture<RdmaCompletion> newest = pairs->here.whenCompleted(4);
    QVERIFY(pairs->there()->postSend("first"));
    QTRY_COMPARE_WITH_TIMEOUT(received.size(), 1, Patience);
    QVERIFY(!newest.isFinished());
    QVERIFY(pairs->there()->postSend("second"));
    QTRY_COMPARE_WITH_TIMEOUT(received.size(), 2, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(newest.isFinished(), Patience);
    QCOMPARE(newest.result().data(), "second");
    QCOMPARE(received.at(0).at(0).toULongLong(), quint64(4));
    QCOMPARE(received.at(1).at(0).toULongLong(), quint64(4));
}

void tst_WorkRequests::memoryOutlivesItsHandles()
{
    RdmaMemoryRegion memory = regionHere(100000);
    RdmaMemoryRegion target = regionThere(100000);
    std::memset(memory.data(), 'k', 100000);
    QFuture<RdmaCompletion> future =
            pairs->here.whenCompleted(pairs->here.postWrite(memory, target.remoteMemory()));
    memory = RdmaMemoryRegion();
    future.cancel();
    future = QFuture<RdmaCompletion>();
    QTRY_COMPARE_WITH_TIMEOUT(pairs->here.sendsInFlight(), 0, Patience);
    // An iWARP write has left when it completes, and arrives later.
    QTRY_COMPARE_WITH_TIMEOUT(QByteArray(target.data(), 100000), QByteArray(100000, 'k'), Patience);
}

void tst_WorkRequests::remoteMemoryValues()
{
    RdmaRemoteMemory memory = regionThere(4096).remoteMemory(16, 32);
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << memory;
    QCOMPARE(bytes.size(), 20);
    RdmaRemoteMemory read;
    QDataStream in(bytes);
    in >> read;
    QCOMPARE(in.status(), QDataStream::Ok);
    QVERIFY(read == memory);
    QDataStream corrupt(QByteArray(20, char(0xff)));
    corrupt >> read;
    QCOMPARE(corrupt.status(), QDataStream::ReadCorruptData);
    QVERIFY(!read.isValid());
    QVERIFY(!memory.slice(30, 3).isValid());
    QVERIFY(!memory.slice(1, ~quint64(0)).isValid());
    QCOMPARE(memory.slice(30, 2).address(), memory.address() + 30);
    QVERIFY(!regionThere(64, Rdma::AccessFlag::LocalWrite).remoteMemory().isValid());
}

void tst_WorkRequests::debugOutput()
{
    const auto text = [](const auto &value) {
        QString result;
        QDebug(&result).nospace() << value;
        return result;
    };
    RdmaWorkRequest request = RdmaWorkRequest::send("hello");
    request.setFlags(Rdma::SendFlag::Fenced);
    QVERIFY(text(request).contains(u"Send"));
    QVERIFY(text(request).contains(u"Fenced"));
    QVERIFY(text(request).contains(u"5 bytes"));
    QVERIFY(text(regionHere(64)).contains(u"64 bytes"));
    QVERIFY(text(pairs->here.protectionDomain()).contains(pairs->here.deviceName()));
    QVERIFY(text(completionOf(pairs->here, pairs->here.postSend("x"))).contains(u"Send"));
    RdmaConnectionOptions options;
    options.setSourceAddress(RdmaTest::address());
    QVERIFY(text(options).startsWith(u"RdmaConnectionOptions(sendDepth 64, receiveDepth 64, "));
    QVERIFY(text(options).contains(RdmaTest::address().toString()));
    QVERIFY(text(pairs->here.connectionTimes()).contains(u", connect "));
    QVERIFY(text(RdmaStreamOptions()).contains(u"slotSize 2048, "));
    const RdmaDevice device = RdmaDevice::fromName(pairs->here.deviceName());
    QVERIFY(text(device.attributes()).contains(u", maxQp %1, "_s.arg(device.attributes().maxQp())));
    QVERIFY(text(device.port(1)).contains(u"PortState::Active"));
    const RdmaBufferPool pool(pairs->here.protectionDomain(), 1 << 20);
    QCOMPARE(text(pool), u"RdmaBufferPool(0 of 1048576 bytes registered)"_s);
    QCOMPARE(text(RdmaBufferPool()), u"RdmaBufferPool()"_s);
    QCOMPARE(text(RdmaConnectionRequest()), u"RdmaConnectionRequest()"_s);
    QVERIFY(pairs->server.requestText.startsWith(u"RdmaConnectionRequest("));
    QVERIFY(pairs->server.requestText.contains(
            u"from %1 port %2"_s.arg(pairs->here.localAddress().toString())
                    .arg(pairs->here.localPort())));
}

QTEST_GUILESS_MAIN(tst_WorkRequests)
#include "tst_workrequests.moc"
