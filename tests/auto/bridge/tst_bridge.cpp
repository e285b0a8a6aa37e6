// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "pattern.h"
#include "rawsocket.h"
#include "rdmaleaks.h"
#include "rdmatest.h"

#include <QtRdma/RdmaBridge>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qfile.h>
#include <QtCore/qpointer.h>
#include <QtCore/qtemporarydir.h>
#include <QtNetwork/qnetworkaccessmanager.h>
#include <QtNetwork/qnetworkproxy.h>
#include <QtNetwork/qnetworkreply.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <sys/resource.h>

#include <memory>
#include <optional>
#include <vector>

using namespace RawSockets;

using namespace Qt::StringLiterals;

namespace {

const QString Anywhere = u"127.0.0.1:0"_s;

QString rdmaEnd(quint16 port = 0)
{
    return u"rdma://%1:%2"_s.arg(RdmaTest::address().toString()).arg(port);
}

RdmaStreamOptions usualOptions()
{
    RdmaStreamOptions options;
    if (RdmaTest::isTcp())
        options.setTransport(Rdma::TransportPolicy::TcpOnly);
    return options;
}

std::unique_ptr<RdmaBridge> makeBridge(const QString &from, const QString &to,
                                       const RdmaStreamOptions &options = usualOptions())
{
    auto bridge = std::make_unique<RdmaBridge>();
    bridge->setStreamOptions(options);
    if (!bridge->listen(from, to))
        qWarning("%s", qPrintable(bridge->errorString()));
    return bridge;
}

// A client, a bridge, RDMA, another bridge, a server.
struct Way
{
    explicit Way(const QString &nearEnd = Anywhere, const QString &serverEnd = Anywhere)
        : server(serverEnd)
        , far(makeBridge(rdmaEnd(), server.end()))
        , near(makeBridge(nearEnd, far->listenEndpoint()))
    {
    }

    // Both ends of a new connection.
    bool connect()
    {
        client = std::make_unique<Socket>(near->listenEndpoint());
        accepted = server.waitForSocket();
        return client->isConnected && accepted;
    }
    bool waitFor(const std::function<bool()> &done)
    {
        return RawSockets::waitFor([&] {
            client->move();
            accepted->move();
            return done();
        });
    }
    bool waitUntilIdle()
    {
        return RawSockets::waitFor(
                [&] { return near->connectionCount() == 0 && far->connectionCount() == 0; });
    }

    Listener server;
    std::unique_ptr<RdmaBridge> far;
    std::unique_ptr<RdmaBridge> near;
    std::unique_ptr<Socket> client;
    std::unique_ptr<Socket> accepted;
};

// Answers each request that has ended with a page.
class Pages : public QTcpServer
{
public:
    Pages()
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket *const socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                if (!socket->peek(65536).endsWith("\r\n\r\n"))
                    return;
                socket->readAll();
                socket->write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
                socket->write(RdmaTest::pattern(100000));
            });
        });
    }
};

} // namespace

class tst_Bridge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void bytes_data();
    void bytes();
    void bothWaysAtOnce();
    void manyAtOnce();
    void clientEndsFirst();
    void serverEndsFirst();
    void cut_data();
    void cut();
    void cutAmidBytes();
    void closedByStream();
    void streamIsServer();

    void farStartsLater();
    void serverStartsLater();
    void farIsStartedAgain();
    void connectTimeout();
    void clientGivesUp();
    void readerStops();
    void shortConnections();

    void maxConnections();
    void maxConnectionsOverRdma();
    void maxConnectionsPerAddress();
    void noDescriptors();
    void idle();
    void drain();
    void abandonedUnixSocket();
    void fileInTheWay();
    void descriptor();
    void badDescriptor();
    void badEnds_data();
    void badEnds();
    void listensOnce();

    void key_data();
    void key();
    void deletedInSlot_data();
    void deletedInSlot();
    void networkAccessManager();

private:
    QTemporaryDir m_directory;
};

void tst_Bridge::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("There is no device to run on");
    QVERIFY(m_directory.isValid());
}

void tst_Bridge::bytes_data()
{
    QTest::addColumn<bool>("isUnix");
    QTest::addColumn<int>("size");
    for (const bool isUnix : { false, true }) {
        for (const int size : { 0, 1, 100, 2048, 2049, 65472, 65473, 1000000, 8000001 })
            QTest::addRow("%s, %d", isUnix ? "unix" : "tcp", size) << isUnix << size;
    }
}

// The server answers with what it got, when the client has ended its direction.
void tst_Bridge::bytes()
{
    QFETCH(const bool, isUnix);
    QFETCH(const int, size);
    QTemporaryDir directory;
    const QString unixEnd = u"unix:"_s + directory.path();
    Way way = isUnix ? Way(unixEnd + u"/near", unixEnd + u"/server") : Way();
    QVERIFY(way.connect());

    const QByteArray sent = RdmaTest::pattern(size);
    way.client->out = sent;
    way.client->finishes = true;
    QVERIFY(way.waitFor([&] { return way.accepted->end != Socket::End::None; }));
    QCOMPARE(way.accepted->end, Socket::End::Finished);
    QCOMPARE(way.accepted->in, sent);
    way.accepted->out = sent;
    way.accepted->finishes = true;
    QVERIFY(way.waitFor([&] { return way.client->end != Socket::End::None; }));
    QCOMPARE(way.client->end, Socket::End::Finished);
    QCOMPARE(way.client->in, sent);

    QVERIFY(way.waitUntilIdle());
    for (const RdmaBridge *bridge : { way.near.get(), way.far.get() }) {
        QCOMPARE(bridge->statistics().bytesToRdma(), quint64(size));
        QCOMPARE(bridge->statistics().bytesFromRdma(), quint64(size));
        QCOMPARE(bridge->statistics().accepted(), quint64(1));
        QCOMPARE(bridge->statistics().failed(), quint64(0));
    }
}

void tst_Bridge::bothWaysAtOnce()
{
    Way way;
    QVERIFY(way.connect());
    way.client->out = RdmaTest::pattern(3000000, 1);
    way.accepted->out = RdmaTest::pattern(5000000, 2);
    QVERIFY(way.waitFor([&] {
        return way.client->in.size() == 5000000 && way.accepted->in.size() == 3000000;
    }));
    QCOMPARE(way.client->in, way.accepted->out);
    QCOMPARE(way.accepted->in, way.client->out);
}

void tst_Bridge::manyAtOnce()
{
    constexpr int Count = 50;
    Way way;
    std::vector<std::unique_ptr<Socket>> clients;
    std::vector<std::unique_ptr<Socket>> accepted;
    for (int i = 0; i < Count; ++i) {
        clients.push_back(std::make_unique<Socket>(way.near->listenEndpoint()));
        clients.back()->out = RdmaTest::pattern(20000 + i, i);
        clients.back()->finishes = true;
    }
    const auto echo = [&] {
        for (const auto &socket : accepted) {
            socket->move();
            if (socket->end != Socket::End::Finished || socket->out.size() > 0)
                continue;
            socket->out = socket->in;
            socket->finishes = true;
        }
    };
    const auto allEnded = [&] {
        if (auto socket = way.server.take())
            accepted.push_back(std::move(socket));
        echo();
        bool all = true;
        for (const auto &client : clients) {
            client->move();
            all = all && client->end != Socket::End::None;
        }
        return all;
    };
    QVERIFY(RawSockets::waitFor(allEnded));
    for (const auto &client : clients) {
        QCOMPARE(client->end, Socket::End::Finished);
        QCOMPARE(client->in, client->out);
    }
    QVERIFY(way.waitUntilIdle());
}

void tst_Bridge::clientEndsFirst()
{
    Way way;
    QVERIFY(way.connect());
    way.client->finishes = true;
    QVERIFY(way.waitFor([&] { return way.accepted->end == Socket::End::Finished; }));
    way.accepted->out = "after the end";
    QVERIFY(way.waitFor([&] { return way.client->in == "after the end"; }));
    QCOMPARE(way.client->end, Socket::End::None);
    QCOMPARE(way.near->connectionCount(), 1);
    way.accepted->close();
    QVERIFY(way.client->waitForEnd());
    QCOMPARE(way.client->end, Socket::End::Finished);
    QVERIFY(way.waitUntilIdle());
}

void tst_Bridge::serverEndsFirst()
{
    Way way;
    QVERIFY(way.connect());
    way.accepted->finishes = true;
    QVERIFY(way.waitFor([&] { return way.client->end == Socket::End::Finished; }));
    way.client->out = "after the end";
    QVERIFY(way.waitFor([&] { return way.accepted->in == "after the end"; }));
    QCOMPARE(way.accepted->end, Socket::End::None);
    way.client->close();
    QVERIFY(way.accepted->waitForEnd());
    QCOMPARE(way.accepted->end, Socket::End::Finished);
    QVERIFY(way.waitUntilIdle());
}

void tst_Bridge::cut_data()
{
    using Cut = std::function<void(Way *)>;
    QTest::addColumn<Cut>("cut");
    QTest::newRow("the client resets") << Cut([](Way *way) { way->client->reset(); });
    QTest::newRow("the server resets") << Cut([](Way *way) { way->accepted->reset(); });
    QTest::newRow("the near bridge is deleted") << Cut([](Way *way) { way->near.reset(); });
    QTest::newRow("the far bridge is deleted") << Cut([](Way *way) { way->far.reset(); });
    QTest::newRow("the near bridge aborts") << Cut([](Way *way) { way->near->abort(); });
    QTest::newRow("the far bridge aborts") << Cut([](Way *way) { way->far->abort(); });
}

// A connection that nobody has ended in order does not look as if somebody had.
void tst_Bridge::cut()
{
    QFETCH(const std::function<void(Way *)>, cut);
    Way way;
    QVERIFY(way.connect());
    way.client->out = "a half sent";
    QVERIFY(way.waitFor([&] { return way.accepted->in == "a half sent"; }));
    way.accepted->out = "a half answ";
    QVERIFY(way.waitFor([&] { return way.client->in == "a half answ"; }));
    cut(&way);
    for (Socket *socket : { way.client.get(), way.accepted.get() }) {
        QVERIFY(socket->waitForEnd()); // the one that was reset here has no descriptor any more
        QCOMPARE(socket->end, Socket::End::Reset);
    }
    QVERIFY(RawSockets::waitFor([&] {
        return (!way.near || way.near->connectionCount() == 0)
                && (!way.far || way.far->connectionCount() == 0);
    }));
}

// The server does not read: bytes are everywhere on the way when the client resets.
void tst_Bridge::cutAmidBytes()
{
    Way way;
    QVERIFY(way.connect());
    way.accepted->reads = false;
    way.client->out = RdmaTest::pattern(64 * 1024 * 1024);
    QVERIFY(way.waitFor([&] { return way.far->statistics().bytesFromRdma() > 100000; }));
    way.client->reset();
    way.accepted->reads = true;
    QVERIFY(way.accepted->waitForEnd());
    QCOMPARE(way.accepted->end, Socket::End::Reset);
    QVERIFY(way.waitUntilIdle());
}

// A program with an RdmaStream says its word and closes: the server gets all of it, and the end.
void tst_Bridge::closedByStream()
{
    Listener server;
    const auto far = makeBridge(rdmaEnd(), server.end());
    RdmaStream stream;
    stream.setOptions(usualOptions());
    stream.connectToHost(RdmaTest::address(), far->listenEndpoint().section(u':', -1).toUShort());
    QVERIFY(stream.waitForConnected());
    const QByteArray sent = RdmaTest::pattern(1000000);
    stream.write(sent);
    stream.disconnectFromHost();
    const auto accepted = server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForEnd());
    QCOMPARE(accepted->end, Socket::End::Finished);
    QCOMPARE(accepted->in, sent);
    accepted->close();
    QVERIFY(RawSockets::waitFor([&] { return far->connectionCount() == 0; }));
    QCOMPARE(far->statistics().failed(), quint64(0));
}

void tst_Bridge::streamIsServer()
{
    RdmaServer server;
    if (RdmaTest::isTcp())
        server.setTransports(Rdma::StreamTransport::Tcp);
    QVERIFY(server.listen(RdmaTest::address()));
    const auto near = makeBridge(Anywhere, rdmaEnd(server.serverPort()));
    Socket client(near->listenEndpoint());
    client.out = "question";
    client.move();
    QVERIFY(RawSockets::waitFor([&] { return server.hasPendingConnections(); }));
    const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
    QVERIFY(RawSockets::waitFor([&] { return stream->bytesAvailable() == 8; }));
    QCOMPARE(stream->readAll(), QByteArray("question"));
    stream->write("answer");
    stream->disconnectFromHost();
    QVERIFY(client.waitForEnd());
    QCOMPARE(client.end, Socket::End::Finished);
    QCOMPARE(client.in, QByteArray("answer"));
}

// The bytes of the client wait for the other bridge.
void tst_Bridge::farStartsLater()
{
    Listener server;
    const QString end = makeBridge(rdmaEnd(), server.end())->listenEndpoint(); // and away again
    const auto near = makeBridge(Anywhere, end);
    QSignalSpy waitings(near.get(), &RdmaBridge::connectionWaiting);
    Socket client(near->listenEndpoint());
    client.out = "early";
    client.move();
    QVERIFY(RawSockets::waitFor([&] { return waitings.size() == 2; }));
    QVERIFY(waitings.at(0).at(1).value<RdmaError>().isError());
    QVERIFY(waitings.at(1).at(2).toInt() > waitings.at(0).at(2).toInt() / 2);

    const auto far = makeBridge(end, server.end());
    QVERIFY(far->isListening());
    const auto accepted = server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForBytes(5));
    QCOMPARE(accepted->in, QByteArray("early"));
    QCOMPARE(client.end, Socket::End::None);
}

void tst_Bridge::serverStartsLater()
{
    const QString path = u"unix:"_s + m_directory.filePath(u"later"_s);
    const auto far = makeBridge(rdmaEnd(), path);
    const auto near = makeBridge(Anywhere, far->listenEndpoint());
    QSignalSpy waitings(far.get(), &RdmaBridge::connectionWaiting);
    Socket client(near->listenEndpoint());
    client.out = "early";
    client.finishes = true;
    client.move();
    QVERIFY(RawSockets::waitFor([&] { return waitings.size() == 2; }));
    const auto error = waitings.at(0).at(1).value<RdmaError>();
    QCOMPARE(error.call(), u"connect()"_s);
    QCOMPARE(error.socketError(), QAbstractSocket::ConnectionRefusedError);

    Listener server(path);
    QVERIFY(server.isListening);
    const auto accepted = server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForEnd());
    QCOMPARE(accepted->in, QByteArray("early"));
}

void tst_Bridge::farIsStartedAgain()
{
    Way way;
    const QString end = way.far->listenEndpoint();
    for (int round = 0; round < 3; ++round) {
        QVERIFY(way.connect());
        way.client->out = "hello";
        QVERIFY(way.waitFor([&] { return way.accepted->in == "hello"; }));
        way.far.reset();
        QVERIFY(way.client->waitForEnd());
        QCOMPARE(way.client->end, Socket::End::Reset);
        way.far = makeBridge(end, way.server.end());
        QVERIFY(way.far->isListening());
    }
}

void tst_Bridge::connectTimeout()
{
    Listener server;
    const QString end = makeBridge(rdmaEnd(), server.end())->listenEndpoint();
    const auto near = makeBridge(Anywhere, end);
    near->setConnectTimeout(300);
    QSignalSpy failures(near.get(), &RdmaBridge::connectionFailed);
    Socket client(near->listenEndpoint());
    QVERIFY(client.waitForEnd());
    QCOMPARE(client.end, Socket::End::Reset);
    QCOMPARE(failures.size(), 1);
    const auto error = failures.at(0).at(1).value<RdmaError>();
    QCOMPARE(error.cause(), RdmaError::Cause::ConnectTimeout);
    QVERIFY(error.toString().contains(end));
    QVERIFY(!error.hint().isEmpty());
    QCOMPARE(near->statistics().failed(), quint64(1));
}

void tst_Bridge::clientGivesUp()
{
    Listener server;
    const QString end = makeBridge(rdmaEnd(), server.end())->listenEndpoint();
    const auto near = makeBridge(Anywhere, end);
    Socket client(near->listenEndpoint());
    QVERIFY(RawSockets::waitFor([&] { return near->connectionCount() == 1; }));
    client.reset();
    QVERIFY(RawSockets::waitFor([&] { return near->connectionCount() == 0; }));
    QCOMPARE(near->statistics().failed(), quint64(1));
}

// How many bytes of one connection of TCP the kernel may keep at both ends together.
static quint64 mostInKernel()
{
    quint64 sum = 0;
    for (const char *name : { "/proc/sys/net/ipv4/tcp_rmem", "/proc/sys/net/ipv4/tcp_wmem" }) {
        QFile file(QString::fromLatin1(name));
        if (file.open(QIODevice::ReadOnly))
            sum += file.readAll().simplified().split(' ').last().toULongLong();
    }
    return sum;
}

// A reader that stops holds up its writer, and nobody else. Both bridges together keep less than a few MiB.
void tst_Bridge::readerStops()
{
    constexpr qsizetype Size = 64 * 1024 * 1024;
    const quint64 bound = 8 * 1024 * 1024 + (RdmaTest::isTcp() ? mostInKernel() : 0);
    Way way;
    QVERIFY(way.connect());
    const auto writer = std::move(way.client);
    const auto reader = std::move(way.accepted);
    reader->reads = false;
    writer->out = RdmaTest::pattern(Size);

    QVERIFY(way.connect());
    for (int i = 0; i < 300; ++i) {
        way.client->out.append("ping");
        way.client->move();
        writer->move();
        QVERIFY(way.accepted->waitForBytes(4 * (i + 1)));
    }
    const quint64 inside =
            way.near->statistics().bytesToRdma() - way.far->statistics().bytesFromRdma();
    QVERIFY2(inside < bound, QByteArray::number(inside).constData());
    QVERIFY(writer->sent < Size);

    reader->reads = true;
    QVERIFY(RawSockets::waitFor([&] {
        writer->move();
        reader->move();
        return reader->in.size() == Size;
    }));
    QCOMPARE(reader->in, writer->out);
}

void tst_Bridge::shortConnections()
{
    const int count = RdmaTest::isTcp() || RdmaTest::isNull() ? 2000 : RdmaTest::rounds(500, 2000);
    Way way;
    const auto one = [&] {
        if (!way.connect())
            return false;
        way.client->out = "q";
        way.client->finishes = true;
        const bool answered = way.waitFor([&] {
            if (way.accepted->end != Socket::End::None && way.accepted->out.isEmpty()) {
                way.accepted->out = "a";
                way.accepted->finishes = true;
            }
            return way.client->end != Socket::End::None;
        });
        return answered && way.client->in == "a";
    };
    const auto settled = [&] {
        way.client.reset();
        way.accepted.reset();
        return way.waitUntilIdle();
    };
    for (int i = 0; i < 20; ++i) // memory and queues that stay
        QVERIFY(one());
    QVERIFY(settled());
    int files = 0;
    RdmaTest::Resources resources;
    const auto look = [&] {
        files = RdmaTest::openFiles();
        resources = RdmaTest::resources();
    };
    if (RdmaTest::isRxe() || RdmaTest::isSiw())
        QVERIFY(RawSockets::waitFor([&] { return RdmaTest::resources().queuePairs == 0; }));
    look();
    const int filesBefore = files;
    const RdmaTest::Resources before = resources;
    for (int i = 0; i < count; ++i)
        QVERIFY(one());
    QVERIFY(settled());
    QVERIFY(RawSockets::waitFor([&] {
        look();
        return files <= filesBefore && resources.queuePairs <= before.queuePairs
                && resources.connectionIds <= before.connectionIds;
    }));
    QVERIFY2(resources.memoryRegions <= before.memoryRegions + 2,
             QByteArray(resources.describe() + ", before: " + before.describe()).constData());
    QCOMPARE(way.near->statistics().accepted(), quint64(count + 20));
    QCOMPARE(way.near->statistics().failed(), quint64(0));
    QCOMPARE(way.far->statistics().failed(), quint64(0));
}

// The third one waits in the kernel until there is a place.
void tst_Bridge::maxConnections()
{
    Way way;
    way.near->setMaxConnections(2);
    QVERIFY(way.connect());
    const auto first = std::move(way.client);
    const auto firstAccepted = std::move(way.accepted);
    QVERIFY(way.connect());
    Socket third(way.near->listenEndpoint());
    QVERIFY(third.isConnected);
    third.out = "third";
    third.move();
    for (int i = 0; i < 100; ++i) { // many turns of both bridges
        way.client->out.append('x');
        QVERIFY(way.waitFor([&] { return way.accepted->in.size() == i + 1; }));
    }
    QCOMPARE(way.near->connectionCount(), 2);
    QVERIFY(!way.server.take());

    first->close();
    firstAccepted->close();
    const auto thirdAccepted = way.server.waitForSocket();
    QVERIFY(thirdAccepted);
    QVERIFY(thirdAccepted->waitForBytes(5));
    QCOMPARE(way.near->connectionCount(), 2);
}

void tst_Bridge::maxConnectionsOverRdma()
{
    Way way;
    way.far->setMaxConnections(1);
    QVERIFY(way.connect());
    Socket second(way.near->listenEndpoint());
    second.out = "second";
    second.move();
    for (int i = 0; i < 100; ++i) {
        way.client->out.append('x');
        QVERIFY(way.waitFor([&] { return way.accepted->in.size() == i + 1; }));
    }
    QCOMPARE(way.far->connectionCount(), 1);
    QVERIFY(!way.server.take());
    way.client->reset();
    const auto accepted = way.server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForBytes(6));
    QCOMPARE(accepted->in, QByteArray("second"));
}

void tst_Bridge::maxConnectionsPerAddress()
{
    Way way;
    way.near->setMaxConnectionsPerAddress(1);
    QVERIFY(way.connect());
    Socket second(way.near->listenEndpoint());
    QVERIFY(second.waitForEnd());
    QCOMPARE(way.near->statistics().refused(), quint64(1));
    QCOMPARE(way.near->connectionCount(), 1);
    way.client->close();
    way.accepted->close();
    QVERIFY(way.waitUntilIdle());
    QVERIFY(way.connect());
}

// The connection waits until there are descriptors again, and so does the bridge.
void tst_Bridge::noDescriptors()
{
    Way way;
    QVERIFY(way.connect());
    QSignalSpy failures(way.near.get(), &RdmaBridge::acceptFailed);
    Socket late(way.near->listenEndpoint());
    rlimit before = {};
    QCOMPARE(getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit few = before;
    few.rlim_cur = 200;
    QCOMPARE(setrlimit(RLIMIT_NOFILE, &few), 0);
    std::vector<std::unique_ptr<Socket>> taken; // all that there are
    for (int copy = ::dup(0); copy >= 0; copy = ::dup(0))
        taken.push_back(std::make_unique<Socket>(copy));
    const bool failed = RawSockets::waitFor([&] { return failures.size() == 2; });
    QCOMPARE(setrlimit(RLIMIT_NOFILE, &before), 0);
    taken.clear();
    QVERIFY(failed);
    const auto error = failures.at(0).at(0).value<RdmaError>();
    QCOMPARE(error.code(), EMFILE);
    QCOMPARE(error.call(), u"accept4()"_s);
    QVERIFY(error.hint().contains(u"LimitNOFILE"_s));
    late.out = "late";
    late.move();
    const auto accepted = way.server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForBytes(4));
}

void tst_Bridge::idle()
{
    Listener server;
    const auto far = makeBridge(rdmaEnd(), server.end());
    const auto near = makeBridge(Anywhere, far->listenEndpoint());
    near->setIdleTimeout(200);
    QSignalSpy failures(near.get(), &RdmaBridge::connectionFailed);
    Socket client(near->listenEndpoint());
    const auto accepted = server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(client.waitForEnd());
    QCOMPARE(client.end, Socket::End::Reset);
    QCOMPARE(failures.at(0).at(1).value<RdmaError>().cause(), RdmaError::Cause::IdleTimeout);
    QVERIFY(accepted->waitForEnd());
    QCOMPARE(accepted->end, Socket::End::Reset);
}

void tst_Bridge::drain()
{
    Way way;
    QVERIFY(way.connect());
    QSignalSpy finished(way.near.get(), &RdmaBridge::finished);
    const QString end = way.near->listenEndpoint();
    way.near->close();
    QVERIFY(!way.near->isListening());
    QVERIFY(!Socket(end).isConnected);
    way.client->out = "still here";
    QVERIFY(way.waitFor([&] { return way.accepted->in == "still here"; }));
    QCOMPARE(finished.size(), 0);
    way.client->close();
    way.accepted->close();
    QVERIFY(RawSockets::waitFor([&] { return finished.size() == 1; }));
    way.far->close();
    QVERIFY(way.waitUntilIdle());
}

void tst_Bridge::abandonedUnixSocket()
{
    const QString path = m_directory.filePath(u"socket"_s);
    const QString end = u"unix:"_s + path;
    { // its path stays behind
        const Listener other(end);
        QVERIFY(other.isListening);
        RdmaBridge bridge;
        QVERIFY(!bridge.listen(end, rdmaEnd(1)));
        QCOMPARE(bridge.rdmaError().code(), EADDRINUSE);
        QVERIFY(QFile::exists(path));
    }
    {
        RdmaBridge bridge;
        QVERIFY2(bridge.listen(end, rdmaEnd(1)), qPrintable(bridge.errorString()));
        QCOMPARE(bridge.listenEndpoint(), end);
        QVERIFY(Socket(end).isConnected);
    }
    QVERIFY(!QFile::exists(path));
}

void tst_Bridge::descriptor()
{
    Listener server;
    const auto far = makeBridge(rdmaEnd(), server.end());
    Listener handed;
    RdmaBridge near;
    near.setStreamOptions(usualOptions());
    QVERIFY(near.listenOnDescriptor(std::exchange(handed.descriptor, -1), far->listenEndpoint()));
    QCOMPARE(near.listenEndpoint(), handed.end());
    Socket client(handed.end());
    client.out = "hello";
    client.move();
    const auto accepted = server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForBytes(5));
}

void tst_Bridge::badDescriptor()
{
    RdmaBridge bridge;
    QFile file(u"/dev/null"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!bridge.listenOnDescriptor(file.handle(), rdmaEnd(1)));
    QVERIFY(bridge.errorString().contains(u"stream socket"_s));
    const Listener listener;
    Socket connected(listener.end());
    QVERIFY(!bridge.listenOnDescriptor(listener.descriptor, u"127.0.0.1:1"_s));
    QVERIFY(!bridge.listenOnDescriptor(-1, u"127.0.0.1:1"_s));
    QVERIFY(!bridge.isListening());
}

void tst_Bridge::badEnds_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << u""_s << u"rdma://10.77.0.1:1"_s << u"is no end"_s;
    QTest::newRow("no port") << u"127.0.0.1"_s << u"rdma://10.77.0.1:1"_s
                             << u"\"127.0.0.1\" is no end"_s;
    QTest::newRow("port") << u"127.0.0.1:65536"_s << u"rdma://10.77.0.1:1"_s << u"is no end"_s;
    QTest::newRow("IPv6") << u"::1:5432"_s << u"rdma://10.77.0.1:1"_s << u"is no end"_s;
    QTest::newRow("scheme") << u"http://127.0.0.1:1"_s << u"rdma://10.77.0.1:1"_s << u"is no end"_s;
    QTest::newRow("relative path") << u"unix:socket"_s << u"rdma://10.77.0.1:1"_s << u"is no end"_s;
    QTest::newRow("long path") << (u"unix:/"_s + QString(200, u'x')) << u"rdma://10.77.0.1:1"_s
                               << u"is no end"_s;
    QTest::newRow("target") << Anywhere << u"rdma://"_s << u"\"rdma://\" is no end"_s;
    QTest::newRow("target port 0") << Anywhere << u"rdma://10.77.0.1:0"_s << u"Port 0"_s;
    QTest::newRow("both local") << Anywhere << u"127.0.0.1:1"_s << u"one end of RDMA"_s;
    QTest::newRow("neither") << u"rdma://10.77.0.1:1"_s << u"rdma://10.77.0.1:2"_s
                             << u"one end of RDMA"_s;
    QTest::newRow("name") << u"localhost:1"_s << u"rdma://10.77.0.1:1"_s
                          << u"address of this machine"_s;
    QTest::newRow("rdma name") << u"rdma://host:1"_s << u"127.0.0.1:1"_s
                               << u"address of this machine"_s;
    QTest::newRow("not here") << u"192.0.2.77:1"_s << u"rdma://10.77.0.1:1"_s << u"bind()"_s;
    QTest::newRow("no directory") << u"unix:/no/such/directory"_s << u"rdma://10.77.0.1:1"_s
                                  << u"bind()"_s;
}

// connect() is refused by a file as by a socket that nobody has any more. Only the latter goes.
void tst_Bridge::fileInTheWay()
{
    const QString path = m_directory.filePath(u"letter"_s);
    QFile letter(path);
    QVERIFY(letter.open(QIODevice::WriteOnly) && letter.write("dear") == 4);
    letter.close();
    RdmaBridge bridge;
    QVERIFY(!bridge.listen(u"unix:"_s + path, u"rdma://10.77.0.1:1"_s));
    QVERIFY2(bridge.errorString().contains(u"bind()"_s), qPrintable(bridge.errorString()));
    QVERIFY(letter.open(QIODevice::ReadOnly));
    QCOMPARE(letter.readAll(), QByteArray("dear"));
}

void tst_Bridge::badEnds()
{
    QFETCH(const QString, from);
    QFETCH(const QString, to);
    QFETCH(const QString, text);
    RdmaBridge bridge;
    QVERIFY(!bridge.listen(from, to));
    QVERIFY(!bridge.isListening());
    QVERIFY(bridge.listenEndpoint().isEmpty());
    QVERIFY2(bridge.errorString().contains(text), qPrintable(bridge.errorString()));
}

void tst_Bridge::listensOnce()
{
    const auto bridge = makeBridge(Anywhere, rdmaEnd(1));
    QVERIFY(!bridge->listen(Anywhere, rdmaEnd(1)));
    QVERIFY(bridge->errorString().contains(u"already"_s));
    RdmaBridge other;
    QVERIFY(!other.listen(bridge->listenEndpoint(), rdmaEnd(1)));
    QCOMPARE(other.rdmaError().code(), EADDRINUSE);
    bridge->close();
    QVERIFY2(bridge->listen(Anywhere, rdmaEnd(1)), qPrintable(bridge->errorString()));
}

void tst_Bridge::key_data()
{
    QTest::addColumn<QByteArray>("nearKey");
    QTest::addColumn<bool>("isRight");
    QTest::newRow("right") << QByteArray("0123456789abcdef") << true;
    QTest::newRow("wrong") << QByteArray("0123456789abcdeX") << false;
}

void tst_Bridge::key()
{
    QFETCH(const QByteArray, nearKey);
    QFETCH(const bool, isRight);
    Listener server;
    RdmaStreamOptions options = usualOptions();
    options.setPreSharedKey("0123456789abcdef");
    const auto far = makeBridge(rdmaEnd(), server.end(), options);
    options.setPreSharedKey(nearKey);
    const auto near = makeBridge(Anywhere, far->listenEndpoint(), options);
    near->setConnectTimeout(isRight ? 30000 : 1000);
    Socket client(near->listenEndpoint());
    client.out = "hello";
    client.move();
    if (isRight) {
        const auto accepted = server.waitForSocket();
        QVERIFY(accepted);
        QVERIFY(accepted->waitForBytes(5));
    } else {
        QVERIFY(client.waitForEnd());
        QCOMPARE(client.end, Socket::End::Reset);
        QVERIFY(!server.take());
        QCOMPARE(far->statistics().accepted(), quint64(0));
    }
}

void tst_Bridge::deletedInSlot_data()
{
    QTest::addColumn<QByteArray>("signal");
    QTest::addColumn<bool>("isFar");
    for (const bool isFar : { false, true }) {
        for (const char *signal : { "connectionOpened(quint64)", "connectionClosed(quint64)",
                                    "connectionFailed(quint64,RdmaError)",
                                    "connectionWaiting(quint64,RdmaError,int)", "finished()" })
            QTest::addRow("%s %s", isFar ? "far" : "near", signal) << QByteArray(signal) << isFar;
    }
}

// The other bridge is there for a connection in order, then reset, then with its server gone.
void tst_Bridge::deletedInSlot()
{
    QFETCH(const QByteArray, signal);
    QFETCH(const bool, isFar);
    auto server = std::make_unique<Listener>();
    auto *const far = makeBridge(rdmaEnd(), server->end()).release();
    auto *const near = makeBridge(Anywhere, far->listenEndpoint()).release();
    const QPointer<RdmaBridge> deleted(isFar ? far : near);
    const QPointer<RdmaBridge> other(isFar ? near : far);
    const auto remove = [deleted] { delete deleted.data(); };
    if (signal.startsWith("connectionOpened"))
        connect(deleted, &RdmaBridge::connectionOpened, this, remove);
    else if (signal.startsWith("connectionClosed"))
        connect(deleted, &RdmaBridge::connectionClosed, this, remove);
    else if (signal.startsWith("connectionFailed"))
        connect(deleted, &RdmaBridge::connectionFailed, this, remove);
    else if (signal.startsWith("connectionWaiting"))
        connect(deleted, &RdmaBridge::connectionWaiting, this, remove);
    else
        connect(deleted, &RdmaBridge::finished, this, remove);

    const QString end = near->listenEndpoint();
    { // in order
        Socket client(end);
        client.finishes = true;
        client.move();
        std::unique_ptr<Socket> accepted;
        RawSockets::waitFor([&] { return accepted || (accepted = server->take()) || !deleted; });
        if (accepted && deleted) {
            accepted->finishes = true;
            accepted->move();
            RawSockets::waitFor([&] { return !deleted || deleted->connectionCount() == 0; });
        }
    }
    if (deleted && other) { // reset
        Socket client(end);
        std::unique_ptr<Socket> accepted = server->waitForSocket();
        QVERIFY(accepted);
        accepted->out = "x"; // a server that resets before the bridge looks is tried again
        accepted->move();
        client.waitFor([&] { return client.in == "x" || !deleted; });
        accepted->reset();
        RawSockets::waitFor([&] { return !deleted || deleted->connectionCount() == 0; });
    }
    server.reset();
    if (deleted && other && signal.startsWith("connectionWaiting")) {
        if (!isFar)
            delete other.data();
        Socket client(end);
        RawSockets::waitFor([&] { return !deleted; });
    }
    if (deleted && signal.startsWith("finished"))
        deleted->close();
    QVERIFY(RawSockets::waitFor([&] { return !deleted; }));
    delete other.data();
}

// A class of Qt that makes its sockets itself.
void tst_Bridge::networkAccessManager()
{
    Pages pages;
    const auto far = makeBridge(rdmaEnd(), u"127.0.0.1:%1"_s.arg(pages.serverPort()));
    const auto near = makeBridge(Anywhere, far->listenEndpoint());
    QNetworkAccessManager manager;
    manager.setProxy(QNetworkProxy::NoProxy);
    for (int i = 0; i < 3; ++i) {
        const std::unique_ptr<QNetworkReply> reply(
                manager.get(QNetworkRequest(QUrl(u"http://" + near->listenEndpoint() + u"/page"))));
        QVERIFY(RawSockets::waitFor([&] { return reply->isFinished(); }));
        QCOMPARE(reply->error(), QNetworkReply::NoError);
        QCOMPARE(reply->readAll(), RdmaTest::pattern(100000));
    }
}

QTEST_GUILESS_MAIN(tst_Bridge)

#include "tst_bridge.moc"
