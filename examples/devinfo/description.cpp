// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "description.h"

#include "fields.h"
#include "flagnames.h"

#include <QtCore/qjsonarray.h>
#include <QtCore/qregularexpression.h>

namespace {

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
void addFields(const Gadget &gadget, QJsonObject *object)
{
    forEachField(gadget,
                 [&](const QString &name, const QMetaProperty &property, const QVariant &value) {
                     object->insert(name, jsonValue(property, value));
                     if (hasFlagNames(name))
                         object->insert(
                                 name + "_names",
                                 QJsonArray::fromStringList(flagNames(name, value.toULongLong())));
                 });
}

} // namespace

QString verbsName(const char *property)
{
    QString name = QString::fromLatin1(property);
    static const QRegularExpression capital("([A-Z])");
    return name.replace(capital, "_\\1").toLower();
}

QJsonObject describe(const RdmaDevice &device, const QList<int> &ports)
{
    QJsonObject result;
    addFields(device, &result);
    addFields(device.attributes(), &result);
    QJsonArray descriptions;
    for (const int port : ports) {
        QJsonObject description;
        addFields(device.port(port), &description);
        QJsonArray gids;
        const QList<RdmaGidEntry> entries = device.gids(port);
        for (const RdmaGidEntry &entry : entries)
            gids.append(QJsonObject{ { "index", entry.index() },
                                     { "gid", entry.toString() },
                                     { "type", entry.typeName() },
                                     { "netdev", entry.netdev() } });
        description.insert("gids", gids);
        descriptions.append(description);
    }
    result.insert("ports", descriptions);
    return result;
}
