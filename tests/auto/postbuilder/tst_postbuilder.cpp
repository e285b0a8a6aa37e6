// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../../faults/qtrdmafault.h"
#include "../shared/rdmatest.h"

#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaPostBuilder>
#include <QtRdma/RdmaPreparedRequest>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <cerrno>
#include <functional>
#include <memory>
#include <vector>

namespace {

constexpr int Patience = 30000;
constexpr int MessageSize = 64;
constexpr int Messages = 16;
constexpr int Bytes = Messages * MessageSize;

// Writes down what it is told of.
class Recorder : public RdmaCompletionHandler
{
public:
    void workDone(RdmaQueuePair *queuePair, RdmaSpan<RdmaWorkDone> workDone) override
    {
        done.insert(done.end(), workDone.begin(), workDone.end());
        ++calls;
        if (onDone)
            onDone(queuePair);
    }

    void received(RdmaQueuePair *queuePair, RdmaSpan<RdmaReceived> messages) override
    {
        for (const RdmaReceived &message : messages) {
            texts.append(message.view().toByteArray());
            immediates.append(message.hasImmediate ? qint64(message.immediate) : -1);
            if (onReceived)
                onReceived(queuePair, message);
        }
    }

    QList<quint64> contexts() const
    {
        QList<quint64> result;
        for (const RdmaWorkDone &one : done)
            result.append(one.context);
        return result;
    }

    std::vector<RdmaWorkDone> done;
    int calls = 0;
    QByteArrayList texts;
    QList<qint64> immediates;
    std::function<void(RdmaQueuePair *)> onDone;
    std::function<void(RdmaQueuePair *, const RdmaReceived &)> onReceived;
};

class Server : public RdmaServer
{
public:
    Server() { setAcceptPolicy(AcceptPolicy::Deferred); }

    RdmaConnectionOptions options;
    qsizetype ringSlotSize = 0;
    Recorder handler;
    std::unique_ptr<RdmaQueuePair> queuePair;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        queuePair = std::make_unique<RdmaQueuePair>();
        queuePair->setCompletionHandler(&handler);
        queuePair->setReceiveRing(ringSlotSize);
        queuePair->accept(request, options);
    }
};

// Two connected queue pairs with memory: messages of one letter each here, and room for them there.
class Ends
{
public:
    explicit Ends(qsizetype ringSlotSize = 0)
        : here(std::make_unique<RdmaQueuePair>())
        , domain(RdmaProtectionDomain::allocate(RdmaTest::address()))
        , from(RdmaMemoryRegion::allocate(domain, Bytes, Rdma::AccessFlag::LocalWrite))
        , to(RdmaMemoryRegion::allocate(domain, Bytes,
                                        Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::RemoteWrite
                                                | Rdma::AccessFlag::RemoteRead))
    {
        for (int i = 0; i < Bytes; ++i)
            from.data()[i] = char('a' + i / MessageSize);
        std::fill_n(to.data(), Bytes, '.');
        options.setProtectionDomain(domain);
        options.setSendDepth(Messages);
        options.setReceiveDepth(Messages);
        server.options = options;
        server.ringSlotSize = ringSlotSize;
        here->setCompletionHandler(&handler);
    }

    bool connect()
    {
        if (!server.isListening() && !server.listen(RdmaTest::address()))
            return false;
        server.queuePair.reset();
        here->connectToHost(server.serverAddress(), server.serverPort(), options);
        return QTest::qWaitFor(
                [this] {
                    return here->state() == QAbstractSocket::ConnectedState && server.queuePair
                            && server.queuePair->state() == QAbstractSocket::ConnectedState;
                },
                Patience);
    }
    RdmaPreparedRequest write() const
    {
        return here->prepare(RdmaWorkRequest::write({ from }, to.remoteMemory()));
    }
    RdmaPreparedRequest send() const { return here->prepare(RdmaWorkRequest::send({ from })); }
    // Adds the message with this number. All but the last one are unsignalled.
    bool add(RdmaPostBuilder *builder, const RdmaPreparedRequest &request, int number) const
    {
        const int offset = number * MessageSize;
        return builder->add(request, offset, MessageSize,
                            request.opcode() == Rdma::Opcode::Send ? 0 : offset, quint64(number),
                            number + 1 < Messages ? Rdma::SendFlag::Unsignalled
                                                  : Rdma::SendFlags());
    }
    bool tellsOf(size_t count)
    {
        return QTest::qWaitFor([this, count] { return handler.done.size() >= count; }, Patience);
    }
    QByteArray written() const { return QByteArray(to.constData(), Bytes); }
    QByteArray all() const { return QByteArray(from.constData(), Bytes); }
    QByteArray message(int number) const
    {
        return QByteArray(from.constData() + number * MessageSize, MessageSize);
    }

    std::unique_ptr<RdmaQueuePair> here;
    RdmaConnectionOptions options;
    RdmaProtectionDomain domain;
    RdmaMemoryRegion from;
    RdmaMemoryRegion to;
    Recorder handler;
    Server server;
};

} // namespace

class tst_PostBuilder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void initTestCase();
    void init();
    void cleanup() { qtrdmafault_reset(); }
    void writesInParts();
    void reads();
    void severalSlices();
    void sendsIntoRing();
    void ringGoesRound();
    void immediateData();
    void withoutHandler();
    void handlerIsRemoved();
    void keepsTheOrderOfOtherPosts();
    void longChain();
    void postsOneByOne();
    void postsBehindABuilder();
    void postsBetweenOthers();
    void fullQueue();
    void fullQueueOneByOne();
    void notPrepared_data();
    void notPrepared();
    void outside_data();
    void outside();
    void ofAnotherQueuePair();
    void ofAnotherConnection();
    void afterTheEnd();
    void afterTheQueuePair();
    void inAnotherThread();
    void memoryIsKept();
    void failedRun_data();
    void failedRun();
    void refusedByTheDevice();
    void oneRefusedByTheDevice();
    void handlerDeletes_data();
    void handlerDeletes();
    void handlerPosts();
    void handlerWaits();
    void keptMessage();
    void keptAllButOne();
    void keptWithinTheCall();
    void keptForLongerThanTheQueuePair();
    void ringIsSetTooLate();
    void ringWithTooManySlots();
};

// Where the queue spins, handlers are called from within polling.
void tst_PostBuilder::initTestCase_data()
{
    QTest::addColumn<int>("spin");
    QTest::newRow("events") << 0;
    QTest::newRow("spinning") << 1000;
}

void tst_PostBuilder::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_PostBuilder::init()
{
    QFETCH_GLOBAL(int, spin);
    QVERIFY(RdmaCompletionQueue(RdmaTest::address())
                    .setSpin(spin, RdmaCompletionQueue::SpinOption::OnSoftwareDevice));
}

// One completion tells of all sixteen.
void tst_PostBuilder::writesInParts()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    QVERIFY(write.isValid());
    QCOMPARE(write.opcode(), Rdma::Opcode::Write);
    QCOMPARE(write.length(), Bytes);
    {
        RdmaPostBuilder builder(ends.here.get());
        for (int i = 0; i < Messages; ++i)
            QVERIFY(ends.add(&builder, write, i));
        QCOMPARE(ends.here->sendsInFlight(), Messages);
    }
    QVERIFY(ends.tellsOf(1));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ Messages - 1 }));
    QVERIFY(ends.handler.done.front().isSuccess());
    QCOMPARE(ends.handler.done.front().opcode, Rdma::Opcode::Write);
    QCOMPARE(ends.handler.done.front().byteLength, quint32(MessageSize));
    QCOMPARE(ends.here->sendsInFlight(), 0);
    QCOMPARE(ends.written(), ends.all());
}

void tst_PostBuilder::reads()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest read =
            ends.here->prepare(RdmaWorkRequest::read(ends.to.remoteMemory(), { ends.from }));
    QVERIFY(read.isValid());
    {
        RdmaPostBuilder builder(ends.here.get());
        QVERIFY(builder.add(read, MessageSize, MessageSize, 0, 5));
    }
    QVERIFY(ends.tellsOf(1));
    QVERIFY(ends.handler.done.front().isSuccess());
    QCOMPARE(ends.message(1), QByteArray(MessageSize, '.'));
    QCOMPARE(ends.message(2), QByteArray(MessageSize, 'c'));
}

void tst_PostBuilder::severalSlices()
{
    Ends ends;
    ends.options.setMaxSendSge(2);
    QVERIFY(ends.connect());
    const RdmaMemorySlice last(ends.from, Bytes - MessageSize, MessageSize);
    const RdmaMemorySlice first(ends.from, 0, MessageSize);
    const RdmaPreparedRequest write =
            ends.here->prepare(RdmaWorkRequest::write({ last, first }, ends.to.remoteMemory()));
    QVERIFY(write.isValid());
    {
        RdmaPostBuilder builder(ends.here.get());
        QVERIFY(!builder.add(write, 0, MessageSize, 0, 1));
        QVERIFY(ends.here->rdmaError().text().contains(QLatin1String("parts")));
        QVERIFY(builder.add(write, 2));
    }
    QVERIFY(ends.tellsOf(1));
    QVERIFY(ends.handler.done.front().isSuccess());
    QCOMPARE(ends.written().left(2 * MessageSize), ends.message(Messages - 1) + ends.message(0));
}

void tst_PostBuilder::sendsIntoRing()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    QCOMPARE(ends.server.queuePair->receiveRing(), MessageSize);
    const RdmaPreparedRequest send = ends.send();
    {
        RdmaPostBuilder builder(ends.here.get());
        for (int i = 0; i < 3; ++i)
            QVERIFY(ends.add(&builder, send, i));
    }
    Recorder &there = ends.server.handler;
    QTRY_COMPARE_WITH_TIMEOUT(there.texts.size(), 3, Patience);
    QCOMPARE(there.texts, QByteArrayList({ ends.message(0), ends.message(1), ends.message(2) }));
    QCOMPARE(there.immediates, QList<qint64>({ -1, -1, -1 }));
    QVERIFY(ends.server.queuePair->postReceive(64) == 0); // the ring posts
}

// Many more messages than slots.
void tst_PostBuilder::ringGoesRound()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    QByteArrayList expected;
    for (int round = 0; round < 40; ++round) {
        {
            RdmaPostBuilder builder(ends.here.get());
            for (int i = round % 4; i < Messages; i += 4) {
                QVERIFY(builder.add(send, i * MessageSize, MessageSize, 0, quint64(round)));
                expected.append(ends.message(i));
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts.size(), expected.size(), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(ends.here->sendsInFlight(), 0, Patience);
    }
    QCOMPARE(ends.server.handler.texts, expected);
}

void tst_PostBuilder::immediateData()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP has no immediate data");
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    RdmaWorkRequest request = RdmaWorkRequest::write({ ends.from }, ends.to.remoteMemory());
    const RdmaPreparedRequest plain = ends.here->prepare(request);
    request.setImmediate(7);
    const RdmaPreparedRequest telling = ends.here->prepare(request);
    {
        RdmaPostBuilder builder(ends.here.get());
        QVERIFY(!builder.setImmediate(1)); // nothing was added
        QVERIFY(builder.add(plain, 1));
        QVERIFY(!builder.setImmediate(1));
        QVERIFY(builder.add(telling, 2));
        QVERIFY(builder.add(telling, 3));
        QVERIFY(builder.setImmediate(8));
    }
    QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.immediates, QList<qint64>({ 7, 8 }), Patience);
    QCOMPARE(ends.server.handler.texts, QByteArrayList({ QByteArray(), QByteArray() }));
    QCOMPARE(ends.written(), ends.all());
}

void tst_PostBuilder::withoutHandler()
{
    Ends ends;
    QVERIFY(ends.connect());
    ends.here->setCompletionHandler(nullptr);
    QSignalSpy completed(ends.here.get(), &RdmaQueuePair::completed);
    {
        RdmaPostBuilder builder(ends.here.get());
        QVERIFY(builder.add(ends.write(), 77));
        QVERIFY(builder.add(ends.write(), 77)); // numbers may be the same
    }
    QTRY_COMPARE_WITH_TIMEOUT(completed.size(), 2, Patience);
    QCOMPARE(completed.at(1).at(0).toULongLong(), 77u);
    QVERIFY(ends.handler.done.empty());
}

// What the handler was not told of is told by the signal.
void tst_PostBuilder::handlerIsRemoved()
{
    Ends ends;
    QVERIFY(ends.connect());
    QSignalSpy completed(ends.here.get(), &RdmaQueuePair::completed);
    const RdmaPreparedRequest write = ends.write();
    ends.handler.onDone = [&](RdmaQueuePair *queuePair) {
        RdmaPostBuilder(queuePair).add(write, 2);
        queuePair->setCompletionHandler(nullptr);
    };
    RdmaPostBuilder(ends.here.get()).add(write, 1);
    QTRY_COMPARE_WITH_TIMEOUT(completed.size(), 1, Patience);
    QCOMPARE(completed.first().at(0).toULongLong(), 2u);
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 1 }));
    QVERIFY(!ends.here->completionHandler());
}

// A request that is posted otherwise comes after those that a builder has.
void tst_PostBuilder::keepsTheOrderOfOtherPosts()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(builder.add(ends.send(), 0, 1, 0, 1));
    QVERIFY(ends.here->postSend("x"));
    QVERIFY(builder.add(ends.send(), MessageSize, 1, 0, 2));
    QVERIFY(builder.post());
    QVERIFY(builder.post()); // nothing is left
    QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts, QByteArrayList({ "a", "x", "b" }),
                              Patience);
}

void tst_PostBuilder::longChain()
{
    Ends ends;
    ends.options.setSendDepth(512);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    {
        RdmaPostBuilder builder(ends.here.get());
        for (quint64 i = 0; i < 300; ++i)
            QVERIFY(builder.add(write, 0, 8, 0, i));
    }
    QVERIFY(ends.tellsOf(300));
    for (quint64 i = 0; i < 300; ++i)
        QCOMPARE(ends.handler.done[i].context, i);
}

// A request of many is told of, because the others ask for no signal.
void tst_PostBuilder::postsOneByOne()
{
    constexpr int Many = 300;
    Ends ends(Bytes);
    ends.server.options.setReceiveDepth(2 * Messages);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    for (int i = 1; i <= Many; ++i) {
        const bool isLast = i == Many;
        QVERIFY2(ends.here->post(send, quint64(i),
                                 isLast ? Rdma::SendFlags() : Rdma::SendFlag::Unsignalled),
                 qPrintable(ends.here->rdmaError().toString()));
        QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts.size(), qsizetype(i), Patience);
    }
    QVERIFY(ends.tellsOf(1));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ Many }));
    QCOMPARE(ends.server.handler.texts, QByteArrayList(Many, ends.all()));
    QCOMPARE(ends.here->sendsInFlight(), 0);
}

void tst_PostBuilder::postsBehindABuilder()
{
    Ends ends(Bytes);
    QVERIFY(ends.connect());
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(builder.add(ends.send(), 0, 1, 0, 1, Rdma::SendFlag::Unsignalled));
    QVERIFY(ends.here->post(ends.send(), 2, Rdma::SendFlag::Unsignalled));
    QVERIFY(builder.post()); // nothing is left
    QVERIFY(builder.add(ends.send(), MessageSize, 1, 0, 3));
    QVERIFY(builder.post());
    QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts, QByteArrayList({ "a", ends.all(), "b" }),
                              Patience);
    QVERIFY(ends.tellsOf(1));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 3 }));
}

void tst_PostBuilder::postsBetweenOthers()
{
    Ends ends(Bytes);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    QVERIFY(ends.here->post(send, 1, Rdma::SendFlag::Unsignalled));
    QVERIFY(ends.here->postSend("x"));
    QVERIFY(ends.here->post(send, 2, Rdma::SendFlag::Unsignalled));
    QVERIFY(ends.here->post(send, 3, Rdma::SendFlag::Unsignalled));
    QVERIFY(ends.here->postSend("y"));
    QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts,
                              QByteArrayList({ ends.all(), "x", ends.all(), ends.all(), "y" }),
                              Patience);
    QTRY_COMPARE_WITH_TIMEOUT(ends.here->sendsInFlight(), 0, Patience);
}

// Requests without a signal have places of their own, so it is not said how many fit.
void tst_PostBuilder::fullQueueOneByOne()
{
    Ends ends;
    QVERIFY(ends.connect());
    QSignalSpy ready(ends.here.get(), &RdmaQueuePair::sendQueueReady);
    const RdmaPreparedRequest write = ends.write();
    quint64 posted = 0;
    while (ends.here->post(write, posted, Rdma::SendFlag::Unsignalled) && posted < 100 * Messages)
        ++posted;
    QVERIFY(posted >= Messages);
    QCOMPARE(ends.here->rdmaError().category(), RdmaError::Category::QueueFull);
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, Patience);
    QVERIFY(ends.here->post(write, 99));
    QVERIFY(ends.tellsOf(1));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 99 }));
    QTRY_COMPARE_WITH_TIMEOUT(ends.here->sendsInFlight(), 0, Patience);
}

void tst_PostBuilder::fullQueue()
{
    Ends ends;
    QVERIFY(ends.connect());
    QSignalSpy ready(ends.here.get(), &RdmaQueuePair::sendQueueReady);
    const RdmaPreparedRequest write = ends.write();
    {
        RdmaPostBuilder builder(ends.here.get());
        for (quint64 i = 0; i < Messages; ++i)
            QVERIFY(builder.add(write, i));
        QVERIFY(!builder.add(write, 99));
        QCOMPARE(ends.here->rdmaError().category(), RdmaError::Category::QueueFull);
    }
    QVERIFY(ends.tellsOf(Messages));
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, Patience);
    QVERIFY(!ends.handler.contexts().contains(99u));
    RdmaPostBuilder(ends.here.get()).add(write, 99);
    QVERIFY(ends.tellsOf(Messages + 1));
}

void tst_PostBuilder::notPrepared_data()
{
    using Make = std::function<RdmaWorkRequest(const Ends &)>;
    QTest::addColumn<Make>("make");
    QTest::addColumn<QString>("word");
    QTest::newRow("bytes") << Make([](const Ends &) { return RdmaWorkRequest::send("bytes"); })
                           << QStringLiteral("memory");
    QTest::newRow("receive") << Make([](const Ends &ends) {
        return RdmaWorkRequest::receive({ ends.from });
    }) << QStringLiteral("receive");
    QTest::newRow("atomic") << Make([](const Ends &ends) {
        return RdmaWorkRequest::fetchAndAdd(ends.to.remoteMemory(0, 8), 1);
    }) << QStringLiteral("memory");
    QTest::newRow("time-out") << Make([](const Ends &ends) {
        RdmaWorkRequest request = RdmaWorkRequest::send({ ends.from });
        request.setTimeout(1000);
        return request;
    }) << QStringLiteral("time-out");
    QTest::newRow("too long") << Make([](const Ends &ends) {
        return RdmaWorkRequest::write({ ends.from }, ends.to.remoteMemory(0, 8));
    }) << QStringLiteral("remote memory");
    QTest::newRow("another domain") << Make([](const Ends &) {
        const auto other = RdmaProtectionDomain::allocate(RdmaTest::address());
        return RdmaWorkRequest::send({ RdmaMemoryRegion::allocate(other, 64) });
    }) << QStringLiteral("protection domain");
    QTest::newRow("moved from") << Make([](const Ends &ends) {
        RdmaWorkRequest request = RdmaWorkRequest::send({ ends.from });
        const RdmaWorkRequest taken = std::move(request);
        return request; // NOLINT(bugprone-use-after-move)
    }) << QStringLiteral("moved from");
}

void tst_PostBuilder::notPrepared()
{
    QFETCH(const std::function<RdmaWorkRequest(const Ends &)>, make);
    QFETCH(const QString, word);
    Ends ends;
    QVERIFY(!ends.send().isValid()); // not connected yet
    QVERIFY(ends.here->rdmaError().text().contains(QLatin1String("connected")));
    QVERIFY(ends.connect());
    const RdmaPreparedRequest prepared = ends.here->prepare(make(ends));
    QVERIFY(!prepared.isValid());
    QCOMPARE(prepared.length(), 0);
    QVERIFY2(ends.here->rdmaError().text().contains(word),
             qPrintable(ends.here->rdmaError().text()));
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(!builder.add(prepared, 1));
    QVERIFY(!builder.add(RdmaPreparedRequest(), 0, 1, 0, 1));
    QVERIFY(!ends.here->post(prepared, 1));
    QVERIFY(!ends.here->post(RdmaPreparedRequest()));
    QVERIFY(builder.post());
    QCOMPARE(ends.here->sendsInFlight(), 0);
}

void tst_PostBuilder::outside_data()
{
    constexpr qsizetype Far = std::numeric_limits<qsizetype>::max();
    QTest::addColumn<qsizetype>("offset");
    QTest::addColumn<qsizetype>("length");
    QTest::addColumn<qsizetype>("remoteOffset");
    QTest::newRow("longer") << qsizetype(0) << qsizetype(Bytes + 1) << qsizetype(0);
    QTest::newRow("behind") << qsizetype(Bytes) << qsizetype(1) << qsizetype(0);
    QTest::newRow("remote end") << qsizetype(0) << qsizetype(2) << qsizetype(Bytes - 1);
    QTest::newRow("before") << qsizetype(-1) << qsizetype(1) << qsizetype(0);
    QTest::newRow("negative") << qsizetype(1) << qsizetype(-1) << qsizetype(0);
    QTest::newRow("remote before") << qsizetype(0) << qsizetype(1) << qsizetype(-1);
    QTest::newRow("sum wraps") << Far << Far << qsizetype(0);
    QTest::newRow("remote sum wraps") << qsizetype(0) << qsizetype(Bytes) << Far;
}

void tst_PostBuilder::outside()
{
    QFETCH(const qsizetype, offset);
    QFETCH(const qsizetype, length);
    QFETCH(const qsizetype, remoteOffset);
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(!builder.add(write, offset, length, remoteOffset, 1));
    QCOMPARE(ends.here->rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY2(ends.here->rdmaError().text().contains(QLatin1String("outside")),
             qPrintable(ends.here->rdmaError().text()));
    QVERIFY(!builder.add(ends.send(), 0, 1, 1, 1)); // it has no remote memory
    QCOMPARE(ends.here->sendsInFlight(), 0);
}

void tst_PostBuilder::ofAnotherQueuePair()
{
    Ends ends;
    Ends others;
    QVERIFY(ends.connect());
    QVERIFY(others.connect());
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(!builder.add(others.write(), 1));
    QVERIFY(ends.here->rdmaError().text().contains(QLatin1String("prepared")));
    QVERIFY(ends.here->post(ends.write(), 1, Rdma::SendFlag::Unsignalled));
    QVERIFY(!ends.here->post(others.write(), 2, Rdma::SendFlag::Unsignalled));
    QVERIFY(!ends.here->post(ends.write(), 2, Rdma::SendFlag::Fenced));
}

void tst_PostBuilder::ofAnotherConnection()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest old = ends.write();
    ends.here->abort();
    {
        RdmaPostBuilder builder(ends.here.get());
        QVERIFY(!builder.add(old, 1));
    }
    QVERIFY(ends.connect());
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(!builder.add(old, 1));
    QVERIFY(ends.here->rdmaError().text().contains(QLatin1String("prepared")));
    QVERIFY(!ends.here->post(old, 1, Rdma::SendFlag::Unsignalled));
    QVERIFY(builder.add(ends.write(), 2));
    QVERIFY(builder.post());
    QVERIFY(ends.tellsOf(1));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 2 }));
}

// What was added and not posted completes as what is in flight.
void tst_PostBuilder::afterTheEnd()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(builder.add(write, 5));
    ends.here->abort();
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 5 }));
    QCOMPARE(ends.handler.done.front().status, Rdma::CompletionStatus::Flushed);
    QVERIFY(!builder.add(write, 6));
    QVERIFY(!ends.here->post(write, 6));
    QVERIFY(builder.post()); // nothing is left to post
    QCOMPARE(ends.written(), QByteArray(Bytes, '.'));
}

void tst_PostBuilder::afterTheQueuePair()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    RdmaPostBuilder builder(ends.here.get());
    QVERIFY(builder.add(write, 5));
    ends.here.reset();
    QVERIFY(!builder.add(write, 6));
    QVERIFY(!builder.add(write, 0, 1, 0, 6));
    QVERIFY(!builder.setImmediate(1));
    QVERIFY(builder.post());
}

void tst_PostBuilder::inAnotherThread()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    bool added = true;
    bool posted = true;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        RdmaPostBuilder builder(ends.here.get());
        added = builder.add(write, 1);
        posted = ends.here->post(write, 1);
    }));
    thread->start();
    QVERIFY(thread->wait(Patience));
    QVERIFY(!added);
    QVERIFY(!posted);
    QCOMPARE(ends.here->sendsInFlight(), 0);
}

// Nobody else has the region any more.
void tst_PostBuilder::memoryIsKept()
{
    Ends ends;
    QVERIFY(ends.connect());
    const QByteArray expected = ends.all();
    {
        RdmaPreparedRequest write = ends.write();
        ends.from = RdmaMemoryRegion();
        RdmaPostBuilder builder(ends.here.get());
        QVERIFY(builder.add(write, 1));
        write = RdmaPreparedRequest();
    }
    QVERIFY(ends.tellsOf(1));
    QVERIFY(ends.handler.done.front().isSuccess());
    QCOMPARE(ends.written(), expected);
}

void tst_PostBuilder::failedRun_data()
{
    QTest::addColumn<bool>("oneByOne");
    QTest::newRow("one by one") << true;
    QTest::newRow("chain") << false;
}

// Each request of a run that fails is told of, also those that asked for no signal.
void tst_PostBuilder::failedRun()
{
    QFETCH(bool, oneByOne);
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaRemoteMemory wrongKey(ends.to.remoteMemory().address(), Bytes,
                                    ends.to.remoteMemory().key() + 1);
    const RdmaPreparedRequest wrong =
            ends.here->prepare(RdmaWorkRequest::write({ ends.from }, wrongKey));
    {
        RdmaPostBuilder builder(ends.here.get());
        for (quint64 i = 0; i < 4; ++i) {
            QVERIFY(oneByOne ? ends.here->post(wrong, i, Rdma::SendFlag::Unsignalled)
                             : builder.add(wrong, i, Rdma::SendFlag::Unsignalled));
        }
    }
    QTRY_COMPARE_WITH_TIMEOUT(ends.here->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 0, 1, 2, 3 }));
    for (const RdmaWorkDone &one : ends.handler.done)
        QVERIFY(!one.isSuccess());
}

void tst_PostBuilder::refusedByTheDevice()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    RdmaPostBuilder builder(ends.here.get());
    for (int i = 0; i < 3; ++i)
        QVERIFY(builder.add(write, quint64(i), Rdma::SendFlag::Unsignalled));
    qtrdmafault_arm("ibv_post_send", 1, ENOMEM);
    QVERIFY(!builder.post());
    QCOMPARE(qtrdmafault_fired(), 1);
    QCOMPARE(ends.here->rdmaError().call(), QStringLiteral("ibv_post_send"));
    QCOMPARE(ends.here->sendsInFlight(), 0);
    QVERIFY(ends.tellsOf(3));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 0, 1, 2 }));
    QCOMPARE(ends.handler.done.back().status, Rdma::CompletionStatus::NotPosted);
    QVERIFY(builder.add(write, 9)); // the queue pair goes on
    QVERIFY(builder.post());
    QVERIFY(ends.tellsOf(4));
    QVERIFY(ends.handler.done.back().isSuccess());
}

void tst_PostBuilder::oneRefusedByTheDevice()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    QVERIFY(ends.here->post(write, 1, Rdma::SendFlag::Unsignalled)); // the next needs no new room
    qtrdmafault_arm("ibv_post_send", 1, ENOMEM);
    QVERIFY(!ends.here->post(write, 2, Rdma::SendFlag::Unsignalled));
    QCOMPARE(qtrdmafault_fired(), 1);
    QCOMPARE(ends.here->rdmaError().call(), QStringLiteral("ibv_post_send"));
    QVERIFY(ends.tellsOf(1));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 2 }));
    QCOMPARE(ends.handler.done.back().status, Rdma::CompletionStatus::NotPosted);
    QVERIFY(ends.here->post(write, 3)); // the queue pair goes on
    QVERIFY(ends.tellsOf(2));
    QCOMPARE(ends.handler.contexts(), QList<quint64>({ 2, 3 }));
    QVERIFY(ends.handler.done.back().isSuccess());
    QCOMPARE(ends.here->sendsInFlight(), 0);
}

void tst_PostBuilder::handlerDeletes_data()
{
    QTest::addColumn<bool>("receiver");
    QTest::newRow("of what was sent") << false;
    QTest::newRow("of what was received") << true;
}

void tst_PostBuilder::handlerDeletes()
{
    QFETCH(const bool, receiver);
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    if (receiver)
        ends.server.handler.onReceived = [&](RdmaQueuePair *, const RdmaReceived &message) {
            ends.server.queuePair.reset();
            QCOMPARE(message.view(), QByteArrayView(ends.message(0)).first(8));
        };
    else
        ends.handler.onDone = [&](RdmaQueuePair *) { ends.here.reset(); };
    {
        RdmaPostBuilder builder(ends.here.get());
        QVERIFY(builder.add(send, 0, 8, 0, 1));
    }
    QTRY_VERIFY_WITH_TIMEOUT(receiver ? !ends.server.queuePair : !ends.here, Patience);
}

// A chain of writes, each out of the completion of the one before.
void tst_PostBuilder::handlerPosts()
{
    Ends ends;
    QVERIFY(ends.connect());
    const RdmaPreparedRequest write = ends.write();
    ends.handler.onDone = [&](RdmaQueuePair *queuePair) {
        if (ends.handler.done.size() < 50)
            RdmaPostBuilder(queuePair).add(write, ends.handler.done.size());
    };
    RdmaPostBuilder(ends.here.get()).add(write, 0);
    QVERIFY(ends.tellsOf(50));
    QCOMPARE(ends.handler.done.back().context, 49u);
}

// Other messages come while the handler has one.
void tst_PostBuilder::handlerWaits()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    const auto sendOne = [&](int number) {
        RdmaPostBuilder(ends.here.get())
                .add(send, number * MessageSize, MessageSize, 0, 1, Rdma::SendFlag::Unsignalled);
    };
    bool waited = false;
    ends.server.handler.onReceived = [&](RdmaQueuePair *queuePair, const RdmaReceived &message) {
        if (std::exchange(waited, true))
            return;
        sendOne(1);
        QVERIFY(queuePair->waitForCompleted(Patience));
        QCOMPARE(message.view(), QByteArrayView(ends.message(0)));
    };
    sendOne(0);
    QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts.size(), 2, Patience);
    for (int i = 0; i < 2 * Messages; ++i) {
        sendOne(i % Messages);
        QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts.size(), 3 + i, Patience);
        QCOMPARE(ends.server.handler.texts.last(), ends.message(i % Messages));
    }
}

// Its place gets no other message until it is given back.
void tst_PostBuilder::keptMessage()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    RdmaKeptMessage kept;
    QVERIFY(!kept.isValid());
    ends.server.handler.onReceived = [&](RdmaQueuePair *queuePair, const RdmaReceived &message) {
        if (kept.isValid())
            return;
        kept = queuePair->keep(message);
        QVERIFY(!queuePair->keep(message).isValid()); // it is kept already
    };
    for (int i = 0; i < 3 * Messages; ++i) {
        RdmaPostBuilder(ends.here.get())
                .add(send, i % Messages * MessageSize, MessageSize, 0, 1,
                     Rdma::SendFlag::Unsignalled);
        QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts.size(), i + 1, Patience);
    }
    QVERIFY(kept.isValid());
    QCOMPARE(kept.view(), QByteArrayView(ends.message(0)));
    RdmaKeptMessage moved = std::move(kept);
    QVERIFY(!kept.isValid()); // NOLINT(bugprone-use-after-move)
    moved.giveBack();
    QVERIFY(!moved.isValid());
    QVERIFY(moved.view().isEmpty());
    moved.giveBack();
    RdmaReceived stranger;
    stranger.slot = 60000;
    QVERIFY(!ends.server.queuePair->keep(stranger).isValid());
}

// The last slot goes round alone.
void tst_PostBuilder::keptAllButOne()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    std::vector<RdmaKeptMessage> kept;
    ends.server.handler.onReceived = [&](RdmaQueuePair *queuePair, const RdmaReceived &message) {
        if (kept.size() < Messages - 1)
            kept.push_back(queuePair->keep(message));
    };
    for (int i = 0; i < 3 * Messages; ++i) {
        RdmaPostBuilder(ends.here.get())
                .add(send, i % Messages * MessageSize, MessageSize, 0, 1,
                     Rdma::SendFlag::Unsignalled);
        QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts.size(), i + 1, Patience);
    }
    for (int i = 0; i < Messages - 1; ++i)
        QCOMPARE(kept[size_t(i)].view(), QByteArrayView(ends.message(i)));
}

// Its place goes back once, with those of the other messages.
void tst_PostBuilder::keptWithinTheCall()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    const RdmaPreparedRequest send = ends.send();
    ends.server.handler.onReceived = [](RdmaQueuePair *queuePair, const RdmaReceived &message) {
        QVERIFY(queuePair->keep(message).isValid());
    };
    for (int i = 0; i < 3 * Messages; ++i) {
        RdmaPostBuilder(ends.here.get())
                .add(send, i % Messages * MessageSize, MessageSize, 0, 1,
                     Rdma::SendFlag::Unsignalled);
        QTRY_COMPARE_WITH_TIMEOUT(ends.server.handler.texts.size(), i + 1, Patience);
        QCOMPARE(ends.server.handler.texts.last(), ends.message(i % Messages));
    }
    QVERIFY(!ends.server.queuePair->rdmaError().isError());
}

void tst_PostBuilder::keptForLongerThanTheQueuePair()
{
    Ends ends(MessageSize);
    QVERIFY(ends.connect());
    RdmaKeptMessage kept;
    ends.server.handler.onReceived = [&](RdmaQueuePair *queuePair, const RdmaReceived &message) {
        kept = queuePair->keep(message);
    };
    RdmaPostBuilder(ends.here.get()).add(ends.send(), MessageSize, MessageSize, 0, 1);
    QTRY_VERIFY_WITH_TIMEOUT(kept.isValid(), Patience);
    ends.server.queuePair.reset();
    QCOMPARE(kept.view(), QByteArrayView(ends.message(1)));
    kept.giveBack();
}

// A message says in 16 bits in which slot it is.
void tst_PostBuilder::ringWithTooManySlots()
{
    RdmaQueuePair queuePair;
    QVERIFY(queuePair.setReceiveRing(64));
    RdmaConnectionOptions options;
    options.setReceiveDepth(1 << 16);
    QVERIFY(!queuePair.connectToHost(RdmaTest::address(), 1, options));
    QCOMPARE(queuePair.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(queuePair.rdmaError().text().contains(QLatin1String("65535")));
}

void tst_PostBuilder::ringIsSetTooLate()
{
    RdmaQueuePair queuePair;
    QVERIFY(!queuePair.setReceiveRing(-1));
    QVERIFY(!queuePair.setReceiveRing((qsizetype(1) << 30) + 1));
    QVERIFY(queuePair.postReceive(64));
    QVERIFY(!queuePair.setReceiveRing(64));
    QVERIFY(queuePair.rdmaError().text().contains(QLatin1String("before")));
    QCOMPARE(queuePair.receiveRing(), 0);

    Ends ends;
    QVERIFY(ends.connect());
    QVERIFY(!ends.here->setReceiveRing(64));
    ends.here->abort();
    QVERIFY(ends.here->setReceiveRing(64));
    RdmaSharedReceiveQueue shared;
    QVERIFY(shared.create(ends.domain));
    ends.options.setSharedReceiveQueue(&shared);
    QVERIFY(!ends.here->connectToHost(ends.server.serverAddress(), ends.server.serverPort(),
                                      ends.options));
    QVERIFY(ends.here->rdmaError().text().contains(QLatin1String("exclude")));
}

QTEST_GUILESS_MAIN(tst_PostBuilder)
#include "tst_postbuilder.moc"
