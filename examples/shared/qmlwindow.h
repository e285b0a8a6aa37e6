// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// For programs whose window is a QML file.

#ifndef QMLWINDOW_H
#define QMLWINDOW_H

#include "program.h"

#include <QQmlApplicationEngine>
#include <QQuickWindow>
#include <QTimer>

namespace QmlWindow {

// Null if there is no such window; the engine has printed the reason then.
inline QQuickWindow *open(QQmlApplicationEngine *engine, const QString &file,
                          const QVariantMap &properties)
{
#ifdef QML_IMPORTS // the module QtRdma was built with this program, and is not installed
    engine->addImportPath(QStringLiteral(QML_IMPORTS));
#endif
    engine->setInitialProperties(properties);
    engine->load(QUrl(file));
    return qobject_cast<QQuickWindow *>(engine->rootObjects().value(0));
}

// Writes a picture of the window after so many milliseconds, and ends the program.
inline void savePicture(QQuickWindow *window, const QString &file, int after)
{
    QTimer::singleShot(after, window, [window, file] {
        const bool saved = window->grabWindow().save(file);
        QCoreApplication::exit(saved ? 0 : Program::fail("cannot write " + file, 1));
    });
}

} // namespace QmlWindow

#endif // QMLWINDOW_H
