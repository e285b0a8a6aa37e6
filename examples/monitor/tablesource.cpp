// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tablesource.h"

#include "alarms/alarmlist.h"
#include "monitortypes.h"
#include "printable.h"
#include "program.h"
#include "qmlimports.h"

#include <QtCore/qsysinfo.h>
#include <QtQml/qqmlcomponent.h>

TableSource::TableSource(QObject *parent) : QObject(parent)
{
    addQmlImports(&m_engine);
    addMonitorTypes(&m_engine);
}

bool TableSource::open(const Options &options)
{
    QQmlComponent component(&m_engine, QUrl(QStringLiteral("qrc:/RdmaMonitor/Tables.qml")));
    m_root.reset(component.createWithInitialProperties(
            { { QStringLiteral("interval"), options.interval },
              { QStringLiteral("record"), options.record },
              { QStringLiteral("overwrite"), options.mayOverwrite },
              { QStringLiteral("replay"), options.replay },
              { QStringLiteral("follow"), options.follows } }));
    if (!m_root) {
        QTextStream(stderr) << component.errorString();
        return false;
    }
    const auto model = [this](const char *name) {
        return m_root->property(name).value<QAbstractItemModel *>();
    };
    m_alarms = m_root->property("alarms").value<AlarmList *>();
    connect(m_alarms, &AlarmList::changed, this, &TableSource::alarmsChanged);
    m_tables = { model("devices"),   model("ports"),       model("gids"),      model("details"),
                 model("limits"),    model("counters"),    model("resources"), model("endpoints"),
                 model("processes"), model("connections"), model("events"),    m_alarms };
    m_source = m_root->property("source").value<QObject *>();
    connect(m_source, SIGNAL(sampled()), this, SIGNAL(sampled()));
    connect(m_source, SIGNAL(replayEnded()), this, SIGNAL(replayEnded()));
    return !hasFailed();
}

void TableSource::acknowledge(const QString &alarm)
{
    m_alarms->acknowledge(alarm);
}

void TableSource::setRunning(bool running)
{
    m_source->setProperty("running", running);
}

QString TableSource::host() const
{
    const QString told = m_source->property("host").toString();
    return told.isEmpty() ? QSysInfo::machineHostName() : told;
}

QString TableSource::errorString() const
{
    return m_source->property("errorString").toString();
}

bool TableSource::hasFailed() const
{
    const QString text = errorString();
    if (!text.isEmpty())
        Program::fail(text);
    return !text.isEmpty();
}
