// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "recording.h"

#include <QtCore/qhash.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qsysinfo.h>

#include <algorithm>
#include <limits>

namespace {

constexpr QLatin1String formatKey("format");
constexpr QLatin1String formatName("QtRdma recording");
constexpr QLatin1String versionKey("version");
constexpr QLatin1String hostKey("host");
constexpr QLatin1String timeKey("time");
constexpr QLatin1String skippedKey("skipped");
constexpr QLatin1String placeKey("@"); // the place of the row in the sample before

// Numbers of 64 bits are texts, because JSON has doubles.
QJsonValue toJson(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::ULongLong:
        return QString::number(value.toULongLong());
    case QMetaType::QDateTime:
        return value.toDateTime().toUTC().toString(Qt::ISODateWithMs);
    default:
        return QJsonValue::fromVariant(value);
    }
}

// A row is written as its difference from a row of the sample before: from the row with the same
// key, whose place is then told if it is another, or else from the row in the same place.
template <typename Row>
QHash<QString, qsizetype> placesOf(const QList<Row> &rows)
{
    QHash<QString, qsizetype> places;
    for (qsizetype i = 0; i < rows.size(); ++i)
        places.insert(rows.at(i).key(), i);
    return places;
}

template <typename Row>
QJsonObject toJson(const Row &row, const Row &last)
{
    QJsonObject object;
    const QMetaObject &meta = Row::staticMetaObject;
    for (int i = 0; i < meta.propertyCount(); ++i) {
        const QVariant value = meta.property(i).readOnGadget(&row);
        if (value != meta.property(i).readOnGadget(&last))
            object.insert(QString::fromLatin1(meta.property(i).name()), toJson(value));
    }
    return object;
}

template <typename Row>
QJsonArray toJson(const QList<Row> &rows, const QList<Row> &before)
{
    const QHash<QString, qsizetype> places = placesOf(before);
    QJsonArray result;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const qsizetype place = places.value(rows.at(i).key(), i);
        QJsonObject object = toJson(rows.at(i), before.value(place));
        if (place != i)
            object.insert(placeKey, place);
        result.append(object);
    }
    return result;
}

QJsonArray toJson(const QList<EventRow> &events)
{
    QJsonArray result;
    for (const EventRow &event : events)
        result.append(toJson(event, EventRow()));
    return result;
}

// A field that is missing, or has another type, stays as it was.
template <typename Row>
QList<Row> fromJson(const QJsonValue &value, const QList<Row> &before)
{
    QList<Row> result;
    const QJsonArray rows = value.toArray();
    for (const auto &entry : rows) {
        const QJsonObject object = entry.toObject();
        Row row = before.value(object.value(placeKey).toInteger(result.size()));
        const QMetaObject &meta = Row::staticMetaObject;
        for (int i = 0; i < meta.propertyCount(); ++i) {
            QVariant field = object.value(QString::fromLatin1(meta.property(i).name())).toVariant();
            if (!field.isValid() || !field.convert(meta.property(i).metaType()))
                continue;
            if (field.typeId() == QMetaType::QDateTime)
                field = field.toDateTime().toLocalTime();
            meta.property(i).writeOnGadget(&row, field);
        }
        result.append(row);
    }
    return result;
}

// A recording may come from anybody. A few bytes of JSON become a hundred in memory, so these bytes
// are counted before anything is made of them. Names of processes may have such characters, too.
bool isTooMuchToParse(const QByteArray &line)
{
    return line.count('{') + line.count('[') > 2 * Sample::MostRows
            || line.count(',') > 10 * Sample::MostRows;
}

// Not more rows than a sample has, of all kinds together.
bool isSmallEnough(const QJsonObject &sample)
{
    qsizetype rows = 0;
    for (const auto &table : sample)
        rows += table.toArray().size();
    return rows <= Sample::MostRows
            && sample.value(QLatin1String("events")).toArray().size() <= Sample::MostEvents;
}

} // namespace

RecordingHead RecordingHead::ofThisMachine()
{
    RecordingHead head;
    head.host = QSysInfo::machineHostName();
    head.time = QDateTime::currentDateTime();
    return head;
}

QByteArray RecordingHead::toLine() const
{
    QJsonObject object = { { formatKey, formatName }, { versionKey, version } };
    if (!host.isEmpty())
        object.insert(hostKey, host);
    if (time.isValid())
        object.insert(timeKey, time.toUTC().toString(Qt::ISODateWithMs));
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<RecordingHead> RecordingHead::fromLine(const QByteArray &line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object.value(formatKey).toString() != formatName)
        return {};
    RecordingHead head;
    head.version = object.value(versionKey).toInt();
    head.host = object.value(hostKey).toString();
    head.time = QDateTime::fromString(object.value(timeKey).toString(), Qt::ISODateWithMs);
    return head;
}

QByteArray toLine(const Sample &sample, const Sample &before)
{
    QJsonObject object = {
        { QStringLiteral("time"), double(sample.time) },
        { QStringLiteral("devices"), toJson(sample.devices, before.devices) },
        { QStringLiteral("ports"), toJson(sample.ports, before.ports) },
        { QStringLiteral("gids"), toJson(sample.gids, before.gids) },
        { QStringLiteral("details"), toJson(sample.details, before.details) },
        { QStringLiteral("limits"), toJson(sample.limits, before.limits) },
        { QStringLiteral("counters"), toJson(sample.counters, before.counters) },
        { QStringLiteral("resources"), toJson(sample.resources, before.resources) },
        { QStringLiteral("traffic"), toJson(sample.traffic, before.traffic) },
        { QStringLiteral("connections"), toJson(sample.connections, before.connections) },
        { QStringLiteral("events"), toJson(sample.events) },
    };
    if (sample.skipped > 0)
        object.insert(skippedKey, sample.skipped);
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<Sample> fromLine(const QByteArray &line, const Sample &before)
{
    if (isTooMuchToParse(line))
        return {};
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const double time = object.value(QLatin1String("time")).toDouble(-1);
    if (!isSmallEnough(object) || !(time >= 0 && time < double(std::numeric_limits<qint64>::max())))
        return {};
    Sample sample;
    sample.time = qint64(time);
    sample.skipped = std::max(0, object.value(skippedKey).toInt());
    sample.devices = fromJson(object.value(QLatin1String("devices")), before.devices);
    sample.ports = fromJson(object.value(QLatin1String("ports")), before.ports);
    sample.gids = fromJson(object.value(QLatin1String("gids")), before.gids);
    sample.details = fromJson(object.value(QLatin1String("details")), before.details);
    sample.limits = fromJson(object.value(QLatin1String("limits")), before.limits);
    sample.counters = fromJson(object.value(QLatin1String("counters")), before.counters);
    sample.resources = fromJson(object.value(QLatin1String("resources")), before.resources);
    sample.traffic = fromJson(object.value(QLatin1String("traffic")), before.traffic);
    sample.connections = fromJson(object.value(QLatin1String("connections")), before.connections);
    sample.events = fromJson<EventRow>(object.value(QLatin1String("events")), {});
    return sample;
}
