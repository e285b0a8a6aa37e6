// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "exposition.h"

#include "program.h"
#include "text/metrictext.h"
#include "text/prometheus.h"

namespace {

QByteArray metricsOf(const ScrapeServer &server)
{
    MetricText metrics;
    metrics.add(QStringLiteral("rdma_monitor_refused_requests_total"), MetricText::Type::Counter,
                QStringLiteral("Requests over HTTP that were wrong or too slow."), {},
                QString::number(server.refused()));
    return metrics.text();
}

} // namespace

Exposition::Exposition(const Options &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
{
    connect(&m_source, &TableSource::sampled, this, &Exposition::takeSample);
    connect(&m_source, &TableSource::replayEnded, this, &Exposition::replayEnded);
}

bool Exposition::start()
{
    const Endpoint endpoint = m_options.listen;
    if (!m_server.listen(endpoint.address(), endpoint.port)) {
        Program::fail(endpoint.toString() + QLatin1String(": ") + m_server.errorString());
        return false;
    }
    if (!m_source.open(m_options))
        return false;
    const Endpoint own{ m_server.serverAddress().toString(), m_server.serverPort() };
    QTextStream(stderr) << QCoreApplication::translate("Monitor", "Serving http://%1/metrics")
                                   .arg(own.toString())
                        << Qt::endl;
    return true;
}

void Exposition::takeSample()
{
    m_server.setPage(prometheusOf(m_source.tables(), ++m_samples) + metricsOf(m_server));
    if (m_source.hasFailed())
        QCoreApplication::exit(1);
    else if (m_samples == m_options.count)
        QCoreApplication::exit(0);
}

void Exposition::replayEnded()
{
    if (m_source.hasFailed())
        return QCoreApplication::exit(1);
    QTextStream(stderr) << QCoreApplication::translate(
            "Monitor", "The recording is over; its last sample is served.")
                        << Qt::endl;
}
