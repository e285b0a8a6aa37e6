// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OPTIONS_H
#define OPTIONS_H

#include "cluster/clusteroptions.h"
#include "endpoint.h"

#include <QtCore/qlist.h>
#include <QtCore/qsize.h>
#include <QtCore/qstringlist.h>

#include <optional>

// The way the samples are shown, if not in a window.
enum class Output {
    Lines, // of each sample
    Prometheus, // of the last sample
    PrometheusFile, // of each sample
    Metrics, // served over HTTP
    Terminal, // tables in place
    Export, // to a file, the last sample
    None, // they are recorded
    Agent // sent to viewers
};

struct Options
{
    Output output = Output::Lines;
    int interval = 1000; // milliseconds
    int count = 0; // of samples; 0: without end
    QString record; // "-": standard output
    QString replay; // "-": standard input
    bool follows = false; // the file of the replay, which is still being written
    QString outputFile; // of an export, or of metrics
    Endpoint listen; // for Output::Metrics
    bool mayOverwrite = false; // files that are there
    QString table; // the one that is exported; empty: all
    QString screenshots; // a directory
    QList<QSize> sizes; // of the window, several of pictures only; empty: its own
    ClusterOptions cluster;
};

// Returns nothing, and prints the reason, if the options make no sense. Ends the program if they
// ask for help, or name a file that cannot be read, or one that is there and may not be replaced.
std::optional<Options> readOptions(const QStringList &arguments);

// The class of the application object depends on these, so they are read before there is one.
bool wantsText(int argc, char *argv[]);
bool wantsScreenshots(int argc, char *argv[]);

#endif // OPTIONS_H
