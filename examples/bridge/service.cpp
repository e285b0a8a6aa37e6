// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "service.h"

#include "printable.h"
#include "program.h"

#include <csignal>

static void complain(const QString &line)
{
    QTextStream(stderr) << Text::inOneLine(line) << Qt::endl;
}

Service::Service(RdmaBridge *bridge, int graceSeconds, int statisticsSeconds)
    : m_bridge(bridge)
    , m_grace(graceSeconds)
    , m_signals({ SIGINT, SIGTERM, SIGHUP, SIGUSR1 })
{
    connect(&m_signals, &UnixSignals::received, this, &Service::signalled);
    connect(bridge, &RdmaBridge::connectionFailed, this, &Service::connectionFailed);
    connect(bridge, &RdmaBridge::connectionOpened, this, [this] { m_isAway = false; });
    connect(bridge, &RdmaBridge::connectionWaiting, this,
            [this](quint64, const RdmaError &error) { connectionWaiting(error); });
    connect(bridge, &RdmaBridge::acceptFailed, this,
            [](const RdmaError &error) { complain(error.toString()); });
    connect(bridge, &RdmaBridge::finished, this, [this] {
        printStatistics();
        QCoreApplication::quit();
    });
    connect(&m_statistics, &QTimer::timeout, this, &Service::printStatistics);
    if (statisticsSeconds > 0)
        m_statistics.start(statisticsSeconds * 1000);
}

void Service::signalled(int signal)
{
    if (signal == SIGUSR1)
        printStatistics();
    else if (m_bridge->isListening())
        drain();
    else
        m_bridge->abort();
}

// The connections may finish. A second signal does not wait for them.
void Service::drain()
{
    QTimer::singleShot(m_grace * 1000, m_bridge, &RdmaBridge::abort);
    m_bridge->close();
    const int connections = m_bridge->connectionCount();
    if (connections > 0)
        complain(Program::Texts::tr("Waiting for %1 connections, %2 s at most")
                         .arg(connections)
                         .arg(m_grace));
}

void Service::connectionFailed(quint64 connection, const RdmaError &error)
{
    complain(Program::Texts::tr("Connection %1: %2").arg(connection).arg(error.toString()));
}

// It is said once, not for each connection that waits.
void Service::connectionWaiting(const RdmaError &error)
{
    if (!std::exchange(m_isAway, true))
        complain(Program::Texts::tr("The other end is away, connections wait for it: %1")
                         .arg(error.toString()));
}

QString Service::toString(const RdmaBridgeStatistics &statistics)
{
    return Program::Texts::tr("connections %1, accepted %2, refused %3, failed %4, "
                              "to RDMA %5 bytes, from RDMA %6 bytes")
            .arg(statistics.connections())
            .arg(statistics.accepted())
            .arg(statistics.refused())
            .arg(statistics.failed())
            .arg(statistics.bytesToRdma())
            .arg(statistics.bytesFromRdma());
}

void Service::printStatistics() const
{
    Program::print(toString(m_bridge->statistics()));
}
