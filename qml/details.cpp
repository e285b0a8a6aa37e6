// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "details.h"
#include "netdevice.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qregularexpression.h>

#include <algorithm>

namespace {

constexpr qint64 LongestFile = 4096;
constexpr int MostPorts = 255;
constexpr int MostKeys = 32; // partition keys that are looked at

// Details of a device or a port, while they are read.
class Details
{
    Q_DECLARE_TR_FUNCTIONS(QtRdma)

public:
    explicit Details(const DetailPlace &place, int port = 0);

    QList<DetailRow> identity();
    QList<DetailRow> bus();
    QList<DetailRow> link();
    QList<DetailRow> fabric();
    QList<DetailRow> partitionKeys();
    QList<DetailRow> roce();
    QList<DetailRow> hardware();

private:
    struct Reading
    {
        QString text;
        QString problem;
    };

    Reading read(const QString &path) const;
    Reading readAt(const char *file) const
    {
        return read(m_directory + u'/' + QLatin1String(file));
    }
    QString netdev() const;
    bool hasBus() const { return !m_pci.isEmpty(); }
    bool isEthernet() const;
    bool isIwarp() const;
    void add(const char *name, const QString &title, const Reading &reading);
    void addProblem(const char *name, const QString &title, const QString &problem);
    void addBus(const char *name, const QString &title, const Reading &reading);
    void addFabric(const char *name, const QString &title, const Reading &reading);
    Reading temperature() const;
    Reading numaNode() const;
    Reading notification() const;
    void addFlowControl();
    void addModule();

    const DetailPlace m_place;
    const int m_port;
    const QString m_directory; // of the device or the port
    const QString m_pci;
    QList<DetailRow> m_rows;
};

QString portDirectory(const DetailPlace &place, int port)
{
    return port == 0 ? place.directory()
                     : place.directory() + QLatin1String("/ports/") + QString::number(port);
}

// The address of the device at its bus; empty for a software device.
QString pciAddress(const DetailPlace &place)
{
    static const QRegularExpression address(
            QStringLiteral("^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]$"));
    const QString name =
            QFileInfo(QFileInfo(place.directory() + QLatin1String("/device")).canonicalFilePath())
                    .fileName();
    return address.match(name).hasMatch() ? name : QString();
}

QList<int> portsOf(const DetailPlace &place)
{
    QList<int> ports;
    const QStringList names = QDir(place.directory() + QLatin1String("/ports"))
                                      .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        if (const int port = name.toInt(); port > 0 && port <= MostPorts)
            ports.append(port);
    }
    std::sort(ports.begin(), ports.end());
    return ports;
}

// "5: LinkUp" without the number.
QString afterColon(const QString &text)
{
    return text.mid(text.indexOf(u':') + 1).trimmed();
}

Details::Details(const DetailPlace &place, int port)
    : m_place(place)
    , m_port(port)
    , m_directory(portDirectory(place, port))
    , m_pci(pciAddress(place))
{
}

// The first line of a file.
Details::Reading Details::read(const QString &path) const
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return { {}, file.exists() ? file.errorString() : tr("the driver does not tell it") };
    const QString text = QString::fromUtf8(file.read(LongestFile)).section(u'\n', 0, 0).trimmed();
    return { text, text.isEmpty() ? tr("the file of the kernel is empty") : QString() };
}

void Details::add(const char *name, const QString &title, const Reading &reading)
{
    DetailRow row;
    row.device = m_place.device;
    row.port = m_port;
    row.name = QString::fromLatin1(name);
    row.title = title;
    row.available = reading.problem.isEmpty();
    row.value = reading.text;
    row.problem = reading.problem;
    m_rows.append(row);
}

void Details::addProblem(const char *name, const QString &title, const QString &problem)
{
    add(name, title, { {}, problem });
}

void Details::addBus(const char *name, const QString &title, const Reading &reading)
{
    if (hasBus())
        add(name, title, reading);
    else
        addProblem(name, title, tr("a software device is at no bus"));
}

void Details::addFabric(const char *name, const QString &title, const Reading &reading)
{
    if (isEthernet())
        addProblem(name, title, tr("only InfiniBand has it"));
    else
        add(name, title, reading);
}

bool Details::isEthernet() const
{
    return readAt("link_layer").text == QLatin1String("Ethernet");
}

bool Details::isIwarp() const
{
    return read(m_place.directory() + QLatin1String("/node_type")).text.startsWith(u'4');
}

QList<DetailRow> Details::identity()
{
    add("nodeDescription", tr("Node description"), readAt("node_desc"));
    add("nodeGuid", tr("Node GUID"), readAt("node_guid"));
    add("systemImageGuid", tr("System image GUID"), readAt("sys_image_guid"));
    add("firmware", tr("Firmware"), readAt("fw_ver"));
    add("board", tr("Board"), readAt("board_id"));
    return m_rows;
}

Details::Reading Details::numaNode() const
{
    const Reading node = readAt("device/numa_node");
    return node.text == QLatin1String("-1") ? Reading{ {}, tr("the machine does not tell it") }
                                            : node;
}

Details::Reading Details::temperature() const
{
    const QDir sensors(m_directory + QLatin1String("/device/hwmon"));
    const QString sensor = sensors.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
    if (sensor.isEmpty())
        return { {}, tr("the driver has no sensor") };
    Reading reading = read(sensors.filePath(sensor + QLatin1String("/temp1_input")));
    bool isNumber = false;
    const int thousandths = reading.text.toInt(&isNumber);
    if (isNumber)
        reading.text = tr("%1 °C").arg(thousandths / 1000);
    else if (reading.problem.isEmpty())
        reading.problem = tr("not a number: %1").arg(reading.text);
    return reading;
}

QList<DetailRow> Details::bus()
{
    const QString driver =
            QFileInfo(QFile::symLinkTarget(m_directory + QLatin1String("/device/driver")))
                    .fileName();
    addBus("pciAddress", tr("PCI address"), { m_pci, {} });
    addBus("driver", tr("Driver"),
           { driver, driver.isEmpty() ? tr("the kernel does not tell it") : QString() });
    addBus("numaNode", tr("NUMA node"), numaNode());
    addBus("temperature", tr("Temperature"), temperature());
    return m_rows;
}

QList<DetailRow> Details::link()
{
    add("rate", tr("Rate"), readAt("rate"));
    Reading state = readAt("phys_state");
    state.text = afterColon(state.text);
    add("physicalState", tr("Physical state"), state);
    Reading guid = readAt("gids/0");
    guid.text = guid.text.section(u':', 4);
    add("portGuid", tr("Port GUID"), guid);
    return m_rows;
}

QList<DetailRow> Details::fabric()
{
    addFabric("lid", tr("LID"), readAt("lid"));
    addFabric("smLid", tr("LID of the subnet manager"), readAt("sm_lid"));
    addFabric("smSl", tr("SL of the subnet manager"), readAt("sm_sl"));
    const RdmaPortAttributes port = m_place.handle.port(m_port);
    if (!m_place.handle.isValid())
        addFabric("subnetTimeout", tr("Subnet timeout"), { {}, tr("the device cannot be opened") });
    else // the unit of the specification is 4.096 µs, times a power of two
        addFabric("subnetTimeout", tr("Subnet timeout"),
                  { tr("%1 (%2 µs)")
                            .arg(port.subnetTimeout())
                            .arg(4.096 * double(quint64(1) << std::min(port.subnetTimeout(), 31U)),
                                 0, 'f', 0),
                    {} });
    return m_rows;
}

// The first entries of the table. Zero is an entry that is not used.
QList<DetailRow> Details::partitionKeys()
{
    const QDir table(m_directory + QLatin1String("/pkeys"));
    const qsizetype size = table.entryList(QDir::Files).size();
    QStringList keys;
    for (int i = 0; i < std::min<qsizetype>(size, MostKeys); ++i) {
        const QString key = read(table.filePath(QString::number(i))).text;
        if (key.toUInt(nullptr, 0) != 0 && !keys.contains(key))
            keys.append(key);
    }
    if (isIwarp())
        addProblem("pkeys", tr("Partition keys"), tr("iWARP has none"));
    else if (keys.isEmpty())
        addProblem("pkeys", tr("Partition keys"), tr("the table is empty"));
    else
        add("pkeys", tr("Partition keys"),
            { size > MostKeys ? tr("%1 in the first %2 of %3 places")
                                        .arg(keys.join(u' '))
                                        .arg(MostKeys)
                                        .arg(size)
                              : keys.join(u' '),
              {} });
    return m_rows;
}

// The priorities whose packets with a congestion mark are answered.
Details::Reading Details::notification() const
{
    const QDir settings(m_place.sysfs + QLatin1String("/../net/") + netdev()
                        + QLatin1String("/ecn/roce_np/enable"));
    const QStringList all = settings.entryList(QDir::Files, QDir::Name).mid(0, 8);
    if (netdev().isEmpty() || all.isEmpty())
        return { {}, tr("the driver does not tell it in sysfs") };
    QStringList enabled;
    for (const QString &priority : all) {
        if (read(settings.filePath(priority)).text == QLatin1String("1"))
            enabled.append(priority);
    }
    return { enabled.isEmpty() ? tr("off") : tr("priorities %1").arg(enabled.join(u' ')), {} };
}

QList<DetailRow> Details::roce()
{
    const QString none = !isEthernet() ? tr("only RoCE has it")
            : isIwarp()                ? tr("iWARP has none")
                                       : QString();
    const QString settings = QStringLiteral("%1/../../kernel/config/rdma_cm/%2/ports/%3/")
                                     .arg(m_place.sysfs, m_place.device)
                                     .arg(m_port);
    const auto ofManager = [&](const QString &file) {
        const QString hint =
                tr("told after: mkdir /sys/kernel/config/rdma_cm/%1").arg(m_place.device);
        return QFile::exists(settings) ? read(settings + file) : Reading{ {}, hint };
    };
    const auto addRoce = [&](const char *name, const QString &title, const Reading &reading) {
        add(name, title, none.isEmpty() ? reading : Reading{ {}, none });
    };
    const QString classes = QStringLiteral("%1/tc/%2/traffic_class");
    addRoce("roceMode", tr("Default RoCE mode"), ofManager(QStringLiteral("default_roce_mode")));
    addRoce("roceTos", tr("Default type of service"),
            ofManager(QStringLiteral("default_roce_tos")));
    addRoce("trafficClass", tr("Traffic class"),
            read(classes.arg(m_place.directory()).arg(m_port)));
    addRoce("ecn", tr("Congestion notification (ECN)"), notification());
    return m_rows;
}

// Its first GID's. There is none at a port of InfiniBand.
QString Details::netdev() const
{
    const QString name = readAt("gid_attrs/ndevs/0").text;
    return name.contains(u'/') || name.startsWith(u'.') ? QString() : name;
}

void Details::addFlowControl()
{
    const QString title = tr("Priority flow control (PFC)");
    if (!isEthernet())
        return addProblem("pfc", title, tr("only Ethernet has it"));
    const auto [priorities, problem] = NetDevice::pausedPriorities(netdev());
    QStringList texts;
    for (const int priority : priorities)
        texts.append(QString::number(priority));
    add("pfc", title,
        { texts.isEmpty() ? tr("off") : tr("priorities %1").arg(texts.join(u' ')), problem });
}

void Details::addModule()
{
    const auto [module, problem] = NetDevice::module(netdev());
    const QString name = QString(module.vendor + u' ' + module.part).trimmed();
    add("module", tr("Cable or module"),
        { module.metres ? tr("%1, %2 m").arg(name).arg(*module.metres) : name, problem });
    const QString noSensor = problem.isEmpty() ? tr("it has no sensor") : problem;
    add("moduleTemperature", tr("Temperature of the module"),
        { module.celsius ? tr("%1 °C").arg(qRound(*module.celsius)) : QString(),
          module.celsius ? QString() : noSensor });
}

QList<DetailRow> Details::hardware()
{
    const QString problem = netdev().isEmpty() ? tr("the port has no network interface to ask")
            : !hasBus()                        ? tr("a software device has no cable")
                                               : QString();
    if (problem.isEmpty()) {
        addModule();
    } else {
        addProblem("module", tr("Cable or module"), problem);
        addProblem("moduleTemperature", tr("Temperature of the module"), problem);
    }
    addFlowControl();
    return m_rows;
}

} // namespace

QList<DetailStep> detailSteps(const DetailPlace &place)
{
    QList<DetailStep> steps = {
        [place] { return Details(place).identity(); },
        [place] { return Details(place).bus(); },
    };
    const QList<int> ports = portsOf(place);
    for (const int port : ports) {
        steps.append([place, port] { return Details(place, port).link(); });
        steps.append([place, port] { return Details(place, port).fabric(); });
        steps.append([place, port] { return Details(place, port).partitionKeys(); });
        steps.append([place, port] { return Details(place, port).roce(); });
    }
    return steps;
}

QList<DetailRow> askHardware(const DetailPlace &place)
{
    QList<DetailRow> rows;
    const QList<int> ports = portsOf(place);
    for (const int port : ports)
        rows += Details(place, port).hardware();
    return rows;
}
