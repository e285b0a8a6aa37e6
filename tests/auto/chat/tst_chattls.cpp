// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Encrypted relay and clients, over TCP on the host and over RDMA in the lab.

#include "client.h"
#include "relay.h"
#include "tls.h"

#include "chattest.h"
#include "testcertificates.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using RdmaTest::Identity;
using RdmaTest::TestAuthority;

// The program itself.
class Chat
{
public:
    explicit Chat(QStringList arguments)
    {
        const bool isTcp = policy == Rdma::TransportPolicy::TcpOnly;
        arguments.prepend(text(isTcp ? "--transport=tcp" : "--transport=rdma"));
        process.start(text(CHAT), arguments);
    }
    ~Chat()
    {
        process.kill();
        process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Chat)

    QString nextLine()
    {
        while (!process.canReadLine() && process.waitForReadyRead(Patience)) { }
        return QString::fromUtf8(process.readLine().trimmed());
    }

    QProcess process;
};

class tst_ChatTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void conversation();
    void clientRefusesRelay_data();
    void clientRefusesRelay();
    void clientWithoutTls();
    void relayWithoutTls();
    void badFiles_data();
    void badFiles();
    void program();
    void programRefusesOptions_data();
    void programRefusesOptions();

private:
    QString path(const QByteArray &name) const
    {
        return directory.filePath(QString::fromLatin1(name));
    }
    void write(const QByteArray &name, const QByteArray &contents) const;
    void writeIdentity(const QByteArray &name, const Identity &identity) const;
    static std::unique_ptr<Client> newClient(const char *name, const Transport::Dialer &dialer);
    Transport::Dialer dialer(const QByteArray &authorities) const;
    std::unique_ptr<Relay> startRelay(const QByteArray &identity, QStringList *log = nullptr) const;

    const QTemporaryDir directory;
    const TestAuthority authority;
};

void tst_ChatTls::write(const QByteArray &name, const QByteArray &contents) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(contents), contents.size());
}

// NAME.pem and NAME.key
void tst_ChatTls::writeIdentity(const QByteArray &name, const Identity &identity) const
{
    write(name + ".pem", identity.certificate.toPem());
    write(name + ".key", identity.key.toPem());
}

void tst_ChatTls::initTestCase()
{
    if (address().isNull())
        QSKIP("No RDMA address: run this in the lab or with --device");
    const QByteArray name = "IP:" + address().toString().toLatin1();
    writeIdentity("relay", authority.issue(name.constData()));
    writeIdentity("elsewhere", authority.issue("DNS:elsewhere.example"));
    writeIdentity("expired",
                  authority.issue(name.constData(), "serverAuth", -2 * TestAuthority::Hour,
                                  -TestAuthority::Hour));
    write("ca.pem", authority.certificate().toPem());
    write("other.pem", TestAuthority("another").certificate().toPem());
    write("letter", "Dear relay");
    write("empty", {});
}

std::unique_ptr<Client> tst_ChatTls::newClient(const char *name, const Transport::Dialer &dialer)
{
    ClientOptions options;
    options.name = text(name);
    return std::make_unique<Client>(dialer, options);
}

Transport::Dialer tst_ChatTls::dialer(const QByteArray &authorities) const
{
    QString problem;
    Transport::Dialer result = Tls::dialer(policy, path(authorities), &problem);
    if (!result)
        qFatal("%s", qPrintable(problem));
    return result;
}

std::unique_ptr<Relay> tst_ChatTls::startRelay(const QByteArray &identity, QStringList *log) const
{
    QString problem;
    Listener *const listener =
            Tls::createListener(policy, path(identity + ".pem"), path(identity + ".key"), &problem);
    if (!listener)
        qFatal("%s", qPrintable(problem));
    auto relay = std::make_unique<Relay>(listener);
    if (log)
        connect(relay.get(), &Relay::log, relay.get(),
                [log](const QString &line) { *log += line; });
    if (!relay->listen(address(), 0))
        qFatal("%s", qPrintable(relay->errorString()));
    return relay;
}

void tst_ChatTls::conversation()
{
    const auto relay = startRelay("relay");
    const auto ann = newClient("ann", dialer("ca.pem"));
    const auto bob = newClient("bob", dialer("ca.pem"));
    const QSignalSpy heard(bob.get(), &Client::said);
    for (Client *person : { ann.get(), bob.get() }) {
        person->connectToRelay(address().toString(), relay->serverPort());
        TRY_COMPARE(person->state(), Client::Present);
    }
    const QString line(4000, u'x');
    constexpr int Lines = 200; // more than fits into the buffers of a connection
    for (int i = 0; i < Lines; ++i)
        ann->say(line);
    TRY_COMPARE(heard.size(), Lines);
    for (const auto &arguments : heard)
        QCOMPARE(arguments.at(1).toString(), line);
    const QSignalSpy left(ann.get(), &Client::left);
    ann->leave();
    TRY_COMPARE(left.size(), 1);
}

void tst_ChatTls::clientRefusesRelay_data()
{
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<QByteArray>("authorities");
    QTest::newRow("another authority") << QByteArray("relay") << QByteArray("other.pem");
    QTest::newRow("another host") << QByteArray("elsewhere") << QByteArray("ca.pem");
    QTest::newRow("expired") << QByteArray("expired") << QByteArray("ca.pem");
}

void tst_ChatTls::clientRefusesRelay()
{
    QFETCH(const QByteArray, identity);
    QFETCH(const QByteArray, authorities);
    QStringList log;
    const auto relay = startRelay(identity, &log);
    const auto ann = newClient("ann", dialer(authorities));
    const QSignalSpy failed(ann.get(), &Client::failed);
    ann->connectToRelay(address().toString(), relay->serverPort());
    TRY_COMPARE(failed.size(), 1);
    const QString why = failed.at(0).at(0).toString();
    QVERIFY2(why.startsWith(text("Cannot connect to ")), qPrintable(why));
    QVERIFY2(why.contains(text("certificate")), qPrintable(why));
    TRY_COMPARE(log.size(), 1);
    QVERIFY2(log.at(0).startsWith(text("! Cannot accept a connection: ")), qPrintable(log.at(0)));

    const auto bob = newClient("bob", dialer("ca.pem"));
    bob->connectToRelay(address().toString(), relay->serverPort());
    TRY_VERIFY(bob->state() == (identity == "relay" ? Client::Present : Client::Unconnected));
}

void tst_ChatTls::clientWithoutTls()
{
    QStringList log;
    const auto relay = startRelay("relay", &log);
    const auto ann = newClient(
            "ann", [](QObject *parent) { return Transport::createConnection(policy, parent); });
    const QSignalSpy failed(ann.get(), &Client::failed);
    ann->connectToRelay(address().toString(), relay->serverPort());
    TRY_COMPARE(failed.size(), 1);
    TRY_COMPARE(log.size(), 1);
    QVERIFY2(log.at(0).startsWith(text("! Cannot accept a connection: ")), qPrintable(log.at(0)));
}

void tst_ChatTls::relayWithoutTls()
{
    Relay relay(policy);
    QVERIFY(relay.listen(address(), 0));
    const auto ann = newClient("ann", dialer("ca.pem"));
    const QSignalSpy failed(ann.get(), &Client::failed);
    ann->connectToRelay(address().toString(), relay.serverPort());
    TRY_COMPARE(failed.size(), 1);
    QVERIFY(failed.at(0).at(0).toString().startsWith(text("Cannot connect to ")));
}

void tst_ChatTls::badFiles_data()
{
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("problem");
    QTest::newRow("no such file") << QByteArray("none") << QByteArray("relay.key")
                                  << text("Cannot read %1/none: No such file or directory");
    QTest::newRow("empty") << QByteArray("empty") << QByteArray("relay.key")
                           << text("Cannot read %1/empty: it is empty");
    QTest::newRow("no certificate") << QByteArray("letter") << QByteArray("relay.key")
                                    << text("%1/letter has no certificate in PEM format");
    QTest::newRow("a key") << QByteArray("relay.key") << QByteArray("relay.key")
                           << text("%1/relay.key has no certificate in PEM format");
    QTest::newRow("no such key") << QByteArray("relay.pem") << QByteArray("none")
                                 << text("Cannot read %1/none: No such file or directory");
    QTest::newRow("no key") << QByteArray("relay.pem") << QByteArray("relay.pem")
                            << text("%1/relay.pem has no private key in PEM format");
}

void tst_ChatTls::badFiles()
{
    QFETCH(const QByteArray, certificate);
    QFETCH(const QByteArray, key);
    QFETCH(const QString, problem);
    const QString expected = problem.arg(directory.path());
    QString found;
    QVERIFY(!Tls::createListener(policy, path(certificate), path(key), &found));
    QVERIFY2(found.startsWith(expected), qPrintable(found));
    if (certificate != "relay.pem") {
        QVERIFY(!Tls::dialer(policy, path(certificate), &found));
        QVERIFY2(found.startsWith(expected), qPrintable(found));
    }
}

void tst_ChatTls::program()
{
    const QString host = address().toString();
    Chat relay({ text("--tls"), text("--listen"), host + text(":0"), text("--certificate"),
                 path("relay.pem"), text("--private-key"), path("relay.key") });
    const QString listening = relay.nextLine();
    QVERIFY2(listening.endsWith(text(" with TLS")), qPrintable(listening));
    const QString place = listening.section(u' ', 3, 3);
    Chat ann({ text("--tls"), text("--connect"), place, text("--name"), text("ann"), text("--ca"),
               path("ca.pem") });
    const QString transport = ann.nextLine();
    QVERIFY2(transport.startsWith(policy == Rdma::TransportPolicy::TcpOnly
                                          ? text("* Connected over TCP")
                                          : text("* Connected over RDMA (")),
             qPrintable(transport));
    QCOMPARE(ann.nextLine(), text("* You are ann; here: ann"));
    ann.process.write("hello\n");
    QCOMPARE(ann.nextLine(), text("ann: hello"));
    ann.process.closeWriteChannel();
    QVERIFY(ann.process.waitForFinished(Patience));
    QCOMPARE(ann.process.exitCode(), 0);
}

void tst_ChatTls::programRefusesOptions_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("problem");
    const QString listen = text("--listen=127.0.0.1:0");
    const QString connect = text("--connect=127.0.0.1");
    const QString tls = text("--tls");
    QTest::newRow("relay without a certificate")
            << QStringList{ listen, tls, text("--private-key=") + path("relay.key") }
            << QByteArray("--tls with --listen needs --certificate and --private-key");
    QTest::newRow("certificate without TLS")
            << QStringList{ listen, text("--certificate=") + path("relay.pem") }
            << QByteArray("--certificate goes with --tls and --listen only");
    QTest::newRow("client with a key")
            << QStringList{ connect, tls, text("--private-key=") + path("relay.key") }
            << QByteArray("--private-key goes with --tls and --listen only");
    QTest::newRow("relay with authorities")
            << QStringList{ listen, tls, text("--ca=") + path("ca.pem") }
            << QByteArray("--ca goes with --tls and --connect only");
    QTest::newRow("no such transport") << QStringList{ connect, text("--transport=udp") }
                                       << QByteArray("--transport wants rdma, prefer-rdma or tcp");
    QTest::newRow("no such authorities")
            << QStringList{ connect, tls, text("--name=ann"), text("--ca=") + path("none") }
            << QByteArray("No such file or directory");
}

void tst_ChatTls::programRefusesOptions()
{
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, problem);
    const bool isOfFile = QByteArray(QTest::currentDataTag()) == "no such authorities";
    Chat chat(options);
    QVERIFY(chat.process.waitForFinished(Patience));
    QCOMPARE(chat.process.exitCode(), isOfFile ? 1 : 2);
    const QByteArray said = chat.process.readAllStandardError();
    QVERIFY2(said.contains(problem), said);
}

QTEST_GUILESS_MAIN(tst_ChatTls)

#include "tst_chattls.moc"
