// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "metrictext.h"

#include "printable.h"

#include <QtCore/qlocale.h>

namespace {

QString escaped(const QString &text)
{
    return Text::printable(text).replace(u'\\', QLatin1String("\\\\"));
}

QString textOf(const MetricText::Labels &labels)
{
    QStringList result;
    for (const auto &[name, value] : labels) {
        if (value.isEmpty())
            continue;
        const QString cut = escaped(value.left(MetricText::LongestLabel));
        result.append(QString::fromLatin1(name) + QLatin1String("=\"")
                      + QString(cut).replace(u'"', QLatin1String("\\\"")) + u'"');
    }
    return result.isEmpty() ? QString() : u'{' + result.join(u',') + u'}';
}

} // namespace

void MetricText::add(const QString &name, Type type, const QString &help, const Labels &labels,
                     const QString &value)
{
    const QString series = textOf(labels);
    auto family = m_families.find(name);
    if (m_series >= MostSeries || (family != m_families.end() && family->series.contains(series))) {
        ++m_dropped;
        return;
    }
    if (family == m_families.end())
        family = m_families.insert(name, { type, help, {}, {} });
    family->series.insert(series);
    family->values += name + series + u' ' + value + u'\n';
    ++m_series;
}

void MetricText::gauge(const char *name, const QString &help, const Labels &labels, double value)
{
    add(QLatin1String(name), Type::Gauge, help, labels,
        QString::number(value, 'g', QLocale::FloatingPointShortest));
}

QByteArray MetricText::text() const
{
    QByteArray result;
    for (auto family = m_families.cbegin(); family != m_families.cend(); ++family) {
        const QByteArray name = family.key().toUtf8();
        result += "# HELP " + name + ' ' + escaped(family->help).toUtf8() + "\n# TYPE " + name
                + (family->type == Type::Gauge ? " gauge\n" : " counter\n")
                + family->values.toUtf8();
    }
    return result;
}
