// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "window.h"

#include "advice.h"

#include <QtQuick/qquickwindow.h>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with this library.
extern void qml_register_types_RdmaMonitor();

bool Window::open(const Options &options)
{
    volatile const auto types = &qml_register_types_RdmaMonitor;
    Q_UNUSED(types)
    m_engine.addImportPath(QStringLiteral("qrc:/"));
#ifdef QML_IMPORTS
    m_engine.addImportPath(QStringLiteral(QML_IMPORTS));
#endif
    const Advice advice = adviceWithoutDevice();
    m_engine.setInitialProperties({ { QStringLiteral("interval"), options.interval },
                                    { QStringLiteral("record"), options.record },
                                    { QStringLiteral("replay"), options.replay },
                                    { QStringLiteral("adviceText"), advice.text },
                                    { QStringLiteral("adviceHint"), advice.hint } });
    m_engine.load(QUrl(QStringLiteral("qrc:/RdmaMonitor/window/Main.qml")));
    return window() != nullptr;
}

QQuickWindow *Window::window() const
{
    return qobject_cast<QQuickWindow *>(m_engine.rootObjects().value(0));
}
