// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"
#include "../shared/testcertificates.h"
#include "tls/tlsengine_p.h"

#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

#include <memory>

using namespace QtRdmaPrivate;
using RdmaTest::TestAuthority;

namespace {

// One end of a wire of two byte arrays, which hands out a few bytes at a time.
class Wire final : public TlsTransport
{
public:
    qint64 takeRecords(char *data, qint64 size) override
    {
        const qint64 count = qMin(qMin<qint64>(size, chunk), incoming.size());
        std::copy_n(incoming.constData(), count, data);
        incoming.remove(0, qsizetype(count));
        return count;
    }
    bool putRecords(const char *data, qint64 size) override
    {
        outgoing.append(data, qsizetype(size));
        return true;
    }

    QByteArray incoming;
    QByteArray outgoing;
    qint64 chunk = 1 << 20;
};

struct Pair
{
    Pair(const QSslConfiguration &clientConfiguration, const QSslConfiguration &serverConfiguration,
         const QString &name = QStringLiteral("host.example"))
    {
        RdmaError failure;
        clientContext = TlsContext::make(clientConfiguration, TlsRole::Client, &failure);
        if (clientContext)
            serverContext = TlsContext::make(serverConfiguration, TlsRole::Server, &failure);
        if (!serverContext)
            qFatal("%s", qPrintable(failure.toString()));
        client = std::make_unique<TlsEngine>(clientContext, &clientWire, name);
        server = std::make_unique<TlsEngine>(serverContext, &serverWire);
    }

    // Whether anything was on the wire.
    bool exchange()
    {
        const bool moved = !clientWire.outgoing.isEmpty() || !serverWire.outgoing.isEmpty();
        serverWire.incoming += std::exchange(clientWire.outgoing, {});
        clientWire.incoming += std::exchange(serverWire.outgoing, {});
        return moved;
    }

    // Until nothing moves; then both are at an end, or wait for a decision.
    void shakeHands()
    {
        do {
            client->handshake();
            server->handshake();
        } while (exchange());
        client->handshake();
        server->handshake();
        exchange();
    }

    bool isEstablished() const
    {
        return client->state() == TlsEngine::Established
                && server->state() == TlsEngine::Established;
    }

    std::shared_ptr<TlsContext> clientContext;
    std::shared_ptr<TlsContext> serverContext;
    Wire clientWire;
    Wire serverWire;
    std::unique_ptr<TlsEngine> client;
    std::unique_ptr<TlsEngine> server;
};

QByteArray readAll(TlsEngine *engine)
{
    QByteArray result;
    char data[1000];
    qint64 size = 0;
    while ((size = engine->read(data, sizeof(data))) > 0)
        result.append(data, qsizetype(size));
    return result;
}

bool writeAll(TlsEngine *engine, QByteArrayView data)
{
    while (!data.isEmpty()) {
        const qint64 size = engine->write(data.data(), data.size());
        if (size <= 0)
            return false;
        data = data.sliced(qsizetype(size));
    }
    return true;
}

QByteArray randomBytes(qsizetype size)
{
    QByteArray data(size, Qt::Uninitialized);
    QRandomGenerator generator(quint32(size) + 1);
    for (char &byte : data)
        byte = char(generator.generate());
    return data;
}

} // namespace

class tst_TlsEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void dataBothWays_data();
    void dataBothWays();
    void nothingIsSaidTwice();
    void wrongConfigurations_data();
    void wrongConfigurations();
    void protocols_data();
    void protocols();
    void asksForTheName_data();
    void asksForTheName();

    void verifiesServers_data();
    void verifiesServers();
    void refusedServerLearnsWhy();
    void acceptsWhatIsDecided();
    void trustsNobody_data();
    void trustsNobody();
    void queriesServers();
    void keepsTheChainAsSent();
    void sendsNothingBeforeTheDecision();
    void needsAName();

    void clientWithoutCertificate();
    void clientWithCertificate();
    void verifiesClients_data();
    void verifiesClients();
    void asksAboutClients_data();
    void asksAboutClients();
    void queriesClients();

    void nextProtocols_data();
    void nextProtocols();
    void olderVersion();

    void closeNotify();
    void closedOneWay();
    void notesAlerts();
    void plainPeer_data();
    void plainPeer();
    void garbage();
    void tamperedRecords();
    void tamperedHandshakes();
    void partOfARecord();
    void injectedPlainAlert();

    void changesItsKeys();
    void keyUpdateFlood();
    void keyUpdatesBetweenData();
    void ticketsOfOthers();

private:
    QSslConfiguration trusting() const { return RdmaTest::configurationTrusting(authority); }
    QSslConfiguration serving() const
    {
        return RdmaTest::configurationOf(authority.issue("DNS:host.example,IP:10.77.0.1"));
    }
    QSslConfiguration demanding() const
    {
        QSslConfiguration configuration = serving();
        configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
        configuration.setCaCertificates({ authority.certificate() });
        return configuration;
    }
    std::unique_ptr<Pair> established() const
    {
        auto pair = std::make_unique<Pair>(trusting(), serving());
        pair->shakeHands();
        return pair;
    }

    const TestAuthority authority;
    const TestAuthority stranger{ "Somebody's CA" };
};

void tst_TlsEngine::initTestCase()
{
    const auto pair = established();
    QVERIFY2(pair->isEstablished(), qPrintable(pair->client->error().toString()));
    QVERIFY(!pair->client->cipher().isNull());
    QCOMPARE(pair->client->peerChain().size(), 1);
    QVERIFY(pair->server->peerChain().isEmpty());
}

void tst_TlsEngine::dataBothWays_data()
{
    QTest::addColumn<int>("chunk");
    QTest::addColumn<int>("size");
    QTest::newRow("a byte at a time") << 1 << 5000;
    QTest::newRow("odd pieces") << 7 << 100000;
    QTest::newRow("at once") << (1 << 20) << 3000000;
}

void tst_TlsEngine::dataBothWays()
{
    QFETCH(int, chunk);
    QFETCH(int, size);
    Pair pair(trusting(), serving());
    pair.clientWire.chunk = pair.serverWire.chunk = chunk;
    pair.shakeHands();
    QVERIFY2(pair.isEstablished(), qPrintable(pair.client->error().toString()));
    const QByteArray there = randomBytes(size);
    const QByteArray back = randomBytes(size + 1);
    QVERIFY(writeAll(pair.client.get(), there));
    QVERIFY(writeAll(pair.server.get(), back));
    QVERIFY(!pair.clientWire.outgoing.contains(there.first(20)));
    pair.exchange();
    QVERIFY(readAll(pair.server.get()) == there);
    QVERIFY(readAll(pair.client.get()) == back);
    QVERIFY(pair.client->isStarved());
}

// No tickets: nothing of a session is kept, and a server says nothing more after its handshake.
void tst_TlsEngine::nothingIsSaidTwice()
{
    const auto pair = established();
    QVERIFY(pair->serverWire.outgoing.isEmpty());
    QVERIFY(pair->clientWire.incoming.isEmpty());
    const SSL_SESSION *const session = SSL_get_session(pair->client->handle());
    QVERIFY(!SSL_SESSION_has_ticket(session));
}

void tst_TlsEngine::wrongConfigurations_data()
{
    QTest::addColumn<QSslConfiguration>("configuration");
    QTest::addColumn<bool>("isServer");
    QTest::addColumn<QString>("text");
    QTest::newRow("server without certificate")
            << trusting() << true << QStringLiteral("A server needs a certificate");
    QSslConfiguration noKey = serving();
    noKey.setPrivateKey({});
    QTest::newRow("certificate without key")
            << noKey << false << QStringLiteral("has no private key");
    QSslConfiguration otherKey = serving();
    otherKey.setPrivateKey(authority.issue("DNS:x").key);
    QTest::newRow("key of another certificate")
            << otherKey << true << QStringLiteral("private key mismatch");
    QSslConfiguration nameless = trusting();
    nameless.setAllowedNextProtocols({ "one", "" });
    QTest::newRow("application protocol without a name")
            << nameless << false << QStringLiteral("1 to 255 bytes");
}

void tst_TlsEngine::wrongConfigurations()
{
    QFETCH(QSslConfiguration, configuration);
    QFETCH(bool, isServer);
    QFETCH(QString, text);
    RdmaError failure;
    const auto context =
            TlsContext::make(configuration, isServer ? TlsRole::Server : TlsRole::Client, &failure);
    QVERIFY(!context);
    QCOMPARE(failure.category(), RdmaError::Category::Usage);
    QCOMPARE(failure.socketError(), QAbstractSocket::SslInvalidUserDataError);
    QVERIFY2(failure.toString().contains(text), qPrintable(failure.toString()));
}

void tst_TlsEngine::protocols_data()
{
    QTest::addColumn<QSsl::SslProtocol>("protocol");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("TlsV1_3") << QSsl::TlsV1_3 << true;
    QTest::newRow("TlsV1_3OrLater") << QSsl::TlsV1_3OrLater << true;
    QTest::newRow("TlsV1_2OrLater") << QSsl::TlsV1_2OrLater << true;
    QTest::newRow("AnyProtocol") << QSsl::AnyProtocol << true;
    QTest::newRow("SecureProtocols") << QSsl::SecureProtocols << true;
    QTest::newRow("TlsV1_2") << QSsl::TlsV1_2 << false;
    QTest::newRow("DtlsV1_2") << QSsl::DtlsV1_2 << false;
    QTest::newRow("DtlsV1_2OrLater") << QSsl::DtlsV1_2OrLater << false;
    QTest::newRow("UnknownProtocol") << QSsl::UnknownProtocol << false;
    QTest::newRow("none of Qt's") << QSsl::SslProtocol(1000) << false;
    QT_WARNING_PUSH
    QT_WARNING_DISABLE_DEPRECATED
    QTest::newRow("TlsV1_0OrLater") << QSsl::TlsV1_0OrLater << true;
    QTest::newRow("TlsV1_1OrLater") << QSsl::TlsV1_1OrLater << true;
    QTest::newRow("TlsV1_0") << QSsl::TlsV1_0 << false;
    QTest::newRow("TlsV1_1") << QSsl::TlsV1_1 << false;
    QTest::newRow("DtlsV1_0") << QSsl::DtlsV1_0 << false;
    QTest::newRow("DtlsV1_0OrLater") << QSsl::DtlsV1_0OrLater << false;
    QT_WARNING_POP
}

void tst_TlsEngine::protocols()
{
    QFETCH(QSsl::SslProtocol, protocol);
    QFETCH(bool, accepted);
    QSslConfiguration client = trusting();
    client.setProtocol(protocol);
    QSslConfiguration server = serving();
    server.setProtocol(protocol);
    if (accepted) {
        Pair pair(client, server);
        pair.shakeHands();
        QVERIFY(pair.isEstablished());
        QCOMPARE(SSL_version(pair.client->handle()), TLS1_3_VERSION);
        return;
    }
    RdmaError failure;
    QVERIFY(!TlsContext::make(client, TlsRole::Client, &failure));
    QVERIFY(!TlsContext::make(server, TlsRole::Server, &failure));
    QCOMPARE(failure.category(), RdmaError::Category::Usage);
    QCOMPARE(failure.socketError(), QAbstractSocket::SslInvalidUserDataError);
    QVERIFY2(failure.text().contains(QStringLiteral("does not include TLS 1.3")),
             qPrintable(failure.text()));
    QVERIFY2(failure.hint().contains(QStringLiteral("setProtocol()")), qPrintable(failure.hint()));
}

void tst_TlsEngine::asksForTheName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("asked");
    QTest::newRow("name") << QStringLiteral("host.example") << QByteArray("host.example");
    QTest::newRow("umlaut") << QStringLiteral("b\u00fccher.example")
                            << QByteArray("xn--bcher-kva.example");
    QTest::newRow("address") << QStringLiteral("10.77.0.1") << QByteArray();
}

void tst_TlsEngine::asksForTheName()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, asked);
    Pair pair(trusting(), serving(), name);
    pair.shakeHands();
    QCOMPARE(QByteArray(SSL_get_servername(pair.server->handle(), TLSEXT_NAMETYPE_host_name)),
             asked);
}

// --- certificates of servers ---

void tst_TlsEngine::verifiesServers_data()
{
    QTest::addColumn<QSslConfiguration>("server");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("expected");
    const auto of = [](const RdmaTest::Identity &identity) {
        return RdmaTest::configurationOf(identity);
    };
    const QString host = QStringLiteral("host.example");
    constexpr long Hour = TestAuthority::Hour;
    QTest::newRow("name") << serving() << host << int(QSslError::NoError);
    QTest::newRow("name in capitals")
            << serving() << QStringLiteral("HOST.example") << int(QSslError::NoError);
    QTest::newRow("address") << serving() << QStringLiteral("10.77.0.1") << int(QSslError::NoError);
    QTest::newRow("IPv6 address") << of(authority.issue("IP:fd77::1"))
                                  << QStringLiteral("fd77::1%eth0") << int(QSslError::NoError);
    QTest::newRow("wildcard") << of(authority.issue("DNS:*.host.example"))
                              << QStringLiteral("a.host.example") << int(QSslError::NoError);
    QTest::newRow("part of a wildcard")
            << of(authority.issue("DNS:ho*.example")) << host << int(QSslError::HostNameMismatch);
    QTest::newRow("other name") << serving() << QStringLiteral("other.example")
                                << int(QSslError::HostNameMismatch);
    QTest::newRow("name below") << serving() << QStringLiteral("sub.host.example")
                                << int(QSslError::HostNameMismatch);
    QTest::newRow("other address")
            << serving() << QStringLiteral("10.77.0.2") << int(QSslError::HostNameMismatch);
    QTest::newRow("address as a name")
            << of(authority.issue("DNS:10.77.0.1")) << QStringLiteral("10.77.0.1")
            << int(QSslError::HostNameMismatch);
    QTest::newRow("no name") << of(authority.issue(nullptr)) << host
                             << int(QSslError::HostNameMismatch);
    QTest::newRow("expired") << of(
            authority.issue("DNS:host.example", "serverAuth", -2 * Hour, -Hour))
                             << host << int(QSslError::CertificateExpired);
    QTest::newRow("not valid yet")
            << of(authority.issue("DNS:host.example", "serverAuth", Hour, 2 * Hour)) << host
            << int(QSslError::CertificateNotYetValid);
    QTest::newRow("of another authority") << of(stranger.issue("DNS:host.example")) << host
                                          << int(QSslError::UnableToGetLocalIssuerCertificate);
    QTest::newRow("of a client") << of(authority.issue("DNS:host.example", "clientAuth")) << host
                                 << int(QSslError::InvalidPurpose);
}

void tst_TlsEngine::verifiesServers()
{
    QFETCH(QSslConfiguration, server);
    QFETCH(QString, name);
    QFETCH(int, expected);
    Pair pair(trusting(), server, name);
    pair.shakeHands();
    if (expected == QSslError::NoError) {
        QVERIFY2(pair.isEstablished(), qPrintable(pair.client->error().toString()));
        QVERIFY(pair.client->certificateErrors().isEmpty());
        return;
    }
    QCOMPARE(pair.client->state(), TlsEngine::Undecided);
    QCOMPARE(int(pair.client->certificateErrors().constFirst().error()), expected);
    QCOMPARE(pair.client->certificateErrors().constFirst().certificate(),
             server.localCertificate());
    QCOMPARE(pair.client->peerChain(), QList<QSslCertificate>{ server.localCertificate() });
    pair.client->decide(false);
    pair.shakeHands();
    QCOMPARE(pair.client->state(), TlsEngine::Failed);
    QCOMPARE(pair.client->error().socketError(), QAbstractSocket::SslHandshakeFailedError);
    QVERIFY(!pair.client->error().text().isEmpty());
    QCOMPARE(pair.server->state(), TlsEngine::Failed);
}

void tst_TlsEngine::refusedServerLearnsWhy()
{
    Pair pair(trusting(), RdmaTest::configurationOf(stranger.issue("DNS:host.example")));
    pair.shakeHands();
    pair.client->decide(false);
    pair.shakeHands();
    QCOMPARE(pair.server->state(), TlsEngine::Failed);
    const QString text = pair.server->error().toString();
    QVERIFY2(text.contains(QStringLiteral("The peer has refused our certificate")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("unknown ca")), qPrintable(text));
}

void tst_TlsEngine::acceptsWhatIsDecided()
{
    Pair pair(trusting(), RdmaTest::configurationOf(stranger.issue("DNS:other.example")));
    pair.shakeHands();
    QVERIFY(pair.client->certificateErrors().size() >= 2); // all of them are known
    pair.client->decide(true);
    pair.shakeHands();
    QVERIFY2(pair.isEstablished(), qPrintable(pair.client->error().toString()));
    QVERIFY(writeAll(pair.client.get(), "hello"));
    pair.exchange();
    QCOMPARE(readAll(pair.server.get()), "hello");
}

void tst_TlsEngine::trustsNobody_data()
{
    QTest::addColumn<bool>("isServer");
    QTest::addColumn<bool>("ignored");
    for (const bool isServer : { false, true }) {
        for (const bool ignored : { false, true }) {
            QTest::addRow("%s, %s", isServer ? "server" : "client", ignored ? "ignored" : "refused")
                    << isServer << ignored;
        }
    }
}

// Without a CA every certificate is wrong, which can be ignored like anything else that is.
void tst_TlsEngine::trustsNobody()
{
    QFETCH(bool, isServer);
    QFETCH(bool, ignored);
    QSslConfiguration client = RdmaTest::configurationOf(authority.issue("DNS:c", "clientAuth"));
    client.setCaCertificates({});
    QSslConfiguration server = demanding();
    server.setCaCertificates({});
    if (isServer)
        client.setCaCertificates({ authority.certificate() });
    else
        server.setPeerVerifyMode(QSslSocket::VerifyNone);
    Pair pair(client, server);
    pair.server->setAsksAboutClients(true);
    pair.shakeHands();
    TlsEngine *const judge = isServer ? pair.server.get() : pair.client.get();
    QCOMPARE(judge->state(), TlsEngine::Undecided);
    QCOMPARE(judge->certificateErrors().constFirst().error(),
             QSslError::UnableToGetLocalIssuerCertificate);
    judge->decide(ignored);
    pair.shakeHands();
    QCOMPARE(pair.isEstablished(), ignored);
    QCOMPARE(judge->state(), ignored ? TlsEngine::Established : TlsEngine::Failed);
    QCOMPARE(judge->error().hint().contains(QStringLiteral("setCaCertificates()")), !ignored);
}

// What is wrong is told, and of no consequence.
void tst_TlsEngine::queriesServers()
{
    QSslConfiguration client = trusting();
    client.setPeerVerifyMode(QSslSocket::QueryPeer);
    Pair pair(client, RdmaTest::configurationOf(stranger.issue("DNS:other.example")));
    pair.shakeHands();
    QCOMPARE(pair.client->state(), TlsEngine::Undecided);
    QList<QSslError::SslError> seen;
    for (const QSslError &wrong : pair.client->certificateErrors())
        seen.append(wrong.error());
    QVERIFY(seen.contains(QSslError::HostNameMismatch));
    QVERIFY(seen.contains(QSslError::UnableToGetLocalIssuerCertificate));
    pair.client->decide(false);
    pair.shakeHands();
    QVERIFY(pair.isEstablished());
}

// The certificate first, then what the peer has put behind it; nothing of our own.
void tst_TlsEngine::keepsTheChainAsSent()
{
    for (const auto mode :
         { QSslSocket::VerifyPeer, QSslSocket::QueryPeer, QSslSocket::VerifyNone }) {
        QSslConfiguration client = trusting();
        client.setPeerVerifyMode(mode);
        const RdmaTest::Identity own = authority.issue("DNS:host.example");
        QSslConfiguration server = RdmaTest::configurationOf(own);
        server.setLocalCertificateChain(
                { own.certificate, stranger.certificate(), authority.certificate() });
        Pair pair(client, server);
        pair.shakeHands();
        QVERIFY(pair.isEstablished());
        QCOMPARE(pair.client->peerChain(), server.localCertificateChain());
    }
}

// Neither a certificate nor data go to a server that is not verified.
void tst_TlsEngine::sendsNothingBeforeTheDecision()
{
    Pair pair(trusting(), RdmaTest::configurationOf(stranger.issue("DNS:host.example")));
    pair.client->handshake();
    pair.exchange();
    pair.server->handshake();
    pair.exchange();
    QCOMPARE(pair.client->handshake(), TlsEngine::Undecided);
    QCOMPARE(pair.client->handshake(), TlsEngine::Undecided);
    QCOMPARE(pair.client->write("secret", 6), 0);
    QVERIFY(pair.clientWire.outgoing.isEmpty());
}

void tst_TlsEngine::needsAName()
{
    RdmaError failure;
    const auto context = TlsContext::make(trusting(), TlsRole::Client, &failure);
    QVERIFY(context);
    Wire wire;
    TlsEngine engine(context, &wire, QString());
    QCOMPARE(engine.handshake(), TlsEngine::Failed);
    QCOMPARE(engine.error().category(), RdmaError::Category::Usage);
    QVERIFY(wire.outgoing.isEmpty());
}

// --- certificates of clients ---

void tst_TlsEngine::clientWithoutCertificate()
{
    Pair pair(trusting(), demanding());
    pair.shakeHands();
    QCOMPARE(pair.server->state(), TlsEngine::Failed);
    QVERIFY(pair.server->error().text().contains(QStringLiteral("has no certificate")));
    // A client of TLS 1.3 finds out when it reads.
    QCOMPARE(pair.client->state(), TlsEngine::Established);
    QCOMPARE(readAll(pair.client.get()), QByteArray());
    QCOMPARE(pair.client->state(), TlsEngine::Failed);
    QCOMPARE(pair.client->error().socketError(), QAbstractSocket::SslHandshakeFailedError);
    QVERIFY2(pair.client->error().text().contains(QStringLiteral("wants a certificate")),
             qPrintable(pair.client->error().text()));
    QVERIFY(!pair.client->error().hint().isEmpty());
}

void tst_TlsEngine::clientWithCertificate()
{
    const RdmaTest::Identity own = authority.issue("DNS:client.example", "clientAuth");
    QSslConfiguration client = RdmaTest::configurationOf(own);
    client.setCaCertificates({ authority.certificate() });
    Pair pair(client, demanding());
    pair.shakeHands();
    QVERIFY2(pair.isEstablished(), qPrintable(pair.server->error().toString()));
    QCOMPARE(pair.server->peerChain(), QList<QSslCertificate>{ own.certificate });
}

void tst_TlsEngine::verifiesClients_data()
{
    QTest::addColumn<QSslConfiguration>("client");
    QTest::addColumn<int>("expected");
    constexpr long Hour = TestAuthority::Hour;
    const auto row = [this](const char *name, const RdmaTest::Identity &identity, int expected) {
        QSslConfiguration client = RdmaTest::configurationOf(identity);
        client.setCaCertificates({ authority.certificate() });
        QTest::newRow(name) << client << expected;
    };
    row("of another authority", stranger.issue("DNS:c", "clientAuth"),
        QSslError::UnableToGetLocalIssuerCertificate);
    row("expired", authority.issue("DNS:c", "clientAuth", -2 * Hour, -Hour),
        QSslError::CertificateExpired);
    row("of a server", authority.issue("DNS:c", "serverAuth"), QSslError::InvalidPurpose);
}

void tst_TlsEngine::verifiesClients()
{
    QFETCH(QSslConfiguration, client);
    QFETCH(int, expected);
    Pair pair(client, demanding());
    pair.shakeHands();
    QCOMPARE(pair.server->state(), TlsEngine::Failed);
    QCOMPARE(int(pair.server->certificateErrors().constFirst().error()), expected);
    QCOMPARE(pair.server->error().call(), QStringLiteral("X509_verify_cert"));
    QCOMPARE(pair.server->peerChain(), QList<QSslCertificate>{ client.localCertificate() });
    QCOMPARE(readAll(pair.client.get()), QByteArray());
    QVERIFY2(pair.client->error().text().contains(
                     QStringLiteral("The peer has refused our certificate")),
             qPrintable(pair.client->error().text()));
}

void tst_TlsEngine::asksAboutClients_data()
{
    QTest::addColumn<bool>("accepted");
    QTest::newRow("accepted") << true;
    QTest::newRow("refused") << false;
}

void tst_TlsEngine::asksAboutClients()
{
    QFETCH(bool, accepted);
    QSslConfiguration client =
            RdmaTest::configurationOf(stranger.issue("DNS:client.example", "clientAuth"));
    client.setCaCertificates({ authority.certificate() });
    Pair pair(client, demanding());
    pair.server->setAsksAboutClients(true);
    pair.shakeHands();
    QCOMPARE(pair.server->state(), TlsEngine::Undecided);
    QVERIFY(writeAll(pair.client.get(), "early"));
    pair.exchange();
    QCOMPARE(readAll(pair.server.get()), QByteArray()); // before the decision nothing comes out
    QCOMPARE(pair.server->write("no", 2), 0);
    pair.server->decide(accepted);
    QCOMPARE(pair.server->state(), accepted ? TlsEngine::Established : TlsEngine::Failed);
    QCOMPARE(readAll(pair.server.get()), accepted ? QByteArray("early") : QByteArray());
}

void tst_TlsEngine::queriesClients()
{
    QSslConfiguration server = serving(); // AutoVerifyPeer: a server asks and does not insist
    server.setCaCertificates({ authority.certificate() });
    const RdmaTest::Identity unknown = stranger.issue("DNS:client.example", "clientAuth");
    QSslConfiguration client = RdmaTest::configurationOf(unknown);
    client.setCaCertificates({ authority.certificate() });
    Pair pair(client, server);
    pair.shakeHands();
    QVERIFY(pair.isEstablished());
    QCOMPARE(pair.server->peerChain().value(0), unknown.certificate);
    QVERIFY(!pair.server->certificateErrors().isEmpty());

    Pair asking(client, server); // tells, and goes on whatever the answer
    asking.server->setAsksAboutClients(true);
    asking.shakeHands();
    QCOMPARE(asking.server->state(), TlsEngine::Undecided);
    QCOMPARE(asking.server->peerChain().value(0), unknown.certificate);
    asking.server->decide(false);
    QVERIFY(asking.isEstablished());
}

// --- what the two agree on ---

void tst_TlsEngine::nextProtocols_data()
{
    QTest::addColumn<QByteArrayList>("offered");
    QTest::addColumn<QByteArrayList>("known");
    QTest::addColumn<QByteArray>("chosen");
    QTest::addColumn<bool>("works");
    QTest::newRow("nobody") << QByteArrayList() << QByteArrayList() << QByteArray() << true;
    QTest::newRow("client only") << QByteArrayList{ "a" } << QByteArrayList() << QByteArray()
                                 << true;
    QTest::newRow("server only") << QByteArrayList() << QByteArrayList{ "a" } << QByteArray()
                                 << true;
    QTest::newRow("the server's first")
            << QByteArrayList{ "a", "b" } << QByteArrayList{ "b", "a" } << QByteArray("b") << true;
    QTest::newRow("none in common")
            << QByteArrayList{ "a" } << QByteArrayList{ "b" } << QByteArray() << false;
}

void tst_TlsEngine::nextProtocols()
{
    QFETCH(QByteArrayList, offered);
    QFETCH(QByteArrayList, known);
    QFETCH(QByteArray, chosen);
    QFETCH(bool, works);
    QSslConfiguration client = trusting();
    client.setAllowedNextProtocols(offered);
    QSslConfiguration server = serving();
    server.setAllowedNextProtocols(known);
    Pair pair(client, server);
    pair.shakeHands();
    QCOMPARE(pair.isEstablished(), works);
    if (!works) {
        QVERIFY(pair.client->error().text().contains(QStringLiteral("application protocol")));
        return;
    }
    QCOMPARE(pair.client->nextProtocol(), chosen);
    QCOMPARE(pair.server->nextProtocol(), chosen);
}

void tst_TlsEngine::olderVersion()
{
    Pair pair(trusting(), serving());
    QVERIFY(SSL_set_min_proto_version(pair.client->handle(), TLS1_2_VERSION));
    QVERIFY(SSL_set_max_proto_version(pair.client->handle(), TLS1_2_VERSION));
    pair.shakeHands();
    QCOMPARE(pair.server->state(), TlsEngine::Failed);
    QCOMPARE(pair.client->state(), TlsEngine::Failed);
    QVERIFY2(pair.server->error().text().contains(QStringLiteral("does not speak TLS 1.3")),
             qPrintable(pair.server->error().text()));
}

// --- ends and attacks ---

void tst_TlsEngine::closeNotify()
{
    const auto pair = established();
    QVERIFY(writeAll(pair->client.get(), "last words"));
    pair->client->closeWriting();
    QCOMPARE(pair->client->write("more", 4), 0);
    pair->exchange();
    QCOMPARE(readAll(pair->server.get()), "last words");
    QVERIFY(pair->server->peerClosed());
    QCOMPARE(pair->server->state(), TlsEngine::Established);
}

void tst_TlsEngine::closedOneWay()
{
    const auto pair = established();
    pair->client->closeWriting();
    pair->exchange();
    QCOMPARE(readAll(pair->server.get()), QByteArray());
    const QByteArray data = randomBytes(100000);
    QVERIFY(writeAll(pair->server.get(), data));
    pair->server->closeWriting();
    pair->exchange();
    QVERIFY(readAll(pair->client.get()) == data);
    QVERIFY(pair->client->peerClosed());
    QVERIFY(!pair->client->error().isError());
}

void tst_TlsEngine::notesAlerts()
{
    const auto isLike = [](const QList<TlsAlert> &alerts, bool isReceived, QSsl::AlertType type) {
        return alerts.size() == 1 && alerts.at(0).isReceived == isReceived
                && alerts.at(0).type == int(type) && !alerts.at(0).description.isEmpty()
                && alerts.at(0).isFatal == (type != QSsl::AlertType::CloseNotify);
    };
    const auto pair = established();
    QVERIFY(!pair->client->hasAlerts());
    pair->client->closeWriting();
    pair->exchange();
    QCOMPARE(readAll(pair->server.get()), QByteArray());
    QVERIFY(isLike(pair->client->takeAlerts(), false, QSsl::AlertType::CloseNotify));
    QVERIFY(isLike(pair->server->takeAlerts(), true, QSsl::AlertType::CloseNotify));
    QVERIFY(!pair->server->hasAlerts());

    Pair refusal(trusting(), RdmaTest::configurationOf(stranger.issue("DNS:host.example")));
    refusal.shakeHands();
    refusal.client->decide(false);
    refusal.shakeHands();
    QVERIFY(isLike(refusal.client->takeAlerts(), false, QSsl::AlertType::UnknownCa));
    QVERIFY(isLike(refusal.server->takeAlerts(), true, QSsl::AlertType::UnknownCa));
}

void tst_TlsEngine::plainPeer_data()
{
    QTest::addColumn<bool>("isServer");
    QTest::addColumn<QByteArray>("said");
    const QList<QByteArray> lines{ "hello, is anybody there?\n", "GET / HTTP/1.1\r\n\r\n",
                                   QByteArray(1000, '\0'), QByteArray(1000, '\xff') };
    for (const QByteArray &line : lines) {
        QTest::addRow("server hears %s", line.left(3).toHex().constData()) << true << line;
        QTest::addRow("client hears %s", line.left(3).toHex().constData()) << false << line;
    }
}

void tst_TlsEngine::plainPeer()
{
    QFETCH(bool, isServer);
    QFETCH(QByteArray, said);
    Pair pair(trusting(), serving());
    TlsEngine *const engine = isServer ? pair.server.get() : pair.client.get();
    (isServer ? pair.serverWire : pair.clientWire).incoming = said;
    QCOMPARE(engine->handshake(), TlsEngine::Failed);
    QCOMPARE(engine->error().socketError(), QAbstractSocket::SslHandshakeFailedError);
    QCOMPARE(engine->error().call(), QStringLiteral("SSL_do_handshake"));
    QVERIFY(!engine->error().text().isEmpty());
}

// Whatever comes, the engine ends or waits for more.
void tst_TlsEngine::garbage()
{
    QRandomGenerator random(RdmaTest::seed());
    int failures = 0;
    for (int round = 0; round < 500; ++round) {
        Pair pair(trusting(), serving());
        QByteArray bytes = randomBytes(random.bounded(1, 3000));
        if (round % 2) { // that looks like a record of a handshake
            bytes.prepend("\x16\x03\x01", 3);
            bytes[3] = char(bytes.size() / 256 % 64);
        }
        pair.serverWire.incoming = bytes;
        pair.clientWire.incoming = bytes;
        failures += pair.server->handshake() == TlsEngine::Failed;
        failures += pair.client->handshake() == TlsEngine::Failed;
        QVERIFY(pair.server->state() != TlsEngine::Established);
        QVERIFY(pair.client->state() != TlsEngine::Established);
    }
    QVERIFY(failures > 500);
}

// Every bit of a record: nothing comes out of one that was changed.
void tst_TlsEngine::tamperedRecords()
{
    int records = 0;
    for (int bit = 0;; ++bit) {
        const auto pair = established();
        QVERIFY(writeAll(pair->client.get(), "pay 10"));
        QByteArray &wire = pair->clientWire.outgoing;
        if (bit >= wire.size() * 8)
            break;
        wire[bit / 8] = char(wire.at(bit / 8) ^ (1 << (bit % 8)));
        QVERIFY(writeAll(pair->client.get(), "and more, so that a longer length is filled"));
        pair->exchange();
        QCOMPARE(readAll(pair->server.get()), QByteArray());
        QVERIFY(pair->server->state() == TlsEngine::Failed || pair->server->isStarved());
        records += pair->server->state() == TlsEngine::Failed;
    }
    QVERIFY(records > 100);
}

// Whoever changes the handshake prevents it at most.
void tst_TlsEngine::tamperedHandshakes()
{
    QRandomGenerator random(RdmaTest::seed());
    int prevented = 0;
    for (int round = 0; round < 300; ++round) {
        Pair pair(trusting(), serving());
        int flight = random.bounded(3);
        for (int turn = 0; turn < 8; ++turn) {
            pair.client->handshake();
            pair.server->handshake();
            QByteArray &wire = turn % 2 ? pair.serverWire.outgoing : pair.clientWire.outgoing;
            if (!wire.isEmpty() && flight-- == 0) {
                const int at = random.bounded(int(wire.size()));
                wire[at] = char(wire.at(at) ^ (1 << random.bounded(8)));
            }
            pair.exchange();
        }
        if (!pair.isEstablished()) {
            ++prevented;
            continue;
        }
        QVERIFY(pair.client->certificateErrors().isEmpty());
        QVERIFY(writeAll(pair.client.get(), "hello"));
        pair.exchange();
        QCOMPARE(readAll(pair.server.get()), "hello");
    }
    QVERIFY(prevented > 100);
}

void tst_TlsEngine::partOfARecord()
{
    const auto pair = established();
    QVERIFY(writeAll(pair->client.get(), "hello"));
    const QByteArray record = std::exchange(pair->clientWire.outgoing, {});
    pair->serverWire.incoming = record.chopped(1);
    QCOMPARE(readAll(pair->server.get()), QByteArray());
    QVERIFY(pair->server->isStarved());
    QVERIFY(!pair->server->peerClosed());
    pair->serverWire.incoming = record.last(1);
    QCOMPARE(readAll(pair->server.get()), "hello");
}

// A close_notify that somebody else has made.
void tst_TlsEngine::injectedPlainAlert()
{
    const auto pair = established();
    pair->serverWire.incoming = QByteArray("\x15\x03\x03\x00\x02\x01\x00", 7);
    QCOMPARE(readAll(pair->server.get()), QByteArray());
    QVERIFY(!pair->server->peerClosed());
    QCOMPARE(pair->server->state(), TlsEngine::Failed);
}

// --- records without data ---

static int keyUpdatesSeen = 0;

static void countKeyUpdates(int written, int, int type, const void *data, size_t size, SSL *,
                            void *)
{
    const auto *bytes = static_cast<const char *>(data);
    if (!written && type == SSL3_RT_HANDSHAKE && size > 0 && bytes[0] == SSL3_MT_KEY_UPDATE)
        ++keyUpdatesSeen;
}

void tst_TlsEngine::changesItsKeys()
{
    const auto pair = established();
    keyUpdatesSeen = 0;
    SSL_set_msg_callback(pair->server->handle(), countKeyUpdates);
    pair->client->setRecordsPerKey(3);
    const QByteArray data = randomBytes(30 * 16384);
    QVERIFY(writeAll(pair->client.get(), data));
    pair->exchange();
    QVERIFY(readAll(pair->server.get()) == data);
    QCOMPARE(keyUpdatesSeen, 9);
    QVERIFY(writeAll(pair->server.get(), "still understood"));
    pair->exchange();
    QCOMPARE(readAll(pair->client.get()), "still understood");
}

static bool sendKeyUpdate(TlsEngine *engine)
{
    return SSL_key_update(engine->handle(), SSL_KEY_UPDATE_REQUESTED) == 1
            && SSL_do_handshake(engine->handle()) == 1;
}

void tst_TlsEngine::keyUpdateFlood()
{
    const auto pair = established();
    for (int i = 0; i < TlsEngine::MaxIdleRecords / 2; ++i) // an answer may count too
        QVERIFY(sendKeyUpdate(pair->client.get()));
    pair->exchange();
    QCOMPARE(readAll(pair->server.get()), QByteArray());
    QVERIFY2(!pair->server->error().isError(), qPrintable(pair->server->error().toString()));
    for (int i = 0; i < 1000; ++i)
        QVERIFY(sendKeyUpdate(pair->client.get()));
    pair->exchange();
    QCOMPARE(readAll(pair->server.get()), QByteArray());
    QCOMPARE(pair->server->state(), TlsEngine::Failed);
    QVERIFY(pair->server->error().text().contains(QStringLiteral("without end")));
    QVERIFY(pair->serverWire.incoming.size() > 900 * 20); // of the rest nothing was even looked at
}

void tst_TlsEngine::keyUpdatesBetweenData()
{
    const auto pair = established();
    for (int i = 0; i < 4 * TlsEngine::MaxIdleRecords; ++i) {
        QVERIFY(sendKeyUpdate(pair->client.get()));
        QVERIFY(writeAll(pair->client.get(), "x"));
        pair->exchange();
        QCOMPARE(readAll(pair->server.get()), "x");
        QVERIFY(writeAll(pair->server.get(), "answer")); // and a key update, which was asked for
        pair->exchange();
        QCOMPARE(readAll(pair->client.get()), "answer");
    }
}

// Servers of other libraries offer to resume sessions.
void tst_TlsEngine::ticketsOfOthers()
{
    Pair pair(trusting(), serving());
    SSL_clear_options(pair.server->handle(), SSL_OP_NO_TICKET);
    QCOMPARE(SSL_set_num_tickets(pair.server->handle(), 5), 1);
    pair.shakeHands();
    QVERIFY(pair.isEstablished());
    QVERIFY(!pair.clientWire.incoming.isEmpty());
    QVERIFY(writeAll(pair.server.get(), "hello"));
    pair.exchange();
    QCOMPARE(readAll(pair.client.get()), "hello");
}

QTEST_GUILESS_MAIN(tst_TlsEngine)
#include "tst_tlsengine.moc"
