// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "recording.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qmetaobject.h>

#include <limits>

namespace {

constexpr int Version = 1;
constexpr qint64 LongestLine = 64 * 1024 * 1024;

constexpr QLatin1String formatKey("format");
constexpr QLatin1String formatName("QtRdma recording");
constexpr QLatin1String versionKey("version");

// Numbers of 64 bits are texts: JSON has doubles.
QJsonValue toJson(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::ULongLong:
        return QString::number(value.toULongLong());
    case QMetaType::QDateTime:
        return value.toDateTime().toString(Qt::ISODateWithMs);
    default:
        return QJsonValue::fromVariant(value);
    }
}

template <typename Row>
QJsonArray toJson(const QList<Row> &rows)
{
    QJsonArray result;
    for (const Row &row : rows) {
        QJsonObject object;
        const QMetaObject &meta = Row::staticMetaObject;
        for (int i = 0; i < meta.propertyCount(); ++i)
            object.insert(QString::fromLatin1(meta.property(i).name()),
                          toJson(meta.property(i).readOnGadget(&row)));
        result.append(object);
    }
    return result;
}

// What is missing, or is of another type, stays as it is in a row without values.
template <typename Row>
QList<Row> fromJson(const QJsonValue &value)
{
    QList<Row> result;
    const QJsonArray rows = value.toArray();
    for (const auto &entry : rows) {
        const QJsonObject object = entry.toObject();
        Row row;
        const QMetaObject &meta = Row::staticMetaObject;
        for (int i = 0; i < meta.propertyCount(); ++i) {
            QVariant field = object.value(QString::fromLatin1(meta.property(i).name())).toVariant();
            if (field.isValid() && field.convert(meta.property(i).metaType()))
                meta.property(i).writeOnGadget(&row, field);
        }
        result.append(row);
    }
    return result;
}

} // namespace

QByteArray toLine(const Sample &sample)
{
    const QJsonObject object = {
        { QStringLiteral("time"), double(sample.time) },
        { QStringLiteral("devices"), toJson(sample.devices) },
        { QStringLiteral("ports"), toJson(sample.ports) },
        { QStringLiteral("gids"), toJson(sample.gids) },
        { QStringLiteral("counters"), toJson(sample.counters) },
        { QStringLiteral("resources"), toJson(sample.resources) },
        { QStringLiteral("connections"), toJson(sample.connections) },
        { QStringLiteral("events"), toJson(sample.events) },
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<Sample> fromLine(const QByteArray &line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    const QJsonObject object = document.object();
    const double time = object.value(QLatin1String("time")).toDouble(-1);
    if (!document.isObject() || !(time >= 0 && time < double(std::numeric_limits<qint64>::max())))
        return {};
    Sample sample;
    sample.time = qint64(time);
    sample.devices = fromJson<DeviceRow>(object.value(QLatin1String("devices")));
    sample.ports = fromJson<PortRow>(object.value(QLatin1String("ports")));
    sample.gids = fromJson<GidRow>(object.value(QLatin1String("gids")));
    sample.counters = fromJson<CounterRow>(object.value(QLatin1String("counters")));
    sample.resources = fromJson<ResourceRow>(object.value(QLatin1String("resources")));
    sample.connections = fromJson<ConnectionRow>(object.value(QLatin1String("connections")));
    sample.events = fromJson<EventRow>(object.value(QLatin1String("events")));
    return sample;
}

QString RecordingWriter::open(const QString &name)
{
    m_file.setFileName(name);
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        return m_file.errorString();
    const QJsonObject head = { { formatKey, formatName }, { versionKey, Version } };
    m_file.write(QJsonDocument(head).toJson(QJsonDocument::Compact) + '\n');
    return m_file.flush() ? QString() : m_file.errorString();
}

QString RecordingWriter::append(const Sample &sample)
{
    const QByteArray line = toLine(sample);
    return m_file.write(line) == line.size() && m_file.flush() ? QString() : m_file.errorString();
}

QString RecordingReader::open(const QString &name)
{
    m_file.setFileName(name);
    if (!m_file.open(QIODevice::ReadOnly))
        return m_file.errorString();
    const QJsonObject head = QJsonDocument::fromJson(m_file.readLine(1024)).object();
    if (head.value(formatKey).toString() != formatName)
        return QCoreApplication::translate("QtRdma", "This is no recording of QtRdma");
    const int version = head.value(versionKey).toInt();
    if (version != Version)
        return QCoreApplication::translate(
                       "QtRdma",
                       "This is a recording of version %1, and only version %2 can be read")
                .arg(version)
                .arg(Version);
    return {};
}

std::optional<Sample> RecordingReader::next(QString *error)
{
    const QByteArray line = m_file.readLine(LongestLine);
    ++m_line;
    if (line.isEmpty())
        return {};
    std::optional<Sample> sample;
    if (line.endsWith('\n'))
        sample = fromLine(line);
    if (!sample)
        *error = QCoreApplication::translate("QtRdma",
                                             "The recording is damaged, or was cut off, in line %1")
                         .arg(m_line);
    return sample;
}
