// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MONITORTYPES_H
#define MONITORTYPES_H

#include <QtQml/qqmlengine.h>

// Made by qmltyperegistrar. To name it here keeps it in programs that are linked with this library.
extern void qml_register_types_RdmaMonitor();

// Lets an engine load the QML files of the monitor.
inline void addMonitorTypes(QQmlEngine *engine)
{
    volatile const auto types = &qml_register_types_RdmaMonitor;
    Q_UNUSED(types)
    engine->addImportPath(QStringLiteral("qrc:/"));
}

#endif // MONITORTYPES_H
