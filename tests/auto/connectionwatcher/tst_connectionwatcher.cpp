// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaconnectionwatcher.h>
#include <QtRdma/rdmaqueuepair.h>
#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include "connection/connectionregistry_p.h"
#include "rdmatest.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qpointer.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <thread>

class tst_ConnectionWatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nobody();
    void streams();
    void roundTrip();
    void queuePairs();
    void otherThread();
    void silentThread();
    void deletedWhileAsked();
    void watcherGoes();
    void failure();
    void childOfFork();
};

namespace {

using Statuses = QList<RdmaConnectionStatus>;

Statuses ask(RdmaConnectionWatcher *watcher)
{
    QSignalSpy spy(watcher, &RdmaConnectionWatcher::updated);
    watcher->requestUpdate();
    return spy.wait(30000) ? spy.last().first().value<Statuses>() : Statuses();
}

RdmaConnectionStatus find(const Statuses &statuses, quint16 localPort)
{
    for (const RdmaConnectionStatus &status : statuses) {
        if (status.localPort() == localPort)
            return status;
    }
    return {};
}

struct Pair
{
    Pair() { client.setOptions(options()); }
    static RdmaStreamOptions options()
    {
        RdmaStreamOptions result;
        result.setKeepAliveInterval(1000);
        return result;
    }
    bool connect()
    {
        server.setStreamOptions(options());
        if (!server.listen(RdmaTest::address()))
            return false;
        client.connectToHost(RdmaTest::address(), server.serverPort());
        if (!client.waitForConnected() || !server.waitForNewConnection(30000))
            return false;
        peer = server.nextPendingConnection();
        return peer != nullptr;
    }

    RdmaServer server;
    RdmaStream client;
    RdmaStream *peer = nullptr;
};

} // namespace

void tst_ConnectionWatcher::nobody()
{
    RdmaConnectionWatcher watcher;
    QSignalSpy spy(&watcher, &RdmaConnectionWatcher::updated);
    watcher.requestUpdate();
    QCOMPARE(spy.size(), 0); // from the event loop, always
    QVERIFY(spy.wait());
    QCOMPARE(spy.first().first().value<Statuses>().size(), 0);
}

void tst_ConnectionWatcher::streams()
{
    Pair pair;
    QVERIFY(pair.connect());
    const QByteArray data(100000, 'x');
    pair.client.write(data);
    QTRY_COMPARE_WITH_TIMEOUT(pair.peer->bytesAvailable(), data.size(), 30000);
    pair.peer->write("answer");
    QTRY_COMPARE_WITH_TIMEOUT(pair.client.bytesAvailable(), 6, 30000);
    RdmaConnectionWatcher watcher;
    const Statuses statuses = ask(&watcher);
    QCOMPARE(statuses.size(), 2);
    QVERIFY(statuses.at(0).id() < statuses.at(1).id());
    const RdmaConnectionStatus client = find(statuses, pair.client.localPort());
    QCOMPARE(client.kind(), RdmaConnectionStatus::Kind::Stream);
    QCOMPARE(client.transport(), pair.client.transport());
    QCOMPARE(client.state(), QAbstractSocket::ConnectedState);
    QCOMPARE(client.deviceName(), pair.client.deviceName());
    QCOMPARE(client.peerAddress(), RdmaTest::address());
    QCOMPARE(client.peerPort(), pair.server.serverPort());
    QCOMPARE(client.bytesSent(), quint64(data.size()));
    QCOMPARE(client.bytesReceived(), 6);
    QCOMPARE(client.messagesReceived(), 1);
    QVERIFY(client.messagesSent() > 1);
    QVERIFY(RdmaTest::isTcp() ? client.credit() == 0 : client.credit() > 0);
    const RdmaConnectionStatus peer = find(statuses, pair.peer->localPort());
    QCOMPARE(peer.bytesSent(), 6);
    QCOMPARE(peer.bytesReceived(), quint64(data.size()));
    QCOMPARE(peer.messagesReceived(), client.messagesSent());

    // What is over keeps what it has counted, until it connects again.
    pair.client.abort();
    const RdmaConnectionStatus ended = ask(&watcher).first();
    QCOMPARE(ended.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(ended.bytesSent(), quint64(data.size()));
    QCOMPARE(ended.inFlight(), 0);
    pair.client.connectToHost(RdmaTest::address(), pair.server.serverPort());
    QVERIFY(pair.client.waitForConnected());
    QCOMPARE(ask(&watcher).first().bytesSent(), 0);
}

// Measured by the keepalive.
void tst_ConnectionWatcher::roundTrip()
{
    Pair pair;
    QVERIFY(pair.connect());
    RdmaConnectionWatcher watcher;
    QTRY_VERIFY_WITH_TIMEOUT(find(ask(&watcher), pair.client.localPort()).roundTrip() > 0, 30000);
}

void tst_ConnectionWatcher::queuePairs()
{
    RdmaServer server;
    server.setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
    RdmaQueuePair queuePair;
    RdmaConnectionWatcher watcher;
    const Statuses statuses = ask(&watcher);
    QCOMPARE(statuses.size(), 1);
    QCOMPARE(statuses.first().kind(), RdmaConnectionStatus::Kind::QueuePair);
    QCOMPARE(statuses.first().state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(statuses.first().credit(), -1);
}

// Each answers in its thread.
void tst_ConnectionWatcher::otherThread()
{
    QThread thread;
    thread.start();
    auto *stream = new RdmaStream;
    stream->moveToThread(&thread);
    RdmaConnectionWatcher watcher;
    const RdmaStream here;
    for (int round = 0; round < 100; ++round)
        QCOMPARE(ask(&watcher).size(), 2);
    stream->deleteLater();
    thread.quit();
    QVERIFY(thread.wait());
    QCOMPARE(ask(&watcher).size(), 1);
}

// Without an event loop it does not answer; the others are told when they are asked again, and questions do not pile up.
void tst_ConnectionWatcher::silentThread()
{
    QThread thread; // not started
    auto stream = std::make_unique<RdmaStream>();
    stream->moveToThread(&thread);
    const RdmaStream here;
    RdmaConnectionWatcher watcher;
    QSignalSpy spy(&watcher, &RdmaConnectionWatcher::updated);
    watcher.requestUpdate();
    QCoreApplication::processEvents();
    QCOMPARE(spy.size(), 0);
    watcher.requestUpdate();
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.first().first().value<Statuses>().size(), 1);
    for (int round = 0; round < 100; ++round) {
        QCoreApplication::processEvents();
        watcher.requestUpdate();
        QCOMPARE(spy.last().first().value<Statuses>().size(), 1);
    }
    QCOMPARE(spy.size(), 101);
    // It answers the last question as soon as it can.
    const QPointer<RdmaStream> alive = stream.get();
    thread.start();
    QTRY_COMPARE(spy.size(), 102);
    QCOMPARE(spy.last().first().value<Statuses>().size(), 2);
    stream.release()->deleteLater();
    thread.quit();
    QVERIFY(thread.wait());
    QVERIFY(!alive);
}

// What is gone does not answer, and nobody waits for it.
void tst_ConnectionWatcher::deletedWhileAsked()
{
    auto stream = std::make_unique<RdmaStream>();
    const RdmaStream other;
    RdmaConnectionWatcher watcher;
    QSignalSpy spy(&watcher, &RdmaConnectionWatcher::updated);
    watcher.requestUpdate();
    stream.reset();
    QVERIFY(spy.wait());
    QCOMPARE(spy.first().first().value<Statuses>().size(), 1);
}

void tst_ConnectionWatcher::watcherGoes()
{
    const RdmaStream stream;
    auto watcher = std::make_unique<RdmaConnectionWatcher>();
    watcher->requestUpdate();
    watcher.reset();
    QCoreApplication::processEvents();
    auto asking = std::make_unique<RdmaConnectionWatcher>();
    connect(asking.get(), &RdmaConnectionWatcher::updated, this, [&] { asking.reset(); });
    asking->requestUpdate();
    QTRY_VERIFY(!asking);
    // The second question tells of the first, before it is asked.
    asking = std::make_unique<RdmaConnectionWatcher>();
    connect(asking.get(), &RdmaConnectionWatcher::updated, this, [&] { asking.reset(); });
    asking->requestUpdate();
    asking->requestUpdate();
    QVERIFY(!asking);
}

// What went wrong is told, with what to do.
void tst_ConnectionWatcher::failure()
{
    RdmaStream stream;
    stream.connectToHost(QHostAddress(QHostAddress::LocalHost), 1);
    QVERIFY(!stream.waitForConnected());
    RdmaConnectionWatcher watcher;
    const Statuses statuses = ask(&watcher);
    QCOMPARE(statuses.size(), 1);
    QVERIFY(statuses.first().rdmaError().isError());
    QVERIFY(!statuses.first().rdmaError().hint().isEmpty());
}

// Which finds the list free, whatever other threads do with it at that moment.
void tst_ConnectionWatcher::childOfFork()
{
    using QtRdmaPrivate::RegisteredConnection;
    std::atomic<bool> stop = false;
    std::thread other([this, &stop] {
        while (!stop)
            RegisteredConnection(this, {});
    });
    int status = 0;
    for (int i = 0; i < 100 && status == 0; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::alarm(20); // ends what waits for ever
            {
                const RegisteredConnection own(this, {});
            }
            ::_exit(0);
        }
        status = ::waitpid(child, &status, 0) == child ? status : -1;
    }
    stop = true;
    other.join();
    QCOMPARE(status, 0);
}

QTEST_GUILESS_MAIN(tst_ConnectionWatcher)
#include "tst_connectionwatcher.moc"
