// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadevice.h>
#include <QtRdma/rdmaresourcereader.h>
#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include "rdmatest.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qscopeguard.h>
#include <QtTest/qtest.h>

#include <algorithm>
#include <memory>

#include <sys/prctl.h>

class tst_RdmaResource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void ownConnection();
    void ownerWithControlSequences();
    void allKinds_data();
    void allKinds();
    void noDevice();

private:
    QList<RdmaResource> own(RdmaResource::Kind kind) const;

    QString device;
};

void tst_RdmaResource::initTestCase()
{
    device = RdmaDevice::fromAddress(RdmaTest::address()).name();
    QVERIFY(!device.isEmpty());
}

QList<RdmaResource> tst_RdmaResource::own(RdmaResource::Kind kind) const
{
    QList<RdmaResource> resources = RdmaResourceReader(device, kind).readAll();
    resources.removeIf([](const RdmaResource &resource) {
        return resource.process() != quint32(QCoreApplication::applicationPid());
    });
    return resources;
}

// Made in this process: the kernel tells of them, whose they are, and that they have gone.
void tst_RdmaResource::ownConnection()
{
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    auto stream = std::make_unique<RdmaStream>();
    stream->connectToHost(RdmaTest::address(), server.serverPort());
    QVERIFY(stream->waitForConnected());
    const QList<RdmaResource> queuePairs = own(RdmaResource::Kind::QueuePair);
    QCOMPARE(queuePairs.size(), 2);
    QCOMPARE(queuePairs.first().deviceName(), device);
    QCOMPARE(queuePairs.first().owner(), QStringLiteral("tst_rdmaresource").left(15));
    QCOMPARE(queuePairs.first().type(), QStringLiteral("RC"));
    const QList<RdmaResource> ids = own(RdmaResource::Kind::ConnectionId);
    QVERIFY(std::any_of(ids.begin(), ids.end(), [&](const RdmaResource &id) {
        return id.peerAddress() == RdmaTest::address() && id.peerPort() == server.serverPort()
                && id.localPort() == stream->localPort() && id.queuePairNumber() > 0;
    }));
    for (auto kind : { RdmaResource::Kind::CompletionQueue, RdmaResource::Kind::MemoryRegion,
                       RdmaResource::Kind::ProtectionDomain, RdmaResource::Kind::Context })
        QVERIFY2(!own(kind).isEmpty(),
                 QMetaEnum::fromType<RdmaResource::Kind>().valueToKey(int(kind)));
    stream.reset();
    server.close();
    QTRY_VERIFY_WITH_TIMEOUT(own(RdmaResource::Kind::QueuePair).isEmpty(), 30000);
}

// A process calls itself what it likes, and its name reaches the terminals of others.
void tst_RdmaResource::ownerWithControlSequences()
{
    QCOMPARE(prctl(PR_SET_NAME, "ev\x1b[31mil\n\t\xc2\x9b\xc3\xbc"), 0);
    const auto back = qScopeGuard([] { prctl(PR_SET_NAME, "tst_rdmaresource"); });
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    const QList<RdmaResource> ids = own(RdmaResource::Kind::ConnectionId);
    QVERIFY(!ids.isEmpty());
    QCOMPARE(ids.first().owner(), QStringLiteral("ev?[31mil???\u00fc"));
}

void tst_RdmaResource::allKinds_data()
{
    QTest::addColumn<RdmaResource::Kind>("kind");
    const auto kinds = QMetaEnum::fromType<RdmaResource::Kind>();
    for (int i = 0; i < kinds.keyCount(); ++i)
        QTest::newRow(kinds.key(i)) << RdmaResource::Kind(kinds.value(i));
}

void tst_RdmaResource::allKinds()
{
    QFETCH(RdmaResource::Kind, kind);
    RdmaResourceReader reader(device, kind);
    QVERIFY2(!reader.rdmaError().isError(), qPrintable(reader.rdmaError().toString()));
    for (const RdmaResource &resource : reader.readAll())
        QCOMPARE(resource.kind(), kind);
    QVERIFY(reader.atEnd());
    QVERIFY2(!reader.rdmaError().isError(), qPrintable(reader.rdmaError().toString()));
}

void tst_RdmaResource::noDevice()
{
    RdmaResourceReader reader(QStringLiteral("none0"), RdmaResource::Kind::QueuePair);
    QVERIFY(reader.atEnd());
    QCOMPARE(reader.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(reader.readAll().isEmpty());
}

QTEST_GUILESS_MAIN(tst_RdmaResource)
#include "tst_rdmaresource.moc"
