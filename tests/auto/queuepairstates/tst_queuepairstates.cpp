// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connection/queuepairstates_p.h"

#include <QtRdma/RdmaEndpoint>

#include <QtCore/qdatastream.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>

Q_DECLARE_METATYPE(ibv_qp_attr)

using namespace QtRdmaPrivate;

// The table itself is compared with the kernel's in tst_endpoints; here is what it says to people.
class tst_QueuePairStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void explains_data();
    void explains();
    void everyStateAndType();
    void values_data();
    void values();
    void alternatePath_data();
    void alternatePath();
    void endpointStream();
    void endpointRefused_data();
    void endpointRefused();
};

void tst_QueuePairStates::explains_data()
{
    QTest::addColumn<Rdma::QueuePairType>("type");
    QTest::addColumn<Rdma::QueuePairState>("from");
    QTest::addColumn<Rdma::QueuePairState>("to");
    QTest::addColumn<int>("mask");
    QTest::addColumn<QStringList>("parts"); // of the error; none: it is in order
    const auto row = [](const char *name, Rdma::QueuePairType type, Rdma::QueuePairState from,
                        Rdma::QueuePairState to, int mask, const QStringList &parts) {
        QTest::newRow(name) << type << from << to << mask << parts;
    };
    const int start = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
    row("RC to INIT", Rdma::QueuePairType::ReliableConnected, Rdma::QueuePairState::Reset,
        Rdma::QueuePairState::Initialized, start | IBV_QP_ACCESS_FLAGS, {});
    row("RC with a queue key", Rdma::QueuePairType::ReliableConnected, Rdma::QueuePairState::Reset,
        Rdma::QueuePairState::Initialized, start | IBV_QP_QKEY,
        { QStringLiteral("missing: IBV_QP_ACCESS_FLAGS"),
          QStringLiteral("not allowed: IBV_QP_QKEY"), QStringLiteral("ReliableConnected") });
    row("UD to INIT", Rdma::QueuePairType::UnreliableDatagram, Rdma::QueuePairState::Reset,
        Rdma::QueuePairState::Initialized, start | IBV_QP_QKEY, {});
    row("UC needs no retries", Rdma::QueuePairType::UnreliableConnected,
        Rdma::QueuePairState::ReadyToReceive, Rdma::QueuePairState::ReadyToSend,
        IBV_QP_STATE | IBV_QP_SQ_PSN, {});
    row("RC needs them", Rdma::QueuePairType::ReliableConnected,
        Rdma::QueuePairState::ReadyToReceive, Rdma::QueuePairState::ReadyToSend,
        IBV_QP_STATE | IBV_QP_SQ_PSN,
        { QStringLiteral("IBV_QP_TIMEOUT, IBV_QP_RETRY_CNT, IBV_QP_RNR_RETRY") });
    row("no way", Rdma::QueuePairType::ReliableConnected, Rdma::QueuePairState::Reset,
        Rdma::QueuePairState::ReadyToSend, IBV_QP_STATE,
        { QStringLiteral("does not go from Reset to ReadyToSend") });
    row("RESET to ERR", Rdma::QueuePairType::ReliableConnected, Rdma::QueuePairState::Reset,
        Rdma::QueuePairState::Error, IBV_QP_STATE, { QStringLiteral("does not go") });
    row("ERR to RESET", Rdma::QueuePairType::UnreliableDatagram, Rdma::QueuePairState::Error,
        Rdma::QueuePairState::Reset, IBV_QP_STATE, {});
}

void tst_QueuePairStates::explains()
{
    QFETCH(const Rdma::QueuePairType, type);
    QFETCH(const Rdma::QueuePairState, from);
    QFETCH(const Rdma::QueuePairState, to);
    QFETCH(const int, mask);
    QFETCH(const QStringList, parts);
    const RdmaError error = checkTransition(type, from, to, mask);
    QCOMPARE(error.isError(), !parts.isEmpty());
    for (const QString &part : parts)
        QVERIFY2(error.text().contains(part), qPrintable(error.text()));
}

// Values that nobody knows yet are no transitions, and no reading beyond the table.
void tst_QueuePairStates::everyStateAndType()
{
    int allowed = 0;
    for (int type = 0; type < 16; ++type) {
        for (int from = 0; from < 8; ++from) {
            for (int to = 0; to < 8; ++to) {
                const auto transition =
                        transitionOf(Rdma::QueuePairType(type), Rdma::QueuePairState(from),
                                     Rdma::QueuePairState(to));
                allowed += transition.allowed;
                QVERIFY((transition.required & transition.optional) == 0);
            }
        }
    }
    QVERIFY(allowed > 6 * 13);
}

void tst_QueuePairStates::values_data()
{
    QTest::addColumn<int>("mask");
    QTest::addColumn<ibv_qp_attr>("attributes");
    QTest::addColumn<QString>("text"); // empty: in order
    const auto row = [](const char *name, int mask, const QString &text, auto set) {
        ibv_qp_attr attributes = {};
        set(&attributes);
        QTest::newRow(name) << mask << attributes << text;
    };
    row("port", IBV_QP_PORT, {}, [](auto *a) { a->port_num = 1; });
    row("port 2", IBV_QP_PORT, QStringLiteral("port_num is 2 and must lie between 1 and 1"),
        [](auto *a) { a->port_num = 2; });
    row("not in the mask", IBV_QP_STATE, {}, [](auto *a) { a->port_num = 2; });
    row("MTU", IBV_QP_PATH_MTU, QStringLiteral("path_mtu is 5 and must lie between 1 and 3"),
        [](auto *a) { a->path_mtu = IBV_MTU_4096; });
    row("sequence number", IBV_QP_SQ_PSN, QStringLiteral("sq_psn"),
        [](auto *a) { a->sq_psn = 0x1000000; });
    row("retries", IBV_QP_RETRY_CNT, QStringLiteral("retry_cnt is 8"),
        [](auto *a) { a->retry_cnt = 8; });
    row("reads", IBV_QP_MAX_QP_RD_ATOMIC, QStringLiteral("max_rd_atomic is 17"),
        [](auto *a) { a->max_rd_atomic = 17; });
    row("GID index", IBV_QP_AV, QStringLiteral("sgid_index is 9"), [](auto *a) {
        a->ah_attr.port_num = 1;
        a->ah_attr.is_global = 1;
        a->ah_attr.grh.sgid_index = 9;
    });
    row("no GID on Ethernet", IBV_QP_AV, QStringLiteral("is_global is 0"),
        [](auto *a) { a->ah_attr.port_num = 1; });
    row("migration state", IBV_QP_PATH_MIG_STATE, {},
        [](auto *a) { a->path_mig_state = IBV_MIG_ARMED; });
    row("no migration state", IBV_QP_PATH_MIG_STATE,
        QStringLiteral("path_mig_state is 3 and must lie between 0 and 2"),
        [](auto *a) { a->path_mig_state = ibv_mig_state(3); });
}

// The alternate path is on another port, whose tables are of other sizes.
void tst_QueuePairStates::alternatePath_data()
{
    QTest::addColumn<ibv_qp_attr>("attributes");
    QTest::addColumn<QString>("text"); // empty: in order
    const auto row = [](const char *name, const QString &text, auto change) {
        ibv_qp_attr attributes = {};
        attributes.alt_port_num = attributes.alt_ah_attr.port_num = 2;
        attributes.alt_timeout = 31;
        attributes.alt_pkey_index = 3;
        attributes.alt_ah_attr.is_global = 1;
        attributes.alt_ah_attr.grh.sgid_index = 7;
        change(&attributes);
        QTest::newRow(name) << attributes << text;
    };
    row("in order", {}, [](auto *) {});
    row("port 0", QStringLiteral("alt_port_num is 0 and must lie between 1 and 2"),
        [](auto *a) { a->alt_port_num = 0; });
    row("port 3", QStringLiteral("alt_port_num is 3"), [](auto *a) { a->alt_port_num = 3; });
    row("partition key", QStringLiteral("alt_pkey_index is 4 and must lie between 0 and 3"),
        [](auto *a) { a->alt_pkey_index = 4; });
    row("time-out", QStringLiteral("alt_timeout is 32 and must lie between 0 and 31"),
        [](auto *a) { a->alt_timeout = 32; });
    row("path's port", QStringLiteral("alt_ah_attr.port_num is 3"),
        [](auto *a) { a->alt_ah_attr.port_num = 3; });
    row("two ports", QStringLiteral("alt_ah_attr.port_num is 1 and alt_port_num 2"),
        [](auto *a) { a->alt_ah_attr.port_num = 1; });
    row("GID index", QStringLiteral("alt_ah_attr.grh.sgid_index is 8"),
        [](auto *a) { a->alt_ah_attr.grh.sgid_index = 8; });
    row("no GID", QStringLiteral("alt_ah_attr.is_global is 0"),
        [](auto *a) { a->alt_ah_attr.is_global = 0; });
}

void tst_QueuePairStates::alternatePath()
{
    QFETCH(const ibv_qp_attr, attributes);
    QFETCH(const QString, text);
    AttributeLimits limits;
    limits.ports = 2;
    limits.alternate.pkeys = 4;
    limits.alternate.gids = 8;
    limits.alternate.globalRouting = true;
    limits.port.pathMigration = limits.alternate.pathMigration = true;
    const RdmaError error = checkAttributes(attributes, IBV_QP_ALT_PATH, limits);
    QCOMPARE(error.isError(), !text.isEmpty());
    QVERIFY2(error.text().contains(text), qPrintable(error.text()));
    QVERIFY(!checkAttributes(attributes, IBV_QP_STATE, limits).isError()); // not in the mask
    // Ethernet has none, and says so only when there is nothing else to say.
    for (PortLimits *port : { &limits.port, &limits.alternate }) {
        port->pathMigration = false;
        const RdmaError refused = checkAttributes(attributes, IBV_QP_ALT_PATH, limits);
        QVERIFY2(refused.text().contains(text.isEmpty() ? QStringLiteral("Ethernet") : text),
                 qPrintable(refused.text()));
        port->pathMigration = true;
    }
}

void tst_QueuePairStates::values()
{
    QFETCH(const int, mask);
    QFETCH(const ibv_qp_attr, attributes);
    QFETCH(const QString, text);
    AttributeLimits limits;
    limits.port.gids = 8;
    limits.port.activeMtu = IBV_MTU_1024;
    limits.readsAsInitiator = limits.readsAsResponder = 16;
    limits.port.globalRouting = true;
    const RdmaError error = checkAttributes(attributes, mask, limits);
    QCOMPARE(error.isError(), !text.isEmpty());
    QVERIFY2(error.text().contains(text), qPrintable(error.text()));
}

static RdmaEndpoint typicalEndpoint()
{
    RdmaEndpoint endpoint;
    endpoint.setQueuePairNumber(17);
    endpoint.setPacketSequenceNumber(0xabcdef);
    endpoint.setQueueKey(0x11223344);
    endpoint.setMtu(1024);
    endpoint.setGid(QByteArray::fromHex("00000000000000000000ffff0a4d0001"));
    return endpoint;
}

static QByteArray written(const RdmaEndpoint &endpoint)
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << endpoint;
    return bytes;
}

void tst_QueuePairStates::endpointStream()
{
    const QByteArray bytes = written(typicalEndpoint());
    QCOMPARE(bytes.size(), 32);
    RdmaEndpoint read;
    QDataStream stream(bytes);
    stream >> read;
    QCOMPARE(stream.status(), QDataStream::Ok);
    QCOMPARE(read, typicalEndpoint());
    for (qsizetype size = 0; size < bytes.size(); ++size) {
        QDataStream cut(bytes.left(size));
        cut >> read;
        QCOMPARE(cut.status(), QDataStream::ReadPastEnd);
        QVERIFY(!read.isValid());
    }
}

void tst_QueuePairStates::endpointRefused_data()
{
    QTest::addColumn<RdmaEndpoint>("endpoint");
    const auto row = [](const char *name, auto change) {
        RdmaEndpoint endpoint = typicalEndpoint();
        change(&endpoint);
        QTest::newRow(name) << endpoint;
    };
    row("no number", [](auto *e) { e->setQueuePairNumber(0); });
    row("25 bits", [](auto *e) { e->setQueuePairNumber(0x1000000); });
    row("sequence number", [](auto *e) { e->setPacketSequenceNumber(0x1000000); });
    row("mtu", [](auto *e) { e->setMtu(1500); });
    row("nowhere", [](auto *e) { e->setGid({}); });
}

void tst_QueuePairStates::endpointRefused()
{
    QFETCH(const RdmaEndpoint, endpoint);
    QVERIFY(!endpoint.isValid());
    QDataStream stream(written(endpoint));
    RdmaEndpoint read = typicalEndpoint();
    stream >> read;
    QCOMPARE(stream.status(), QDataStream::ReadCorruptData);
    QCOMPARE(read, RdmaEndpoint());
}

QTEST_GUILESS_MAIN(tst_QueuePairStates)
#include "tst_queuepairstates.moc"
