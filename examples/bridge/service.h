// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVICE_H
#define SERVICE_H

#include "unixsignals.h"

#include <QObject>
#include <QTimer>
#include <QtRdma/RdmaBridge>

// Runs a bridge until a signal ends it, and says what happens: statistics to standard output,
// failures to standard error.
class Service : public QObject
{
    Q_OBJECT

public:
    Service(RdmaBridge *bridge, int graceSeconds, int statisticsSeconds);

    static QString toString(const RdmaBridgeStatistics &statistics);

private:
    void signalled(int signal);
    void drain();
    void connectionFailed(quint64 connection, const RdmaError &error);
    void connectionWaiting(const RdmaError &error);
    void printStatistics() const;

    RdmaBridge *const m_bridge;
    const int m_grace; // seconds
    bool m_isAway = false; // the other end, and that was said
    QTimer m_statistics;
    UnixSignals m_signals;
};

#endif // SERVICE_H
