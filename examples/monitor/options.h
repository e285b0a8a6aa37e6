// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OPTIONS_H
#define OPTIONS_H

#include <QtCore/qsize.h>
#include <QtCore/qstringlist.h>

#include <optional>

struct Options
{
    bool isPrometheus = false; // text for Prometheus, otherwise lines
    int interval = 1000; // milliseconds
    int count = 0; // of samples; 0: without end
    QString record;
    QString replay;
    QString exportFile; // written at the end; nothing is printed then
    QString table; // the one that is exported; empty: all
    QString screenshots; // a directory
    QSize size; // of the window; empty: its own
};

// Returns nothing, and prints the reason, if the options make no sense. Ends the program if they
// ask for help.
std::optional<Options> readOptions(const QStringList &arguments);

// The class of the application object depends on these, so they are read before there is one.
bool wantsText(int argc, char *argv[]);
bool wantsScreenshots(int argc, char *argv[]);

#endif // OPTIONS_H
