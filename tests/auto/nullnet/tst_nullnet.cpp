// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../../nullnic/link_p.h"
#include "side.h"

#include <QtCore/qprocess.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

Q_DECLARE_METATYPE(Manner)

namespace {

constexpr int Patience = 30000;
constexpr int Host = 1;
constexpr int OtherHost = 2;
constexpr int NobodyListens = 8; // the reasons of a rejection
constexpr int ProgramRejects = 28;

// The other process.
class Peer
{
public:
    explicit Peer(const char *mode)
    {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QStringLiteral(QTRDMA_NULLNETPEER), { QString::fromLatin1(mode) });
        port = quint16(line().mid(10).toUInt());
    }
    ~Peer() { end(); }
    Q_DISABLE_COPY_MOVE(Peer)

    QByteArray line()
    {
        while (!process.canReadLine() && process.waitForReadyRead(Patience)) { }
        return process.readLine().trimmed();
    }
    void tell()
    {
        process.write("\n");
        process.waitForBytesWritten(Patience);
    }
    void kill()
    {
        process.kill();
        process.waitForFinished(Patience);
    }
    bool end()
    {
        process.closeWriteChannel();
        return process.state() == QProcess::NotRunning || process.waitForFinished(Patience);
    }

    quint16 port = 0;

private:
    QProcess process;
};

// Asks for the connection, and returns the answer.
Side::Event request(Side *client, quint16 port, int host = Host)
{
    client->resolve(host, port);
    client->makeQueues();
    rdma_conn_param parameters = {};
    parameters.responder_resources = parameters.initiator_depth = 1;
    parameters.retry_count = parameters.rnr_retry_count = 7;
    need(rdma_connect(client->id, &parameters) == 0, "rdma_connect");
    return client->event();
}

std::optional<Offer> connectTo(Side *client, const Peer &peer)
{
    const Side::Event answer = request(client, peer.port);
    if (answer.type != RDMA_CM_EVENT_ESTABLISHED)
        return std::nullopt;
    Offer offer;
    std::memcpy(&offer, answer.data.data(), sizeof(offer));
    return offer;
}

void fill(char *bytes, size_t length, int seed)
{
    for (size_t i = 0; i < length; ++i)
        bytes[i] = char(i * 7 + size_t(seed) * 13 + (i >> 8));
}

bool isFilled(const char *bytes, size_t length, int seed)
{
    std::vector<char> wanted(length);
    fill(wanted.data(), length, seed);
    return std::memcmp(bytes, wanted.data(), length) == 0;
}

// The request succeeds, before anything else is told.
bool succeeds(Side *client, const ibv_send_wr &request, ibv_wc_opcode opcode)
{
    client->post(request);
    const ibv_wc completion = client->completion();
    return completion.status == IBV_WC_SUCCESS && completion.opcode == opcode;
}

// The peer answers each message with its bytes, and its length.
bool isEchoed(Side *client, uint32_t length, int seed)
{
    const ibv_wc echo = client->completion();
    const char *bytes = client->memory.data() + echo.wr_id * SlotSize;
    const bool isRight = echo.status == IBV_WC_SUCCESS && echo.opcode == IBV_WC_RECV
            && (echo.wc_flags & IBV_WC_WITH_IMM) != 0 && be32toh(echo.imm_data) == length
            && isFilled(bytes, std::min<size_t>(length, SlotSize), seed);
    client->postReceive(int(echo.wr_id));
    return isRight;
}

bool sendsAndReceives(Side *client, int round)
{
    const auto length = uint32_t(2 + round * 5);
    fill(client->requestBytes(), length, round);
    return succeeds(client, client->request(IBV_WR_SEND, {}, length), IBV_WC_SEND)
            && isEchoed(client, length, round);
}

bool writesAndReads(Side *client, const Offer &offer, int round)
{
    const auto length = uint32_t(1 + round * 30000);
    fill(client->requestBytes(), length, round);
    if (!succeeds(client, client->request(IBV_WR_RDMA_WRITE, offer, length), IBV_WC_RDMA_WRITE))
        return false;
    std::fill_n(client->requestBytes(), length, '\0');
    return succeeds(client, client->request(IBV_WR_RDMA_READ, offer, length), IBV_WC_RDMA_READ)
            && isFilled(client->requestBytes(), length, round);
}

bool changesAtomically(Side *client, const Offer &offer)
{
    uint64_t value = 40;
    const auto result = [client] {
        uint64_t before = 0;
        std::memcpy(&before, client->requestBytes(), sizeof(before));
        return before;
    };
    std::memcpy(client->requestBytes(), &value, sizeof(value));
    ibv_send_wr add = client->request(IBV_WR_ATOMIC_FETCH_AND_ADD, offer, sizeof(value));
    add.wr.atomic.compare_add = 2;
    ibv_send_wr swap = client->request(IBV_WR_ATOMIC_CMP_AND_SWP, offer, sizeof(value));
    swap.wr.atomic.compare_add = 42;
    swap.wr.atomic.swap = 7;
    return succeeds(client, client->request(IBV_WR_RDMA_WRITE, offer, sizeof(value)),
                    IBV_WC_RDMA_WRITE)
            && succeeds(client, add, IBV_WC_FETCH_ADD) && result() == 40
            && succeeds(client, swap, IBV_WC_COMP_SWAP) && result() == 42
            && succeeds(client, client->request(IBV_WR_RDMA_READ, offer, sizeof(value)),
                        IBV_WC_RDMA_READ)
            && result() == 7;
}

// The peer sends what was in its memory; only the immediate data tell of the write.
bool writesWithImmediate(Side *client, const Offer &offer)
{
    ibv_send_wr write = client->request(IBV_WR_RDMA_WRITE_WITH_IMM, offer, 1000);
    write.imm_data = htobe32(77);
    if (!succeeds(client, write, IBV_WC_RDMA_WRITE))
        return false;
    const ibv_wc echo = client->completion();
    client->postReceive(int(echo.wr_id));
    return echo.opcode == IBV_WC_RECV && be32toh(echo.imm_data) == 1000;
}

} // namespace

// Two processes on the null device, with nothing but the calls of rdma-core.
class tst_NullNet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operations_data();
    void operations();
    void rejections_data();
    void rejections();
    void portIsTaken();
    void receiverIsNotReady();
    void keyIsWrong();
    void peerIsKilled_data();
    void peerIsKilled();
    void strangers_data();
    void strangers();

private:
    QByteArrayList runOperations(Manner manner);
};

// ---- requests ----

void tst_NullNet::operations_data()
{
    QTest::addColumn<Manner>("manner");
    QTest::newRow("spinning") << Manner::Spinning;
    QTest::newRow("by events") << Manner::ByEvents;
}

// Returns the counts of completions of both processes; none if something went wrong.
QByteArrayList tst_NullNet::runOperations(Manner manner)
{
    Peer peer(manner == Manner::Spinning ? "echo-spinning" : "echo-events");
    Side client(manner);
    const auto offer = connectTo(&client, peer);
    if (!offer)
        return {};
    for (int slot = 0; slot < Slots; ++slot)
        client.postReceive(slot);
    for (int round = 0; round < 12; ++round) {
        if (!sendsAndReceives(&client, round) || !writesAndReads(&client, *offer, round)
            || !changesAtomically(&client, *offer) || !writesWithImmediate(&client, *offer))
            return {};
    }
    fill(client.requestBytes(), 1, 0);
    const bool isLast = succeeds(&client, client.request(IBV_WR_SEND, {}, 1), IBV_WC_SEND)
            && isEchoed(&client, 1, 0);
    need(rdma_disconnect(client.id) == 0, "rdma_disconnect");
    const bool isOver = client.event().type == RDMA_CM_EVENT_DISCONNECTED;
    return isLast && isOver ? QByteArrayList{ client.countsLine().c_str(), peer.line() }
                            : QByteArrayList{};
}

void tst_NullNet::operations()
{
    QFETCH(const Manner, manner);
    const QByteArrayList counts = runOperations(manner);
    QCOMPARE(counts.size(), 2);
    QVERIFY(!counts.at(1).isEmpty());
    QCOMPARE(runOperations(manner), counts);
}

// ---- connecting ----

void tst_NullNet::rejections_data()
{
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<int>("host");
    QTest::addColumn<int>("step"); // to another port
    QTest::addColumn<int>("reason");
    QTest::addColumn<QByteArray>("data");
    QTest::newRow("by the program")
            << QByteArray("reject") << Host << 0 << ProgramRejects << QByteArray("not today");
    QTest::newRow("another address")
            << QByteArray("unready") << OtherHost << 0 << NobodyListens << QByteArray();
    QTest::newRow("another port") << QByteArray("unready") << Host << 5000 << NobodyListens
                                  << QByteArray();
}

void tst_NullNet::rejections()
{
    QFETCH(const QByteArray, mode);
    QFETCH(const int, host);
    QFETCH(const int, step);
    Peer peer(mode);
    Side client(Manner::Spinning);
    const Side::Event answer = request(&client, quint16(peer.port + step), host);
    QCOMPARE(int(answer.type), int(RDMA_CM_EVENT_REJECTED));
    QTEST(answer.status, "reason");
    QTEST(QByteArray(answer.data.data()), "data");
    peer.kill();
}

void tst_NullNet::portIsTaken()
{
    Peer peer("unready");
    Side here(Manner::Spinning);
    here.makeId();
    sockaddr_in address = addressOf(Host, peer.port);
    auto *general = reinterpret_cast<sockaddr *>(&address);
    QCOMPARE(rdma_bind_addr(here.id, general), -1);
    QCOMPARE(errno, EADDRINUSE);
    peer.kill();
    QCOMPARE(rdma_bind_addr(here.id, general), 0);
}

// ---- what goes wrong ----

// A read takes no receive, but comes after the message that needs one.
void tst_NullNet::receiverIsNotReady()
{
    Peer peer("unready");
    Side client(Manner::Spinning);
    const auto offer = connectTo(&client, peer);
    QVERIFY(offer);
    client.post(client.request(IBV_WR_SEND, {}, 8));
    client.post(client.request(IBV_WR_RDMA_READ, *offer, 8));
    ibv_wc completion = {};
    for (int i = 0; i < 1000; ++i)
        QVERIFY(!client.poll(&completion));
    peer.tell(); // which lets it post a receive
    QCOMPARE(client.completion().opcode, IBV_WC_SEND);
    QCOMPARE(client.completion().opcode, IBV_WC_RDMA_READ);
    QCOMPARE(client.countsLine(), "0:0=1 2:0=1 ");
    peer.tell();
}

void tst_NullNet::keyIsWrong()
{
    Peer peer("unready");
    Side client(Manner::Spinning);
    auto offer = connectTo(&client, peer);
    QVERIFY(offer);
    ++offer->key;
    client.post(client.request(IBV_WR_RDMA_WRITE, *offer, 8));
    QCOMPARE(client.completion().status, IBV_WC_REM_ACCESS_ERR);
    peer.kill();
}

void tst_NullNet::peerIsKilled_data()
{
    QTest::addColumn<bool>("hasRequest");
    QTest::newRow("idle") << false;
    QTest::newRow("while a request waits") << true;
}

void tst_NullNet::peerIsKilled()
{
    QFETCH(const bool, hasRequest);
    Peer peer("unready");
    Side client(Manner::ByEvents);
    QVERIFY(connectTo(&client, peer));
    client.postReceive(0);
    if (hasRequest)
        client.post(client.request(IBV_WR_SEND, {}, 8));
    peer.kill();
    QCOMPARE(int(client.event().type), int(RDMA_CM_EVENT_DISCONNECTED));
    QCOMPARE(rdma_disconnect(client.id), 0);
    for (int i = 0; i < (hasRequest ? 2 : 1); ++i)
        QCOMPARE(client.completion().status, IBV_WC_WR_FLUSH_ERR);
}

// ---- what no device sends ----

namespace {

// A connection to the port of a process, without the device.
class Stranger
{
public:
    explicit Stranger(quint16 port) : m_socket(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const QByteArray name = "qtrdma-null/" + qgetenv("QTRDMA_NULL_NET") + '/'
                + QByteArray::number(RDMA_PS_TCP) + '/' + QByteArray::number(port);
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path + 1, name.constData(), size_t(name.size()));
        const auto length = offsetof(sockaddr_un, sun_path) + 1 + size_t(name.size());
        need(::connect(m_socket, reinterpret_cast<sockaddr *>(&address), socklen_t(length)) == 0,
             "connect");
    }
    ~Stranger() { close(m_socket); }
    Q_DISABLE_COPY_MOVE(Stranger)

    void ring() { (void)::send(m_socket, "", 1, MSG_NOSIGNAL); }

    // The memory of a link, with a seal or without.
    NullNic::Lane *share(int seals)
    {
        constexpr size_t Size = 2 * sizeof(NullNic::Lane);
        const int memory = memfd_create("stranger", MFD_ALLOW_SEALING);
        need(ftruncate(memory, off_t(Size)) == 0, "ftruncate");
        need(fcntl(memory, F_ADD_SEALS, seals) == 0, "F_ADD_SEALS");
        void *mapped = mmap(nullptr, Size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
        need(mapped != MAP_FAILED, "mmap");
        char byte = 0;
        iovec part = { &byte, 1 };
        alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
        msghdr message = {};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control;
        message.msg_controllen = sizeof(control);
        cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(header), &memory, sizeof(int));
        need(sendmsg(m_socket, &message, MSG_NOSIGNAL) == 1, "sendmsg");
        close(memory);
        return static_cast<NullNic::Lane *>(mapped);
    }

    // The process has closed its end.
    bool isTurnedAway()
    {
        char byte = 0;
        ssize_t count = 0;
        while ((count = recv(m_socket, &byte, 1, 0)) > 0) { }
        return count == 0 || errno == ECONNRESET;
    }

private:
    const int m_socket;
};

constexpr int AllSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

void sendNoMemory(Stranger *stranger)
{
    stranger->ring();
}

void sendUnsealedMemory(Stranger *stranger)
{
    stranger->share(0);
}

void sendFrame(Stranger *stranger, const NullNic::Frame &frame, uint32_t count = 1)
{
    NullNic::Lane *lane = stranger->share(AllSeals);
    lane->frames[0] = frame;
    lane->written = count;
    stranger->ring();
}

void sendTooManyFrames(Stranger *stranger)
{
    sendFrame(stranger, {}, NullNic::Lane::MostFrames + 1);
}

void sendUnknownFrame(Stranger *stranger)
{
    NullNic::Frame frame = {};
    frame.kind = NullNic::Frame::Kind(1000);
    sendFrame(stranger, frame);
}

void sendRequestWithoutConnection(Stranger *stranger)
{
    NullNic::Frame frame = {};
    frame.kind = NullNic::Frame::Kind::Request;
    frame.request.length = 0xffffffff;
    sendFrame(stranger, frame);
}

void sendAnswerToNothing(Stranger *stranger)
{
    NullNic::Frame frame = {};
    frame.kind = NullNic::Frame::Kind::Answer;
    sendFrame(stranger, frame);
}

void sendForeignAddress(Stranger *stranger)
{
    NullNic::Frame frame = {};
    frame.kind = NullNic::Frame::Kind::ConnectionRequest;
    frame.handshake.space = RDMA_PS_TCP;
    frame.handshake.type = IBV_QPT_RC;
    sendFrame(stranger, frame);
}

} // namespace

using Greeting = void (*)(Stranger *);
Q_DECLARE_METATYPE(Greeting)

void tst_NullNet::strangers_data()
{
    QTest::addColumn<Greeting>("greeting");
    QTest::newRow("no memory") << Greeting(sendNoMemory);
    QTest::newRow("memory without seals") << Greeting(sendUnsealedMemory);
    QTest::newRow("more frames than there is room for") << Greeting(sendTooManyFrames);
    QTest::newRow("a frame of no kind") << Greeting(sendUnknownFrame);
    QTest::newRow("a request without a connection") << Greeting(sendRequestWithoutConnection);
    QTest::newRow("an answer to nothing") << Greeting(sendAnswerToNothing);
    QTest::newRow("an address of nobody") << Greeting(sendForeignAddress);
}

void tst_NullNet::strangers()
{
    QFETCH(const Greeting, greeting);
    Peer peer("unready");
    Stranger stranger(peer.port);
    greeting(&stranger);
    QVERIFY(stranger.isTurnedAway());
    Side client(Manner::Spinning);
    QVERIFY(connectTo(&client, peer)); // the process goes on
    peer.kill();
}

QTEST_GUILESS_MAIN(tst_NullNet)
#include "tst_nullnet.moc"
