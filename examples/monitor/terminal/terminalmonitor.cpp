// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "terminalmonitor.h"

#include "layout.h"
#include "program.h"
#include "sheet.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qsysinfo.h>

TerminalMonitor::TerminalMonitor(const Options &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
{
    connect(&m_source, &TableSource::sampled, this, &TerminalMonitor::takeSample);
    connect(&m_source, &TableSource::replayEnded, this, &TerminalMonitor::replayEnded);
    connect(&m_source, &TableSource::alarmsChanged, this, &TerminalMonitor::draw);
    connect(&m_terminal, &CursesTerminal::pressed, this, &TerminalMonitor::press);
    connect(&m_terminal, &CursesTerminal::resized, this, &TerminalMonitor::draw);
    connect(&m_terminal, &CursesTerminal::ended, this, &TerminalMonitor::end);
}

bool TerminalMonitor::start()
{
    if (!m_source.open(m_options))
        return false;
    const QString problem = m_terminal.open();
    if (!problem.isEmpty()) {
        Program::fail(problem);
        return false;
    }
    draw();
    return true;
}

void TerminalMonitor::takeSample()
{
    m_traffic.take(m_source.tables());
    draw();
    if (++m_samples == m_options.count)
        end();
}

void TerminalMonitor::replayEnded()
{
    m_phase = Phase::ReplayOver;
    draw();
}

void TerminalMonitor::press(const KeyPress &press)
{
    const Sheet sheet = sheetOf(m_source.tables(), m_traffic, m_state);
    const Sheet::Row selected = sheet.rows.value(m_state.selected);
    if (m_state.acknowledges(press))
        m_source.acknowledge(selected.alarm);
    const bool wasPaused = m_state.isPaused;
    m_state.press(press,
                  { int(sheet.rows.size()), rowsInPage(m_terminal.size()),
                    int(sheet.columns.size()), selected.port });
    if (m_state.wantsToQuit)
        return end();
    if (m_state.isPaused != wasPaused && m_phase == Phase::Running)
        m_source.setRunning(!m_state.isPaused);
    draw();
}

void TerminalMonitor::draw()
{
    const Sheet sheet = sheetOf(m_source.tables(), m_traffic, m_state);
    m_state.keepSelection(int(sheet.rows.size()));
    Surroundings around;
    around.host = m_source.host();
    around.time = QDateTime::currentDateTime().toString(QStringLiteral("HH:mm:ss"));
    around.source = m_options.replay.isEmpty() ? tr("live")
            : m_phase == Phase::ReplayOver     ? tr("the recording is over")
            : m_options.follows                ? tr("replay, followed")
                                               : tr("replay");
    around.problem = m_source.errorString();
    around.glyphs = m_terminal.glyphs();
    around.size = m_terminal.size();
    m_terminal.draw(layOut(sheet, m_source.tables(), m_state, around));
}

// The screen has shown what failed, and is gone then.
void TerminalMonitor::end()
{
    m_terminal.leave();
    QCoreApplication::exit(m_source.hasFailed() ? 1 : 0);
}
