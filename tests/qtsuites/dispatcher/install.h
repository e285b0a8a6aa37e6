// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef INSTALL_H
#define INSTALL_H

#include <QtRdma/RdmaEventDispatcher>

#include <QtCore/qthread.h>

// What the suites use in place of QThread: it has the event dispatcher under test.
class ThreadUnderTest : public QThread
{
public:
    explicit ThreadUnderTest(QObject *parent = nullptr) : QThread(parent) { install(this); }

    static bool isInstalled() { return !qEnvironmentVariableIsSet("QTSUITES_OVER_QT"); }
    static void install(QThread *thread)
    {
        if (isInstalled())
            thread->setEventDispatcher(new RdmaEventDispatcher);
    }
};

#endif // INSTALL_H
