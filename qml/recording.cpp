// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "recording.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qhash.h>
#include <QtCore/qjsonarray.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qmetaobject.h>

#include <limits>

#include <poll.h>
#include <unistd.h>

namespace {

constexpr int Version = 2;
constexpr qint64 LongestLine = 64 * 1024 * 1024;

constexpr QLatin1String formatKey("format");
constexpr QLatin1String formatName("QtRdma recording");
constexpr QLatin1String versionKey("version");
constexpr QLatin1String standardStream("-"); // in place of a file's name
constexpr QLatin1String placeKey("@"); // the place of the row in the sample before

// Numbers of 64 bits are texts, because JSON has doubles.
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
            if (field.isValid() && field.convert(meta.property(i).metaType()))
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

QString withName(const QString &file, const QString &problem)
{
    return QCoreApplication::translate("QtRdma", "%1: %2").arg(file, problem);
}

} // namespace

QByteArray toLine(const Sample &sample, const Sample &before)
{
    const QJsonObject object = {
        { QStringLiteral("time"), double(sample.time) },
        { QStringLiteral("devices"), toJson(sample.devices, before.devices) },
        { QStringLiteral("ports"), toJson(sample.ports, before.ports) },
        { QStringLiteral("gids"), toJson(sample.gids, before.gids) },
        { QStringLiteral("details"), toJson(sample.details, before.details) },
        { QStringLiteral("limits"), toJson(sample.limits, before.limits) },
        { QStringLiteral("counters"), toJson(sample.counters, before.counters) },
        { QStringLiteral("resources"), toJson(sample.resources, before.resources) },
        { QStringLiteral("connections"), toJson(sample.connections, before.connections) },
        { QStringLiteral("events"), toJson(sample.events) },
    };
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
    sample.devices = fromJson(object.value(QLatin1String("devices")), before.devices);
    sample.ports = fromJson(object.value(QLatin1String("ports")), before.ports);
    sample.gids = fromJson(object.value(QLatin1String("gids")), before.gids);
    sample.details = fromJson(object.value(QLatin1String("details")), before.details);
    sample.limits = fromJson(object.value(QLatin1String("limits")), before.limits);
    sample.counters = fromJson(object.value(QLatin1String("counters")), before.counters);
    sample.resources = fromJson(object.value(QLatin1String("resources")), before.resources);
    sample.connections = fromJson(object.value(QLatin1String("connections")), before.connections);
    sample.events = fromJson<EventRow>(object.value(QLatin1String("events")), {});
    return sample;
}

QString RecordingWriter::open(const QString &name, Existing existing)
{
    m_name = name;
    m_file.setFileName(name);
    if (existing == Existing::Keep && name != standardStream && m_file.size() > 0)
        return withName(name,
                        QCoreApplication::translate(
                                "QtRdma", "The file is there already, and it is not empty"));
    const QIODevice::OpenMode mode = QIODevice::WriteOnly | QIODevice::Unbuffered;
    if (!(name == standardStream ? m_file.open(STDOUT_FILENO, mode) : m_file.open(mode)))
        return problem();
    const QJsonObject head = { { formatKey, formatName }, { versionKey, Version } };
    return write(QJsonDocument(head).toJson(QJsonDocument::Compact) + '\n');
}

QString RecordingWriter::append(const Sample &sample)
{
    const QByteArray line = toLine(sample, m_before);
    m_before = sample;
    return write(line);
}

QString RecordingWriter::write(const QByteArray &line)
{
    // A full disk takes a part first, and tells that it is full when it gets the rest.
    for (qint64 written = 0; written < line.size();) {
        const qint64 taken = m_file.write(line.constData() + written, line.size() - written);
        if (taken <= 0)
            return problem();
        written += taken;
    }
    return {};
}

QString RecordingWriter::problem() const
{
    return withName(m_name, m_file.errorString());
}

QString RecordingReader::open(const QString &name)
{
    m_name = name;
    m_file.setFileName(name);
    const QIODevice::OpenMode mode = QIODevice::ReadOnly;
    if (!(name == standardStream ? m_file.open(STDIN_FILENO, mode) : m_file.open(mode)))
        return withName(name, m_file.errorString());
    const QJsonObject head = QJsonDocument::fromJson(m_file.readLine(1024)).object();
    if (head.value(formatKey).toString() != formatName)
        return withName(name,
                        QCoreApplication::translate("QtRdma", "This is no recording of QtRdma"));
    const int version = head.value(versionKey).toInt();
    m_isWhole = version == 1;
    if (version < 1 || version > Version)
        return withName(
                name,
                QCoreApplication::translate(
                        "QtRdma",
                        "This is a recording of version %1, and only versions up to %2 can be read")
                        .arg(version)
                        .arg(Version));
    return {};
}

bool RecordingReader::isWaiting() const
{
    if (m_name != standardStream || m_file.canReadLine())
        return false;
    pollfd input = { m_file.handle(), POLLIN, 0 };
    return poll(&input, 1, 0) == 0;
}

std::optional<Sample> RecordingReader::next(QString *error)
{
    const QByteArray line = m_file.readLine(LongestLine);
    ++m_line;
    if (line.isEmpty())
        return {};
    std::optional<Sample> sample;
    if (line.endsWith('\n'))
        sample = fromLine(line, m_isWhole ? Sample() : m_before);
    if (!sample)
        *error = withName(m_name,
                          QCoreApplication::translate(
                                  "QtRdma", "The recording is damaged, or was cut off, in line %1")
                                  .arg(m_line));
    else
        m_before = *sample;
    return sample;
}
