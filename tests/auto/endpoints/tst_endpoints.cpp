// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Queue pairs that the program connects itself.

#include "connection/queuepairstates_p.h"
#include "qtrdmafault.h"
#include "rdmatest.h"
#include "worker.h"

#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QtCore/qmetaobject.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <semaphore>

using namespace QtRdmaPrivate;

namespace {

constexpr int Patience = 30000;

// Attributes that any state could be entered with.
ibv_qp_attr goodAttributes(const RdmaGidEntry &gid, quint32 number)
{
    ibv_qp_attr attributes = {};
    attributes.port_num = attributes.alt_port_num = 1;
    attributes.path_mtu = IBV_MTU_256;
    attributes.path_mig_state = IBV_MIG_MIGRATED;
    attributes.qkey = 0x1234;
    attributes.dest_qp_num = number;
    attributes.max_rd_atomic = attributes.max_dest_rd_atomic = 1;
    attributes.min_rnr_timer = 12;
    attributes.timeout = attributes.alt_timeout = 14;
    attributes.retry_cnt = attributes.rnr_retry = 7;
    attributes.ah_attr.port_num = 1;
    attributes.ah_attr.is_global = 1;
    attributes.ah_attr.grh.sgid_index = quint8(gid.index());
    attributes.ah_attr.grh.hop_limit = 1;
    std::memcpy(attributes.ah_attr.grh.dgid.raw, gid.gid().constData(), 16);
    attributes.alt_ah_attr = attributes.ah_attr;
    return attributes;
}

// A queue pair of the bare verbs, for comparison with the kernel.
class RawQueuePair
{
public:
    RawQueuePair(ibv_pd *domain, ibv_cq *queue, Rdma::QueuePairType type)
    {
        ibv_qp_init_attr attributes = {};
        attributes.send_cq = attributes.recv_cq = queue;
        attributes.qp_type = ibv_qp_type(type);
        attributes.cap = { 1, 1, 1, 1, 0 };
        handle = ibv_create_qp(domain, &attributes);
    }
    ~RawQueuePair()
    {
        if (handle)
            ibv_destroy_qp(handle);
    }
    Q_DISABLE_COPY_MOVE(RawQueuePair)

    bool modify(const RdmaGidEntry &gid, Rdma::QueuePairState to, int mask)
    {
        ibv_qp_attr attributes = goodAttributes(gid, handle->qp_num);
        attributes.qp_state = ibv_qp_state(to);
        attributes.cur_qp_state = handle->state;
        return ibv_modify_qp(handle, &attributes, mask | IBV_QP_STATE) == 0;
    }
    // By the table's required attributes.
    bool bringTo(const RdmaGidEntry &gid, Rdma::QueuePairType type, Rdma::QueuePairState state)
    {
        using State = Rdma::QueuePairState;
        QList<State> way = { State::Reset, State::Initialized, State::ReadyToReceive,
                             State::ReadyToSend };
        if (state == State::Error)
            way = { State::Reset, State::Initialized, State::Error };
        for (int i = 1; way.at(i - 1) != state; ++i) {
            if (!modify(gid, way.at(i), transitionOf(type, way.at(i - 1), way.at(i)).required))
                return false;
        }
        return true;
    }

    ibv_qp *handle = nullptr;
};

} // namespace

class tst_Endpoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void refusals();
    void messages_data();
    void messages();
    void readsAndWrites();
    void resetAfterAnError();
    void sharedReceivesAfterReset();
    void datagramLimits();
    void unreachable();
    void addresses_data();
    void addresses();
    void looksForThePeerElsewhere_data();
    void looksForThePeerElsewhere();
    void peerIsNotFound_data();
    void peerIsNotFound();
    void peerIsNotFoundInTime();
    void endsWhileLooking_data();
    void endsWhileLooking();
    void modifyIsExplained();
    void alternatePath();
    void deletedWhileBusy();
    void tableIsTheKernels_data();
    void tableIsTheKernels();

private:
    void connectPair(Rdma::QueuePairType type, const RdmaConnectionOptions &options = {});
    RdmaCompletion completionOf(RdmaQueuePair *queuePair, quint64 wrId);

    std::unique_ptr<RdmaQueuePair> here;
    std::unique_ptr<RdmaQueuePair> there;
};

void tst_Endpoints::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    if (RdmaTest::isSiw())
        QSKIP("iWARP connects by its connection manager only: tst_rdmaqueuepair tests the refusal");
}

void tst_Endpoints::init()
{
    here = std::make_unique<RdmaQueuePair>();
    there = std::make_unique<RdmaQueuePair>();
}

void tst_Endpoints::cleanup()
{
    here.reset();
    there.reset();
}

void tst_Endpoints::refusals()
{
    QVERIFY(!here->create(RdmaTest::address(), Rdma::QueuePairType::XrcSend));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("XRC")));
    QVERIFY(!here->rdmaError().hint().isEmpty());
    QVERIFY(!here->create(QHostAddress::LocalHost));
    QVERIFY(here->rdmaError().isError());
    QVERIFY(!here->reset());
    QVERIFY(!here->connectToEndpoint(RdmaEndpoint()));
    RdmaSharedReceiveQueue shared;
    RdmaConnectionOptions options;
    options.setSharedReceiveQueue(&shared);
    QVERIFY(shared.create(RdmaProtectionDomain::allocate(RdmaTest::address()), 4));
    QVERIFY(!here->create(RdmaTest::address(), Rdma::QueuePairType::UnreliableDatagram, options));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("routing header")));
    options = {};
    options.setMaxSendSge(1000);
    QVERIFY(!here->create(RdmaTest::address(), Rdma::QueuePairType::ReliableConnected, options));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("maxSendSge is 1000")));
    QVERIFY(here->postReceive(64)); // the refused one left nothing behind
    QVERIFY(here->create(RdmaTest::address()));
    QVERIFY(!here->create(RdmaTest::address()));
    QVERIFY(!here->connectToEndpoint(RdmaEndpoint()));
    QCOMPARE(here->state(), QAbstractSocket::BoundState);
    QVERIFY(!here->postSend("too early"));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("connected")));
}

void tst_Endpoints::connectPair(Rdma::QueuePairType type, const RdmaConnectionOptions &options)
{
    QVERIFY2(here->create(RdmaTest::address(), type, options),
             qPrintable(here->rdmaError().toString()));
    QVERIFY2(there->create(RdmaTest::address(), type), qPrintable(there->rdmaError().toString()));
    QCOMPARE(here->state(), QAbstractSocket::BoundState);
    QCOMPARE(here->queuePairState(), Rdma::QueuePairState::Initialized);
    QVERIFY(QDebug::toString(here.get()).contains(QLatin1String("BoundState")));
    QVERIFY(there->postReceive(512));
    QVERIFY(there->postReceive(512));
    QSignalSpy connections(here.get(), &RdmaQueuePair::connected);
    QVERIFY2(here->connectToEndpoint(there->localEndpoint()),
             qPrintable(here->rdmaError().toString()));
    QVERIFY2(there->connectToEndpoint(here->localEndpoint()),
             qPrintable(there->rdmaError().toString()));
    QTRY_COMPARE_WITH_TIMEOUT(connections.count(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(there->state(), QAbstractSocket::ConnectedState, Patience);
    QCOMPARE(here->queuePairState(), Rdma::QueuePairState::ReadyToSend);
}

RdmaCompletion tst_Endpoints::completionOf(RdmaQueuePair *queuePair, quint64 wrId)
{
    const QFuture<RdmaCompletion> future = queuePair->whenCompleted(wrId);
    if (wrId == 0 || !QTest::qWaitFor([&] { return future.isFinished(); }, Patience))
        return {};
    return future.result();
}

void tst_Endpoints::messages_data()
{
    QTest::addColumn<Rdma::QueuePairType>("type");
    QTest::newRow("reliable") << Rdma::QueuePairType::ReliableConnected;
    QTest::newRow("unreliable") << Rdma::QueuePairType::UnreliableConnected;
    QTest::newRow("datagram") << Rdma::QueuePairType::UnreliableDatagram;
}

void tst_Endpoints::messages()
{
    QFETCH(const Rdma::QueuePairType, type);
    connectPair(type);
    QSignalSpy received(there.get(), &RdmaQueuePair::completed);
    QVERIFY(completionOf(here.get(), here->postSend("hello")).isSuccess());
    QVERIFY(completionOf(here.get(), here->postSendWithImmediate("again", 42)).isSuccess());
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 2, Patience);
    const auto first = received.at(0).at(1).value<RdmaCompletion>();
    QCOMPARE(first.data(), QByteArray("hello"));
    QCOMPARE(first.byteLength(), 5u);
    const auto second = received.at(1).at(1).value<RdmaCompletion>();
    QCOMPARE(second.data(), QByteArray("again"));
    QVERIFY(second.hasImmediate());
    QCOMPARE(second.immediate(), 42u);
    QSignalSpy ends(here.get(), &RdmaQueuePair::disconnected);
    here->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QVERIFY(!here->rdmaError().isError());
}

void tst_Endpoints::readsAndWrites()
{
    connectPair(Rdma::QueuePairType::ReliableConnected);
    const auto memory =
            RdmaMemoryRegion::allocate(there->protectionDomain(), 64,
                                       Rdma::AccessFlag::RemoteRead | Rdma::AccessFlag::RemoteWrite
                                               | Rdma::AccessFlag::LocalWrite);
    QVERIFY(memory.isValid());
    QVERIFY(completionOf(here.get(), here->postWrite("written", memory.remoteMemory()))
                    .isSuccess());
    QCOMPARE(QByteArray(static_cast<const char *>(memory.data()), 7), QByteArray("written"));
    const auto read = completionOf(here.get(), here->postRead(memory.remoteMemory().slice(0, 7)));
    QCOMPARE(read.data(), QByteArray("written"));

    here = std::make_unique<RdmaQueuePair>();
    there = std::make_unique<RdmaQueuePair>();
    connectPair(Rdma::QueuePairType::UnreliableConnected);
    QVERIFY(!here->postRead(memory.remoteMemory()));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("no reads")));

    // A read would block the queue for good.
    here = std::make_unique<RdmaQueuePair>();
    there = std::make_unique<RdmaQueuePair>();
    RdmaConnectionOptions options;
    options.setInitiatorDepth(0);
    connectPair(Rdma::QueuePairType::ReliableConnected, options);
    QVERIFY(!here->postRead(memory.remoteMemory()));
    QCOMPARE(here->rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(completionOf(here.get(), here->postSend("goes on")).isSuccess());
}

// The peer's device refuses; both sides begin again with the same queue pairs.
void tst_Endpoints::resetAfterAnError()
{
    connectPair(Rdma::QueuePairType::ReliableConnected);
    const quint32 number = here->localEndpoint().queuePairNumber();
    RdmaRemoteMemory nowhere;
    nowhere.setAddress(4096);
    nowhere.setLength(64);
    nowhere.setKey(0x12345);
    QSignalSpy errors(here.get(), &RdmaQueuePair::errorOccurred);
    QSignalSpy ends(here.get(), &RdmaQueuePair::disconnected);
    const RdmaCompletion refused = completionOf(here.get(), here->postRead(nowhere));
    QVERIFY(!refused.isSuccess());
    QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, Patience);
    QCOMPARE(errors.count(), 1);
    QCOMPARE(here->queuePairState(), Rdma::QueuePairState::Error);
    QCOMPARE(here->state(), QAbstractSocket::UnconnectedState);

    for (int round = 0; round < 3; ++round) {
        QVERIFY2(here->reset(), qPrintable(here->rdmaError().toString()));
        const auto waiting = here->whenCompleted(here->postReceive(64));
        QVERIFY(!waiting.isFinished());
        QVERIFY2(here->reset(), qPrintable(here->rdmaError().toString()));
        QCOMPARE(waiting.result().status(), Rdma::CompletionStatus::Flushed);
        QVERIFY2(there->reset(), qPrintable(there->rdmaError().toString()));
        QCOMPARE(here->localEndpoint().queuePairNumber(), number);
        QCOMPARE(here->state(), QAbstractSocket::BoundState);
        QCOMPARE(there->receivesInFlight(), 0);
        QVERIFY(there->postReceive(64));
        QVERIFY(here->connectToEndpoint(there->localEndpoint()));
        QVERIFY(there->connectToEndpoint(here->localEndpoint()));
        QVERIFY(here->waitForConnected(Patience));
        QSignalSpy received(there.get(), &RdmaQueuePair::completed);
        QVERIFY(completionOf(here.get(), here->postSend("once more")).isSuccess());
        QTRY_COMPARE_WITH_TIMEOUT(received.count(), 1, Patience);
        QCOMPARE(received.at(0).at(1).value<RdmaCompletion>().data(), QByteArray("once more"));
    }
}

// It keeps them, and tells nothing of what came before.
void tst_Endpoints::sharedReceivesAfterReset()
{
    RdmaSharedReceiveQueue shared;
    QVERIFY(shared.create(RdmaProtectionDomain::allocate(RdmaTest::address()), 8));
    RdmaConnectionOptions options;
    options.setSharedReceiveQueue(&shared);
    for (int i = 0; i < 8; ++i)
        QVERIFY(shared.postReceive(64));
    QVERIFY(there->create(RdmaTest::address(), Rdma::QueuePairType::ReliableConnected, options));
    const RdmaEndpoint receiver = there->localEndpoint();
    RdmaEndpoint sender;
    std::binary_semaphore known(0);
    std::binary_semaphore ready(0);
    bool sent = false;
    auto peer = std::make_unique<Worker>([&] {
        RdmaQueuePair queuePair;
        const bool created = queuePair.create(RdmaTest::address());
        sender = queuePair.localEndpoint();
        known.release();
        (void)ready.try_acquire_for(std::chrono::milliseconds(Patience));
        sent = created && queuePair.connectToEndpoint(receiver)
                && queuePair.waitForConnected(Patience) && queuePair.postSend("before")
                && queuePair.waitForCompleted(Patience);
    });
    known.acquire();
    QVERIFY(there->connectToEndpoint(sender));
    QVERIFY(there->waitForConnected(Patience));
    ready.release();
    peer.reset(); // waits, and nobody looks at what has come
    QVERIFY(sent);

    QSignalSpy received(there.get(), &RdmaQueuePair::completed);
    QVERIFY(there->reset());
    QVERIFY(!there->postReceive(64));
    QVERIFY(there->rdmaError().text().contains(QLatin1String("shared receive queue")));
    QVERIFY(here->create(RdmaTest::address()));
    QVERIFY(here->connectToEndpoint(there->localEndpoint()));
    QVERIFY(there->connectToEndpoint(here->localEndpoint()));
    QVERIFY(here->waitForConnected(Patience));
    QVERIFY(here->postSend("after"));
    QTRY_VERIFY_WITH_TIMEOUT(received.count() > 0, Patience);
    QCOMPARE(received.at(0).at(1).value<RdmaCompletion>().data(), QByteArray("after"));
    QCOMPARE(shared.receivesInFlight(), 6);
}

void tst_Endpoints::datagramLimits()
{
    connectPair(Rdma::QueuePairType::UnreliableDatagram);
    const int mtu = here->localEndpoint().mtu();
    QVERIFY(here->localEndpoint().queueKey() != 0);
    QVERIFY(!here->postSend(QByteArray(mtu + 1, 'x')));
    QVERIFY(here->rdmaError().text().contains(QString::number(mtu)));
    QVERIFY(!here->postRead(RdmaRemoteMemory{}));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("datagrams")));
    // Whole and at the limit.
    QVERIFY(there->postReceive(mtu));
    QSignalSpy received(there.get(), &RdmaQueuePair::completed);
    QVERIFY(here->postSend("a") && here->postSend("b") && here->postSend(QByteArray(mtu, 'x')));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 3, Patience);
    QCOMPARE(received.at(2).at(1).value<RdmaCompletion>().data(), QByteArray(mtu, 'x'));
    // A slice has to hold the routing header, too.
    constexpr int Header = 40;
    const auto memory = RdmaMemoryRegion::allocate(there->protectionDomain(), Header + mtu);
    QVERIFY2(there->postReceive({ memory, 0, Header + mtu }),
             qPrintable(there->rdmaError().text()));
    QVERIFY(here->postSend(QByteArray(mtu, 'y')));
    QTRY_COMPARE_WITH_TIMEOUT(received.count(), 4, Patience);
    QCOMPARE(received.at(3).at(1).value<RdmaCompletion>().byteLength(), quint32(mtu));
    QCOMPARE(QByteArray(memory.data() + Header, mtu), QByteArray(mtu, 'y'));
}

void tst_Endpoints::unreachable()
{
    QVERIFY(here->create(RdmaTest::address()));
    RdmaEndpoint nowhere = here->localEndpoint();
    // Of the other family than this side's address.
    nowhere.setGid(QByteArray::fromHex("fe800000000000000123456789abcdef"));
    QVERIFY(!here->connectToEndpoint(nowhere));
    QCOMPARE(here->rdmaError().category(), RdmaError::Category::Usage); // without a call
    QCOMPARE(here->state(), QAbstractSocket::BoundState);
    QVERIFY2(here->rdmaError().hint().contains(QLatin1String("cd:ef")),
             qPrintable(here->rdmaError().toString()));
}

void tst_Endpoints::addresses_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::addColumn<Rdma::QueuePairType>("type");
    QTest::newRow("IPv4, reliable")
            << RdmaTest::address() << Rdma::QueuePairType::ReliableConnected;
    QTest::newRow("IPv6, reliable")
            << RdmaTest::address6() << Rdma::QueuePairType::ReliableConnected;
    QTest::newRow("IPv4, datagrams")
            << RdmaTest::address() << Rdma::QueuePairType::UnreliableDatagram;
}

// What a program can ask in each state.
void tst_Endpoints::addresses()
{
    QFETCH(const QHostAddress, address);
    QFETCH(const Rdma::QueuePairType, type);
    if (RdmaTest::isNull() && address.isNull())
        QSKIP("The null device has no such address");
    QVERIFY(here->localAddress().isNull() && here->deviceName().isEmpty());
    QVERIFY(here->create(address, type));
    QVERIFY(there->create(address, type));
    const QString device = here->deviceName();
    QVERIFY(!device.isEmpty());
    const auto isOf = [&](const QHostAddress &peer) {
        return here->localAddress() == address && here->deviceName() == device
                && here->localEndpoint().isValid() && here->protectionDomain().isValid()
                && here->peerAddress() == peer && here->localPort() == 0 && here->peerPort() == 0;
    };
    QVERIFY(isOf(QHostAddress()));
    QCOMPARE(here->connectionTimes().address(), -1);
    QVERIFY(here->connectToEndpoint(there->localEndpoint()));
    QVERIFY(isOf(address));
    QVERIFY(here->waitForConnected(Patience));
    QVERIFY(isOf(address));
    QVERIFY(here->connectionTimes().address() >= 0);
    QCOMPARE(here->connectionTimes().route(), -1);
    QVERIFY(here->connectionTimes().connect() >= 0);
    here->abort();
    QVERIFY(!here->protectionDomain().isValid());
    QCOMPARE(here->localAddress(), address);
    QVERIFY(here->peerAddress().isNull());
    QVERIFY(here->reset());
    QVERIFY(isOf(QHostAddress()));
}

void tst_Endpoints::looksForThePeerElsewhere_data()
{
    messages_data();
}

// The kernel waits for a neighbour within the call: not in this thread, which goes on with everybody else.
void tst_Endpoints::looksForThePeerElsewhere()
{
    QFETCH(const Rdma::QueuePairType, type);
    connectPair(type);
    RdmaQueuePair late;
    QVERIFY(late.create(RdmaTest::address(), type));
    QSignalSpy states(&late, &RdmaQueuePair::stateChanged);
    QSignalSpy connections(&late, &RdmaQueuePair::connected);
    qtrdmafault_hold("ibv_create_ah");
    QVERIFY(late.connectToEndpoint(there->localEndpoint()));
    QCOMPARE(late.state(), QAbstractSocket::ConnectingState);
    QVERIFY(!late.connectToEndpoint(there->localEndpoint()));
    QVERIFY(late.postReceive(64));
    QVERIFY(!late.postSend("too early"));
    QTRY_COMPARE_WITH_TIMEOUT(qtrdmafault_held(), 1, Patience);
    QVERIFY(completionOf(here.get(), here->postSend("goes on")).isSuccess());
    QVERIFY(!late.waitForConnected(0));
    QCOMPARE(late.queuePairState(), Rdma::QueuePairState::Initialized);
    QCOMPARE(qtrdmafault_not_held(), 0);
    qtrdmafault_hold(nullptr);
    QVERIFY(late.waitForConnected(Patience));
    QCOMPARE(late.queuePairState(), Rdma::QueuePairState::ReadyToSend);
    QCOMPARE(connections.count(), 1);
    QCOMPARE(states.count(), 2);
}

void tst_Endpoints::peerIsNotFound_data()
{
    messages_data();
}

void tst_Endpoints::peerIsNotFound()
{
    QFETCH(const Rdma::QueuePairType, type);
    QVERIFY(here->create(RdmaTest::address(), type));
    QVERIFY(there->create(RdmaTest::address(), type));
    QSignalSpy errors(here.get(), &RdmaQueuePair::errorOccurred);
    QSignalSpy ends(here.get(), &RdmaQueuePair::disconnected);
    const auto waiting = here->whenCompleted(here->postReceive(64));
    qtrdmafault_arm("ibv_create_ah", 1, ETIMEDOUT);
    QVERIFY(here->connectToEndpoint(there->localEndpoint()));
    QTRY_COMPARE_WITH_TIMEOUT(here->state(), QAbstractSocket::UnconnectedState, Patience);
    qtrdmafault_reset();
    QCOMPARE(errors.count(), 1);
    QCOMPARE(ends.count(), 0); // it was never connected
    QCOMPARE(here->rdmaError().call(), QStringLiteral("ibv_create_ah"));
    QCOMPARE(here->rdmaError().code(), ETIMEDOUT);
    const QString gid = QString::fromLatin1(there->localEndpoint().gid().toHex(':'));
    QVERIFY2(here->rdmaError().hint().contains(gid), qPrintable(here->rdmaError().hint()));
    QCOMPARE(waiting.result().status(), Rdma::CompletionStatus::Flushed);

    QVERIFY(here->reset());
    QVERIFY(here->connectToEndpoint(there->localEndpoint()));
    QVERIFY(here->waitForConnected(Patience));
}

void tst_Endpoints::peerIsNotFoundInTime()
{
    RdmaConnectionOptions options;
    options.setConnectTimeout(1);
    QVERIFY(here->create(RdmaTest::address(), Rdma::QueuePairType::ReliableConnected, options));
    const RdmaEndpoint peer = here->localEndpoint();
    qtrdmafault_hold("ibv_create_ah");
    QVERIFY(here->connectToEndpoint(peer));
    const bool connected = here->waitForConnected(Patience);
    qtrdmafault_hold(nullptr);
    QVERIFY(!connected);
    QCOMPARE(here->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(here->rdmaError().category(), RdmaError::Category::Timeout);
}

using EndPair = std::function<void(std::unique_ptr<RdmaQueuePair> *)>;
Q_DECLARE_METATYPE(EndPair)

void tst_Endpoints::endsWhileLooking_data()
{
    QTest::addColumn<EndPair>("end");
    QTest::newRow("aborted") << EndPair([](auto *pair) { (*pair)->abort(); });
    QTest::newRow("disconnected") << EndPair([](auto *pair) { (*pair)->disconnectFromHost(); });
    QTest::newRow("reset") << EndPair([](auto *pair) { QVERIFY((*pair)->reset()); });
    QTest::newRow("deleted") << EndPair([](auto *pair) { pair->reset(); });
    QTest::newRow("thread ends") << EndPair([](auto *pair) {
        const RdmaEndpoint peer = (*pair)->localEndpoint();
        const Worker worker([pair, peer] {
            *pair = std::make_unique<RdmaQueuePair>();
            if ((*pair)->create(RdmaTest::address()))
                (*pair)->connectToEndpoint(peer);
        });
        QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    });
}

void tst_Endpoints::endsWhileLooking()
{
    QFETCH(const EndPair, end);
    QVERIFY(there->create(RdmaTest::address()));
    QVERIFY(here->create(RdmaTest::address()));
    qtrdmafault_hold("ibv_create_ah");
    QVERIFY(here->connectToEndpoint(there->localEndpoint()));
    QTRY_VERIFY_WITH_TIMEOUT(qtrdmafault_held() > 0, Patience);
    end(&here);
    const int notHeld = qtrdmafault_not_held();
    qtrdmafault_hold(nullptr);
    QCOMPARE(notHeld, 0);
    QTRY_COMPARE_WITH_TIMEOUT(qtrdmafault_held(), 0, Patience);
    if (!here)
        return;
    QVERIFY(!here->rdmaError().isError());
    QVERIFY(here->state() == QAbstractSocket::UnconnectedState
            || here->state() == QAbstractSocket::BoundState);
    // What has come of the first attempt is no matter to the next.
    if (here->reset()) {
        QVERIFY(here->connectToEndpoint(there->localEndpoint()));
        QVERIFY(here->waitForConnected(Patience));
    }
}

void tst_Endpoints::modifyIsExplained()
{
    ibv_qp_attr attributes = {};
    QVERIFY(!here->modify(attributes, IBV_QP_STATE));
    connectPair(Rdma::QueuePairType::ReliableConnected);
    attributes.min_rnr_timer = 20;
    QVERIFY2(here->modify(attributes, IBV_QP_MIN_RNR_TIMER),
             qPrintable(here->rdmaError().toString()));
    attributes.min_rnr_timer = 32;
    QVERIFY(!here->modify(attributes, IBV_QP_MIN_RNR_TIMER));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("min_rnr_timer is 32")));
    attributes.qp_state = IBV_QPS_INIT;
    QVERIFY(!here->modify(attributes, IBV_QP_STATE));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("ReadyToSend to Initialized")));
    QVERIFY(!here->modify(attributes, IBV_QP_QKEY));
    QVERIFY(here->rdmaError().text().contains(QLatin1String("not allowed: IBV_QP_QKEY")));
    QCOMPARE(here->queuePairState(), Rdma::QueuePairState::ReadyToSend);
}

void tst_Endpoints::alternatePath()
{
    connectPair(Rdma::QueuePairType::ReliableConnected);
    const RdmaDevice device = RdmaDevice::fromAddress(RdmaTest::address());
    const RdmaPortAttributes port = device.port(1);
    const QList<RdmaGidEntry> gids = device.gids(1);
    QVERIFY(!gids.isEmpty());
    ibv_qp_attr good = goodAttributes(gids.constLast(), there->localEndpoint().queuePairNumber());
    const auto refusalOf = [&](const ibv_qp_attr &attributes) {
        return here->modify(attributes, IBV_QP_ALT_PATH) ? QString() : here->rdmaError().text();
    };
    ibv_qp_attr bad = good;
    bad.alt_port_num = quint8(device.portCount() + 1);
    QVERIFY2(refusalOf(bad).startsWith(u"alt_port_num"), qPrintable(here->rdmaError().text()));
    bad = good;
    bad.alt_pkey_index = quint16(port.pkeyTblLen());
    QVERIFY2(refusalOf(bad).startsWith(u"alt_pkey_index"), qPrintable(here->rdmaError().text()));
    bad = good;
    bad.alt_timeout = 32;
    QVERIFY2(refusalOf(bad).startsWith(u"alt_timeout"), qPrintable(here->rdmaError().text()));
    bad = good;
    bad.alt_ah_attr.is_global = 0;
    if (port.linkLayer() == Rdma::LinkLayer::Ethernet)
        QVERIFY2(refusalOf(bad).startsWith(u"alt_ah_attr.is_global"),
                 qPrintable(here->rdmaError().text()));
    if (RdmaTest::isRxe()) { // of the same opinion as the kernel
        QVERIFY2(refusalOf(good).contains(u"Ethernet"), qPrintable(here->rdmaError().text()));
        QVERIFY(!here->rdmaError().hint().isEmpty());
        QCOMPARE(ibv_modify_qp(here->nativeHandle(), &good, IBV_QP_ALT_PATH), EINVAL);
    }
    QCOMPARE(here->queuePairState(), Rdma::QueuePairState::ReadyToSend);
    QVERIFY(completionOf(here.get(), here->postSend("goes on")).isSuccess());
}

void tst_Endpoints::deletedWhileBusy()
{
    connectPair(Rdma::QueuePairType::ReliableConnected);
    for (int i = 0; i < 20; ++i)
        here->postSend(QByteArray(512, 'x'));
    connect(here.get(), &RdmaQueuePair::completed, here.get(), [this] { here.reset(); });
    QTRY_VERIFY_WITH_TIMEOUT(!here, Patience);
    QVERIFY(there->receivesInFlight() <= 2);
}

void tst_Endpoints::tableIsTheKernels_data()
{
    QTest::addColumn<Rdma::QueuePairType>("type");
    QTest::addColumn<Rdma::QueuePairState>("from");
    const QMetaEnum types = QMetaEnum::fromType<Rdma::QueuePairType>();
    const QMetaEnum states = QMetaEnum::fromType<Rdma::QueuePairState>();
    for (const auto type :
         { Rdma::QueuePairType::ReliableConnected, Rdma::QueuePairType::UnreliableConnected,
           Rdma::QueuePairType::UnreliableDatagram }) {
        for (const auto from : { Rdma::QueuePairState::Reset, Rdma::QueuePairState::Initialized,
                                 Rdma::QueuePairState::ReadyToReceive,
                                 Rdma::QueuePairState::ReadyToSend, Rdma::QueuePairState::Error }) {
            QTest::addRow("%s %s", types.valueToKey(int(type)), states.valueToKey(int(from)))
                    << type << from;
        }
    }
}

// Every step, with what is required, without each part of it, and with each part that is too much.
void tst_Endpoints::tableIsTheKernels()
{
    QFETCH(const Rdma::QueuePairType, type);
    QFETCH(const Rdma::QueuePairState, from);
    const RdmaDevice device = RdmaDevice::fromAddress(RdmaTest::address());
    RdmaGidEntry gid;
    for (const RdmaGidEntry &entry : device.gids(1)) {
        if (entry.type() == Rdma::GidType::RoceV2)
            gid = entry;
    }
    const std::unique_ptr<ibv_pd, decltype(&ibv_dealloc_pd)> domain(
            ibv_alloc_pd(device.nativeHandle()), ibv_dealloc_pd);
    const std::unique_ptr<ibv_cq, decltype(&ibv_destroy_cq)> queue(
            ibv_create_cq(device.nativeHandle(), 16, nullptr, nullptr, 0), ibv_destroy_cq);
    QVERIFY(domain && queue);
    const auto takes = [&](Rdma::QueuePairState to, int mask) {
        RawQueuePair queuePair(domain.get(), queue.get(), type);
        if (!queuePair.handle || !queuePair.bringTo(gid, type, from))
            qFatal("the queue pair does not come into the state");
        return queuePair.modify(gid, to, mask);
    };
    for (int to = int(Rdma::QueuePairState::Reset); to <= int(Rdma::QueuePairState::Error); ++to) {
        const auto target = Rdma::QueuePairState(to);
        const QueuePairTransition transition = transitionOf(type, from, target);
        QVERIFY2(takes(target, transition.required) == transition.allowed, QByteArray::number(to));
        for (int bit = IBV_QP_ACCESS_FLAGS; transition.allowed && bit <= IBV_QP_DEST_QPN;
             bit <<= 1) {
            const int known = transition.required | transition.optional;
            const QByteArray place = QByteArray::number(to) + " bit " + QByteArray::number(bit, 16);
            if ((transition.required & bit) != 0)
                QVERIFY2(!takes(target, transition.required & ~bit), place);
            else if ((known & bit) == 0 && bit != IBV_QP_CAP)
                QVERIFY2(!takes(target, transition.required | bit), place);
            else if (bit != IBV_QP_CAP) // beyond the table: Ethernet has no alternate paths
                QVERIFY2(takes(target, transition.required | bit) == (bit != IBV_QP_ALT_PATH),
                         place);
        }
    }
}

QTEST_GUILESS_MAIN(tst_Endpoints)
#include "tst_endpoints.moc"
