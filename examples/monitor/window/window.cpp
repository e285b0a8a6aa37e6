// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "window.h"

#include "advice.h"
#include "monitortypes.h"
#include "printable.h"
#include "qmlwindow.h"

bool Window::open(const Options &options)
{
    addMonitorTypes(&m_engine);
    const Advice advice = adviceWithoutDevice();
    const ClusterOptions &between = options.cluster;
    if (!between.hosts.isEmpty()
        && !m_cluster.open(&m_engine, between.hosts, between.stream, options.interval))
        return false;
    Cluster *const cluster = between.hosts.isEmpty() ? nullptr : &m_cluster;
    m_window = QmlWindow::open(&m_engine, "qrc:/RdmaMonitor/window/Main.qml",
                               { { "interval", options.interval },
                                 { "cluster", QVariant::fromValue(cluster) },
                                 { "record", options.record },
                                 { "overwrite", options.mayOverwrite },
                                 { "replay", options.replay },
                                 { "follow", options.follows },
                                 { "adviceText", advice.text },
                                 { "adviceHint", advice.hint } });
    if (!m_window)
        return false;
    tellError();
    connect(m_window->property("source").value<QObject *>(), SIGNAL(errorStringChanged()), this,
            SLOT(tellError()));
    return true;
}

// The window shows it, too.
void Window::tellError()
{
    const auto *source = m_window->property("source").value<QObject *>();
    if (const QString text = source->property("errorString").toString(); !text.isEmpty())
        m_status = Program::fail(text, 1);
}
