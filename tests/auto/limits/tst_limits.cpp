// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lowlimit.h"
#include "qtrdmafault.h"
#include "queuepairs.h"
#include "rdmatest.h"
#include "streampeer.h"
#include "transfer.h"
#include "waitfor.h"

#include <QtRdma/RdmaDatagram>
#include <QtRdma/RdmaDatagramSocket>
#include <QtRdma/RdmaEndpoint>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaStreamOptions>

#include <QtCore/qabstracteventdispatcher.h>
#include <QtCore/qfile.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include <sys/mount.h>
#include <sys/stat.h>

using RdmaTest::StreamPeer;

namespace {

constexpr int Patience = 60000;
constexpr qint64 Some = 200000; // bytes: more than what lies free at first

void echoAll(RdmaServer *server)
{
    QObject::connect(server, &RdmaServer::newConnection, server, [server] {
        while (RdmaStream *stream = server->nextPendingConnection()) {
            QObject::connect(stream, &RdmaStream::readyRead, stream,
                             [stream] { stream->write(stream->readAll()); });
        }
    });
}

// What a client has to say that has a thread, and so everything, of its own; and no event loop, which needs files itself.
RdmaError connectInAnotherThread(quint16 port)
{
    RdmaError error;
    std::atomic<bool> done = false;
    std::thread thread([&error, &done, port] {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), port);
        if (!stream.waitForConnected(Patience))
            error = stream.rdmaError();
        done = true;
    });
    if (!RdmaTest::waitFor([&done] { return done.load(); }, 2 * Patience))
        qFatal("the thread hangs");
    thread.join();
    return error;
}

// A control group with a process in it.
class ControlGroup
{
public:
    bool make(const QByteArray &controller, qint64 process)
    {
        const QByteArray root = QFile::encodeName(m_root.path());
        m_mounted = ::mount("none", root.constData(), "cgroup2", 0, nullptr) == 0;
        m_path = m_root.path() + QLatin1String("/qtrdma-") + QString::number(process);
        return m_mounted && write(m_root.path(), "cgroup.subtree_control", '+' + controller)
                && ::mkdir(QFile::encodeName(m_path).constData(), 0755) == 0
                && write(m_path, "cgroup.procs", QByteArray::number(process));
    }
    ~ControlGroup()
    {
        if (!m_mounted)
            return;
        ::rmdir(QFile::encodeName(m_path).constData());
        ::umount(QFile::encodeName(m_root.path()).constData());
    }
    bool set(const char *name, const QByteArray &text) const { return write(m_path, name, text); }
    bool setMost(const QString &device, const QByteArray &objects) const
    {
        return set("rdma.max", device.toUtf8() + " hca_object=" + objects);
    }
    QByteArrayList lines(const char *name) const
    {
        QFile file(m_path + u'/' + QLatin1String(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QByteArrayList();
    }

private:
    static bool write(const QString &path, const char *name, const QByteArray &text)
    {
        QFile file(path + u'/' + QLatin1String(name));
        return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
                && file.write(text) == text.size();
    }

    QTemporaryDir m_root;
    QString m_path;
    bool m_mounted = false;
};

} // namespace

// The table of doc/limits.md: what runs out while connections are there keeps newcomers out, who are told, and nobody else notices.
class tst_Limits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void serverRefuses_data();
    void serverRefuses();
    void clientFails_data();
    void clientFails();
    void noConnectionManager();
    void completionQueueIsFull();
    void addressHandles();
    void files();
    void threads();
    void rdmaGroup();
    void memoryGroup();

private:
    void connectTo(quint16 port);
    bool goesOn(qint64 size = Some);
    bool isQuiet();

    std::unique_ptr<RdmaServer> server;
    std::unique_ptr<RdmaStream> client;
};

void tst_Limits::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

// The connection that is there.
void tst_Limits::init()
{
    server = std::make_unique<RdmaServer>();
    echoAll(server.get());
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    connectTo(server->serverPort());
}

void tst_Limits::cleanup()
{
    qtrdmafault_refuse_threads(0);
    qtrdmafault_reset();
    client.reset();
    server.reset();
}

void tst_Limits::connectTo(quint16 port)
{
    client = std::make_unique<RdmaStream>();
    client->connectToHost(RdmaTest::address(), port);
    QVERIFY2(client->waitForConnected(Patience), qPrintable(client->errorString()));
}

bool tst_Limits::goesOn(qint64 size)
{
    const QByteArray sent = pattern(size);
    QByteArray received;
    const auto connection = connect(client.get(), &RdmaStream::readyRead, this,
                                    [&] { received += client->readAll(); });
    client->write(sent);
    const bool came = RdmaTest::waitFor(
            [&] {
                return received.size() >= sent.size()
                        || client->state() != QAbstractSocket::ConnectedState;
            },
            Patience);
    disconnect(connection);
    if (client->state() != QAbstractSocket::ConnectedState)
        qWarning() << client->rdmaError();
    return came && received == sent;
}

// Nothing is asked for again while nothing happens, and the loop sleeps: who spins turns thousands of times.
bool tst_Limits::isQuiet()
{
    int turns = 0;
    const int calls = qtrdmafault_count() + qtrdmafault_threads_refused();
    const auto connection = connect(QAbstractEventDispatcher::instance(),
                                    &QAbstractEventDispatcher::awake, this, [&] { ++turns; });
    QTest::qWait(200);
    disconnect(connection);
    const int more = qtrdmafault_count() + qtrdmafault_threads_refused() - calls;
    if (turns > 100 || more > 0)
        qWarning("%d turns, %d calls", turns, more);
    return turns <= 100 && more == 0;
}

void tst_Limits::serverRefuses_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("error");
    QTest::addColumn<int>("mostCalls");
    QTest::addColumn<int>("shared");
    QTest::addColumn<QString>("hint");
    const auto row = [](const char *name, const char *call, int error, int mostCalls, int shared,
                        const char *hint) {
        QTest::newRow(name) << QByteArray(call) << error << mostCalls << shared
                            << QString::fromLatin1(hint);
    };
    row("queue pairs", "rdma_create_qp", ENOMEM, 1, 0, "rdma resource show");
    row("queue pairs, as rxe says it", "rdma_create_qp", EINVAL, 7, 0, "rdma resource show");
    row("queue pairs, of a cgroup", "rdma_create_qp", EAGAIN, 1, 0, "rdma cgroup");
    row("memory regions", "ibv_reg_mr", ENOSPC, 20, 100, "rdma resource show");
    row("memory regions, of a cgroup", "ibv_reg_mr", EAGAIN, 20, 100, "rdma cgroup");
    row("shared receive queues", "ibv_create_srq", ENOMEM, 1, 100, "rdma resource show");
}

// In a process that serves others, for a server whose first connection this is.
void tst_Limits::serverRefuses()
{
    QFETCH(const QByteArray, call);
    QFETCH(const int, error);
    QFETCH(const int, mostCalls);
    QFETCH(const int, shared);
    QFETCH(const QString, hint);
    RdmaServer another;
    echoAll(&another);
    RdmaStreamOptions options;
    if (call == "ibv_reg_mr")
        options.setSlotSize(1024 * 1024 - 64); // of which nobody has so many
    another.setStreamOptions(options);
    another.setSharedReceives(shared);
    QSignalSpy errors(&another, &RdmaServer::acceptError);
    QVERIFY2(another.listen(RdmaTest::address()), qPrintable(another.errorString()));
    const QStringList arguments = { QStringLiteral("connect"), RdmaTest::address().toString(),
                                    QString::number(another.serverPort()) };
    qtrdmafault_arm(call.constData(), -1, error);
    {
        StreamPeer newcomer(arguments);
        const QByteArray line = newcomer.line();
        QVERIFY2(line.startsWith("error ") && line.contains("lacks memory or another resource"),
                 line);
        QCOMPARE(newcomer.end(), 1);
    }
    QVERIFY2(qtrdmafault_count() <= mostCalls, QByteArray::number(qtrdmafault_count()));
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    QCOMPARE(another.rdmaError().call(), QString::fromLatin1(call));
    QVERIFY2(another.rdmaError().hint().contains(hint), qPrintable(another.errorString()));
    QVERIFY(another.isListening());
    QVERIFY(isQuiet());
    QVERIFY(goesOn());
    qtrdmafault_reset();
    another.resumeAccepting();
    StreamPeer newcomer(arguments);
    QCOMPARE(newcomer.line(), QByteArray("connected"));
    QVERIFY(goesOn());
}

void tst_Limits::clientFails_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("error");
    const auto row = [](const char *name, const char *call, int error) {
        QTest::newRow(name) << QByteArray(call) << error;
    };
    row("files, of the connection manager", "rdma_create_event_channel", EMFILE);
    row("files, of completions", "ibv_create_comp_channel", EMFILE);
    row("ids", "rdma_create_id", ENOMEM);
    row("protection domains", "ibv_alloc_pd", ENOMEM);
    row("protection domains, of a cgroup", "ibv_alloc_pd", EAGAIN);
    row("completion queues", "ibv_create_cq", ENOMEM);
    row("completion queues, of a cgroup", "ibv_create_cq", EAGAIN);
    row("queue pairs", "rdma_create_qp", ENOMEM);
    row("memory regions", "ibv_reg_mr", ENOSPC);
}

// In a thread of its own, where each of these has to be made.
void tst_Limits::clientFails()
{
    QFETCH(const QByteArray, call);
    QFETCH(const int, error);
    QSignalSpy errors(server.get(), &RdmaServer::acceptError);
    qtrdmafault_arm(call.constData(), -1, error);
    const RdmaError failure = connectInAnotherThread(server->serverPort());
    QCOMPARE(failure.call(), QString::fromLatin1(call));
    QCOMPARE(failure.code(), error);
    QCOMPARE(failure.socketError(), QAbstractSocket::SocketResourceError);
    QVERIFY(!failure.hint().isEmpty());
    QVERIFY(goesOn());
    QVERIFY(isQuiet());
    QCOMPARE(errors.count(), 0);
    qtrdmafault_reset();
    const RdmaError none = connectInAnotherThread(server->serverPort());
    QVERIFY2(!none.isError(), qPrintable(none.toString()));
}

// The devices can be opened, and the file through which the kernel connects cannot.
void tst_Limits::noConnectionManager()
{
    qtrdmafault_arm("rdma_create_event_channel", -1, ENOENT);
    const RdmaError failure = connectInAnotherThread(server->serverPort());
    qtrdmafault_reset();
    QCOMPARE(failure.call(), QStringLiteral("rdma_create_event_channel"));
    QVERIFY2(failure.hint().contains(QLatin1String("/dev/infiniband/rdma_cm")),
             qPrintable(failure.toString()));
}

// Then another one is made for who comes next, or that is refused.
void tst_Limits::completionQueueIsFull()
{
    QueuePairs pair;
    pair.options.setSendDepth(16000);
    pair.options.setReceiveDepth(16000);
    pair.server.options = pair.options;
    qtrdmafault_arm("ibv_create_cq", -1, ENOMEM);
    QVERIFY(!pair.connect(0));
    QTRY_VERIFY_WITH_TIMEOUT(pair.here.rdmaError().isError(), Patience);
    const RdmaError failure = pair.there() && pair.there()->rdmaError().isError()
            ? pair.there()->rdmaError()
            : pair.server.rdmaError().isError() ? pair.server.rdmaError()
                                                : pair.here.rdmaError();
    QCOMPARE(failure.call(), QStringLiteral("ibv_create_cq"));
    QCOMPARE(failure.socketError(), QAbstractSocket::SocketResourceError);
    QVERIFY(goesOn());
    QVERIFY(isQuiet());
}

// Who has been written to before is written to again; somebody else cannot be.
void tst_Limits::addressHandles()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP has no datagrams");
    RdmaDatagramSocket here;
    RdmaDatagramSocket there;
    QVERIFY(here.bind(RdmaTest::address()) && there.bind(RdmaTest::address()));
    QVERIFY(here.writeDatagram("before", there.localEndpoint()) > 0);
    QTRY_VERIFY_WITH_TIMEOUT(there.hasPendingDatagrams(), Patience);
    QCOMPARE(there.receiveDatagram().data(), QByteArray("before"));
    QSignalSpy errors(&here, &RdmaDatagramSocket::errorOccurred);
    RdmaEndpoint stranger = there.localEndpoint();
    stranger.setGid(QByteArray(10, '\0') + QByteArray(2, '\xff') + QByteArray("\xc0\0\2\1", 4));
    qtrdmafault_arm("ibv_create_ah", -1, ENOMEM);
    here.writeDatagram("lost", stranger);
    QTRY_COMPARE_WITH_TIMEOUT(errors.count(), 1, Patience);
    const auto failure = errors.constFirst().constFirst().value<RdmaError>();
    QCOMPARE(failure.call(), QStringLiteral("ibv_create_ah"));
    QCOMPARE(failure.socketError(), QAbstractSocket::SocketResourceError);
    QVERIFY(isQuiet());
    QVERIFY(here.writeDatagram("after", there.localEndpoint()) > 0);
    QTRY_VERIFY_WITH_TIMEOUT(there.hasPendingDatagrams(), Patience);
    QCOMPARE(there.receiveDatagram().data(), QByteArray("after"));
    QVERIFY(goesOn());
}

// A connection takes none; the first of a thread does.
void tst_Limits::files()
{
    const RdmaTest::LowLimit limit(RLIMIT_NOFILE, RdmaTest::lowestFreeFile());
    QVERIFY(limit.isSet());
    const RdmaError failure = connectInAnotherThread(server->serverPort());
    QVERIFY2(failure.hint().contains(u"open files"), qPrintable(failure.toString()));
    RdmaStream newcomer;
    newcomer.connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(newcomer.waitForConnected(Patience), qPrintable(newcomer.errorString()));
    QVERIFY(goesOn());
    QVERIFY(isQuiet());
}

// What has ended waits for the thread that takes it down. Over iWARP it takes one to connect.
void tst_Limits::threads()
{
    auto ending = std::make_unique<RdmaStream>();
    ending->connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(ending->waitForConnected(Patience), qPrintable(ending->errorString()));
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 2, Patience);
    qtrdmafault_refuse_threads(1);
    RdmaStream newcomer;
    newcomer.connectToHost(RdmaTest::address(), server->serverPort());
    // That of the connection before may be there for some milliseconds more.
    const bool isConnected = newcomer.waitForConnected(Patience);
    QVERIFY(isConnected || RdmaTest::isSiw());
    if (!isConnected)
        QVERIFY(newcomer.rdmaError().hint().contains(u"ulimit -u"));
    ending->abort();
    ending.reset();
    QVERIFY(goesOn());
    // Each end asks for a thread once, the server's when it has seen the connection end.
    QVERIFY(RdmaTest::waitFor([this] { return isQuiet(); }, Patience));
    qtrdmafault_refuse_threads(0);
    newcomer.abort();
    newcomer.connectToHost(RdmaTest::address(), server->serverPort());
    QVERIFY2(newcomer.waitForConnected(Patience), qPrintable(newcomer.errorString()));
    newcomer.abort(); // with the next that ends the thread comes
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 1, Patience);
    QVERIFY(goesOn());
}

// Of a server that has one connection: it may make nothing more.
void tst_Limits::rdmaGroup()
{
    StreamPeer peer({ QStringLiteral("echo"), RdmaTest::address().toString() });
    const quint16 port = peer.port();
    connectTo(port);
    QVERIFY(goesOn(1000));
    ControlGroup group;
    if (!group.make("rdma", peer.processId()))
        QSKIP("Control groups take root, and a kernel with the rdma controller");
    QVERIFY(group.setMost(client->deviceName(), "0"));
    RdmaStream newcomer;
    newcomer.connectToHost(RdmaTest::address(), port);
    QVERIFY(!newcomer.waitForConnected(Patience));
    QCOMPARE(newcomer.rdmaError().category(), RdmaError::Category::ConnectionRejected);
    QVERIFY2(newcomer.errorString().contains(u"lacks memory or another resource"),
             qPrintable(newcomer.errorString()));
    const QByteArray line = peer.line();
    QVERIFY2(line.startsWith("error ") && line.contains("rdma cgroup"), line);
    QVERIFY(goesOn());
    QVERIFY(group.setMost(client->deviceName(), "max"));
    newcomer.connectToHost(RdmaTest::address(), port);
    QVERIFY2(newcomer.waitForConnected(Patience), qPrintable(newcomer.errorString()));
    QCOMPARE(peer.end(), 0);
}

// No call is refused: the kernel ends the process that touches more, and with it its connections, of which the peers hear.
void tst_Limits::memoryGroup()
{
    StreamPeer peer({ QStringLiteral("echo"), RdmaTest::address().toString() });
    connectTo(peer.port());
    QVERIFY(goesOn(1000));
    ControlGroup group;
    if (!group.make("memory", peer.processId()))
        QSKIP("Control groups take root, and a kernel with the memory controller");
    QVERIFY(group.set("memory.max", "2M"));
    client->setReadBufferSize(1000);
    client->write(QByteArray(16'000'000, 'x')); // the peer keeps what we do not take back
    QTRY_VERIFY_WITH_TIMEOUT(group.lines("memory.events").contains("oom_kill 1"), Patience);
    client->setReadBufferSize(0); // a full one hides the end
    client->readAll();
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(client->rdmaError().isError());
    QCOMPARE(peer.end(), -1);
    connectTo(server->serverPort());
    QVERIFY(goesOn());
}

QTEST_GUILESS_MAIN(tst_Limits)

#include "tst_limits.moc"
