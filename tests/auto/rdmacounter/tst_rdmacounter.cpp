// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacounter.h>

#include "sysfstree.h"

#include <QtTest/qtest.h>

class tst_RdmaCounter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drivers_data();
    void drivers();
    void order();
    void units();
    void words();
    void saturation();
    void badFiles_data();
    void badFiles();
    void vanishes();
    void badNames_data();
    void badNames();
    void manyFiles();
};

namespace {

RdmaCounter named(const QList<RdmaCounter> &counters, const char *name)
{
    for (const RdmaCounter &counter : counters) {
        if (counter.name() == QLatin1String(name))
            return counter;
    }
    return {};
}

} // namespace

void tst_RdmaCounter::drivers_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("name"); // one of them
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("group");
    QTest::addColumn<quint64>("value");
    QTest::addColumn<bool>("known");
    const QString counters = QStringLiteral("counters");
    const QString hardware = QStringLiteral("hw_counters");
    QTest::newRow("mlx5") << "mlx5_0" << 19 << "port_rcv_data" << 1 << counters << quint64(8000)
                          << true;
    QTest::newRow("bnxt_re") << "bnxt_re0" << 4 << "rx_bytes" << 1 << hardware
                             << quint64(123456789012) << true;
    QTest::newRow("irdma") << "irdma0" << 4 << "ip4InOctets" << 1 << hardware << quint64(4096)
                           << true;
    QTest::newRow("hfi1") << "hfi1_0" << 9 << "RxWords" << 1 << hardware << quint64(99) << false;
    QTest::newRow("rxe") << "rxe0" << 3 << "sent_pkts" << 1 << hardware << quint64(8) << true;
    QTest::newRow("siw") << "siw0" << 0 << "" << 0 << QString() << quint64(0) << false;
}

void tst_RdmaCounter::drivers()
{
    QFETCH(QString, device);
    QFETCH(int, count);
    QFETCH(QString, name);
    QFETCH(int, port);
    QFETCH(QString, group);
    QFETCH(quint64, value);
    QFETCH(bool, known);
    RdmaTest::SysfsTree tree;
    tree.addMlx5();
    tree.addBnxt();
    tree.addIrdma();
    tree.addHfi1();
    tree.addRxe();
    tree.addSiw();
    const QList<RdmaCounter> counters = RdmaCounter::ofDevice(device, tree.root());
    QCOMPARE(counters.size(), count);
    QCOMPARE(named(counters, "lifespan").name(), QString());
    if (count == 0)
        return;
    RdmaCounter counter = named(counters, qPrintable(name));
    QCOMPARE(counter.deviceName(), device);
    QCOMPARE(counter.port(), port);
    QCOMPARE(counter.group(), group);
    QCOMPARE(counter.isAvailable(), false);
    QVERIFY(counter.read());
    QCOMPARE(counter.isAvailable(), true);
    QCOMPARE(counter.value(), value);
    QCOMPARE(!counter.meaning().isEmpty(), known);
}

void tst_RdmaCounter::order()
{
    RdmaTest::SysfsTree tree;
    tree.addHfi1(); // ports beside the one that adapters have
    tree.write(QStringLiteral("hfi1_0/ports/10/counters/port_rcv_data"), "1\n");
    tree.write(QStringLiteral("hfi1_0/ports/2/counters/port_rcv_data"), "1\n");
    QList<int> ports;
    for (const RdmaCounter &counter :
         RdmaCounter::ofDevice(QStringLiteral("hfi1_0"), tree.root())) {
        if (ports.isEmpty() || ports.last() != counter.port())
            ports.append(counter.port());
    }
    QCOMPARE(ports, QList<int>({ 0, 1, 2, 10 }));
}

void tst_RdmaCounter::units()
{
    RdmaTest::SysfsTree tree;
    tree.addMlx5();
    tree.addBnxt();
    const auto mlx5 = RdmaCounter::ofDevice(QStringLiteral("mlx5_0"), tree.root());
    const auto bnxt = RdmaCounter::ofDevice(QStringLiteral("bnxt_re0"), tree.root());
    QCOMPARE(named(mlx5, "port_rcv_data").unit(), RdmaCounter::Unit::Bytes);
    QCOMPARE(named(mlx5, "port_rcv_packets").unit(), RdmaCounter::Unit::Packets);
    QVERIFY(named(mlx5, "symbol_error").shouldStayZero());
    QVERIFY(!named(mlx5, "np_cnp_sent").shouldStayZero());
    QVERIFY(!named(mlx5, "req_cqe_flush_error").shouldStayZero());
    QCOMPARE(named(bnxt, "active_qps").unit(), RdmaCounter::Unit::Objects);
    QVERIFY(named(bnxt, "active_qps").isGauge());
    QVERIFY(!named(bnxt, "rx_pkts").isGauge());
    // By the ending of a name that is not known.
    tree.write(QStringLiteral("bnxt_re0/hw_counters/new_bytes"), "1\n");
    tree.write(QStringLiteral("bnxt_re0/hw_counters/new_pkts"), "1\n");
    const auto newer = RdmaCounter::ofDevice(QStringLiteral("bnxt_re0"), tree.root());
    QCOMPARE(named(newer, "new_bytes").unit(), RdmaCounter::Unit::Bytes);
    QCOMPARE(named(newer, "new_pkts").unit(), RdmaCounter::Unit::Packets);
    QVERIFY(named(newer, "new_pkts").meaning().isEmpty());
}

// The kernel counts words of four bytes.
void tst_RdmaCounter::words()
{
    RdmaTest::SysfsTree tree;
    const QString file = QStringLiteral("a/ports/1/counters/port_xmit_data");
    tree.write(file, "4611686018427387904\n"); // 2^62: four times as many bytes do not fit
    RdmaCounter counter = RdmaCounter::ofDevice(QStringLiteral("a"), tree.root()).value(0);
    QVERIFY(counter.read());
    QCOMPARE(counter.value(), ~quint64(0));
    QVERIFY(counter.isSaturated());
    tree.write(file, "4611686018427387903\n");
    QVERIFY(counter.read());
    QCOMPARE(counter.value(), ~quint64(0) - 3);
    QVERIFY(!counter.isSaturated());
}

void tst_RdmaCounter::saturation()
{
    RdmaTest::SysfsTree tree;
    tree.addMlx5();
    RdmaCounter counter =
            named(RdmaCounter::ofDevice(QStringLiteral("mlx5_0"), tree.root()), "link_downed");
    QVERIFY(counter.read());
    QCOMPARE(counter.value(), 255); // of eight bits
    QVERIFY(counter.isSaturated());
    const QString file = QStringLiteral("mlx5_0/ports/1/counters/link_downed");
    tree.write(file, "254\n");
    QVERIFY(counter.read());
    QVERIFY(!counter.isSaturated());
    tree.write(file, "256\n"); // a device with wider ones
    QVERIFY(counter.read());
    QVERIFY(!counter.isSaturated());
    // rxe has one of that name, of 64 bits.
    tree.write(QStringLiteral("rxe0/ports/1/hw_counters/link_downed"), "255\n");
    counter = RdmaCounter::ofDevice(QStringLiteral("rxe0"), tree.root()).value(0);
    QVERIFY(counter.read());
    QVERIFY(!counter.isSaturated());
}

void tst_RdmaCounter::badFiles_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("newline") << QByteArray("\n");
    QTest::newRow("words") << QByteArray("N/A (no PMA)\n");
    QTest::newRow("negative") << QByteArray("-1\n");
    QTest::newRow("too large a number") << QByteArray("18446744073709551616\n");
    QTest::newRow("hexadecimal") << QByteArray("0x10\n");
    QTest::newRow("two") << QByteArray("1 2\n");
    QTest::newRow("zero byte") << QByteArray("1\0002\n", 4);
    QTest::newRow("binary") << QByteArray("\xff\xfe\x1b[2J", 6);
    QTest::newRow("long") << QByteArray(64, '0');
    QTest::newRow("huge") << QByteArray(1 << 20, '1');
}

void tst_RdmaCounter::badFiles()
{
    QFETCH(QByteArray, contents);
    RdmaTest::SysfsTree tree;
    tree.write(QStringLiteral("a/hw_counters/rx_bytes"), "5\n");
    RdmaCounter counter = RdmaCounter::ofDevice(QStringLiteral("a"), tree.root()).value(0);
    QVERIFY(counter.read());
    tree.write(QStringLiteral("a/hw_counters/rx_bytes"), contents);
    QVERIFY(!counter.read());
    QVERIFY(!counter.isAvailable());
    QVERIFY(!counter.problem().isEmpty());
    QVERIFY(counter.problem().size() < 100);
    const QString problem = counter.problem();
    for (QChar c : problem)
        QVERIFY(c.isPrint());
    tree.write(QStringLiteral("a/hw_counters/rx_bytes"), "6\n");
    QVERIFY(counter.read());
    QCOMPARE(counter.value(), 6);
    QCOMPARE(counter.problem(), QString());
}

void tst_RdmaCounter::vanishes()
{
    RdmaTest::SysfsTree tree;
    tree.addRxe();
    RdmaCounter counter = RdmaCounter::ofDevice(QStringLiteral("rxe0"), tree.root()).value(0);
    QVERIFY(counter.read());
    tree.remove(QStringLiteral("rxe0"));
    QVERIFY(!counter.read());
    QVERIFY(!counter.isAvailable());
    QVERIFY(!counter.problem().isEmpty());
    QVERIFY(RdmaCounter::ofDevice(QStringLiteral("rxe0"), tree.root()).isEmpty());
    QVERIFY(!RdmaCounter().read());
}

void tst_RdmaCounter::badNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QString();
    QTest::newRow("here") << QStringLiteral(".");
    QTest::newRow("above") << QStringLiteral("..");
    QTest::newRow("elsewhere") << QStringLiteral("a/../rxe0");
}

void tst_RdmaCounter::badNames()
{
    QFETCH(QString, name);
    RdmaTest::SysfsTree tree;
    tree.addRxe();
    tree.write(QStringLiteral("hw_counters/rx_bytes"), "5\n");
    QVERIFY(RdmaCounter::ofDevice(name, tree.root()).isEmpty());
}

void tst_RdmaCounter::manyFiles()
{
    RdmaTest::SysfsTree tree;
    for (int i = 0; i < 4200; ++i)
        tree.write(QStringLiteral("a/hw_counters/c%1").arg(i), "1\n");
    tree.write(QStringLiteral("a/ports/0/hw_counters/x"), "1\n");
    tree.write(QStringLiteral("a/ports/256/hw_counters/x"), "1\n");
    tree.write(QStringLiteral("a/ports/one/hw_counters/x"), "1\n");
    QCOMPARE(RdmaCounter::ofDevice(QStringLiteral("a"), tree.root()).size(), 4096);
}

QTEST_GUILESS_MAIN(tst_RdmaCounter)
#include "tst_rdmacounter.moc"
