// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/pattern.h"
#include "../shared/rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qrandom.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <memory>
#include <numeric>

namespace {

constexpr int Patience = 30000;

} // namespace

// How writes of a few bytes become messages: they are gathered, first without a slot, then in slots.
class tst_StreamWriting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void smallWritesArriveInOrder_data();
    void smallWritesArriveInOrder();
    void smallWritesWaitForTheReader();
    void aTurnIsOneMessage_data();
    void aTurnIsOneMessage();
    void longerMessagesBecomeOne();
    void abortDropsWhatWasGathered_data();
    void abortDropsWhatWasGathered();
    void bytesWrittenIsToldFromTheFirstConnectionOn();
    void enqueuedArraysArriveInOrder_data();
    void enqueuedArraysArriveInOrder();
    void enqueuedArraysAreKept();
    void enqueuedArraysMayBeChanged_data();
    void enqueuedArraysMayBeChanged();
    void enqueueKeepsToTheWriteBuffer();
    void enqueueNeedsAConnection();

private:
    void connectPair(const RdmaStreamOptions &options = {});

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> client;
    std::unique_ptr<RdmaStream> accepted;
};

void tst_StreamWriting::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_StreamWriting::cleanup()
{
    accepted.reset();
    client.reset();
    server.reset();
}

void tst_StreamWriting::connectPair(const RdmaStreamOptions &options)
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

void tst_StreamWriting::smallWritesArriveInOrder_data()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::addColumn<int>("most");
    QTest::newRow("QtRdma, tiny") << Rdma::WireFormat::QtRdma << 90;
    QTest::newRow("QtRdma, some as large as a slot") << Rdma::WireFormat::QtRdma << 5000;
    QTest::newRow("rsockets, tiny") << Rdma::WireFormat::Rsocket << 90;
    QTest::newRow("rsockets, some as large as a slot") << Rdma::WireFormat::Rsocket << 5000;
}

// In turns of one write and of hundreds, around the size up to which writes are gathered.
void tst_StreamWriting::smallWritesArriveInOrder()
{
    QFETCH(const Rdma::WireFormat, format);
    QFETCH(const int, most);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
    const QByteArray data = RdmaTest::pattern(600'007);
    QByteArray came;
    qint64 told = 0;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { came += accepted->readAll(); });
    connect(client.get(), &RdmaStream::bytesWritten, this, [&](qint64 bytes) { told += bytes; });
    QRandomGenerator random(11);
    for (qint64 sent = 0; sent < data.size();) {
        const int writes = random.bounded(4) == 0 ? random.bounded(1, 4) : random.bounded(1, 200);
        for (int i = 0; i < writes && sent < data.size(); ++i) {
            const qint64 size = qMin<qint64>(random.bounded(1, most), data.size() - sent);
            QCOMPARE(client->write(data.constData() + sent, size), size);
            sent += size;
            QCOMPARE(client->bytesToWrite(), sent - told);
        }
        if (random.bounded(3) == 0)
            client->flush();
        else
            QCoreApplication::processEvents();
    }
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), data.size(), Patience);
    QVERIFY(came == data);
    QTRY_COMPARE_WITH_TIMEOUT(told, data.size(), Patience);
    QCOMPARE(client->bytesToWrite(), 0);
}

// A reader that takes nothing lets them wait, without bound, and gets all of them.
void tst_StreamWriting::smallWritesWaitForTheReader()
{
    RdmaStreamOptions options;
    options.setSendBudget(64 * 1024);
    connectPair(options);
    accepted->setReadBufferSize(1000);
    const QByteArray data = RdmaTest::pattern(700'001);
    constexpr int Size = 61;
    for (qint64 sent = 0; sent < data.size(); sent += Size) {
        const qint64 size = qMin<qint64>(Size, data.size() - sent);
        QCOMPARE(client->write(data.constData() + sent, size), size);
        if (sent % (1000 * Size) == 0)
            QCoreApplication::processEvents();
    }
    QVERIFY(client->bytesToWrite() > 0);
    QByteArray came;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { came += accepted->readAll(); });
    accepted->setReadBufferSize(0);
    came += accepted->readAll();
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), data.size(), Patience);
    QVERIFY(came == data);
}

void tst_StreamWriting::aTurnIsOneMessage_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("inline") << 200;
    QTest::newRow("in a slot") << 500;
}

// What was written in one turn and fits leaves together.
void tst_StreamWriting::aTurnIsOneMessage()
{
    QFETCH(const int, size);
    connectPair();
    QList<qint64> arrivals;
    connect(accepted.get(), &RdmaStream::readyRead, this,
            [&] { arrivals += accepted->readAll().size(); });
    for (int i = 0; i < size; i += 10)
        QCOMPARE(client->write("0123456789"), 10);
    QTRY_VERIFY_WITH_TIMEOUT(!arrivals.isEmpty(), Patience);
    QCOMPARE(arrivals, QList<qint64>{ size });
}

// The slots of the peer are small at first, and grow with the first message that does not fit.
void tst_StreamWriting::longerMessagesBecomeOne()
{
    constexpr qint64 Size = 1500;
    constexpr int Messages = 50;
    connectPair();
    QList<qint64> arrivals;
    connect(accepted.get(), &RdmaStream::readyRead, this,
            [&] { arrivals += accepted->readAll().size(); });
    const auto arrive = [&] {
        arrivals.clear();
        client->write(QByteArray(Size, 'x'));
        return QTest::qWaitFor(
                [&] { return std::accumulate(arrivals.begin(), arrivals.end(), 0) == Size; },
                Patience);
    };
    for (int message = 0; message < Messages; ++message)
        QVERIFY(arrive());
    QCOMPARE(arrivals, QList<qint64>{ Size });
}

void tst_StreamWriting::abortDropsWhatWasGathered_data()
{
    QTest::addColumn<int>("writes");
    QTest::newRow("without a slot") << 10;
    QTest::newRow("in slots") << 2000;
}

void tst_StreamWriting::abortDropsWhatWasGathered()
{
    QFETCH(const int, writes);
    connectPair();
    qint64 told = 0;
    connect(client.get(), &RdmaStream::bytesWritten, this, [&](qint64 bytes) { told += bytes; });
    for (int i = 0; i < writes; ++i)
        QCOMPARE(client->write("0123456789"), 10);
    QCOMPARE(client->bytesToWrite(), 10 * writes);
    client->abort();
    QCOMPARE(client->bytesToWrite(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(told, 0);
    QCOMPARE(accepted->bytesAvailable(), 0);
    QVERIFY(!accepted->endedCleanly());
}

// Nobody is told at first; a later connection is, and waitForBytesWritten() needs none.
void tst_StreamWriting::bytesWrittenIsToldFromTheFirstConnectionOn()
{
    connectPair();
    QCOMPARE(client->write("one"), 3);
    QVERIFY(client->waitForBytesWritten(Patience));
    QCOMPARE(client->bytesToWrite(), 0);
    QCOMPARE(client->write("two"), 3);
    QVERIFY(client->flush());
    QList<qint64> told;
    connect(client.get(), &QIODevice::bytesWritten, this, [&](qint64 bytes) { told += bytes; });
    QCOMPARE(client->write("three"), 5);
    QVERIFY(client->flush());
    QCOMPARE(told, QList<qint64>{ 5 });
    QSignalSpy spy(accepted.get(), &QIODevice::bytesWritten);
    QCOMPARE(accepted->write("answer"), 6);
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 11, Patience);
}

void tst_StreamWriting::enqueuedArraysArriveInOrder_data()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::newRow("QtRdma") << Rdma::WireFormat::QtRdma;
    QTest::newRow("rsockets") << Rdma::WireFormat::Rsocket;
}

// Arrays of all sizes, and other writes between them, while the reader holds them up for some time.
void tst_StreamWriting::enqueuedArraysArriveInOrder()
{
    QFETCH(const Rdma::WireFormat, format);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    options.setSendBudget(100'000);
    connectPair(options);
    accepted->setReadBufferSize(2000);
    const QByteArray data = RdmaTest::pattern(3'000'001);
    QRandomGenerator random(5);
    for (qint64 sent = 0; sent < data.size();) {
        const int most = random.bounded(3) == 0 ? 300'000 : 9000;
        const qint64 size = qMin<qint64>(random.bounded(1, most), data.size() - sent);
        const QByteArray part = data.mid(sent, size);
        QCOMPARE(random.bounded(3) == 0 ? client->write(part) : client->enqueue(part), size);
        sent += size;
        if (random.bounded(8) == 0)
            QCoreApplication::processEvents();
    }
    QByteArray came;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { came += accepted->readAll(); });
    accepted->setReadBufferSize(0);
    came += accepted->readAll();
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), data.size(), Patience);
    QVERIFY(came == data);
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesToWrite(), 0, Patience);
}

// Nothing else holds the bytes that wait, and nobody holds them when they have left.
void tst_StreamWriting::enqueuedArraysAreKept()
{
    RdmaStreamOptions options;
    options.setSendBudget(100'000);
    connectPair(options);
    accepted->setReadBufferSize(2000);
    QByteArray data = RdmaTest::pattern(2'000'000);
    data.detach();
    QCOMPARE(client->enqueue(data), data.size());
    QVERIFY(!data.isDetached());
    QVERIFY(client->bytesToWrite() > 1'000'000);
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(data.isDetached(), Patience);
    QVERIFY(accepted->readAll() == data);
    accepted->setReadBufferSize(2000);
    QCOMPARE(client->enqueue(data), data.size());
    QVERIFY(!data.isDetached());
    client->abort();
    QVERIFY(data.isDetached());
}

void tst_StreamWriting::enqueuedArraysMayBeChanged_data()
{
    QTest::addColumn<bool>("raw");
    QTest::newRow("an array") << false;
    QTest::newRow("bytes of somebody else") << true;
}

// While they wait, or before there is a connection.
void tst_StreamWriting::enqueuedArraysMayBeChanged()
{
    QFETCH(const bool, raw);
    const QByteArray original = RdmaTest::pattern(500'000);
    QByteArray early = RdmaTest::pattern(500'000);
    QByteArray late = RdmaTest::pattern(500'000);
    const auto shown = [raw](const QByteArray &array) {
        return raw ? QByteArray::fromRawData(array.constData(), array.size()) : array;
    };
    server = std::make_unique<RdmaServer>();
    QVERIFY(server->listen(RdmaTest::address()));
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QCOMPARE(client->enqueue(shown(early)), early.size());
    early.fill('x');
    QVERIFY(client->waitForConnected(Patience));
    QVERIFY(server->waitForNewConnection(Patience));
    accepted.reset(server->nextPendingConnection());
    QCOMPARE(client->enqueue(shown(late)), late.size());
    late.fill('y');
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 2 * original.size(), Patience);
    QVERIFY(accepted->read(original.size()) == original);
    QVERIFY(accepted->readAll() == original);
}

void tst_StreamWriting::enqueueKeepsToTheWriteBuffer()
{
    RdmaStreamOptions options;
    options.setSendBudget(10'000);
    connectPair(options);
    accepted->setReadBufferSize(1000);
    client->setWriteBufferSize(300'000);
    const QByteArray data = RdmaTest::pattern(200'000);
    QCOMPARE(client->enqueue(data), 200'000);
    QCOMPARE(client->enqueue(data), 100'000);
    QCOMPARE(client->enqueue(data), 0);
    QCOMPARE(client->bytesToWrite(), 300'000);
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 300'000, Patience);
    QVERIFY(accepted->readAll() == data + data.left(100'000));
}

void tst_StreamWriting::enqueueNeedsAConnection()
{
    RdmaStream stream;
    QCOMPARE(stream.enqueue("data"), -1);
    QCOMPARE(stream.error(), QAbstractSocket::UnknownSocketError);
    QVERIFY(stream.rdmaError().isError());
    connectPair();
    client->closeWriteChannel();
    QCOMPARE(client->enqueue("data"), -1);
    QCOMPARE(accepted->enqueue({}), 0);
    QCOMPARE(accepted->bytesToWrite(), 0);
}

QTEST_GUILESS_MAIN(tst_StreamWriting)
#include "tst_streamwriting.moc"
