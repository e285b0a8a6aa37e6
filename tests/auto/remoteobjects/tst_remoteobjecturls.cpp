// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"

#include <rdmanode.h>
#include <thermostat.h>

#include <QtRemoteObjects/qremoteobjectdynamicreplica.h>
#include <QtRemoteObjects/qremoteobjectnode.h>
#include <QtTest/qtest.h>

namespace {

constexpr int Patience = 30000;

// A host with a thermostat.
struct Host
{
    explicit Host(const QUrl &url) : node(url)
    {
        isReady = node.enableRemoting(&thermostat, QStringLiteral("Thermostat"))
                && node.lastError() == QRemoteObjectNode::NoError;
    }

    Thermostat thermostat;
    QRemoteObjectHost node;
    bool isReady = false;
};

// Any port of the device.
QUrl anyPort()
{
    QUrl url;
    url.setScheme(QStringLiteral("rdma"));
    url.setHost(RdmaTest::address().toString());
    url.setPort(0);
    return url;
}

} // namespace

// Hosts and nodes of Qt Remote Objects that know RDMA by its URLs.
class tst_RemoteObjectUrls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void replicaFollowsSource();
    void hostComesBack();
    void hostComesLater();
    void portInUse();
};

void tst_RemoteObjectUrls::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    RdmaNode::registerSchemes();
}

void tst_RemoteObjectUrls::replicaFollowsSource()
{
    Host host(anyPort());
    QVERIFY(host.isReady);
    QVERIFY(host.node.hostUrl().port() > 0);
    QRemoteObjectNode node;
    QVERIFY(node.connectToNode(host.node.hostUrl()));
    const std::unique_ptr<QRemoteObjectDynamicReplica> replica(
            node.acquireDynamic(QStringLiteral("Thermostat")));
    QTRY_VERIFY_WITH_TIMEOUT(replica->isReplicaValid(), Patience);
    QCOMPARE(replica->property("temperature").toDouble(), 15.0);
    host.thermostat.control();
    QTRY_COMPARE_WITH_TIMEOUT(replica->property("temperature").toDouble(), 15.5, Patience);
    replica->setProperty("wanted", 22.0);
    QTRY_COMPARE_WITH_TIMEOUT(host.thermostat.wanted(), 22.0, Patience);
}

void tst_RemoteObjectUrls::hostComesBack()
{
    auto host = std::make_unique<Host>(anyPort());
    QVERIFY(host->isReady);
    const QUrl url = host->node.hostUrl();
    QRemoteObjectNode node;
    QVERIFY(node.connectToNode(url));
    const std::unique_ptr<QRemoteObjectDynamicReplica> replica(
            node.acquireDynamic(QStringLiteral("Thermostat")));
    QTRY_VERIFY_WITH_TIMEOUT(replica->isReplicaValid(), Patience);
    host.reset();
    QTRY_COMPARE_WITH_TIMEOUT(replica->state(), QRemoteObjectReplica::Suspect, Patience);
    // The port can be taken until the connections of the old host have ended.
    QTRY_VERIFY_WITH_TIMEOUT((host = std::make_unique<Host>(url))->isReady, Patience);
    host->thermostat.control();
    QTRY_VERIFY_WITH_TIMEOUT(replica->isReplicaValid(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(replica->property("temperature").toDouble(), 15.5, Patience);
}

void tst_RemoteObjectUrls::hostComesLater()
{
    auto host = std::make_unique<Host>(anyPort());
    QVERIFY(host->isReady);
    const QUrl url = host->node.hostUrl();
    host.reset();
    QRemoteObjectNode node;
    QVERIFY(node.connectToNode(url));
    const std::unique_ptr<QRemoteObjectDynamicReplica> replica(
            node.acquireDynamic(QStringLiteral("Thermostat")));
    QTest::qWait(0);
    QVERIFY(!replica->isReplicaValid());
    QTRY_VERIFY_WITH_TIMEOUT((host = std::make_unique<Host>(url))->isReady, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(replica->isReplicaValid(), Patience);
}

void tst_RemoteObjectUrls::portInUse()
{
    const Host host(anyPort());
    QVERIFY(host.isReady);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral(".")));
    const Host second(host.node.hostUrl());
    QVERIFY(!second.isReady);
}

QTEST_GUILESS_MAIN(tst_RemoteObjectUrls)
#include "tst_remoteobjecturls.moc"
