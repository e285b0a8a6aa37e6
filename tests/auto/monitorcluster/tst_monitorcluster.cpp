// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cluster/agent.h"
#include "cluster/cluster.h"

#include "simulatedhost.h"
#include "speaker.h"

#include <QtRdma/RdmaStream>

#include <QtCore/qcommandlineparser.h>
#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qtemporarydir.h>
#include <QtQml/qqmlengine.h>
#include <QtTest/qabstractitemmodeltester.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <cmath>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;

// Agents and the hosts that a viewer shows, over TCP on this machine.
class tst_MonitorCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void live();
    void comesBack();
    void whatDriversCount_data();
    void whatDriversCount();
    void errorsAreRemembered();
    void busyThreadIsNoSilence();
    void badSenders_data();
    void badSenders();
    void otherVersions_data();
    void otherVersions();
    void manyResources();
    void fastSender();
    void ssh();
    void sshFails();
    void slowViewer();
    void viewerThatReadsNothing();
    void longestWrite();
    void intervalOfAllHosts();
    void pauseOfAllHosts();
    void lastWishHolds();
    void talkativeViewer();
    void manyViewers();
    void samplesForViewersOnly();
    void wrongKey();
    void manyHosts();
    void badOptions_data();
    void badOptions();

private:
    Options agentOptions(const QByteArray &recording, quint16 port = 0);
    bool show(const QList<quint16> &ports, const QByteArray &key = {});
    QString state(int row = 0) const { return value(row, Cluster::State).toString(); }
    QVariant value(int row, int role) const { return cluster->index(row).data(role); }

    QTemporaryDir directory;
    std::unique_ptr<QQmlEngine> engine;
    std::unique_ptr<Cluster> cluster;
};

namespace {

QByteArray recordingOf(int samples)
{
    RdmaTest::SimulatedHost host(1, 100);
    QByteArray recording = host.head();
    for (int i = 0; i < samples; ++i)
        recording += host.next();
    return recording;
}

// Samples of 800 KB.
QByteArray largeRecording()
{
    QByteArray recording = "{\"format\":\"QtRdma recording\",\"version\":2}\n";
    for (int sample = 1; sample <= 60; ++sample) {
        recording += "{\"time\":" + QByteArray::number(sample * 100) + ",\"resources\":[";
        for (int i = 0; i < 4000; ++i) {
            recording += "{\"device\":\"mlx5_0\",\"kind\":\"QueuePair\",\"number\":"
                    + QByteArray::number(i) + ",\"owner\":\""
                    + QByteArray(200, char('a' + sample % 26)) + "\"},";
        }
        recording.chop(1);
        recording += "]}\n";
    }
    return recording;
}

RdmaStreamOptions overTcp(const QByteArray &key = {})
{
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::TcpOnly);
    if (!key.isEmpty())
        options.setPreSharedKey(key);
    return options;
}

std::unique_ptr<RdmaStream> viewerOf(quint16 port)
{
    auto stream = std::make_unique<RdmaStream>();
    stream->setOptions(overTcp());
    stream->connectToHost(QHostAddress::LocalHost, port);
    return stream;
}

} // namespace

void tst_MonitorCluster::initTestCase()
{
    QVERIFY(directory.isValid());
}

void tst_MonitorCluster::cleanup()
{
    cluster.reset();
    engine.reset();
}

Options tst_MonitorCluster::agentOptions(const QByteArray &recording, quint16 port)
{
    Options options;
    options.output = Output::Agent;
    options.interval = 100;
    options.replay = directory.filePath(u"recording"_s);
    QFile file(options.replay);
    if (!file.open(QIODevice::WriteOnly) || file.write(recording) != recording.size())
        qWarning() << file.errorString();
    options.cluster.address = QHostAddress::LocalHost;
    options.cluster.port = port;
    options.cluster.stream = overTcp();
    return options;
}

bool tst_MonitorCluster::show(const QList<quint16> &ports, const QByteArray &key)
{
    QList<HostAddress> hosts;
    for (const quint16 port : ports)
        hosts.append(*HostAddress::fromString(u"127.0.0.1:"_s + QString::number(port)));
    engine = std::make_unique<QQmlEngine>();
    cluster = std::make_unique<Cluster>();
    return cluster->open(engine.get(), hosts, overTcp(key), 100);
}

void tst_MonitorCluster::live()
{
    Agent agent(agentOptions(recordingOf(200)));
    QVERIFY(agent.start());
    QVERIFY(show({ agent.port() }));
    const QAbstractItemModelTester tester(cluster.get());
    QCOMPARE(state(), u"Connecting"_s);
    QTRY_COMPARE(state(), u"Live"_s);
    QTRY_COMPARE(value(0, Cluster::Ports), 2);
    QCOMPARE(value(0, Cluster::Devices), 2);
    QTRY_VERIFY(value(0, Cluster::Sent).toDouble() > 0);
    QTRY_VERIFY(value(0, Cluster::Samples).toInt() >= 3);
    QVERIFY(qAbs(value(0, Cluster::ClockOffset).toDouble()) < 60'000);
    QCOMPARE(cluster->loads()->rowCount(), 2);
    QCOMPARE(cluster->sourceAt(0)->property("host"), cluster->names().constFirst());
    QCOMPARE(cluster->sourceAt(1), nullptr);
}

// The row stays, with the last values, which are marked.
void tst_MonitorCluster::comesBack()
{
    auto agent = std::make_unique<Agent>(agentOptions(recordingOf(200)));
    QVERIFY(agent->start());
    const quint16 port = agent->port();
    QVERIFY(show({ port }));
    QTRY_COMPARE(value(0, Cluster::Ports), 2);
    const int old = cluster->loads()->roleNames().key("old");
    QSignalSpy removed(cluster->loads(), &QAbstractItemModel::rowsRemoved);

    agent.reset();
    QTRY_COMPARE(state(), u"Lost"_s);
    QVERIFY2(value(0, Cluster::StateText).toString().startsWith(u"Lost since "), "");
    QTRY_COMPARE(cluster->loads()->index(0, 0).data(old), true);
    QCOMPARE(value(0, Cluster::Ports), 2);
    QVERIFY(std::isnan(cluster->traffic(0).value(u"sent"_s).toDouble())); // a gap in the curve

    // Its counters begin anew, as after a restart.
    agent = std::make_unique<Agent>(agentOptions(recordingOf(200), port));
    QVERIFY(agent->start());
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"Live"_s, 20'000);
    QTRY_COMPARE(cluster->loads()->index(0, 0).data(old), false);
    QVERIFY(value(0, Cluster::Sent).toDouble() >= 0);
    QVERIFY(value(0, Cluster::Sent).toDouble() < 50e9); // two ports of 100 Gbit/s
    QCOMPARE(removed.count(), 0);
}

void tst_MonitorCluster::whatDriversCount_data()
{
    QTest::addColumn<QByteArrayList>("counters");
    QTest::addColumn<QVariantMap>("traffic");
    QTest::addColumn<QString>("text");
    QTest::newRow("packets") << QByteArrayList{ "sent_pkts", "rcvd_pkts" }
                             << QVariantMap{ { u"sent"_s, 10. }, { u"received"_s, 20. } }
                             << u"↑ 10  ↓ 20 packets/s"_s;
    QTest::newRow("one direction") << QByteArrayList{ "tx_bytes" }
                                   << QVariantMap{ { u"sent"_s, 10. } } << u"↑ 80\u202fbit/s"_s;
    QTest::newRow("no traffic") << QByteArrayList{ "retries" } << QVariantMap()
                                << u"Its drivers count no traffic"_s;
}

// A value that is not known is not shown as 0.
void tst_MonitorCluster::whatDriversCount()
{
    QFETCH(QByteArrayList, counters);
    QFETCH(QVariantMap, traffic);
    QFETCH(QString, text);
    QByteArrayList first;
    QByteArrayList second;
    for (const QByteArray &name : std::as_const(counters)) {
        first.append(R"({"device":"a","port":1,"name":")" + name
                     + R"(","available":true,"value":"0"})");
        second.append("{\"value\":\"" + QByteArray::number(10 * (second.size() + 1)) + "\"}");
    }
    const QByteArray port = R"({"device":"a","port":1,"state":"Active","active":true})";
    const RdmaTest::Speaker speaker(
            "{\"format\":\"QtRdma recording\",\"version\":2}\n{\"time\":1000,\"ports\":[" + port
            + "],\"counters\":[" + first.join(',') + "]}\n");
    QVERIFY(show({ speaker.port() }));
    QTRY_COMPARE(value(0, Cluster::Samples), 1);
    speaker.streams.constFirst()->write("{\"time\":2000,\"ports\":[{}],\"counters\":["
                                        + second.join(',') + "]}\n");
    QTRY_COMPARE(value(0, Cluster::Samples), 2);
    QTRY_COMPARE(cluster->traffic(0), traffic);
    QCOMPARE(value(0, Cluster::Traffic), text);
}

// One who looks a minute later sees that a host had errors.
void tst_MonitorCluster::errorsAreRemembered()
{
    const QByteArray port = R"({"device":"a","port":1,"state":"Active","active":true})";
    const RdmaTest::Speaker speaker(
            "{\"format\":\"QtRdma recording\",\"version\":2}\n{\"time\":1000,\"ports\":[" + port
            + R"(],"counters":[{"device":"a","port":1,"name":"wrong","available":true,)"
              R"("shouldStayZero":true,"value":"0"}]})"
            + '\n');
    const auto next = [&speaker](int second, const QByteArray &counter) {
        speaker.streams.constFirst()->write("{\"time\":" + QByteArray::number(second * 1000)
                                            + ",\"ports\":[{}],\"counters\":[" + counter + "]}\n");
    };
    QVERIFY(show({ speaker.port() }));
    QTRY_COMPARE(value(0, Cluster::Samples), 1);
    QCOMPARE(value(0, Cluster::Alarms), 0);
    next(2, R"({"value":"3"})");
    QTRY_COMPARE(value(0, Cluster::ErrorRate), 3);
    QCOMPARE(value(0, Cluster::Alarms), 1);
    next(3, "{}");
    QTRY_COMPARE(value(0, Cluster::ErrorRate), 0);
    QCOMPARE(value(0, Cluster::Alarms), 1);
}

// A window that was busy for longer than a host may be silent reads what has come, before it takes the
// host for lost.
void tst_MonitorCluster::busyThreadIsNoSilence()
{
    const RdmaTest::Speaker speaker(
            "{\"format\":\"QtRdma recording\",\"version\":2}\n{\"time\":1000}\n");
    QVERIFY(show({ speaker.port() }));
    QTRY_COMPARE(value(0, Cluster::Samples), 1);
    const QSignalSpy states(cluster.get(), &Cluster::statesChanged);
    QTest::qSleep(10'500);
    speaker.streams.constFirst()->write("{\"time\":2000}\n");
    QTRY_COMPARE(value(0, Cluster::Samples), 2);
    QCOMPARE(state(), u"Live"_s);
    QCOMPARE(states.size(), 0);
}

void tst_MonitorCluster::badSenders_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("text");
    const QByteArray head = "{\"format\":\"QtRdma recording\",\"version\":2}\n";
    QTest::newRow("newer") << QByteArray("{\"format\":\"QtRdma recording\",\"version\":7}\n")
                           << "OtherVersion"
                           << "version 7, and only versions up to 2";
    QTest::newRow("no recording") << QByteArray("hello\n") << "Refused"
                                  << "no recording";
    QTest::newRow("damaged") << head + "{\"time\":\n"
                             << "Refused"
                             << "damaged";
    QTest::newRow("deep") << head + QByteArray(50'000, '[') + '\n'
                          << "Refused"
                          << "damaged";
    QTest::newRow("endless head") << QByteArray(5000, 'x') << "Refused"
                                  << "no recording";
}

void tst_MonitorCluster::badSenders()
{
    QFETCH(QByteArray, words);
    QFETCH(QString, wanted);
    QFETCH(QString, text);
    const RdmaTest::Speaker speaker(words);
    QVERIFY(show({ speaker.port() }));
    QTRY_COMPARE(state(), wanted);
    QVERIFY2(value(0, Cluster::StateText).toString().contains(text),
             qPrintable(value(0, Cluster::StateText).toString()));
    QCOMPARE(cluster->loads()->rowCount(), 0);
}

void tst_MonitorCluster::otherVersions_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("older, each sample whole")
            << QByteArray("{\"format\":\"QtRdma recording\",\"version\":1}\n"
                          "{\"time\":1,\"ports\":[{\"device\":\"a\",\"port\":1}]}\n"
                          "{\"time\":2,\"ports\":[{\"device\":\"b\",\"port\":1}]}\n");
    QTest::newRow("newer, with properties that nobody knows here")
            << QByteArray("{\"format\":\"QtRdma recording\",\"version\":2,\"mood\":\"good\"}\n"
                          "{\"time\":1,\"orbits\":[{}],\"ports\":[{\"device\":\"b\",\"port\":1,"
                          "\"tilt\":3}]}\n{\"time\":2,\"ports\":[{\"tilt\":4}]}\n");
}

void tst_MonitorCluster::otherVersions()
{
    QFETCH(QByteArray, words);
    const RdmaTest::Speaker speaker(words);
    QVERIFY(show({ speaker.port() }));
    const auto sum = [this] {
        return value(0, Cluster::Samples).toInt() + value(0, Cluster::Skipped).toInt();
    };
    QTRY_COMPARE(sum(), 2);
    QCOMPARE(state(), u"Live"_s);
    QCOMPARE(value(0, Cluster::Ports), 1);
    const int device = cluster->loads()->roleNames().key("device");
    QCOMPARE(cluster->loads()->index(0, 0).data(device), u"b"_s);
}

void tst_MonitorCluster::manyResources()
{
    const RdmaTest::Speaker speaker(largeRecording().left(2'000'000));
    QVERIFY(show({ speaker.port() }));
    QTRY_VERIFY_WITH_TIMEOUT(value(0, Cluster::Samples).toInt() > 0, 30'000);
    QCOMPARE(state(), u"Live"_s);
}

// Samples that come faster than they can be shown wait, or are skipped, and are counted.
void tst_MonitorCluster::fastSender()
{
    const int samples = 3000;
    const RdmaTest::Speaker speaker(recordingOf(samples));
    QVERIFY(show({ speaker.port() }));
    const auto sum = [this] {
        return value(0, Cluster::Samples).toInt() + value(0, Cluster::Skipped).toInt();
    };
    QTRY_COMPARE_WITH_TIMEOUT(sum(), samples, 60'000);
    QVERIFY(value(0, Cluster::Samples).toInt() < samples / 10);
    QCOMPARE(state(), u"Live"_s);
}

// The same bytes from the standard output of a command.
void tst_MonitorCluster::ssh()
{
    QTest::failOnWarning(QRegularExpression(u"QProcess: Destroyed"_s));
    const QString recording = agentOptions(recordingOf(5)).replay;
    QFile script(directory.filePath(u"ssh"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho \"$@\" >\"$0.arguments\"\ncat '" + recording.toUtf8()
                 + "'\nexec cat /dev/zero >/dev/null\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", directory.path().toUtf8() + ':' + path);
    engine = std::make_unique<QQmlEngine>();
    cluster = std::make_unique<Cluster>();
    QVERIFY(cluster->open(engine.get(), { *HostAddress::fromString(u"ssh:node7"_s) }, {}, 500));
    QTRY_COMPARE(value(0, Cluster::Ports), 2);
    QCOMPARE(state(), u"Live"_s);
    QCOMPARE(value(0, Cluster::Name), u"ssh:node7"_s);
    QFile arguments(script.fileName() + u".arguments"_s);
    QVERIFY(arguments.open(QIODevice::ReadOnly));
    QCOMPARE(arguments.readAll().trimmed(),
             "-o BatchMode=yes -- node7 qtrdma-monitor --headless --record - --interval 500");
    cluster.reset();
    qputenv("PATH", path);
}

void tst_MonitorCluster::sshFails()
{
    QTest::failOnWarning(QRegularExpression(u"QProcess: Destroyed"_s));
    QFile script(directory.filePath(u"ssh"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho 'Permission denied (publickey).' >&2\nexit 255\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", directory.path().toUtf8() + ':' + path);
    engine = std::make_unique<QQmlEngine>();
    cluster = std::make_unique<Cluster>();
    QVERIFY(cluster->open(engine.get(), { *HostAddress::fromString(u"ssh:node7"_s) }, {}, 500));
    QTRY_COMPARE(state(), u"Refused"_s);
    QVERIFY(value(0, Cluster::StateText).toString().contains(u"Permission denied"));
    cluster.reset();
    qputenv("PATH", path);
}

// It gets a whole sample as soon as it reads again, and is told how many there were in between.
void tst_MonitorCluster::slowViewer()
{
    Agent agent(agentOptions(largeRecording()));
    QVERIFY(agent.start());
    const std::unique_ptr<RdmaStream> viewer = viewerOf(agent.port());
    viewer->setReadBufferSize(4096);
    QTRY_COMPARE(agent.viewers(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(agent.skipped() > 3, 30'000);
    viewer->setReadBufferSize(0);
    QByteArray bytes;
    connect(viewer.get(), &RdmaStream::readyRead, this, [&] { bytes += viewer->readAll(); });
    bytes += viewer->readAll();
    QTRY_VERIFY_WITH_TIMEOUT(bytes.contains("\"skipped\":"), 30'000);
}

// The agent drops it, as soon as its stream may.
void tst_MonitorCluster::viewerThatReadsNothing()
{
    Options options = agentOptions(largeRecording());
    options.cluster.stream.setWriteTimeout(100);
    Agent agent(options);
    QVERIFY(agent.start());
    const std::unique_ptr<RdmaStream> viewer = viewerOf(agent.port());
    viewer->setReadBufferSize(4096);
    QTRY_COMPARE(agent.viewers(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(agent.viewers(), 0, 30'000);
    QVERIFY(!agent.isSampling());
}

void tst_MonitorCluster::longestWrite()
{
    QCommandLineParser parser;
    ClusterOptions::addTo(&parser);
    QVERIFY(parser.parse({ u"qtrdma-monitor"_s, u"--serve"_s, u"127.0.0.1"_s }));
    ClusterOptions options;
    QCOMPARE(options.read(parser), QString());
    QCOMPARE(options.stream.writeTimeout(), 30'000);
}

void tst_MonitorCluster::intervalOfAllHosts()
{
    Agent first(agentOptions(recordingOf(200)));
    Agent second(agentOptions(recordingOf(200)));
    QVERIFY(first.start());
    QVERIFY(second.start());
    QVERIFY(show({ first.port(), second.port() }));
    QTRY_COMPARE(state(0), u"Live"_s);
    QTRY_COMPARE(state(1), u"Live"_s);
    cluster->setInterval(500);
    QTRY_COMPARE(first.interval(), 500);
    QTRY_COMPARE(second.interval(), 500);
    cluster->setInterval(1); // the agents take no more samples than they want to
    QTRY_COMPARE(first.interval(), 100);
    QTRY_COMPARE(second.interval(), 100);
}

void tst_MonitorCluster::pauseOfAllHosts()
{
    RdmaTest::Speaker speaker({});
    QVERIFY(show({ speaker.port(), speaker.port() }));
    QTRY_COMPARE(speaker.streams.size(), 2);
    std::vector<RdmaTest::SimulatedHost> hosts{ RdmaTest::SimulatedHost(1),
                                                RdmaTest::SimulatedHost(2) };
    const auto speak = [&] {
        for (qsizetype i = 0; i < 2; ++i)
            speaker.streams.at(i)->write(hosts[size_t(i)].next());
    };
    for (qsizetype i = 0; i < 2; ++i)
        speaker.streams.at(i)->write(hosts[size_t(i)].head());
    speak();
    QTRY_COMPARE(value(0, Cluster::Samples), 1);
    QTRY_COMPARE(value(1, Cluster::Samples), 1);

    cluster->setRunning(false);
    QSignalSpy first(cluster->sourceAt(0), SIGNAL(feedRead()));
    QSignalSpy second(cluster->sourceAt(1), SIGNAL(feedRead()));
    speak();
    QTRY_VERIFY(first.count() > 0 && second.count() > 0);
    QCOMPARE(cluster->sourceAt(0)->property("samples"), 1);
    QCOMPARE(cluster->sourceAt(1)->property("samples"), 1);
    QCOMPARE(state(1), u"Live"_s);

    cluster->setRunning(true);
    speak();
    QTRY_COMPARE(value(0, Cluster::Samples), 2);
    QTRY_COMPARE(value(1, Cluster::Samples), 2);
}

void tst_MonitorCluster::lastWishHolds()
{
    Agent agent(agentOptions(recordingOf(200)));
    QVERIFY(agent.start());
    const std::unique_ptr<RdmaStream> viewer = viewerOf(agent.port());
    viewer->write("{\"interval\":200}\n{\"interval\":700}\n");
    QTRY_COMPARE(agent.interval(), 700);
}

void tst_MonitorCluster::talkativeViewer()
{
    Agent agent(agentOptions(recordingOf(200)));
    QVERIFY(agent.start());
    const std::unique_ptr<RdmaStream> viewer = viewerOf(agent.port());
    QSignalSpy disconnected(viewer.get(), &RdmaStream::disconnected);
    viewer->write(QByteArray(100'000, ' '));
    QTRY_COMPARE(disconnected.count(), 1);
    QTRY_COMPARE(agent.viewers(), 0);
}

void tst_MonitorCluster::manyViewers()
{
    Agent agent(agentOptions(recordingOf(200)));
    QVERIFY(agent.start());
    std::vector<std::unique_ptr<RdmaStream>> viewers;
    for (int i = 0; i <= Agent::MostViewersPerAddress; ++i)
        viewers.push_back(viewerOf(agent.port()));
    const auto count = [&viewers](QAbstractSocket::SocketState state) {
        return std::count_if(viewers.begin(), viewers.end(),
                             [state](const auto &viewer) { return viewer->state() == state; });
    };
    QTRY_COMPARE(count(QAbstractSocket::UnconnectedState), 1);
    QTRY_COMPARE(agent.viewers(), int(Agent::MostViewersPerAddress));
}

void tst_MonitorCluster::samplesForViewersOnly()
{
    Agent agent(agentOptions(recordingOf(200)));
    QVERIFY(agent.start());
    QVERIFY(!agent.isSampling());
    std::unique_ptr<RdmaStream> viewer = viewerOf(agent.port());
    QTRY_VERIFY(agent.isSampling());
    viewer->disconnectFromHost();
    QTRY_VERIFY(!agent.isSampling());
}

void tst_MonitorCluster::wrongKey()
{
    Options options = agentOptions(recordingOf(200));
    options.cluster.stream.setPreSharedKey("a key of the agent");
    Agent agent(options);
    QVERIFY(agent.start());
    QVERIFY(show({ agent.port() }, "another one"));
    QTRY_COMPARE(state(), u"Refused"_s);
    QCOMPARE(value(0, Cluster::Samples), 0);
    QVERIFY(show({ agent.port() }, "a key of the agent"));
    QTRY_COMPARE(state(), u"Live"_s);
}

// Fifty hosts with a hundred devices: no sample is left out.
void tst_MonitorCluster::manyHosts()
{
    const int hosts = 50;
    const int samples = 10;
    std::vector<RdmaTest::SimulatedHost> simulated;
    for (int i = 0; i < hosts; ++i)
        simulated.emplace_back(i);
    RdmaTest::Speaker speaker({});
    QVERIFY(show(QList<quint16>(hosts, speaker.port())));
    QTRY_COMPARE(speaker.streams.size(), hosts);
    for (int sample = 1; sample <= samples; ++sample) {
        for (int i = 0; i < hosts; ++i) {
            RdmaTest::SimulatedHost &host = simulated[size_t(i)];
            speaker.streams.at(i)->write((sample == 1 ? host.head() : QByteArray()) + host.next());
        }
        const auto haveAll = [&] {
            for (int i = 0; i < hosts; ++i) {
                if (cluster->sourceAt(i)->property("samples").toInt() != sample)
                    return false;
            }
            return true;
        };
        QTRY_VERIFY(haveAll());
    }
    QTRY_COMPARE(cluster->loads()->rowCount(), hosts * RdmaTest::SimulatedHost::Devices);
    for (int i = 0; i < hosts; ++i) {
        QCOMPARE(cluster->sourceAt(i)->property("skipped"), 0);
        QCOMPARE(state(i), u"Live"_s);
    }
}

void tst_MonitorCluster::badOptions_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("status");
    QFile hosts(directory.filePath(u"hosts"_s));
    QVERIFY(hosts.open(QIODevice::WriteOnly));
    hosts.write("# all of them\nnode1\n\nnode2:99999\n");
    hosts.close();
    QFile none(directory.filePath(u"none"_s));
    QVERIFY(none.open(QIODevice::WriteOnly));
    none.write("# nobody\n");
    none.close();
    const auto row = [](const char *name, const QStringList &arguments, const QString &text,
                        int status = 2) { QTest::newRow(name) << arguments << text << status; };
    row("everybody sees it", { u"--serve"_s, u"any"_s }, u"--key-file"_s);
    row("address", { u"--serve"_s, u"nowhere"_s }, u"--serve takes an address"_s);
    row("port", { u"--serve"_s, u"127.0.0.1:65536"_s }, u"from 0 to 65535"_s);
    row("key file", { u"--serve"_s, u"any"_s, u"--key-file"_s, u"/nonexistent"_s },
        u"/nonexistent"_s, 1);
    row("insecure", { u"--headless"_s, u"--insecure"_s }, u"--insecure"_s);
    row("option of ssh", { u"--headless"_s, u"--connect"_s, u"ssh:-oProxyCommand=x"_s },
        u"ssh:-oProxyCommand"_s);
    row("host", { u"--headless"_s, u"--connect"_s, u"node1:0"_s }, u"node1:0"_s);
    row("line", { u"--hosts"_s, hosts.fileName() }, u"Line 4"_s, 1);
    row("no host", { u"--hosts"_s, none.fileName() }, u"no host in"_s, 1);
    row("no file", { u"--hosts"_s, u"/nonexistent"_s }, u"/nonexistent"_s, 1);
    row("as text", { u"--headless"_s, u"--connect"_s, u"node1"_s }, u"--headless"_s);
    row("alone", { u"--headless"_s, u"node1"_s }, u"hosts follow --connect"_s);
}

void tst_MonitorCluster::badOptions()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, text);
    QFETCH(int, status);
    QProcess process;
    process.start(QStringLiteral(MONITOR), arguments);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), status);
    const QString errors = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(errors.contains(text), qPrintable(errors));
}

QTEST_GUILESS_MAIN(tst_MonitorCluster)

#include "tst_monitorcluster.moc"
