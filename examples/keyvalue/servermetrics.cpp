// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "servermetrics.h"

namespace KeyValue {

namespace {

// The lines of one name follow each other, because the map is in order.
void append(QByteArray *text, const std::map<QByteArray, quint64> &values, const char *type)
{
    QByteArray last;
    for (const auto &[name, value] : values) {
        const QByteArray family = "keyvalue_" + name.split('{').constFirst();
        if (family != last)
            *text += "# TYPE " + family + ' ' + type + '\n';
        *text += "keyvalue_" + name + ' ' + QByteArray::number(value) + '\n';
        last = family;
    }
}

} // namespace

QByteArray ServerMetrics::text(const std::map<QByteArray, quint64> &gauges) const
{
    QByteArray result;
    append(&result, m_counters, "counter");
    append(&result, gauges, "gauge");
    return result;
}

} // namespace KeyValue
