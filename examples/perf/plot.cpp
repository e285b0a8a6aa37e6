// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "plot.h"

#include "words.h"

#include <QDateTime>
#include <QJsonArray>

#include <cmath>

namespace Perf {

namespace {

constexpr qsizetype FewRuns = 4; // of which more than one value each can be told apart

QString measureOf(const QJsonObject &all)
{
    return all["test"]["measure"].toString();
}

Chart::Unit unitOf(const QString &measure)
{
    return measure == "latency"      ? Chart::Unit::Microseconds
            : measure == "bandwidth" ? Chart::Unit::BitsPerSecond
                                     : Chart::Unit::MessagesPerSecond;
}

QString deviceText(const QJsonObject &device)
{
    QStringList kind{ device["transport"].toString() };
    if (device["software"].toBool())
        kind += Words::tr("software");
    kind.removeAll(QString());
    const QString name = device["name"].toString();
    return kind.isEmpty() ? name : Words::tr("%1 (%2)").arg(name, kind.join(", "));
}

QString devicesText(const QJsonObject &environment)
{
    QStringList texts;
    const QJsonArray devices = environment["devices"].toArray();
    for (const auto &device : devices)
        texts += deviceText(device.toObject());
    if (texts.isEmpty())
        texts += deviceText(environment["device"].toObject());
    return texts.join(" + ");
}

QString directionOf(const QJsonObject &all)
{
    const QJsonValue isHalf = all["results"][0]["half_round_trip"];
    if (isHalf.isBool())
        return isHalf.toBool() ? Words::tr("half of a round trip") : Words::tr("until completed");
    return all["test"]["bothDirections"].toBool() ? Words::tr("both directions")
                                                  : Words::tr("one direction");
}

QStringList conditions(const QJsonObject &all)
{
    const QJsonObject test = all["test"].toObject();
    QStringList texts{ Words::tr("connections %1, depth %2, batch %3")
                               .arg(test["connections"].toInteger())
                               .arg(test["depth"].toInteger())
                               .arg(test["batch"].toInteger()) };
    texts += directionOf(all);
    if (test["spin"].toInteger() > 0)
        texts += Words::tr("spin %1 µs").arg(test["spin"].toInteger());
    if (test["moderation"].toInteger() > 0)
        texts += Words::tr("moderation %1 µs").arg(test["moderation"].toInteger());
    return texts;
}

QStringList origin(const QJsonObject &environment)
{
    const auto time = QDateTime::fromString(environment["time"].toString(), Qt::ISODate);
    return { time.toUTC().toString("yyyy-MM-dd HH:mm 'UTC'"),
             Words::tr("QtRdma %1").arg(environment["qtrdma"].toString()),
             Words::tr("Linux %1").arg(environment["kernel"].toString()) };
}

QList<QPointF> pointsOf(const QJsonObject &all, const Value &value)
{
    QList<QPointF> points;
    const QJsonArray results = all["results"].toArray();
    for (const auto &one : results) {
        const QJsonObject result = one.toObject();
        const double size = result["size"].toDouble();
        const double shown = result[value.key].toDouble() * value.factor;
        if (size >= 1 && shown > 0 && std::isfinite(shown))
            points.append({ size, shown });
    }
    return points;
}

} // namespace

QList<Value> valuesOf(const QString &measure)
{
    if (measure == "latency") {
        return { { "p50_us", Words::tr("median"), 1 },
                 { "p99_us", Words::tr("p99"), 1 },
                 { "p99_9_us", Words::tr("p99.9"), 1 } };
    }
    if (measure == "bandwidth")
        return { { "mb_per_s", Words::tr("bandwidth"), 8e6 } };
    return { { "messages_per_s", Words::tr("message rate"), 1 } };
}

QString titleOf(const QJsonObject &all)
{
    const QJsonObject environment = all["environment"].toObject();
    const QString test = all["test"]["test"].toString();
    return Words::tr("%1 %2, %3, %4")
            .arg(test, measureOf(all), environment["host"].toString(),
                 test == "tcp" ? Words::tr("TCP") : devicesText(environment));
}

Chart plotOf(const QJsonObject &all)
{
    Chart chart;
    chart.title = titleOf(all);
    chart.unit = unitOf(measureOf(all));
    chart.details = origin(all["environment"].toObject()) + conditions(all);
    for (const Value &value : valuesOf(measureOf(all))) {
        const int number = int(chart.curves.size());
        chart.curves.append({ value.name, number, number, pointsOf(all, value) });
    }
    return chart;
}

Chart plotOf(const QList<QJsonObject> &several, const QStringList &names)
{
    Chart chart;
    const QString measure = measureOf(several.constFirst());
    chart.title = Words::tr("%1 of %2 runs compared").arg(measure).arg(several.size());
    chart.unit = unitOf(measure);
    QList<Value> values = valuesOf(measure);
    values.resize(several.size() > FewRuns ? 1 : qMin<qsizetype>(values.size(), 2));
    for (qsizetype i = 0; i < several.size(); ++i) {
        const QJsonObject &all = several[i];
        chart.details += Words::tr("%1: %2, %3")
                                 .arg(names[i], titleOf(all),
                                      origin(all["environment"].toObject()).mid(0, 2).join(", "));
        for (const Value &value : std::as_const(values)) {
            const QString label =
                    values.size() > 1 ? Words::tr("%1: %2").arg(names[i], value.name) : names[i];
            const int line = int(&value - values.constData());
            chart.curves.append({ label, int(i), line, pointsOf(all, value) });
        }
    }
    return chart;
}

} // namespace Perf
