// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLUSTEROPTIONS_H
#define CLUSTEROPTIONS_H

#include "hostaddress.h"

#include <QtRdma/RdmaStreamOptions>

#include <QtNetwork/qhostaddress.h>

QT_BEGIN_NAMESPACE
class QCommandLineParser;
QT_END_NAMESPACE

// The options that tell what goes between machines.
struct ClusterOptions
{
    static void addTo(QCommandLineParser *parser);
    // Returns what makes no sense.
    QString read(const QCommandLineParser &parser);
    // Reads the files that the options name, after these. Returns the problem.
    QString readFiles(const QCommandLineParser &parser);

    QList<HostAddress> hosts; // whose samples are shown in place of those of this machine
    QHostAddress address; // at which the agent of this machine listens
    quint16 port = HostAddress::DefaultPort;
    RdmaStreamOptions stream; // between viewers and agents

private:
    QString readAgent(const QCommandLineParser &parser);
    QString readHosts(const QCommandLineParser &parser);
};

#endif // CLUSTEROPTIONS_H
