// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/pattern.h"
#include "../shared/rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qfile.h>
#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <memory>

namespace {

constexpr int Patience = 30000;

} // namespace

// What is sent without being copied: RdmaStream::reserve() and commit().
class tst_StreamReserve : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void arrivesInOrder_data();
    void arrivesInOrder();
    void waitsForRoom();
    void keepsToTheWriteBuffer();
    void takesNoMoreThanWasReserved();
    void whatIsWrittenMeanwhileGoesFirst();
    void littleTakesLittleMemory();
    void needsAConnection();
    void letsGoOfWhatWasReserved_data();
    void letsGoOfWhatWasReserved();

private:
    void connectPair(const RdmaStreamOptions &options = {});

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> client;
    std::unique_ptr<RdmaStream> accepted;
};

void tst_StreamReserve::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_StreamReserve::cleanup()
{
    accepted.reset();
    client.reset();
    server.reset();
}

void tst_StreamReserve::connectPair(const RdmaStreamOptions &options)
{
    server = std::make_unique<RdmaServer>();
    server->setWireFormats(options.wireFormat());
    RdmaStreamOptions accepting;
    accepting.setHalfOpen(true);
    server->setStreamOptions(accepting);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    client = std::make_unique<RdmaStream>();
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections()
                                     && client->state() == QAbstractSocket::ConnectedState,
                             Patience);
    accepted.reset(server->nextPendingConnection());
}

void tst_StreamReserve::arrivesInOrder_data()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::newRow("QtRdma") << Rdma::WireFormat::QtRdma;
    QTest::newRow("rsockets") << Rdma::WireFormat::Rsocket;
}

// Written and reserved by turns, in sizes from a byte to more than a frame, of which a part is committed, or nothing.
void tst_StreamReserve::arrivesInOrder()
{
    QFETCH(const Rdma::WireFormat, format);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
    const QByteArray data = RdmaTest::pattern(4'000'003);
    QByteArray came;
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { came += accepted->readAll(); });
    QRandomGenerator random(7);
    qint64 sent = 0;
    int largest = 0;
    const auto send = [&] {
        while (sent < data.size() && client->bytesToWrite() < 512 * 1024) {
            const qint64 wanted = qMin<qint64>(data.size() - sent,
                                               random.bounded(2) ? random.bounded(1, 300)
                                                                 : random.bounded(1, 200'000));
            if (random.bounded(3) == 0) {
                sent += client->write(data.constData() + sent, wanted);
                continue;
            }
            qint64 size = wanted;
            char *place = client->reserve(&size);
            if (!place)
                return;
            QVERIFY(size > 0 && size <= wanted);
            largest = qMax(largest, int(size));
            std::copy_n(data.constData() + sent, size, place);
            const qint64 part = random.bounded(4) == 0 ? random.bounded(int(size) + 1) : size;
            QVERIFY(client->commit(part));
            sent += part;
        }
    };
    connect(client.get(), &RdmaStream::bytesWritten, this, send);
    qint64 told = 0;
    connect(client.get(), &RdmaStream::bytesWritten, this,
            [&told](qint64 bytes) { told += bytes; });
    send();
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), data.size(), Patience);
    QVERIFY(came == data);
    QVERIFY(largest > 60'000);
    // The last bytes may have been read here before their sender has heard that they have left.
    QTRY_COMPARE_WITH_TIMEOUT(told, data.size(), Patience);
    QCOMPARE(client->bytesToWrite(), 0);
}

// There is room for so much as the send budget allows, while nobody reads it; bytesWritten() says when to go on.
void tst_StreamReserve::waitsForRoom()
{
    RdmaStreamOptions options;
    options.setSendBudget(100'000);
    connectPair(options);
    accepted->setReadBufferSize(1000);
    qint64 sent = 0;
    const auto fill = [&] {
        for (qint64 size = 50'000; client->reserve(&size); size = 50'000) {
            QVERIFY(client->commit(size));
            sent += size;
            QVERIFY(sent < 10'000'000);
        }
    };
    fill();
    QVERIFY(sent >= 100'000);
    qint64 none = 1;
    QVERIFY(!client->reserve(&none));
    QCOMPARE(none, 0);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    const qint64 enough = sent + 1'000'000;
    connect(client.get(), &RdmaStream::bytesWritten, this, [&] {
        if (sent < enough)
            fill();
    });
    connect(accepted.get(), &RdmaStream::readyRead, this, [&] { accepted->readAll(); });
    accepted->setReadBufferSize(0);
    accepted->readAll();
    QTRY_VERIFY_WITH_TIMEOUT(sent >= enough, Patience);
    client->disconnect(this);
}

void tst_StreamReserve::keepsToTheWriteBuffer()
{
    connectPair();
    client->setWriteBufferSize(500);
    client->write(QByteArray(200, 'a'));
    qint64 size = 5000;
    char *place = client->reserve(&size);
    QVERIFY(place);
    QCOMPARE(size, 300);
    std::fill_n(place, size, 'b');
    QVERIFY(client->commit(size));
    QCOMPARE(client->bytesToWrite(), 500);
    QVERIFY(!client->reserve(&(size = 1)));
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 500, Patience);
    QCOMPARE(accepted->readAll(), QByteArray(200, 'a') + QByteArray(300, 'b'));
}

void tst_StreamReserve::takesNoMoreThanWasReserved()
{
    connectPair();
    qint64 size = 10;
    QVERIFY(!client->commit(1));
    QCOMPARE(client->rdmaError().category(), RdmaError::Category::Usage);
    char *place = client->reserve(&size);
    QVERIFY(place);
    QCOMPARE(size, 10);
    QVERIFY(!client->commit(-1));
    QVERIFY(!client->commit(11)); // whatever the memory has room for
    std::fill_n(place, size, 'x');
    QVERIFY(client->commit(size));
    QVERIFY(!client->commit(1)); // that was all
    for (const qint64 wrong : { -1, 0 }) {
        size = wrong;
        QVERIFY(!client->reserve(&size));
        QCOMPARE(size, 0);
    }
    client->write("y");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 11, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("xxxxxxxxxxy"));
}

void tst_StreamReserve::whatIsWrittenMeanwhileGoesFirst()
{
    RdmaStreamOptions options;
    options.setSendBudget(100'000);
    connectPair(options);
    QByteArray all;
    const auto mixed = [&](qsizetype written) {
        qint64 size = 5;
        char *place = client->reserve(&size);
        QVERIFY(place);
        std::copy_n("place", size, place);
        const QByteArray data = RdmaTest::pattern(written);
        QCOMPARE(client->write(data), written);
        QVERIFY(client->commit(size));
        all += data + "place";
    };
    mixed(4); // waits in the write buffer
    mixed(10'000);
    mixed(1'000'000); // of which a part has no room yet
    client->write("end");
    all += "end";
    QCOMPARE(client->bytesToWrite(), all.size());
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), all.size(), Patience);
    QVERIFY(accepted->readAll() == all);
}

// The peer has grown and reads no more: what waits then takes as much memory as its bytes do, not a frame for each.
void tst_StreamReserve::littleTakesLittleMemory()
{
    connectPair();
    client->write(RdmaTest::pattern(4'000'000));
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4'000'000, Patience);
    accepted->setReadBufferSize(1000);
    const auto pinned = [] {
        QFile status(QStringLiteral("/proc/self/status"));
        if (!status.open(QIODevice::ReadOnly))
            return 0;
        const QByteArray all = status.readAll();
        return all.mid(all.indexOf("VmPin:") + 6).trimmed().split(' ').constFirst().toInt();
    };
    const int before = pinned();
    int sent = 0;
    for (qint64 size = 100; sent < 20'000 && client->reserve(&size); size = 100, ++sent) {
        QVERIFY(client->commit(size));
        if (sent % 100 == 0)
            client->flush();
    }
    const int more = pinned() - before;
    QVERIFY2(more < 8 * 1024, qPrintable(QString::number(more))); // KiB
}

void tst_StreamReserve::needsAConnection()
{
    RdmaStream none;
    qint64 size = 10;
    QVERIFY(!none.reserve(&size));
    QCOMPARE(size, 0);
    QCOMPARE(none.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(!none.commit(1));

    connectPair();
    QVERIFY(client->reserve(&(size = 10)));
    client->closeWriteChannel();
    QVERIFY(!client->commit(10));
    QVERIFY(!client->reserve(&(size = 10)));
    QTRY_VERIFY_WITH_TIMEOUT(accepted->isReadChannelFinished(), Patience);
    QCOMPARE(accepted->bytesAvailable(), 0);
    QVERIFY(accepted->reserve(&(size = 10)));
    QVERIFY(accepted->commit(0));
}

void tst_StreamReserve::letsGoOfWhatWasReserved_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("deleted") << 0;
    QTest::newRow("aborted") << 1;
    QTest::newRow("disconnected") << 2;
    QTest::newRow("the peer has gone") << 3;
}

// And a connection afterwards has nothing of it.
void tst_StreamReserve::letsGoOfWhatWasReserved()
{
    QFETCH(const int, how);
    connectPair();
    qint64 size = 1000;
    QVERIFY(client->reserve(&size));
    QVERIFY(client->reserve(&size)); // in its place
    if (how == 0)
        client.reset();
    else if (how == 1)
        client->abort();
    else if (how == 2)
        client->disconnectFromHost();
    else
        accepted.reset();
    if (client) {
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
        QVERIFY(!client->commit(size));
    }
    cleanup();
    connectPair();
    QVERIFY(!client->commit(1));
    client->write("well");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("well"));
}

QTEST_GUILESS_MAIN(tst_StreamReserve)
#include "tst_streamreserve.moc"
