// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/testcertificates.h"
#include "../shared/waitfor.h"
#include "../shared/worker.h"

#include <QtRdma/RdmaAbstractServer>
#include <QtRdma/RdmaAbstractStream>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTlsServer>
#include <QtRdma/RdmaTlsStream>

#include <QtCore/qpointer.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <functional>
#include <memory>
#include <utility>

using RdmaTest::TestAuthority;

namespace {

constexpr int Patience = 60000;
constexpr int MoreReceivesThanADeviceHas = 1 << 28;

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

} // namespace

// Both kinds of server, as a program uses them that knows the base only.
class tst_AbstractServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void properties_data() { kinds(); }
    void properties();
    void badValues_data() { kinds(); }
    void badValues();
    void listens_data() { kinds(); }
    void listens();
    void portInUse_data() { kinds(); }
    void portInUse();
    void echo_data() { kinds(); }
    void echo();
    void pause_data() { kinds(); }
    void pause();
    void maxPending_data() { kinds(); }
    void maxPending();
    void waits_data() { kinds(); }
    void waits();
    void waitsInVain_data() { kinds(); }
    void waitsInVain();
    void silentOnesHoldUpNobody();
    void deletedInItsSignals_data();
    void deletedInItsSignals();

private:
    static void kinds();
    bool isTls() const;
    static QByteArray hostName() { return "IP:" + RdmaTest::address().toString().toLatin1(); }
    RdmaTlsServer *tls() const { return qobject_cast<RdmaTlsServer *>(server); }
    std::unique_ptr<RdmaAbstractStream> makeClient() const;
    void connectClient(RdmaAbstractStream *client) const;
    bool hasPending(int msecs = Patience) const;
    void setAll();
    void provokeUsage();
    void provokeConnection();
    void provokeWrongCertificate();
    void provokeAcceptError();

    const TestAuthority authority;
    const TestAuthority stranger{ "unknown CA" };
    QPointer<RdmaAbstractServer> server;
};

void tst_AbstractServer::kinds()
{
    QTest::addColumn<bool>("encrypts");
    QTest::newRow("plain") << false;
    QTest::newRow("encrypted") << true;
}

bool tst_AbstractServer::isTls() const
{
    QFETCH(const bool, encrypts);
    return encrypts;
}

void tst_AbstractServer::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_AbstractServer::init()
{
    const bool encrypts =
            QByteArrayView(QTest::currentTestFunction()) == "silentOnesHoldUpNobody" || isTls();
    if (!encrypts) {
        server = new RdmaServer;
        return;
    }
    auto *const made = new RdmaTlsServer;
    made->setSslConfiguration(RdmaTest::configurationOf(authority.issue(hostName())));
    server = made;
}

void tst_AbstractServer::cleanup()
{
    delete server;
}

std::unique_ptr<RdmaAbstractStream> tst_AbstractServer::makeClient() const
{
    if (!tls())
        return std::make_unique<RdmaStream>();
    auto client = std::make_unique<RdmaTlsStream>();
    client->setSslConfiguration(RdmaTest::configurationTrusting(authority));
    return client;
}

void tst_AbstractServer::connectClient(RdmaAbstractStream *client) const
{
    const QString name = RdmaTest::address().toString();
    if (auto *const encrypted = qobject_cast<RdmaTlsStream *>(client))
        encrypted->connectToHostEncrypted(name, server->serverPort());
    else
        client->connectToHost(name, server->serverPort());
}

bool tst_AbstractServer::hasPending(int msecs) const
{
    return RdmaTest::waitFor([this] { return !server || server->hasPendingConnections(); }, msecs)
            && server;
}

// Each has a value of its own, and a signal that comes once.
void tst_AbstractServer::properties()
{
    for (const char *name : { "maxPendingConnections", "listenBacklogSize", "maxConnections",
                              "maxConnectionsPerAddress", "sharedReceives" }) {
        const QMetaObject *const meta = server->metaObject();
        const QMetaProperty property = meta->property(meta->indexOfProperty(name));
        const QByteArray signal = '2' + property.notifySignal().methodSignature();
        QSignalSpy changes(server, signal.constData());
        QVERIFY(changes.isValid());
        const int wanted = property.read(server).toInt() + 1;
        QVERIFY(property.write(server, wanted));
        QVERIFY(property.write(server, wanted));
        QCOMPARE(property.read(server).toInt(), wanted);
        QCOMPARE(changes, QList<QVariantList>({ { wanted } }));
    }
    QCOMPARE(server->connectionCount(), 0);
    QVERIFY(!server->isListening());
    QVERIFY(!server->hasPendingConnections());
    QVERIFY(!server->nextPendingConnection());
}

void tst_AbstractServer::badValues()
{
    server->setMaxPendingConnections(-1); // as of QTcpServer: none
    QCOMPARE(server->maxPendingConnections(), -1);
    server->setListenBacklogSize(-1);
    QCOMPARE(server->listenBacklogSize(), 1);
    server->setMaxConnections(-1);
    QCOMPARE(server->maxConnections(), 0);
    server->setMaxConnectionsPerAddress(-1);
    QCOMPARE(server->maxConnectionsPerAddress(), 0);
    server->setSharedReceives(-1);
    QCOMPARE(server->sharedReceives(), 0);
}

void tst_AbstractServer::listens()
{
    QSignalSpy listening(server, &RdmaAbstractServer::listeningChanged);
    QSignalSpy ports(server, &RdmaAbstractServer::serverPortChanged);
    QSignalSpy addresses(server, &RdmaAbstractServer::serverAddressChanged);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QVERIFY(server->isListening());
    QVERIFY(server->serverPort() > 0);
    QCOMPARE(server->serverAddress(), RdmaTest::address());
    QCOMPARE(listening, QList<QVariantList>({ { true } }));
    QCOMPARE(ports.size(), 1);
    QCOMPARE(addresses.size(), 1);
    server->close();
    server->close();
    QCOMPARE(listening, QList<QVariantList>({ { true }, { false } }));
    QCOMPARE(ports.last(), QVariantList({ QVariant::fromValue<quint16>(0) }));
    QCOMPARE(addresses.size(), 2);
    QVERIFY(server->serverAddress().isNull());
}

void tst_AbstractServer::portInUse()
{
    RdmaServer other;
    QVERIFY2(other.listen(RdmaTest::address()), qPrintable(other.errorString()));
    QSignalSpy errors(server, &RdmaAbstractServer::rdmaErrorChanged);
    QVERIFY(!server->listen(RdmaTest::address(), other.serverPort()));
    QCOMPARE(server->serverError(), QAbstractSocket::AddressInUseError);
    QVERIFY(!server->errorString().isEmpty());
    QVERIFY(server->rdmaError().isError());
    QCOMPARE(errors.size(), 1);
}

void tst_AbstractServer::echo()
{
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy available(server, &RdmaAbstractServer::pendingConnectionAvailable);
    QSignalSpy arrived(server, &RdmaAbstractServer::newConnection);
    const auto client = makeClient();
    connectClient(client.get());
    QVERIFY(hasPending());
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, Patience);
    QCOMPARE(available.size(), 1);
    QCOMPARE(server->connectionCount(), 1);
    RdmaAbstractStream *const stream = server->nextPendingConnection();
    QVERIFY(stream);
    QCOMPARE(stream->parent(), server);
    connect(stream, &QIODevice::readyRead, stream, [stream] { stream->write(stream->readAll()); });
    client->write("hello");
    QTRY_COMPARE_WITH_TIMEOUT(client->bytesAvailable(), 5, Patience);
    QCOMPARE(client->readAll(), "hello");
    QVERIFY(!server->nextPendingConnection());
    client->disconnectFromHost();
    QTRY_COMPARE_WITH_TIMEOUT(stream->state(), QAbstractSocket::UnconnectedState, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 0, Patience);
}

void tst_AbstractServer::pause()
{
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy arrived(server, &RdmaAbstractServer::newConnection);
    server->pauseAccepting();
    RdmaStream probe; // accepted as ever, only not handed out
    connectClient(&probe);
    QTRY_COMPARE_WITH_TIMEOUT(probe.state(), QAbstractSocket::ConnectedState, Patience);
    const auto client = makeClient();
    connectClient(client.get());
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 2, Patience);
    QCOMPARE(arrived.size(), 0);
    QVERIFY(!server->hasPendingConnections());
    server->resumeAccepting();
    QVERIFY(hasPending());
    QVERIFY(arrived.size() > 0);
}

void tst_AbstractServer::maxPending()
{
    server->setMaxPendingConnections(1);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    const auto first = makeClient();
    connectClient(first.get());
    QVERIFY(hasPending());
    const auto second = makeClient();
    connectClient(second.get());
    QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), 2, Patience);
    QVERIFY(server->nextPendingConnection());
    QVERIFY(!server->nextPendingConnection());
    QVERIFY(hasPending());
    QVERIFY(server->nextPendingConnection());
}

void tst_AbstractServer::waits()
{
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy arrived(server, &RdmaAbstractServer::newConnection);
    QByteArray answer;
    const Worker worker([this, &answer] {
        const auto client = makeClient();
        connectClient(client.get());
        client->waitForConnected(Patience);
        client->write("hello");
        client->waitForReadyRead(Patience);
        answer = client->readAll();
    });
    bool timedOut = true;
    QVERIFY(server->waitForNewConnection(Patience, &timedOut));
    QVERIFY(!timedOut);
    QCOMPARE(arrived.size(), 1);
    const std::unique_ptr<RdmaAbstractStream> stream(server->nextPendingConnection());
    QVERIFY(stream);
    QVERIFY(stream->bytesAvailable() > 0 || stream->waitForReadyRead(Patience));
    stream->write(stream->readAll());
    QVERIFY(stream->waitForBytesWritten(Patience));
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
    QCOMPARE(answer, "hello");
}

void tst_AbstractServer::waitsInVain()
{
    bool timedOut = true;
    QVERIFY(!server->waitForNewConnection(1, &timedOut));
    QVERIFY(!timedOut); // nor does it listen
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QVERIFY(!server->waitForNewConnection(1, &timedOut));
    QVERIFY(timedOut);
    QCOMPARE(server->serverError(), QAbstractSocket::SocketTimeoutError);
    QCOMPARE(server->rdmaError().cause(), RdmaError::Cause::WaitExpired);
}

// Handshakes that never finish came first.
void tst_AbstractServer::silentOnesHoldUpNobody()
{
    tls()->setHandshakeTimeout(-1);
    QVERIFY2(server->listen(RdmaTest::address()), qPrintable(server->errorString()));
    QSignalSpy started(tls(), &RdmaTlsServer::startedEncryptionHandshake);
    RdmaStream silent[2];
    for (RdmaStream &stream : silent)
        connectClient(&stream);
    QTRY_COMPARE_WITH_TIMEOUT(started.size(), 2, Patience);
    const Worker worker([this] {
        const auto client = makeClient();
        connectClient(client.get());
        client->waitForReadyRead(Patience); // until the server closes
    });
    QVERIFY(server->waitForNewConnection(Patience));
    delete server->nextPendingConnection();
    QTRY_VERIFY_WITH_TIMEOUT(worker.isFinished(), Patience);
}

void tst_AbstractServer::deletedInItsSignals_data()
{
    QTest::addColumn<bool>("encrypts");
    QTest::addColumn<QByteArray>("signal");
    const auto rows = [](const QMetaObject &meta, bool encrypts) {
        for (int i = QObject::staticMetaObject.methodCount(); i < meta.methodCount(); ++i) {
            const QMetaMethod method = meta.method(i);
            if (method.methodType() == QMetaMethod::Signal) {
                QTest::addRow("%s, %s", encrypts ? "encrypted" : "plain", method.name().constData())
                        << encrypts << method.methodSignature();
            }
        }
    };
    rows(RdmaServer::staticMetaObject, false);
    rows(RdmaTlsServer::staticMetaObject, true);
}

void tst_AbstractServer::setAll()
{
    const auto step = [this](const std::function<void()> &set) {
        if (server)
            set();
    };
    step([this] { server->setMaxPendingConnections(31); });
    step([this] { server->setListenBacklogSize(51); });
    step([this] { server->setMaxConnections(101); });
    step([this] { server->setMaxConnectionsPerAddress(101); });
    step([this] { server->setSharedReceives(1000); });
    step([this] { server->setSharedReceives(0); });
    if (auto *const plain = qobject_cast<RdmaServer *>(server)) {
        plain->setAcceptPolicy(RdmaServer::AcceptPolicy::Deferred);
        step([plain] { plain->setAcceptPolicy(RdmaServer::AcceptPolicy::Ahead); });
    }
    if (tls())
        tls()->setHandshakeTimeout(Patience);
}

void tst_AbstractServer::provokeUsage()
{
    RdmaServer other;
    QVERIFY2(other.listen(RdmaTest::address()), qPrintable(other.errorString()));
    QVERIFY(!server->listen(RdmaTest::address(), other.serverPort()));
    if (!server)
        return;
    const bool listens = server->listen(RdmaTest::address());
    QCOMPARE(listens, !server.isNull());
}

void tst_AbstractServer::provokeConnection()
{
    const auto client = makeClient();
    connectClient(client.get());
    if (hasPending())
        delete server->nextPendingConnection();
}

void tst_AbstractServer::provokeWrongCertificate()
{
    QSslConfiguration demanding = RdmaTest::configurationOf(authority.issue(hostName()));
    demanding.setPeerVerifyMode(QSslSocket::VerifyPeer);
    demanding.setCaCertificates({ authority.certificate() });
    tls()->setSslConfiguration(demanding);
    RdmaTlsStream client;
    QSslConfiguration wrong = RdmaTest::configurationOf(stranger.issue(nullptr, "clientAuth"));
    wrong.setCaCertificates({ authority.certificate() });
    client.setSslConfiguration(wrong);
    QSignalSpy failures(tls(), &RdmaTlsServer::errorOccurred);
    connectClient(&client);
    QVERIFY(RdmaTest::waitFor([&] { return !server || failures.size() == 1; }, Patience));
}

void tst_AbstractServer::provokeAcceptError()
{
    server->setSharedReceives(MoreReceivesThanADeviceHas);
    if (!server)
        return;
    QSignalSpy errors(server, &RdmaAbstractServer::acceptError);
    const auto client = makeClient();
    connectClient(client.get());
    QVERIFY(RdmaTest::waitFor([&] { return !server || errors.size() == 1; }, Patience));
}

// Everything that a server tells of happens, until it has been deleted.
void tst_AbstractServer::deletedInItsSignals()
{
    QFETCH(const QByteArray, signal);
    Killer killer(server);
    const QMetaObject *const meta = server->metaObject();
    const QMetaMethod slot =
            killer.metaObject()->method(killer.metaObject()->indexOfSlot("kill()"));
    QVERIFY(connect(server, meta->method(meta->indexOfSignal(signal)), &killer, slot));
    setAll();
    if (server)
        provokeUsage();
    if (server)
        provokeConnection();
    if (tls())
        provokeWrongCertificate();
    if (server)
        provokeAcceptError();
    QVERIFY(!server);
}

QTEST_GUILESS_MAIN(tst_AbstractServer)
#include "tst_abstractserver.moc"
