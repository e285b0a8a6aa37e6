// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/queuepairs.h"
#include "../shared/restrack.h"
#include "qtrdmafault.h"

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaStream>

#include <QtTest/qtest.h>

#include <cerrno>

namespace {

constexpr int Patience = 30000;
constexpr Rdma::Access Asked = Rdma::AccessFlag::LocalWrite | Rdma::AccessFlag::RelaxedOrdering;

int counted(const char *kind)
{
    return RdmaTest::Restrack::countOfNullDevice(QString::fromLatin1(kind)).value_or(0);
}

} // namespace

class tst_RelaxedOrdering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { qtrdmafault_reset(); }
    void regionsOfTheProgram();
    void refused_data();
    void refused();
    void otherErrors();
    void buffersOfThePool();
    void slotsOfStreams();
    void slotsThatPeersWriteTo();

private:
    RdmaProtectionDomain domain;
};

void tst_RelaxedOrdering::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    RdmaError error;
    domain = RdmaProtectionDomain::allocate(RdmaTest::address(), &error);
    QVERIFY2(domain.isValid(), qPrintable(error.toString()));
}

void tst_RelaxedOrdering::regionsOfTheProgram()
{
    const int before = counted("relaxed");
    RdmaError error;
    const auto plain =
            RdmaMemoryRegion::allocate(domain, 4096, Rdma::AccessFlag::LocalWrite, &error);
    QVERIFY2(plain.isValid(), qPrintable(error.toString()));
    QCOMPARE(plain.access(), Rdma::Access(Rdma::AccessFlag::LocalWrite));
    QCOMPARE(counted("relaxed"), before);
    const auto relaxed = RdmaMemoryRegion::allocate(domain, 4096, Asked, &error);
    QVERIFY2(relaxed.isValid(), qPrintable(error.toString()));
    QCOMPARE(relaxed.access(), Asked);
    if (RdmaTest::Restrack::countOfNullDevice(QStringLiteral("relaxed")))
        QCOMPARE(counted("relaxed"), before + 1);
}

void tst_RelaxedOrdering::refused_data()
{
    QTest::addColumn<int>("reason");
    QTest::newRow("EINVAL") << EINVAL;
    QTest::newRow("EOPNOTSUPP") << EOPNOTSUPP;
}

// The memory is registered without it.
void tst_RelaxedOrdering::refused()
{
    QFETCH(int, reason);
    RdmaError error;
    qtrdmafault_arm("ibv_reg_mr", 1, reason);
    const auto region = RdmaMemoryRegion::allocate(domain, 4096, Asked, &error);
    QVERIFY(qtrdmafault_fired());
    QCOMPARE(qtrdmafault_count(), 2);
    QVERIFY2(region.isValid(), qPrintable(error.toString()));
    QVERIFY(!error.isError());
    QCOMPARE(region.access(), Rdma::Access(Rdma::AccessFlag::LocalWrite));
    qtrdmafault_arm("ibv_reg_mr", -1, reason);
    QVERIFY(!RdmaMemoryRegion::allocate(domain, 4096, Asked, &error).isValid());
    QCOMPARE(error.code(), reason);
    QCOMPARE(qtrdmafault_count(), 2);
}

// They have nothing to do with it, and a second call would have no other result.
void tst_RelaxedOrdering::otherErrors()
{
    RdmaError error;
    qtrdmafault_arm("ibv_reg_mr", -1, ENOMEM);
    QVERIFY(!RdmaMemoryRegion::allocate(domain, 4096, Asked, &error).isValid());
    QCOMPARE(qtrdmafault_count(), 1);
    qtrdmafault_arm("ibv_reg_mr", -1, EINVAL);
    QVERIFY(!RdmaMemoryRegion::allocate(domain, 4096, Rdma::AccessFlag::LocalWrite, &error)
                     .isValid());
    QCOMPARE(qtrdmafault_count(), 1);
}

void tst_RelaxedOrdering::buffersOfThePool()
{
    RdmaBufferPool pool(domain);
    QCOMPARE(pool.take(4096).access(), Asked);
    RdmaBufferPool other(domain);
    qtrdmafault_arm("ibv_reg_mr", 1, EINVAL);
    RdmaError error;
    const RdmaMemoryRegion buffer = other.take(4096, &error);
    QVERIFY(qtrdmafault_fired());
    QVERIFY2(buffer.isValid(), qPrintable(error.toString()));
    QCOMPARE(buffer.access(), Rdma::Access(Rdma::AccessFlag::LocalWrite));
    qtrdmafault_arm("ibv_reg_mr", 0, 0); // the pool does not ask again
    QCOMPARE(other.take(65536).access(), buffer.access());
    QCOMPARE(qtrdmafault_count(), 1);
}

// What a stream registers for itself, and what comes through it.
void tst_RelaxedOrdering::slotsOfStreams()
{
    RdmaServer server;
    QVERIFY(server.listen(RdmaTest::address()));
    RdmaStream client;
    client.connectToHost(server.serverAddress(), server.serverPort());
    QVERIFY2(client.waitForConnected(Patience), qPrintable(client.errorString()));
    QTRY_VERIFY_WITH_TIMEOUT(server.hasPendingConnections(), Patience);
    const std::unique_ptr<RdmaStream> peer(server.nextPendingConnection());
    if (RdmaTest::Restrack::countOfNullDevice(QStringLiteral("relaxed")))
        QVERIFY(counted("relaxed") > 0);
    const QByteArray data(200'000, 'x');
    client.write(data);
    QByteArray received;
    while (received.size() < data.size() && peer->waitForReadyRead(Patience))
        received += peer->readAll();
    QCOMPARE(received, data);
}

// The peer's grants are read where it has written them, without a completion.
void tst_RelaxedOrdering::slotsThatPeersWriteTo()
{
    if (!RdmaTest::Restrack::countOfNullDevice(QStringLiteral("relaxed")))
        QSKIP("Only the null device tells how memory was registered");
    const auto inOrder = [] { return counted("mr") - counted("relaxed"); };
    const int before = inOrder();
    RdmaStreamOptions options;
    options.setWireFormat(Rdma::WireFormat::Rsocket);
    RdmaServer server;
    server.setWireFormats(Rdma::WireFormat::Rsocket);
    QVERIFY(server.listen(RdmaTest::address()));
    RdmaStream client;
    client.setOptions(options);
    client.connectToHost(server.serverAddress(), server.serverPort());
    QVERIFY2(client.waitForConnected(Patience), qPrintable(client.errorString()));
    QTRY_VERIFY_WITH_TIMEOUT(inOrder() >= before + 4, Patience); // grants and data of both ends
}

QTEST_MAIN(tst_RelaxedOrdering)

#include "tst_relaxedordering.moc"
