// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qtrdmafault.h"
#include "rdmaleaks.h"
#include "rdmatest.h"
#include "worker.h"

#include "engine/asyncevents_p.h"

#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaQueuePair>

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <functional>
#include <memory>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;

const QHostAddress group4(QStringLiteral("239.77.0.5"));
const QHostAddress group6(QStringLiteral("ff0e::77"));

QList<RdmaDatagram> takeAll(RdmaDatagramSocket *socket)
{
    QList<RdmaDatagram> datagrams;
    while (socket->hasPendingDatagrams())
        datagrams.append(socket->receiveDatagram());
    return datagrams;
}

bool isFailed(RdmaDatagramSocket *socket)
{
    return socket->rdmaError().isError();
}

// Of the same network as the sockets; whether anybody has it is no matter where calls are held.
RdmaEndpoint strangers(const RdmaDatagramSocket *like, int number)
{
    RdmaEndpoint endpoint = like->localEndpoint();
    QByteArray gid = endpoint.gid();
    gid[14] = char(200);
    gid[15] = char(number);
    endpoint.setGid(gid);
    return endpoint;
}

// Calls are held while it lives.
class Held
{
public:
    explicit Held(const char *call) { qtrdmafault_hold(call); }
    ~Held() { release(); }
    Q_DISABLE_COPY_MOVE(Held)

    static void release() { qtrdmafault_hold(nullptr); }
};

} // namespace

class tst_RdmaDatagramSocket : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void unbound();
    void bindRefusals();
    void answers_data();
    void answers();
    void immediate();
    void writeRefusals();
    void manyPeers();
    void fullReceiver();
    void fullSendQueue();
    void queuePairAsPeer();
    void bindAgain();
    void queuePairFails();
    void deletedInSlots();
    void threadEnds();
    void movedToAnotherThread();
    void moveIsTold_data();
    void moveIsTold();
    void withoutEventLoop();
    void multicastMembership();
    void multicastRefusals();
    void failingCalls();
    void looksForReceiversElsewhere();
    void receiverIsNotFound();
    void strangersAreBounded();
    void endsWhileLooking_data();
    void endsWhileLooking();
    void noThreadToLook();
    void childOfFork();

private:
    RdmaDatagramSocket *bound(const QHostAddress &address = RdmaTest::address(),
                              const RdmaConnectionOptions &options = RdmaConnectionOptions());

    std::vector<std::unique_ptr<RdmaDatagramSocket>> sockets;
};

void tst_RdmaDatagramSocket::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    if (!RdmaTest::isSiw())
        return;
    RdmaDatagramSocket socket;
    QVERIFY(!socket.bind(RdmaTest::address()));
    QVERIFY(socket.rdmaError().text().contains(QLatin1String("iWARP")));
    QVERIFY(!socket.rdmaError().hint().isEmpty());
    QCOMPARE(socket.state(), QAbstractSocket::UnconnectedState);
    QSKIP("iWARP has no datagrams: that bind() says so has just been tested");
}

void tst_RdmaDatagramSocket::cleanup()
{
    sockets.clear();
}

RdmaDatagramSocket *tst_RdmaDatagramSocket::bound(const QHostAddress &address,
                                                  const RdmaConnectionOptions &options)
{
    sockets.push_back(std::make_unique<RdmaDatagramSocket>());
    RdmaDatagramSocket *socket = sockets.back().get();
    if (!socket->bind(address, options))
        qWarning() << socket->rdmaError();
    return socket;
}

void tst_RdmaDatagramSocket::unbound()
{
    RdmaDatagramSocket socket;
    QCOMPARE(socket.state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!socket.localEndpoint().isValid());
    QVERIFY(socket.localAddress().isNull() && socket.deviceName().isEmpty());
    QCOMPARE(socket.maxDatagramSize(), 0);
    QVERIFY(!socket.nativeHandle());
    QVERIFY(!socket.hasPendingDatagrams());
    QCOMPARE(socket.pendingDatagramSize(), -1);
    QVERIFY(!socket.receiveDatagram().isValid());
    QCOMPARE(socket.writeDatagram("x", RdmaEndpoint()), -1);
    QVERIFY(socket.rdmaError().text().contains(QLatin1String("not bound")));
    QVERIFY(!socket.joinMulticastGroup(group4));
    QVERIFY(!socket.leaveMulticastGroup(group4));
    QVERIFY(!socket.waitForReadyRead(0));
    QVERIFY(!socket.waitForJoined(group4, 0));
    socket.close();
    QCOMPARE(QDebug::toString(RdmaDatagram()), QStringLiteral("RdmaDatagram(invalid)"));
}

void tst_RdmaDatagramSocket::bindRefusals()
{
    RdmaDatagramSocket socket;
    QSignalSpy states(&socket, &RdmaDatagramSocket::stateChanged);
    QVERIFY(!socket.bind(QHostAddress::LocalHost));
    QVERIFY(socket.rdmaError().isError());
    QVERIFY(!socket.bind(QHostAddress::AnyIPv4));
    QVERIFY(!socket.bind(QHostAddress()));
    RdmaConnectionOptions options;
    options.setReceiveDepth(0);
    QVERIFY(!socket.bind(RdmaTest::address(), options));
    options.setReceiveDepth(1 << 30);
    QVERIFY(!socket.bind(RdmaTest::address(), options));
    QVERIFY(states.isEmpty());
    QVERIFY(socket.bind(RdmaTest::address()));
    QVERIFY(!socket.bind(RdmaTest::address()));
    QVERIFY(socket.rdmaError().text().contains(QLatin1String("already")));
    QCOMPARE(states.count(), 1);
}

void tst_RdmaDatagramSocket::answers_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::addColumn<int>("size");
    for (const int size : { 0, 1, 64, 65, 512, -1 }) {
        const QByteArray name = size < 0 ? QByteArray("most") : QByteArray::number(size);
        QTest::addRow("IPv4, %s bytes", name.constData()) << RdmaTest::address() << size;
        QTest::addRow("IPv6, %s bytes", name.constData()) << RdmaTest::address6() << size;
    }
}

// The sender of a datagram can be answered, and nothing else is needed for it.
void tst_RdmaDatagramSocket::answers()
{
    QFETCH(const QHostAddress, address);
    QFETCH(int, size);
    if (RdmaTest::isNull() && address.isNull())
        QSKIP("The null device has no such address");
    RdmaDatagramSocket *here = bound(address);
    RdmaDatagramSocket *there = bound(address);
    QCOMPARE(here->state(), QAbstractSocket::BoundState);
    QCOMPARE(here->localAddress(), address);
    QVERIFY(!here->deviceName().isEmpty());
    QVERIFY(here->maxDatagramSize() >= 256);
    if (size < 0)
        size = int(here->maxDatagramSize());
    const QByteArray data(size, 'd');
    QSignalSpy written(here, &RdmaDatagramSocket::bytesWritten);
    connect(there, &RdmaDatagramSocket::readyRead, there, [there] {
        for (const RdmaDatagram &datagram : takeAll(there))
            there->writeDatagram(datagram.data(), datagram.sender());
    });
    QCOMPARE(here->writeDatagram(data, there->localEndpoint()), data.size());
    QTRY_VERIFY_WITH_TIMEOUT(here->hasPendingDatagrams(), Patience);
    QCOMPARE(here->pendingDatagramSize(), data.size());
    const RdmaDatagram answer = here->receiveDatagram();
    QVERIFY(answer.isValid());
    QCOMPARE(answer.data(), data);
    QVERIFY(!answer.hasImmediate());
    QVERIFY(answer.group().isNull());
    QCOMPARE(answer.sender().queuePairNumber(), there->localEndpoint().queuePairNumber());
    QCOMPARE(answer.sender().gid(), there->localEndpoint().gid());
    QVERIFY(!here->hasPendingDatagrams());
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), size == 0 ? 0 : 1, Patience);
    QVERIFY(QDebug::toString(answer).contains(QString::number(size) + QLatin1String(" bytes")));
}

void tst_RdmaDatagramSocket::immediate()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound();
    QCOMPARE(here->writeDatagramWithImmediate("x", 0x12345678, there->localEndpoint()), 1);
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    const RdmaDatagram datagram = there->receiveDatagram();
    QVERIFY(datagram.hasImmediate());
    QCOMPARE(datagram.immediate(), 0x12345678U);
}

void tst_RdmaDatagramSocket::writeRefusals()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound();
    const QByteArray large(here->maxDatagramSize() + 1, 'x');
    QCOMPARE(here->writeDatagram(large, there->localEndpoint()), -1);
    QCOMPARE(here->rdmaError().socketError(), QAbstractSocket::DatagramTooLargeError);
    QVERIFY(here->rdmaError().text().contains(QString::number(here->maxDatagramSize())));
    QCOMPARE(here->writeDatagram("x", RdmaEndpoint()), -1);
    QVERIFY(here->rdmaError().text().contains(QLatin1String("not valid")));
    RdmaEndpoint nowhere = there->localEndpoint();
    nowhere.setGid({});
    nowhere.setLid(1);
    QCOMPARE(here->writeDatagram("x", nowhere), -1);
    QVERIFY(here->rdmaError().text().contains(QLatin1String("GID")));
    if (RdmaTest::isRxe()) {
        QCOMPARE(here->writeDatagram("x", bound(RdmaTest::address6())->localEndpoint()), -1);
        QVERIFY(here->rdmaError().hint().contains(QLatin1String("GID")));
    }
    QCOMPARE(here->writeDatagram("x", group4), -1);
    QVERIFY(here->rdmaError().text().contains(QLatin1String("not joined")));
    // None of that has hurt it.
    QCOMPARE(here->writeDatagram("x", there->localEndpoint()), 1);
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    // A wrong key: dropped by the receiver, nobody is told.
    RdmaEndpoint wrong = there->localEndpoint();
    wrong.setQueueKey(wrong.queueKey() ^ 1);
    takeAll(there);
    QCOMPARE(here->writeDatagram("dropped", wrong), 7);
    QCOMPARE(here->writeDatagram("taken", there->localEndpoint()), 5);
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    QCOMPARE(there->receiveDatagram().data(), "taken");
}

void tst_RdmaDatagramSocket::manyPeers()
{
    constexpr int Peers = 8;
    RdmaDatagramSocket *hub = bound();
    connect(hub, &RdmaDatagramSocket::readyRead, hub, [hub] {
        for (const RdmaDatagram &datagram : takeAll(hub))
            hub->writeDatagram("to " + datagram.data(), datagram.sender());
    });
    QList<RdmaDatagramSocket *> peers;
    for (int i = 0; i < Peers; ++i) {
        peers.append(bound());
        QVERIFY(peers.last()->writeDatagram(QByteArray::number(i), hub->localEndpoint()) > 0);
    }
    for (int i = 0; i < Peers; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(peers.at(i)->hasPendingDatagrams(), Patience);
        QCOMPARE(peers.at(i)->receiveDatagram().data(), "to " + QByteArray::number(i));
        QVERIFY(!peers.at(i)->hasPendingDatagrams());
    }
}

// What a peer can make a socket hold is bounded; later datagrams come in again.
void tst_RdmaDatagramSocket::fullReceiver()
{
    RdmaConnectionOptions options;
    options.setReceiveDepth(4);
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound(RdmaTest::address(), options);
    QSignalSpy written(here, &RdmaDatagramSocket::bytesWritten);
    const auto sum = [&written] {
        qint64 bytes = 0;
        for (const auto &signal : written)
            bytes += signal.constFirst().toLongLong();
        return bytes;
    };
    for (char c = 'a'; c < 'a' + 20; ++c)
        QCOMPARE(here->writeDatagram(QByteArray(1, c), there->localEndpoint()), 1);
    // A queue pair sends in order: when this one has come, those before it have come or are lost.
    RdmaDatagramSocket *last = bound();
    QCOMPARE(here->writeDatagram("l", last->localEndpoint()), 1);
    QTRY_COMPARE_WITH_TIMEOUT(sum(), qint64(21), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(last->hasPendingDatagrams(), Patience);
    const QList<RdmaDatagram> first = takeAll(there);
    QCOMPARE(first.size(), 4);
    for (int i = 0; i < 4; ++i)
        QCOMPARE(first.at(i).data(), QByteArray(1, char('a' + i)));
    QCOMPARE(here->writeDatagram("z", there->localEndpoint()), 1);
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    QCOMPARE(there->receiveDatagram().data(), "z");
}

void tst_RdmaDatagramSocket::fullSendQueue()
{
    RdmaConnectionOptions options;
    options.setSendDepth(2);
    RdmaDatagramSocket *here = bound(RdmaTest::address(), options);
    RdmaDatagramSocket *there = bound();
    QSignalSpy ready(here, &RdmaDatagramSocket::sendQueueReady);
    QSignalSpy errors(here, &RdmaDatagramSocket::errorOccurred);
    int sent = 0;
    while (here->writeDatagram("x", there->localEndpoint()) == 1 && sent < 100)
        ++sent;
    QCOMPARE(sent, 2);
    QCOMPARE(here->rdmaError().category(), RdmaError::Category::QueueFull);
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, Patience);
    QCOMPARE(here->writeDatagram("x", there->localEndpoint()), 1);
    QVERIFY(errors.isEmpty());
}

void tst_RdmaDatagramSocket::queuePairAsPeer()
{
    RdmaDatagramSocket *socket = bound();
    RdmaQueuePair queuePair;
    QVERIFY(queuePair.create(RdmaTest::address(), Rdma::QueuePairType::UnreliableDatagram));
    queuePair.postReceive(256);
    QVERIFY(queuePair.connectToEndpoint(socket->localEndpoint()));
    QTRY_COMPARE_WITH_TIMEOUT(queuePair.state(), QAbstractSocket::ConnectedState, Patience);
    QVERIFY(queuePair.postSend("verbs") != 0);
    QTRY_VERIFY_WITH_TIMEOUT(socket->hasPendingDatagrams(), Patience);
    QCOMPARE(socket->receiveDatagram().data(), "verbs");
    QSignalSpy completions(&queuePair, &RdmaQueuePair::completed);
    QCOMPARE(socket->writeDatagram("socket", queuePair.localEndpoint()), 6);
    const auto received = [&] {
        QByteArray data;
        for (const auto &signal : completions)
            data += signal.at(1).value<RdmaCompletion>().data();
        return data;
    };
    QTRY_COMPARE_WITH_TIMEOUT(received(), QByteArray("socket"), Patience);
}

void tst_RdmaDatagramSocket::bindAgain()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound();
    QSignalSpy states(there, &RdmaDatagramSocket::stateChanged);
    for (int round = 0; round < 3; ++round) {
        QCOMPARE(here->writeDatagram("x", there->localEndpoint()), 1);
        QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
        there->close();
        QCOMPARE(there->state(), QAbstractSocket::UnconnectedState);
        QVERIFY(!there->hasPendingDatagrams());
        QVERIFY(!there->localEndpoint().isValid());
        QCOMPARE(states.count(), 2 * round + 1);
        QVERIFY(there->bind(RdmaTest::address()));
    }
}

// What has come before can still be taken; then the socket is as new.
void tst_RdmaDatagramSocket::queuePairFails()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound();
    QVERIFY(there->joinMulticastGroup(group4));
    QVERIFY(there->waitForJoined(group4, Patience));
    QCOMPARE(here->writeDatagram("before", there->localEndpoint()), 6);
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    QSignalSpy errors(there, &RdmaDatagramSocket::errorOccurred);
    QSignalSpy states(there, &RdmaDatagramSocket::stateChanged);
    ibv_qp *const native = there->nativeHandle();
    qtrdmafault_raise_async(native->context, IBV_EVENT_QP_FATAL, native);
    lookForAsyncEvents();
    QTRY_COMPARE_WITH_TIMEOUT(states.count(), 1, Patience);
    QCOMPARE(there->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(there->rdmaError().category(), RdmaError::Category::Device);
    QVERIFY(there->multicastGroups().isEmpty());
    QCOMPARE(there->writeDatagram("x", here->localEndpoint()), -1);
    QCOMPARE(there->receiveDatagram().data(), "before");
    QVERIFY2(there->bind(RdmaTest::address()), qPrintable(there->rdmaError().toString()));
    QCOMPARE(here->writeDatagram("after", there->localEndpoint()), 5);
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    QCOMPARE(there->receiveDatagram().data(), "after");
}

void tst_RdmaDatagramSocket::deletedInSlots()
{
    RdmaDatagramSocket *here = bound();
    auto *there = new RdmaDatagramSocket;
    QVERIFY(there->bind(RdmaTest::address()));
    QSignalSpy gone(there, &QObject::destroyed);
    connect(there, &RdmaDatagramSocket::readyRead, this, [there] { delete there; });
    for (int i = 0; i < 3; ++i)
        QCOMPARE(here->writeDatagram("x", there->localEndpoint()), 1);
    QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, Patience);
    auto *closing = new RdmaDatagramSocket;
    QVERIFY(closing->bind(RdmaTest::address()));
    QSignalSpy closed(closing, &QObject::destroyed);
    connect(closing, &RdmaDatagramSocket::stateChanged, this, [closing] { delete closing; });
    closing->close();
    QCOMPARE(closed.count(), 1);
    connect(here, &RdmaDatagramSocket::bytesWritten, here, &RdmaDatagramSocket::close);
    QCOMPARE(here->writeDatagram("x", here->localEndpoint()), 1);
    QTRY_COMPARE_WITH_TIMEOUT(here->state(), QAbstractSocket::UnconnectedState, Patience);
}

// An object that outlives the engine of its thread is closed, and harmless.
void tst_RdmaDatagramSocket::threadEnds()
{
    std::unique_ptr<RdmaDatagramSocket> socket;
    {
        const Worker worker([&] {
            socket = std::make_unique<RdmaDatagramSocket>();
            if (socket->bind(RdmaTest::address()))
                socket->joinMulticastGroup(group4);
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    } // its engine goes with the thread, after the function
    QCOMPARE(socket->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!socket->localEndpoint().isValid());
    QVERIFY(!socket->hasPendingDatagrams());
}

// What has come moves along.
void tst_RdmaDatagramSocket::movedToAnotherThread()
{
    RdmaDatagramSocket *sender = bound();
    auto socket = std::make_unique<RdmaDatagramSocket>();
    QVERIFY(socket->bind(RdmaTest::address()));
    QVERIFY(socket->joinMulticastGroup(group4));
    QVERIFY(socket->waitForJoined(group4, Patience));
    QVERIFY(sender->writeDatagram("came before", socket->localEndpoint()) > 0);
    QTRY_VERIFY_WITH_TIMEOUT(socket->hasPendingDatagrams(), Patience);
    QSignalSpy errors(socket.get(), &RdmaDatagramSocket::errorOccurred);
    QByteArray before;
    QByteArray after;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        before = socket->receiveDatagram().data();
        if (socket->bind(RdmaTest::address())
            && socket->writeDatagram("to myself", socket->localEndpoint()) > 0
            && socket->waitForReadyRead(Patience))
            after = socket->receiveDatagram().data();
        socket.reset();
        done = true;
    }));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("the socket is closed")));
    socket->moveToThread(thread.get());
    QCOMPARE(socket->rdmaError().category(), RdmaError::Category::Usage);
    QCOMPARE(socket->state(), QAbstractSocket::UnconnectedState);

    thread->start();
    QVERIFY(thread->wait(Patience) && done);
    QCOMPARE(errors.count(), 0); // bind() came before it could be told
    QCOMPARE(before, QByteArray("came before"));
    QCOMPARE(after, QByteArray("to myself"));
}

void tst_RdmaDatagramSocket::moveIsTold_data()
{
    QTest::addColumn<bool>("byLoop");
    QTest::newRow("by the event loop") << true;
    QTest::newRow("by the next wait") << false;
}

// In the other thread: slots may delete whom the caller of moveToThread() still uses.
void tst_RdmaDatagramSocket::moveIsTold()
{
    QFETCH(const bool, byLoop);
    auto socket = std::make_unique<RdmaDatagramSocket>();
    QVERIFY(socket->bind(RdmaTest::address()));
    QStringList told;
    RdmaError error;
    std::atomic_bool done = false; // the thread sanitizer sees nothing else of how Qt waits
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        if (byLoop)
            QCoreApplication::sendPostedEvents(socket.get());
        else
            socket->waitForReadyRead(0);
        done = true;
    }));
    const auto note = [&](const char *what) {
        const bool inThread = QThread::currentThread() == thread.get();
        told += QLatin1String(what) + QLatin1String(inThread ? "" : ", too early");
    };
    connect(socket.get(), &RdmaDatagramSocket::errorOccurred, socket.get(),
            [&](const RdmaError &why) {
                error = why;
                note("errorOccurred");
            });
    connect(socket.get(), &RdmaDatagramSocket::stateChanged, socket.get(),
            [&] { note("stateChanged"); });
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(QStringLiteral("the socket is closed.*bind")));
    socket->moveToThread(thread.get());
    QCOMPARE(told, QStringList());
    QCOMPARE(socket->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!socket->waitForReadyRead(0)); // is told there, and not here
    QCOMPARE(told, QStringList());

    thread->start();
    QVERIFY(thread->wait(Patience) && done);
    QCOMPARE(told,
             QStringList({ QStringLiteral("errorOccurred"), QStringLiteral("stateChanged") }));
    QCOMPARE(error.socketError(), QAbstractSocket::OperationError);
    QVERIFY(!error.hint().isEmpty());
}

void tst_RdmaDatagramSocket::withoutEventLoop()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound();
    QVERIFY(here->joinMulticastGroup(group4));
    QVERIFY(here->waitForJoined(group4, Patience));
    QCOMPARE(here->multicastGroups(), { group4 });
    QVERIFY(!here->waitForJoined(group6, Patience)); // at once
    QVERIFY(!there->waitForReadyRead(1));
    QCOMPARE(here->writeDatagram("x", there->localEndpoint()), 1);
    QVERIFY(there->waitForReadyRead(Patience));
    QCOMPARE(there->receiveDatagram().data(), "x");

    // A thread that only writes. The first datagram waits until its receiver is found.
    const RdmaEndpoint receiver = there->localEndpoint();
    QList<bool> results;
    const Worker worker([&] {
        RdmaDatagramSocket sender;
        results.append(sender.waitForBytesWritten(Patience)); // not bound
        if (!sender.bind(RdmaTest::address()))
            return;
        results.append(sender.waitForBytesWritten(Patience)); // nothing on its way
        results.append(sender.writeDatagram("alone", receiver) == 5);
        results.append(sender.waitForBytesWritten(Patience));
        qtrdmafault_arm("ibv_create_ah", 1, ETIMEDOUT);
        results.append(sender.writeDatagram("lost", strangers(&sender, 1)) == 4);
        results.append(sender.waitForBytesWritten(Patience)); // dropped
        qtrdmafault_reset();
    });
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    QCOMPARE(results, QList<bool>({ false, false, true, true, true, false }));
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    QCOMPARE(there->receiveDatagram().data(), "alone");
}

// Datagrams to groups are tested between two machines: these devices do not hear themselves.
void tst_RdmaDatagramSocket::multicastMembership()
{
    const QHostAddress group = group4;
    RdmaDatagramSocket *socket = bound();
    QSignalSpy joined(socket, &RdmaDatagramSocket::joinedMulticastGroup);
    QSignalSpy written(socket, &RdmaDatagramSocket::bytesWritten);
    for (int round = 1; round <= 3; ++round) {
        QVERIFY2(socket->joinMulticastGroup(group), qPrintable(socket->rdmaError().toString()));
        QVERIFY(!socket->joinMulticastGroup(group));
        QTRY_COMPARE_WITH_TIMEOUT(joined.count(), round, Patience);
        QCOMPARE(joined.last().constFirst().value<QHostAddress>(), group);
        QCOMPARE(socket->multicastGroups(), { group });
        QCOMPARE(socket->writeDatagram("x", group), 1);
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), round, Patience);
        QVERIFY(socket->leaveMulticastGroup(group));
        QVERIFY(!socket->leaveMulticastGroup(group));
        QVERIFY(socket->multicastGroups().isEmpty());
        QCOMPARE(socket->writeDatagram("x", group), -1);
    }
    // Left before it was joined, and closed as a member.
    QVERIFY(socket->joinMulticastGroup(group));
    QVERIFY(socket->leaveMulticastGroup(group));
    QVERIFY(socket->joinMulticastGroup(group));
    socket->close();
    QVERIFY(socket->multicastGroups().isEmpty());
    // Events come in order: nothing has come of those.
    RdmaDatagramSocket *other = bound();
    QVERIFY(other->joinMulticastGroup(group));
    QVERIFY(other->waitForJoined(group, Patience));
    QCOMPARE(joined.count(), 3);
}

void tst_RdmaDatagramSocket::multicastRefusals()
{
    RdmaDatagramSocket *socket = bound();
    QSignalSpy errors(socket, &RdmaDatagramSocket::errorOccurred);
    QVERIFY(!socket->joinMulticastGroup(RdmaTest::address()));
    QVERIFY(socket->rdmaError().text().contains(QLatin1String("multicast")));
    QVERIFY(!socket->joinMulticastGroup(QHostAddress()));
    if (RdmaTest::isRxe()) { // InfiniBand has them
        QVERIFY(!socket->joinMulticastGroup(group6));
        QVERIFY(socket->rdmaError().text().contains(QLatin1String("IPv6")));
        QCOMPARE(socket->rdmaError().call(), QLatin1String("rdma_join_multicast"));
        RdmaDatagramSocket *other = bound(RdmaTest::address6());
        QVERIFY(!other->joinMulticastGroup(group4));
        QVERIFY(other->rdmaError().text().contains(QLatin1String("IPv6")));
    }
    QCOMPARE(socket->state(), QAbstractSocket::BoundState);
    QVERIFY(errors.isEmpty());
}

// Each call fails once, at every place: what it is for is refused with its name, or an error follows; the next attempt
// succeeds, and nothing stays behind.
void tst_RdmaDatagramSocket::failingCalls()
{
    const QStringList kinds = { QStringLiteral("qp"), QStringLiteral("cm_id") };
    const QList<int> nothing = { 0, 1 }; // which holds the device open
    QStringList failed;
    RdmaConnectionOptions options;
    options.setReceiveDepth(2);
    sockets.clear();
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResources(kinds), nothing, Patience);
    for (int n = 1; failed.isEmpty() || !failed.constLast().isEmpty(); ++n) {
        RdmaDatagramSocket *here = new RdmaDatagramSocket;
        RdmaDatagramSocket *there = new RdmaDatagramSocket;
        sockets.emplace_back(here);
        sockets.emplace_back(there);
        qtrdmafault_arm("-ibv_poll_cq,-ibv_get_cq_event,-rdma_get_cm_event,-ibv_get_async_event,"
                        "-ibv_req_notify_cq,-ibv_query_gid", // of an entry that is another's
                        n, 0);
        const bool done = here->bind(RdmaTest::address(), options)
                && there->bind(RdmaTest::address(), options) && here->joinMulticastGroup(group4)
                && here->waitForJoined(group4, Patience)
                && here->writeDatagram("x", there->localEndpoint()) == 1
                && QTest::qWaitFor([&] { return there->hasPendingDatagrams() || isFailed(here); },
                                   Patience)
                && there->receiveDatagram().data() == "x" && !there->rdmaError().isError();
        failed.append(QString::fromLatin1(qtrdmafault_failed_call()));
        qtrdmafault_reset();
        const QString story = QStringLiteral("%1. %2: %3 | %4")
                                      .arg(n)
                                      .arg(failed.constLast(), here->rdmaError().toString(),
                                           there->rdmaError().toString());
        QVERIFY2(done == failed.constLast().isEmpty(), qPrintable(story));
        QVERIFY2(done || here->rdmaError().call() == failed.constLast()
                         || there->rdmaError().call() == failed.constLast(),
                 qPrintable(story));
        sockets.clear();
        // The calls of the reaper are not this test's.
        QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResources(kinds), nothing, Patience);
    }
    for (const char *call :
         { "ibv_create_qp", "ibv_modify_qp", "ibv_post_recv", "rdma_create_id", "rdma_bind_addr",
           "rdma_join_multicast", "ibv_attach_mcast", "ibv_create_ah", "ibv_post_send" })
        QVERIFY2(failed.contains(QLatin1String(call)), call);
}

// The kernel waits for a neighbour within ibv_create_ah(): not in this thread, which goes on meanwhile with everybody else.
void tst_RdmaDatagramSocket::looksForReceiversElsewhere()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *known = bound();
    RdmaDatagramSocket *there = bound();
    QCOMPARE(here->writeDatagram("x", known->localEndpoint()), 1);
    QTRY_VERIFY_WITH_TIMEOUT(known->hasPendingDatagrams(), Patience);
    QCOMPARE(takeAll(known).size(), 1);

    // Two sockets of one address share the way to it: this one has none yet.
    RdmaDatagramSocket *fresh = bound();
    QSignalSpy written(fresh, &RdmaDatagramSocket::bytesWritten);
    const Held held("ibv_create_ah");
    for (const char *data : { "a", "b", "c" })
        QCOMPARE(fresh->writeDatagram(data, there->localEndpoint()), 1);
    QTRY_COMPARE_WITH_TIMEOUT(qtrdmafault_held(), 1, Patience);
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(here->writeDatagram("goes on", known->localEndpoint()), 7);
        QTRY_VERIFY_WITH_TIMEOUT(known->hasPendingDatagrams(), Patience);
        QCOMPARE(takeAll(known).size(), 1);
    }
    QVERIFY(!there->hasPendingDatagrams());
    QCOMPARE(qtrdmafault_not_held(), 0);
    QCOMPARE(qtrdmafault_held(), 1);
    QVERIFY(written.isEmpty());

    held.release();
    QByteArray received;
    const auto isAllThere = [&] {
        for (const RdmaDatagram &datagram : takeAll(there))
            received += datagram.data();
        return received.size() >= 3;
    };
    QVERIFY(QTest::qWaitFor(isAllThere, Patience));
    QCOMPARE(received, QByteArray("abc"));
    QTRY_VERIFY_WITH_TIMEOUT(!written.isEmpty(), Patience);
    QVERIFY(!fresh->rdmaError().isError());
}

// It is told once, remembered for some seconds, and then tried again.
void tst_RdmaDatagramSocket::receiverIsNotFound()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound();
    QSignalSpy errors(here, &RdmaDatagramSocket::errorOccurred);
    qtrdmafault_arm("ibv_create_ah", 1, ETIMEDOUT);
    QCOMPARE(here->writeDatagram("lost", there->localEndpoint()), 4);
    QCOMPARE(here->writeDatagram("lost", there->localEndpoint()), 4);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(here->state(), QAbstractSocket::BoundState);
    const auto error = errors.at(0).at(0).value<RdmaError>();
    QCOMPARE(error.call(), QStringLiteral("ibv_create_ah"));
    QCOMPARE(error.code(), ETIMEDOUT);
    const QString gid = QString::fromLatin1(there->localEndpoint().gid().toHex(':'));
    QVERIFY2(error.hint().contains(gid), qPrintable(error.hint()));

    for (int i = 0; i < 10; ++i)
        QCOMPARE(here->writeDatagram("refused", there->localEndpoint()), -1);
    QCOMPARE(here->rdmaError().toString(), error.toString());
    QCOMPARE(qtrdmafault_count(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(here->writeDatagram("again", there->localEndpoint()), 5, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(there->hasPendingDatagrams(), Patience);
    QCOMPARE(there->receiveDatagram().data(), "again");
    QCOMPARE(errors.count(), 1);
    qtrdmafault_reset();
}

// Who invents senders takes bounded memory and threads, and nothing from those who are known.
void tst_RdmaDatagramSocket::strangersAreBounded()
{
    RdmaConnectionOptions options;
    options.setSendDepth(64);
    RdmaDatagramSocket *here = bound(RdmaTest::address(), options);
    RdmaDatagramSocket *known = bound();
    QCOMPARE(here->writeDatagram("x", known->localEndpoint()), 1);
    QTRY_VERIFY_WITH_TIMEOUT(known->hasPendingDatagrams(), Patience);
    QCOMPARE(takeAll(known).size(), 1);

    QSignalSpy ready(here, &RdmaDatagramSocket::sendQueueReady);
    const Held held("ibv_create_ah");
    int strangersTaken = 0;
    for (int i = 1; i < 100; ++i)
        strangersTaken += here->writeDatagram("x", strangers(here, i)) == 1;
    QVERIFY2(strangersTaken > 0 && strangersTaken <= 32, QByteArray::number(strangersTaken));
    QCOMPARE(here->rdmaError().category(), RdmaError::Category::QueueFull);
    int datagramsTaken = strangersTaken;
    for (int i = 0; i < 200; ++i)
        datagramsTaken += here->writeDatagram("x", strangers(here, 1)) == 1;
    QCOMPARE(datagramsTaken, options.sendDepth());
    QCOMPARE(here->rdmaError().category(), RdmaError::Category::QueueFull);
    QTRY_VERIFY_WITH_TIMEOUT(qtrdmafault_held() >= 8, Patience);
    QCOMPARE(qtrdmafault_held(), 8);

    QCOMPARE(here->writeDatagram("goes on", known->localEndpoint()), 7);
    QTRY_VERIFY_WITH_TIMEOUT(known->hasPendingDatagrams(), Patience);
    QCOMPARE(qtrdmafault_held(), 8);
    QCOMPARE(qtrdmafault_not_held(), 0);
    ready.clear();
    QCOMPARE(here->writeDatagram("x", strangers(here, 1)), -1);
    held.release();
    QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty(), Patience);
}

using EndSocket = std::function<void(std::unique_ptr<RdmaDatagramSocket> *)>;
Q_DECLARE_METATYPE(EndSocket)

void tst_RdmaDatagramSocket::endsWhileLooking_data()
{
    QTest::addColumn<EndSocket>("end");
    QTest::newRow("deleted") << EndSocket([](auto *socket) { socket->reset(); });
    QTest::newRow("closed") << EndSocket([](auto *socket) { (*socket)->close(); });
    QTest::newRow("bound again") << EndSocket([](auto *socket) {
        (*socket)->close();
        QVERIFY((*socket)->bind(RdmaTest::address()));
    });
    QTest::newRow("thread ends") << EndSocket([](auto *socket) {
        socket->reset();
        const Worker worker([socket] {
            *socket = std::make_unique<RdmaDatagramSocket>();
            if ((*socket)->bind(RdmaTest::address()))
                (*socket)->writeDatagram("x", strangers(socket->get(), 9));
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    });
}

void tst_RdmaDatagramSocket::endsWhileLooking()
{
    QFETCH(const EndSocket, end);
    const QStringList kinds = { QStringLiteral("qp"), QStringLiteral("cm_id") };
    auto socket = std::make_unique<RdmaDatagramSocket>();
    QVERIFY(socket->bind(RdmaTest::address()));
    QSignalSpy errors(socket.get(), &RdmaDatagramSocket::errorOccurred);
    {
        const Held held("ibv_create_ah");
        for (int i = 1; i < 12; ++i)
            QCOMPARE(socket->writeDatagram("x", strangers(socket.get(), i)), 1);
        QTRY_COMPARE_WITH_TIMEOUT(qtrdmafault_held(), 8, Patience);
        end(&socket);
        QCOMPARE(qtrdmafault_not_held(), 0);
    }
    QTRY_COMPARE_WITH_TIMEOUT(qtrdmafault_held(), 0, Patience);
    if (socket && socket->state() == QAbstractSocket::BoundState) {
        QVERIFY(socket->writeDatagram("to myself", socket->localEndpoint()) > 0);
        QTRY_VERIFY_WITH_TIMEOUT(socket->hasPendingDatagrams(), Patience);
        QCOMPARE(socket->receiveDatagram().data(), "to myself");
    }
    QVERIFY(errors.isEmpty());
    socket.reset();
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResources(kinds).at(0), 0, Patience);
}

void tst_RdmaDatagramSocket::noThreadToLook()
{
    const RdmaEndpoint there = bound()->localEndpoint();
    qint64 refused = 0;
    qint64 written = 0;
    RdmaError error;
    const Worker worker([&] { // its engine has no threads yet
        RdmaDatagramSocket here;
        if (!here.bind(RdmaTest::address()))
            return;
        qtrdmafault_refuse_threads(1);
        refused = here.writeDatagram("x", there);
        qtrdmafault_refuse_threads(0);
        error = here.rdmaError();
        written = here.writeDatagram("x", there);
        here.waitForBytesWritten(Patience);
    });
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    QCOMPARE(refused, -1);
    QCOMPARE(error.call(), QStringLiteral("pthread_create"));
    QCOMPARE(written, 1);
}

// Of what the parent has yet to be told the child hears nothing.
void tst_RdmaDatagramSocket::childOfFork()
{
    RdmaDatagramSocket *here = bound();
    RdmaDatagramSocket *there = bound();
    QSignalSpy told(here, &RdmaDatagramSocket::readyRead);
    QCOMPARE(there->writeDatagram("of the parent", here->localEndpoint()), 13);
    const QDeadlineTimer deadline(Patience);
    while (!here->hasPendingDatagrams() && !deadline.hasExpired())
        there->waitForReadyRead(10); // which tells the other nothing
    QVERIFY(here->hasPendingDatagrams());
    QCOMPARE(told.count(), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(Patience / 1000);
        const bool waited = here->waitForReadyRead(0) || there->waitForBytesWritten(0);
        ::_exit(told.count() + 2 * int(waited) + 4 * int(here->hasPendingDatagrams()));
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, Patience);
    QCOMPARE(here->receiveDatagram().data(), QByteArray("of the parent"));
}

QTEST_GUILESS_MAIN(tst_RdmaDatagramSocket)

#include "tst_rdmadatagramsocket.moc"
