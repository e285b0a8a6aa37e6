// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OPTIONS_H
#define OPTIONS_H

#include <QtCore/qsize.h>
#include <QtCore/qstringlist.h>

#include <optional>

struct Options
{
    bool isPrometheus = false;
    int interval = 1000; // milliseconds
    int count = 0; // of samples; 0: without end
    QString record;
    QString replay;
    QString exportFile;
    QString table;
    QString screenshots; // a directory
    QSize size; // of the window; empty: its own
};

// Nothing, with the reason printed, when they make no sense. Ends the program when they ask for
// help.
std::optional<Options> readOptions(const QStringList &arguments);

// Must be known before there is an application object: the class of that object.
bool wantsText(int argc, char *argv[]);
bool wantsScreenshots(int argc, char *argv[]);

#endif // OPTIONS_H
