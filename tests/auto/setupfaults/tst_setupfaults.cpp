// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lowlimit.h"
#include "qtrdmafault.h"
#include "queuepairs.h"
#include "rdmaleaks.h"
#include "rdmatest.h"
#include "waitfor.h"
#include "worker.h"

#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaSharedReceiveQueue>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qpointer.h>
#include <QtCore/qscopeguard.h>
#include <QtCore/qthread.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <rdma/rdma_cma.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

constexpr int Patience = 40000;
// Until the kernel has let go. It has one queue for the ends of all connections: beside a test with a thousand of them it took half a minute.
constexpr int TeardownTime = 120000;

// How one connection went, from listening to the end.
struct Round
{
    bool exchanged = false; // everything arrived
    bool ended = false; // nobody was still waiting for anything
    bool timedOut = false;
    QString errors;

    void note(const char *who, const RdmaError &error)
    {
        // A peer that closed is how a good round ends.
        if (!error.isError() || error.socketError() == QAbstractSocket::RemoteHostClosedError)
            return;
        timedOut = timedOut || error.category() == RdmaError::Category::Timeout;
        errors += QLatin1String(who) + QLatin1String(": ") + error.toString() + u'\n';
    }
};

enum class Effect {
    Refuses, // the round cannot do without it, and an error names it
    Survives // asked again, or done without
};

struct Call
{
    const char *name;
    Effect effect; // of the first failure
    bool queuePairOnly = false;
};

// Everything that the library calls between listening and the end.
constexpr Call calls[] = {
    { "rdma_create_event_channel", Effect::Refuses },
    { "rdma_get_cm_event", Effect::Survives },
    { "rdma_create_id", Effect::Refuses },
    { "rdma_migrate_id", Effect::Refuses }, // to whoever accepts; the reaper works without
    { "rdma_set_option", Effect::Refuses },
    { "rdma_bind_addr", Effect::Refuses },
    { "rdma_resolve_addr", Effect::Refuses },
    { "rdma_resolve_route", Effect::Refuses },
    { "rdma_listen", Effect::Refuses },
    { "rdma_create_qp", Effect::Refuses },
    { "rdma_connect", Effect::Refuses },
    { "rdma_accept", Effect::Refuses },
    { "rdma_disconnect", Effect::Survives },
    { "ibv_get_device_list", Effect::Refuses },
    { "ibv_query_device", Effect::Refuses },
    { "ibv_query_port", Effect::Refuses, true },
    { "ibv_alloc_pd", Effect::Refuses },
    { "ibv_reg_mr", Effect::Refuses },
    { "ibv_create_comp_channel", Effect::Refuses },
    { "ibv_create_cq", Effect::Refuses },
    { "ibv_get_cq_event", Effect::Refuses },
    { "ibv_req_notify_cq", Effect::Refuses }, // the first when the queue is made
    { "ibv_poll_cq", Effect::Survives },
    { "ibv_get_async_event", Effect::Survives }, // one for each watch, at its start
    { "ibv_modify_qp", Effect::Survives },
    { "ibv_post_send", Effect::Refuses },
    { "ibv_post_recv", Effect::Refuses },
};

// For who comes first to a device: nobody can be beside it.
constexpr Call callsOfTheFirst[] = {
    { "ibv_query_gid_table", Effect::Survives },
};

// What a server with shared receives calls besides.
constexpr Call sharedCalls[] = {
    { "ibv_create_srq", Effect::Refuses },
    { "ibv_post_srq_recv", Effect::Refuses },
};

// ... and for queue pairs made by hand.
constexpr Call handMadeCalls[] = {
    { "ibv_modify_qp", Effect::Refuses, true },
    { "rdma_init_qp_attr", Effect::Refuses, true },
    { "rdma_establish", Effect::Refuses, true },
};

// What it never calls (rdma_get_devices apart, which hardware needs), so that the table above is complete: whoever starts to use one of these is told here.
constexpr char unusedCalls[] = "rdma_establish,rdma_notify,rdma_init_qp_attr,rdma_join_multicast,"
                               "ibv_open_device,ibv_query_gid,ibv_resize_cq,ibv_modify_srq,"
                               "ibv_create_qp,ibv_query_qp,ibv_create_ah";

// Over iWARP the connection manager goes other ways than over RoCE; objects are made, used and destroyed as they are there.
bool tellsMore(const char *call)
{
    return RdmaTest::isWorthIt() || qstrncmp(call, "rdma_", 5) == 0;
}

Round echoRound(int sharedReceives, Rdma::WireFormat format = Rdma::WireFormat::QtRdma)
{
    const QByteArray payload(20000, 'p');
    Round round;
    QByteArray echoed;
    QPointer<RdmaStream> accepted;
    RdmaServer server;
    QObject::connect(&server, &RdmaServer::newConnection, &server, [&] {
        accepted = server.nextPendingConnection();
        QObject::connect(accepted, &RdmaStream::readyRead, accepted,
                         [&] { accepted->write(accepted->readAll()); });
    });
    server.setSharedReceives(sharedReceives);
    server.setWireFormats(format);
    if (!server.listen(RdmaTest::address())) {
        round.ended = true;
        round.note("listen", server.rdmaError());
        return round;
    }
    RdmaStreamOptions options;
    options.setWireFormat(format);
    RdmaStream client;
    client.setOptions(options);
    QObject::connect(&client, &RdmaStream::connected, &client, [&] { client.write(payload); });
    QObject::connect(&client, &RdmaStream::readyRead, &client, [&] { echoed += client.readAll(); });
    client.connectToHost(RdmaTest::address(), server.serverPort());
    round.ended = RdmaTest::waitFor(
            [&] {
                return echoed.size() >= payload.size()
                        || client.state() == QAbstractSocket::UnconnectedState;
            },
            Patience);
    round.exchanged = echoed == payload;
    client.disconnectFromHost();
    round.ended &= RdmaTest::waitFor(
            [&] {
                return client.state() == QAbstractSocket::UnconnectedState
                        && (!accepted || accepted->state() == QAbstractSocket::UnconnectedState);
            },
            Patience);
    round.note("client", client.rdmaError());
    round.note("server", server.rdmaError());
    if (accepted)
        round.note("accepted", accepted->rdmaError());
    return round;
}

Round streamRound()
{
    return echoRound(0);
}

Round sharedRound()
{
    return echoRound(24);
}

Round rsocketsRound()
{
    return echoRound(0, Rdma::WireFormat::Rsocket);
}

// A peer that is refused hears of it, with the server's words or without.
Round refusalRound()
{
    class RefusingServer : public RdmaServer
    {
    protected:
        void incomingConnection(const RdmaConnectionRequest &request) override
        {
            RdmaConnectionRequest(request).reject("no");
        }
    };
    Round round;
    RefusingServer server;
    server.setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
    if (!server.listen(RdmaTest::address())) {
        round.note("listen", server.rdmaError());
        return round;
    }
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), server.serverPort());
    round.ended = RdmaTest::waitFor(
            [&] { return client.state() == QAbstractSocket::UnconnectedState; }, Patience);
    round.exchanged = client.error() == QAbstractSocket::ConnectionRefusedError;
    if (!round.exchanged)
        round.note("client", client.rdmaError());
    return round;
}

bool isOpen(const RdmaQueuePair *queuePair)
{
    return queuePair && queuePair->state() != QAbstractSocket::UnconnectedState;
}

bool isConnected(const RdmaQueuePair *queuePair)
{
    return queuePair && queuePair->state() == QAbstractSocket::ConnectedState;
}

// One message there and one back.
void exchange(RdmaQueuePair *here, RdmaQueuePair *there, Round *round)
{
    QByteArray heard;
    QObject::connect(there, &RdmaQueuePair::completed, there,
                     [&](quint64, const RdmaCompletion &completion) {
                         if (completion.isSuccess() && completion.opcode() == Rdma::Opcode::Receive)
                             there->postSend(completion.data());
                     });
    QObject::connect(here, &RdmaQueuePair::completed, there,
                     [&](quint64, const RdmaCompletion &completion) {
                         if (completion.isSuccess() && completion.opcode() == Rdma::Opcode::Receive)
                             heard = completion.data();
                     });
    const bool posted = here->postSend("ping") != 0;
    round->ended = !posted
            || RdmaTest::waitFor(
                    [&] {
                        return !heard.isEmpty() || !isOpen(here) || !isOpen(there)
                                || there->rdmaError().isError();
                    },
                    Patience);
    round->exchanged = heard == "ping";
    there->disconnect();
    here->disconnect(there);
}

Round exchangeRound(bool handMade)
{
    Round round;
    QueuePairs pair;
    if (handMade) {
        pair.options.setQueuePairFactory(createByHand);
        pair.server.options.setQueuePairFactory(createByHand);
    }
    for (int i = 0; i < 4; ++i)
        pair.here.postReceive(256);
    const bool connected = pair.connect(0);
    Q_UNUSED(connected)
    if (pair.server.isListening()) {
        round.ended = RdmaTest::waitFor(
                [&] {
                    return !isOpen(&pair.here)
                            || (isConnected(&pair.here) && isConnected(pair.there()));
                },
                Patience);
        if (isOpen(&pair.here))
            exchange(&pair.here, pair.there(), &round);
    } else {
        round.ended = true;
    }
    pair.here.disconnectFromHost();
    round.ended &= RdmaTest::waitFor([&] { return !isOpen(&pair.here) && !isOpen(pair.there()); },
                                     Patience);
    round.note("listen", pair.server.rdmaError());
    round.note("here", pair.here.rdmaError());
    if (pair.there())
        round.note("there", pair.there()->rdmaError());
    return round;
}

Round queuePairRound()
{
    return exchangeRound(false);
}

// Two that know of each other without a connection manager.
Round bareRound()
{
    Round round;
    RdmaQueuePair here;
    RdmaQueuePair there;
    here.postReceive(256);
    there.postReceive(256);
    if (here.create(RdmaTest::address()) && there.create(RdmaTest::address())
        && here.connectToEndpoint(there.localEndpoint())
        && there.connectToEndpoint(here.localEndpoint())
        && RdmaTest::waitFor([&] { return isConnected(&here) && isConnected(&there); }, Patience))
        exchange(&here, &there, &round);
    round.note("here", here.rdmaError());
    round.note("there", there.rdmaError());
    return round;
}

Round handMadeRound()
{
    return exchangeRound(true);
}

int countIds()
{
    qtrdmafault_sums sums = {};
    qtrdmafault_tally(&sums);
    return sums.ids;
}

// A connection of the main thread, which is idle while something fails in another.
class Bystander
{
public:
    bool connect()
    {
        const bool connected = m_pair.connect(Patience);
        return connected && goesOn();
    }

    // Whether a message goes there and another back.
    bool goesOn()
    {
        Round round;
        m_pair.here.postReceive(256);
        m_pair.there()->postReceive(256);
        exchange(&m_pair.here, m_pair.there(), &round);
        return round.exchanged;
    }

private:
    QueuePairs m_pair;
};

// What the kernel holds, and the open files. The kernel does not say whose the ids of threads are that have ended.
struct Inventory
{
    static Inventory now()
    {
        RdmaTest::Resources resources = RdmaTest::resources();
        resources.connectionIds = countIds();
        return { resources, RdmaTest::openFiles() };
    }

    RdmaTest::Resources resources;
    int files = 0;
};

} // namespace

// Each call into rdma-core fails once, at every place where one connection makes it: the program goes on, says what
// failed, and nothing stays in the kernel.
class tst_SetupFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void firstOnDevice_data();
    void firstOnDevice(); // first: nobody else is there yet
    void stream_data();
    void stream();
    void queuePair_data();
    void queuePair();
    void sharedStream_data();
    void sharedStream();
    void rsockets_data();
    void rsockets();
    void handMade_data();
    void handMade();
    void refusal_data();
    void refusal();
    void tableIsComplete();
    void peerEndsAsItAnswers();
    void anotherPort_data();
    void anotherPort();
    void limits_data();
    void limits();
    void disturbed_data();
    void disturbed();
    void createdAtTheSecondAttempt(); // its device stays open
    void destroying_data();
    void destroying(); // objects stay
    void typeOfService(); // last: this thread keeps what it has made on the device

private:
    using Function = std::function<Round()>;
    bool run(const Function &function, Round *round);
    void walk(const Function &function);
    QByteArray leftBehind();

    std::optional<Bystander> bystander;
    Inventory baseline; // what a round began with; no files: not known yet
    bool nothingLeft = false;
};

void tst_SetupFaults::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    QVERIFY(RdmaTest::dropLockingCapability());
    // This thread opens the devices, and lives as long as the process does: what others make on them is counted as its own.
    rdma_free_devices(rdma_get_devices(nullptr));
}

void tst_SetupFaults::init()
{
    if (bystander || qstrcmp(QTest::currentTestFunction(), "firstOnDevice") == 0)
        return;
    bystander.emplace();
    QVERIFY(bystander->connect());
    // Where a port was in use there may have been another for a moment.
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::resources().queuePairs, 2, Patience);
    baseline = { Inventory::now().resources, 0 };
}

void tst_SetupFaults::cleanupTestCase()
{
    bystander.reset();
}

void tst_SetupFaults::cleanup()
{
    qtrdmafault_reset();
    qtrdmafault_disturb_cm(0, 0);
    // The first row made what the process keeps; one leak fails one row. What has been compared is not counted again, for a
    // count may be one too few.
    if (std::exchange(nothingLeft, false))
        baseline.files = RdmaTest::openFiles();
    else
        baseline = Inventory::now();
}

// In a thread of its own, for much of what can fail is made once in a thread. False when it hangs.
bool tst_SetupFaults::run(const Function &function, Round *round)
{
    const auto result = std::make_shared<Round>();
    // The thread sanitizer sees nothing else of how Qt waits.
    const auto done = std::make_shared<std::atomic_bool>(false);
    const std::shared_ptr<QThread> thread(QThread::create([=] {
        *result = function();
        *done = true;
    }));
    thread->start();
    if (!thread->wait(QDeadlineTimer(4 * Patience))) {
        new std::shared_ptr<QThread>(thread); // destroying a thread that runs would end the test
        return false;
    }
    if (*done)
        *round = *result;
    return *done;
}

// What is still there later that was not there before; the reaper works behind the scenes.
QByteArray tst_SetupFaults::leftBehind()
{
    QDeadlineTimer deadline(TeardownTime);
    for (;;) {
        const Inventory now = Inventory::now();
        QByteArray left;
        if (now.resources != baseline.resources)
            left = now.resources.describe() + ", not " + baseline.resources.describe() + "; ";
        if (baseline.files > 0 && now.files > baseline.files)
            left += "files " + QByteArray::number(now.files) + " > "
                    + QByteArray::number(baseline.files);
        nothingLeft = left.isEmpty();
        if (nothingLeft || deadline.hasExpired())
            return left;
        QThread::msleep(50);
    }
}

void tst_SetupFaults::firstOnDevice_data()
{
    QTest::addColumn<int>("effect");
    for (const Call &call : callsOfTheFirst)
        QTest::newRow(call.name) << int(call.effect);
}

void tst_SetupFaults::firstOnDevice()
{
    walk(streamRound);
}

void tst_SetupFaults::stream_data()
{
    QTest::addColumn<int>("effect");
    for (const Call &call : calls) {
        if (!call.queuePairOnly && tellsMore(call.name))
            QTest::newRow(call.name) << int(call.effect);
    }
}

void tst_SetupFaults::stream()
{
    walk(streamRound);
}

void tst_SetupFaults::queuePair_data()
{
    QTest::addColumn<int>("effect");
    for (const Call &call : calls) {
        if (tellsMore(call.name))
            QTest::newRow(call.name) << int(call.effect);
    }
}

void tst_SetupFaults::queuePair()
{
    walk(queuePairRound);
}

void tst_SetupFaults::sharedStream_data()
{
    QTest::addColumn<int>("effect");
    for (const Call &call : sharedCalls)
        QTest::newRow(call.name) << int(call.effect);
}

void tst_SetupFaults::sharedStream()
{
    walk(sharedRound);
}

// What is its own in every run, all the rest in the long one.
void tst_SetupFaults::rsockets_data()
{
    QTest::addColumn<int>("effect");
    for (const Call &call : calls) {
        const bool usual = qstrcmp(call.name, "ibv_reg_mr") == 0;
        if (!call.queuePairOnly && RdmaTest::rounds(usual, 1) != 0)
            QTest::newRow(call.name) << int(call.effect);
    }
}

void tst_SetupFaults::rsockets()
{
    walk(rsocketsRound);
}

void tst_SetupFaults::handMade_data()
{
    QTest::addColumn<int>("effect");
    for (const Call &call : handMadeCalls) {
        const bool iwarpsOwn = QByteArray(call.name) == "rdma_establish";
        if (!RdmaTest::isSiw() || !iwarpsOwn)
            QTest::newRow(call.name) << int(call.effect);
    }
}

void tst_SetupFaults::handMade()
{
    walk(handMadeRound);
}

void tst_SetupFaults::refusal_data()
{
    QTest::addColumn<int>("effect");
    QTest::newRow("rdma_reject") << int(Effect::Survives);
}

void tst_SetupFaults::refusal()
{
    walk(refusalRound);
}

// One that waited in the channel that has failed is refused with it.
static bool isRequestLost(const char *failed, const Round &round)
{
    return qstrcmp(failed, "rdma_get_cm_event") == 0
            && round.errors.contains(QLatin1String("(rdma_connect)"));
}

void tst_SetupFaults::walk(const Function &function)
{
    QFETCH(const int, effect);
    const char *const name = QTest::currentDataTag();
    bool fired = true;
    // The full test goes through each; of what is called again and again others take every twelfth.
    for (int n = 1; fired; n += n < 4 ? 1 : RdmaTest::rounds(12, 1)) {
        Round round;
        qtrdmafault_arm(name, n, 0);
        QVERIFY(run(function, &round));
        const QByteArray left = leftBehind();
        fired = qtrdmafault_fired() != 0;
        qtrdmafault_reset();
        QByteArray story = QByteArray(name) + " no. " + QByteArray::number(n) + ": "
                + (round.exchanged ? "exchanged\n" : "failed\n") + round.errors.toUtf8();
        qInfo().noquote() << story.trimmed();
        QVERIFY2(fired || n > 1, story);
        QVERIFY2(round.ended, story);
        QVERIFY2(!round.timedOut, story);
        if (!fired)
            QVERIFY2(round.exchanged && round.errors.isEmpty(), story);
        if (!round.exchanged)
            QVERIFY2(round.errors.contains(QLatin1String(name)) || isRequestLost(name, round),
                     story);
        if (n == 1)
            QVERIFY2(round.exchanged == (Effect(effect) == Effect::Survives), story);
        QVERIFY2(left.isEmpty(), QByteArray(story + "left: " + left));
        QVERIFY2(!bystander || bystander->goesOn(), story);
        QVERIFY2(n < 200, story);
    }
}

void tst_SetupFaults::destroying_data()
{
    QTest::addColumn<Function>("function");
    QTest::addColumn<QByteArray>("call");
    const auto row = [](const char *name, const char *call, const Function &function) {
        if (tellsMore(call))
            QTest::addRow("%s, %s", name, call) << function << QByteArray(call);
    };
    for (const char *call : { "rdma_destroy_id", "ibv_destroy_cq", "ibv_destroy_comp_channel",
                              "ibv_dereg_mr", "ibv_dealloc_pd" }) {
        row("stream", call, streamRound);
        row("queue pair", call, queuePairRound);
    }
    row("shared stream", "ibv_destroy_srq", sharedRound);
    row("queue pair", "ibv_destroy_qp", queuePairRound);
    if (!RdmaTest::isSiw())
        row("bare queue pair", "ibv_destroy_qp", bareRound);
}

// An object that the kernel will not let go is lost, and what it uses; nobody else notices, and what uses it goes on.
void tst_SetupFaults::destroying()
{
    QFETCH(const Function, function);
    QFETCH(const QByteArray, call);
    bool refused = true;
    for (int n = 1; refused; ++n) {
        const RdmaTest::Resources before = RdmaTest::resources();
        const int idsBefore = countIds();
        qtrdmafault_refuse_to_destroy(call.constData(), n);
        Round round;
        QVERIFY(run(function, &round));
        QVERIFY2(round.exchanged && round.ended && round.errors.isEmpty(),
                 qPrintable(round.errors));
        RdmaTest::Resources now;
        int ids = 0;
        const auto settled = [&] {
            now = RdmaTest::resources();
            ids = countIds();
            refused = qtrdmafault_destructions() >= n;
            const auto mayStay = [&refused](int here, int there) {
                return here <= there + refused;
            };
            return mayStay(now.queuePairs, before.queuePairs) && mayStay(ids, idsBefore)
                    && mayStay(now.completionQueues, before.completionQueues)
                    && mayStay(now.memoryRegions, before.memoryRegions)
                    && mayStay(now.protectionDomains, before.protectionDomains)
                    && mayStay(now.sharedReceiveQueues, before.sharedReceiveQueues);
        };
        const bool hasSettled = RdmaTest::waitFor(settled, TeardownTime);
        const QByteArray story = "no. " + QByteArray::number(n) + ": " + now.describe() + ", "
                + QByteArray::number(ids) + " ids, not " + before.describe() + ", "
                + QByteArray::number(idsBefore) + " ids";
        QVERIFY2(hasSettled, story);
        qtrdmafault_refuse_to_destroy(nullptr, 0);
        QVERIFY(refused || n > 1);
    }
}

// Some of the receives had memory already, of the domain that has gone with the first attempt.
void tst_SetupFaults::createdAtTheSecondAttempt()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP queue pairs need a connection manager");
    RdmaQueuePair queuePair;
    RdmaConnectionOptions options;
    options.setOwnProtectionDomain(true);
    for (int i = 0; i < 4; ++i)
        QVERIFY(queuePair.postReceive(256 * 1024));
    qtrdmafault_arm("ibv_reg_mr", 2, ENOMEM);
    QVERIFY(!queuePair.create(RdmaTest::address(), Rdma::QueuePairType::ReliableConnected,
                              options));
    QVERIFY(qtrdmafault_fired());
    qtrdmafault_reset();
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::countResource(QStringLiteral("qp")),
                              baseline.resources.queuePairs, Patience);
    QVERIFY2(queuePair.create(RdmaTest::address(), Rdma::QueuePairType::ReliableConnected, options),
             qPrintable(queuePair.rdmaError().toString()));
    QCOMPARE(queuePair.receivesInFlight(), 4);
}

void tst_SetupFaults::tableIsComplete()
{
    for (const Function &function : { Function(streamRound), Function(queuePairRound) }) {
        Round round;
        qtrdmafault_arm(unusedCalls, 0, 0);
        QVERIFY(run(function, &round));
        QVERIFY2(round.exchanged && round.ended && round.errors.isEmpty(),
                 qPrintable(round.errors));
        QCOMPARE(leftBehind(), QByteArray());
        QCOMPARE(qtrdmafault_count(), 0);
    }
}

// The client reads the answer when the peer has ended already. With InfiniBand and RoCE librdmacm fails then at the queue pair: neither the client's
// rights nor its device are at fault.
void tst_SetupFaults::peerEndsAsItAnswers()
{
    class FickleServer : public RdmaServer
    {
    public:
        bool accepted = false;

    protected:
        void incomingConnection(const RdmaConnectionRequest &request) override
        {
            qtrdmafault_hold("rdma_get_cm_event"); // the client's
            RdmaStream stream;
            accepted = stream.accept(request);
            stream.abort();
        }
    };
    FickleServer server;
    server.setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
    QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
    const int ids = countIds();
    const quint16 port = server.serverPort();
    RdmaError error;
    Worker client([&error, port] {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), port);
        if (stream.waitForConnected(Patience)) // iWARP's kernel connects by itself
            stream.waitForDisconnected(Patience);
        error = stream.rdmaError();
    });
    const auto release = qScopeGuard([] { qtrdmafault_hold(nullptr); });
    QTRY_VERIFY_WITH_TIMEOUT(server.accepted, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(countIds(), ids + 1, TeardownTime);
    const Round later = streamRound(); // whose messages come after the server's last
    QVERIFY2(later.exchanged, qPrintable(later.errors));
    qtrdmafault_hold(nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(client.isFinished(), Patience);
    QVERIFY2(error.cause() == RdmaError::Cause::RemoteClosed, qPrintable(error.toString()));
    QCOMPARE(error.socketError(), QAbstractSocket::RemoteHostClosedError);
    QVERIFY2(!error.hint().contains(QLatin1String("/dev/infiniband")), qPrintable(error.hint()));
    server.close();
    QTRY_COMPARE_WITH_TIMEOUT(RdmaTest::resources().queuePairs, baseline.resources.queuePairs,
                              TeardownTime);
}

void tst_SetupFaults::anotherPort_data()
{
    QTest::addColumn<Function>("function");
    QTest::newRow("stream") << Function(streamRound);
    QTest::newRow("queue pair") << Function(queuePairRound);
    QTest::newRow("hand-made") << Function(handMadeRound);
}

// The port that the connection manager chose for the client is in use: nobody notices.
void tst_SetupFaults::anotherPort()
{
    QFETCH(const Function, function);
    Round round;
    qtrdmafault_arm("rdma_connect", 1, EADDRINUSE);
    QVERIFY(run(function, &round));
    QCOMPARE(qtrdmafault_fired(), 1);
    QVERIFY2(round.exchanged && round.ended && round.errors.isEmpty(), qPrintable(round.errors));
    QCOMPARE(leftBehind(), QByteArray());
}

void tst_SetupFaults::limits_data()
{
    QTest::addColumn<int>("resource");
    QTest::addColumn<int>("step");
    QTest::addColumn<bool>("shared");
    QTest::addColumn<QString>("word");
    const QString files = QStringLiteral("open files");
    const QString memory = QStringLiteral("RLIMIT_MEMLOCK");
    QTest::newRow("files") << int(RLIMIT_NOFILE) << 1 << false << files;
    QTest::newRow("files, shared receives") << int(RLIMIT_NOFILE) << 1 << true << files;
    QTest::newRow("locked memory") << int(RLIMIT_MEMLOCK) << 96 * 1024 << false << memory;
    QTest::newRow("locked memory, shared receives")
            << int(RLIMIT_MEMLOCK) << 96 * 1024 << true << memory;
}

// The limit is reached at every place where one connection can reach it.
void tst_SetupFaults::limits()
{
    QFETCH(const int, resource);
    QFETCH(const int, step);
    QFETCH(const bool, shared);
    QFETCH(const QString, word);
    const Function round = shared ? sharedRound : streamRound;
    Round good;
    QVERIFY(run(round, &good) && good.exchanged);
    baseline.files = 0;
    QCOMPARE(leftBehind(), QByteArray());
    baseline = Inventory::now(); // what the process keeps
    int failures = 0;
    for (bool enough = false; !enough; ++failures) {
        Round result;
        const auto limited = [=] {
            const rlim_t taken = resource == RLIMIT_NOFILE ? RdmaTest::lowestFreeFile() : 0;
            const RdmaTest::LowLimit limit(resource, taken + failures * step);
            return limit.isSet() ? round() : Round();
        };
        QVERIFY(run(limited, &result));
        enough = result.exchanged && result.errors.isEmpty();
        const QByteArray story = "room for " + QByteArray::number(failures * step) + ": "
                + (result.exchanged ? "exchanged\n" : "failed\n") + result.errors.toUtf8();
        qInfo().noquote() << story.trimmed();
        QVERIFY2(result.ended && !result.timedOut, story);
        QVERIFY2(enough || result.errors.contains(word), story);
        QVERIFY2(failures < 100, story);
        QCOMPARE(leftBehind(), QByteArray());
    }
    QVERIFY(failures > 1);
}

void tst_SetupFaults::disturbed_data()
{
    QTest::addColumn<Function>("function");
    QTest::addColumn<int>("delay");
    QTest::addColumn<bool>("twice");
    for (const int delay : { 0, 100 }) {
        for (const bool twice : { false, true }) {
            const auto row = [&](const char *name, const Function &function) {
                QTest::addRow("%s, %d ms late%s", name, delay, twice ? ", twice" : "")
                        << function << delay << twice;
            };
            // Late alone is a part of late and twice.
            if (!twice && (delay == 0 || RdmaTest::rounds(1, 0)))
                continue;
            row("stream", streamRound);
            row("shared stream", sharedRound);
            row("queue pair", queuePairRound);
            row("hand-made", handMadeRound);
            row("refusal", refusalRound);
        }
    }
}

// The first messages overtake the word that the connection is there, and the end comes twice.
void tst_SetupFaults::disturbed()
{
    QFETCH(const Function, function);
    QFETCH(const int, delay);
    QFETCH(const bool, twice);
    qtrdmafault_disturb_cm(delay, twice);
    Round round;
    QVERIFY(run(function, &round));
    qtrdmafault_disturb_cm(0, 0);
    QVERIFY2(round.exchanged && round.ended && round.errors.isEmpty(), qPrintable(round.errors));
    QCOMPARE(leftBehind(), QByteArray());
}

// Packets on the wire cannot show it: rxe's do not leave the machine here, and siw sends them unmarked.
void tst_SetupFaults::typeOfService()
{
    RdmaStreamOptions options;
    options.setTypeOfService(0x68);
    for (const bool marks : { false, true }) {
        RdmaServer server;
        QVERIFY2(server.listen(RdmaTest::address()), qPrintable(server.errorString()));
        RdmaStream client;
        if (marks)
            client.setOptions(options);
        qtrdmafault_arm("rdma_set_option", 1, EINVAL);
        client.connectToHost(RdmaTest::address(), server.serverPort());
        QCOMPARE(client.waitForConnected(Patience), !marks);
        QCOMPARE(bool(qtrdmafault_fired()), marks);
        QCOMPARE(client.errorString().contains(QLatin1String("typeOfService")), marks);
        qtrdmafault_reset();
    }
}

QTEST_GUILESS_MAIN(tst_SetupFaults)

#include "tst_setupfaults.moc"
