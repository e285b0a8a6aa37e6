// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OPTIONS_H
#define OPTIONS_H

#include "description.h"

#include <QHostAddress>
#include <QList>

#include <optional>

namespace Perf {

inline constexpr quint16 DefaultPort = 18515; // perftest's

struct Options
{
    bool isServer = false;
    bool isPatient = false; // a server that waits for ever
    QHostAddress address; // of the server
    quint16 port = DefaultPort;
    QHostAddress local; // of the device to use, if one was named
    QList<Description> runs; // one for each size
    QString json; // names of files, "-" for standard output
    QString csv;
    QString plot;
    std::optional<double> minBandwidth; // MB/s
    std::optional<double> maxP99; // us
    bool showsProgress = true;
};

// Returns the options of the command line; nothing, and the reason, if it is wrong.
std::optional<Options> parseOptions(const QStringList &arguments, QString *problem);

} // namespace Perf

#endif // OPTIONS_H
