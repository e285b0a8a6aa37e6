// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "monitor.h"

#include "advice.h"
#include "exporter.h"
#include "program.h"
#include "qmlimports.h"

#include <QtQml/qqmlcomponent.h>

Monitor::Monitor(const Options &options, QObject *parent) : QObject(parent), m_options(options)
{
    addQmlImports(&m_engine);
}

bool Monitor::start()
{
    QQmlComponent component(&m_engine, QUrl(QStringLiteral("qrc:/RdmaMonitor/Tables.qml")));
    m_root.reset(component.createWithInitialProperties(
            { { QStringLiteral("interval"), m_options.interval },
              { QStringLiteral("record"), m_options.record },
              { QStringLiteral("replay"), m_options.replay } }));
    if (!m_root) {
        QTextStream(stderr) << component.errorString();
        return false;
    }
    const auto model = [this](const char *name) {
        return m_root->property(name).value<QAbstractItemModel *>();
    };
    m_tables = { model("devices"),   model("ports"),       model("gids"),  model("counters"),
                 model("resources"), model("connections"), model("events") };
    m_source = m_root->property("source").value<QObject *>();
    connect(m_source, SIGNAL(sampled()), this, SLOT(print()));
    connect(m_source, SIGNAL(replayEnded()), this, SLOT(replayEnded()));
    return !failed();
}

// Prints an error of the source.
bool Monitor::failed()
{
    const QString text = m_source->property("errorString").toString();
    if (!text.isEmpty())
        Program::fail(text);
    return !text.isEmpty();
}

void Monitor::print()
{
    if (m_tables.devices->rowCount() == 0 && m_options.replay.isEmpty())
        explain();
    if (m_options.exportFile.isEmpty())
        printSample();
    ++m_printed;
    if (failed())
        QCoreApplication::exit(1);
    else if (m_printed == m_options.count)
        finish();
}

void Monitor::printSample()
{
    QTextStream out(stdout);
    if (m_options.isPrometheus)
        out << prometheusOf(m_tables);
    else
        out << linesOf(m_tables, m_eventsPrinted);
    out << Qt::endl; // an empty line ends a sample
    m_eventsPrinted = m_tables.events->rowCount();
}

// Explains it once only, because a device may come later.
void Monitor::explain()
{
    if (m_printed > 0)
        return;
    const Advice advice = adviceWithoutDevice();
    QTextStream(stderr) << advice.text << '\n' << advice.hint << '\n';
}

void Monitor::replayEnded()
{
    if (failed())
        QCoreApplication::exit(1);
    else
        finish();
}

void Monitor::finish()
{
    QString problem;
    if (!m_options.exportFile.isEmpty())
        problem = exportTables(m_tables, m_options.table, m_options.exportFile);
    QCoreApplication::exit(problem.isEmpty() ? 0 : Program::fail(problem, 1));
}
