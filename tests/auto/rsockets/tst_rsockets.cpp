// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "hostilersocket.h"
#include "pattern.h"
#include "queuepairs.h"
#include "rdmatest.h"
#include "waitfor.h"
#include "worker.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qpointer.h>
#include <QtCore/qprocess.h>
#include <QtCore/qthread.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <memory>

using namespace QtRdmaPrivate;

// Streams that speak rsockets, among themselves, to librdmacm's sockets and to somebody who speaks wrongly. Whole programs are in
// tests/lab/interop.
class tst_Rsockets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void peerConnects_data();
    void peerConnects();
    void peerListens();
    void bothSides();
    void movedBeforeConnecting();
    void growsWithUse();
    void onlyWhatIsTaken();
    void preSharedKeyRefuses();
    void badHandshake_data();
    void badHandshake();
    void badAnswer_data();
    void badAnswer();
    void badMessages_data();
    void badMessages();
    void tolerated();
    void writesNowhereElse();
    void neverGrants();
};

namespace {

constexpr int Patience = 60000; // ms, for another program

// Sends back what comes, whole.
class EchoServer
{
public:
    EchoServer()
    {
        server.setWireFormats(Rdma::WireFormat::Rsocket | Rdma::WireFormat::QtRdma);
        QObject::connect(&server, &RdmaServer::newConnection, &server, [this] {
            stream = server.nextPendingConnection();
            format = stream->wireFormat();
            QObject::connect(stream, &RdmaStream::readyRead, stream,
                             [this] { stream->write(stream->readAll()); });
            QObject::connect(stream, &RdmaStream::disconnected, stream, [this] {
                endedCleanly = stream->endedCleanly();
                ended = true;
            });
        });
        listening = server.listen(RdmaTest::address());
    }

    RdmaServer server;
    QPointer<RdmaStream> stream;
    Rdma::WireFormat format = Rdma::WireFormat::QtRdma;
    bool listening = false;
    bool ended = false;
    bool endedCleanly = false;
};

// Keeps nobody, only why it refused the last one.
class RefusingServer : public RdmaServer
{
public:
    RefusingServer()
    {
        setWireFormats(Rdma::WireFormat::Rsocket);
        setAcceptPolicy(AcceptPolicy::Deferred);
    }
    RdmaError refusal;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override
    {
        RdmaStream stream;
        if (!stream.accept(request))
            refusal = stream.rdmaError();
    }
};

class Program
{
public:
    Program(const QString &name, const QStringList &arguments)
    {
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(name, arguments);
    }
    ~Program()
    {
        process.kill();
        process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Program)

    QByteArray firstLine()
    {
        while (!process.canReadLine() && process.waitForReadyRead(Patience)) { }
        return process.readLine().trimmed();
    }
    // The event loop serves the other side meanwhile.
    bool succeeds()
    {
        return RdmaTest::waitFor([this] { return process.state() == QProcess::NotRunning; },
                                 Patience)
                && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }
    QString output() { return QString::fromLocal8Bit(process.readAll()); }

private:
    QProcess process;
};

// It may not listen yet. Null if it never does.
std::unique_ptr<RdmaStream> connectToListener(const QString &address, quint16 port)
{
    RdmaStreamOptions options;
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    auto stream = std::make_unique<RdmaStream>();
    stream->setOptions(options);
    const QDeadlineTimer deadline(Patience);
    do {
        stream->connectToHost(address, port);
        if (stream->waitForConnected(Patience))
            return stream;
        QTest::qWait(50);
    } while (!deadline.hasExpired());
    return nullptr;
}

// To somebody who sends as much back.
QByteArray roundTrip(RdmaStream *stream, const QByteArray &data)
{
    stream->write(data);
    RdmaTest::waitFor([&] { return stream->bytesAvailable() >= data.size(); }, Patience);
    return stream->readAll();
}

bool echoes(RdmaStream *stream, qint64 size)
{
    return roundTrip(stream, RdmaTest::pattern(size)) == RdmaTest::pattern(size);
}

void attack(HostileRsocket *peer, const QByteArray &how)
{
    const RsocketGrant grant = peer->handshake().firstGrant;
    const quint32 size = peer->server().firstGrant.length;
    if (how == "reserved 1")
        peer->say(0x20000001, "x");
    else if (how == "reserved 3")
        peer->say(0x60000001, "x");
    else if (how == "reserved 5")
        peer->say(0xa0000001, "x");
    else if (how == "no data")
        peer->say(0);
    else if (how == "wrong length")
        peer->say(11, QByteArray(10, 'x'));
    else if (how == "beyond grant")
        peer->say(RdmaTest::isSiw() ? size + 1 : size - 1, QByteArray(qsizetype(size) - 1, 'x'));
    else if (how == "credit taken back")
        peer->say(0x8000003f);
    else if (how == "plain message")
        peer->sendPlain({});
    for (int i = 0; how == "beyond grant" && !RdmaTest::isSiw() && i < 2; ++i)
        peer->say(2, "xx");
    for (quint32 i = 0; how == "beyond credit" && i < 1000; ++i)
        peer->say(1, "x", i);
    for (quint32 i = 1; how == "early grants" && i < 20; ++i)
        peer->sayGrant(i % peer->server().targetList.length, grant, 64);
    for (int i = 0; how == "control flood" && i < 1100; ++i)
        peer->say(i % 2 ? 0x80000040 : 0xe000004d);
}

} // namespace

void tst_Rsockets::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("no RDMA device");
}

void tst_Rsockets::peerConnects_data()
{
    QTest::addColumn<QString>("steps"); // of the peer
    QTest::addColumn<int>("own"); // bytes this side sends
    QTest::addColumn<int>("expected"); // from the peer
    QTest::addColumn<QString>("answer"); // when this side writes, and what it does then
    QTest::addColumn<bool>("clean");
    QTest::newRow("peer closes") << "send=100000 close" << 0 << 100000 << "nothing" << true;
    QTest::newRow("peer shuts down, we answer and close")
            << "send=100000 shutdown receive=300000 end close" << 300000 << 100000 << "at end"
            << true;
    QTest::newRow("we shut down, peer answers and closes")
            << "receive=300000 end send=100000 close" << 300000 << 100000 << "half-close" << true;
    QTest::newRow("we close") << "receive=300000 end close" << 300000 << 0 << "close" << true;
    QTest::newRow("we close, peer late")
            << "sleep=1000 receive=300000 end close" << 300000 << 0 << "close" << true;
    QTest::newRow("peer exits") << "send=1000 receive=1000 exit" << 1000 << 1000 << "write"
                                << false;
    QTest::newRow("both shut down")
            << "receive=1000 send=1000 shutdown end close" << 1000 << 1000 << "half-close" << true;
}

void tst_Rsockets::peerConnects()
{
    QFETCH(const QString, steps);
    QFETCH(const int, own);
    QFETCH(const int, expected);
    QFETCH(const QString, answer);
    QFETCH(const bool, clean);
    RdmaServer server;
    server.setWireFormats(Rdma::WireFormat::Rsocket);
    QVERIFY(server.listen(RdmaTest::address()));
    Program peer(QStringLiteral(QTRDMA_RSOCKETPEER),
                 QStringList{ QStringLiteral("connect"), RdmaTest::address().toString(),
                              QString::number(server.serverPort()) }
                         + steps.split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
    QCOMPARE(stream->wireFormat(), Rdma::WireFormat::Rsocket);
    QSignalSpy finished(stream.get(), &RdmaStream::readChannelFinished);
    QSignalSpy disconnected(stream.get(), &RdmaStream::disconnected);
    QByteArray received;
    connect(stream.get(), &RdmaStream::readyRead, stream.get(),
            [&] { received += stream->readAll(); });
    if (answer == u"at end")
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, Patience);
    stream->write(RdmaTest::pattern(own));
    if (answer == u"half-close")
        stream->closeWriteChannel();
    else if (answer == u"close" || answer == u"at end")
        stream->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(disconnected.size(), 1, Patience);
    received += stream->readAll();
    QCOMPARE(received.size(), expected);
    QVERIFY(received == RdmaTest::pattern(expected));
    if (answer != u"close")
        QCOMPARE(stream->endedCleanly(), clean);
    QVERIFY2(peer.succeeds(), qPrintable(peer.output()));
}

void tst_Rsockets::peerListens()
{
    Program peer(QStringLiteral(QTRDMA_RSOCKETPEER),
                 { QStringLiteral("listen"), RdmaTest::address().toString(),
                   QStringLiteral("send=200000"), QStringLiteral("receive=1500000"),
                   QStringLiteral("shutdown"), QStringLiteral("end"), QStringLiteral("close") });
    const quint16 port = peer.firstLine().toUShort();
    QVERIFY(port > 0);
    const std::unique_ptr<RdmaStream> stream =
            connectToListener(RdmaTest::address().toString(), port);
    QVERIFY(stream);
    QSignalSpy finished(stream.get(), &RdmaStream::readChannelFinished);
    QTRY_COMPARE_WITH_TIMEOUT(stream->bytesAvailable(), qint64(200000), Patience);
    QVERIFY(stream->readAll() == RdmaTest::pattern(200000));
    stream->write(RdmaTest::pattern(1500000));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, Patience);
    stream->disconnectFromHost();
    QTRY_COMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QTRY_VERIFY2(peer.succeeds(), qPrintable(peer.output()));
}

// In this format, too, an end without the last word is told from one with it.
void tst_Rsockets::bothSides()
{
    EchoServer echo;
    QVERIFY(echo.listening);
    const std::unique_ptr<RdmaStream> stream =
            connectToListener(RdmaTest::address().toString(), echo.server.serverPort());
    QVERIFY(stream);
    QVERIFY(echoes(stream.get(), 1500000));
    for (int size = 1; size < 100000; size = size * 3 + 1)
        QVERIFY(echoes(stream.get(), size));
    QCOMPARE(echo.format, Rdma::WireFormat::Rsocket);
    stream->disconnectFromHost();
    QCOMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QTRY_VERIFY(echo.ended);
    QVERIFY(echo.endedCleanly);
    QTRY_COMPARE(echo.server.connectionCount(), 0);
}

void tst_Rsockets::movedBeforeConnecting()
{
    EchoServer echo;
    QVERIFY(echo.listening);
    RdmaStreamOptions options;
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    auto *stream = new RdmaStream;
    stream->setOptions(options);
    QByteArray echoed;
    LoopThread thread;
    stream->moveToThread(&thread);
    connect(stream, &RdmaStream::connected, stream,
            [&] { stream->write(RdmaTest::pattern(100000)); });
    connect(stream, &RdmaStream::readyRead, stream, [&] {
        echoed += stream->readAll();
        if (echoed.size() == 100000)
            stream->disconnectFromHost();
    });
    connect(stream, &RdmaStream::disconnected, stream, &QObject::deleteLater);
    connect(stream, &QObject::destroyed, &thread, &QThread::quit);
    connect(&thread, &QThread::started, stream,
            [&] { stream->connectToHost(RdmaTest::address(), echo.server.serverPort()); });
    thread.start();
    QTRY_VERIFY_WITH_TIMEOUT(thread.isFinished(), Patience);
    QVERIFY(echoed == RdmaTest::pattern(100000));
    QTRY_VERIFY(echo.ended);
    QVERIFY(echo.endedCleanly);
}

// Little memory is granted at first, much to whoever sends much.
void tst_Rsockets::growsWithUse()
{
    EchoServer echo;
    QVERIFY(echo.listening);
    HostileRsocket peer;
    QVERIFY(peer.connectTo(RdmaTest::address(), echo.server.serverPort()));
    const quint32 first = peer.server().firstGrant.length;
    peer.say(1024, QByteArray(1024, 'x')); // on iWARP who accepts may say nothing before
    QTRY_COMPARE(peer.granted(1).length, first);
    QCOMPARE(peer.granted(0).length, 0u);
    for (quint32 sent = 1024; sent < first; sent += 1024)
        peer.say(1024, QByteArray(1024, 'x'), sent);
    QTRY_VERIFY(peer.granted(0).length > 8 * first);
}

void tst_Rsockets::onlyWhatIsTaken()
{
    for (const Rdma::WireFormat taken : { Rdma::WireFormat::QtRdma, Rdma::WireFormat::Rsocket }) {
        RdmaServer server;
        if (taken != Rdma::WireFormat::QtRdma)
            server.setWireFormats(taken);
        QTest::ignoreMessage(QtWarningMsg,
                             "RdmaServer::setWireFormats() needs one format at least");
        server.setWireFormats({});
        QVERIFY(server.listen(RdmaTest::address()));
        for (const Rdma::WireFormat spoken :
             { Rdma::WireFormat::QtRdma, Rdma::WireFormat::Rsocket }) {
            RdmaStream stream;
            RdmaStreamOptions options;
            options.setWireFormat(spoken);
            stream.setOptions(options);
            stream.connectToHost(RdmaTest::address(), server.serverPort());
            QTRY_VERIFY(stream.state() != QAbstractSocket::ConnectingState);
            QCOMPARE(stream.state() == QAbstractSocket::ConnectedState, spoken == taken);
            if (spoken != taken)
                QCOMPARE(stream.rdmaError().category(), RdmaError::Category::ConnectionRejected);
        }
    }
}

void tst_Rsockets::preSharedKeyRefuses()
{
    RdmaStreamOptions options;
    options.setPreSharedKey(QByteArray(32, 'k'));
    RdmaServer server;
    QSignalSpy acceptErrors(&server, &RdmaServer::acceptError);
    server.setWireFormats(Rdma::WireFormat::Rsocket | Rdma::WireFormat::QtRdma);
    server.setStreamOptions(options);
    QVERIFY(server.listen(RdmaTest::address()));
    HostileRsocket peer;
    QVERIFY(!peer.connectTo(RdmaTest::address(), server.serverPort()));
    QCOMPARE(acceptErrors.size(), 0);
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    RdmaStream stream;
    stream.setOptions(options);
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QTRY_COMPARE(stream.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(stream.rdmaError().category(), RdmaError::Category::Usage);
}

void tst_Rsockets::badHandshake_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("version 2") << 0 << QByteArray("\x02") << "speaks version 2 of rsockets";
    QTest::newRow("one entry") << 20 << QByteArray("\0\0\0\1", 4)
                               << "list of 1 targets is out of range";
    QTest::newRow("no grant") << 36 << QByteArray("\0\0\0\0", 4) << "grants no memory";
    QTest::newRow("39 bytes") << 39 << QByteArray("") << "39 bytes is too short for rsockets";
    QTest::newRow("no bytes") << 0 << QByteArray("")
                              << (RdmaTest::isSiw() ? "0 bytes is too short for rsockets"
                                                    : "speaks version 0 of rsockets");
}

// Refused, with a reason, and the server goes on. InfiniBand and RoCE fill up what is too short with zeros.
void tst_Rsockets::badHandshake()
{
    QFETCH(const int, offset);
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, text);
    EchoServer echo;
    QVERIFY(echo.listening);
    HostileRsocket peer;
    QByteArray data = peer.handshake().toPrivateData();
    if (bytes.isEmpty())
        data.truncate(offset);
    data.replace(offset, bytes.size(), bytes);
    if (data.isNull())
        data = QByteArray("");
    const bool padded = bytes.isEmpty() && offset == 39 && !RdmaTest::isSiw();
    QCOMPARE(peer.connectTo(RdmaTest::address(), echo.server.serverPort(), data), padded);
    if (!padded) {
        RefusingServer refusing;
        QVERIFY(refusing.listen(RdmaTest::address()));
        HostileRsocket refused;
        QVERIFY(!refused.connectTo(RdmaTest::address(), refusing.serverPort(), data));
        QCOMPARE(refusing.refusal.category(), RdmaError::Category::Protocol);
        QVERIFY2(refusing.refusal.toString().contains(text),
                 qPrintable(refusing.refusal.toString()));
    }
    const std::unique_ptr<RdmaStream> stream =
            connectToListener(RdmaTest::address().toString(), echo.server.serverPort());
    QVERIFY(stream);
    QVERIFY(echoes(stream.get(), 1000));
}

void tst_Rsockets::badAnswer_data()
{
    badHandshake_data();
}

// Who connects is as careful.
void tst_Rsockets::badAnswer()
{
    QFETCH(const int, offset);
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, text);
    const HostileRsocket peer;
    AcceptingServer server;
    QByteArray answer = peer.handshake().toPrivateData();
    if (bytes.isEmpty())
        answer.truncate(offset);
    answer.replace(offset, bytes.size(), bytes);
    server.options.setPrivateData(answer);
    QVERIFY(server.listen(RdmaTest::address()));
    RdmaStreamOptions options;
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    RdmaStream stream;
    QSignalSpy connected(&stream, &RdmaStream::connected);
    stream.setOptions(options);
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    const bool padded = bytes.isEmpty() && offset == 39 && !RdmaTest::isSiw();
    QTRY_VERIFY(connected.size() == 1 || stream.state() == QAbstractSocket::UnconnectedState);
    QCOMPARE(connected.size(), padded ? 1 : 0);
    if (!padded) {
        QCOMPARE(stream.rdmaError().category(), RdmaError::Category::Protocol);
        QVERIFY2(stream.errorString().contains(QLatin1String("After the connection: "))
                         && stream.errorString().contains(text),
                 qPrintable(stream.errorString()));
    }
}

void tst_Rsockets::badMessages_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("reserved 1") << "sent the reserved operation 1";
    QTest::newRow("reserved 3") << "sent the reserved operation 3";
    QTest::newRow("reserved 5") << "sent the reserved operation 5";
    QTest::newRow("no data") << "sent no data and called it data";
    QTest::newRow("wrong length") << "wrote 10 bytes and spoke of 11";
    QTest::newRow("beyond grant") << "into a grant of";
    QTest::newRow("beyond credit") << "sent more messages than it was allowed";
    QTest::newRow("credit taken back") << "took credit back";
    QTest::newRow("early grants") << "replaced a grant that was not used up";
    QTest::newRow("control flood") << "sent messages without a purpose";
    QTest::newRow("plain message") << "sent what is no message";
}

// Each ends its own connection with an error that names it, and no other.
void tst_Rsockets::badMessages()
{
    QFETCH(const QString, text);
    const QByteArray row = QTest::currentDataTag();
    if (row == "wrong length" && RdmaTest::isSiw())
        QSKIP("iWARP does not tell the length");
    if (row == "beyond credit" && RdmaTest::isSiw())
        QSKIP("iWARP ends the connection of a peer that posts no receives");
    RdmaServer server;
    server.setWireFormats(Rdma::WireFormat::Rsocket);
    QVERIFY(server.listen(RdmaTest::address()));
    const std::unique_ptr<RdmaStream> other =
            connectToListener(RdmaTest::address().toString(), server.serverPort());
    QVERIFY(other);
    HostileRsocket peer;
    // What we have to say about credit does not get through where nothing is posted, so that a new limit does not come in time.
    peer.postsReceives = row != "beyond credit";
    QVERIFY(peer.connectTo(RdmaTest::address(), server.serverPort()));
    QTRY_VERIFY(server.hasPendingConnections());
    const std::unique_ptr<RdmaStream> bystander(server.nextPendingConnection());
    QTRY_VERIFY(server.hasPendingConnections());
    const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
    attack(&peer, row);
    QTRY_VERIFY_WITH_TIMEOUT(stream->state() == QAbstractSocket::UnconnectedState, Patience);
    // The flood may find no receive before it is counted: iWARP ends the connection for that.
    const bool endedByDevice = row == "control flood" && RdmaTest::isSiw()
            && stream->rdmaError().category() == RdmaError::Category::ConnectionManager;
    if (!endedByDevice) {
        QCOMPARE(stream->rdmaError().category(), RdmaError::Category::Protocol);
        QVERIFY2(stream->errorString().contains(text), qPrintable(stream->errorString()));
    }
    QVERIFY(peer.waitForEnd());
    other->write("still there");
    QTRY_COMPARE(bystander->bytesAvailable(), qint64(11));
}

// What unmodified programs do, or newer ones may.
void tst_Rsockets::tolerated()
{
    RdmaServer server;
    server.setWireFormats(Rdma::WireFormat::Rsocket);
    QVERIFY(server.listen(RdmaTest::address()));
    HostileRsocket peer;
    QVERIFY(peer.connectTo(RdmaTest::address(), server.serverPort()));
    QTRY_VERIFY(server.hasPendingConnections());
    const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
    QSignalSpy finished(stream.get(), &RdmaStream::readChannelFinished);
    for (quint32 harmless : { 0xe0000001u, 0xe000004du, 0x40000005u, 0xc0000000u, 0x80010041u })
        peer.say(harmless);
    peer.say(5, "12345");
    peer.say(3, "678", 5);
    QTRY_COMPARE(stream->bytesAvailable(), qint64(8));
    QCOMPARE(stream->readAll(), QByteArray("12345678"));
    peer.say(0xe0000002);
    peer.say(2, "99", 8);
    QTRY_COMPARE(finished.size(), 1);
    stream->write("answer");
    QTRY_VERIFY(peer.memoryHas("answer"));
    QCOMPARE(stream->bytesAvailable(), qint64(0));
    QCOMPARE(stream->state(), QAbstractSocket::ConnectedState);
    peer.say(0xe0000000);
    QTRY_COMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(stream->endedCleanly());
    QVERIFY(peer.waitForEnd()); // though it has not taken the connection down
}

// Neither behind what it was granted nor, with the key of another connection, there.
void tst_Rsockets::writesNowhereElse()
{
    EchoServer echo;
    QVERIFY(echo.listening);
    HostileRsocket victim;
    QVERIFY(victim.connectTo(RdmaTest::address(), echo.server.serverPort()));
    const RsocketGrant grant = victim.server().firstGrant;
    HostileRsocket peer;
    QVERIFY(peer.connectTo(RdmaTest::address(), echo.server.serverPort()));
    peer.writeAnywhere("x", grant.address, grant.key);
    QVERIFY(peer.waitForEnd());
    QVERIFY(victim.isConnected());
    victim.writeAnywhere("x", grant.address + grant.length, grant.key);
    QVERIFY(victim.waitForEnd());
}

void tst_Rsockets::neverGrants()
{
    RdmaStreamOptions options;
    options.setWriteTimeout(300);
    RdmaServer server;
    server.setStreamOptions(options);
    server.setWireFormats(Rdma::WireFormat::Rsocket);
    QVERIFY(server.listen(RdmaTest::address()));
    HostileRsocket peer;
    QVERIFY(peer.connectTo(RdmaTest::address(), server.serverPort()));
    QTRY_VERIFY(server.hasPendingConnections());
    const std::unique_ptr<RdmaStream> stream(server.nextPendingConnection());
    stream->write(RdmaTest::pattern(100000));
    QTRY_COMPARE(stream->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(stream->rdmaError().category(), RdmaError::Category::Timeout);
    QCOMPARE(stream->errorString(), QStringLiteral("The peer has taken no data for 300 ms"));
}

QTEST_GUILESS_MAIN(tst_Rsockets)
#include "tst_rsockets.moc"
