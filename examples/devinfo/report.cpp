// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include "decoded.h"
#include "fields.h"
#include "flagnames.h"
#include "printable.h"

#include <QtCore/qhash.h>

namespace {

constexpr int DeviceIndent = 4;
constexpr int PortIndent = 8;
constexpr int FieldIndent = 12;
constexpr int ValueColumn = 40;

QStringList shortDevice()
{
    return { "fw_ver",         "node_guid", "sys_image_guid", "vendor_id",
             "vendor_part_id", "hw_ver",    "board_id",       "phys_port_cnt" };
}

QStringList shortPort()
{
    return { "state", "max_mtu",    "active_mtu", "sm_lid", "lid",
             "lmc",   "link_layer", "speed",      "netdev" };
}

// In the heading, or in the line of another field.
QStringList elsewhere()
{
    return { "number", "name", "transport", "speed_name", "width_name" };
}

void printLine(QTextStream &out, int indent, const QString &label, const QString &value)
{
    const QString begin = QString(indent, u' ') + label + u':';
    out << begin.leftJustified(ValueColumn - 1) << ' ' << Text::printable(value) << '\n';
}

// The names that ibv_devinfo has for them.
QString labelOf(const QString &field)
{
    return field == u"lid" || field == u"lmc" ? "port_" + field : field;
}

QString speedOf(const RdmaPortAttributes &port)
{
    if (port.speed() == 0)
        return "unknown";
    return QString("%1 Gbit/s (%2 %3)")
            .arg(QString::number(port.speed()), port.widthName().toUpper(), port.speedName());
}

// The short ones come first.
template <typename Gadget>
void printFields(QTextStream &out, int indent, const Gadget &gadget, const QStringList &shortOnes,
                 Detail detail)
{
    const QStringList inHeading = elsewhere();
    QStringList order = shortOnes;
    QHash<QString, QString> texts;
    QHash<QString, QStringList> flags;
    forEachField(gadget, [&](const QString &name, const QMetaProperty &, const QVariant &value) {
        if (inHeading.contains(name))
            return;
        if (detail == Detail::All && !order.contains(name))
            order.append(name);
        texts.insert(name, decoded(name, value));
        if (detail == Detail::All && hasFlagNames(name))
            flags.insert(name, flagNames(name, value.toULongLong()));
    });
    if constexpr (std::is_same_v<Gadget, RdmaPortAttributes>)
        texts.insert("speed", speedOf(gadget));
    for (const QString &field : std::as_const(order)) {
        if (!texts.value(field).isEmpty())
            printLine(out, indent, labelOf(field), texts.value(field));
        for (const QString &flag : flags.value(field))
            out << QString(ValueColumn, u' ') << flag << '\n';
    }
}

void printGids(QTextStream &out, const RdmaDevice &device, int port)
{
    const QList<RdmaGidEntry> entries = device.gids(port);
    for (const RdmaGidEntry &entry : entries) {
        const QHostAddress address(reinterpret_cast<const quint8 *>(entry.gid().constData()));
        QStringList words{ address.toString(), entry.typeName(), entry.netdev() };
        words.removeAll(QString());
        printLine(out, FieldIndent, QString("GID[%1]").arg(entry.index(), 3), words.join(", "));
    }
}

} // namespace

void report(QTextStream &out, const RdmaDevice &device, const QList<int> &ports, Detail detail)
{
    printLine(out, 0, "hca_id", device.name());
    printLine(out, DeviceIndent, "transport",
              decoded("transport", QVariant(int(device.transport()))));
    printFields(out, DeviceIndent, device.attributes(), shortDevice(), detail);
    if (detail == Detail::All)
        printFields(out, DeviceIndent, device, {}, detail);
    for (const int port : ports) {
        printLine(out, PortIndent, "port", QString::number(port));
        printFields(out, FieldIndent, device.port(port), shortPort(), detail);
        if (detail == Detail::All)
            printGids(out, device, port);
    }
    out << '\n';
}
