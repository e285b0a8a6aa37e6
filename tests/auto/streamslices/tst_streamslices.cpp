// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/pattern.h"
#include "../shared/rdmatest.h"

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qfile.h>
#include <QtCore/qrandom.h>
#include <QtCore/qscopeguard.h>
#include <QtTest/qtest.h>

#include <qtrdmafault.h>

#include <algorithm>
#include <memory>

namespace {

constexpr int Patience = 30000;

QByteArray bytesOf(const RdmaMemorySlice &slice)
{
    return QByteArray(slice.constData(), slice.length());
}

} // namespace

// Tests RdmaStream::enqueueSlice(), which sends from memory that the program has registered.
class tst_StreamSlices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void areNotCopied_data() { addFormats(); }
    void areNotCopied();
    void arriveInOrder_data() { addFormats(); }
    void arriveInOrder();
    void waitBehindWhatWaits();
    void areLongerThanTheSlotsOfThePeer();
    void areKeptUntilTheyHaveLeft_data() { addFormats(); }
    void areKeptUntilTheyHaveLeft();
    void areLetGoOf_data();
    void areLetGoOf();
    void leaveAfterTheObject();
    void goBackToTheirPool();
    void areRefused();
    void mayBeEmpty();
    void keepToTheWriteBuffer();
    void precedeTheHalfClose();
    void takeLittleMemory();
    void leaveWithoutMemory();

private:
    void addFormats();
    void connectPair(const RdmaStreamOptions &options = {});
    RdmaMemoryRegion filled(const QByteArray &data);
    RdmaMemoryRegion watched(QByteArray *data, bool *released);

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> client;
    std::unique_ptr<RdmaStream> accepted;
};

void tst_StreamSlices::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_StreamSlices::cleanup()
{
    accepted.reset();
    client.reset();
    server.reset();
}

void tst_StreamSlices::addFormats()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::newRow("QtRdma") << Rdma::WireFormat::QtRdma;
    QTest::newRow("rsockets") << Rdma::WireFormat::Rsocket;
}

void tst_StreamSlices::connectPair(const RdmaStreamOptions &options)
{
    server = std::make_unique<RdmaServer>();
    server->setWireFormats(options.wireFormat());
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    client = std::make_unique<RdmaStream>();
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections()
                                     && client->state() == QAbstractSocket::ConnectedState,
                             Patience);
    accepted.reset(server->nextPendingConnection());
}

RdmaMemoryRegion tst_StreamSlices::filled(const QByteArray &data)
{
    RdmaError error;
    auto region = RdmaMemoryRegion::allocate(client->protectionDomain(), data.size(), {}, &error);
    if (!region.isValid())
        qFatal("%s", qPrintable(error.text()));
    std::copy_n(data.constData(), data.size(), region.data());
    return region;
}

// A region that tells when nobody uses it any more.
RdmaMemoryRegion tst_StreamSlices::watched(QByteArray *data, bool *released)
{
    const std::shared_ptr<void> owner(data, [released](void *) { *released = true; });
    RdmaError error;
    auto region = RdmaMemoryRegion::borrow(client->protectionDomain(), data->data(), data->size(),
                                           owner, {}, &error);
    if (!region.isValid())
        qFatal("%s", qPrintable(error.text()));
    return region;
}

// The peer gets the bytes that the memory holds when the device reads it, not those of the call.
void tst_StreamSlices::areNotCopied()
{
    QFETCH(const Rdma::WireFormat, format);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
    for (const int size : { 1, 200, 1000, 5000, 1'000'000 }) {
        RdmaMemoryRegion region = filled(QByteArray(size, 'a'));
        client->write("x");
        QCOMPARE(client->enqueueSlice(region), size);
        client->write("y");
        QCOMPARE(client->bytesToWrite(), size + 2);
        std::fill_n(region.data(), size, 'b');
        QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), size + 2, Patience);
        QVERIFY(accepted->readAll() == 'x' + QByteArray(size, 'b') + 'y');
    }
}

// Mixed with all other ways of writing, in sizes from a byte to many frames.
void tst_StreamSlices::arriveInOrder()
{
    QFETCH(const Rdma::WireFormat, format);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
    const QByteArray data = RdmaTest::pattern(2'000'003);
    const RdmaMemoryRegion region = filled(data);
    QByteArray came;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { came += accepted->readAll(); });
    QRandomGenerator random(11);
    qint64 sent = 0;
    const auto reserved = [&](qint64 size) {
        char *place = client->reserve(&size);
        if (!place)
            return;
        std::copy_n(data.constData() + sent, size, place);
        QVERIFY(client->commit(size));
        sent += size;
    };
    const auto send = [&] {
        while (sent < data.size() && client->bytesToWrite() < 512 * 1024) {
            const qint64 size = qMin<qint64>(data.size() - sent,
                                             random.bounded(2) ? random.bounded(1, 300)
                                                               : random.bounded(1, 200'000));
            switch (random.bounded(5)) {
            case 0:
                sent += client->write(data.constData() + sent, size);
                break;
            case 1:
                sent += client->enqueue(data.mid(sent, size));
                break;
            case 2:
                sent += client->enqueueSlice({ region, sent, size });
                break;
            case 3: {
                const qint64 half = size / 2;
                const QList<RdmaMemorySlice> slices = { { region, sent, half },
                                                        { region, sent + half, size - half } };
                sent += client->enqueueSlices(slices);
                break;
            }
            case 4:
                reserved(size);
                break;
            }
        }
    };
    qint64 told = 0;
    connect(client.get(), &RdmaStream::bytesWritten, this,
            [&told](qint64 bytes) { told += bytes; });
    connect(client.get(), &RdmaStream::bytesWritten, this, send);
    send();
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), data.size(), Patience);
    QVERIFY(came == data);
    QTRY_COMPARE_WITH_TIMEOUT(told, data.size(), Patience);
    QCOMPARE(client->bytesToWrite(), 0);
}

// Bytes that find no room in send slots wait, and the slices behind them, too.
void tst_StreamSlices::waitBehindWhatWaits()
{
    RdmaStreamOptions options;
    options.setSendBudget(100'000);
    connectPair(options);
    accepted->setReadBufferSize(1000);
    const QByteArray first = RdmaTest::pattern(3'000'000);
    const QByteArray second(70'000, 'b');
    const QByteArray little(100, 'c');
    const QByteArray third(10, 'd');
    RdmaMemoryRegion slice = filled(QByteArray(second.size(), 'x'));
    const RdmaMemoryRegion last = filled(third);
    client->write(first);
    QCOMPARE(client->enqueueSlice(slice), second.size());
    QCOMPARE(client->enqueueSlice(last), third.size());
    client->write(little);
    QCOMPARE(client->enqueueSlice(slice), second.size());
    const QByteArray all = first + second + third + little + second;
    QCOMPARE(client->bytesToWrite(), all.size());
    std::copy_n(second.constData(), second.size(), slice.data());
    QByteArray came;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { came += accepted->readAll(); });
    accepted->setReadBufferSize(0);
    came += accepted->readAll();
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), all.size(), Patience);
    QVERIFY(came == all);
}

// A new peer takes 2 KiB at a time, and larger messages later.
void tst_StreamSlices::areLongerThanTheSlotsOfThePeer()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(3'000'000);
    QCOMPARE(client->enqueueSlice(filled(data)), data.size());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size(), Patience);
    QVERIFY(accepted->readAll() == data);
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesToWrite(), 0, Patience);
}

void tst_StreamSlices::areKeptUntilTheyHaveLeft()
{
    QFETCH(const Rdma::WireFormat, format);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
    accepted->setReadBufferSize(1000);
    QByteArray data = RdmaTest::pattern(3'000'000);
    bool released = false;
    client->enqueueSlice(watched(&data, &released));
    QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() >= 1000, Patience);
    QVERIFY(!released); // no credit lets the rest go
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size(), Patience);
    QVERIFY(accepted->readAll() == data);
    QTRY_VERIFY_WITH_TIMEOUT(released, Patience);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
}

void tst_StreamSlices::areLetGoOf_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("deleted") << 0;
    QTest::newRow("aborted") << 1;
    QTest::newRow("the peer has gone") << 2;
}

// While some of them are in flight, some have no credit, and some wait behind other bytes.
void tst_StreamSlices::areLetGoOf()
{
    QFETCH(const int, how);
    connectPair();
    accepted->setReadBufferSize(1000);
    QByteArray first = RdmaTest::pattern(500'000);
    QByteArray second = RdmaTest::pattern(500'000);
    bool firstReleased = false;
    bool secondReleased = false;
    client->enqueueSlice(watched(&first, &firstReleased));
    client->write(RdmaTest::pattern(3'000'000));
    client->enqueueSlice(watched(&second, &secondReleased));
    QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() >= 1000, Patience);
    QVERIFY(!firstReleased && !secondReleased);
    if (how == 0)
        client.reset();
    else if (how == 1)
        client->abort();
    else
        accepted.reset();
    if (accepted) // what bytesWritten() has told of still arrives
        accepted->setReadBufferSize(0);
    if (client)
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(firstReleased && secondReleased, Patience);
}

void tst_StreamSlices::leaveAfterTheObject()
{
    connectPair();
    QByteArray data = RdmaTest::pattern(3'000'000);
    bool released = false;
    client->enqueueSlice(watched(&data, &released));
    client->disconnectFromHost();
    QCOMPARE(client->state(), QAbstractSocket::ClosingState);
    client.reset();
    QVERIFY(!released);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
    QVERIFY(accepted->readAll() == data);
    QTRY_VERIFY_WITH_TIMEOUT(released, Patience);
}

// A program takes a buffer for each message, and never gives one back.
void tst_StreamSlices::goBackToTheirPool()
{
    connectPair();
    RdmaBufferPool pool(client->protectionDomain(), 4 * 100'000);
    QByteArray came;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { came += accepted->readAll(); });
    for (int i = 0; i < 50; ++i) {
        RdmaMemoryRegion buffer;
        QTRY_VERIFY_WITH_TIMEOUT(buffer.isValid() || (buffer = pool.take(50'000)).isValid(),
                                 Patience);
        std::fill_n(buffer.data(), 50'000, char('a' + i));
        QCOMPARE(client->enqueueSlice({ buffer, 0, 50'000 }), 50'000);
    }
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), 50 * 50'000, Patience);
    for (int i = 0; i < came.size(); ++i)
        QVERIFY(came.at(i) == char('a' + i / 50'000));
}

void tst_StreamSlices::areRefused()
{
    RdmaStream none;
    QVERIFY(!none.protectionDomain().isValid());
    QCOMPARE(none.enqueueSlice(RdmaMemorySlice()), -1);
    QCOMPARE(none.rdmaError().category(), RdmaError::Category::Usage);

    connectPair();
    const RdmaMemoryRegion region = filled("abc");
    const auto domain = RdmaProtectionDomain::allocate(RdmaTest::address());
    const auto foreign = RdmaMemoryRegion::allocate(domain, 100);
    QVERIFY(foreign.isValid());
    const RdmaMemorySlice wrong[] = {
        {}, foreign, { region, 1, 3 }, { region, -1, 2 }, { region, 0, -1 }
    };
    for (const RdmaMemorySlice &slice : wrong) {
        QCOMPARE(client->enqueueSlice(slice), -1);
        QCOMPARE(client->rdmaError().category(), RdmaError::Category::Usage);
        const QList<RdmaMemorySlice> behind = { region, slice };
        QCOMPARE(client->enqueueSlices(behind), -1); // not even the first one
    }
    QCOMPARE(client->bytesToWrite(), 0);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(client->enqueueSlice(region), 3);
    client->closeWriteChannel();
    QCOMPARE(client->enqueueSlice(region), -1);
    QTRY_VERIFY_WITH_TIMEOUT(accepted->isReadChannelFinished(), Patience);
    QCOMPARE(accepted->readAll(), QByteArray("abc"));
}

void tst_StreamSlices::mayBeEmpty()
{
    connectPair();
    const RdmaMemoryRegion region = filled("abc");
    QCOMPARE(client->enqueueSlice({ region, 1, 0 }), 0);
    QCOMPARE(client->enqueueSlices(QList<RdmaMemorySlice>()), 0);
    QCOMPARE(client->bytesToWrite(), 0);
    const QList<RdmaMemorySlice> slices = {
        { region, 0, 0 }, { region, 0, 1 }, { region, 3, 0 }, { region, 1, 2 }, { region, 0, 0 }
    };
    QCOMPARE(client->enqueueSlices(slices), 3);
    client->write("d");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("abcd"));
}

void tst_StreamSlices::keepToTheWriteBuffer()
{
    connectPair();
    client->setWriteBufferSize(1000);
    client->write(QByteArray(400, 'a'));
    const RdmaMemoryRegion region = filled(QByteArray(5000, 'b'));
    const QList<RdmaMemorySlice> slices = { { region, 0, 500 }, { region, 0, 500 }, region };
    QCOMPARE(client->enqueueSlices(slices), 600);
    QCOMPARE(client->bytesToWrite(), 1000);
    QCOMPARE(client->enqueueSlice(region), 0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 1000, Patience);
    QCOMPARE(accepted->readAll(), QByteArray(400, 'a') + QByteArray(600, 'b'));
}

void tst_StreamSlices::precedeTheHalfClose()
{
    connectPair();
    const RdmaMemoryRegion region = filled(RdmaTest::pattern(3'000'000));
    client->enqueueSlice(region);
    client->closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(accepted->isReadChannelFinished(), Patience);
    QVERIFY(accepted->readAll() == bytesOf(region));
    accepted->write("answer");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
    QCOMPARE(client->readAll(), QByteArray("answer"));
}

// The peer has grown and reads no more. A small write between two slices is no reason for a whole frame.
void tst_StreamSlices::takeLittleMemory()
{
    connectPair();
    const RdmaMemoryRegion region = filled(RdmaTest::pattern(4'000'000));
    client->enqueueSlice(region);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4'000'000, Patience);
    accepted->setReadBufferSize(1000);
    const auto memory = [](QByteArrayView name) {
        QFile status(QStringLiteral("/proc/self/status"));
        if (!status.open(QIODevice::ReadOnly))
            return 0;
        const QByteArray all = status.readAll();
        const QByteArray rest = all.mid(all.indexOf(name) + name.size());
        return rest.trimmed().split(' ').constFirst().toInt();
    };
    const int pinned = memory("VmPin:");
    const int resident = memory("VmRSS:");
    for (int i = 0; i < 20'000; ++i) {
        client->write("little");
        QCOMPARE(client->enqueueSlice({ region, 0, 50 }), 50);
        if (i % 100 == 0)
            client->flush();
    }
    const int more = qMax(memory("VmPin:") - pinned, memory("VmRSS:") - resident);
    QVERIFY2(more < 40 * 1024, qPrintable(QString::number(more))); // KiB
    client->abort();
}

// Another stream has all slots, and nothing can be registered. Headers leave in the one slot that each stream always has, and so do the bytes between.
void tst_StreamSlices::leaveWithoutMemory()
{
    RdmaStreamOptions options;
    options.setSendBudget(64 * 1024 * 1024);
    connectPair(options);
    const std::unique_ptr<RdmaServer> otherServer = std::move(server);
    const std::unique_ptr<RdmaStream> other = std::move(client);
    const std::unique_ptr<RdmaStream> silent = std::move(accepted);
    silent->setReadBufferSize(1);
    connectPair();
    const RdmaMemoryRegion region = filled(RdmaTest::pattern(100'000));
    qtrdmafault_arm("ibv_reg_mr", -1, ENOMEM);
    const auto disarm = qScopeGuard([] { qtrdmafault_reset(); });
    other->write(QByteArray(16 * 1024 * 1024, 'x'));
    QVERIFY(other->bytesToWrite() > 0);
    QByteArray expected;
    for (int i = 0; i < 20; ++i) {
        const QByteArray written = RdmaTest::pattern(1 + i * 150);
        const RdmaMemorySlice slice(region, i * 100, 3000 + i * 50);
        client->write(written);
        client->enqueueSlice(slice);
        expected += written + bytesOf(slice);
    }
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), expected.size(), Patience);
    QVERIFY(accepted->readAll() == expected);
    QTRY_VERIFY_WITH_TIMEOUT(client->bytesToWrite() == 0, Patience);
    QVERIFY(qtrdmafault_count() > 0);
    other->abort();
}

QTEST_GUILESS_MAIN(tst_StreamSlices)
#include "tst_streamslices.moc"
