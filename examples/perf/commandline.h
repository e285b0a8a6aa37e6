// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMMANDLINE_H
#define COMMANDLINE_H

class QCommandLineParser;

namespace Perf {

// Adds all options, with their help. The letters and, beside ours, the names are perftest's where
// it has the option.
void addOptions(QCommandLineParser *parser);

} // namespace Perf

#endif // COMMANDLINE_H
