// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmaleaks.h"
#include "../shared/rdmatest.h"
#include "../shared/testcertificates.h"
#include "../shared/waitfor.h"
#include "../shared/worker.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTcpServer>
#include <QtRdma/RdmaTcpSocket>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QtCore/qlibraryinfo.h>
#include <QtCore/qpointer.h>
#include <QtCore/qsignalmapper.h>
#include <QtCore/qversionnumber.h>
#include <QtNetwork/qnetworkproxy.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <memory>

using namespace Qt::StringLiterals;
using RdmaTest::TestAuthority;
using RdmaTest::waitFor;

namespace {

constexpr int Patience = 60000; // ms

enum class Kind : quint8 { Qt, Plain, Encrypted };

// Deletes an object in a slot.
class Killer : public QObject
{
    Q_OBJECT

public:
    explicit Killer(QObject *victim) : m_victim(victim) { }

public Q_SLOTS:
    void kill() { delete m_victim; }

private:
    const QPointer<QObject> m_victim;
};

// Writes down what a socket tells, and in which state it is at that time.
class Recorder
{
public:
    explicit Recorder(QTcpSocket *socket) : m_socket(socket)
    {
        QObject::connect(socket, &QTcpSocket::stateChanged, socket,
                         [this](QAbstractSocket::SocketState state) {
                             note("state " + QByteArray::number(state));
                         });
        QObject::connect(socket, &QTcpSocket::connected, socket, [this] { note("connected"); });
        QObject::connect(socket, &QTcpSocket::disconnected, socket,
                         [this] { note("disconnected"); });
        QObject::connect(socket, &QTcpSocket::readChannelFinished, socket,
                         [this] { note("finished"); });
        QObject::connect(socket, &QTcpSocket::aboutToClose, socket, [this] { note("closing"); });
        QObject::connect(socket, &QTcpSocket::errorOccurred, socket,
                         [this](QAbstractSocket::SocketError error) {
                             note("error " + QByteArray::number(error));
                         });
    }
    QByteArrayList take() { return std::exchange(m_notes, {}); }

private:
    void note(const QByteArray &text)
    {
        m_notes.append(text + (m_socket->isOpen() ? ", open" : ", not open")
                       + (m_socket->peerAddress().isNull() ? ", no peer" : "")
                       + (m_socket->localPort() == 0 ? ", no port" : ""));
    }

    QTcpSocket *const m_socket;
    QByteArrayList m_notes;
};

} // namespace

// Everything here goes through pointers to QTcpSocket and QTcpServer, as other people's code does.
// The rows named QTcpSocket show that Qt's own classes do the same.
class tst_RdmaTcpSocket : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void exchanges_data() { kinds(); }
    void exchanges();
    void readsAsADevice_data() { kinds(); }
    void readsAsADevice();
    void textMode_data() { kinds(); }
    void textMode();
    void limitsReading_data() { kinds(); }
    void limitsReading();
    void tellsAsQtDoes_data();
    void tellsAsQtDoes();
    void abortsByTheBase_data() { kinds(); }
    void abortsByTheBase();
    void closesWithBytesToSend_data() { kinds(); }
    void closesWithBytesToSend();
    void connectsAgain_data() { kinds(); }
    void connectsAgain();
    void waitsInAThread_data() { kinds(); }
    void waitsInAThread();
    void deletedInItsSignals_data();
    void deletedInItsSignals();
    void serverEndedInItsSignals_data();
    void serverEndedInItsSignals();
    void takesAConnectedStream_data();
    void takesAConnectedStream();
    void refusesDescriptors();
    void ignoresProxies();
    void flushesWhereItsTypeIsKnown();
    void decoy();
    void listenOfTheBase();
    void incomingConnections();
    void maxPendingConnections_data() { kinds(); }
    void maxPendingConnections();
    void pendingConnections_data() { kinds(); }
    void pendingConnections();
    void closedWithPendingConnections_data() { kinds(); }
    void closedWithPendingConnections();
    void movedBeforeItListens_data() { kinds(); }
    void movedBeforeItListens();
    void movedWhileItListens();
    void leavesNothingBehind_data() { kinds(); }
    void leavesNothingBehind();
    void silentStrangers();

private:
    static void kinds();
    static Kind kind()
    {
        QFETCH(const Kind, over);
        return over;
    }
    static QByteArray hostName() { return "IP:" + RdmaTest::address().toString().toLatin1(); }
    std::unique_ptr<QTcpServer> makeServer() const;
    std::unique_ptr<QTcpSocket> makeSocket() const;
    static bool listen(QTcpServer *server);
    static quint16 portOf(QTcpServer *server);
    static void closeServer(QTcpServer *server);
    void connectPair();

    const TestAuthority authority;
    std::unique_ptr<QTcpServer> server;
    std::unique_ptr<QTcpSocket> near;
    QPointer<QTcpSocket> far;
};

void tst_RdmaTcpSocket::kinds()
{
    QTest::addColumn<Kind>("over");
    QTest::newRow("QTcpSocket") << Kind::Qt;
    QTest::newRow("plain") << Kind::Plain;
    QTest::newRow("encrypted") << Kind::Encrypted;
}

void tst_RdmaTcpSocket::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_RdmaTcpSocket::init()
{
    if (QTest::currentDataTag())
        server = makeServer();
    else
        server = std::make_unique<RdmaTcpServer>();
}

void tst_RdmaTcpSocket::cleanup()
{
    near.reset();
    server.reset();
    QVERIFY(!far);
}

std::unique_ptr<QTcpServer> tst_RdmaTcpSocket::makeServer() const
{
    if (kind() == Kind::Qt)
        return std::make_unique<QTcpServer>();
    if (kind() == Kind::Plain)
        return std::make_unique<RdmaTcpServer>();
    auto *const encrypted = new RdmaTlsServer;
    encrypted->setSslConfiguration(RdmaTest::configurationOf(authority.issue(hostName())));
    return std::make_unique<RdmaTcpServer>(encrypted);
}

std::unique_ptr<QTcpSocket> tst_RdmaTcpSocket::makeSocket() const
{
    if (QTest::currentDataTag() && kind() == Kind::Qt)
        return std::make_unique<QTcpSocket>();
    if (!QTest::currentDataTag() || kind() == Kind::Plain)
        return std::make_unique<RdmaTcpSocket>();
    auto *const tls = new RdmaTlsStream;
    tls->setSslConfiguration(RdmaTest::configurationTrusting(authority));
    connect(tls, &RdmaTlsStream::connected, tls, &RdmaTlsStream::startClientEncryption);
    return std::make_unique<RdmaTcpSocket>(tls);
}

bool tst_RdmaTcpSocket::listen(QTcpServer *server)
{
    if (auto *const rdma = qobject_cast<RdmaTcpServer *>(server))
        return rdma->listen(RdmaTest::address());
    return server->listen(QHostAddress::LocalHost);
}

quint16 tst_RdmaTcpSocket::portOf(QTcpServer *server)
{
    auto *const rdma = qobject_cast<RdmaTcpServer *>(server);
    return rdma ? rdma->serverPort() : server->serverPort();
}

void tst_RdmaTcpSocket::closeServer(QTcpServer *server)
{
    if (auto *const rdma = qobject_cast<RdmaTcpServer *>(server))
        rdma->close();
    else
        server->close();
}

// Afterwards 'near' and 'far' are the ends of a connection.
void tst_RdmaTcpSocket::connectPair()
{
    if (server->findChildren<QTcpSocket *>().isEmpty() && portOf(server.get()) == 0)
        QVERIFY(listen(server.get()));
    if (!near)
        near = makeSocket();
    const bool isQt = !qobject_cast<RdmaTcpSocket *>(near.get());
    const QHostAddress address = isQt ? QHostAddress::LocalHost : RdmaTest::address();
    near->connectToHost(address, portOf(server.get()));
    QVERIFY(waitFor([this] { return server->hasPendingConnections(); }, Patience));
    far = server->nextPendingConnection();
    QVERIFY(far);
    QTRY_COMPARE_WITH_TIMEOUT(near->state(), QAbstractSocket::ConnectedState, Patience);
}

void tst_RdmaTcpSocket::exchanges()
{
    connectPair();
    QCOMPARE(far->state(), QAbstractSocket::ConnectedState);
    QVERIFY(near->isValid());
    QVERIFY(near->isSequential());
    QCOMPARE(near->socketType(), QAbstractSocket::TcpSocket);
    QCOMPARE(near->peerPort(), portOf(server.get()));
    QCOMPARE(near->peerPort(), far->localPort());
    QCOMPARE(near->localPort(), far->peerPort());
    QCOMPARE(near->localAddress(), far->peerAddress());
    QCOMPARE(near->error(), QAbstractSocket::UnknownSocketError);

    const QByteArray bytes(4 << 20, 'b');
    QByteArray back;
    connect(far, &QTcpSocket::readyRead, far, [this] { far->write(far->readAll()); });
    connect(near.get(), &QTcpSocket::readyRead, near.get(),
            [this, &back] { back.append(near->readAll()); });
    qint64 written = 0;
    connect(near.get(), &QTcpSocket::bytesWritten, near.get(),
            [&written](qint64 count) { written += count; });
    QCOMPARE(near->write(bytes), bytes.size());
    QVERIFY(waitFor([&] { return back.size() == bytes.size(); }, Patience));
    QCOMPARE(back, bytes);
    QTRY_COMPARE_WITH_TIMEOUT(near->bytesToWrite(), 0, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(written, bytes.size(), Patience);
}

void tst_RdmaTcpSocket::readsAsADevice()
{
    connectPair();
    far->write("first\nsecond\nthird\n" + QByteArray(100000, 'x') + "\nlast");
    QVERIFY(waitFor([this] { return near->bytesAvailable() == 100024; }, Patience));
    QVERIFY(near->canReadLine());
    QCOMPARE(near->peek(9), "first\nsec");
    QCOMPARE(near->readLine(), "first\n");
    near->startTransaction();
    QCOMPARE(near->readLine(), "second\n");
    near->rollbackTransaction();
    QCOMPARE(near->bytesAvailable(), 100018);
    QCOMPARE(near->readLine(), "second\n");
    near->ungetChar('?');
    QCOMPARE(near->read(6), "?third");
    QCOMPARE(near->skip(1), 1);
    QCOMPARE(near->skip(99999), 99999);
    QCOMPARE(near->readLine(), "x\n");
    QVERIFY(!near->canReadLine());
    QCOMPARE(near->readLine(), "last");
    QCOMPARE(near->read(1), QByteArray());
    QCOMPARE(near->bytesAvailable(), 0);
}

void tst_RdmaTcpSocket::textMode()
{
    QVERIFY(listen(server.get()));
    near = makeSocket();
    const QHostAddress address = kind() == Kind::Qt ? QHostAddress::LocalHost : RdmaTest::address();
    near->connectToHost(address, portOf(server.get()), QIODevice::ReadWrite | QIODevice::Text);
    QVERIFY(waitFor([this] { return server->hasPendingConnections(); }, Patience));
    far = server->nextPendingConnection();
    far->write("a\r\nb\r\n");
    QVERIFY(waitFor([this] { return near->bytesAvailable() == 6; }, Patience));
    QCOMPARE(near->readAll(), "a\nb\n");
    QVERIFY(near->isTextModeEnabled());
}

// A program that does not read stops its peer.
void tst_RdmaTcpSocket::limitsReading()
{
    connectPair();
    near->setReadBufferSize(1000);
    QCOMPARE(near->readBufferSize(), 1000);
    const QByteArray bytes(16 << 20, 'l');
    far->write(bytes);
    QVERIFY(waitFor([this] { return near->bytesAvailable() == 1000; }, Patience));
    QVERIFY(!waitFor([this] { return near->bytesAvailable() > 1000; }, 100));
    QVERIFY(far->bytesToWrite() > 0);
    qint64 got = 0;
    QVERIFY(waitFor(
            [&] {
                got += near->read(64 << 10).size();
                near->setReadBufferSize(0);
                return got == bytes.size();
            },
            Patience));
}

void tst_RdmaTcpSocket::tellsAsQtDoes_data()
{
    QTest::addColumn<Kind>("over");
    QTest::addColumn<QByteArray>("ending");
    for (const char *ending : { "far", "near", "abort", "refused", "no such host" }) {
        QTest::addRow("plain, %s", ending) << Kind::Plain << QByteArray(ending);
        if (QByteArrayView(ending) != "far") // TLS has one more record to send
            QTest::addRow("encrypted, %s", ending) << Kind::Encrypted << QByteArray(ending);
    }
}

// The same signals in the same order, with the same state, as QTcpSocket in the same situation.
void tst_RdmaTcpSocket::tellsAsQtDoes()
{
    QFETCH(const QByteArray, ending);
    QList<QByteArrayList> told;
    for (const bool isQt : { true, false }) {
        std::unique_ptr<QTcpSocket> socket = isQt ? std::make_unique<QTcpSocket>() : makeSocket();
        Recorder recorder(socket.get());
        std::unique_ptr<QTcpServer> listener = isQt ? std::make_unique<QTcpServer>() : makeServer();
        QVERIFY(listen(listener.get()));
        const quint16 port = portOf(listener.get());
        if (ending == "refused")
            closeServer(listener.get());
        if (ending == "no such host")
            socket->connectToHost(u"no-such-host.invalid"_s, port);
        else
            socket->connectToHost(isQt ? QHostAddress::LocalHost : RdmaTest::address(), port);
        if (ending != "refused" && ending != "no such host") {
            QVERIFY(waitFor([&] { return listener->hasPendingConnections(); }, Patience));
            QPointer<QTcpSocket> peer = listener->nextPendingConnection();
            QTRY_COMPARE_WITH_TIMEOUT(socket->state(), QAbstractSocket::ConnectedState, Patience);
            if (ending == "far") {
                peer->write("bye");
                peer->disconnectFromHost();
            } else if (ending == "near") {
                socket->write("bye");
                socket->close();
            } else {
                socket->abort();
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(socket->state(), QAbstractSocket::UnconnectedState, Patience);
        QCoreApplication::processEvents();
        told.append(recorder.take());
    }
    QCOMPARE(told.last(), told.first());
}

void tst_RdmaTcpSocket::abortsByTheBase()
{
    connectPair();
    near->write(QByteArray(16 << 20, 'a'));
    near->abort();
    QCOMPARE(near->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!near->isOpen());
    QCOMPARE(near->bytesToWrite(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(far->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(far->readAll().size() < 16 << 20);
    near->abort(); // once more changes nothing
    QCOMPARE(near->state(), QAbstractSocket::UnconnectedState);
}

void tst_RdmaTcpSocket::closesWithBytesToSend()
{
    connectPair();
    const QByteArray bytes(4 << 20, 'c');
    QByteArray got;
    connect(far, &QTcpSocket::readyRead, far, [&] { got.append(far->readAll()); });
    near->write(bytes);
    near->close();
    QVERIFY(!near->isOpen());
    QVERIFY(waitFor([&] { return got.size() == bytes.size(); }, Patience));
    QTRY_COMPARE_WITH_TIMEOUT(near->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(far->error(), QAbstractSocket::RemoteHostClosedError, Patience);
}

void tst_RdmaTcpSocket::connectsAgain()
{
    for (int round = 0; round < 3; ++round) {
        connectPair();
        far->write("hello\n");
        QVERIFY(waitFor([this] { return near->canReadLine(); }, Patience));
        QCOMPARE(near->readAll(), "hello\n");
        if (round == 0)
            near->disconnectFromHost();
        else
            near->abort();
        QTRY_COMPARE_WITH_TIMEOUT(near->state(), QAbstractSocket::UnconnectedState, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(far->state(), QAbstractSocket::UnconnectedState, Patience);
        delete far;
    }
}

void tst_RdmaTcpSocket::waitsInAThread()
{
    QVERIFY(listen(server.get()));
    connect(server.get(), &QTcpServer::newConnection, server.get(), [this] {
        far = server->nextPendingConnection();
        connect(far, &QTcpSocket::readyRead, far, [this] { far->write(far->readAll()); });
    });
    const quint16 port = portOf(server.get());
    const Kind over = kind();
    QByteArray back;
    bool hasEnded = false;
    std::unique_ptr<Worker> thread = std::make_unique<Worker>([&, over, port] {
        std::unique_ptr<QTcpSocket> socket;
        if (over == Kind::Qt) {
            socket = std::make_unique<QTcpSocket>();
        } else if (over == Kind::Plain) {
            socket = std::make_unique<RdmaTcpSocket>();
        } else {
            auto *const tls = new RdmaTlsStream;
            tls->setSslConfiguration(RdmaTest::configurationTrusting(authority));
            connect(tls, &RdmaTlsStream::connected, tls, &RdmaTlsStream::startClientEncryption);
            socket = std::make_unique<RdmaTcpSocket>(tls);
        }
        socket->connectToHost(over == Kind::Qt ? QHostAddress::LocalHost : RdmaTest::address(),
                              port);
        if (!socket->waitForConnected(Patience))
            return;
        socket->write("ping");
        while (back.size() < 4 && socket->waitForReadyRead(Patience))
            back += socket->readAll();
        socket->disconnectFromHost();
        hasEnded = socket->state() == QAbstractSocket::UnconnectedState
                || socket->waitForDisconnected(Patience);
    });
    QVERIFY(waitFor([&] { return thread->isFinished(); }, 2 * Patience));
    thread.reset();
    QCOMPARE(back, "ping");
    QVERIFY(hasEnded);
}

void tst_RdmaTcpSocket::deletedInItsSignals_data()
{
    QTest::addColumn<Kind>("over");
    QTest::addColumn<QByteArray>("signal");
    for (const auto &[name, over] :
         { std::pair("plain", Kind::Plain), std::pair("encrypted", Kind::Encrypted) }) {
        for (const char *signal :
             { SIGNAL(hostFound()), SIGNAL(stateChanged(QAbstractSocket::SocketState)),
               SIGNAL(connected()), SIGNAL(disconnected()), SIGNAL(readyRead()),
               SIGNAL(bytesWritten(qint64)), SIGNAL(channelReadyRead(int)),
               SIGNAL(channelBytesWritten(int, qint64)), SIGNAL(readChannelFinished()),
               SIGNAL(errorOccurred(QAbstractSocket::SocketError)) })
            QTest::addRow("%s, %s", name, signal + 1) << over << QByteArray(signal);
    }
}

void tst_RdmaTcpSocket::deletedInItsSignals()
{
    QFETCH(const QByteArray, signal);
    QVERIFY(listen(server.get()));
    near = makeSocket();
    const QPointer<QTcpSocket> socket(near.release());
    Killer killer(socket);
    connect(socket, signal.constData(), &killer, SLOT(kill()));
    connect(server.get(), &QTcpServer::newConnection, server.get(), [this] {
        far = server->nextPendingConnection();
        far->write("hello");
        connect(far, &QTcpSocket::readyRead, far, [this] {
            far->readAll();
            far->disconnectFromHost();
        });
    });
    connect(socket, &QTcpSocket::connected, socket, [socket] { socket->write("hello"); });
    socket->connectToHost(RdmaTest::address().toString(), portOf(server.get()));
    QVERIFY(waitFor([&] { return !socket; }, Patience));
    if (far)
        QTRY_COMPARE_WITH_TIMEOUT(far->state(), QAbstractSocket::UnconnectedState, Patience);
}

void tst_RdmaTcpSocket::serverEndedInItsSignals_data()
{
    QTest::addColumn<Kind>("over");
    QTest::addColumn<QByteArray>("signal");
    QTest::addColumn<bool>("deletes");
    for (const auto &[name, over] :
         { std::pair("plain", Kind::Plain), std::pair("encrypted", Kind::Encrypted) }) {
        for (const char *signal :
             { SIGNAL(newConnection()), SIGNAL(pendingConnectionAvailable()) }) {
            QTest::addRow("%s, deleted in %s", name, signal + 1)
                    << over << QByteArray(signal) << true;
            QTest::addRow("%s, closed in %s", name, signal + 1)
                    << over << QByteArray(signal) << false;
        }
    }
}

void tst_RdmaTcpSocket::serverEndedInItsSignals()
{
    QFETCH(const QByteArray, signal);
    QFETCH(const bool, deletes);
    QVERIFY(listen(server.get()));
    const quint16 port = portOf(server.get());
    const QPointer<QTcpServer> victim(deletes ? server.release() : server.get());
    QObject slot;
    bool hasEnded = false;
    QSignalMapper mapper; // a slot for signals that are known by name
    mapper.setMapping(victim, 1);
    connect(victim, signal.constData(), &mapper, SLOT(map()));
    connect(&mapper, &QSignalMapper::mappedInt, &slot, [&] {
        hasEnded = true;
        if (deletes)
            delete victim;
        else
            closeServer(victim);
    });
    std::vector<std::unique_ptr<QTcpSocket>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(makeSocket());
        clients.back()->connectToHost(RdmaTest::address(), port);
    }
    QVERIFY(waitFor([&] { return hasEnded; }, Patience));
    for (const auto &client : clients)
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), QAbstractSocket::UnconnectedState, Patience);
    QCOMPARE(!victim, deletes);
}

void tst_RdmaTcpSocket::takesAConnectedStream_data()
{
    QTest::addColumn<Kind>("over");
    QTest::addColumn<bool>("hasBytes");
    QTest::newRow("nothing received") << Kind::Plain << false;
    QTest::newRow("bytes received before") << Kind::Plain << true;
}

void tst_RdmaTcpSocket::takesAConnectedStream()
{
    QFETCH(const bool, hasBytes);
    RdmaServer plain;
    QVERIFY(plain.listen(RdmaTest::address()));
    RdmaStream client;
    client.connectToHost(RdmaTest::address(), plain.serverPort());
    QVERIFY(waitFor([&] { return plain.hasPendingConnections(); }, Patience));
    RdmaStream *const stream = plain.nextPendingConnection();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::ConnectedState, Patience);
    if (hasBytes) {
        client.write("early\n");
        QVERIFY(waitFor([&] { return stream->canReadLine(); }, Patience));
    }
    RdmaTcpSocket socket(stream);
    QCOMPARE(socket.stream(), stream);
    QCOMPARE(socket.state(), QAbstractSocket::ConnectedState);
    QCOMPARE(socket.openMode() & QIODevice::ReadWrite, QIODevice::ReadWrite);
    QCOMPARE(socket.peerAddress(), RdmaTest::address());
    QCOMPARE(socket.bytesAvailable(), hasBytes ? 6 : 0);
    if (!hasBytes)
        client.write("early\n");
    QVERIFY(waitFor([&] { return socket.canReadLine(); }, Patience));
    QCOMPARE(socket.readAll(), "early\n");
}

void tst_RdmaTcpSocket::refusesDescriptors()
{
    RdmaTcpSocket socket;
    QTcpSocket *const base = &socket;
    QVERIFY(!base->setSocketDescriptor(0));
    QCOMPARE(base->error(), QAbstractSocket::UnsupportedSocketOperationError);
    QVERIFY(base->errorString().contains("setSocketDescriptor()"_L1));
    QVERIFY(base->errorString().contains("RdmaTcpServer"_L1));
    QCOMPARE(base->socketDescriptor(), -1);
    QCOMPARE(base->state(), QAbstractSocket::UnconnectedState);
    auto *const rdma = static_cast<RdmaTcpServer *>(server.get());
    QVERIFY(!rdma->setSocketDescriptor(0));
    QCOMPARE(rdma->serverError(), QAbstractSocket::UnsupportedSocketOperationError);
    QVERIFY(rdma->errorString().contains("listen()"_L1));
    QVERIFY(listen(rdma));
    QCOMPARE(rdma->serverError(), QAbstractSocket::UnknownSocketError);
}

void tst_RdmaTcpSocket::ignoresProxies()
{
    near = std::make_unique<RdmaTcpSocket>();
    near->setProxy(QNetworkProxy(QNetworkProxy::HttpProxy, u"no-such-proxy.invalid"_s, 1));
    server->setProxy(QNetworkProxy(QNetworkProxy::Socks5Proxy, u"no-such-proxy.invalid"_s, 1));
    connectPair();
}

void tst_RdmaTcpSocket::flushesWhereItsTypeIsKnown()
{
    connectPair();
    auto *const socket = static_cast<RdmaTcpSocket *>(near.get());
    QVERIFY(!socket->flush());
    socket->write("flushed");
    QVERIFY(!near->flush()); // that of QAbstractSocket, which cannot know of it
    QVERIFY(waitFor([this] { return far->bytesAvailable() == 7; }, Patience));
}

void tst_RdmaTcpSocket::decoy()
{
    const bool isNeeded = QLibraryInfo::version() >= QVersionNumber(6, 8);
    auto *const rdma = static_cast<RdmaTcpServer *>(server.get());
    QCOMPARE(rdma->isDecoyEnabled(), isNeeded);
    rdma->setDecoyEnabled(false);
    QVERIFY(listen(rdma));
    QVERIFY(rdma->isListening());
    QVERIFY(!server->isListening());
    rdma->setDecoyEnabled(true); // at once
    QVERIFY(server->isListening());
    rdma->setDecoyEnabled(false);
    QVERIFY(!server->isListening());
    rdma->close();

    rdma->setDecoyEnabled(true);
    QVERIFY(!server->isListening());
    QVERIFY(listen(rdma));
    QVERIFY(server->isListening());
    QCOMPARE(server->serverAddress(), QHostAddress(QHostAddress::LocalHost));
    QTcpSocket visitor;
    visitor.connectToHost(QHostAddress::LocalHost, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(visitor.error(), QAbstractSocket::RemoteHostClosedError, Patience);
    QVERIFY(!server->hasPendingConnections());
    connectPair(); // RDMA is served beside it
    rdma->close();
    QVERIFY(!server->isListening());
    QVERIFY(!rdma->isListening());
}

void tst_RdmaTcpSocket::listenOfTheBase()
{
    QVERIFY(server->listen(QHostAddress::LocalHost));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"listen\\(\\) was called.*nobody"_s));
    QTcpSocket visitor;
    visitor.connectToHost(QHostAddress::LocalHost, server->serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(visitor.error(), QAbstractSocket::RemoteHostClosedError, Patience);
    QVERIFY(!server->hasPendingConnections());
}

namespace {

class DerivedServer : public RdmaTcpServer
{
    Q_OBJECT

public:
    QList<qintptr> handles;
    bool takesThem = true;

protected:
    void incomingConnection(qintptr handle) override
    {
        handles.append(handle);
        if (!takesThem)
            return;
        auto *const socket = new RdmaTcpSocket(this);
        QVERIFY2(socket->setSocketDescriptor(handle), qPrintable(socket->errorString()));
        QVERIFY(!socket->setSocketDescriptor(handle));
        addPendingConnection(socket);
    }
};

} // namespace

void tst_RdmaTcpSocket::incomingConnections()
{
    auto *const derived = new DerivedServer;
    server.reset(derived);
    connectPair();
    QVERIFY(derived->handles.first() < -1);
    far->write("from a derived server\n");
    QVERIFY(waitFor([this] { return near->canReadLine(); }, Patience));

    // Whoever does not take it at once may do so later, in this thread.
    derived->takesThem = false;
    RdmaTcpSocket client;
    client.connectToHost(RdmaTest::address(), derived->serverPort());
    QVERIFY(waitFor([&] { return derived->handles.size() == 2; }, Patience));
    bool isTaken = true;
    Worker([&] {
        RdmaTcpSocket elsewhere;
        isTaken = elsewhere.setSocketDescriptor(derived->handles.last());
    });
    QVERIFY(!isTaken);
    RdmaTcpSocket late;
    QSignalSpy states(&late, &QTcpSocket::stateChanged);
    QVERIFY(late.setSocketDescriptor(derived->handles.last()));
    QCOMPARE(states.size(), 1);
    QCOMPARE(states.first().first().value<QAbstractSocket::SocketState>(),
             QAbstractSocket::ConnectedState);
    late.write("late\n");
    QVERIFY(waitFor([&] { return client.canReadLine(); }, Patience));

    // A handle that nobody takes ends with its server.
    RdmaTcpSocket forgotten;
    forgotten.connectToHost(RdmaTest::address(), derived->serverPort());
    QVERIFY(waitFor([&] { return derived->handles.size() == 3; }, Patience));
    const qintptr handle = derived->handles.last();
    server.reset();
    QTRY_COMPARE_WITH_TIMEOUT(forgotten.state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(!RdmaTcpSocket().setSocketDescriptor(handle));
}

// The limit of the base counts, and the others wait.
void tst_RdmaTcpSocket::maxPendingConnections()
{
    QVERIFY(listen(server.get()));
    server->setMaxPendingConnections(2);
    QSignalSpy available(server.get(), &QTcpServer::pendingConnectionAvailable);
    std::vector<std::unique_ptr<QTcpSocket>> clients;
    for (int i = 0; i < 4; ++i) {
        clients.push_back(makeSocket());
        clients.back()->connectToHost(kind() == Kind::Qt ? QHostAddress::LocalHost
                                                         : RdmaTest::address(),
                                      portOf(server.get()));
    }
    QVERIFY(waitFor([&] { return available.size() == 2; }, Patience));
    QVERIFY(!waitFor([&] { return available.size() > 2; }, 100));
    for (int i = 1; i <= 4; ++i) {
        QVERIFY(waitFor([&] { return server->hasPendingConnections(); }, Patience));
        delete server->nextPendingConnection();
        QVERIFY(waitFor([&] { return available.size() == qMin(i + 2, 4); }, Patience));
    }
    QVERIFY(!server->hasPendingConnections());
}

void tst_RdmaTcpSocket::pendingConnections()
{
    QVERIFY(listen(server.get()));
    QSignalSpy arrived(server.get(), &QTcpServer::newConnection);
    QSignalSpy available(server.get(), &QTcpServer::pendingConnectionAvailable);
    QVERIFY(!server->hasPendingConnections());
    QVERIFY(!server->nextPendingConnection());
    std::vector<std::unique_ptr<QTcpSocket>> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(makeSocket());
        clients.back()->connectToHost(kind() == Kind::Qt ? QHostAddress::LocalHost
                                                         : RdmaTest::address(),
                                      portOf(server.get()));
    }
    QVERIFY(waitFor([&] { return available.size() == 5; }, Patience));
    QVERIFY(!arrived.isEmpty());
    for (int i = 0; i < 5; ++i) {
        QTcpSocket *const socket = server->nextPendingConnection();
        QVERIFY(socket);
        QCOMPARE(socket->parent(), server.get());
        socket->write("served");
    }
    QVERIFY(!server->nextPendingConnection());
    for (const auto &client : clients)
        QVERIFY(waitFor([&] { return client->bytesAvailable() == 6; }, Patience));
}

void tst_RdmaTcpSocket::closedWithPendingConnections()
{
    QVERIFY(listen(server.get()));
    near = makeSocket();
    near->connectToHost(kind() == Kind::Qt ? QHostAddress::LocalHost : RdmaTest::address(),
                        portOf(server.get()));
    QVERIFY(waitFor([this] { return server->hasPendingConnections(); }, Patience));
    closeServer(server.get());
    QVERIFY(!server->hasPendingConnections());
    QTRY_COMPARE_WITH_TIMEOUT(near->state(), QAbstractSocket::UnconnectedState, Patience);
    QVERIFY(listen(server.get()));
    connectPair();
}

void tst_RdmaTcpSocket::movedBeforeItListens()
{
    LoopThread thread;
    thread.start();
    QTcpServer *const moved = server.release();
    connect(moved, &QTcpServer::newConnection, moved, [moved] {
        QTcpSocket *const socket = moved->nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket,
                [socket] { socket->write(socket->readAll()); });
    });
    moved->moveToThread(&thread);
    bool isListening = false;
    quint16 port = 0;
    QMetaObject::invokeMethod(
            moved,
            [&] {
                isListening = listen(moved);
                port = portOf(moved);
            },
            Qt::BlockingQueuedConnection);
    QVERIFY(isListening);
    near = makeSocket();
    near->connectToHost(kind() == Kind::Qt ? QHostAddress::LocalHost : RdmaTest::address(), port);
    connect(near.get(), &QTcpSocket::connected, near.get(), [this] { near->write("moved"); });
    const bool isServed = waitFor([this] { return near->bytesAvailable() == 5; }, Patience);
    moved->deleteLater();
    thread.quit();
    QVERIFY(waitFor([&] { return thread.isFinished(); }, Patience));
    thread.wait();
    QVERIFY(isServed);
}

// As with an RdmaServer, clients that come later are served in the new thread. Connections that wait
// end, because they belong to the old one.
void tst_RdmaTcpSocket::movedWhileItListens()
{
    auto *const moved = static_cast<RdmaTcpServer *>(server.release());
    connect(moved, &QTcpServer::newConnection, moved, [moved] {
        while (moved->property("serves").toBool() && moved->hasPendingConnections())
            moved->nextPendingConnection()->write("served");
    });
    QVERIFY(listen(moved));
    const quint16 port = moved->serverPort();
    RdmaTcpSocket early;
    early.connectToHost(RdmaTest::address(), port);
    QVERIFY(waitFor([&] { return moved->hasPendingConnections(); }, Patience));
    LoopThread thread;
    thread.start();
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"moveToThread.*connection ends"_s));
    moved->setProperty("serves", true);
    moved->moveToThread(&thread);
    RdmaTcpSocket late;
    late.connectToHost(RdmaTest::address(), port);
    const bool isServed = waitFor([&] { return late.bytesAvailable() == 6; }, Patience);
    const bool hasEnded =
            waitFor([&] { return early.state() == QAbstractSocket::UnconnectedState; }, Patience);
    moved->deleteLater();
    thread.quit();
    QVERIFY(waitFor([&] { return thread.isFinished(); }, Patience));
    thread.wait();
    QVERIFY(isServed);
    QVERIFY(hasEnded);
}

void tst_RdmaTcpSocket::leavesNothingBehind()
{
    QVERIFY(listen(server.get()));
    connect(server.get(), &QTcpServer::newConnection, server.get(), [this] {
        while (QTcpSocket *const socket = server->nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, socket,
                    [socket] { socket->write(socket->readAll()); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
    RdmaTest::Resources resources;
    int files = 0;
    const int rounds = RdmaTest::rounds(12, 1000);
    for (int i = 0; i < rounds; ++i) {
        near = makeSocket();
        near->connectToHost(kind() == Kind::Qt ? QHostAddress::LocalHost : RdmaTest::address(),
                            portOf(server.get()));
        connect(near.get(), &QTcpSocket::connected, near.get(), [this] { near->write("x"); });
        QVERIFY(waitFor([this] { return near->bytesAvailable() == 1; }, Patience));
        if (i % 3 == 0)
            near->disconnectFromHost();
        else if (i % 3 == 1)
            near->abort();
        near.reset();
        QVERIFY(waitFor([this] { return server->findChildren<QTcpSocket *>().isEmpty(); },
                        Patience));
        if (i == 3) {
            resources = RdmaTest::resources();
            files = RdmaTest::openFiles();
        }
    }
    // The first count may include objects of a connection that was still being destroyed.
    const auto isNoMore = [&resources, files] {
        const RdmaTest::Resources now = RdmaTest::resources();
        return now.queuePairs <= resources.queuePairs
                && now.completionQueues <= resources.completionQueues
                && now.memoryRegions <= resources.memoryRegions
                && now.protectionDomains <= resources.protectionDomains
                && now.sharedReceiveQueues <= resources.sharedReceiveQueues
                && now.connectionIds <= resources.connectionIds && RdmaTest::openFiles() <= files;
    };
    QVERIFY(waitFor(isNoMore, Patience));
}

// They connect to a server of encrypted streams, and never begin the handshake.
void tst_RdmaTcpSocket::silentStrangers()
{
    auto *const encrypted = new RdmaTlsServer;
    encrypted->setSslConfiguration(RdmaTest::configurationOf(authority.issue(hostName())));
    encrypted->setHandshakeTimeout(100);
    server = std::make_unique<RdmaTcpServer>(encrypted);
    QVERIFY(listen(server.get()));
    RdmaStream stranger;
    stranger.connectToHost(RdmaTest::address(), portOf(server.get()));
    QSignalSpy ended(&stranger, &RdmaStream::disconnected);
    QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), Patience);
    QVERIFY(!server->hasPendingConnections());
}

QTEST_MAIN(tst_RdmaTcpSocket)

#include "tst_rdmatcpsocket.moc"
