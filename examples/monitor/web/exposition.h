// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef EXPOSITION_H
#define EXPOSITION_H

#include "options.h"
#include "scrapeserver.h"
#include "tablesource.h"

// Serves each sample as metrics. All that ask between two samples get the same one.
class Exposition : public QObject
{
    Q_OBJECT

public:
    explicit Exposition(const Options &options, QObject *parent = nullptr);

    // Returns false, and prints the reason, when it cannot begin.
    bool start();

private:
    void takeSample();
    void replayEnded();

    Options m_options;
    TableSource m_source;
    ScrapeServer m_server{ ScrapeServer::Limits() };
    int m_samples = 0;
};

#endif // EXPOSITION_H
