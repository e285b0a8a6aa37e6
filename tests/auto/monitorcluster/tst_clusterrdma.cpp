// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmatest.h"

#include "cluster/cluster.h"

#include <QtCore/qfile.h>
#include <QtCore/qprocess.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qtemporarydir.h>
#include <QtQml/qqmlengine.h>
#include <QtTest/qtest.h>

#include <memory>

using namespace Qt::StringLiterals;

// Two agents, which are programs, and the hosts that a viewer shows, over RDMA and with a key.
class tst_ClusterRdma : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneIsKilledAndComesBack();

private:
    std::unique_ptr<QProcess> startAgent(quint16 port = 0) const;
    QString keyFile() const { return m_directory.filePath(u"key"_s); }

    const QTemporaryDir m_directory;
};

namespace {

constexpr int Patience = 60'000;
constexpr char Key[] = "a key that both sides have";

quint16 portOf(QProcess *agent)
{
    static const QRegularExpression pattern(u"to port (\\d+)"_s);
    QByteArray said;
    while (agent->waitForReadyRead(Patience)) {
        said += agent->readAll();
        if (const auto match = pattern.match(QString::fromUtf8(said)); match.hasMatch())
            return match.captured(1).toUShort();
    }
    qWarning() << said;
    return 0;
}

RdmaStreamOptions overRdma()
{
    RdmaStreamOptions options;
    options.setTransport(Rdma::TransportPolicy::RdmaOnly);
    options.setPreSharedKey(Key);
    return options;
}

} // namespace

std::unique_ptr<QProcess> tst_ClusterRdma::startAgent(quint16 port) const
{
    auto agent = std::make_unique<QProcess>();
    agent->setReadChannel(QProcess::StandardError);
    agent->start(QStringLiteral(MONITOR),
                 { u"--serve"_s, u"%1:%2"_s.arg(RdmaTest::address().toString()).arg(port),
                   u"--key-file"_s, keyFile(), u"--transport"_s, u"rdma"_s, u"--interval"_s,
                   u"200"_s });
    return agent;
}

void tst_ClusterRdma::oneIsKilledAndComesBack()
{
    QFile file(keyFile());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(Key) > 0);
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    file.close();
    std::unique_ptr<QProcess> agents[] = { startAgent(), startAgent() };
    quint16 ports[2] = {};
    QList<HostAddress> hosts;
    for (int i = 0; i < 2; ++i) {
        ports[i] = portOf(agents[i].get());
        QVERIFY(ports[i] != 0);
        hosts.append(*HostAddress::fromString(
                u"%1:%2"_s.arg(RdmaTest::address().toString()).arg(ports[i])));
    }
    QQmlEngine engine;
    Cluster cluster;
    QVERIFY(cluster.open(&engine, hosts, overRdma(), 200));
    const auto value = [&](int row, Cluster::Role role) { return cluster.index(row).data(role); };
    for (int i = 0; i < 2; ++i) {
        QTRY_COMPARE_WITH_TIMEOUT(value(i, Cluster::State), u"Live"_s, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(value(i, Cluster::Samples).toInt() > 1, Patience);
        QVERIFY(value(i, Cluster::Ports).toInt() > 0);
    }

    agents[1]->kill();
    QVERIFY(agents[1]->waitForFinished(Patience));
    QTRY_COMPARE_WITH_TIMEOUT(value(1, Cluster::State), u"Lost"_s, Patience);
    QCOMPARE(value(0, Cluster::State), u"Live"_s);
    QVERIFY(value(1, Cluster::Ports).toInt() > 0);

    agents[1] = startAgent(ports[1]);
    QCOMPARE(portOf(agents[1].get()), ports[1]);
    const int before = value(1, Cluster::Samples).toInt();
    QTRY_COMPARE_WITH_TIMEOUT(value(1, Cluster::State), u"Live"_s, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(value(1, Cluster::Samples).toInt() > before, Patience);
    for (const auto &agent : agents) {
        agent->kill();
        QVERIFY(agent->waitForFinished(Patience));
    }
}

QTEST_GUILESS_MAIN(tst_ClusterRdma)

#include "tst_clusterrdma.moc"
