// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef METRICTEXT_H
#define METRICTEXT_H

#include <QtCore/qbytearray.h>
#include <QtCore/qlist.h>
#include <QtCore/qmap.h>
#include <QtCore/qset.h>
#include <QtCore/qstring.h>

#include <utility>

// Values in the text format of Prometheus, which wants all values of one name together, and each
// series once. Names of devices and processes are what others choose: labels are escaped and cut,
// and the number of series is limited.
class MetricText
{
public:
    enum class Type { Gauge, Counter };
    using Labels = QList<std::pair<const char *, QString>>;

    static constexpr qsizetype MostSeries = 20'000;
    static constexpr qsizetype LongestLabel = 200; // characters

    // Drops a series that is there already, and those beyond the limit. Labels that are empty are
    // left out.
    void add(const QString &name, Type type, const QString &help, const Labels &labels,
             const QString &value);
    void gauge(const char *name, const QString &help, const Labels &labels, double value);

    qsizetype dropped() const { return m_dropped; }
    QByteArray text() const;

private:
    struct Family
    {
        Type type = Type::Gauge;
        QString help;
        QSet<QString> series;
        QString values;
    };

    QMap<QString, Family> m_families;
    qsizetype m_series = 0;
    qsizetype m_dropped = 0;
};

#endif // METRICTEXT_H
