// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "description.h"
#include "marked.h"
#include "options.h"
#include "refusal.h"
#include "report.h"
#include "result.h"
#include "samples.h"
#include "wordsum.h"

#include <QtCore/qlist.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <random>

using namespace Perf;
using namespace Qt::StringLiterals;

// What qtrdma-perf makes of its samples, and what it takes for a description.
class tst_PerfStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothing();
    void oneSample();
    void nearestRank_data();
    void nearestRank();
    void agreesWithSorting_data();
    void agreesWithSorting();
    void nanosecondsAreKept();
    void halfOfARoundTrip();
    void rates();
    void descriptionSurvivesJson();
    void descriptionIsChecked_data();
    void descriptionIsChecked();
    void optionsAreChecked_data();
    void optionsAreChecked();
    void optionsOfAClient();
    void habits();
    void earlierPeers();
    void orderIsKept();
    void eightyColumns();
    void interfaces();
    void receiveRing();
    void sumOfWords();
    void refusals();
};

// It travels in English, and each side shows it in its language.
void tst_PerfStatistics::refusals()
{
    const Refusal refusal{ u"the device %1 has no atomic operations"_s, { u"siw0"_s } };
    const RdmaTest::Marked marked("Perf");
    const QJsonObject message = refusal.toJson();
    QCOMPARE(message[u"why"].toString(), u"the device siw0 has no atomic operations");
    QCOMPARE(Refusal::fromJson(message).inOwnLanguage(),
             u"[the device siw0 has no atomic operations]");
    // That of a server which is older, or which nobody has translated.
    const Refusal earlier = Refusal::fromJson({ { u"why"_s, u"100%1"_s } });
    QCOMPARE(earlier.inOwnLanguage(), u"[100%1]");
    // A server that wants many copies of its values, or places within them, has each value once.
    const Refusal rude{ u"%1%1%2%3"_s, { u"%2%2"_s, u"%1%1"_s } };
    QCOMPARE(rude.inOwnLanguage(), u"[%2%2%1%1%3]");
}

void tst_PerfStatistics::nothing()
{
    const Samples samples;
    QCOMPARE(samples.count(), quint64(0));
    QCOMPARE(samples.percentile(50), qint64(0));
    QCOMPARE(samples.max(), qint64(0));
    QCOMPARE(samples.mean(), 0.0);
    QCOMPARE(samples.deviation(), 0.0);
}

void tst_PerfStatistics::oneSample()
{
    Samples samples;
    samples.add(1234567);
    for (const double percent : { 0.0, 0.1, 50.0, 99.9, 100.0 })
        QCOMPARE(samples.percentile(percent), qint64(1234567));
    QCOMPARE(samples.mean(), 1234567.0);
    QCOMPARE(samples.deviation(), 0.0);
}

void tst_PerfStatistics::nearestRank_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("percent");
    QTest::addColumn<qint64>("expected");
    // Of 1, 2 … count.
    QTest::newRow("median of four") << 4 << 50.0 << qint64(2);
    QTest::newRow("median of five") << 5 << 50.0 << qint64(3);
    QTest::newRow("p99 of 100") << 100 << 99.0 << qint64(99);
    QTest::newRow("p99 of 101") << 101 << 99.0 << qint64(100);
    QTest::newRow("p99.9 of 1000") << 1000 << 99.9 << qint64(999);
    QTest::newRow("p99.9 of 999") << 999 << 99.9 << qint64(999);
    QTest::newRow("p99.9 of 1001") << 1001 << 99.9 << qint64(1000);
    QTest::newRow("p90 of 10") << 10 << 90.0 << qint64(9);
    QTest::newRow("all") << 10 << 100.0 << qint64(10);
    QTest::newRow("none") << 10 << 0.0 << qint64(1);
}

void tst_PerfStatistics::nearestRank()
{
    QFETCH(int, count);
    QFETCH(double, percent);
    QFETCH(qint64, expected);
    Samples samples;
    for (int i = count; i > 0; --i)
        samples.add(i);
    QCOMPARE(samples.percentile(percent), expected);
    QCOMPARE(samples.mean(), (count + 1) / 2.0);
}

void tst_PerfStatistics::agreesWithSorting_data()
{
    QTest::addColumn<qint64>("spread");
    QTest::newRow("short times") << qint64(1000);
    QTest::newRow("around a millisecond") << qint64(2) * 1024 * 1024;
    QTest::newRow("up to seconds") << qint64(5'000'000'000);
}

void tst_PerfStatistics::agreesWithSorting()
{
    QFETCH(qint64, spread);
    std::mt19937_64 random(7);
    std::uniform_int_distribution<qint64> times(0, spread);
    QList<qint64> sorted;
    Samples samples;
    double sum = 0;
    for (int i = 0; i < 10007; ++i) {
        sorted.append(times(random));
        samples.add(sorted.constLast());
        sum += double(sorted.constLast());
    }
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(samples.count(), quint64(sorted.size()));
    QCOMPARE(samples.min(), sorted.constFirst());
    QCOMPARE(samples.max(), sorted.constLast());
    for (const int percent : { 1, 10, 50, 90, 99 }) // of 10007 the rank is never a whole number
        QCOMPARE(samples.percentile(percent), sorted.at(sorted.size() * percent / 100));
    QVERIFY(std::abs(samples.mean() - sum / double(sorted.size())) < 1e-3);
    // Of an even distribution: a twelfth of the square of its width.
    QVERIFY(std::abs(samples.deviation() / (double(spread) / std::sqrt(12.0)) - 1) < 0.02);
}

// perftest computes deviations as integers of microseconds; these would be 0 there.
void tst_PerfStatistics::nanosecondsAreKept()
{
    Samples samples;
    for (int i = 0; i < 500; ++i) {
        samples.add(2000);
        samples.add(2002);
    }
    QCOMPARE(samples.mean(), 2001.0);
    QCOMPARE(samples.deviation(), 1.0);
    QCOMPARE(samples.percentile(50), qint64(2000));
    QCOMPARE(samples.percentile(50.1), qint64(2002));
}

void tst_PerfStatistics::halfOfARoundTrip()
{
    Result result;
    result.samples.add(85501);
    result.messages = 1;
    result.description.test = Test::Send;
    QCOMPARE(result.toJson()[u"p50_us"].toDouble(), 42.7505);
    result.description.test = Test::Read; // until it has completed, whole
    QCOMPARE(result.toJson()[u"p50_us"].toDouble(), 85.501);
}

void tst_PerfStatistics::rates()
{
    Result result;
    result.description.measure = Measure::Bandwidth;
    result.description.size = 65536;
    result.messages = 1000;
    result.elapsed = 1'000'000'000;
    result.client = Usage{ 500'000'000, {}, false };
    const QJsonObject json = result.toJson();
    QCOMPARE(json[u"mb_per_s"].toDouble(), 65.536);
    QCOMPARE(json[u"gbit_per_s"].toDouble(), 0.524288);
    QCOMPARE(json[u"messages_per_s"].toDouble(), 1000.0);
    QCOMPARE(json[u"client_cpu_us_per_message"].toDouble(), 500.0);
}

void tst_PerfStatistics::descriptionSurvivesJson()
{
    Description description;
    description.test = Test::WriteImm;
    description.measure = Measure::Rate;
    description.bothDirections = description.adaptive = description.forceSpin = true;
    description.noYield = true;
    description.interface = Interface::Futures;
    description.service = Service::Unreliable;
    qint64 value = 100;
    for (const Description::Number &number : Description::numbers)
        description.*number.value = value--;
    description.room = 2 * description.batch;
    description.signalled = description.batch;
    description.timeout = 14;
    description.seconds = 0;
    QString problem;
    const auto read = Description::fromJson(description.toJson(), &problem);
    QVERIFY2(read, qPrintable(problem));
    QCOMPARE(read->toJson(), description.toJson());

    description.test = Test::Stream;
    description.interface = Interface::Prepared;
    description.service = Service::Reliable;
    description.batch = 1;
    description.room = description.signalled = 0;
    description.typeOfService = description.timeout = -1;
    description.skips = true;
    const auto stream = Description::fromJson(description.toJson(), &problem);
    QVERIFY2(stream, qPrintable(problem));
    QVERIFY(stream->skips);
}

void tst_PerfStatistics::descriptionIsChecked_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QJsonValue &value, const char *says) {
        QTest::addRow("%s %s", name, qPrintable(value.toVariant().toString()))
                << QString::fromLatin1(name) << value << QString::fromLatin1(says);
    };
    row("size", 0, "from 1 to 8388608");
    row("size", 8388609, "from 1 to 8388608");
    row("size", -1, "from 1 to 8388608");
    row("size", QJsonValue(), "from 1 to 8388608");
    row("size", QStringLiteral("many"), "from 1 to 8388608");
    row("size", 1e300, "from 1 to 8388608");
    row("depth", 4097, "from 1 to 4096");
    row("connections", 1025, "from 1 to 1024");
    row("connections", 0, "from 1 to 1024");
    row("batch", 5, "not be more than depth");
    row("iterations", 0, "at least 1");
    row("duration", 1, "the other 0");
    row("warm-up", -1, "from 0 to 1000000");
    row("inline", 4097, "from 0 to 4096");
    row("test", QStringLiteral("sing"), "no such test");
    row("measure", 1, "no such test");
    row("interface", QStringLiteral("telepathy"), "no such test or interface");
    row("service", QStringLiteral("XRC"), "no such test or interface");
    row("service", QStringLiteral("UD"), "no receive ring");
    row("test", QStringLiteral("atomic"), "8 bytes");
}

void tst_PerfStatistics::descriptionIsChecked()
{
    QFETCH(QString, name);
    QFETCH(QJsonValue, value);
    QFETCH(QString, says);
    Description description;
    description.measure = Measure::Rate;
    description.depth = 4;
    QJsonObject json = description.toJson();
    QString problem;
    QVERIFY(Description::fromJson(json, &problem));
    json[name] = value;
    QVERIFY(!Description::fromJson(json, &problem));
    QVERIFY2(problem.contains(says), qPrintable(problem));
}

void tst_PerfStatistics::optionsAreChecked_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *arguments, const char *says) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << QString::fromLatin1(says);
    };
    row("10.0.0.1 sing", "send, write, write-imm");
    row("10.0.0.1 send more", "an address and a test");
    row("--listen somewhere", "listen must be an address");
    row("10.0.0.1,,10.0.0.2", "an address is missing");
    row("10.0.0.1,10.0.0.2 -d a,b,c", "2 addresses and 3 devices");
    row("10.0.0.1 -i 1", "ib-port needs a device");
    row("10.0.0.1 -p 0", "port must be from 1 to 65535");
    row("10.0.0.1 -p 65536", "port must be from 1 to 65535");
    row("-p -1", "port must be from 0 to 65535");
    row("10.0.0.1 --clients 2", "for the server");
    row("10.0.0.1 -T -1", "tos must be from 0 to 255");
    row("--clients 65", "clients must be from 0 to 64");
    row("10.0.0.1 -c XRC", "connection must be RC, UC or UD");
    row("10.0.0.1 stream -c UC", "for queue pairs");
    row("10.0.0.1 read -c UC", "need RC");
    row("10.0.0.1 atomic -c UD", "need RC");
    row("10.0.0.1 write -c UD", "UD is for send");
    row("10.0.0.1 send -c UD -s 4097", "4096 bytes at most");
    row("10.0.0.1 send -m rate -c UC -q 129", "from 1 to 128");
    row("10.0.0.1 -S 16", "sl must be from 0 to 15");
    row("10.0.0.1 -S 3", "choose it by tos");
    row("10.0.0.1 -T 256", "tos must be from 0 to 255");
    row("10.0.0.1 -u 32", "qp-timeout must be from 0 to 31");
    row("10.0.0.1 tcp -u 14", "for queue pairs");
    row("10.0.0.1 -r 8195", "rx-depth must be from 0 to 8194");
    row("10.0.0.1 -r 1", "2 at least");
    row("10.0.0.1 write -r 8", "that the other side receives");
    row("10.0.0.1 -m rate -l 8 -r 15", "half of rx-depth");
    row("10.0.0.1 -m rate -Q 129", "not more than depth (128)");
    row("10.0.0.1 -m rate -l 8 -Q 12", "multiple of batch (8)");
    row("10.0.0.1 -Q 2", "not more than depth (1)");
    row("10.0.0.1 -e --spin 5", "exclude each other");
    row("10.0.0.1 --run_infinitely -n 5", "by duration");
    row("10.0.0.1 --run_infinitely -a", "one size");
    row("10.0.0.1 -m rate -H", "for latency");
    row("10.0.0.1 -m rate -U", "for latency");
    row("10.0.0.1 --plot-theme pink", "light or dark");
    row("10.0.0.1 --json a --csv a", "different files");
    row("--compare a", "2 to 8 files");
    row("--compare a b c d e f g h i", "not 9");
    row("10.0.0.1 -s 0", "from 1 to 8388608");
    row("10.0.0.1 -s 8388609", "from 1 to 8388608");
    row("10.0.0.1 -s 64k", "whole number");
    row("10.0.0.1 -s 64:2", "from 1 to 8388608");
    row("10.0.0.1 -s 1,2,0", "from 1 to 8388608");
    row("10.0.0.1 -n 0", "at least 1");
    row("10.0.0.1 -n -1", "from 0 to 100000000");
    row("10.0.0.1 -n 5 -D 5", "the other 0");
    row("10.0.0.1 -D 3601", "from 0 to 3600");
    row("10.0.0.1 -m rate -t 4097", "from 1 to 4096");
    row("10.0.0.1 -m rate -t 4 -l 5", "not be more than depth");
    row("10.0.0.1 -t 2", "one message at a time");
    row("10.0.0.1 -b", "one message at a time");
    row("10.0.0.1 -q 1025", "from 1 to 1024");
    row("10.0.0.1 -q 1024 -s 8388608", "MiB of memory");
    row("10.0.0.1 -I 5000", "from 0 to 4096");
    row("10.0.0.1 --spin 1000001", "from 0 to 1000000");
    row("10.0.0.1 tcp --spin 20", "for RDMA");
    row("10.0.0.1 tcp --moderation 20", "for RDMA");
    row("10.0.0.1 --moderation 65536", "from 0 to 65535");
    row("10.0.0.1 tcp --no-yield", "for RDMA");
    row("10.0.0.1 --adaptive", "how long");
    row("10.0.0.1 send -m rate --skip", "of streams");
    row("10.0.0.1 stream --skip", "of streams");
    row("10.0.0.1 --signals --futures", "exclude each other");
    row("10.0.0.1 stream --signals", "for queue pairs");
    row("10.0.0.1 tcp --futures", "for queue pairs");
    row("10.0.0.1 -m speed", "latency, bandwidth, rate");
    row("10.0.0.1 atomic -s 16", "8 bytes");
    row("10.0.0.1 stream -m rate -l 2", "queue pairs");
    row("10.0.0.1 --min-bw 5", "bandwidth and rate");
    row("10.0.0.1 -m rate --max-p99 5", "for latency");
    row("10.0.0.1 --max-p99 soon", "above 0");
    row("10.0.0.1 -p 65536", "from 1 to 65535");
    row("10.0.0.1 -p 0", "from 1 to 65535");
    row("10.0.0.1 -x 1", "needs a device");
    row("10.0.0.1 --sing", "sing");
}

void tst_PerfStatistics::optionsAreChecked()
{
    QFETCH(QString, arguments);
    QFETCH(QString, says);
    QString problem;
    QVERIFY(!parseOptions(QStringList(QStringLiteral("qtrdma-perf")) + arguments.split(u' '),
                          &problem));
    QVERIFY2(problem.contains(says), qPrintable(problem));
}

void tst_PerfStatistics::optionsOfAClient()
{
    QString problem;
    const auto server = parseOptions({ QStringLiteral("qtrdma-perf") }, &problem);
    QVERIFY(server && server->isServer() && !server->isPatient);
    const auto patient =
            parseOptions(QStringLiteral("qtrdma-perf --patient").split(u' '), &problem);
    QVERIFY(patient && patient->isPatient);
    const auto client = parseOptions(QStringLiteral("qtrdma-perf 10.0.0.1 write -m rate -a -q 3 -t "
                                                    "64 -l 16 -D 2 -b --spin 20 --adaptive")
                                             .split(u' '),
                                     &problem);
    QVERIFY2(client && !client->isServer(), qPrintable(problem));
    QCOMPARE(client->runs.size(), 23);
    QCOMPARE(client->runs.constFirst().size, qint64(2));
    QCOMPARE(client->runs.constLast().size, MaxSize);
    const Description run = client->runs.constLast();
    QCOMPARE(run.test, Test::Write);
    QCOMPARE(run.measure, Measure::Rate);
    QCOMPARE(run.connections, qint64(3));
    QCOMPARE(run.depth, qint64(64));
    QCOMPARE(run.batch, qint64(16));
    QCOMPARE(run.seconds, qint64(2));
    QCOMPARE(run.iterations, qint64(0));
    QVERIFY(run.bothDirections);
    QCOMPARE(run.spin, qint64(20));
    QVERIFY(run.adaptive && !run.forceSpin);
}

// As people type who know perftest.
void tst_PerfStatistics::habits()
{
    QString problem;
    const auto options = parseOptions(
            QStringLiteral(
                    "qtrdma-perf -F -R -e -c RC -S 0 -T 32 -u 14 -m rate -t 64 -l 8 -Q 16 -r 32 "
                    "-n 77 --report_gbits fasthost,otherhost write-imm")
                    .split(u' '),
            &problem);
    QVERIFY2(options, qPrintable(problem));
    QCOMPARE(options->paths.size(), 2);
    QCOMPARE(options->paths[0].host, QStringLiteral("fasthost"));
    QCOMPARE(options->paths[1].host, QStringLiteral("otherhost"));
    QVERIFY(options->table.inGbits);
    const Description run = options->runs.constFirst();
    QCOMPARE(run.typeOfService, qint64(32));
    QCOMPARE(run.timeout, qint64(14));
    QCOMPARE(run.period(), qint64(16));
    QCOMPARE(run.window(), qint64(32));
    QCOMPARE(run.iterations, qint64(77));

    const auto endless =
            parseOptions(QStringLiteral("qtrdma-perf host --run_infinitely").split(u' '), &problem);
    QVERIFY2(endless, qPrintable(problem));
    QCOMPARE(endless->runs.constFirst().seconds, qint64(5));
    QCOMPARE(endless->runs.constFirst().iterations, qint64(0));
}

// A peer of an earlier version does not say the numbers that came later.
void tst_PerfStatistics::earlierPeers()
{
    QJsonObject json = Description().toJson();
    for (const char *name : { "service", "rx-depth", "cq-mod", "tos", "qp-timeout" })
        json.remove(QLatin1String(name));
    QString problem;
    const auto description = Description::fromJson(json, &problem);
    QVERIFY2(description, qPrintable(problem));
    QCOMPARE(description->toJson(), Description().toJson());
}

void tst_PerfStatistics::orderIsKept()
{
    Samples samples;
    samples.keepOrder(3);
    for (const qint64 time : { 30, 10, 20, 5 })
        samples.add(time);
    QCOMPARE(samples.count(), quint64(4));
    QCOMPARE(samples.inOrder(), (std::vector<qint64>{ 30, 10, 20 }));

    Samples others;
    others.add(2'000'000); // longer than those that are kept by nanoseconds
    others.add(samples);
    QCOMPARE(others.count(), quint64(5));
    QCOMPARE(others.min(), qint64(5));
    QCOMPARE(others.max(), qint64(2'000'000));
}

// Numbers of any size leave the columns where they are.
void tst_PerfStatistics::eightyColumns()
{
    for (const Measure measure : { Measure::Latency, Measure::Bandwidth, Measure::Rate }) {
        Result result;
        result.description.measure = measure;
        result.description.size = MaxSize;
        result.description.spin = 1'000'000;
        result.description.adaptive = true;
        result.messages = 99'999'999;
        result.elapsed = 1'000'000;
        result.client = Usage{ 400'000'000'000'000, 80'000'000'000'000, true };
        result.server = result.client;
        for (const qint64 time : { 1LL, 12'345LL, 123'456'789LL, 3'600'000'000'000LL })
            result.samples.add(time);
        const TableStyle style{ true, TableStyle::Listing::None };
        const QString text =
                tableHeader(result.description, QStringLiteral("mlx5_0, mlx5_1"), style)
                + tableRow(result, style)
                + pathRow(QStringLiteral("a_very_long_name_of_a_device:1"), result, style);
        const QStringList lines = text.split(u'\n');
        for (const QString &line : lines)
            QVERIFY2(line.size() <= 80, qPrintable(line));
    }
}

void tst_PerfStatistics::interfaces()
{
    const std::pair<const char *, Interface> expected[] = {
        { "send", Interface::Prepared },
        { "write -m rate --signals", Interface::Signals },
        { "read --futures", Interface::Futures },
        { "atomic", Interface::Signals }, // there is no preparing
        { "atomic --futures", Interface::Futures },
        { "tcp", Interface::Prepared },
        { "send -c UC", Interface::Prepared },
        { "send -c UD", Interface::Signals }, // there is no receive ring
    };
    for (const auto &[arguments, interface] : expected) {
        QString problem;
        const auto options = parseOptions(
                QStringLiteral("qtrdma-perf 10.0.0.1 %1").arg(QLatin1String(arguments)).split(u' '),
                &problem);
        QVERIFY2(options, qPrintable(problem));
        QCOMPARE(options->runs.constFirst().interface, interface);
    }
    Description atomic;
    atomic.test = Test::Atomic;
    atomic.size = 8;
    QVERIFY2(atomic.problem().contains(u"cannot be prepared"), qPrintable(atomic.problem()));
}

void tst_PerfStatistics::receiveRing()
{
    Description description;
    description.measure = Measure::Rate;
    description.depth = 64;
    QVERIFY(description.hasReceiveRing());
    // A window is being told of, a window may come, and some slots wait for others.
    QVERIFY(description.receiveDepth() >= 2 * description.window() + 16);
    QCOMPARE(description.memory(), 64 * (2 + description.receiveDepth()));
    description.size = 1024 * 1024;
    QVERIFY(!description.hasReceiveRing());
    QCOMPARE(description.receiveDepth(), description.receives());
    QCOMPARE(description.memory(), 2 * description.size);
    description.test = Test::WriteImm; // its bytes are not received into the ring
    QVERIFY(description.hasReceiveRing());
    description.interface = Interface::Signals;
    QVERIFY(!description.hasReceiveRing());
}

void tst_PerfStatistics::sumOfWords()
{
    const QByteArray bytes("\1\0\0\0\0\0\0\0\2\1\0\0\0\0\0\0\3\0\0", 19);
    QCOMPARE(wordSum(bytes.constData(), 0), quint64(0));
    if constexpr (QSysInfo::ByteOrder == QSysInfo::LittleEndian) {
        QCOMPARE(wordSum(bytes.constData(), 8), quint64(1));
        QCOMPARE(wordSum(bytes.constData(), 19), quint64(1 + 0x102 + 3));
        QCOMPARE(wordSum(bytes.constData() + 8, 2), quint64(0x102));
    }
}

QTEST_GUILESS_MAIN(tst_PerfStatistics)
#include "tst_perfstatistics.moc"
