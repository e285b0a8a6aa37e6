// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PRINTER_H
#define PRINTER_H

#include "options.h"
#include "tablesource.h"

// Prints the tables with each new sample, or writes them to a file in the end.
class Printer : public QObject
{
    Q_OBJECT

public:
    explicit Printer(const Options &options, QObject *parent = nullptr);

    // Returns false, and prints the reason, when it cannot begin.
    bool start() { return m_source.open(m_options); }

private Q_SLOTS:
    void takeSample();
    void replayEnded();

private:
    void printLines();
    bool writeFile();
    void finish();
    void explain();

    Options m_options;
    TableSource m_source;
    int m_samples = 0;
    int m_eventsPrinted = 0;
};

#endif // PRINTER_H
