// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../shared/rdmatest.h"

#include <QtCore/qfile.h>
#include <QtCore/qhash.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qmap.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qprocess.h>
#include <QtCore/qregularexpression.h>
#include <QtTest/qtest.h>

#include <QtRdma/RdmaDevice>

#include <algorithm>
#include <utility>

class tst_RdmaDevice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void enumeration();
    void lookups();
    void lookupsThatFail();
    void invalidDevice();
    void gids();
    void protectionDomain();
    void agreesWithIbvDevinfo();
    void flagsAgreeWithIbvDevinfo();
    void showGidsAgreesWithSysfs();

private:
    static QByteArray run(const QString &program, const QStringList &arguments);
    QJsonObject devinfo() const;
    QStringList ibvDevinfo() const;

    RdmaDevice device;
};

void tst_RdmaDevice::initTestCase()
{
    if (RdmaTest::address().isNull())
        QSKIP("No RDMA device was named: run in the lab, or with --device");
    RdmaError error;
    device = RdmaDevice::fromAddress(RdmaTest::address(), &error);
    QVERIFY2(device.isValid(), qPrintable(error.toString()));
}

QByteArray tst_RdmaDevice::run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        return {};
    return process.readAllStandardOutput();
}

void tst_RdmaDevice::enumeration()
{
    const QStringList names = RdmaDevice::names();
    QVERIFY(names.contains(device.name()));
    const QList<RdmaDevice> devices = RdmaDevice::devices();
    QCOMPARE(devices.size(), names.size());
    for (const RdmaDevice &each : devices) {
        QVERIFY(names.contains(each.name()));
        QVERIFY(each.portCount() >= 1);
    }
    if (RdmaTest::isSiw()) {
        QCOMPARE(device.transport(), Rdma::Transport::Iwarp);
        QCOMPARE(device.nodeType(), Rdma::NodeType::Rnic);
    } else {
        QCOMPARE(device.transport(), Rdma::Transport::InfiniBand);
        QCOMPARE(device.nodeType(), Rdma::NodeType::ChannelAdapter);
    }
    QCOMPARE(device.isSoftware(), RdmaTest::provider() != "device");
}

void tst_RdmaDevice::lookups()
{
    QCOMPARE(RdmaDevice::fromName(device.name()).name(), device.name());
    QCOMPARE(RdmaDevice::fromGuid(device.guid()).name(), device.name());
    QCOMPARE(RdmaDevice::fromRoute(RdmaTest::address()).name(), device.name());
    QCOMPARE(RdmaDevice::fromAddress(RdmaTest::address6()).name(), device.name());
    const QList<RdmaGidEntry> gids = device.gids();
    QVERIFY(!gids.isEmpty());
    for (const RdmaGidEntry &entry : gids)
        QCOMPARE(RdmaDevice::fromGid(entry.gid()).name(), device.name());
}

void tst_RdmaDevice::lookupsThatFail()
{
    QVERIFY(!RdmaDevice::fromName(QStringLiteral("none0")).isValid());
    QVERIFY(!RdmaDevice::fromGuid(1).isValid());
    QVERIFY(!RdmaDevice::fromGid("nonsense").isValid());
    RdmaError error;
    QVERIFY(!RdmaDevice::fromAddress(QHostAddress(QHostAddress::LocalHost), &error).isValid());
    QVERIFY2(error.toString().contains(RdmaTest::address().toString()),
             qPrintable(error.toString()));
    QVERIFY(!RdmaDevice::fromRoute(QHostAddress(), &error).isValid());
    QVERIFY(error.isError());
}

void tst_RdmaDevice::invalidDevice()
{
    const RdmaDevice none;
    RdmaError error;
    QVERIFY(!none.isValid());
    QVERIFY(none.name().isEmpty());
    QCOMPARE(none.attributes(&error).maxQp(), 0);
    QVERIFY(error.isError());
    QVERIFY(none.gids().isEmpty());
    QVERIFY(!none.allocateProtectionDomain(&error).isValid());
    for (const int number : { -1, 0, device.portCount() + 1, 1000 }) {
        error = {};
        QCOMPARE(device.port(number, &error).state(), Rdma::PortState::NoChange);
        QVERIFY2(error.isError(), qPrintable(QString::number(number)));
    }
}

void tst_RdmaDevice::gids()
{
    const QList<RdmaGidEntry> gids = device.gids(1);
    for (const RdmaGidEntry &entry : gids) {
        QCOMPARE(entry.gid().size(), 16);
        QVERIFY(entry.isUsable());
        QVERIFY(!entry.netdev().isEmpty());
        QCOMPARE(entry.netdev(), device.port(1).netdev());
    }
    if (!RdmaTest::isRxe())
        return;
    const auto mapped = std::find_if(gids.begin(), gids.end(), [](const RdmaGidEntry &entry) {
        return entry.ipv4() == RdmaTest::address();
    });
    QVERIFY(mapped != gids.end());
    QCOMPARE(mapped->type(), Rdma::GidType::RoceV2);
}

void tst_RdmaDevice::protectionDomain()
{
    RdmaError error;
    const RdmaProtectionDomain domain = device.allocateProtectionDomain(&error);
    QVERIFY2(domain.isValid(), qPrintable(error.toString()));
    QCOMPARE(domain.deviceName(), device.name());
}

namespace {

// What ibv_devinfo prints for a number, and for what it has names for.
qint64 numberOf(const QString &key, QString value)
{
    if (key.endsWith(u"guid"))
        return qint64(value.remove(u':').toULongLong(nullptr, 16));
    static const QRegularExpression inParentheses(QStringLiteral("\\((\\d+)\\)$"));
    if (const auto match = inParentheses.match(value); match.hasMatch() && !key.endsWith(u"mtu"))
        return match.captured(1).toLongLong();
    static const QRegularExpression number(QStringLiteral("^(0x[0-9a-fA-F]+|\\d+)"));
    return qint64(number.match(value).captured(1).toULongLong(nullptr, 0));
}

// What the same field is called here. 'before' is the field that was printed before it.
QString ourName(const QString &theirs, const QString &before)
{
    static const QHash<QString, QString> names = {
        { QStringLiteral("hca_id"), QStringLiteral("name") },
        { QStringLiteral("port_lid"), QStringLiteral("lid") },
        { QStringLiteral("port_lmc"), QStringLiteral("lmc") },
        { QStringLiteral("completion timestamp_mask"),
          QStringLiteral("completion_timestamp_mask") },
        { QStringLiteral("maximum available device memory"), QStringLiteral("max_dm_size") },
        { QStringLiteral("max_cq_count"), QStringLiteral("max_cq_moderation_count") },
        { QStringLiteral("max_cq_period"), QStringLiteral("max_cq_moderation_period") },
    };
    if (theirs == u"max_sge" && before == u"max_ops") // of tag matching
        return QStringLiteral("tm_max_sge");
    return names.value(theirs, theirs);
}

// The number in a field of ours, or that its enumerator stands for.
qint64 ourNumber(const QString &key, const QJsonValue &value)
{
    if (value.isDouble())
        return qint64(value.toDouble());
    const QByteArray text = value.toString().toLatin1();
    if (text.startsWith("0x"))
        return qint64(text.toULongLong(nullptr, 16));
    const auto type = key == u"state" ? QMetaEnum::fromType<Rdma::PortState>()
                                      : QMetaEnum::fromType<Rdma::Transport>();
    bool ok = false;
    const int result = type.keyToValue(text, &ok);
    return ok ? result : -1000;
}

} // namespace

QJsonObject tst_RdmaDevice::devinfo() const
{
    const QByteArray json =
            run(QStringLiteral(DEVINFO), { QStringLiteral("--json"), device.name() });
    return QJsonDocument::fromJson(json).array().at(0).toObject();
}

QStringList tst_RdmaDevice::ibvDevinfo() const
{
    const QByteArray text = run(QStringLiteral("ibv_devinfo"),
                                { QStringLiteral("-v"), QStringLiteral("-d"), device.name() });
    return QString::fromLatin1(text).split(u'\n');
}

// Limits of transports that no device has any more: end-to-end contexts, reliable datagrams, the
// first kind of fast registration. RdmaDeviceAttributes leaves them out.
static bool isObsolete(const QString &key)
{
    static const QStringList names = { QStringLiteral("max_ee"),
                                       QStringLiteral("max_ee_rd_atom"),
                                       QStringLiteral("max_ee_init_rd_atom"),
                                       QStringLiteral("max_rdd"),
                                       QStringLiteral("max_fmr"),
                                       QStringLiteral("max_map_per_fmr") };
    return names.contains(key);
}

// The device counts these while the programs look, for every process that uses it.
static bool isCounter(const QString &key)
{
    return key == u"bad_pkey_cntr" || key == u"qkey_viol_cntr";
}

// Line by line: nothing else that ibv_devinfo prints may be missing.
void tst_RdmaDevice::agreesWithIbvDevinfo()
{
    const QJsonObject ours = devinfo();
    QVERIFY(!ours.isEmpty());
    QJsonObject place = ours;
    int compared = 0;
    int gids = 0;
    QString before;
    const QStringList lines = ibvDevinfo();
    const QJsonArray portsAfterwards = devinfo().value(u"ports").toArray();
    QJsonObject placeAfterwards;
    for (const QString &line : lines) {
        const QString theirName = line.section(u':', 0, 0).trimmed();
        const QString key = ourName(theirName, std::exchange(before, theirName));
        const QString value = line.section(u':', 1).trimmed();
        if (key.startsWith(u"GID[")) {
            const QJsonObject gid = place.value(u"gids").toArray().at(gids++).toObject();
            QCOMPARE(QHostAddress(gid.value(u"gid").toString()),
                     QHostAddress(value.section(u',', 0, 0)));
            if (value.contains(u',')) // on InfiniBand it prints none
                QCOMPARE(gid.value(u"type").toString(), value.section(u',', 1).trimmed());
            continue;
        }
        if (value.isEmpty() || key == u"Unknown flags" || isObsolete(key))
            continue; // a heading, a flag's name, "not supported", or a part of the number above
        ++compared;
        if (key == u"port") {
            place = ours.value(u"ports").toArray().at(value.toInt() - 1).toObject();
            placeAfterwards = portsAfterwards.at(value.toInt() - 1).toObject();
            QVERIFY(!place.isEmpty());
        } else if (isCounter(key)) {
            QVERIFY2(ourNumber(key, place.value(key)) <= numberOf(key, value), qPrintable(line));
            QVERIFY2(numberOf(key, value) <= ourNumber(key, placeAfterwards.value(key)),
                     qPrintable(line));
        } else if (key == u"name" || key == u"fw_ver" || key == u"board_id"
                   || key == u"link_layer") {
            QCOMPARE(place.value(key).toString(), value);
        } else {
            QVERIFY2(place.contains(key), qPrintable(line));
            QVERIFY2(ourNumber(key, place.value(key)) == numberOf(key, value), qPrintable(line));
        }
    }
    QVERIFY2(compared > 60, qPrintable(QString::number(compared)));
    if (device.transport() != Rdma::Transport::Iwarp) // of which ibv_devinfo prints none
        QCOMPARE(gids, place.value(u"gids").toArray().size());
}

// They stand in lines of their own below the number.
void tst_RdmaDevice::flagsAgreeWithIbvDevinfo()
{
    QMap<QString, QStringList> flags;
    for (const char *field : { "device_cap_flags", "device_cap_flags_ex", "general_odp_caps",
                               "rc_odp_caps", "uc_odp_caps", "ud_odp_caps", "xrc_odp_caps" })
        flags.insert(QLatin1String(field), {});
    QString field;
    const QStringList lines = ibvDevinfo();
    for (const QString &line : lines) {
        const QString name = line.section(u':', 0, 0).trimmed();
        const bool isUnknown = name == u"Unknown flags";
        if (line.contains(u':') && !isUnknown)
            field = name;
        else if (flags.contains(field) && isUnknown)
            flags[field].append(line.section(u':', 1).trimmed().toLower());
        else if (flags.contains(field) && !name.isEmpty() && !name.contains(u' ')) // NO SUPPORT
            flags[field].append(name);
    }
    QVERIFY(!flags.value(QStringLiteral("device_cap_flags")).isEmpty());
    const QJsonObject ours = devinfo();
    for (auto it = flags.cbegin(); it != flags.cend(); ++it) {
        const QJsonValue names = ours.value(it.key() + QStringLiteral("_names"));
        QVERIFY(names.isArray());
        QCOMPARE(names.toVariant().toStringList(), it.value());
    }
}

void tst_RdmaDevice::showGidsAgreesWithSysfs()
{
    const QByteArray output = run(QStringLiteral(SHOW_GIDS), { QStringLiteral("--json") });
    const QJsonArray rows = QJsonDocument::fromJson(output).array();
    int found = 0;
    for (const QJsonValue &value : rows) {
        const QJsonObject row = value.toObject();
        if (row.value(u"device").toString() != device.name())
            continue;
        ++found;
        QFile file(QStringLiteral("/sys/class/infiniband/%1/ports/%2/gids/%3")
                           .arg(device.name())
                           .arg(row.value(u"port").toInt())
                           .arg(row.value(u"index").toInt()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(row.value(u"gid").toString(), QString::fromLatin1(file.readAll().trimmed()));
        QVERIFY(row.value(u"usable").toBool());
    }
    QCOMPARE(found, device.gids().size());
    QVERIFY(run(QStringLiteral(SHOW_GIDS), {}).contains(device.name().toLatin1()));
}

QTEST_GUILESS_MAIN(tst_RdmaDevice)
#include "tst_rdmadevice.moc"
