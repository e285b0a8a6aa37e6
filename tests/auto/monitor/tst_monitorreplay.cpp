// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qprocess.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qtemporarydir.h>
#include <QtTest/qtest.h>

#include <csignal>
#include <filesystem>

#include <sys/resource.h>

class tst_MonitorReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutDevices();
    void lines();
    void namesOfStrangers();
    void prometheus();
    void damaged();
    void followed();
    void followedUntilShorter();
    void recordKeepsFiles();
    void recordKeepsItsInput_data();
    void recordKeepsItsInput();
    void recordFails_data();
    void recordFails();
    void recordUntilFull();
    void pipe();
    void exportJson();
    void exportCsv();
    void exportedFormulas();
    void languages_data();
    void languages();
    void shippedRecording();
    void badOptions_data();
    void badOptions();

private:
    QString recording(const QByteArray &lines) const;

    QTemporaryDir directory;
};

namespace {

struct Result
{
    int status = -1;
    QString output;
    QString errors;
};

Result monitor(const QStringList &arguments)
{
    QProcess process;
    process.start(QStringLiteral(MONITOR), QStringList(QStringLiteral("--headless")) + arguments);
    Result result;
    if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit)
        result.status = process.exitCode();
    result.output = QString::fromUtf8(process.readAllStandardOutput());
    result.errors = QString::fromUtf8(process.readAllStandardError());
    return result;
}

QByteArray contents(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void append(const QString &name, const QByteArray &bytes)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::Append));
    file.write(bytes);
}

constexpr char first[] =
        R"({"time":1000,"devices":[{"device":"mlx5_0","transport":"RoCE","usable":true}],)"
        R"("ports":[{"device":"mlx5_0","port":1,"state":"Active","active":true,"speed":100,"activeMtu":4096,"netdev":"eth\"0"}],)"
        R"("counters":[{"device":"mlx5_0","port":1,"group":"counters","name":"port_xmit_data","unit":"bytes","available":true,"value":"1000","meaning":"Bytes sent."},)"
        R"({"device":"mlx5_0","port":1,"group":"hw_counters","name":"out_of_buffer","unit":"events","available":true,"value":"0","shouldStayZero":true,"meaning":"No receive."},)"
        R"({"device":"mlx5_0","port":1,"group":"hw_counters","name":"x-y","unit":"objects","problem":"not there"}]})"
        "\n";
constexpr char second[] =
        R"({"time":3000,"devices":[],"counters":[{"device":"mlx5_0","port":1,"group":"counters","name":"port_xmit_data","unit":"bytes","available":true,"value":"5000"},)"
        R"({"device":"mlx5_0","port":1,"group":"hw_counters","name":"out_of_buffer","unit":"events","available":true,"value":"4","shouldStayZero":true,"meaning":"No receive."}],)"
        R"("events":[{"time":"2026-01-02T03:04:05.006","device":"mlx5_0","port":1,"kind":"counter","name":"out_of_buffer","text":"+4. No receive."}]})"
        "\n";

} // namespace

QString tst_MonitorReplay::recording(const QByteArray &lines) const
{
    QString name = directory.filePath(QStringLiteral("recording"));
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("{\"format\":\"QtRdma recording\",\"version\":1}\n" + lines);
    return name;
}

void tst_MonitorReplay::withoutDevices()
{
    if (!QDir(QStringLiteral("/sys/class/infiniband")).isEmpty())
        QSKIP("this machine has RDMA devices");
    const Result result =
            monitor({ QStringLiteral("--headless"), QStringLiteral("--count"), QStringLiteral("3"),
                      QStringLiteral("--interval"), QStringLiteral("100") });
    QCOMPARE(result.status, 0);
    QVERIFY2(result.errors.contains(QStringLiteral("There is no RDMA device on this machine")),
             qPrintable(result.errors));
    QVERIFY(result.errors.contains(QStringLiteral("modprobe rdma_rxe")));
    QCOMPARE(result.output, QStringLiteral("\n\n\n"));
}

void tst_MonitorReplay::lines()
{
    const Result result =
            monitor({ QStringLiteral("--replay"), recording(QByteArray(first) + second),
                      QStringLiteral("--interval"), QStringLiteral("100") });
    QCOMPARE(result.status, 0);
    QCOMPARE(result.errors, QString());
    const QStringList samples = result.output.split(QStringLiteral("\n\n"));
    QCOMPARE(samples.size(), 3); // nothing after the last
    QCOMPARE(samples.at(0).split(u'\n'),
             QStringList({
                     QStringLiteral("device\tmlx5_0\tRoCE\t\tusable"),
                     QStringLiteral("port\tmlx5_0/1\tActive\t100 Gbit/s\tMTU 4096\teth\"0"),
                     QStringLiteral("counter\tmlx5_0/1\tport_xmit_data\t1000\tbytes\t0.0/s"),
                     QStringLiteral("counter\tmlx5_0/1\tout_of_buffer\t0\tevents\t0.0/s"),
                     QStringLiteral("counter\tmlx5_0/1\tx-y\tnot available\tnot there"),
             }));
    QCOMPARE(samples.at(1).split(u'\n'),
             QStringList({
                     QStringLiteral("counter\tmlx5_0/1\tport_xmit_data\t5000\tbytes\t2000.0/s"),
                     QStringLiteral(
                             "counter\tmlx5_0/1\tout_of_buffer\t4\tevents\t2.0/s\t+4: No receive."),
                     QStringLiteral("event\t2026-01-02T03:04:05.006\tmlx5_0/1\tout_of_buffer\t+4. "
                                    "No receive."),
             }));
}

// A process may call itself anything, and who makes a recording, too: neither gets a word to the terminal, nor a line of its own.
void tst_MonitorReplay::namesOfStrangers()
{
    const QString name = recording(
            R"({"time":1,"devices":[{"device":"mlx5_0\u001b]0;pwned\u0007\u009b31m","transport":"RoCE","usable":true}],)"
            R"("resources":[{"device":"mlx5_0","process":7,"owner":"ev\u001b[31mil\ncounter\tno","kind":"QueuePair"}]})"
            "\n");
    const Result result = monitor({ QStringLiteral("--replay"), name });
    QCOMPARE(result.status, 0);
    QCOMPARE(result.output,
             QStringLiteral("device\tmlx5_0\tRoCE\t\tusable\n"
                            "process\tmlx5_0\t7\tevil counter no\tQueuePair\t1\n\n"));
}

void tst_MonitorReplay::prometheus()
{
    const Result result = monitor(
            { QStringLiteral("--prometheus"), QStringLiteral("--replay"), recording(first) });
    QCOMPARE(result.status, 0);
    for (const char *line :
         { "# HELP rdma_out_of_buffer_total No receive.", "# TYPE rdma_out_of_buffer_total counter",
           "rdma_out_of_buffer_total{device=\"mlx5_0\",port=\"1\"} 0",
           "rdma_port_info{device=\"mlx5_0\",port=\"1\",state=\"Active\",netdev=\"eth\\\"0\"} 1",
           "rdma_port_data_transmitted_bytes_total{device=\"mlx5_0\",port=\"1\"} 1000" })
        QVERIFY2(result.output.contains(QLatin1String(line) + u'\n'), line);
}

void tst_MonitorReplay::damaged()
{
    const Result cut = monitor({ QStringLiteral("--replay"),
                                 recording(QByteArray(first) + QByteArray(second).chopped(20)),
                                 QStringLiteral("--interval"), QStringLiteral("100") });
    QCOMPARE(cut.status, 1);
    QVERIFY(cut.output.startsWith(QStringLiteral("device\tmlx5_0")));
    QVERIFY(cut.errors.contains(QStringLiteral("line 3")));
    QVERIFY2(cut.errors.contains(directory.filePath(QStringLiteral("recording"))),
             qPrintable(cut.errors));
    const Result none = monitor({ QStringLiteral("--replay"), QStringLiteral("/nonexistent") });
    QCOMPARE(none.status, 1);
    QVERIFY(none.errors.contains(QStringLiteral("--replay: /nonexistent: No such file")));
    const Result unwritable =
            monitor({ QStringLiteral("--record"), QStringLiteral("/nonexistent/a") });
    QCOMPARE(unwritable.status, 1);
    QVERIFY(unwritable.errors.contains(QStringLiteral("No such file")));
}

// A recorder is at work: its file has half a sample, and then the rest of it, and another.
void tst_MonitorReplay::followed()
{
    const QByteArray begun = QByteArray(second).first(20);
    const QString name = recording(first + begun);
    QProcess process;
    process.start(QStringLiteral(MONITOR),
                  { QStringLiteral("--headless"), QStringLiteral("--interval"),
                    QStringLiteral("100"), QStringLiteral("--count"), QStringLiteral("3"),
                    QStringLiteral("--replay"), name, QStringLiteral("--follow") });
    QByteArray output;
    const auto hasPrinted = [&](const char *text) {
        output += process.readAllStandardOutput();
        return output.contains(text);
    };
    QTRY_VERIFY(hasPrinted("out_of_buffer\t0"));
    append(name, QByteArray(second).sliced(begun.size()));
    QTRY_VERIFY(hasPrinted("out_of_buffer\t4"));
    append(name, QByteArray(second).replace("3000", "4000"));
    QVERIFY(process.waitForFinished());
    QCOMPARE(QString::fromUtf8(process.readAllStandardError()), QString());
    QCOMPARE(process.exitCode(), 0);
}

// Another recording is in the place of the one that was followed.
void tst_MonitorReplay::followedUntilShorter()
{
    const QString name = recording(QByteArray(first) + second);
    QProcess process;
    process.start(QStringLiteral(MONITOR),
                  { QStringLiteral("--headless"), QStringLiteral("--interval"),
                    QStringLiteral("100"), QStringLiteral("--replay"), name,
                    QStringLiteral("--follow") });
    QByteArray output;
    QTRY_VERIFY((output += process.readAllStandardOutput()).contains("out_of_buffer\t4"));
    QVERIFY(!recording({}).isEmpty());
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
}

// A recording that took a night, and a typing error.
void tst_MonitorReplay::recordKeepsFiles()
{
    const QString replayed = recording(first);
    const QString kept = directory.filePath(QStringLiteral("kept"));
    QVERIFY(QFile::copy(QStringLiteral(RECORDING), kept));
    const QStringList record = { QStringLiteral("--replay"), replayed, QStringLiteral("--record"),
                                 kept };
    const Result refused = monitor(record);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.errors.contains(kept), qPrintable(refused.errors));
    QVERIFY(refused.errors.contains(QStringLiteral("--overwrite")));
    QCOMPARE(contents(kept), contents(QStringLiteral(RECORDING)));

    const Result replaced = monitor(record + QStringList(QStringLiteral("--overwrite")));
    QCOMPARE(replaced.status, 0);
    QCOMPARE(contents(kept).count('\n'), 2);

    const QString csv = directory.filePath(QStringLiteral("kept.csv"));
    QVERIFY(QFile::copy(QStringLiteral(RECORDING), csv));
    const QStringList write = { QStringLiteral("--replay"), replayed, QStringLiteral("--export"),
                                csv };
    QCOMPARE(monitor(write).status, 1);
    QCOMPARE(contents(csv), contents(QStringLiteral(RECORDING)));
    QCOMPARE(monitor(write + QStringList(QStringLiteral("--overwrite"))).status, 0);
    QVERIFY(contents(csv).contains("port_xmit_data"));
}

void tst_MonitorReplay::recordKeepsItsInput_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("the same name") << QStringLiteral("night");
    QTest::newRow("a symbolic link") << QStringLiteral("symbolic");
    QTest::newRow("a hard link") << QStringLiteral("hard");
    QTest::newRow("another path") << QStringLiteral("./night");
}

void tst_MonitorReplay::recordKeepsItsInput()
{
    QFETCH(QString, name);
    const QTemporaryDir place;
    const QString night = place.filePath(QStringLiteral("night"));
    QVERIFY(QFile::copy(QStringLiteral(RECORDING), night));
    QVERIFY(QFile::link(night, place.filePath(QStringLiteral("symbolic"))));
    std::filesystem::create_hard_link(night.toStdString(),
                                      place.filePath(QStringLiteral("hard")).toStdString());
    const QString file = place.path() + u'/' + name;
    const Result result = monitor({ QStringLiteral("--replay"), night, QStringLiteral("--record"),
                                    file, QStringLiteral("--overwrite") });
    QCOMPARE(result.status, 2);
    QVERIFY2(result.errors.contains(file), qPrintable(result.errors));
    QCOMPARE(contents(night), contents(QStringLiteral(RECORDING)));
}

void tst_MonitorReplay::recordFails_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no directory") << QStringLiteral("/nonexistent/x") << QStringLiteral("No such");
    QTest::newRow("full") << QStringLiteral("/dev/full") << QStringLiteral("No space left");
}

void tst_MonitorReplay::recordFails()
{
    QFETCH(QString, file);
    QFETCH(QString, reason);
    const Result result = monitor(
            { QStringLiteral("--replay"), recording(first), QStringLiteral("--record"), file });
    QCOMPARE(result.status, 1);
    QVERIFY2(result.errors.contains(file) && result.errors.contains(reason),
             qPrintable(result.errors));
}

// A disk that becomes full has room for a part of the second sample. The first one is kept, and nothing half.
void tst_MonitorReplay::recordUntilFull()
{
    const QString replayed = recording(QByteArray(first) + second);
    const QString written = directory.filePath(QStringLiteral("full"));
    const rlimit room{ rlim_t(sizeof(first) + 200), rlim_t(sizeof(first) + 200) };
    QProcess process;
    process.setChildProcessModifier([room] {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &room);
    });
    process.start(QStringLiteral(MONITOR),
                  { QStringLiteral("--headless"), QStringLiteral("--interval"),
                    QStringLiteral("100"), QStringLiteral("--replay"), replayed,
                    QStringLiteral("--record"), written });
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 1);
    const QString errors = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(errors.contains(written + QStringLiteral(": File too large")), qPrintable(errors));
    const Result kept = monitor({ QStringLiteral("--replay"), written, QStringLiteral("--interval"),
                                  QStringLiteral("100") });
    QCOMPARE(kept.errors, QString());
    QCOMPARE(kept.status, 0);
    QCOMPARE(kept.output.count(QStringLiteral("out_of_buffer")), 1);
}

// As it goes through ssh.
void tst_MonitorReplay::pipe()
{
    const QStringList pace = { QStringLiteral("--headless"), QStringLiteral("--interval"),
                               QStringLiteral("100") };
    QProcess sender;
    QProcess receiver;
    sender.setStandardOutputProcess(&receiver);
    sender.start(QStringLiteral(MONITOR),
                 pace
                         + QStringList({ QStringLiteral("--replay"), QStringLiteral(RECORDING),
                                         QStringLiteral("--count"), QStringLiteral("3"),
                                         QStringLiteral("--record"), QStringLiteral("-") }));
    receiver.start(QStringLiteral(MONITOR),
                   pace + QStringList({ QStringLiteral("--replay"), QStringLiteral("-") }));
    QVERIFY(sender.waitForFinished());
    QVERIFY(receiver.waitForFinished());
    QCOMPARE(sender.exitCode(), 0);
    QCOMPARE(receiver.exitCode(), 0);
    const Result direct = monitor({ QStringLiteral("--replay"), QStringLiteral(RECORDING),
                                    QStringLiteral("--count"), QStringLiteral("3"),
                                    QStringLiteral("--interval"), QStringLiteral("100") });
    QVERIFY(direct.output.contains(QStringLiteral("device\trxe0")));
    QCOMPARE(QString::fromUtf8(receiver.readAllStandardOutput()), direct.output);
}

void tst_MonitorReplay::exportJson()
{
    const QString name = directory.filePath(QStringLiteral("all.json"));
    const Result result =
            monitor({ QStringLiteral("--replay"), recording(QByteArray(first) + second),
                      QStringLiteral("--count"), QStringLiteral("2"), QStringLiteral("--interval"),
                      QStringLiteral("100"), QStringLiteral("--export"), name });
    QCOMPARE(result.status, 0);
    QCOMPARE(result.output, QString());
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject tables = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(
            tables.keys(),
            QStringList({ QStringLiteral("connections"), QStringLiteral("counters"),
                          QStringLiteral("details"), QStringLiteral("devices"),
                          QStringLiteral("endpoints"), QStringLiteral("events"),
                          QStringLiteral("gids"), QStringLiteral("limits"), QStringLiteral("ports"),
                          QStringLiteral("processes"), QStringLiteral("resources") }));
    const QJsonArray counters = tables[QLatin1String("counters")].toArray();
    QCOMPARE(counters.size(), 2);
    QCOMPARE(counters.at(0)[QLatin1String("value")], 5000);
    QCOMPARE(counters.at(0)[QLatin1String("rate")], 2000);
    QCOMPARE(counters.at(1)[QLatin1String("moved")], true);
    QCOMPARE(tables[QLatin1String("events")].toArray().size(), 1);
}

void tst_MonitorReplay::exportCsv()
{
    const QString name = directory.filePath(QStringLiteral("ports.csv"));
    const Result result =
            monitor({ QStringLiteral("--replay"), recording(first), QStringLiteral("--export"),
                      name, QStringLiteral("--table"), QStringLiteral("ports") });
    QCOMPARE(result.status, 0);
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
             QByteArray("device,port,state,active,linkLayer,speed,activeMtu,maxMtu,netdev,lid,"
                        "rate,physicalState\n"
                        "mlx5_0,1,Active,true,,100,4096,0,\"eth\"\"0\",0,,\n"));
    const Result unwritable =
            monitor({ QStringLiteral("--replay"), recording(first), QStringLiteral("--export"),
                      QStringLiteral("/nonexistent/a.csv") });
    QCOMPARE(unwritable.status, 1);
    QVERIFY(unwritable.errors.contains(QStringLiteral("No such file")));
    const Result unknown =
            monitor({ QStringLiteral("--replay"), recording(first), QStringLiteral("--export"),
                      directory.filePath(QStringLiteral("a.xls")) });
    QCOMPARE(unknown.status, 2);
    QVERIFY(unknown.errors.contains(QStringLiteral(".json")));
}

// A spreadsheet calculates what begins with a sign.
void tst_MonitorReplay::exportedFormulas()
{
    const QByteArrayList names = { "=1+1", "+1", "-1", "@SUM(1,2)", "a\\n=1", "\\t=1", "a=1" };
    QByteArray line = R"({"time":1,"devices":[],"ports":[)";
    for (int i = 0; i < names.size(); ++i)
        line += R"({"device":"d","port":)" + QByteArray::number(i) + R"(,"netdev":")" + names.at(i)
                + "\"},";
    const QString name = directory.filePath(QStringLiteral("formulas.csv"));
    const Result result = monitor({ QStringLiteral("--replay"), recording(line.chopped(1) + "]}\n"),
                                    QStringLiteral("--export"), name, QStringLiteral("--table"),
                                    QStringLiteral("ports") });
    QCOMPARE(result.status, 0);
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArrayList fields;
    for (const QByteArray &row : file.readAll().trimmed().split('\n').mid(1)) {
        const QByteArray fromNetdev = row.mid(row.indexOf(",0,0,0,") + 7);
        fields.append(fromNetdev.left(fromNetdev.lastIndexOf(",0,"))); // behind it is the LID
    }
    QCOMPARE(fields,
             QByteArrayList({ "'=1+1", "'+1", "'-1", "\"'@SUM(1,2)\"", "a =1", " =1", "a=1" }));
}

// It is of both devices of the lab, and not damaged.
void tst_MonitorReplay::shippedRecording()
{
    const Result result = monitor({ QStringLiteral("--replay"), QStringLiteral(RECORDING),
                                    QStringLiteral("--interval"), QStringLiteral("100"),
                                    QStringLiteral("--count"), QStringLiteral("3") });
    QCOMPARE(result.status, 0);
    QVERIFY(result.output.contains(QStringLiteral("device\trxe0\tRoCE")));
    QVERIFY(result.output.contains(QStringLiteral("device\tsiw0\tiWARP")));
    QVERIFY(result.output.contains(QStringLiteral("qtrdma-perf\tQueuePair")));
}

void tst_MonitorReplay::languages_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("lines") << QStringList();
    QTest::newRow("JSON") << QStringList(
            { QStringLiteral("--export"), directory.filePath(QStringLiteral("language.json")) });
    QTest::newRow("CSV") << QStringList(
            { QStringLiteral("--export"), directory.filePath(QStringLiteral("language.csv")) });
    QTest::newRow("CSV of texts") << QStringList(
            { QStringLiteral("--table"), QStringLiteral("endpoints"), QStringLiteral("--export"),
              directory.filePath(QStringLiteral("texts.csv")) });
    QTest::newRow("Prometheus") << QStringList(
            { QStringLiteral("--prometheus-file"),
              directory.filePath(QStringLiteral("language.prom")) });
}

// Programs read the same whatever language their user speaks.
void tst_MonitorReplay::languages()
{
    QFETCH(QStringList, options);
    const auto before = qgetenv("LC_ALL");
    QByteArrayList results;
    for (const char *language : { "C", "de_DE.UTF-8" }) {
        qputenv("LC_ALL", language);
        const Result result =
                monitor(options
                        + QStringList({ QStringLiteral("--replay"), QStringLiteral(RECORDING),
                                        QStringLiteral("--interval"), QStringLiteral("100"),
                                        QStringLiteral("--count"), QStringLiteral("3"),
                                        QStringLiteral("--overwrite") }));
        QCOMPARE(result.errors, QString());
        QCOMPARE(result.status, 0);
        QByteArray text = result.output.toUtf8();
        if (!options.isEmpty())
            text += contents(options.constLast());
        static const QRegularExpression time(QStringLiteral("(?<=duration_seconds )[0-9.e-]+"));
        results.append(QString::fromUtf8(text).remove(time).toUtf8());
    }
    qputenv("LC_ALL", before);
    QVERIFY(results.constFirst().size() > 100);
    QCOMPARE(results.constLast(), results.constFirst());
}

void tst_MonitorReplay::badOptions_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("named");
    const auto add = [](const char *arguments, const char *named) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << QString::fromLatin1(named);
    };
    add("--interval 99", "--interval wants a number from 100");
    add("--interval x", "\"x\"");
    add("--count -1", "--count wants a number from 0");
    add("--size 800", "--size");
    add("--size 300x200", "--size");
    add("--table tables --export a.csv", "--table takes devices");
    add("--table ports", "--table goes with --export");
    add("--export csv", "--export wants a name that ends with .csv or .json, not \"csv\"");
    add("--prometheus --export a.csv", "--prometheus and --export");
    add("--terminal", "--headless and --terminal");
    add("--screenshot a", "--headless and --screenshot");
    add("--listen :0 --prometheus", "--listen and --prometheus");
    add("--serve 127.0.0.1 --listen :0", "--serve and --listen");
    add("--record - --prometheus", "--record - and --prometheus");
    add("--serve 99999", "not 99999");
    add("--serve 127.0.0.1:99999", "not 127.0.0.1:99999");
    add("--listen 9879", "not 9879");
    add("--follow", "--follow goes with --replay");
}

void tst_MonitorReplay::badOptions()
{
    QFETCH(QString, arguments);
    QFETCH(QString, named);
    const Result result = monitor(arguments.split(u' '));
    QCOMPARE(result.status, 2);
    QVERIFY2(result.errors.contains(named), qPrintable(result.errors));
    QCOMPARE(result.output, QString());
}

QTEST_GUILESS_MAIN(tst_MonitorReplay)
#include "tst_monitorreplay.moc"
