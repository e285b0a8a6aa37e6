// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtRemoteObjects/qremoteobjectdynamicreplica.h>
#include <QtRemoteObjects/qremoteobjectnode.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

namespace {
constexpr int Patience = 30000;
}

class Counter : public QObject
{
    Q_OBJECT
    Q_PROPERTY(int count READ count WRITE setCount NOTIFY countChanged)

public:
    int count() const { return m_count; }
    void setCount(int count)
    {
        if (std::exchange(m_count, count) != count)
            Q_EMIT countChanged(count);
    }

Q_SIGNALS:
    void countChanged(int count);

private:
    int m_count = 0;
};

// Qt Remote Objects takes any QIODevice for its connection: a stream must do.
class tst_RemoteObjects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void replicaFollowsSource();
};

void tst_RemoteObjects::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
}

void tst_RemoteObjects::replicaFollowsSource()
{
    RdmaServer server;
    QVERIFY2(server.listen(RdmaTest::address(), 0), qPrintable(server.errorString()));
    QRemoteObjectHost host;
    Counter counter;
    counter.setCount(5);
    host.setHostUrl(QUrl(QStringLiteral("rdma://test")),
                    QRemoteObjectHost::AllowExternalRegistration);
    QVERIFY(host.enableRemoting(&counter, QStringLiteral("Counter")));
    connect(&server, &RdmaServer::newConnection, this,
            [&] { host.addHostSideConnection(server.nextPendingConnection()); });

    RdmaStream stream;
    stream.connectToHost(RdmaTest::address(), server.serverPort());
    QTRY_COMPARE_WITH_TIMEOUT(stream.state(), QAbstractSocket::ConnectedState, Patience);
    QRemoteObjectNode node;
    node.addClientSideConnection(&stream);
    const std::unique_ptr<QRemoteObjectDynamicReplica> replica(
            node.acquireDynamic(QStringLiteral("Counter")));
    QTRY_VERIFY_WITH_TIMEOUT(replica->isInitialized(), Patience);
    QCOMPARE(replica->property("count").toInt(), 5);
    counter.setCount(6);
    QTRY_COMPARE_WITH_TIMEOUT(replica->property("count").toInt(), 6, Patience);
    replica->setProperty("count", 7); // and back
    QTRY_COMPARE_WITH_TIMEOUT(counter.count(), 7, Patience);
}

QTEST_GUILESS_MAIN(tst_RemoteObjects)
#include "tst_remoteobjects.moc"
