// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include "control.h"
#include "description.h"

#include <QtCore/qfile.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qprocess.h>
#include <QtCore/qtemporarydir.h>
#include <QtCore/qxmlstream.h>
#include <QtNetwork/qhostinfo.h>
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
    void interruptedBeforeItBegins();
    void badArguments();
    void spinningIsRefused();
    void withoutServer();
    void absurdRequests_data();
    void absurdRequests();
    void clientThatVanishes();
    void controlThatIsNone();
    void serverWithControlSequences();
    void burst();
    void hostNames();
    void placesAreTriedBefore();
    void quietServer();
    void endless();
    void eachLatency();
    void unreliable_data();
    void unreliable();
    void strangePlaces();
    void severalPaths();
    void differentDevices();
    void severalClients();
    void comparison();

private:
    QStringList clientArguments(const QStringList &arguments) const;
    int run(const QStringList &arguments);
    QJsonObject measure(const QStringList &arguments);
    bool isRefused(const QString &test) const;
    QByteArrayList rows() const; // that the last client has printed below the names of columns

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

QByteArrayList tst_Perf::rows() const
{
    QByteArrayList lines = output.split('\n');
    for (const QByteArray &line : qAsConst(lines)) {
        if (line.size() > 80)
            qWarning() << "more than 80 columns:" << line;
    }
    lines.removeAll(QByteArray());
    const auto names = std::find_if(lines.begin(), lines.end(), [](const QByteArray &line) {
        return line.startsWith(" #bytes");
    });
    return QByteArrayList(names == lines.end() ? names : names + 1, lines.end());
}

bool tst_Perf::isRefused(const QString &test) const
{
    if (RdmaTest::isNull() && test == u"tcp")
        return true;
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
        QVERIFY2(errors.contains(test == u"atomic"        ? "no atomic operations"
                                         : test == u"tcp" ? "does not listen with TCP"
                                                          : "iWARP"),
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
    QTest::newRow("chains that are no part of a window") << "send -m rate -n 270 -t 16 -l 9" << 270;
    QTest::newRow("few signals") << "send -m rate -n 101 -t 32 -Q 16" << 101;
    QTest::newRow("few signals, chains, both directions")
            << "write -m rate -n 101 -t 32 -l 4 -Q 16 -b -q 2" << 404;
    QTest::newRow("few signals, futures") << "write -m rate -n 101 -t 32 -Q 16 --futures" << 101;
    QTest::newRow("little room at the receiver") << "send -m rate -n 100 -t 32 -r 6" << 100;
    QTest::newRow("habits") << "send -m rate -n 100 -F -R -e -c RC -S 0 -T 32 -u 14" << 100;
    QTest::newRow("names of perftest")
            << "send -m rate --iters 100 --tx-depth=8 --qp 2 --post_list 2 --inline_size=0 "
               "--bidirectional --report_gbits"
            << 400;
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
    for (const char *arguments :
         { "send -D 1 -w 0", "send -D 1 -m rate -l 4 --futures -b",
           "stream -m bandwidth -D 1 -q 2 -b", "send -m rate -D 1 -w 0 -t 64 -Q 32" }) {
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
    QCOMPARE(rows().size(), 12);
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
    QCOMPARE(rows().size(), 1); // measured and shown, whatever comes of it
}

// Whenever it comes; when something has been measured, that is printed.
void tst_Perf::interrupted()
{
    QJsonArray results;
    for (int wait = 250; results.isEmpty() && wait < Patience; wait *= 2) {
        QProcess client;
        client.start(QStringLiteral(PERF),
                     clientArguments(words(RdmaTest::isNull() ? "stream -D 3600 -w 0 --json -"
                                                              : "tcp -D 3600 -w 0 --json -")));
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

// A server that has other clients to wait for may answer late: the measurement has not begun yet.
void tst_Perf::interruptedBeforeItBegins()
{
    RdmaServer late;
    QVERIFY(late.listen(RdmaTest::address()));
    bool isAsked = false;
    connect(&late, &RdmaServer::newConnection, &late, [&late, &isAsked] {
        RdmaStream *stream = late.nextPendingConnection();
        const auto read = [stream, &isAsked] {
            while (stream->canReadLine()) {
                const QByteArray line = stream->readLine();
                if (line.contains(R"("op":"prepare")"))
                    stream->write(R"({"op":"prepared","token":"1"})"
                                  "\n");
                isAsked = isAsked || line.contains(R"("op":"begin")");
            }
        };
        connect(stream, &RdmaStream::readyRead, stream, read);
        read(); // bytes may have come before
    });
    QProcess client;
    client.start(QStringLiteral(PERF),
                 { RdmaTest::address().toString(), QStringLiteral("-p"),
                   QString::number(late.serverPort()), QStringLiteral("stream"),
                   QStringLiteral("-D"), QStringLiteral("3600"), QStringLiteral("-w"),
                   QStringLiteral("0") });
    QTRY_VERIFY_WITH_TIMEOUT(isAsked, Patience);
    ::kill(pid_t(client.processId()), SIGINT);
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), QProcess::NotRunning, Patience);
    QCOMPARE(client.exitStatus(), QProcess::NormalExit);
    QCOMPARE(client.exitCode(), 130);
}

void tst_Perf::badArguments()
{
    QCOMPARE(run(words("--mtu 4096")), 2);
    QVERIFY2(errors.contains("--mtu of perftest is not here: "), errors.constData());
    QCOMPARE(run(words("--size 64:4")), 2);
    QVERIFY2(errors.contains("from 1 to 8388608, not \"64:4\""), errors.constData());
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
    QByteArrayList runs{ "send -m rate -D 3600 -b -q 2", "send -m rate -D 3600 -b --futures",
                         "stream -m bandwidth -D 3600" };
    if (!RdmaTest::isNull())
        runs.append("tcp -D 3600");
    for (const QByteArray &arguments : qAsConst(runs)) {
        server.readAll();
        QProcess client;
        client.start(QStringLiteral(PERF), clientArguments(words(arguments)));
        QTRY_VERIFY_WITH_TIMEOUT(
                server.bytesAvailable() > 0 || client.state() == QProcess::NotRunning, Patience);
        QTest::qWait(200); // wherever it is by then
        // It measures for an hour, so it has not ended by itself.
        QVERIFY2(client.state() == QProcess::Running, client.readAllStandardError().constData());
        client.kill();
        QVERIFY(client.waitForFinished(Patience));
    }
    QVERIFY(measure(words("send -n 10"))[u"messages"].toInt() == 10);
}

void tst_Perf::hostNames()
{
    QProcess client;
    client.start(QStringLiteral(PERF), { QStringLiteral("nobody.invalid") });
    QVERIFY(client.waitForFinished(Patience));
    QCOMPARE(client.exitCode(), 1);
    QVERIFY(client.readAllStandardError().startsWith("qtrdma-perf: nobody.invalid: "));

    const QString name = QStringLiteral("lab-%1").arg(QString::fromLatin1(RdmaTest::provider()));
    if (QHostInfo::fromName(name).addresses().isEmpty())
        QSKIP("The device has no name here");
    client.start(QStringLiteral(PERF),
                 { name, QStringLiteral("-p"), port, QStringLiteral("-n"), QStringLiteral("10") });
    QVERIFY(client.waitForFinished(Patience));
    QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
}

// Whoever measures for an hour wants to know before that there is no place for the results.
void tst_Perf::placesAreTriedBefore()
{
    const QTemporaryDir directory;
    const QString missing = directory.filePath(QStringLiteral("missing/results"));
    const QString there = directory.filePath(QStringLiteral("results"));
    QFile file(there);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
    file.close();
    for (const char *option : { "--json", "--csv", "--plot" }) {
        for (const QString &place : { missing, there }) {
            QCOMPARE(run(words("send -D 3600") + QStringList{ QLatin1String(option), place }), 1);
            QVERIFY2(errors.contains(place.toUtf8()), errors.constData());
            QVERIFY(output.isEmpty());
        }
    }
    QVERIFY(errors.contains("--overwrite"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("mine"));
    file.close();

    QCOMPARE(run(words("send -n 10 --overwrite --json") + QStringList{ there }), 0);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(QJsonDocument::fromJson(file.readAll()).isObject());

    // A run without results leaves nothing behind.
    const QString unused = directory.filePath(QStringLiteral("unused"));
    QProcess client;
    client.start(QStringLiteral(PERF),
                 { RdmaTest::address().toString(), QStringLiteral("-p"), QStringLiteral("1"),
                   QStringLiteral("--csv"), unused });
    QVERIFY(client.waitForFinished(Patience));
    QCOMPARE(client.exitCode(), 1);
    QVERIFY(!QFile::exists(unused));
}

void tst_Perf::quietServer()
{
    QProcess quiet;
    quiet.setProcessChannelMode(QProcess::MergedChannels);
    quiet.start(QStringLiteral(PERF),
                { QStringLiteral("-p"), QStringLiteral("0"), QStringLiteral("--quiet"),
                  QStringLiteral("--listen"), RdmaTest::address().toString() });
    QVERIFY(quiet.waitForReadyRead(Patience));
    const QByteArray line = quiet.readLine().trimmed(); // the port, which nobody else knows
    QProcess client;
    client.start(QStringLiteral(PERF),
                 { RdmaTest::address().toString(), QStringLiteral("-p"),
                   QString::fromLatin1(line.mid(line.lastIndexOf(' ') + 1)), QStringLiteral("-n"),
                   QStringLiteral("10") });
    QVERIFY(client.waitForFinished(Patience));
    QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
    ::kill(pid_t(quiet.processId()), SIGINT);
    QVERIFY(quiet.waitForFinished(Patience));
    QCOMPARE(quiet.readAll(), QByteArray());
}

void tst_Perf::endless()
{
    const QTemporaryDir directory;
    const QString json = directory.filePath(QStringLiteral("perf.json"));
    QProcess client;
    client.start(QStringLiteral(PERF),
                 clientArguments(words("send -m rate --run_infinitely -D 1 -w 0 -t 8 -Q 8 --json")
                                 + QStringList{ json }));
    QByteArray said;
    while (!said.contains("#bytes") || said.mid(said.indexOf("#bytes")).count('\n') < 3) {
        QVERIFY(client.waitForReadyRead(Patience));
        said += client.readAllStandardOutput();
    }
    ::kill(pid_t(client.processId()), SIGINT);
    QVERIFY(client.waitForFinished(Patience));
    QCOMPARE(client.exitStatus(), QProcess::NormalExit);
    QCOMPARE(client.exitCode(), 0);
    QFile file(json);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray results = QJsonDocument::fromJson(file.readAll())[u"results"].toArray();
    QVERIFY(results.size() >= 2);
    for (const QJsonValue &result : results)
        QVERIFY(result[u"messages"].toInt() > 0 || result[u"interrupted"].toBool());
}

void tst_Perf::eachLatency()
{
    for (const char *option : { "-H", "-U" }) {
        QCOMPARE(run(words("send -n 20 -w 0") + QStringList{ QLatin1String(option) }), 0);
        const QByteArrayList lines = rows().mid(1);
        QCOMPARE(lines.size(), 21);
        QCOMPARE(lines.first(), QByteArray("#, usec"));
        double last = 0;
        for (int i = 1; i < lines.size(); ++i) {
            const QByteArrayList parts = lines[i].split(',');
            QCOMPARE(parts[0].toInt(), i);
            const double time = parts[1].trimmed().toDouble();
            QVERIFY2(time > 0 && (option[1] == 'U' || time >= last), lines[i].constData());
            last = time;
        }
    }
    const QJsonObject result = measure(words("send -n 20 -w 0 -H"));
    int times = 0;
    const QJsonArray histogram = result[u"histogram_ns"].toArray();
    for (const QJsonValue &pair : histogram)
        times += pair[1].toInt();
    QCOMPARE(times, 20);
}

void tst_Perf::unreliable_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("messages");
    QTest::newRow("UC, latency") << "send -c UC -n 20 -w 3" << 20;
    QTest::newRow("UC, latency by futures") << "write-imm -c UC -n 20 -w 3 --futures -s 3000" << 20;
    QTest::newRow("UC, rate") << "send -c UC -m rate -n 101 -t 9 -l 4 -q 2 -b" << 404;
    QTest::newRow("UC, writes") << "write -c UC -m bandwidth -s 9000 -n 100 -t 8" << 100;
    QTest::newRow("UD, latency") << "send -c UD -n 20 -w 3" << 20;
    QTest::newRow("UD, rate") << "send -c UD -m rate -n 101 -t 9 -l 4 -q 2 -b" << 404;
    QTest::newRow("UD, full packets by futures")
            << "send -c UD -m bandwidth -s 1024 -n 100 -t 8 --futures" << 100;
}

void tst_Perf::unreliable()
{
    QFETCH(QString, arguments);
    QFETCH(int, messages);
    if (RdmaTest::isNull())
        QSKIP("Two processes there have reliable connections only");
    if (RdmaTest::isSiw()) {
        QCOMPARE(run(arguments.split(u' ')), 1);
        QVERIFY2(errors.contains("iWARP"), errors.constData());
        return;
    }
    QCOMPARE(measure(arguments.split(u' '))[u"messages"].toInt(), messages);
}

// A client may tell of ends that are none.
void tst_Perf::strangePlaces()
{
    if (RdmaTest::isSiw())
        QSKIP("iWARP connects by its connection manager only");
    QJsonObject description = Perf::Description().toJson();
    description[QStringLiteral("service")] = QStringLiteral("UC");
    const QJsonObject prepare{ { QStringLiteral("op"), QStringLiteral("prepare") },
                               { QStringLiteral("description"), description } };
    for (const QByteArray &places : QByteArrayList{ "[]", "[1,2]", "[\"\"]", "[\"QUJD\"]", "7" }) {
        RdmaStream stream;
        stream.connectToHost(RdmaTest::address(), quint16(port.toUInt()));
        QVERIFY(stream.waitForConnected(Patience));
        stream.write("{\"for\":\"control\"}\n" + Perf::toLine(prepare)
                     + "{\"op\":\"join\",\"places\":" + places + "}\n{\"op\":\"sing\"}\n");
        QByteArray said;
        while (!said.contains("refused")) {
            QVERIFY(stream.waitForReadyRead(Patience));
            said += stream.readAll();
        }
        QVERIFY2(said.contains("\"prepared\""), said.constData());
        QVERIFY2(!said.contains("\"joined\""), said.constData());
    }
}

// The same address, or device, twice, as two ports are.
void tst_Perf::severalPaths()
{
    const QString address = RdmaTest::address().toString();
    const QString device = RdmaDevice::fromAddress(RdmaTest::address()).name();
    QList<QStringList> ways{ { address + u',' + address } };
    if (!RdmaTest::isNull()) // its GIDs belong to no network interface
        ways.append({ address, QStringLiteral("-d"), device + u":1," + device + u":1" });
    for (const QStringList &way : qAsConst(ways)) {
        QProcess client;
        client.start(QStringLiteral(PERF),
                     way + QStringList{ QStringLiteral("-p"), port, QStringLiteral("send") }
                             + words("-m rate -n 50 -t 8 -q 2 --csv - --json")
                             + QStringList{ QStringLiteral("/dev/stderr") });
        QVERIFY(client.waitForFinished(Patience));
        const QByteArray said = client.readAllStandardError();
        QVERIFY2(client.exitCode() == 0, said.constData());
        const QJsonValue result = QJsonDocument::fromJson(said)[u"results"][0];
        QCOMPARE(result[u"messages"].toInt(), 200);
        const QJsonArray paths = result[u"paths"].toArray();
        QCOMPARE(paths.size(), 2);
        for (const QJsonValue &path : paths) {
            QCOMPARE(path[u"messages"].toInt(), 100);
            QCOMPARE(path[u"device"].toString(), device);
            QVERIFY(path[u"client"].isUndefined()); // the process has used it for both
        }

        client.start(QStringLiteral(PERF), way + QStringList{ QStringLiteral("-p"), port });
        QVERIFY(client.waitForFinished(Patience));
        output = client.readAllStandardOutput();
        QCOMPARE(rows().size(), 3); // all of it, and each
        QVERIFY2(rows().last().contains(device.toUtf8()), output.constData());
    }
    QCOMPARE(run(words("send -i 9 -d") + QStringList{ device }), 1);
    QVERIFY2(errors.contains("ib-port must be from 1 to "), errors.constData());
}

// One client measures two devices of different transports together.
void tst_Perf::differentDevices()
{
    const QString rxe = qEnvironmentVariable("QTRDMA_RXE_ADDRESS");
    const QString siw = qEnvironmentVariable("QTRDMA_SIW_ADDRESS");
    if (rxe.isEmpty() || siw.isEmpty())
        QSKIP("Only the lab has two devices");
    QProcess both;
    both.setProcessChannelMode(QProcess::MergedChannels);
    both.start(QStringLiteral(PERF), words("-p 0"));
    while (!both.canReadLine() && both.waitForReadyRead(Patience)) { }
    const QString where = QString::fromLatin1(both.readLine().trimmed()).section(u' ', -1);
    QProcess client;
    client.start(QStringLiteral(PERF),
                 QStringList{ rxe + u',' + siw, QStringLiteral("-p"), where }
                         + words("send -m rate -n 50 -t 8 --json -"));
    QVERIFY(client.waitForFinished(Patience));
    QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
    const QJsonObject all = QJsonDocument::fromJson(client.readAllStandardOutput()).object();
    QCOMPARE(all[u"environment"][u"devices"].toArray().size(), 2);
    const QJsonArray paths = all[u"results"][0][u"paths"].toArray();
    QCOMPARE(paths.size(), 2);
    QVERIFY(paths[0][u"device"].toString() != paths[1][u"device"].toString());
    for (const QJsonValue &path : paths)
        QCOMPARE(path[u"messages"].toInt(), 50);
    ::kill(pid_t(both.processId()), SIGINT);
    QVERIFY(both.waitForFinished(Patience));
    QCOMPARE(both.exitCode(), 0);
}

void tst_Perf::severalClients()
{
    QProcess two;
    two.setProcessChannelMode(QProcess::MergedChannels);
    two.start(QStringLiteral(PERF),
              { QStringLiteral("-p"), QStringLiteral("0"), QStringLiteral("--quiet"),
                QStringLiteral("--clients"), QStringLiteral("2"), QStringLiteral("--listen"),
                RdmaTest::address().toString() });
    QVERIFY(two.waitForReadyRead(Patience));
    const QByteArray line = two.readLine().trimmed();
    const QStringList arguments =
            QStringList{ RdmaTest::address().toString(), QStringLiteral("-p"),
                         QString::fromLatin1(line.mid(line.lastIndexOf(' ') + 1)) }
            + words("send -m rate -n 100 -t 8 -s 8,16");
    QProcess clients[2];
    clients[0].start(QStringLiteral(PERF), arguments);
    QVERIFY(clients[0].waitForReadyRead(Patience)); // it has the names of the columns, and waits
    clients[1].start(QStringLiteral(PERF), arguments);
    for (QProcess &client : clients) {
        QVERIFY(client.state() == QProcess::NotRunning || client.waitForFinished(Patience));
        QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
    }
    QByteArray said;
    while (said.count('\n') < 8)
        QVERIFY(two.waitForReadyRead(Patience) && !(said += two.readAll()).isEmpty());
    const QByteArrayList lines = said.chopped(1).split('\n');
    QCOMPARE(lines.size(), 8); // a table for each size
    for (const int first : { 0, 4 }) {
        QVERIFY2(lines[first].startsWith(" client"), said.constData());
        for (const int row : { 1, 2 }) {
            QVERIFY2(lines[first + row].contains(RdmaTest::address().toString().toUtf8()),
                     said.constData());
            QVERIFY2(lines[first + row].contains(" 100 "), said.constData());
        }
        QVERIFY2(lines[first + 3].startsWith(" all together") && lines[first + 3].contains(" 200 "),
                 said.constData());
    }
    two.kill();
    QVERIFY(two.waitForFinished(Patience));
}

void tst_Perf::comparison()
{
    const QTemporaryDir directory;
    const auto place = [&directory](const char *name) {
        return directory.filePath(QString::fromLatin1(name));
    };
    for (const char *name : { "first", "second" })
        QCOMPARE(run(words("send -s 8:32 -n 10 --json") + QStringList{ place(name) }), 0);
    QCOMPARE(run(words("send -m rate -n 10 --json") + QStringList{ place("rate") }), 0);
    QFile nonsense(place("nonsense"));
    QVERIFY(nonsense.open(QIODevice::WriteOnly) && nonsense.write("{}") == 2);
    nonsense.close();
    const auto compare = [this](const QStringList &arguments) {
        QProcess program;
        program.start(QStringLiteral(PERF), QStringList{ QStringLiteral("--compare") } + arguments);
        const bool isOver = program.waitForFinished(Patience);
        output = program.readAllStandardOutput();
        errors = program.readAllStandardError();
        return isOver ? program.exitCode() : -1;
    };
    const auto plotTo = [&](const char *name) {
        return compare({ place("first"), place("second"), QStringLiteral("--plot"), place(name) });
    };
    QCOMPARE(plotTo("svg"), 0);
    QVERIFY2(output.contains("\n #bytes          A           B      B/A\n"), output.constData());
    QCOMPARE(output.count(" x"), 3 * 3);
    QFile drawing(place("svg"));
    QVERIFY(drawing.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&drawing);
    int lines = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"polyline")
            ++lines;
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(lines, 2 * 2); // median and p99 of each

    for (const char *other : { "missing", "nonsense", "rate" }) {
        QCOMPARE(compare({ place("first"), place(other) }), 1);
        QVERIFY2(errors.contains(place(other).toUtf8()), errors.constData());
        QVERIFY(output.isEmpty());
    }
    QCOMPARE(plotTo("svg"), 1); // it is there
    QVERIFY2(errors.contains("--overwrite"), errors.constData());
    QCOMPARE(plotTo("first"), 2); // it is read
    QVERIFY2(errors.contains("must not be written"), errors.constData());
}

QTEST_GUILESS_MAIN(tst_Perf)
#include "tst_perf.moc"
