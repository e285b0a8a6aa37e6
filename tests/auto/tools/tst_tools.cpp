// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "hostname.h"
#include "rdmatest.h"

#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporaryfile.h>
#include <QtTest/qtest.h>

namespace {

constexpr int Patience = 60000;

// A program with --json, whose output is one object.
class Tool
{
public:
    Tool(const char *program, const QStringList &arguments)
    {
        process.start(QString::fromLatin1(program),
                      QStringList(arguments) << QStringLiteral("--json"));
    }
    ~Tool()
    {
        process.kill();
        process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Tool)

    // Of a server: where it listens.
    QString port()
    {
        process.setReadChannel(QProcess::StandardError);
        while (!process.canReadLine() && process.waitForReadyRead(Patience)) { }
        const QByteArray line = process.readLine().trimmed();
        return QString::fromLatin1(line.mid(line.lastIndexOf(' ') + 1));
    }

    bool succeeds()
    {
        const bool ended =
                process.state() == QProcess::NotRunning || process.waitForFinished(Patience);
        if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
            qWarning() << process.arguments() << process.exitCode()
                       << process.readAllStandardError();
            return false;
        }
        return true;
    }

    QJsonObject output()
    {
        QJsonParseError error;
        const QByteArray text = process.readAllStandardOutput();
        const QJsonDocument document = QJsonDocument::fromJson(text, &error);
        if (error.error != QJsonParseError::NoError)
            qWarning() << error.errorString() << text;
        return document.object();
    }

    QProcess process;
};

} // namespace

// The example programs that measure: what they print is JSON and its counts are right. Nothing is said about the times.
class tst_Tools : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pingpong_data();
    void pingpong();
    void pingpongServesOnAfterAnother();
    void pingpongWithoutServer();
    void addressOfHost();
    void namesOfHosts_data();
    void namesOfHosts();
    void cmtime_data();
    void cmtime();
    void refusesBadArguments_data();
    void refusesBadArguments();
};

void tst_Tools::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_Tools::pingpong_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("64 bytes") << 64;
    QTest::newRow("one byte") << 1;
    QTest::newRow("100000 bytes") << 100000;
}

void tst_Tools::pingpong()
{
    QFETCH(int, size);
    constexpr int rounds = 30;
    Tool server(PINGPONG, { QStringLiteral("-p"), QStringLiteral("0") });
    const QString port = server.port();
    QVERIFY(port.toInt() > 0);
    Tool client(PINGPONG,
                { RdmaTest::address().toString(), QStringLiteral("-p"), port, QStringLiteral("-s"),
                  QString::number(size), QStringLiteral("-n"), QString::number(rounds) });
    QVERIFY(client.succeeds());
    QVERIFY(server.succeeds());
    const QJsonObject figures = client.output();
    QCOMPARE(figures[u"size"].toInt(), size);
    QCOMPARE(figures[u"iterations"].toInt(), rounds);
    QVERIFY(!figures[u"device"].toString().isEmpty());
    const double min = figures[u"min_us"].toDouble();
    const double median = figures[u"median_us"].toDouble();
    const double p99 = figures[u"p99_us"].toDouble();
    QVERIFY(0 < min && min <= median && median <= p99);
    QCOMPARE(server.output()[u"messages"].toInt(), rounds);
}

// The server of --keep is there for the next client, also when one has gone without an end.
void tst_Tools::pingpongServesOnAfterAnother()
{
    Tool server(PINGPONG, { QStringLiteral("-p"), QStringLiteral("0"), QStringLiteral("--keep") });
    const QString port = server.port();
    QVERIFY(port.toInt() > 0);
    const QStringList address{ RdmaTest::address().toString(), QStringLiteral("-p"), port };
    for (int rounds = 1; rounds <= 3; ++rounds) {
        Tool client(PINGPONG,
                    QStringList(address) << QStringLiteral("-n") << QString::number(rounds));
        QVERIFY(client.succeeds());
        server.process.setReadChannel(QProcess::StandardOutput);
        while (!server.process.canReadLine() && server.process.waitForReadyRead(Patience)) { }
        const QByteArray line = server.process.readLine();
        QCOMPARE(QJsonDocument::fromJson(line).object()[u"messages"].toInt(), rounds);
    }
    QCOMPARE(server.process.state(), QProcess::Running);
}

void tst_Tools::addressOfHost()
{
    QString problem;
    QVERIFY(HostName::addressOf(QStringLiteral("localhost"), &problem).isLoopback());
    const QHostAddress own = RdmaTest::address();
    QCOMPARE(HostName::addressOf(own.toString(), &problem), own);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    const QString unknown = QStringLiteral("nonsense.invalid");
    QVERIFY(HostName::addressOf(unknown, &problem).isNull());
    QVERIFY2(problem.contains(unknown), qPrintable(problem));
}

void tst_Tools::namesOfHosts_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("count");
    QTest::newRow("pingpong") << QStringLiteral(PINGPONG) << QStringLiteral("-n");
    QTest::newRow("cmtime") << QStringLiteral(CMTIME) << QStringLiteral("-c");
}

// A name of /etc/hosts, which has another address as well to which no RDMA device leads.
void tst_Tools::namesOfHosts()
{
    if (QProcess::execute(QStringLiteral("unshare"),
                          { QStringLiteral("-m"), QStringLiteral("true") })
        != 0)
        QSKIP("This process may not have a file system of its own");
    QFETCH(QString, program);
    QFETCH(QString, count);
    QTemporaryFile hosts;
    QVERIFY(hosts.open());
    hosts.write("198.51.100.1 rdmahost\n" + RdmaTest::address().toString().toLatin1()
                + " rdmahost\n");
    hosts.close();
    Tool listening(program.toLatin1().constData(), { QStringLiteral("-p"), QStringLiteral("0") });
    const QString port = listening.port();
    QVERIFY(port.toInt() > 0);
    Tool connecting("unshare",
                    { QStringLiteral("-m"), QStringLiteral("sh"), QStringLiteral("-c"),
                      QStringLiteral("mount --bind \"$0\" /etc/hosts && exec \"$@\""),
                      hosts.fileName(), program, QStringLiteral("rdmahost"), QStringLiteral("-p"),
                      port, count, QStringLiteral("2") });
    QVERIFY(connecting.succeeds());
    QVERIFY(listening.succeeds());
}

void tst_Tools::pingpongWithoutServer()
{
    Tool client(PINGPONG,
                { RdmaTest::address().toString(), QStringLiteral("-p"), QStringLiteral("1") });
    QVERIFY(client.process.waitForFinished(Patience));
    QCOMPARE(client.process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(client.process.exitCode(), 1);
    QVERIFY(client.process.readAllStandardOutput().isEmpty());
    QVERIFY(client.process.readAllStandardError().startsWith("qtrdma-pingpong: "));
}

void tst_Tools::cmtime_data()
{
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("parallel");
    QTest::newRow("one") << 1 << 1;
    QTest::newRow("one after the other") << 10 << 1;
    QTest::newRow("eight at a time") << 20 << 8;
}

void tst_Tools::cmtime()
{
    QFETCH(int, connections);
    QFETCH(int, parallel);
    Tool server(CMTIME, { QStringLiteral("-p"), QStringLiteral("0") });
    const QString port = server.port();
    QVERIFY(port.toInt() > 0);
    Tool client(CMTIME,
                { RdmaTest::address().toString(), QStringLiteral("-p"), port, QStringLiteral("-c"),
                  QString::number(connections), QStringLiteral("--parallel"),
                  QString::number(parallel) });
    QVERIFY(client.succeeds());
    QVERIFY(server.succeeds());
    const QJsonObject figures = client.output();
    QCOMPARE(figures[u"connections"].toInt(), connections);
    const QJsonObject steps = figures[u"steps"].toObject();
    QCOMPARE(steps.keys(),
             QStringList({ QStringLiteral("address"), QStringLiteral("connect"),
                           QStringLiteral("create"), QStringLiteral("destroy"),
                           QStringLiteral("disconnect"), QStringLiteral("queue pair"),
                           QStringLiteral("route"), QStringLiteral("whole") }));
    for (const QString &name : steps.keys()) {
        const QJsonObject step = steps[name].toObject();
        QCOMPARE(step[u"count"].toInt(), connections);
        QVERIFY2(step[u"min_us"].toDouble() > 0, qPrintable(name));
        QVERIFY(step[u"min_us"].toDouble() <= step[u"median_us"].toDouble());
        QVERIFY(step[u"median_us"].toDouble() <= step[u"max_us"].toDouble());
        QVERIFY(step[u"min_us"].toDouble() <= step[u"mean_us"].toDouble());
        QVERIFY(step[u"mean_us"].toDouble() <= step[u"max_us"].toDouble());
    }
    QCOMPARE(server.output()[u"accepted"].toInt(), connections);
}

void tst_Tools::refusesBadArguments_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("text");
    const QString pingpong = QStringLiteral(PINGPONG);
    const QString cmtime = QStringLiteral(CMTIME);
    const QString unknown = QStringLiteral("nonsense.invalid");
    QTest::newRow("no host, pingpong")
            << pingpong << QStringList{ unknown } << 1 << unknown.toLatin1();
    QTest::newRow("no host, cmtime") << cmtime << QStringList{ unknown } << 1 << unknown.toLatin1();
    QTest::newRow("no address") << pingpong << QStringList{ QStringLiteral("--listen=nonsense") }
                                << 2 << QByteArray("nonsense");
    QTest::newRow("no size") << pingpong << QStringList{ QStringLiteral("-s"), QStringLiteral("0") }
                             << 2 << QByteArray("--size");
    QTest::newRow("no connections")
            << cmtime << QStringList{ QStringLiteral("-c"), QStringLiteral("0") } << 2
            << QByteArray("--connections");
    QTest::newRow("more connections than ports")
            << cmtime << QStringList{ QStringLiteral("-c"), QStringLiteral("65536") } << 2
            << QByteArray("--connections wants a number from 1 to 65535");
}

void tst_Tools::refusesBadArguments()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QByteArray, text);
    QProcess process;
    process.start(program, arguments);
    QVERIFY(process.waitForFinished(Patience));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), status);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains(text), said);
}

QTEST_GUILESS_MAIN(tst_Tools)
#include "tst_tools.moc"
