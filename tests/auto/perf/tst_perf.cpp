// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include "control.h"

#include <QtCore/qfile.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtCore/qxmlstream.h>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <csignal>

namespace {

constexpr int Patience = 120'000;

QStringList words(const char *text)
{
    return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts);
}

} // namespace

// qtrdma-perf as a user runs it: one server for all tests, a client for each. Nothing is said about times.
class tst_Perf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase();
    void latency_data();
    void latency();
    void rates_data();
    void rates();
    void seconds();
    void manySizes();
    void limits_data();
    void limits();
    void interrupted();
    void badArguments();
    void spinningIsRefused();
    void withoutServer();
    void absurdRequests_data();
    void absurdRequests();
    void clientThatVanishes();
    void controlThatIsNone();
    void serverWithControlSequences();
    void burst();

private:
    QStringList clientArguments(const QStringList &arguments) const;
    int run(const QStringList &arguments);
    QJsonObject measure(const QStringList &arguments);
    bool isRefused(const QString &test) const;

    QProcess server;
    QString port;
    QByteArray output; // of the last client
    QByteArray errors;
};

void tst_Perf::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    server.setProcessChannelMode(QProcess::MergedChannels);
    server.start(QStringLiteral(PERF),
                 { QStringLiteral("-p"), QStringLiteral("0"), QStringLiteral("--listen"),
                   RdmaTest::address().toString() });
    while (!server.canReadLine() && server.waitForReadyRead(Patience)) { }
    const QByteArray line = server.readLine().trimmed();
    port = QString::fromLatin1(line.mid(line.lastIndexOf(' ') + 1));
    QVERIFY2(port.toInt() > 0, line.constData());
}

// The one server has served everything, and is still well.
void tst_Perf::init()
{
    if (!RdmaTest::isWorthIt({ "latency", "rates", "spinningIsRefused", "clientThatVanishes" }))
        QSKIP(RdmaTest::ToldByRoce);
}

void tst_Perf::cleanupTestCase()
{
    if (port.isEmpty())
        return;
    QCOMPARE(server.state(), QProcess::Running);
    QCOMPARE(run(words("send -n 10 -w 0")), 0);
    ::kill(pid_t(server.processId()), SIGINT);
    QVERIFY(server.waitForFinished(Patience));
    QCOMPARE(server.exitStatus(), QProcess::NormalExit);
    QCOMPARE(server.exitCode(), 0);
}

QStringList tst_Perf::clientArguments(const QStringList &arguments) const
{
    return QStringList{ RdmaTest::address().toString(), QStringLiteral("-p"), port } + arguments;
}

int tst_Perf::run(const QStringList &arguments)
{
    QProcess client;
    client.start(QStringLiteral(PERF), clientArguments(arguments));
    const bool ended = client.waitForFinished(Patience);
    output = client.readAllStandardOutput();
    errors = client.readAllStandardError();
    return ended && client.exitStatus() == QProcess::NormalExit ? client.exitCode() : -1;
}

// The only result.
QJsonObject tst_Perf::measure(const QStringList &arguments)
{
    const int status = run(arguments + words("--json -"));
    if (status != 0) {
        while (server.waitForReadyRead(0)) { }
        qWarning() << arguments << status << errors << "the server said" << server.readAll();
        return {};
    }
    QJsonParseError error;
    const QJsonArray results =
            QJsonDocument::fromJson(output, &error).object()[u"results"].toArray();
    if (error.error != QJsonParseError::NoError || results.size() != 1)
        qWarning() << error.errorString() << output;
    return results[0].toObject();
}

bool tst_Perf::isRefused(const QString &test) const
{
    return RdmaTest::isSiw() && (test == u"atomic" || test == u"write-imm");
}

void tst_Perf::latency_data()
{
    QTest::addColumn<QString>("test");
    QTest::addColumn<int>("size");
    QTest::addColumn<QString>("more");
    for (const QString &test : words("write write-imm read"))
        QTest::addRow("%s", qPrintable(test)) << test << 64 << QString();
    QTest::newRow("atomic") << "atomic" << 8 << QString();
    QTest::newRow("send, three queue pairs, nothing inline") << "send" << 64 << "-q 3 -I 0";
    QTest::newRow("stream, three connections") << "stream" << 64 << "-q 3";
    QTest::newRow("send, signals") << "send" << 64 << "--signals";
    QTest::newRow("send, futures") << "send" << 64 << "--futures";
    QTest::newRow("write, futures") << "write" << 64 << "--futures";
    if (RdmaTest::isWorthIt())
        QTest::newRow("tcp") << "tcp" << 64 << QString();
    if (!RdmaTest::rounds(0, 1))
        return;
    QTest::newRow("send") << "send" << 64 << QString();
    QTest::newRow("stream") << "stream" << 64 << QString();
    QTest::newRow("send, large") << "send" << 100000 << QString();
    QTest::newRow("stream, large") << "stream" << 100000 << QString();
}

void tst_Perf::latency()
{
    QFETCH(QString, test);
    QFETCH(int, size);
    QFETCH(QString, more);
    const QStringList arguments = QStringList{ test, QStringLiteral("-s"), QString::number(size) }
            + words("-n 20 -w 3") + more.split(u' ', Qt::SkipEmptyParts);
    if (isRefused(test)) {
        QCOMPARE(run(arguments), 1);
        QVERIFY2(errors.contains(test == u"atomic" ? "no atomic operations" : "iWARP"),
                 errors.constData());
        return;
    }
    const QJsonObject result = measure(arguments);
    QCOMPARE(result[u"size"].toInt(), size);
    QCOMPARE(result[u"messages"].toInt(), more.contains(u'q') ? 60 : 20);
    const bool isEchoed = test != u"write" && test != u"read" && test != u"atomic";
    QCOMPARE(result[u"half_round_trip"].toBool(), isEchoed);
    double last = 0;
    for (const char *name : { "min_us", "p50_us", "p90_us", "p99_us", "p99_9_us", "max_us" }) {
        const double value = result[QLatin1String(name)].toDouble();
        QVERIFY2(value > 0 && value >= last, name);
        last = value;
    }
    QVERIFY(result[u"mean_us"].toDouble() <= last);
    QVERIFY(result[u"client_cpu_us_per_message"].toDouble() > 0);
}

void tst_Perf::rates_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("messages");
    QTest::newRow("send") << "send -m bandwidth -s 5000 -n 100 -t 8" << 100;
    for (const QString &test : words("write write-imm read")) {
        QTest::addRow("%s, chains, both directions", qPrintable(test))
                << test + u" -m rate -n 101 -t 9 -l 4 -q 2 -b" << 404;
    }
    QTest::newRow("stream, both directions")
            << "stream -m bandwidth -s 5000 -n 100 -t 8 -q 2 -b" << 400;
    for (const char *interface : { "signals", "futures" }) {
        QTest::addRow("send, chains, both directions, %s", interface)
                << QStringLiteral("send -m rate -n 101 -t 9 -l 4 -q 2 -b --")
                        + QString::fromLatin1(interface)
                << 404;
    }
    QTest::newRow("too large for a receive ring")
            << "send -m bandwidth -s 300000 -n 10 -t 64" << 10;
    QTest::newRow("chains longer than those of the device")
            << "write -m rate -n 300 -t 256 -l 100" << 300;
    QTest::newRow("fewer than a chain") << "send -m rate -n 3 -t 16 -l 16 -w 1" << 3;
    QTest::newRow("everything") << "send -m rate -n 300 -t 64 -l 16 -q 2 -b -I 0 -w 7" << 1200;
    QTest::newRow("stream, dropped unread")
            << "stream -m bandwidth -s 5000 -n 100 -t 8 --skip" << 100;
    QTest::newRow("spinning") << "send -m rate -n 100 -t 8 --spin 50 --force-spin" << 100;
    QTest::newRow("moderated") << "send -m rate -n 100 -t 8 --moderation 50" << 100;
    if (RdmaTest::isWorthIt()) {
        QTest::newRow("stream, spinning")
                << "stream -m rate -n 100 -t 8 --spin 50 --adaptive --force-spin" << 100;
        QTest::newRow("tcp, both directions")
                << "tcp -m bandwidth -s 5000 -n 100 -t 8 -q 2 -b" << 400;
        QTest::newRow("atomic") << "atomic -m rate -n 100 -t 8 -l 2" << 100;
    }
    if (!RdmaTest::rounds(0, 1))
        return;
    for (const QString &test : words("write write-imm read"))
        QTest::addRow("%s", qPrintable(test)) << test + u" -m bandwidth -s 5000 -n 100 -t 8" << 100;
    for (const QString &test : words("stream tcp"))
        QTest::addRow("%s", qPrintable(test)) << test + u" -m rate -n 100 -t 8" << 100;
    QTest::newRow("one at a time") << "send -m rate -n 100 -t 1" << 100;
}

void tst_Perf::rates()
{
    QFETCH(QString, arguments);
    QFETCH(int, messages);
    const QStringList list = arguments.split(u' ');
    if (isRefused(list.first())) {
        QCOMPARE(run(list), 1);
        return;
    }
    const QJsonObject result = measure(list);
    QCOMPARE(result[u"messages"].toInt(), messages);
    const double rate = result[u"messages_per_s"].toDouble();
    QVERIFY(rate > 0);
    QCOMPARE(rate, messages * 1e9 / result[u"elapsed_ns"].toDouble());
    QCOMPARE(result[u"mb_per_s"].toDouble(), rate * result[u"size"].toDouble() / 1e6);
}

void tst_Perf::seconds()
{
    for (const char *arguments : { "send -D 1 -w 0", "send -D 1 -m rate -l 4 --futures -b",
                                   "stream -m bandwidth -D 1 -q 2 -b" }) {
        const QJsonObject result = measure(words(arguments));
        QVERIFY2(result[u"messages"].toInt() > 0, arguments);
        QVERIFY2(result[u"elapsed_ns"].toDouble() >= 0.99e9, arguments);
    }
}

void tst_Perf::manySizes()
{
    const QTemporaryDir directory;
    const QString json = directory.filePath(QStringLiteral("perf.json"));
    const QString csv = directory.filePath(QStringLiteral("perf.csv"));
    const QString svg = directory.filePath(QStringLiteral("perf.svg"));
    QCOMPARE(run(words("send -s 2:4096 -n 10 -w 2 --json") + QStringList{ json } + words("--csv")
                 + QStringList{ csv } + words("--plot") + QStringList{ svg }),
             0);
    QCOMPARE(output.count("\n"), 12 + 5); // with the header
    QFile file(json);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonArray results = all[u"results"].toArray();
    QCOMPARE(results.size(), 12);
    for (int i = 0; i < results.size(); ++i)
        QCOMPARE(results[i][u"size"].toInt(), 2 << i);
    QVERIFY(!all[u"environment"][u"device"][u"name"].toString().isEmpty());
    QVERIFY(!all[u"environment"][u"kernel"].toString().isEmpty());
    QCOMPARE(all[u"test"][u"test"].toString(), QStringLiteral("send"));

    QFile lines(csv);
    QVERIFY(lines.open(QIODevice::ReadOnly));
    const QByteArrayList header = lines.readLine().trimmed().split(',');
    const auto column = header.indexOf("p50_us");
    QVERIFY(column >= 0);
    for (const QJsonValue &result : results) {
        const QByteArrayList values = lines.readLine().trimmed().split(',');
        QCOMPARE(values.size(), header.size());
        QCOMPARE(values[column].toDouble(), result[u"p50_us"].toDouble());
    }
    QFile drawing(svg);
    QVERIFY(drawing.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&drawing);
    int dots = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"circle")
            ++dots;
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(dots, 3 * 12);
}

void tst_Perf::limits_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("status");
    QTest::newRow("bandwidth missed") << "send -m bandwidth -n 50 --min-bw 1e9" << 3;
    QTest::newRow("latency held") << "send -n 50 --max-p99 1e9" << 0;
    QTest::newRow("bandwidth held") << "send -m bandwidth -n 50 --min-bw 0.000001" << 0;
    QTest::newRow("latency missed") << "send -n 50 --max-p99 0.001" << 3;
}

void tst_Perf::limits()
{
    QFETCH(QString, arguments);
    QFETCH(int, status);
    QCOMPARE(run(arguments.split(u' ')), status);
    QCOMPARE(output.count('\n'), 6); // measured and shown, whatever comes of it
}

// Whenever it comes; when something has been measured, that is printed.
void tst_Perf::interrupted()
{
    QJsonArray results;
    for (int wait = 250; results.isEmpty() && wait < Patience; wait *= 2) {
        QProcess client;
        client.start(QStringLiteral(PERF), clientArguments(words("tcp -D 3600 -w 0 --json -")));
        QVERIFY(client.waitForStarted(Patience));
        QTest::qWait(wait);
        ::kill(pid_t(client.processId()), SIGINT);
        QVERIFY(client.waitForFinished(Patience));
        if (client.exitStatus() == QProcess::CrashExit && client.exitCode() == SIGINT)
            continue; // it was not in main() yet
        QCOMPARE(client.exitStatus(), QProcess::NormalExit);
        QCOMPARE(client.exitCode(), 130);
        const QJsonDocument document = QJsonDocument::fromJson(client.readAllStandardOutput());
        QVERIFY(document.isObject());
        results = document[u"results"].toArray();
    }
    QCOMPARE(results.size(), 1);
    QVERIFY(results[0][u"interrupted"].toBool());
    QVERIFY(results[0][u"messages"].toInt() > 0);
}

void tst_Perf::badArguments()
{
    QCOMPARE(run(words("-s 0")), 2);
    QVERIFY2(errors.contains("from 1 to 8388608"), errors.constData());
    QVERIFY(output.isEmpty());
}

void tst_Perf::spinningIsRefused()
{
    if (!RdmaDevice::fromAddress(RdmaTest::address()).isSoftware())
        QSKIP("Devices of hardware may be spun on");
    QCOMPARE(run(words("send --spin 50")), 1);
    QVERIFY2(errors.contains("software device"), errors.constData());
}

void tst_Perf::withoutServer()
{
    QProcess client;
    client.start(QStringLiteral(PERF),
                 { RdmaTest::address().toString(), QStringLiteral("-p"), QStringLiteral("1") });
    QVERIFY(client.waitForFinished(Patience));
    QCOMPARE(client.exitCode(), 1);
    QVERIFY(client.readAllStandardError().startsWith("qtrdma-perf: "));
}

// What a client of somebody else's making may ask for.
void tst_Perf::absurdRequests_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("nothing") << QByteArray("{}");
    QTest::newRow("a description of nothing") << QByteArray(R"({"op":"prepare"})");
    QTest::newRow("too much") << QByteArray(
            R"({"op":"prepare","description":{"test":"send","measure":"rate","size":8388608,"iterations":1,)"
            R"("duration":0,"warm-up":0,"depth":1,"connections":1024,"batch":1,"inline":0,"spin":0,"moderation":0}})");
    QTest::newRow("begin nothing") << QByteArray(R"({"op":"begin","messages":-5})");
    QTest::newRow("end nothing") << QByteArray(R"({"op":"end","sent":[1,2,3]})");
}

void tst_Perf::absurdRequests()
{
    QFETCH(QByteArray, request);
    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), quint16(port.toUInt()));
    QVERIFY(stream.waitForConnected(Patience));
    stream.write("{\"for\":\"control\"}\n" + request + '\n');
    while (!stream.canReadLine())
        QVERIFY(stream.waitForReadyRead(Patience));
    const QJsonObject answer = QJsonDocument::fromJson(stream.readLine()).object();
    QCOMPARE(answer[u"op"].toString(), QStringLiteral("refused"));
    QVERIFY(!answer[u"why"].toString().isEmpty());
}

// What is no line of ours ends that connection.
void tst_Perf::controlThatIsNone()
{
    const QByteArray endless(100'000, 'x');
    for (const QByteArray &bytes : QByteArrayList{
                 "GET / HTTP/1.1\n", endless, "{\"for\":\"control\"}\nnonsense\n",
                 "{\"for\":\"control\"}\n" + endless, "{\"token\":\"1234\",\"index\":0}\n" }) {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), quint16(port.toUInt()));
        QVERIFY(stream.waitForConnected(Patience));
        stream.write(bytes);
        stream.flush();
        QVERIFY2(stream.state() == QAbstractSocket::UnconnectedState
                         || stream.waitForDisconnected(Patience),
                 bytes.left(60).constData());
    }
}

void tst_Perf::serverWithControlSequences()
{
    RdmaServer rude;
    QVERIFY(rude.listen(RdmaTest::address()));
    connect(&rude, &RdmaServer::newConnection, &rude, [&rude] {
        rude.nextPendingConnection()->write(
                R"({"op":"refused","why":"go\u001b]0;pwned\u0007 away\u001b[31m"})"
                "\n");
    });
    QProcess client;
    client.start(QStringLiteral(PERF),
                 { RdmaTest::address().toString(), QStringLiteral("-p"),
                   QString::number(rude.serverPort()) });
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QProcess::NotRunning, Patience);
    QCOMPARE(client.exitCode(), 1);
    QCOMPARE(client.readAllStandardError(), "qtrdma-perf: the server refuses: go away\n");
}

// Of many lines at once each has a turn of the event loop, in which other clients are served, too.
void tst_Perf::burst()
{
    constexpr int count = 100;
    RdmaServer talkative;
    QVERIFY(talkative.listen(RdmaTest::address()));
    connect(&talkative, &RdmaServer::newConnection, &talkative, [&talkative] {
        talkative.nextPendingConnection()->write(Perf::toLine({}).repeated(count));
    });
    auto *stream = new RdmaStream;
    Perf::Control control(stream);
    int received = 0;
    int before = 0;
    int mostInTurn = 0;
    connect(&control, &Perf::Control::received, &control, [&received] { ++received; });
    QTimer turn;
    turn.callOnTimeout(&turn, [&] {
        mostInTurn = std::max(mostInTurn, received - before);
        before = received;
    });
    turn.start(0);
    stream->connectToHost(RdmaTest::address(), talkative.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(received, count, Patience);
    QVERIFY2(mostInTurn <= 3, qPrintable(QString::number(mostInTurn)));
}

void tst_Perf::clientThatVanishes()
{
    for (const char *arguments :
         { "send -m rate -D 3600 -b -q 2", "send -m rate -D 3600 -b --futures",
           "stream -m bandwidth -D 3600", "tcp -D 3600" }) {
        server.readAll();
        QProcess client;
        client.start(QStringLiteral(PERF), clientArguments(words(arguments)));
        QVERIFY(server.waitForReadyRead(Patience));
        QTest::qWait(200); // wherever it is by then
        client.kill();
        QVERIFY(client.waitForFinished(Patience));
    }
    QVERIFY(measure(words("send -n 10"))[u"messages"].toInt() == 10);
}

QTEST_GUILESS_MAIN(tst_Perf)
#include "tst_perf.moc"
