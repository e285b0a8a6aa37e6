// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "qtrdmafault.h"
#include "queuepairs.h"
#include "rdmatest.h"

#include "engine/asyncevents_p.h"

#include <QtRdma/RdmaConnectionWatcher>
#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qmetaobject.h>
#include <QtCore/qpointer.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>

#include <functional>
#include <map>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;

template <typename Sender>
using Scenarios = std::map<QByteArray, std::function<void(Sender *)>>;

QList<QByteArray> signalsOf(const QMetaObject &meta)
{
    QList<QByteArray> names;
    for (int i = meta.methodOffset(); i < meta.methodCount(); ++i) {
        if (meta.method(i).methodType() == QMetaMethod::Signal)
            names.append(meta.method(i).name());
    }
    return names;
}

void addRows(const QMetaObject &meta)
{
    QTest::addColumn<QByteArray>("signal");
    for (const QByteArray &name : signalsOf(meta))
        QTest::newRow(name.constData()) << name;
}

QMetaMethod methodOf(const QMetaObject &meta, const QByteArray &name)
{
    for (int i = 0; i < meta.methodCount(); ++i) {
        if (meta.method(i).name() == name)
            return meta.method(i);
    }
    return {};
}

} // namespace

class Deleter : public QObject
{
    Q_OBJECT

public:
    Deleter(QObject *sender, const QByteArray &signal) : m_sender(sender)
    {
        connect(sender, methodOf(*sender->metaObject(), signal), this,
                methodOf(staticMetaObject, "run"));
    }
    bool isDone() const { return m_sender.isNull(); }

public Q_SLOTS:
    void run() { delete m_sender.data(); }

private:
    QPointer<QObject> m_sender;
};

// Each signal of each class, with a slot that deletes the sender. A signal without a way to have it
// emitted fails.
class tst_SenderDeleted : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void queuePair_data() { addRows(RdmaQueuePair::staticMetaObject); }
    void queuePair();
    void datagramSocket_data() { addRows(RdmaDatagramSocket::staticMetaObject); }
    void datagramSocket();
    void sharedReceiveQueue_data() { addRows(RdmaSharedReceiveQueue::staticMetaObject); }
    void sharedReceiveQueue();
    void connectionWatcher_data() { addRows(RdmaConnectionWatcher::staticMetaObject); }
    void connectionWatcher();
    void cleanup();

private:
    template <typename Sender>
    void check(const Scenarios<Sender> &scenarios);
    void connectToServer(RdmaQueuePair *queuePair, const std::function<void()> &whenConnected = {});
    void answer();
    void send(RdmaSharedReceiveQueue *receives);

    std::unique_ptr<QueuePairs> pairs;
};

void tst_SenderDeleted::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_SenderDeleted::init()
{
    pairs = std::make_unique<QueuePairs>();
}

void tst_SenderDeleted::cleanup()
{
    pairs.reset();
}

template <typename Sender>
void tst_SenderDeleted::check(const Scenarios<Sender> &scenarios)
{
    QFETCH(const QByteArray, signal);
    const auto scenario = scenarios.find(signal);
    QVERIFY2(scenario != scenarios.end(), "Nothing makes it emit this signal");
    auto *sender = new Sender; // deleted by the slot
    const Deleter deleter(sender, signal);
    scenario->second(sender);
    QTRY_VERIFY_WITH_TIMEOUT(deleter.isDone(), Patience);
}

void tst_SenderDeleted::connectToServer(RdmaQueuePair *queuePair,
                                        const std::function<void()> &whenConnected)
{
    QVERIFY(pairs->server.listen(RdmaTest::address()));
    if (whenConnected)
        connect(queuePair, &RdmaQueuePair::connected, queuePair, whenConnected);
    RdmaConnectionOptions options;
    options.setSendDepth(2);
    options.setReceiveDepth(2);
    queuePair->connectToHost(pairs->server.serverAddress(), pairs->server.serverPort(), options);
}

// Once the server has received something: on iWARP the side that accepts must not send before.
void tst_SenderDeleted::answer()
{
    const auto hasReceived = [this] {
        const RdmaQueuePair *there = pairs->there();
        return there && there->receivesInFlight() < pairs->server.receives;
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasReceived(), Patience);
    QVERIFY(pairs->there()->postSend("answer") != 0);
}

void tst_SenderDeleted::queuePair()
{
    check(Scenarios<RdmaQueuePair>{
            { "stateChanged", [this](RdmaQueuePair *pair) { connectToServer(pair); } },
            { "connected", [this](RdmaQueuePair *pair) { connectToServer(pair); } },
            { "disconnected",
              [this](RdmaQueuePair *pair) {
                  connectToServer(pair, [pair] { pair->disconnectFromHost(); });
              } },
            { "errorOccurred",
              [](RdmaQueuePair *pair) { pair->connectToHost(RdmaTest::address(), 1); } },
            { "completed",
              [this](RdmaQueuePair *pair) {
                  connectToServer(pair, [pair] { pair->postSend("x"); });
              } },
            { "sendQueueReady",
              [this](RdmaQueuePair *pair) {
                  connectToServer(pair, [pair] {
                      while (pair->postSend("x") != 0) { }
                  });
              } },
            { "receiveQueueReady",
              [this](RdmaQueuePair *pair) {
                  connectToServer(pair, [pair] {
                      while (pair->postReceive(64) != 0) { }
                      pair->postSend("x");
                  });
                  answer();
              } },
    });
}

void tst_SenderDeleted::datagramSocket()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP has no datagrams");
    const auto bind = [](RdmaDatagramSocket *socket) {
        RdmaConnectionOptions options;
        options.setSendDepth(2);
        socket->bind(RdmaTest::address(), options);
    };
    const auto sendToItself = [bind](RdmaDatagramSocket *socket) {
        bind(socket);
        socket->writeDatagram("x", socket->localEndpoint());
    };
    check(Scenarios<RdmaDatagramSocket>{
            { "stateChanged", bind },
            { "readyRead", sendToItself },
            { "bytesWritten", sendToItself },
            { "sendQueueReady",
              [bind](RdmaDatagramSocket *socket) {
                  bind(socket);
                  while (socket->writeDatagram("x", socket->localEndpoint()) == 1) { }
              } },
            { "joinedMulticastGroup",
              [bind](RdmaDatagramSocket *socket) {
                  bind(socket);
                  socket->joinMulticastGroup(QHostAddress(QStringLiteral("239.77.0.6")));
              } },
            { "errorOccurred",
              [bind](RdmaDatagramSocket *socket) {
                  bind(socket);
                  ibv_qp *const native = socket->nativeHandle();
                  qtrdmafault_raise_async(native->context, IBV_EVENT_QP_FATAL, native);
                  lookForAsyncEvents();
              } },
    });
}

// A message takes a receive of the queue.
void tst_SenderDeleted::send(RdmaSharedReceiveQueue *receives)
{
    pairs->server.receives = 0;
    pairs->server.options.setSharedReceiveQueue(receives);
    QVERIFY(pairs->connect());
    QVERIFY(pairs->here.postSend("x") != 0);
}

void tst_SenderDeleted::sharedReceiveQueue()
{
    const auto make = [](RdmaSharedReceiveQueue *receives) {
        QVERIFY(receives->create(RdmaProtectionDomain::allocate(RdmaTest::address()), 4));
        while (receives->postReceive(64) != 0) { } // so there is no room
    };
    check(Scenarios<RdmaSharedReceiveQueue>{
            { "limitChanged", [](RdmaSharedReceiveQueue *receives) { receives->setLimit(2); } },
            { "limitReached",
              [&](RdmaSharedReceiveQueue *receives) {
                  make(receives);
                  receives->setLimit(4);
                  send(receives);
              } },
            { "receiveQueueReady",
              [&](RdmaSharedReceiveQueue *receives) {
                  make(receives);
                  send(receives);
              } },
            { "errorOccurred",
              [&](RdmaSharedReceiveQueue *receives) {
                  make(receives);
                  ibv_srq *const native = receives->nativeHandle();
                  qtrdmafault_raise_async(native->context, IBV_EVENT_SRQ_ERR, native);
                  lookForAsyncEvents();
              } },
    });
}

void tst_SenderDeleted::connectionWatcher()
{
    check(Scenarios<RdmaConnectionWatcher>{
            { "updated", [](RdmaConnectionWatcher *watcher) { watcher->requestUpdate(); } },
    });
}

QTEST_GUILESS_MAIN(tst_SenderDeleted)
#include "tst_senderdeleted.moc"
