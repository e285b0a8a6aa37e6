// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qtrdmafault.h"
#include "rdmatest.h"

#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qabstracteventdispatcher.h>
#include <QtCore/qtimer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <cerrno>
#include <memory>

namespace {

constexpr int Patience = 60000;

// What the library has logged; and a call that has failed fails again then, if that is wanted.
int logged = 0;
const char *failingAgain = nullptr;
QtMessageHandler usual = nullptr;

void countMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (QByteArrayView(context.category).startsWith("qtrdma.") && type >= QtWarningMsg) {
        ++logged;
        if (failingAgain)
            qtrdmafault_arm(failingAgain, 1, EIO);
    }
    usual(type, context, text);
}

// How often the event loop turns while nothing happens.
int turnsOfAnIdleLoop()
{
    QEventLoop loop;
    int turns = 0;
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &loop,
                     [&turns] { ++turns; });
    QTimer::singleShot(200, &loop, &QEventLoop::quit);
    loop.exec();
    return turns;
}

} // namespace

// A channel that fails for good is told once, and is replaced or ends what depends on it. The event loop sleeps then.
class tst_ChannelFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void connectionManagerFailsOnce();
    void connectionManagerFailsAgain();
    void completionsFail();
    void completionsFailWhileWaiting();
    void queueCannotBeArmed();

private:
    std::unique_ptr<RdmaStream> connectAnother();
    bool echoes(RdmaStream *stream);

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> stream;
};

void tst_ChannelFaults::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    usual = qInstallMessageHandler(countMessage);
}

void tst_ChannelFaults::init()
{
    server = std::make_unique<RdmaServer>();
    connect(server.get(), &RdmaServer::newConnection, this, [this] {
        RdmaStream *peer = server->nextPendingConnection();
        connect(peer, &RdmaStream::readyRead, peer, [peer] { peer->write(peer->readAll()); });
    });
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    stream = connectAnother();
    QVERIFY(echoes(stream.get()));
    logged = 0;
}

void tst_ChannelFaults::cleanup()
{
    failingAgain = nullptr;
    qtrdmafault_reset();
    stream.reset();
    server.reset();
}

void tst_ChannelFaults::cleanupTestCase()
{
    if (usual)
        qInstallMessageHandler(usual);
}

std::unique_ptr<RdmaStream> tst_ChannelFaults::connectAnother()
{
    auto another = std::make_unique<RdmaStream>();
    another->connectToHost(RdmaTest::address(), server->serverPort());
    return another;
}

bool tst_ChannelFaults::echoes(RdmaStream *which)
{
    which->write("echo");
    return QTest::qWaitFor([&] { return which->bytesAvailable() == 4; }, Patience)
            && which->readAll() == "echo";
}

void tst_ChannelFaults::connectionManagerFailsOnce()
{
    QSignalSpy acceptErrors(server.get(), &RdmaServer::acceptError);
    qtrdmafault_arm("rdma_get_cm_event", 1, EIO);
    const auto another = connectAnother(); // whose events move to the new channel
    QVERIFY(echoes(another.get()));
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(logged, 1);
    QVERIFY(echoes(stream.get()));
    QVERIFY(server->isListening());
    QVERIFY(echoes(connectAnother().get()));
    another->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(another->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(acceptErrors.size(), 0);
    QCOMPARE(stream->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(logged, 1);
}

void tst_ChannelFaults::connectionManagerFailsAgain()
{
    QSignalSpy acceptErrors(server.get(), &RdmaServer::acceptError);
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    failingAgain = "rdma_get_cm_event";
    qtrdmafault_arm(failingAgain, 1, EIO);
    const auto another = connectAnother();
    QTRY_COMPARE_WITH_TIMEOUT(another->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    failingAgain = nullptr;
    qtrdmafault_reset();
    QCOMPARE(errors.size(), 1);
    QCOMPARE(stream->rdmaError().call(), QStringLiteral("rdma_get_cm_event"));
    QCOMPARE(stream->rdmaError().code(), EIO);
    QCOMPARE(acceptErrors.size(), 1);
    QVERIFY(!server->isListening());
    QCOMPARE(server->rdmaError().code(), EIO);
    QCOMPARE(logged, 2);
    QVERIFY(turnsOfAnIdleLoop() < 20);
    // What is new has a new channel.
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QVERIFY(echoes(connectAnother().get()));
}

void tst_ChannelFaults::completionsFail()
{
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    qtrdmafault_arm("ibv_get_cq_event", 1, EIO);
    stream->write("echo");
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(errors.size(), 1);
    QCOMPARE(stream->rdmaError().call(), QStringLiteral("ibv_get_cq_event"));
    QCOMPARE(logged, 1);
    QVERIFY(turnsOfAnIdleLoop() < 20);
    QVERIFY(server->isListening());
    QVERIFY(echoes(connectAnother().get()));
    QCOMPARE(logged, 1);
}

void tst_ChannelFaults::completionsFailWhileWaiting()
{
    qtrdmafault_arm("ibv_get_cq_event", 1, EIO);
    stream->write("echo");
    while (stream->state() == QAbstractSocket::ConnectedState && stream->waitForReadyRead(Patience))
        stream->readAll();
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(stream->rdmaError().call(), QStringLiteral("ibv_get_cq_event"));
    QCOMPARE(logged, 1);
}

// It is looked at now and then, and says so once.
void tst_ChannelFaults::queueCannotBeArmed()
{
    QSignalSpy errors(stream.get(), &RdmaStream::errorOccurred);
    int failures = 0;
    QTimer again;
    connect(&again, &QTimer::timeout, this, [&failures] {
        if (qtrdmafault_fired() == 0)
            return;
        ++failures;
        qtrdmafault_arm("ibv_req_notify_cq", 1, EIO);
    });
    again.start(1);
    qtrdmafault_arm("ibv_req_notify_cq", 1, EIO);
    while (failures <= 3) // each message is a reason to arm it again
        QVERIFY(echoes(stream.get()));
    again.stop();
    QCOMPARE(errors.size(), 0);
    QCOMPARE(logged, 1);
}

QTEST_GUILESS_MAIN(tst_ChannelFaults)
#include "tst_channelfaults.moc"
