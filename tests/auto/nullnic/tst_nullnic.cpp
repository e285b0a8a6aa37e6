// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"
#include "verbspair.h"

#include <QtTest/qtest.h>

#include <cerrno>
#include <functional>

#include <netinet/in.h>

// Compares the answers of rdma-core and a device, call by call. The expectations are rxe's: the same test on
// rxe and on the null device shows that the latter behaves as the former does. siw is another kind
// of device: where it has no such call, or another answer, the row says so.
class tst_NullNic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void transitions_data();
    void transitions();
    void posts_data();
    void posts();
    void completions_data();
    void completions();
    void receivesAreFlushed();
    void sendsAreFlushed();
    void peerIsSilent();
    void unreliableLosesWhatIsRefused();
    void managersCalls_data();
    void managersCalls();
    void connectsAndDisconnects();
    void rejections_data();
    void rejections();
    void requestIsGivenUp();
    void destructions_data();
    void destructions();
};

void tst_NullNic::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device: run in the lab");
}

// ---- queue pairs ----

void tst_NullNic::transitions_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<int>("error");
    static const char *const names[] = { "RESET", "INIT", "RTR", "RTS", "SQD", "", "ERR" };
    // Which states can follow; each step has the attributes that it needs.
    static const QList<QList<int>> followers = {
        { IBV_QPS_RESET, IBV_QPS_INIT },
        { IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_ERR },
        { IBV_QPS_RESET, IBV_QPS_RTS, IBV_QPS_ERR },
        { IBV_QPS_RESET, IBV_QPS_RTS, IBV_QPS_SQD, IBV_QPS_ERR },
        { IBV_QPS_RESET, IBV_QPS_RTS, IBV_QPS_SQD, IBV_QPS_ERR },
        {},
        { IBV_QPS_RESET, IBV_QPS_ERR },
    };
    for (const int from : { IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS, IBV_QPS_ERR }) {
        for (const int to :
             { IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS, IBV_QPS_SQD, IBV_QPS_ERR }) {
            QTest::addRow("%s to %s", names[from], names[to])
                    << from << to << (followers.at(from).contains(to) ? 0 : EINVAL);
        }
    }
}

void tst_NullNic::transitions()
{
    if (RdmaTest::isSiw())
        QSKIP("The driver of an iWARP device takes queue pairs through their states itself");
    QFETCH(const int, from);
    QFETCH(const int, to);
    QFETCH(const int, error);
    for (const ibv_qp_type type : { IBV_QPT_RC, IBV_QPT_UC }) {
        BarePair pair;
        QVERIFY(pair.make(type));
        QVERIFY(pair.bring(pair.here, pair.there, ibv_qp_state(from)));
        QCOMPARE(pair.step(pair.here, pair.there, ibv_qp_state(to)), error);
        QCOMPARE(int(pair.here.state()), error ? from : to);
    }
}

using Post = std::function<int(VerbsPair *)>;
Q_DECLARE_METATYPE(Post)

static int postElements(VerbsPair *pair, int count)
{
    ibv_sge elements[MostElements + 1];
    ibv_send_wr request = pair->client.request(IBV_WR_SEND, elements, 0);
    std::fill_n(elements, count, elements[0]);
    request.num_sge = count;
    return pair->client.post(request);
}

static int postInline(VerbsPair *pair, int length)
{
    ibv_sge element;
    ibv_send_wr request = pair->client.request(IBV_WR_SEND, &element, length);
    request.send_flags |= IBV_SEND_INLINE;
    return pair->client.post(request);
}

static int postReceives(VerbsPair *pair, int count)
{
    int error = 0;
    for (int i = 0; i < count && !error; ++i)
        error = pair->client.postReceive(8);
    return error;
}

static int postMisaligned(VerbsPair *pair)
{
    ibv_sge element;
    ibv_send_wr request = pair->client.request(IBV_WR_ATOMIC_FETCH_AND_ADD, &element, 8);
    request.wr.atomic = { quintptr(pair->server.memory.data()) + 4, 1, 0,
                          pair->server.region->rkey };
    return pair->client.post(request);
}

void tst_NullNic::posts_data()
{
    QTest::addColumn<Post>("post");
    QTest::addColumn<int>("error");
    QTest::newRow("as many elements as there may be")
            << Post([](VerbsPair *pair) { return postElements(pair, MostElements); }) << 0;
    QTest::newRow("too much inline")
            << Post([](VerbsPair *pair) { return postInline(pair, MemorySize); }) << EINVAL;
    QTest::newRow("as many receives as there may be")
            << Post([](VerbsPair *pair) { return postReceives(pair, ReceiveDepth); }) << 0;
    // The driver may make the queue larger than it was asked for.
    QTest::newRow("too many receives")
            << Post([](VerbsPair *pair) { return postReceives(pair, 1000); }) << ENOMEM;
    QTest::newRow("a misaligned atomic") << Post(postMisaligned) << EINVAL;
}

void tst_NullNic::posts()
{
    QFETCH(const Post, post);
    QFETCH(const int, error);
    if (RdmaTest::isSiw() && error != 0)
        QSKIP("siw refuses with other errors");
    VerbsPair pair;
    QVERIFY(pair.connect());
    QCOMPARE(post(&pair), error);
    if (error != 0) // what was posted may already have failed: nothing was there to receive it
        QCOMPARE(int(pair.client.state()), int(IBV_QPS_RTS));
}

// ---- completions ----

// Sends one request, or says why the row cannot.
using Send = std::function<int(VerbsPair *)>;

static int sendTo(VerbsPair *pair, ibv_wr_opcode opcode, int length, int offset = 0,
                  int keyChange = 0)
{
    ibv_sge element;
    ibv_send_wr request = pair->client.request(opcode, &element, length);
    if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        request.wr.atomic = { quintptr(pair->server.memory.data()) + quintptr(offset), 1, 0,
                              pair->server.region->rkey + quint32(keyChange) };
    } else {
        request.wr.rdma = { quintptr(pair->server.memory.data()) + quintptr(offset),
                            pair->server.region->rkey + quint32(keyChange) };
    }
    return pair->client.post(request);
}

static int sendBadly(VerbsPair *pair, ibv_wr_opcode opcode, int length, quint32 keyChange)
{
    ibv_sge element;
    ibv_send_wr request = pair->client.request(opcode, &element, length);
    element.lkey += keyChange;
    request.wr.rdma = { quintptr(pair->server.memory.data()), pair->server.region->rkey };
    return pair->client.post(request);
}

static int sendFromTheEnd(VerbsPair *pair)
{
    ibv_sge element;
    ibv_send_wr request = pair->client.request(IBV_WR_SEND, &element, 8);
    element.addr += MemorySize - 4;
    return pair->client.post(request);
}

constexpr int NoReceive = -1;
constexpr int Nothing = -1; // no completion

void tst_NullNic::completions_data()
{
    QTest::addColumn<Post>("send");
    QTest::addColumn<int>("receive"); // the length of the one that is posted
    QTest::addColumn<int>("atSender");
    QTest::addColumn<int>("atReceiver");
    const auto row = [](const char *name, const Send &send, int receive, int atSender,
                        int atReceiver) {
        QTest::newRow(name) << send << receive << atSender << atReceiver;
    };
    const auto to = [](ibv_wr_opcode opcode, int length, int offset = 0, int keyChange = 0) {
        return Send(
                [=](VerbsPair *pair) { return sendTo(pair, opcode, length, offset, keyChange); });
    };
    const auto badly = [](ibv_wr_opcode opcode, int length, quint32 keyChange) {
        return Send([=](VerbsPair *pair) { return sendBadly(pair, opcode, length, keyChange); });
    };
    row("a message", to(IBV_WR_SEND, 8), 8, IBV_WC_SUCCESS, IBV_WC_SUCCESS);
    row("a shorter message", to(IBV_WR_SEND, 4), 8, IBV_WC_SUCCESS, IBV_WC_SUCCESS);
    row("no bytes", to(IBV_WR_SEND, 0), 0, IBV_WC_SUCCESS, IBV_WC_SUCCESS);
    row("a write", to(IBV_WR_RDMA_WRITE, 8), NoReceive, IBV_WC_SUCCESS, Nothing);
    row("a write that tells", to(IBV_WR_RDMA_WRITE_WITH_IMM, 8), 0, IBV_WC_SUCCESS, IBV_WC_SUCCESS);
    row("a read", to(IBV_WR_RDMA_READ, 8), NoReceive, IBV_WC_SUCCESS, Nothing);
    row("a write of nothing with a wrong key", to(IBV_WR_RDMA_WRITE, 0, 0, 1), NoReceive,
        IBV_WC_SUCCESS, Nothing);
    row("a message that is too long", to(IBV_WR_SEND, 16), 8, IBV_WC_REM_OP_ERR,
        IBV_WC_LOC_QP_OP_ERR);
    row("no receive", to(IBV_WR_SEND, 8), NoReceive, IBV_WC_RNR_RETRY_EXC_ERR, Nothing);
    row("a wrong local key", badly(IBV_WR_SEND, 8, 1), 8, IBV_WC_LOC_QP_OP_ERR, Nothing);
    row("beyond the local memory", Send(sendFromTheEnd), 8, IBV_WC_LOC_PROT_ERR, Nothing);
    row("a read to a wrong local key", badly(IBV_WR_RDMA_READ, 8, 1), NoReceive,
        IBV_WC_LOC_PROT_ERR, Nothing);
    row("a write with a wrong key", to(IBV_WR_RDMA_WRITE, 8, 0, 1), 8, IBV_WC_REM_ACCESS_ERR,
        IBV_WC_WR_FLUSH_ERR);
    row("a write beyond the memory", to(IBV_WR_RDMA_WRITE, 8, MemorySize - 4), 8,
        IBV_WC_REM_ACCESS_ERR, IBV_WC_WR_FLUSH_ERR);
    row("a read before the memory", to(IBV_WR_RDMA_READ, 8, -4), 8, IBV_WC_REM_ACCESS_ERR,
        IBV_WC_WR_FLUSH_ERR);
    row("an atomic without the right", to(IBV_WR_ATOMIC_FETCH_AND_ADD, 8), 8, IBV_WC_REM_ACCESS_ERR,
        IBV_WC_WR_FLUSH_ERR);
}

void tst_NullNic::completions()
{
    QFETCH(const Post, send);
    QFETCH(const int, receive);
    QFETCH(const int, atSender);
    QFETCH(const int, atReceiver);
    const bool succeeds = atSender == IBV_WC_SUCCESS;
    if (RdmaTest::isSiw()
        && (!succeeds || qstrcmp(QTest::currentDataTag(), "a write that tells") == 0))
        QSKIP("siw has no immediate data, and ends the connection in place of an answer");
    VerbsPair pair;
    QVERIFY(pair.connect()); // with no retries for a receiver that is not ready
    if (receive != NoReceive)
        QCOMPARE(pair.server.postReceive(receive), 0);
    QCOMPARE(send(&pair), 0);
    const auto sent = pair.client.completion();
    QVERIFY(sent);
    // rxe of Linux 6.12 does not say why it could not send a request.
    const bool isUnsendable = atSender == IBV_WC_LOC_QP_OP_ERR || atSender == IBV_WC_LOC_PROT_ERR;
    if (!RdmaTest::isRxe() || !isUnsendable || sent->status != IBV_WC_WR_FLUSH_ERR)
        QCOMPARE(int(sent->status), atSender);
    QCOMPARE(sent->qp_num, pair.client.queuePair()->qp_num);
    if (atReceiver != Nothing) {
        const auto received = pair.server.completion();
        QVERIFY(received);
        QCOMPARE(int(received->status), atReceiver);
        QCOMPARE(received->qp_num, pair.server.queuePair()->qp_num);
    }
    if (!RdmaTest::isSiw()) // which does not tell the state
        QCOMPARE(int(pair.client.state()), int(succeeds ? IBV_QPS_RTS : IBV_QPS_ERR));
    if (atReceiver > IBV_WC_SUCCESS)
        QCOMPARE(int(pair.server.state()), int(IBV_QPS_ERR));
}

void tst_NullNic::receivesAreFlushed()
{
    VerbsPair pair;
    QVERIFY(pair.connect());
    for (int i = 0; i < 3; ++i)
        QCOMPARE(pair.server.postReceive(8), 0);
    QCOMPARE(rdma_disconnect(pair.server.id), 0);
    for (int i = 0; i < 3; ++i) {
        const auto flushed = pair.server.completion();
        QVERIFY(flushed);
        QCOMPARE(flushed->status, IBV_WC_WR_FLUSH_ERR);
    }
}

// All of them complete, also those that asked for no signal.
void tst_NullNic::sendsAreFlushed()
{
    if (RdmaTest::isSiw())
        QSKIP("siw refuses to take requests in this state");
    VerbsPair pair;
    QVERIFY(pair.connect());
    QCOMPARE(rdma_disconnect(pair.client.id), 0);
    for (const unsigned flags : { unsigned(IBV_SEND_SIGNALED), 0u }) {
        ibv_sge element;
        ibv_send_wr request = pair.client.request(IBV_WR_SEND, &element, 8);
        request.send_flags = flags;
        QCOMPARE(pair.client.post(request), 0);
        const auto flushed = pair.client.completion();
        QVERIFY(flushed);
        QCOMPARE(flushed->status, IBV_WC_WR_FLUSH_ERR);
    }
}

// The peer of a queue pair is not ready to receive.
void tst_NullNic::peerIsSilent()
{
    if (RdmaTest::isSiw())
        QSKIP("The driver of an iWARP device takes queue pairs through their states itself");
    BarePair pair;
    QVERIFY(pair.make(IBV_QPT_RC));
    QVERIFY(pair.bring(pair.here, pair.there, IBV_QPS_RTS));
    ibv_sge element;
    QCOMPARE(pair.here.post(pair.here.request(IBV_WR_SEND, &element, 8)), 0);
    const auto sent = pair.here.completion();
    QVERIFY(sent);
    QCOMPARE(sent->status, IBV_WC_RETRY_EXC_ERR);
}

void tst_NullNic::unreliableLosesWhatIsRefused()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP has reliable connections only");
    BarePair pair;
    QVERIFY(pair.make(IBV_QPT_UC));
    QVERIFY(pair.bring(pair.here, pair.there, IBV_QPS_RTS));
    QVERIFY(pair.bring(pair.there, pair.here, IBV_QPS_RTS));
    ibv_sge element;
    QCOMPARE(pair.here.post(pair.here.request(IBV_WR_SEND, &element, 8)), 0);
    const auto lost = pair.here.completion();
    QVERIFY(lost);
    QCOMPARE(lost->status, IBV_WC_SUCCESS);
    QCOMPARE(pair.there.postReceive(8), 0);
    QCOMPARE(pair.here.post(pair.here.request(IBV_WR_SEND, &element, 4)), 0);
    const auto received = pair.there.completion();
    QVERIFY(received);
    QCOMPARE(received->status, IBV_WC_SUCCESS);
    QCOMPARE(received->byte_len, 4u);
}

// ---- the connection manager ----

static int errorOf(int result)
{
    return result == 0 ? 0 : errno;
}

static int connectWith(VerbsPair *pair, int bytes)
{
    static const QByteArray data(255, 'x');
    rdma_conn_param parameters = {};
    parameters.private_data = data.constData();
    parameters.private_data_len = quint8(bytes);
    pair->client.makeQueues(IBV_ACCESS_LOCAL_WRITE);
    return errorOf(rdma_connect(pair->client.id, &parameters));
}

static int bindTo(VerbsPair *pair, const char *address)
{
    sockaddr_in wanted = {};
    wanted.sin_family = AF_INET;
    wanted.sin_addr.s_addr = htonl(QHostAddress(QLatin1String(address)).toIPv4Address());
    rdma_create_id(pair->server.channel, &pair->server.id, nullptr, RDMA_PS_TCP);
    return errorOf(rdma_bind_addr(pair->server.id, reinterpret_cast<sockaddr *>(&wanted)));
}

static int bindToPortOf(VerbsPair *pair, bool reuses)
{
    int reuse = reuses ? 1 : 0;
    sockaddr address = *rdma_get_local_addr(pair->listener.id);
    rdma_create_id(pair->server.channel, &pair->server.id, nullptr, RDMA_PS_TCP);
    rdma_set_option(pair->server.id, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &reuse,
                    sizeof(reuse));
    return errorOf(rdma_bind_addr(pair->server.id, &address));
}

void tst_NullNic::managersCalls_data()
{
    using Call = Post;
    QTest::addColumn<Post>("call");
    QTest::addColumn<int>("error");
    QTest::newRow("connect with as much data as fits")
            << Call([](VerbsPair *pair) { return connectWith(pair, 56); }) << 0;
    QTest::newRow("connect with more data")
            << Call([](VerbsPair *pair) { return connectWith(pair, 57); }) << EINVAL;
    QTest::newRow("bind to a foreign address")
            << Call([](VerbsPair *pair) { return bindTo(pair, "198.51.100.1"); }) << EADDRNOTAVAIL;
    QTest::newRow("bind to every address")
            << Call([](VerbsPair *pair) { return bindTo(pair, "0.0.0.0"); }) << 0;
    QTest::newRow("bind to a port that is taken")
            << Call([](VerbsPair *pair) { return bindToPortOf(pair, false); }) << EADDRINUSE;
    QTest::newRow("reuse a port whose owner does not share it")
            << Call([](VerbsPair *pair) { return bindToPortOf(pair, true); }) << EADDRINUSE;
    QTest::newRow("accept what has not come") << Call([](VerbsPair *pair) {
        rdma_conn_param parameters = {};
        return errorOf(rdma_accept(pair->client.id, &parameters));
    }) << EINVAL;
    QTest::newRow("reject what has not come") << Call([](VerbsPair *pair) {
        return errorOf(rdma_reject(pair->client.id, nullptr, 0));
    }) << EINVAL;
    QTest::newRow("disconnect what is not connected")
            << Call([](VerbsPair *pair) { return errorOf(rdma_disconnect(pair->client.id)); })
            << EINVAL;
    QTest::newRow("listen while connecting")
            << Call([](VerbsPair *pair) { return errorOf(rdma_listen(pair->client.id, 1)); })
            << EINVAL;
    QTest::newRow("an acknowledge time-out of two bytes") << Call([](VerbsPair *pair) {
        quint16 value = 1;
        return errorOf(rdma_set_option(pair->client.id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT,
                                       &value, sizeof(value)));
    }) << EINVAL;
}

// The client knows its route, and has not asked yet.
void tst_NullNic::managersCalls()
{
    QFETCH(const Post, call);
    QFETCH(const int, error);
    if (RdmaTest::isSiw() && qstrcmp(QTest::currentDataTag(), "connect with more data") == 0)
        QSKIP("A request of iWARP holds 512 bytes");
    VerbsPair pair;
    QVERIFY(pair.listen());
    QVERIFY(pair.resolve());
    QCOMPARE(call(&pair), error);
}

void tst_NullNic::connectsAndDisconnects()
{
    VerbsPair pair;
    QVERIFY(pair.connect());
    const bool tellsStates = !RdmaTest::isSiw();
    if (tellsStates) {
        QCOMPARE(int(pair.client.state()), int(IBV_QPS_RTS));
        QCOMPARE(int(pair.server.state()), int(IBV_QPS_RTS));
    }
    QCOMPARE(rdma_disconnect(pair.client.id), 0);
    const auto atServer = pair.server.event();
    QVERIFY(atServer);
    QCOMPARE(atServer->type, RDMA_CM_EVENT_DISCONNECTED);
    QCOMPARE(atServer->status, 0);
    QCOMPARE(rdma_disconnect(pair.server.id), 0);
    const auto atClient = pair.client.event();
    QVERIFY(atClient);
    QCOMPARE(atClient->type, RDMA_CM_EVENT_DISCONNECTED);
    if (tellsStates)
        QCOMPARE(int(pair.client.state()), int(IBV_QPS_ERR));
}

void tst_NullNic::rejections_data()
{
    QTest::addColumn<QByteArray>("how");
    QTest::addColumn<int>("status");
    QTest::newRow("nobody listens") << QByteArray("nobody") << 8;
    QTest::newRow("the server says no") << QByteArray("reject") << 28;
    QTest::newRow("the server lets go") << QByteArray("destroy") << 28;
}

void tst_NullNic::rejections()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP tells an errno of TCP in place of InfiniBand's reason");
    QFETCH(const QByteArray, how);
    QFETCH(const int, status);
    VerbsPair pair;
    if (how == "nobody") {
        QVERIFY(pair.listen() && pair.resolve());
        rdma_destroy_id(pair.listener.id);
        pair.listener.id = nullptr;
        QCOMPARE(connectWith(&pair, 0), 0);
    } else {
        QVERIFY(pair.request());
    }
    if (how == "reject")
        QCOMPARE(rdma_reject(pair.server.id, "reason", 6), 0);
    if (how == "destroy") {
        QCOMPARE(rdma_destroy_id(pair.server.id), 0);
        pair.server.id = nullptr;
    }
    const auto event = pair.client.event();
    QVERIFY(event);
    QCOMPARE(event->type, RDMA_CM_EVENT_REJECTED);
    QCOMPARE(event->status, status);
    if (how == "reject") {
        QVERIFY(event->privateData.startsWith("reason"));
        QCOMPARE(event->privateData.size(), 148);
    }
}

void tst_NullNic::requestIsGivenUp()
{
    if (RdmaTest::isSiw())
        QSKIP("siw notices when it answers");
    VerbsPair pair;
    QVERIFY(pair.request());
    QVERIFY(pair.server.makeQueues(pair.accessOfServer));
    rdma_destroy_qp(pair.client.id);
    QCOMPARE(rdma_destroy_id(pair.client.id), 0);
    pair.client.id = nullptr;
    rdma_conn_param parameters = {};
    // On its way through the kernel's threads the message takes a moment.
    QTRY_COMPARE(errorOf(rdma_accept(pair.server.id, &parameters)), EINVAL);
}

// ---- destruction ----

void tst_NullNic::destructions_data()
{
    QTest::addColumn<Post>("destroy");
    QTest::addColumn<int>("error");
    QTest::newRow("a domain with all that is in it")
            << Post([](VerbsPair *pair) { return ibv_dealloc_pd(pair->client.domain); }) << EBUSY;
    QTest::newRow("the completion queue of a queue pair")
            << Post([](VerbsPair *pair) { return ibv_destroy_cq(pair->client.queue); }) << EBUSY;
    QTest::newRow("the channel of a completion queue") << Post([](VerbsPair *pair) {
        ibv_comp_channel *channel = ibv_create_comp_channel(pair->client.id->verbs);
        ibv_cq *queue = ibv_create_cq(pair->client.id->verbs, 8, nullptr, channel, 0);
        const int error = ibv_destroy_comp_channel(channel);
        ibv_destroy_cq(queue);
        return ibv_destroy_comp_channel(channel) == 0 ? error : -1;
    }) << EBUSY;
}

void tst_NullNic::destructions()
{
    QFETCH(const Post, destroy);
    QFETCH(const int, error);
    VerbsPair pair;
    QVERIFY(pair.connect());
    QCOMPARE(destroy(&pair), error);
}

QTEST_GUILESS_MAIN(tst_NullNic)

#include "tst_nullnic.moc"
