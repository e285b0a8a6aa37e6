// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "streampeer.h"
#include "transfer.h"

#include <QtRdma/Rdma>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qfile.h>
#include <QtCore/qrandom.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <csignal>
#include <memory>

using RdmaTest::StreamPeer;

namespace {

constexpr int Patience = 60000;
constexpr qint64 Bulk = 8 * 1024 * 1024;

QByteArray expectedLine(qint64 size, const char *end)
{
    const QByteArray hash = QCryptographicHash::hash(pattern(size), QCryptographicHash::Sha256);
    return "received " + QByteArray::number(size) + ' ' + hash.toHex() + ' ' + end;
}

} // namespace

// Client and server as they are used: a process each, with every way of ending it.
class tst_TwoProcesses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void echo();
    void bulkFromHere();
    void bulkFromThere();
    void serverIsKilled();
    void brokenPipesAreIgnored();
    void serverIsKilledAmidTransfer();
    void clientLeaves();
    void clientQuitsAfterWriting();

private:
    StreamPeer *startServer(const char *mode);
    std::unique_ptr<RdmaStream> connected();
    QStringList clientArguments(const char *mode, quint16 port, qint64 size) const;

    std::unique_ptr<StreamPeer> server;
    quint16 port = 0;
};

void tst_TwoProcesses::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

StreamPeer *tst_TwoProcesses::startServer(const char *mode)
{
    server = std::make_unique<StreamPeer>(
            QStringList{ QString::fromLatin1(mode), RdmaTest::address().toString() });
    port = server->port();
    return port ? server.get() : nullptr;
}

std::unique_ptr<RdmaStream> tst_TwoProcesses::connected()
{
    auto stream = std::make_unique<RdmaStream>();
    stream->connectToHost(RdmaTest::address(), port);
    if (!stream->waitForConnected(Patience))
        qWarning() << stream->rdmaError();
    return stream;
}

QStringList tst_TwoProcesses::clientArguments(const char *mode, quint16 serverPort,
                                              qint64 size) const
{
    return { QString::fromLatin1(mode), RdmaTest::address().toString(), QString::number(serverPort),
             QString::number(size) };
}

void tst_TwoProcesses::echo()
{
    QVERIFY(startServer("echo"));
    const auto stream = connected();
    for (int i = 0; i < 100; ++i) {
        const QByteArray message = QByteArray::number(i);
        stream->write(message);
        QVERIFY(stream->waitForReadyRead(Patience));
        QCOMPARE(stream->readAll(), message);
    }
    stream->disconnectFromHost();
    QVERIFY(stream->state() == QAbstractSocket::UnconnectedState
            || stream->waitForDisconnected(Patience));
    QCOMPARE(server->end(), 0);
}

// 8 MiB there and back, at the same time.
void tst_TwoProcesses::bulkFromHere()
{
    QVERIFY(startServer("echo"));
    const auto stream = connected();
    Digest digest;
    connect(stream.get(), &RdmaStream::readyRead, this, [&] { digest.take(stream.get()); });
    QSignalSpy ends(stream.get(), &RdmaStream::disconnected);
    stream->write(pattern(Bulk));
    stream->closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 2 * Patience);
    digest.take(stream.get());
    QCOMPARE(digest.line(stream->endedCleanly()), expectedLine(Bulk, "clean"));
    QCOMPARE(server->end(), 0);
}

void tst_TwoProcesses::bulkFromThere()
{
    RdmaServer here;
    connect(&here, &RdmaServer::newConnection, &here, [&here] {
        RdmaStream *stream = here.nextPendingConnection();
        connect(stream, &RdmaStream::readyRead, stream,
                [stream] { stream->write(stream->readAll()); });
        connect(stream, &RdmaStream::readChannelFinished, stream, &RdmaStream::disconnectFromHost);
    });
    QVERIFY2(here.listen(RdmaTest::address()), qPrintable(here.errorString()));
    StreamPeer client(clientArguments("exchange", here.serverPort(), Bulk));
    QCOMPARE(client.line(2 * Patience), expectedLine(Bulk, "clean"));
    QCOMPARE(client.end(), 0);
}

// siw's driver raises SIGPIPE in a program that posts when its peer has just gone.
void tst_TwoProcesses::brokenPipesAreIgnored()
{
    QVERIFY(startServer("echo"));
    const auto stream = connected();
    stream->write("x");
    QVERIFY(stream->waitForReadyRead(Patience));
    QFile status(QStringLiteral("/proc/%1/status").arg(server->processId()));
    QVERIFY(status.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = status.readAll().split('\n');
    const auto ignored = std::find_if(lines.begin(), lines.end(), [](const QByteArray &line) {
        return line.startsWith("SigIgn:");
    });
    QVERIFY(ignored != lines.end());
    const quint64 mask = ignored->mid(7).trimmed().toULongLong(nullptr, 16);
    QCOMPARE((mask >> (SIGPIPE - 1) & 1) != 0, RdmaTest::isSiw());
}

void tst_TwoProcesses::serverIsKilled()
{
    QVERIFY(startServer("echo"));
    const auto stream = connected();
    stream->write("hello");
    QVERIFY(stream->waitForReadyRead(Patience));
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    QSignalSpy ends(stream.get(), &RdmaStream::disconnected);
    server->kill();
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(stream->error(), QAbstractSocket::RemoteHostClosedError);
    QVERIFY(!stream->endedCleanly());
    QCOMPARE(stream->readAll(), QByteArray("hello")); // what came before stays readable
}

void tst_TwoProcesses::serverIsKilledAmidTransfer()
{
    QVERIFY(startServer("sink"));
    const auto stream = connected();
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    QSignalSpy ends(stream.get(), &RdmaStream::disconnected);
    qint64 written = 0;
    const auto writeMore = [&] {
        if (stream->bytesToWrite() < Bulk)
            stream->write(QByteArray(100000, 'x'));
    };
    connect(stream.get(), &RdmaStream::bytesWritten, this, [&](qint64 bytes) {
        written += bytes;
        writeMore();
    });
    writeMore();
    QTRY_VERIFY_WITH_TIMEOUT(written > Bulk, Patience);
    QCOMPARE(ends.count(), 0);
    server->kill();
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(errors.count(), 1);
    // The dead process's kernel tears down memory, queue pair and connection one after the other. What is sent meanwhile may
    // find no memory there, or nobody who acknowledges it: then the device knows before the connection manager. siw has
    // a word of its own.
    const RdmaError error = stream->rdmaError();
    const QList<Rdma::CompletionStatus> devicesWords = {
        Rdma::CompletionStatus::RetryExceededError, Rdma::CompletionStatus::RemoteOperationError,
        Rdma::CompletionStatus::LocalQueuePairError
    };
    if (error.category() == RdmaError::Category::Completion)
        QVERIFY2(devicesWords.contains(Rdma::CompletionStatus(error.code())),
                 qPrintable(error.toString()));
    else if (error.category() != RdmaError::Category::Device)
        QCOMPARE(stream->error(), QAbstractSocket::RemoteHostClosedError);
    QVERIFY(!stream->endedCleanly());
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
}

// A client that just ends is seen as one: not cleanly. The server goes on.
void tst_TwoProcesses::clientLeaves()
{
    QVERIFY(startServer("sink"));
    for (int round = 0; round < 3; ++round) {
        StreamPeer client(clientArguments("leave", port, 1000));
        QCOMPARE(client.end(), 0);
        const QByteArray line = server->line();
        QVERIFY2(line.startsWith("received ") && line.endsWith(" broken"), line);
    }
    StreamPeer client(clientArguments("quit", port, 1000));
    QCOMPARE(server->line(), expectedLine(1000, "clean"));
    QCOMPARE(client.end(), 0);
    QCOMPARE(server->end(), 0);
}

// write(), disconnectFromHost() and the end of the program: whatever the size, all of it arrives.
void tst_TwoProcesses::clientQuitsAfterWriting()
{
    QVERIFY(startServer("sink"));
    QRandomGenerator random(20260101);
    const int rounds = RdmaTest::rounds(8, 100);
    for (int round = 0; round < rounds; ++round) {
        const qint64 size = round < 2 ? round : random.bounded(300 * 1024);
        StreamPeer client(clientArguments("quit", port, size));
        QCOMPARE(server->line(), expectedLine(size, "clean"));
        QCOMPARE(client.end(), 0);
    }
    QCOMPARE(server->end(), 0);
}

QTEST_GUILESS_MAIN(tst_TwoProcesses)
#include "tst_twoprocesses.moc"
