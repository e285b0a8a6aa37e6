// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "netdevice.h"
#include "qmlobjects.h"
#include "queuepairtraffic.h"
#include "sysfstree.h"

#include <QtCore/qfile.h>
#include <QtTest/qtest.h>

#include <linux/dcbnl.h>
#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>

using RdmaTest::rowWith;
using RdmaTest::valueAt;

// Facts of devices and ports, from directories that look like sysfs and from bytes as the kernel gives them.
class tst_QmlDetails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void facts_data();
    void facts();
    void noFacts_data();
    void noFacts();
    void manyKeys();
    void deviceComesAgain();
    void devicesComeAndGo();
    void names_data();
    void names();
    void recorded();
    void priorities();
    void noPriorities();
    void traffic();
    void noTraffic();
    void modules_data();
    void modules();
    void badModules();

private:
    QString devices() const { return tree->root() + QStringLiteral("/class/infiniband"); }
    void write(const QString &path, const QByteArray &contents) const
    {
        tree->write(QStringLiteral("class/infiniband/") + path, contents);
    }
    QByteArray source(const QByteArray &more = {}) const;
    void addInfiniBand() const;
    void addRoce() const;
    void addSoftware() const;

    std::unique_ptr<RdmaTest::SysfsTree> tree;
};

namespace {

constexpr auto Details = "property RdmaDetailModel details: RdmaDetailModel { source: source }\n";

void sample(const RdmaTest::QmlObjects &objects)
{
    QObject *source = objects.object("from");
    QVERIFY(source);
    const int before = source->property("samples").toInt();
    QVERIFY(QMetaObject::invokeMethod(source, "refresh"));
    QTRY_COMPARE(source->property("samples").toInt(), before + 1);
}

int rowOf(const QAbstractItemModel *model, const QString &device, int port, const QString &name)
{
    for (int row = 0; row < model->rowCount(); ++row) {
        if (valueAt(model, row, "device") == device && valueAt(model, row, "port") == port
            && valueAt(model, row, "name") == name)
            return row;
    }
    return -1;
}

// An attribute of netlink, with the padding behind it.
QByteArray attribute(quint16 type, const QByteArray &contents)
{
    const nlattr head = { quint16(sizeof(nlattr) + contents.size()), type };
    QByteArray bytes(reinterpret_cast<const char *>(&head), sizeof(head));
    bytes += contents;
    return bytes.append((4 - bytes.size() % 4) % 4, '\0');
}

QByteArray flowControl(const ieee_pfc &settings)
{
    const QByteArray bytes(reinterpret_cast<const char *>(&settings), sizeof(settings));
    return QByteArray(NLMSG_HDRLEN + sizeof(dcbmsg), '\0')
            + attribute(DCB_ATTR_IFNAME, QByteArray("eth5\0", 5))
            + attribute(DCB_ATTR_IEEE | NLA_F_NESTED,
                        attribute(DCB_ATTR_IEEE_ETS, QByteArray(59, 'x'))
                                + attribute(DCB_ATTR_IEEE_PFC, bytes));
}

template <typename Number>
QByteArray number(quint16 type, Number value)
{
    return attribute(type, QByteArray(reinterpret_cast<const char *>(&value), sizeof(value)));
}

QByteArray message(const QByteArray &contents)
{
    nlmsghdr head = {};
    head.nlmsg_len = quint32(NLMSG_HDRLEN + contents.size());
    return QByteArray(reinterpret_cast<const char *>(&head), sizeof(head)) + contents;
}

QByteArray counted(const char *name, quint64 value)
{
    return attribute(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY,
                     attribute(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME,
                               QByteArray(name, qsizetype(strlen(name)) + 1))
                             + number(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE, value));
}

// As nldev.c makes it: the queue pairs of a counter, and its values.
QByteArray boundCounter(const QList<quint32> &queuePairs, const QByteArray &values)
{
    QByteArray numbers;
    for (const quint32 queuePair : queuePairs)
        numbers += attribute(RDMA_NLDEV_ATTR_RES_QP_ENTRY,
                             number(RDMA_NLDEV_ATTR_RES_LQPN, queuePair));
    return attribute(RDMA_NLDEV_ATTR_STAT_COUNTER_ENTRY,
                     number(RDMA_NLDEV_ATTR_PORT_INDEX, quint32(1))
                             + attribute(RDMA_NLDEV_ATTR_RES_QP, numbers)
                             + attribute(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS, values));
}

QByteArray memory(char identifier, std::initializer_list<std::pair<int, QByteArray>> fields)
{
    QByteArray bytes(512, '\0');
    bytes[0] = identifier;
    for (const auto &[place, contents] : fields)
        bytes.replace(place, contents.size(), contents);
    return bytes;
}

} // namespace

void tst_QmlDetails::init()
{
    tree = std::make_unique<RdmaTest::SysfsTree>();
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
}

QByteArray tst_QmlDetails::source(const QByteArray &more) const
{
    return "property RdmaSource from: RdmaSource { id: source; running: false; sysfs: '"
            + devices().toUtf8() + "'; " + more + " }\n";
}

// The contents are those of the kernel's files, for a ConnectX-7.
void tst_QmlDetails::addInfiniBand() const
{
    write(QStringLiteral("mlx5_0/node_type"), "1: CA\n");
    write(QStringLiteral("mlx5_0/node_desc"), "node17 mlx5_0\n");
    write(QStringLiteral("mlx5_0/node_guid"), "9c05:9a03:00f2:1b2c\n");
    write(QStringLiteral("mlx5_0/fw_ver"), "28.39.2048\n");
    const QString port = QStringLiteral("mlx5_0/ports/1/");
    write(port + QStringLiteral("link_layer"), "InfiniBand\n");
    write(port + QStringLiteral("rate"), "400 Gb/sec (4X NDR)\n");
    write(port + QStringLiteral("phys_state"), "5: LinkUp\n");
    write(port + QStringLiteral("lid"), "0x11\n");
    write(port + QStringLiteral("sm_lid"), "0x1\n");
    write(port + QStringLiteral("gids/0"), "fe80:0000:0000:0000:9c05:9a03:00f2:1b2c\n");
    write(port + QStringLiteral("pkeys/0"), "0xffff\n");
    write(port + QStringLiteral("pkeys/1"), "0x8001\n");
    write(port + QStringLiteral("pkeys/2"), "0x0000\n");
    tree->write(QStringLiteral("devices/0000:3b:00.0/numa_node"), "1\n");
    tree->write(QStringLiteral("devices/0000:3b:00.0/hwmon/hwmon3/temp1_input"), "47500\n");
    tree->write(QStringLiteral("drivers/mlx5_core/uevent"), "");
    QVERIFY(QFile::link(tree->root() + QStringLiteral("/drivers/mlx5_core"),
                        tree->root() + QStringLiteral("/devices/0000:3b:00.0/driver")));
    QVERIFY(QFile::link(tree->root() + QStringLiteral("/devices/0000:3b:00.0"),
                        devices() + QStringLiteral("/mlx5_0/device")));
}

void tst_QmlDetails::addRoce() const
{
    write(QStringLiteral("roce0/node_type"), "1: CA\n");
    write(QStringLiteral("roce0/tc/1/traffic_class"), "Global tclass=106\n");
    write(QStringLiteral("roce0/ports/1/link_layer"), "Ethernet\n");
    write(QStringLiteral("roce0/ports/1/lid"), "0x0\n");
    write(QStringLiteral("roce0/ports/1/gid_attrs/ndevs/0"), "eth5\n");
    tree->write(QStringLiteral("class/net/eth5/ecn/roce_np/enable/0"), "0\n");
    tree->write(QStringLiteral("class/net/eth5/ecn/roce_np/enable/3"), "1\n");
    const QString settings = QStringLiteral("kernel/config/rdma_cm/roce0/ports/1/");
    tree->write(settings + QStringLiteral("default_roce_mode"), "RoCE v2\n");
    tree->write(settings + QStringLiteral("default_roce_tos"), "104\n");
    tree->write(QStringLiteral("devices/0000:5e:00.1/numa_node"), "-1\n");
    QVERIFY(QFile::link(tree->root() + QStringLiteral("/devices/0000:5e:00.1"),
                        devices() + QStringLiteral("/roce0/device")));
}

void tst_QmlDetails::addSoftware() const
{
    write(QStringLiteral("siw0/node_type"), "4: RNIC\n");
    write(QStringLiteral("siw0/node_desc"), "\n");
    write(QStringLiteral("siw0/ports/1/link_layer"), "Ethernet\n");
}

void tst_QmlDetails::facts_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("value");
    const auto row = [](const char *name, const char *device, int port, const char *value) {
        QTest::newRow(name) << QString::fromLatin1(device) << port << QString::fromUtf8(value);
    };
    row("nodeDescription", "mlx5_0", 0, "node17 mlx5_0");
    row("nodeGuid", "mlx5_0", 0, "9c05:9a03:00f2:1b2c");
    row("firmware", "mlx5_0", 0, "28.39.2048");
    row("pciAddress", "mlx5_0", 0, "0000:3b:00.0");
    row("driver", "mlx5_0", 0, "mlx5_core");
    row("numaNode", "mlx5_0", 0, "1");
    row("temperature", "mlx5_0", 0, "47 °C");
    row("rate", "mlx5_0", 1, "400 Gb/sec (4X NDR)");
    row("physicalState", "mlx5_0", 1, "LinkUp");
    row("lid", "mlx5_0", 1, "0x11");
    row("smLid", "mlx5_0", 1, "0x1");
    row("portGuid", "mlx5_0", 1, "9c05:9a03:00f2:1b2c");
    row("pkeys", "mlx5_0", 1, "0xffff 0x8001");
    row("trafficClass", "roce0", 1, "Global tclass=106");
    row("ecn", "roce0", 1, "priorities 3");
    row("roceMode", "roce0", 1, "RoCE v2");
    row("roceTos", "roce0", 1, "104");
}

void tst_QmlDetails::facts()
{
    QFETCH(QString, device);
    QFETCH(int, port);
    QFETCH(QString, value);
    addInfiniBand();
    addRoce();
    const RdmaTest::QmlObjects objects(source() + Details);
    sample(objects);
    const QAbstractItemModel *details = objects.model("details");
    const int row = rowOf(details, device, port, QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(valueAt(details, row, "value").toString(), value);
    QCOMPARE(valueAt(details, row, "available"), true);
    QCOMPARE(valueAt(details, row, "problem").toString(), QString());
    QVERIFY(!valueAt(details, row, "title").toString().isEmpty());
}

void tst_QmlDetails::noFacts_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *device, int port, const char *name, const char *problem) {
        QTest::addRow("%s/%d %s", device, port, name)
                << QString::fromLatin1(device) << port << QString::fromLatin1(name)
                << QString::fromUtf8(problem);
    };
    row("mlx5_0", 0, "board", "the driver does not tell it");
    row("mlx5_0", 1, "subnetTimeout", "the device cannot be opened");
    row("mlx5_0", 1, "trafficClass", "only RoCE has it");
    row("roce0", 0, "numaNode", "the machine does not tell it");
    row("roce0", 0, "temperature", "the driver has no sensor");
    row("roce0", 1, "lid", "only InfiniBand has it");
    row("siw0", 0, "nodeDescription", "the file of the kernel is empty");
    row("siw0", 0, "pciAddress", "a software device is at no bus");
    row("siw0", 0, "temperature", "a software device is at no bus");
    row("siw0", 1, "pkeys", "iWARP has none");
    row("siw0", 1, "roceMode", "iWARP has none");
}

void tst_QmlDetails::noFacts()
{
    QFETCH(QString, device);
    QFETCH(int, port);
    QFETCH(QString, name);
    QFETCH(QString, problem);
    addInfiniBand();
    addRoce();
    addSoftware();
    const RdmaTest::QmlObjects objects(source() + Details);
    sample(objects);
    const QAbstractItemModel *details = objects.model("details");
    const int row = rowOf(details, device, port, name);
    QCOMPARE(valueAt(details, row, "problem").toString(), problem);
    QCOMPARE(valueAt(details, row, "available"), false);
    QCOMPARE(valueAt(details, row, "value").toString(), QString());
}

void tst_QmlDetails::manyKeys()
{
    write(QStringLiteral("a/ports/1/link_layer"), "InfiniBand\n");
    for (int i = 0; i < 128; ++i)
        write(QStringLiteral("a/ports/1/pkeys/%1").arg(i),
              "0x" + QByteArray::number(i + 1, 16) + '\n');
    const RdmaTest::QmlObjects objects(source() + Details);
    sample(objects);
    const QAbstractItemModel *details = objects.model("details");
    const QString keys =
            valueAt(details, rowWith(details, "name", QStringLiteral("pkeys")), "value").toString();
    QVERIFY2(keys.endsWith(QStringLiteral("0x20 in the first 32 of 128 places")), qPrintable(keys));
}

// Facts are read when a device comes, not with each sample.
void tst_QmlDetails::deviceComesAgain()
{
    const QString file = QStringLiteral("a/fw_ver");
    write(file, "1\n");
    const RdmaTest::QmlObjects objects(source() + Details);
    const QAbstractItemModel *details = objects.model("details");
    const auto firmware = [&] {
        return valueAt(details, rowWith(details, "name", QStringLiteral("firmware")), "value");
    };
    sample(objects);
    QCOMPARE(firmware(), QStringLiteral("1"));
    write(file, "2\n");
    sample(objects);
    QCOMPARE(firmware(), QStringLiteral("1"));
    tree->remove(QStringLiteral("class/infiniband/a"));
    sample(objects);
    QCOMPARE(details->rowCount(), 0);
    write(file, "3\n");
    sample(objects);
    QCOMPARE(firmware(), QStringLiteral("3"));
}

// A device that is there for one sample is told once when it comes and once when it goes.
void tst_QmlDetails::devicesComeAndGo()
{
    write(QStringLiteral("stays/fw_ver"), "1\n");
    const RdmaTest::QmlObjects objects(
            source() + Details
            + "property RdmaEventModel events: RdmaEventModel { source: source }\n"
            + "property RdmaDeviceModel devices: RdmaDeviceModel { source: source }\n");
    sample(objects);
    const QAbstractItemModel *events = objects.model("events");
    constexpr int Times = 20;
    for (int i = 0; i < Times; ++i) {
        write(QStringLiteral("d%1/fw_ver").arg(i), "2\n");
        sample(objects);
        QCOMPARE(objects.model("devices")->rowCount(), 2);
        QCOMPARE(events->rowCount(), 2 * i + 1);
        tree->remove(QStringLiteral("class/infiniband/d%1").arg(i));
        sample(objects);
        QCOMPARE(objects.model("devices")->rowCount(), 1);
        QCOMPARE(events->rowCount(), 2 * i + 2);
    }
    QCOMPARE(rowWith(objects.model("details"), "device", QStringLiteral("d0")), -1);
}

void tst_QmlDetails::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("64 characters") << QString(64, u'm');
    QTest::newRow("other scripts") << QStringLiteral("装置-устройство-جهاز");
    QTest::newRow("control characters") << QStringLiteral("a\x1b[31m\tb");
}

// The name of a device goes unchanged through the rows and a recording.
void tst_QmlDetails::names()
{
    QFETCH(QString, name);
    write(name + QStringLiteral("/fw_ver"), "1\n");
    write(name + QStringLiteral("/ports/1/rate"), "100 Gb/sec (4X EDR)\n");
    const QString file = tree->root() + QStringLiteral("/recording");
    for (const QByteArray &use : { QByteArray("record"), QByteArray("replay") }) {
        const RdmaTest::QmlObjects objects(source(use + ": '" + file.toUtf8() + "'") + Details);
        sample(objects);
        const QAbstractItemModel *details = objects.model("details");
        QCOMPARE(valueAt(details, rowOf(details, name, 1, QStringLiteral("rate")), "value"),
                 QStringLiteral("100 Gb/sec (4X EDR)"));
    }
}

void tst_QmlDetails::recorded()
{
    addInfiniBand();
    const QString name = tree->root() + QStringLiteral("/recording");
    QString before;
    const auto csv = [](const RdmaTest::QmlObjects &objects) {
        QString text;
        QMetaObject::invokeMethod(objects.model("details"), "csv", Q_RETURN_ARG(QString, text));
        return text;
    };
    {
        const RdmaTest::QmlObjects objects(source("record: '" + name.toUtf8() + "'") + Details);
        sample(objects);
        before = csv(objects);
    }
    QVERIFY(before.contains(QStringLiteral("400 Gb/sec")));
    const RdmaTest::QmlObjects objects(source("replay: '" + name.toUtf8() + "'") + Details);
    sample(objects);
    QCOMPARE(csv(objects), before);
}

void tst_QmlDetails::priorities()
{
    ieee_pfc settings = {};
    settings.pfc_cap = 8;
    QCOMPARE(NetDevice::decodePriorities(flowControl(settings)), QList<int>());
    settings.pfc_en = 0x88;
    QCOMPARE(NetDevice::decodePriorities(flowControl(settings)), QList<int>({ 3, 7 }));
}

// An answer that is cut off tells nothing, or what it would tell as a whole.
void tst_QmlDetails::noPriorities()
{
    ieee_pfc settings = {};
    settings.pfc_en = 1;
    const QByteArray whole = flowControl(settings);
    for (qsizetype size = 0; size < whole.size(); ++size) {
        const auto decoded = NetDevice::decodePriorities(whole.first(size));
        QVERIFY(!decoded || *decoded == QList<int>{ 0 });
    }
    QVERIFY(!NetDevice::decodePriorities(QByteArray(100, '\xff')));
    QVERIFY(!NetDevice::decodePriorities(QByteArray(100, '\0')));
    QVERIFY(!NetDevice::pausedPriorities(QStringLiteral("none0")).problem.isEmpty());
    QVERIFY(!NetDevice::pausedPriorities(QString(1000, u'x')).problem.isEmpty());
}

void tst_QmlDetails::traffic()
{
    const QByteArray bytes = counted("rdma_tx_bytes", 5'000'000'000)
            + counted("rx_write_requests", 7) + counted("rdma_rx_bytes", 1500);
    const QByteArray table =
            attribute(RDMA_NLDEV_ATTR_STAT_COUNTER,
                      boundCounter({ 17 }, bytes) + boundCounter({ 18, 19 }, bytes) // whose bytes?
                              + boundCounter({ 20 }, counted("rx_write_requests", 7))
                              + boundCounter({}, bytes));
    const QByteArray answer =
            message(number(RDMA_NLDEV_ATTR_DEV_INDEX, quint32(3)) + table) + message({});
    const QList<TrafficRow> rows = QueuePairTraffic::decodeTraffic(answer);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.at(0).queuePairNumber, 17U);
    QCOMPARE(rows.at(0).bytesSent, Q_UINT64_C(5'000'000'000));
    QCOMPARE(rows.at(0).bytesReceived, Q_UINT64_C(1500));

    const auto device = [](quint32 index, const char *name) {
        return message(number(RDMA_NLDEV_ATTR_DEV_INDEX, index)
                       + attribute(RDMA_NLDEV_ATTR_DEV_NAME,
                                   QByteArray(name, qsizetype(strlen(name)) + 1)));
    };
    const QByteArray devices = device(0, "mlx5_0") + device(7, "mlx5_1");
    QCOMPARE(QueuePairTraffic::decodeIndex(devices, QStringLiteral("mlx5_1")).value_or(0), 7U);
    QVERIFY(!QueuePairTraffic::decodeIndex(devices, QStringLiteral("mlx5_2")));
}

void tst_QmlDetails::noTraffic()
{
    const QByteArray whole = message(attribute(RDMA_NLDEV_ATTR_STAT_COUNTER,
                                               boundCounter({ 17 }, counted("rdma_tx_bytes", 1))));
    QCOMPARE(QueuePairTraffic::decodeTraffic(whole).size(), 1);
    for (qsizetype size = 0; size < whole.size(); ++size)
        QVERIFY(QueuePairTraffic::decodeTraffic(whole.first(size)).size() <= 1);
    for (qsizetype place = 0; place < whole.size(); ++place) {
        QByteArray changed = whole;
        changed[place] = '\xff';
        QVERIFY(QueuePairTraffic::decodeTraffic(changed).size() <= 1);
    }
    QVERIFY(QueuePairTraffic::ofDevice(QStringLiteral("none0")).isEmpty());
}

void tst_QmlDetails::modules_data()
{
    QTest::addColumn<QByteArray>("memory");
    QTest::addColumn<bool>("isSmall");
    QTest::addColumn<double>("metres");
    QTest::addColumn<double>("celsius");
    const QByteArray vendor = "Mellanox        ";
    const QByteArray part = "MCP1650-V001E30 ";
    QTest::newRow("SFP") << memory(
            '\x03', { { 20, vendor }, { 40, part }, { 18, "\x03" }, { 352, "\x29\x80" } })
                         << true << 3.0 << 41.5;
    QTest::newRow("QSFP28") << memory(
            '\x11', { { 148, vendor }, { 168, part }, { 146, "\x01" }, { 22, "\xfb\x40" } })
                            << false << 1.0 << -4.75;
    QTest::newRow("OSFP") << memory(
            '\x19', { { 129, vendor }, { 148, part }, { 202, "\x05" }, { 14, "\x37" } })
                          << false << 0.5 << 55.0;
    QTest::newRow("optical") << memory('\x11', { { 148, vendor }, { 168, part } }) << false << -1.0
                             << -1.0;
}

void tst_QmlDetails::modules()
{
    QFETCH(QByteArray, memory);
    QFETCH(bool, isSmall);
    QFETCH(double, metres);
    QFETCH(double, celsius);
    const auto module = NetDevice::decodeModule(memory, isSmall);
    QVERIFY(module);
    QCOMPARE(module->vendor, QStringLiteral("Mellanox"));
    QCOMPARE(module->part, QStringLiteral("MCP1650-V001E30"));
    QCOMPARE(module->metres.value_or(-1), metres);
    QCOMPARE(module->celsius.value_or(-1), celsius);
}

// Who makes a module decides on its bytes.
void tst_QmlDetails::badModules()
{
    for (const bool isSmall : { false, true }) {
        QVERIFY(!NetDevice::decodeModule({}, isSmall));
        QVERIFY(!NetDevice::decodeModule(QByteArray(20, 'x'), isSmall));
        const auto module = NetDevice::decodeModule(QByteArray(256, '\x1b'), isSmall);
        QVERIFY(module);
        QCOMPARE(module->vendor, QString(16, u'?'));
    }
}

QTEST_GUILESS_MAIN(tst_QmlDetails)
#include "tst_qmldetails.moc"
