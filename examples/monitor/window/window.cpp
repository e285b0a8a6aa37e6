// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "window.h"

#include "advice.h"
#include "qmlwindow.h"

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with this library.
extern void qml_register_types_RdmaMonitor();

bool Window::open(const Options &options)
{
    volatile const auto types = &qml_register_types_RdmaMonitor;
    Q_UNUSED(types)
    m_engine.addImportPath(QStringLiteral("qrc:/"));
    const Advice advice = adviceWithoutDevice();
    m_window = QmlWindow::open(&m_engine, "qrc:/RdmaMonitor/window/Main.qml",
                               { { "interval", options.interval },
                                 { "record", options.record },
                                 { "overwrite", options.mayOverwrite },
                                 { "replay", options.replay },
                                 { "adviceText", advice.text },
                                 { "adviceHint", advice.hint } });
    return m_window != nullptr;
}
