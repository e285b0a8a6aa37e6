// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVERMETRICS_H
#define SERVERMETRICS_H

#include <QByteArray>

#include <map>

namespace KeyValue {

// The numbers of a server, as Prometheus reads them.
class ServerMetrics
{
public:
    // A counter by its name, with its labels if it has any: puts_total, requests_total{kind="put"}.
    void count(const QByteArray &name, quint64 number = 1) { m_counters[name] += number; }
    // With these gauges, in the text format of Prometheus.
    QByteArray text(const std::map<QByteArray, quint64> &gauges) const;

private:
    std::map<QByteArray, quint64> m_counters;
};

} // namespace KeyValue

#endif // SERVERMETRICS_H
