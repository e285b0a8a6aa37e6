// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// qtrdma-bridge as a user starts it. BRIDGE is the program.

#include "rawsocket.h"
#include "rdmatest.h"
#ifdef BRIDGE_TEST_TLS
#  include "testcertificates.h"
#endif

#include <QtCore/qprocess.h>
#include <QtCore/qstandardpaths.h>
#include <QtCore/qtemporarydir.h>
#include <QtNetwork/qtcpserver.h>
#include <QtNetwork/qtcpsocket.h>
#include <QtTest/qtest.h>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;
using namespace RawSockets;

namespace {

const QString Anywhere = u"127.0.0.1:0"_s;

QString rdmaAnywhere()
{
    return u"rdma://%1:0"_s.arg(RdmaTest::address().toString());
}

// The program, and what it says.
class Tool
{
public:
    explicit Tool(QStringList arguments, int socket = -1)
    {
        arguments << u"--transport"_s << (RdmaTest::isTcp() ? u"tcp"_s : u"rdma"_s);
        if (socket < 0) {
            process.start(QStringLiteral(BRIDGE), arguments);
        } else { // as systemd does
            process.setChildProcessModifier([socket] { ::dup2(socket, 3); });
            process.start(u"sh"_s,
                          QStringList{ u"-c"_s, u"LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" \"$@\""_s,
                                       QStringLiteral(BRIDGE) }
                                  + arguments);
        }
        const QString line = nextLine();
        if (line.startsWith(u"Listening on "))
            end = line.section(u' ', 2, 2).chopped(1);
        else
            qWarning("%s", process.readAllStandardError().constData());
    }
    ~Tool()
    {
        process.kill();
        process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Tool)

    QString nextLine()
    {
        while (!process.canReadLine() && process.waitForReadyRead(Patience)) { }
        return QString::fromUtf8(process.readLine().trimmed());
    }
    // A line of standard error.
    QString complaint(QByteArrayView text)
    {
        QByteArray said;
        RawSockets::waitFor([&] {
            said += process.readAllStandardError();
            return said.contains(text);
        });
        return QString::fromUtf8(said);
    }
    void signal(int number) const { ::kill(pid_t(process.processId()), number); }

    QProcess process;
    QString end;
};

// A client, two programs, and a server.
struct Way
{
    explicit Way(const QStringList &nearOptions = {}, const QStringList &farOptions = {})
        : far(QStringList{ u"--listen"_s, rdmaAnywhere(), u"--to"_s, server.end() } + farOptions)
        , near(QStringList{ u"--listen"_s, Anywhere, u"--to"_s, far.end } + nearOptions)
    {
    }
    bool connect()
    {
        client = std::make_unique<Socket>(near.end);
        accepted = client->isConnected ? server.waitForSocket() : nullptr;
        return bool(accepted);
    }
    bool carries(const QByteArray &bytes)
    {
        const qsizetype before = accepted->in.size();
        client->out += bytes;
        client->move();
        return accepted->waitForBytes(before + bytes.size()) && accepted->in.endsWith(bytes);
    }

    Listener server;
    Tool far;
    Tool near;
    std::unique_ptr<Socket> client;
    std::unique_ptr<Socket> accepted;
};

} // namespace

class tst_BridgeTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void arguments_data();
    void arguments();
    void carries();
    void statistics();
    void drain();
    void secondSignal();
    void grace();
    void killed();
    void farIsStartedLater();
    void activation();
    void keyFile();
    void wrongKeyFile();
    void badKeyFile();
    void tls();
    void tlsWrongAuthority();
    void curl();

private:
    QString file(const QString &name, const QByteArray &contents);
    QTemporaryDir m_directory;
};

void tst_BridgeTool::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("There is no device to run on");
    QVERIFY(m_directory.isValid());
}

QString tst_BridgeTool::file(const QString &name, const QByteArray &contents)
{
    QFile made(m_directory.filePath(name));
    if (!made.open(QIODevice::WriteOnly) || made.write(contents) != contents.size())
        qWarning("%s", qPrintable(made.errorString()));
    made.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return made.fileName();
}

void tst_BridgeTool::arguments_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *arguments, int status, const char *text) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << status
                                 << QString::fromLatin1(text);
    };
    row("", 2, "Say with --to");
    row("--to rdma://10.77.0.1:1", 2, "Say with --listen");
    row("--listen 127.0.0.1:0 --to 10.77.0.1:1", 2, "one end of RDMA");
    row("--listen nowhere --to rdma://10.77.0.1:1", 2, "\"nowhere\" is no end");
    row("--listen 127.0.0.1:0 --to rdma://", 2, "\"rdma://\" is no end");
    row("--listen 192.0.2.77:1 --to rdma://10.77.0.1:1", 1, "bind()");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 more", 2, "options only");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 --transport pigeon", 2, "--transport wants");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 --max-connections 0", 2,
        "--max-connections wants a number from 1");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 --grace soon", 2, "--grace wants a number");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 --statistics -1", 2, "--statistics wants");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 --ca x", 2, "--ca goes with --tls only");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 --tls --certificate x", 2, "belong together");
    row("--listen rdma://127.0.0.1:0 --to 10.77.0.1:1 --tls", 2,
        "needs --certificate and --private-key");
    row("--listen 127.0.0.1:0 --to rdma://10.77.0.1:1 --key-file /no/such", 1,
        "Cannot read /no/such");
    row("--nonsense", 2, "Unknown option 'nonsense'");
}

void tst_BridgeTool::arguments()
{
    QFETCH(const QString, arguments);
    QFETCH(const int, status);
    QFETCH(const QString, text);
    QProcess process;
    process.start(QStringLiteral(BRIDGE), arguments.split(u' ', Qt::SkipEmptyParts));
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    const QString said = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(said.contains(text), qPrintable(said));
    QCOMPARE(process.exitCode(), status);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
}

void tst_BridgeTool::carries()
{
    Way way;
    QVERIFY(way.connect());
    const QByteArray bytes(3000000, 'b');
    way.client->out = bytes;
    way.client->finishes = true;
    QVERIFY(way.accepted->waitFor([&] {
        way.client->move();
        return way.accepted->end != Socket::End::None;
    }));
    QCOMPARE(way.accepted->in, bytes);
    way.accepted->out = "thanks";
    way.accepted->finishes = true;
    way.accepted->move();
    QVERIFY(way.client->waitForEnd());
    QCOMPARE(way.client->end, Socket::End::Finished);
    QCOMPARE(way.client->in, QByteArray("thanks"));
}

void tst_BridgeTool::statistics()
{
    Way way({ u"--statistics"_s, u"1"_s });
    QVERIFY(way.connect());
    QVERIFY(way.carries("hello"));
    const QString line = u"connections 1, accepted 1, refused 0, failed 0, "
                         "to RDMA 5 bytes, from RDMA 0 bytes"_s;
    while (way.near.nextLine() != line) // of before
        QCOMPARE(way.near.process.state(), QProcess::Running);
    way.far.signal(SIGUSR1);
    QCOMPARE(way.far.nextLine(),
             u"connections 1, accepted 1, refused 0, failed 0, to RDMA 0 bytes, from RDMA 5 bytes");
}

// It takes no more connections, lets those that there are finish, and says what there was.
void tst_BridgeTool::drain()
{
    Way way;
    QVERIFY(way.connect());
    QVERIFY(way.carries("before"));
    way.near.signal(SIGTERM);
    QVERIFY(way.near.complaint("Waiting for 1 connections").contains(u"10 s"));
    QVERIFY(!Socket(way.near.end).isConnected);
    QVERIFY(way.carries("after"));
    way.client->close();
    way.accepted->close();
    QVERIFY(way.near.process.waitForFinished());
    QCOMPARE(way.near.process.exitCode(), 0);
    QCOMPARE(way.near.nextLine(),
             u"connections 0, accepted 1, refused 0, failed 0, "
             "to RDMA 11 bytes, from RDMA 0 bytes");
    way.far.signal(SIGTERM);
    QVERIFY(way.far.process.waitForFinished());
    QCOMPARE(way.far.process.exitCode(), 0);
}

void tst_BridgeTool::secondSignal()
{
    Way way;
    QVERIFY(way.connect());
    QVERIFY(way.carries("hello")); // over TCP an attempt to connect has no end but the usual one
    way.near.signal(SIGTERM);
    way.near.complaint("Waiting for");
    way.near.signal(SIGTERM);
    QVERIFY(way.near.process.waitForFinished());
    QCOMPARE(way.near.process.exitCode(), 0);
    QVERIFY(way.client->waitForEnd());
    QCOMPARE(way.client->end, Socket::End::Reset);
    QVERIFY(way.accepted->waitForEnd());
    QCOMPARE(way.accepted->end, Socket::End::Reset);
}

void tst_BridgeTool::grace()
{
    Way way({ u"--grace"_s, u"1"_s });
    QVERIFY(way.connect());
    QVERIFY(way.carries("hello"));
    way.near.signal(SIGTERM);
    QVERIFY(way.near.process.waitForFinished());
    QCOMPARE(way.near.process.exitCode(), 0);
    QVERIFY(way.client->waitForEnd());
    QCOMPARE(way.client->end, Socket::End::Reset);
}

// The connections of a program that has died end on the other side. Over TCP the kernel ends them as
// if the program had.
void tst_BridgeTool::killed()
{
    Way way;
    QVERIFY(way.connect());
    QVERIFY(way.carries("hello"));
    way.near.process.kill();
    QVERIFY(way.accepted->waitForEnd());
    QCOMPARE(way.accepted->end, RdmaTest::isTcp() ? Socket::End::Finished : Socket::End::Reset);
    QVERIFY(way.client->waitForEnd());
}

void tst_BridgeTool::farIsStartedLater()
{
    const Listener server;
    QString end;
    {
        const Tool first({ u"--listen"_s, rdmaAnywhere(), u"--to"_s, server.end() });
        end = first.end;
    }
    Tool near({ u"--listen"_s, Anywhere, u"--to"_s, end });
    Socket client(near.end);
    client.out = "early";
    client.move();
    QVERIFY(near.complaint("The other end is away").contains(u"connections wait"));
    Listener other;
    const Tool far({ u"--listen"_s, end, u"--to"_s, other.end() });
    QCOMPARE(far.end, end);
    const auto accepted = other.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForBytes(5));
}

void tst_BridgeTool::activation()
{
    Listener server;
    const Tool far({ u"--listen"_s, rdmaAnywhere(), u"--to"_s, server.end() });
    const Listener systemd;
    Socket early(systemd.end()); // the connection that starts the service
    early.out = "early";
    early.move();
    const Tool near({ u"--to"_s, far.end }, systemd.descriptor);
    QCOMPARE(near.end, systemd.end());
    const auto accepted = server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitForBytes(5));

    QProcess both;
    both.setChildProcessModifier([&systemd] { ::dup2(systemd.descriptor, 3); });
    both.start(u"sh"_s,
               { u"-c"_s, u"LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" \"$@\""_s,
                 QStringLiteral(BRIDGE), u"--listen"_s, Anywhere, u"--to"_s, far.end });
    QVERIFY(both.waitForFinished());
    QCOMPARE(both.exitCode(), 2);
    QVERIFY(both.readAllStandardError().contains("--listen is one too many"));
}

void tst_BridgeTool::keyFile()
{
    const QString key = file(u"key"_s, "a secret of some length, 0123456789");
    const QString withLineBreak = file(u"key2"_s, "a secret of some length, 0123456789\n");
    Way way({ u"--key-file"_s, key }, { u"--key-file"_s, withLineBreak });
    QVERIFY(way.connect());
    QVERIFY(way.carries("hello"));
}

void tst_BridgeTool::wrongKeyFile()
{
    const QString key = file(u"key"_s, "a secret of some length, 0123456789");
    const QString other = file(u"other"_s, "another one");
    Way way({ u"--key-file"_s, other, u"--connect-timeout"_s, u"1"_s }, { u"--key-file"_s, key });
    Socket client(way.near.end);
    client.out = "hello";
    client.move();
    QVERIFY(client.waitForEnd());
    QCOMPARE(client.end, Socket::End::Reset);
    QVERIFY(!way.server.take());
    QString said = way.near.complaint("Connection 1: ");
    said += QString::fromUtf8(way.far.process.readAllStandardError());
    QVERIFY2(!said.contains(u"another one") && !said.contains(u"a secret"), qPrintable(said));
}

void tst_BridgeTool::badKeyFile()
{
    const QString open = file(u"open"_s, "for everybody");
    QFile::setPermissions(open, QFile::ReadOwner | QFile::ReadOther);
    const QString empty = file(u"empty"_s, "\n");
    for (const auto &[name, text] :
         { std::pair(open, "All users can read"), std::pair(empty, "has no key in it") }) {
        QProcess process;
        process.start(QStringLiteral(BRIDGE),
                      { u"--listen"_s, Anywhere, u"--to"_s, u"rdma://10.77.0.1:1"_s,
                        u"--key-file"_s, name });
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains(text));
    }
}

#ifdef BRIDGE_TEST_TLS
static QByteArray pemOf(const RdmaTest::Identity &identity)
{
    return identity.certificate.toPem();
}

void tst_BridgeTool::tls()
{
    const RdmaTest::TestAuthority authority;
    const QByteArray name = "IP:" + RdmaTest::address().toString().toLatin1();
    const RdmaTest::Identity identity = authority.issue(name.constData());
    const RdmaTest::Identity user = authority.issue(name.constData(), "clientAuth");
    const QString ca = file(u"ca.pem"_s, authority.certificate().toPem());
    Way way({ u"--tls"_s, u"--ca"_s, ca, u"--certificate"_s, file(u"user.pem"_s, pemOf(user)),
              u"--private-key"_s, file(u"user.key"_s, user.key.toPem()) },
            { u"--tls"_s, u"--ca"_s, ca, u"--certificate"_s, file(u"own.pem"_s, pemOf(identity)),
              u"--private-key"_s, file(u"own.key"_s, identity.key.toPem()) });
    QVERIFY(way.connect());
    const QByteArray bytes(3000000, 't');
    way.client->out = bytes;
    way.client->finishes = true;
    QVERIFY(way.accepted->waitFor([&] {
        way.client->move();
        return way.accepted->end != Socket::End::None;
    }));
    QCOMPARE(way.accepted->end, Socket::End::Finished);
    QCOMPARE(way.accepted->in, bytes);
    way.accepted->out = bytes;
    QVERIFY(way.client->waitFor([&] {
        way.accepted->move();
        return way.client->in.size() == bytes.size();
    }));
    way.accepted->reset(); // encrypted, a cut is a cut
    QVERIFY(way.client->waitForEnd());
    QCOMPARE(way.client->end, Socket::End::Reset);

    QVERIFY(way.connect());
    way.near.process.kill();
    QVERIFY(way.accepted->waitForEnd());
    QCOMPARE(way.accepted->end, Socket::End::Reset); // over TCP, too
}

void tst_BridgeTool::tlsWrongAuthority()
{
    const RdmaTest::TestAuthority authority;
    const RdmaTest::TestAuthority another("another");
    const QByteArray name = "IP:" + RdmaTest::address().toString().toLatin1();
    const RdmaTest::Identity identity = authority.issue(name.constData());
    Way way({ u"--tls"_s, u"--ca"_s, file(u"ca.pem"_s, another.certificate().toPem()) },
            { u"--tls"_s, u"--certificate"_s, file(u"own.pem"_s, pemOf(identity)),
              u"--private-key"_s, file(u"own.key"_s, identity.key.toPem()) });
    Socket client(way.near.end);
    client.out = "hello";
    client.move();
    const QString said = way.near.complaint("connections wait for it: ");
    QVERIFY2(said.contains(u"certificate"), qPrintable(said));
    QVERIFY(!way.server.take());
    way.near.signal(SIGTERM);
    way.near.complaint("Waiting for 1 connections");
    way.near.signal(SIGTERM);
    QVERIFY(client.waitForEnd());
    QCOMPARE(client.end, Socket::End::Reset);
}
#else
void tst_BridgeTool::tls()
{
    QSKIP("QtRdmaTls is not built");
}

void tst_BridgeTool::tlsWrongAuthority()
{
    QSKIP("QtRdmaTls is not built");
}
#endif

void tst_BridgeTool::curl()
{
    const QString program = QStandardPaths::findExecutable(u"curl"_s);
    if (program.isEmpty())
        QSKIP("There is no curl");
    Way way;
    QProcess process;
    process.start(program,
                  { u"--silent"_s, u"--noproxy"_s, u"*"_s, u"http://%1/"_s.arg(way.near.end) });
    const auto accepted = way.server.waitForSocket();
    QVERIFY(accepted);
    QVERIFY(accepted->waitFor([&] { return accepted->in.endsWith("\r\n\r\n"); }));
    const QByteArray page(200000, 'p');
    accepted->out = "HTTP/1.0 200 OK\r\n\r\n" + page;
    accepted->finishes = true;
    QVERIFY(accepted->waitFor([&] { return process.state() == QProcess::NotRunning; }));
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardOutput(), page);
}

QTEST_GUILESS_MAIN(tst_BridgeTool)

#include "tst_bridgetool.moc"
