// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MONITOR_H
#define MONITOR_H

#include "options.h"
#include "report.h"

#include <QtCore/qobject.h>
#include <QtQml/qqmlengine.h>

#include <memory>

// Prints the tables with each new sample, or exports them in the end.
class Monitor : public QObject
{
    Q_OBJECT

public:
    explicit Monitor(const Options &options, QObject *parent = nullptr);

    // Returns false, and prints the reason, when it cannot begin.
    bool start();

private Q_SLOTS:
    void print();
    void replayEnded();

private:
    void printSample();
    void finish();
    void explain();
    bool failed();

    Options m_options;
    QQmlEngine m_engine;
    std::unique_ptr<QObject> m_root;
    QObject *m_source = nullptr;
    Tables m_tables;
    int m_printed = 0;
    int m_eventsPrinted = 0;
};

#endif // MONITOR_H
