// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef THERMOSTAT_H
#define THERMOSTAT_H

#include <QObject>

// The object of which others have replicas.
class Thermostat : public QObject
{
    Q_OBJECT
    Q_PROPERTY(double wanted READ wanted WRITE setWanted NOTIFY wantedChanged)
    Q_PROPERTY(double temperature READ temperature NOTIFY temperatureChanged)

public:
    using QObject::QObject;

    double wanted() const { return m_wanted; }
    void setWanted(double degrees)
    {
        if (std::exchange(m_wanted, degrees) != degrees)
            Q_EMIT wantedChanged(degrees);
    }

    double temperature() const { return m_temperature; }

public Q_SLOTS:
    // A step towards the wanted temperature.
    void control()
    {
        const double step = qBound(-0.5, m_wanted - m_temperature, 0.5);
        if (step == 0)
            return;
        m_temperature += step;
        Q_EMIT temperatureChanged(m_temperature);
    }

Q_SIGNALS:
    void wantedChanged(double degrees);
    void temperatureChanged(double degrees);

private:
    double m_wanted = 20;
    double m_temperature = 15;
};

#endif // THERMOSTAT_H
