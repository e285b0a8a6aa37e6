// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "streampeer.h"
#include "transfer.h"
#include "worker.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

#include <memory>

using RdmaTest::StreamPeer;

namespace {

constexpr int Patience = 60000;
constexpr int MostBytes = 300 * 1024;

enum Order {
    DisconnectAtOnce,
    CloseAtOnce,
    FlushAndDelete,
    DisconnectAndDeleteLater,
    HalfCloseUntilPeerCloses,
    HalfCloseBoth,
    CloseBoth,
    FlushAndAbort,
};

// What becomes of an end that has written more than its send buffers take.
enum Leaving { DisconnectAndDelete, CloseAndDelete, EndTheThread, Abort, Delete };

// How the other end takes what comes.
enum Reading { AsItComes, AtTheEnd, LittleByLittle };

// One end: what arrived, and how it ended.
struct Receiver
{
    void read(RdmaStream *stream, Reading reading)
    {
        if (reading == LittleByLittle)
            stream->setReadBufferSize(4096);
        QObject::connect(stream, &RdmaStream::readyRead, &context, [this, stream, reading] {
            if (reading != AtTheEnd)
                data += stream->readAll();
        });
        QObject::connect(stream, &RdmaStream::readChannelFinished, &context, [this, stream] {
            finished = true;
            data += stream->isReadable() ? stream->readAll() : QByteArray();
        });
        QObject::connect(stream, &RdmaStream::disconnected, &context, [this, stream] {
            ++disconnects;
            clean = stream->endedCleanly();
        });
    }

    QObject context; // the stream may live longer
    QByteArray data;
    int disconnects = 0;
    bool finished = false;
    bool clean = false;
};

int roundsInAll()
{
    bool isNumber = false;
    const int wanted = qEnvironmentVariable("QTRDMA_ROUNDS").toInt(&isNumber);
    return isNumber ? wanted : RdmaTest::rounds(100, 2000);
}

// 0 bytes to 300 KiB, as many small sizes as large ones.
qint64 randomSize(QRandomGenerator *random)
{
    return random->bounded((MostBytes >> random->bounded(19)) + 1);
}

} // namespace

// Whatever is written before a close arrives, in every order that two ends can close in. QTRDMA_ROUNDS=N for more of them.
class tst_CleanClose : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyByteArrives_data();
    void everyByteArrives();
    void moreThanTheSendersTake_data();
    void moreThanTheSendersTake();
    void processEnds_data();
    void processEnds();

private:
    void connectPair(const RdmaStreamOptions &options);
    void writeAndLeave(Leaving how, const QByteArray &data);
    void close(Order order, std::unique_ptr<RdmaStream> writer, RdmaStream *reader,
               const QByteArray &answer);

    RdmaServer server;
    std::unique_ptr<RdmaStream> client;
    std::unique_ptr<RdmaStream> accepted;
};

void tst_CleanClose::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
}

void tst_CleanClose::connectPair(const RdmaStreamOptions &options)
{
    accepted.reset();
    server.setStreamOptions(options);
    client = std::make_unique<RdmaStream>();
    client->setOptions(options);
    client->connectToHost(RdmaTest::address(), server.serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    accepted.reset(server.nextPendingConnection());
    accepted->setParent(nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_CleanClose::everyByteArrives_data()
{
    QTest::addColumn<Order>("order");
    QTest::addRow("disconnectFromHost") << DisconnectAtOnce;
    QTest::addRow("close") << CloseAtOnce;
    QTest::addRow("flush, delete") << FlushAndDelete;
    QTest::addRow("disconnectFromHost, deleteLater") << DisconnectAndDeleteLater;
    QTest::addRow("half-close, the peer closes") << HalfCloseUntilPeerCloses;
    QTest::addRow("both half-close") << HalfCloseBoth;
    QTest::addRow("both close") << CloseBoth;
    QTest::addRow("flush, abort") << FlushAndAbort;
}

// Of a writer that has written. Where its object goes at once, it has flushed. The answer arrives too where the writer only
// half-closes.
void tst_CleanClose::close(Order order, std::unique_ptr<RdmaStream> writer, RdmaStream *reader,
                           const QByteArray &answer)
{
    Receiver here;
    here.read(writer.get(), AsItComes);
    connect(reader, &RdmaStream::readChannelFinished, &here.context, [&] {
        if (order == HalfCloseUntilPeerCloses)
            reader->write(answer);
        if (order == HalfCloseUntilPeerCloses || order == HalfCloseBoth)
            reader->disconnectFromHost();
    });
    switch (order) {
    case DisconnectAtOnce:
        writer->disconnectFromHost();
        break;
    case CloseAtOnce:
        writer->close();
        break;
    case FlushAndDelete:
        writer->flush();
        writer.reset();
        return;
    case DisconnectAndDeleteLater:
        writer->disconnectFromHost();
        writer.release()->deleteLater();
        return;
    case HalfCloseUntilPeerCloses:
        writer->closeWriteChannel();
        break;
    case HalfCloseBoth:
        writer->closeWriteChannel();
        reader->write(answer);
        reader->closeWriteChannel();
        break;
    case CloseBoth:
        writer->disconnectFromHost();
        reader->disconnectFromHost();
        break;
    case FlushAndAbort:
        writer->flush();
        writer->abort();
        break;
    }
    QTRY_COMPARE_WITH_TIMEOUT(writer->state(), QAbstractSocket::UnconnectedState, Patience);
    if (order == HalfCloseUntilPeerCloses || order == HalfCloseBoth)
        QVERIFY(here.clean && here.data == answer);
}

void tst_CleanClose::everyByteArrives()
{
    QFETCH(const Order, order);
    RdmaStreamOptions options;
    options.setHalfOpen(order == HalfCloseUntilPeerCloses || order == HalfCloseBoth); // over TCP
    QRandomGenerator random(RdmaTest::seed());
    const int rounds = qMax(1, roundsInAll() / 8);
    for (int round = 0; round < rounds; ++round) {
        const qint64 size = round == 0 ? 0 : randomSize(&random);
        const auto reading = Reading(random.bounded(3));
        const bool clientWrites = random.bounded(2);
        const auto told = [&](qint64 arrived) {
            return QStringLiteral("round %1: %2 bytes, %3 arrived, client writes: %4, reading: %5")
                    .arg(round)
                    .arg(size)
                    .arg(arrived)
                    .arg(clientWrites)
                    .arg(reading)
                    .toLatin1();
        };
        connectPair(options);
        QVERIFY2(!QTest::currentTestFailed(), told(0));
        std::unique_ptr<RdmaStream> writer = std::move(clientWrites ? client : accepted);
        RdmaStream *reader = (clientWrites ? accepted : client).get();
        Receiver there;
        there.read(reader, reading);
        const QByteArray data = pattern(size);
        writer->write(data);
        close(order, std::move(writer), reader, pattern(randomSize(&random)));
        QVERIFY2(!QTest::currentTestFailed(), told(there.data.size()));
        QTRY_VERIFY2_WITH_TIMEOUT(there.disconnects == 1 && there.finished, told(there.data.size()),
                                  Patience);
        if (order == CloseBoth) // who closes reads no more
            continue;
        QVERIFY2(there.data == data, told(there.data.size()));
        QVERIFY2(there.clean, told(there.data.size()));
    }
}

void tst_CleanClose::moreThanTheSendersTake_data()
{
    QTest::addColumn<Leaving>("how");
    QTest::addColumn<bool>("isWhole");
    QTest::addRow("disconnectFromHost, delete") << DisconnectAndDelete << true;
    QTest::addRow("close, delete") << CloseAndDelete << true;
    QTest::addRow("the thread ends") << EndTheThread << true;
    QTest::addRow("abort") << Abort << false;
    QTest::addRow("delete") << Delete << false;
}

void tst_CleanClose::writeAndLeave(Leaving how, const QByteArray &data)
{
    if (how == EndTheThread) {
        std::unique_ptr<RdmaStream> left;
        const Worker worker([&] {
            left = std::make_unique<RdmaStream>();
            left->connectToHost(RdmaTest::address(), server.serverPort());
            if (left->waitForConnected(Patience))
                left->write(data);
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
        return;
    }
    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY2(stream.waitForConnected(Patience), qPrintable(stream.errorString()));
    stream.write(data);
    if (how == DisconnectAndDelete)
        stream.disconnectFromHost();
    else if (how == CloseAndDelete)
        stream.close();
    else
        stream.flush();
    QVERIFY(how == CloseAndDelete || stream.bytesToWrite() > 0);
    if (how == Abort)
        stream.abort();
}

// All of it arrives, or the peer knows that something is missing.
void tst_CleanClose::moreThanTheSendersTake()
{
    QFETCH(const Leaving, how);
    QFETCH(const bool, isWhole);
    const QByteArray data(16 * 1024 * 1024, 'd');
    writeAndLeave(how, data);
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    accepted.reset(server.nextPendingConnection());
    accepted->setParent(nullptr);
    Receiver reader;
    reader.read(accepted.get(), AsItComes);
    reader.data += accepted->readAll();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(accepted->endedCleanly(), isWhole);
    QCOMPARE(accepted->error(), QAbstractSocket::RemoteHostClosedError);
    QCOMPARE(reader.data.size() == data.size(), isWhole);
}

void tst_CleanClose::processEnds_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addRow("the loop quits after disconnectFromHost") << QStringLiteral("quitloop");
    QTest::addRow("exit with an open stream") << QStringLiteral("exit");
}

// tst_twoprocesses has the program that needs no loop.
void tst_CleanClose::processEnds()
{
    QFETCH(const QString, mode);
    QRandomGenerator random(RdmaTest::seed());
    const int rounds = RdmaTest::rounds(4, 100);
    for (int round = 0; round < rounds; ++round) {
        const qint64 size = round == 0 ? 0 : randomSize(&random);
        const auto reading = Reading(random.bounded(3));
        const QByteArray data = pattern(size);
        std::unique_ptr<RdmaStream> stream;
        Receiver here;
        QString errors;
        connect(&server, &RdmaServer::newConnection, &here.context, [&] {
            stream.reset(server.nextPendingConnection());
            here.read(stream.get(), reading);
            connect(stream.get(), &RdmaStream::errorOccurred, &here.context,
                    [&] { errors = stream->errorString(); });
        });
        StreamPeer process({ mode, RdmaTest::address().toString(),
                             QString::number(server.serverPort()), QString::number(size) });
        QTRY_COMPARE_WITH_TIMEOUT(here.disconnects, 1, Patience);
        const QString told = QStringLiteral("round %1: %2 of %3 bytes, %4");
        QVERIFY2(here.data == data && here.clean,
                 qPrintable(told.arg(round).arg(here.data.size()).arg(size).arg(errors)));
        QCOMPARE(process.end(), 0);
    }
}

QTEST_GUILESS_MAIN(tst_CleanClose)
#include "tst_cleanclose.moc"
