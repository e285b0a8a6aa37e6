// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/pattern.h"
#include "../shared/rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qfile.h>
#include <QtCore/qtemporaryfile.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <unistd.h>

namespace {

constexpr int Patience = 30000;

} // namespace

// Files that are sent: RdmaAbstractStream::sendFile(), of RdmaStream.
class tst_StreamFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void arrive_data();
    void arrive();
    void keepTheOrder_data() { addFormats(); }
    void keepTheOrder();
    void partsArrive();
    void mayBeClosedAtOnce();
    void mayBeEmpty();
    void areRefused();
    void becomeShorter();
    void becomeShorterBeforeTheEnd_data();
    void becomeShorterBeforeTheEnd();
    void precedeTheHalfClose();
    void leaveAfterTheObject();
    void waitForThePeer();
    void areDropped();

private:
    void addFormats();
    void connectPair(const RdmaStreamOptions &options = {});
    void fill(const QByteArray &data);

    QTemporaryFile file;
    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> client;
    std::unique_ptr<RdmaStream> accepted;
};

void tst_StreamFiles::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    QVERIFY(file.open());
}

void tst_StreamFiles::cleanup()
{
    accepted.reset();
    client.reset();
    server.reset();
}

void tst_StreamFiles::addFormats()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::newRow("QtRdma") << Rdma::WireFormat::QtRdma;
    QTest::newRow("rsockets") << Rdma::WireFormat::Rsocket;
}

void tst_StreamFiles::connectPair(const RdmaStreamOptions &options)
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

// Some of it stays in the buffer of QFile, which sendFile() has to flush.
void tst_StreamFiles::fill(const QByteArray &data)
{
    QVERIFY(file.resize(0));
    QVERIFY(file.seek(0));
    QCOMPARE(file.write(data), data.size());
}

void tst_StreamFiles::arrive_data()
{
    QTest::addColumn<Rdma::WireFormat>("format");
    QTest::addColumn<int>("size");
    for (const int size : { 1, 100, 2048, 100'000, 3'000'001 }) {
        QTest::addRow("QtRdma, %d bytes", size) << Rdma::WireFormat::QtRdma << size;
        QTest::addRow("rsockets, %d bytes", size) << Rdma::WireFormat::Rsocket << size;
    }
}

void tst_StreamFiles::arrive()
{
    QFETCH(const Rdma::WireFormat, format);
    QFETCH(const int, size);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
    const QByteArray data = RdmaTest::pattern(size);
    fill(data);
    qint64 told = 0;
    connect(client.get(), &RdmaStream::bytesWritten, this,
            [&told](qint64 bytes) { told += bytes; });
    QSignalSpy sent(client.get(), &RdmaStream::fileSent);
    QCOMPARE(client->sendFile(&file), size);
    QCOMPARE(client->bytesToWrite(), size);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), size, Patience);
    QVERIFY(accepted->readAll() == data);
    QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, Patience);
    QCOMPARE(sent.constFirst().constFirst().toLongLong(), size);
    QCOMPARE(told, size);
    QCOMPARE(client->bytesToWrite(), 0);
    QVERIFY(!client->rdmaError().isError());
}

void tst_StreamFiles::keepTheOrder()
{
    if (RdmaTest::isTcp())
        QSKIP("There is no registered memory without a device");
    QFETCH(const Rdma::WireFormat, format);
    RdmaStreamOptions options;
    options.setWireFormat(format);
    connectPair(options);
    const QByteArray data = RdmaTest::pattern(300'000);
    fill(data);
    auto region = RdmaMemoryRegion::allocate(client->protectionDomain(), 100'000);
    QVERIFY(region.isValid());
    std::fill_n(region.data(), region.size(), 's');
    QByteArray all;
    const auto write = [&](const QByteArray &bytes) {
        client->write(bytes);
        all += bytes;
    };
    write("first");
    for (int i = 0; i < 3; ++i) {
        client->sendFile(&file);
        all += data;
        write("little");
        client->enqueueSlice(region);
        all += QByteArray(region.constData(), region.size());
        client->sendFile(&file, 10 * i, 20);
        all += data.mid(10 * i, 20);
        client->sendFile(&file, 0, 0);
        client->sendFile(&file, 7, 100'000);
        all += data.mid(7, 100'000);
        qint64 size = 10;
        QVERIFY(!client->reserve(&size)); // the file goes first
        client->enqueue(data);
        all += data;
        write(RdmaTest::pattern(3000 * (i + 1)));
        write(RdmaTest::pattern(1000));
    }
    QCOMPARE(client->bytesToWrite(), all.size());
    QSignalSpy sent(client.get(), &RdmaStream::fileSent);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), all.size(), Patience);
    QVERIFY(accepted->readAll() == all);
    QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 12, Patience);
    const qint64 expected[] = { 300'000, 20, 0, 100'000 };
    for (int i = 0; i < sent.count(); ++i)
        QCOMPARE(sent.at(i).constFirst().toLongLong(), expected[i % 4]);
    QCOMPARE(client->bytesToWrite(), 0);
}

// The position of the file is not the program's concern.
void tst_StreamFiles::partsArrive()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(200'000);
    fill(data);
    QVERIFY(file.seek(77));
    QCOMPARE(client->sendFile(&file, 100'000), 100'000);
    QCOMPARE(client->sendFile(file.handle(), 0, 100'000), 100'000);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 200'000, Patience);
    QVERIFY(accepted->readAll() == data.mid(100'000) + data.left(100'000));
    QCOMPARE(file.pos(), 77);
}

void tst_StreamFiles::mayBeClosedAtOnce()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(3'000'000);
    fill(data);
    QVERIFY(file.flush());
    QFile other(file.fileName());
    QVERIFY(other.open(QIODevice::ReadOnly));
    QCOMPARE(client->sendFile(&other), data.size());
    other.close();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), data.size(), Patience);
    QVERIFY(accepted->readAll() == data);
}

void tst_StreamFiles::mayBeEmpty()
{
    connectPair();
    fill({});
    QSignalSpy sent(client.get(), &RdmaStream::fileSent);
    QCOMPARE(client->sendFile(&file), 0);
    QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, Patience);
    client->write("x");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 1, Patience);
}

void tst_StreamFiles::areRefused()
{
    fill("some");
    QVERIFY(file.flush());
    RdmaStream none;
    QCOMPARE(none.sendFile(&file), -1);
    connectPair();
    QFile closed(file.fileName());
    QFile writeOnly(file.fileName());
    QVERIFY(writeOnly.open(QIODevice::Append));
    for (QFileDevice *wrong : { static_cast<QFile *>(nullptr), &closed, &writeOnly }) {
        QCOMPARE(client->sendFile(wrong), -1);
        QCOMPARE(client->rdmaError().category(), RdmaError::Category::Usage);
    }
    const auto failsWith = [this](int descriptor, int code, qint64 offset, qint64 length) {
        const bool failed = client->sendFile(descriptor, offset, length) == -1
                && client->rdmaError().category() == RdmaError::Category::System;
        return failed && client->rdmaError().code() == code;
    };
    int ends[2];
    QCOMPARE(pipe(ends), 0);
    QVERIFY(failsWith(ends[0], ESPIPE, 0, 1));
    QVERIFY(failsWith(ends[0], 0, 0, -1)); // it has no end
    close(ends[0]);
    QVERIFY(failsWith(ends[0], EBADF, 0, 1));
    close(ends[1]);
    QVERIFY(failsWith(writeOnly.handle(), EBADF, 0, 1));
    const int directory = ::open("/tmp", O_RDONLY | O_DIRECTORY);
    QVERIFY(failsWith(directory, EISDIR, 0, 1));
    close(directory);
    QVERIFY(failsWith(file.handle(), EINVAL, -1, 1));
    QVERIFY(failsWith(file.handle(), 0, 0, 5)); // it has four
    QVERIFY(failsWith(file.handle(), EOVERFLOW, 2, std::numeric_limits<qint64>::max()));
    QCOMPARE(client->bytesToWrite(), 0);
    client->closeWriteChannel();
    QCOMPARE(client->sendFile(&file), -1);
}

// The rest does not come, and what was written behind it does.
void tst_StreamFiles::becomeShorter()
{
    if (RdmaTest::isTcp())
        QSKIP("The buffers of the kernel take all of it");
    connectPair();
    accepted->setReadBufferSize(1000);
    const QByteArray data = RdmaTest::pattern(4'000'000);
    fill(data);
    QSignalSpy sent(client.get(), &RdmaStream::fileSent);
    QSignalSpy errors(client.get(), &RdmaStream::errorOccurred);
    QCOMPARE(client->sendFile(&file), data.size());
    client->write("behind");
    QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() >= 1000, Patience);
    QVERIFY(file.resize(2'000'000));
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 2'000'006, Patience);
    QVERIFY(accepted->readAll() == data.left(2'000'000) + "behind");
    QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, Patience);
    QCOMPARE(sent.constFirst().constFirst().toLongLong(), 2'000'000);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(client->rdmaError().call(), QStringLiteral("pread"));
    QVERIFY(client->rdmaError().text().contains(QStringLiteral("2000000")));
    QVERIFY(client->rdmaError().text().contains(QStringLiteral("4000000")));
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesToWrite(), 0, Patience);
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
}

void tst_StreamFiles::becomeShorterBeforeTheEnd_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("half-closed") << 0;
    QTest::newRow("disconnected") << 1;
    QTest::newRow("deleted") << 2;
}

// The peer does not take the part for the whole.
void tst_StreamFiles::becomeShorterBeforeTheEnd()
{
    QFETCH(const int, how);
    // more than the buffers of the kernel take, where these are between
    const qint64 size = RdmaTest::isTcp() ? 40'000'000 : 4'000'000;
    connectPair();
    accepted->setReadBufferSize(1000);
    fill(RdmaTest::pattern(int(size)));
    QSignalSpy sent(client.get(), &RdmaStream::fileSent);
    QCOMPARE(client->sendFile(&file), size);
    if (how == 0)
        client->closeWriteChannel();
    else
        client->disconnectFromHost();
    if (how == 2)
        client.reset();
    QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() >= 1000, Patience);
    QVERIFY(file.resize(size / 2));
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!accepted->endedCleanly());
    QVERIFY(accepted->bytesAvailable() <= size / 2);
    QCOMPARE(sent.count(), how == 2 ? 0 : 1);
}

void tst_StreamFiles::precedeTheHalfClose()
{
    if (RdmaTest::isTcp())
        QSKIP("TCP does not tell a half-close from a close: tst_tcpstream has both");
    connectPair();
    const QByteArray data = RdmaTest::pattern(2'000'000);
    fill(data);
    client->sendFile(&file);
    client->closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(accepted->isReadChannelFinished(), Patience);
    QVERIFY(accepted->readAll() == data);
    accepted->write("answer");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 6, Patience);
}

void tst_StreamFiles::leaveAfterTheObject()
{
    connectPair();
    const QByteArray data = RdmaTest::pattern(2'000'000);
    fill(data);
    client->sendFile(&file);
    client->disconnectFromHost();
    client.reset();
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(accepted->endedCleanly());
    QVERIFY(accepted->readAll() == data);
}

// A sparse file of 1 GiB, of which nearly everything waits in the file.
void tst_StreamFiles::waitForThePeer()
{
    constexpr qint64 Size = 1024 * 1024 * 1024;
    connectPair();
    accepted->setReadBufferSize(1000);
    fill({});
    QVERIFY(file.resize(Size));
    const auto resident = [] {
        QFile status(QStringLiteral("/proc/self/status"));
        if (!status.open(QIODevice::ReadOnly))
            return 0;
        const QByteArray all = status.readAll();
        return all.mid(all.indexOf("VmRSS:") + 6).trimmed().split(' ').constFirst().toInt();
    };
    const int before = resident();
    QCOMPARE(client->sendFile(&file), Size);
    QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() >= 1000, Patience);
    for (int i = 0; i < 100; ++i) {
        client->flush();
        QCoreApplication::processEvents();
    }
    QVERIFY(client->bytesToWrite() > Size - 8 * 1024 * 1024);
    QVERIFY2(resident() - before < 16 * 1024, "KiB");
    client->abort();
    QVERIFY(file.resize(0));
}

// And no signal tells of them then. A later connection has nothing of it.
void tst_StreamFiles::areDropped()
{
    connectPair();
    accepted->setReadBufferSize(1000);
    fill(RdmaTest::pattern(RdmaTest::isTcp() ? 40'000'000 : 4'000'000));
    QSignalSpy sent(client.get(), &RdmaStream::fileSent);
    client->sendFile(&file);
    QTRY_VERIFY_WITH_TIMEOUT(accepted->bytesAvailable() >= 1000, Patience);
    client->abort();
    QCOMPARE(client->bytesToWrite(), 0);
    accepted->setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(accepted->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!accepted->endedCleanly());
    client->connectToHost(RdmaTest::address(), server->serverPort());
    QTRY_VERIFY_WITH_TIMEOUT(server->hasPendingConnections()
                                     && client->state() == QAbstractSocket::ConnectedState,
                             Patience);
    accepted.reset(server->nextPendingConnection());
    client->write("well");
    QTRY_COMPARE_WITH_TIMEOUT(accepted->bytesAvailable(), 4, Patience);
    QCOMPARE(accepted->readAll(), QByteArray("well"));
    QCOMPARE(sent.count(), 0);
}

QTEST_GUILESS_MAIN(tst_StreamFiles)
#include "tst_streamfiles.moc"
