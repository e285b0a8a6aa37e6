// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WINDOW_H
#define WINDOW_H

#include "cluster/cluster.h"
#include "options.h"

#include <QtCore/qobject.h>
#include <QtQml/qqmlapplicationengine.h>

QT_BEGIN_NAMESPACE
class QQuickWindow;
QT_END_NAMESPACE

// The monitor as a window, with pages and plots in QML.
class Window : public QObject
{
    Q_OBJECT

public:
    // False when there is no such window; the engine has printed the reason.
    bool open(const Options &options);

    QQuickWindow *window() const { return m_window; }
    // The exit status of the program: 1 after an error, which the window has shown.
    int status() const { return m_status; }

private Q_SLOTS:
    void tellError();

private:
    int m_status = 0;
    Cluster m_cluster;
    QQmlApplicationEngine m_engine;
    QQuickWindow *m_window = nullptr; // the engine owns it
};

#endif // WINDOW_H
