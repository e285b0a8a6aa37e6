// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OPTIONS_H
#define OPTIONS_H

#include "chart.h"
#include "description.h"
#include "report.h"

#include <QHostAddress>
#include <QList>

#include <optional>

namespace Perf {

inline constexpr quint16 DefaultPort = 18515; // perftest's
inline constexpr qint64 MaxClients = 64; // of a server
inline constexpr qsizetype MaxCompared = 8; // files

// A way to the server: the host, and the address of the device to use, if one was named.
struct Path
{
    QString host;
    QHostAddress local;
    QString device; // as it was named
};

struct Options
{
    enum class Mode { Server, Client, Compare };

    Mode mode = Mode::Server;
    bool isQuiet = false;

    bool isPatient = false; // a server that waits for ever
    QHostAddress address; // the server's own
    quint16 port = DefaultPort; // of the server
    qint64 clients = 0; // that the server starts together; 0: it serves each by itself

    QList<Path> paths; // all are measured at the same time
    QList<Description> runs; // one for each size
    bool isEndless = false; // one run, until it is interrupted
    std::optional<double> minBandwidth; // MB/s
    std::optional<double> maxP99; // us

    QStringList compared; // files with results
    TableStyle table;
    QString json; // names of files, "-" for standard output
    QString csv;
    QString plot;
    Chart::Theme theme = Chart::Theme::Light;
    bool overwrites = false;

    bool isServer() const { return mode == Mode::Server; }
    bool printsTable() const; // nothing else goes to standard output
};

// Returns the options of the command line; nothing, and the reason, if it is wrong.
std::optional<Options> parseOptions(const QStringList &arguments, QString *problem);

} // namespace Perf

#endif // OPTIONS_H
