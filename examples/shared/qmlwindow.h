// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// For programs whose window is a QML file.

#ifndef QMLWINDOW_H
#define QMLWINDOW_H

#include "checkedoptions.h"
#include "qmlimports.h"

#include <QQmlApplicationEngine>
#include <QQuickWindow>
#include <QTimer>

#include <functional>

namespace QmlWindow {

// A QGuiApplication ends a program that has no display.
inline bool hasDisplay()
{
    return qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || qEnvironmentVariableIsSet("DISPLAY")
            || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

// Answers --help and --version, or says that there is no display and what to use instead. Returns
// the exit status.
inline int runWithoutDisplay(const std::function<void(QCommandLineParser *)> &addOptions, int argc,
                             char *argv[], const QString &instead)
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    addOptions(&parser);
    Program::process(&parser);
    return Program::fail(Program::Texts::tr("There is no display. %1 needs none").arg(instead), 1);
}

// Null if there is no such window; the engine has printed the reason then.
inline QQuickWindow *open(QQmlApplicationEngine *engine, const QString &file,
                          const QVariantMap &properties)
{
    addQmlImports(engine);
    engine->setInitialProperties(properties);
    engine->load(QUrl(file));
    return qobject_cast<QQuickWindow *>(engine->rootObjects().value(0));
}

// Writes a picture of the window after so many milliseconds, and ends the program.
inline void savePicture(QQuickWindow *window, const QString &file, int after)
{
    QTimer::singleShot(after, window, [window, file] {
        const bool saved = window->grabWindow().save(file);
        QCoreApplication::exit(
                saved ? 0 : Program::fail(Program::Texts::tr("cannot write %1").arg(file), 1));
    });
}

} // namespace QmlWindow

#endif // QMLWINDOW_H
