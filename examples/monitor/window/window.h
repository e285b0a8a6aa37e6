// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WINDOW_H
#define WINDOW_H

#include <QtCore/qstring.h>
#include <QtQml/qqmlapplicationengine.h>

QT_BEGIN_NAMESPACE
class QQuickWindow;
QT_END_NAMESPACE

// The monitor as a window, with pages and plots in QML.
class Window
{
public:
    struct Options
    {
        int interval = 1000; // milliseconds
        QString record;
        QString replay;
    };

    // False when there is no such window; the engine has printed the reason.
    bool open(const Options &options);

    QQuickWindow *window() const;

private:
    QQmlApplicationEngine m_engine;
};

#endif // WINDOW_H
