// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PORTLOADS_H
#define PORTLOADS_H

#include "rows.h"

#include <QtCore/qhash.h>

// The load of a port, put together from its counters.
struct PortLoadRow
{
    Q_GADGET
    Q_PROPERTY(QString host MEMBER host)
    Q_PROPERTY(int source MEMBER source)
    Q_PROPERTY(QString device MEMBER device)
    Q_PROPERTY(int port MEMBER port)
    Q_PROPERTY(QString state MEMBER state)
    Q_PROPERTY(bool active MEMBER active)
    Q_PROPERTY(QString rate MEMBER rate)
    Q_PROPERTY(double speed MEMBER speed)
    Q_PROPERTY(double sent MEMBER sent)
    Q_PROPERTY(double received MEMBER received)
    Q_PROPERTY(double packetsSent MEMBER packetsSent)
    Q_PROPERTY(double packetsReceived MEMBER packetsReceived)
    Q_PROPERTY(double utilization MEMBER utilization)
    Q_PROPERTY(double errorRate MEMBER errorRate)
    Q_PROPERTY(double errors MEMBER errors)
    Q_PROPERTY(bool old MEMBER old)

public:
    QString key() const
    {
        return QString::number(source) % u'/' % device % u'/' % QString::number(port);
    }
    auto fields() const
    {
        return std::tie(host, source, device, port, state, active, rate, speed, sent, received,
                        packetsSent, packetsReceived, utilization, errorRate, errors, old);
    }

    QString host;
    int source = 0; // its index among the sources of the model
    QString device;
    int port = 0;
    QString state;
    bool active = false;
    QString rate; // the width and the speed of a lane
    double speed = 0; // Gbit/s; 0 where it is not known
    double sent = -1; // bytes per second; -1 where the driver does not count them
    double received = -1;
    double packetsSent = -1; // per second
    double packetsReceived = -1;
    double utilization = -1; // of the busier direction, from 0 to 1; -1 where it is not known
    double errorRate = 0; // of the counters that should stay zero, per second
    double errors = 0; // since the first sample
    bool old = false; // the host does not tell any more
};

// Compares each sample of a source with the one before.
class LoadMeter
{
public:
    // One row for each port. A counter that went down begins anew.
    QList<PortLoadRow> measure(const Sample &sample);

private:
    struct Sums;

    const CounterRow *counterBefore(qsizetype place, const CounterRow &counter);
    void add(const CounterRow &counter, const CounterRow *before, Sums *sums) const;
    PortLoadRow rowOf(const PortRow &port, const Sums &sums, double seconds);

    QList<CounterRow> m_before;
    QHash<QString, qsizetype> m_places; // of the counters before, if they have other places now
    qint64 m_time = 0;
    QHash<QString, double> m_errors; // by port, since the first sample
};

#endif // PORTLOADS_H
