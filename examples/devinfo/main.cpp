// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Shows every RDMA device with its attributes and ports, as ibv_devinfo -v does; with --json for
// programs.

#include "checkedoptions.h"
#include "flagnames.h"

#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qtextstream.h>

#include <QtRdma/RdmaDevice>

namespace {

// maxQpWr becomes max_qp_wr, the name in the verbs.
QString verbsName(const char *property)
{
    QString name = QString::fromLatin1(property);
    static const QRegularExpression capital("([A-Z])");
    return name.replace(capital, "_\\1").toLower();
}

// 64 bits do not fit into the numbers of JSON.
QJsonValue jsonValue(const QMetaProperty &property, const QVariant &value)
{
    if (property.isEnumType()) {
        const char *key = property.enumerator().valueToKey(value.toInt());
        return key ? QJsonValue(QLatin1String(key)) : QJsonValue(value.toInt());
    }
    if (value.typeId() == QMetaType::ULongLong)
        return QString("0x%1").arg(value.toULongLong(), 0, 16);
    if (value.typeId() == QMetaType::UInt)
        return qint64(value.toUInt());
    return QJsonValue::fromVariant(value);
}

template <typename Gadget>
QJsonObject toJson(const Gadget &gadget)
{
    QJsonObject result;
    const QMetaObject &meta = Gadget::staticMetaObject;
    for (int i = 0; i < meta.propertyCount(); ++i) {
        const QMetaProperty property = meta.property(i);
        const QString name = verbsName(property.name());
        const QVariant value = property.readOnGadget(&gadget);
        result.insert(name, jsonValue(property, value));
        if (hasFlagNames(name))
            result.insert(name + "_names",
                          QJsonArray::fromStringList(flagNames(name, value.toULongLong())));
    }
    return result;
}

QJsonObject describe(const RdmaDevice &device)
{
    QJsonObject result = toJson(device);
    const QJsonObject attributes = toJson(device.attributes());
    for (auto it = attributes.begin(); it != attributes.end(); ++it)
        result.insert(it.key(), it.value());
    QJsonArray ports;
    for (int port = 1; port <= device.portCount(); ++port) {
        QJsonObject description = toJson(device.port(port));
        QJsonArray gids;
        const QList<RdmaGidEntry> entries = device.gids(port);
        for (const RdmaGidEntry &entry : entries)
            gids.append(QJsonObject{ { "index", entry.index() },
                                     { "gid", entry.toString() },
                                     { "type", entry.typeName() },
                                     { "netdev", entry.netdev() } });
        description.insert("gids", gids);
        ports.append(description);
    }
    result.insert("ports", ports);
    return result;
}

void print(QTextStream &out, const QJsonObject &object, const QString &indent)
{
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it.key().endsWith(u"_names")) {
            const QStringList names = it->toVariant().toStringList();
            out << indent << it.key().leftJustified(34) << names.join(", ") << '\n';
        } else if (it->isArray()) {
            out << indent << it.key() << ":\n";
            const QJsonArray entries = it->toArray();
            for (const auto &entry : entries) {
                print(out, entry.toObject(), indent + "    ");
                out << '\n';
            }
        } else {
            out << indent << it.key().leftJustified(34)
                << Text::printable(it->toVariant().toString()) << '\n';
        }
    }
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser, "Shows RDMA devices and their ports.", "qtrdma-devinfo rxe0");
    Program::addStandardOptions(&parser);
    parser.addOption({ "json", "Print JSON." });
    parser.addPositionalArgument("device", "Show these devices only.", "[device...]");
    Program::process(&parser, Program::Unlimited);

    const QStringList wanted = parser.positionalArguments();
    QJsonArray devices;
    RdmaError error;
    const QList<RdmaDevice> found = RdmaDevice::devices(&error);
    for (const RdmaDevice &device : found) {
        if (wanted.isEmpty() || wanted.contains(device.name()))
            devices.append(describe(device));
    }
    QTextStream out(stdout);
    if (parser.isSet("json")) {
        out << QJsonDocument(devices).toJson();
    } else {
        for (const auto &device : std::as_const(devices)) {
            print(out, device.toObject(), {});
            out << '\n';
        }
    }
    if (devices.isEmpty()) {
        const QString others = RdmaDevice::names().join(u' ');
        QTextStream(stderr) << (found.isEmpty()
                                        ? error.toString()
                                        : "There is no such RDMA device. Devices here: " + others)
                            << '\n';
        return 1;
    }
    return 0;
}
