// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "printer.h"

#include "advice.h"
#include "exporter.h"
#include "program.h"
#include "prometheus.h"
#include "report.h"

Printer::Printer(const Options &options, QObject *parent) : QObject(parent), m_options(options)
{
    connect(&m_source, &TableSource::sampled, this, &Printer::takeSample);
    connect(&m_source, &TableSource::replayEnded, this, &Printer::replayEnded);
}

void Printer::takeSample()
{
    if (m_samples == 0 && m_source.tables().devices->rowCount() == 0 && m_options.replay.isEmpty())
        explain();
    ++m_samples;
    if (m_options.output == Output::Lines)
        printLines();
    if (m_source.hasFailed() || (m_options.output == Output::PrometheusFile && !writeFile()))
        QCoreApplication::exit(1);
    else if (m_samples == m_options.count)
        finish();
}

// Returns false, and prints the reason, if it cannot be written.
bool Printer::writeFile()
{
    const QString problem =
            writeMetrics(prometheusOf(m_source.tables(), m_samples), m_options.outputFile);
    if (!problem.isEmpty())
        Program::fail(problem);
    return problem.isEmpty();
}

void Printer::printLines()
{
    const Tables &tables = m_source.tables();
    QTextStream(stdout) << linesOf(tables, m_eventsPrinted) << Qt::endl; // an empty line ends it
    m_eventsPrinted = tables.events->rowCount();
}

// Explains it once only, because a device may come later.
void Printer::explain()
{
    const Advice advice = adviceWithoutDevice();
    QTextStream(stderr) << advice.text << '\n' << advice.hint << '\n';
}

void Printer::replayEnded()
{
    if (m_source.hasFailed())
        QCoreApplication::exit(1);
    else
        finish();
}

void Printer::finish()
{
    QString problem;
    if (m_options.output == Output::Prometheus)
        QTextStream(stdout) << prometheusOf(m_source.tables(), m_samples);
    else if (m_options.output == Output::Export)
        problem = exportTables(m_source.tables(), m_options.table, m_options.outputFile);
    QCoreApplication::exit(problem.isEmpty() ? 0 : Program::fail(problem, 1));
}
