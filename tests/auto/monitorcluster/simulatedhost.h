// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SIMULATEDHOST_H
#define SIMULATEDHOST_H

#include <QtCore/qbytearray.h>
#include <QtCore/qbytearraylist.h>

namespace RdmaTest {

// The recording of a host with two devices of one port each, as an agent sends it. A port has 64 counters: four of traffic, which is
// different on each host and swings, twenty others that move, and forty that should stay zero and do, save some on every tenth host.
class SimulatedHost
{
public:
    static constexpr int Devices = 2;
    static constexpr int Moving = 20;
    static constexpr int Zero = 40;
    static constexpr int Counters = 4 + Moving + Zero;

    explicit SimulatedHost(int number, int interval = 1000) : m_number(number), m_interval(interval)
    {
    }

    QByteArray head() const
    {
        return "{\"format\":\"QtRdma recording\",\"version\":2,\"host\":\"node"
                + QByteArray::number(m_number) + "\"}\n";
    }

    // The first one is whole.
    QByteArray next()
    {
        ++m_sample;
        QByteArrayList devices;
        QByteArrayList ports;
        QByteArrayList counters;
        for (int device = 0; device < Devices; ++device) {
            const QByteArray name = "mlx5_" + QByteArray::number(device);
            const bool isWhole = m_sample == 1;
            devices.append(isWhole ? "{\"device\":\"" + name
                                           + "\",\"transport\":\"RoCE\",\"firmware\":\"28.39."
                                             "1002\",\"ports\":1,\"usable\":true}"
                                   : QByteArray("{}"));
            ports.append(
                    isWhole ? "{\"device\":\"" + name
                                    + "\",\"port\":1,\"state\":\"Active\",\"active\":true,"
                                      "\"linkLayer\":\"Ethernet\","
                                      "\"speed\":100,\"rate\":\"4X "
                                      "EDR\",\"activeMtu\":4096,\"maxMtu\":4096,\"netdev\":\"eth"
                                    + QByteArray::number(device) + "\"}"
                            : QByteArray("{}"));
            for (int counter = 0; counter < Counters; ++counter)
                counters.append(counterOf(name, device, counter));
        }
        return "{\"time\":" + QByteArray::number(qint64(m_sample) * m_interval) + ",\"devices\":["
                + devices.join(',') + "],\"ports\":[" + ports.join(',') + "],\"counters\":["
                + counters.join(',') + "]}\n";
    }

private:
    QByteArray counterOf(const QByteArray &device, int place, int counter)
    {
        static constexpr const char *traffic[] = { "port_xmit_data", "port_rcv_data",
                                                   "port_xmit_packets", "port_rcv_packets" };
        quint64 &value = m_values[place][counter];
        const quint64 before = value;
        if (counter < 4)
            value += trafficOf(place + counter % 2) / (counter < 2 ? 1 : 4096);
        else if (counter < 4 + Moving)
            value += quint64(counter) * 100 + quint64(m_sample % 7);
        else if (counter == 4 + Moving && m_number % 10 == 3 && m_sample % 5 == 0)
            value += 2;
        QByteArrayList fields;
        if (m_sample == 1) {
            const bool isZero = counter >= 4 + Moving;
            fields = { "\"device\":\"" + device + '"',
                       "\"port\":1",
                       "\"group\":\"hw_counters\"",
                       "\"name\":\""
                               + (counter < 4 ? QByteArray(traffic[counter])
                                              : (isZero ? "error_" : "event_")
                                                  + QByteArray::number(counter))
                               + '"',
                       "\"unit\":\""
                               + QByteArray(counter < 2           ? "bytes"
                                                    : counter < 4 ? "packets"
                                                                  : "events")
                               + '"',
                       "\"available\":true",
                       "\"meaning\":\"A counter of a simulated port.\"" };
            if (isZero)
                fields.append("\"shouldStayZero\":true");
        }
        if (value != before)
            fields.append("\"value\":\"" + QByteArray::number(value) + '"');
        return '{' + fields.join(',') + '}';
    }

    // Bytes in an interval, up to nine tenths of what a port can do. The shape is a triangle.
    quint64 trafficOf(int direction) const
    {
        const int period = 20 + m_number % 13;
        const int phase = (m_sample + m_number * 5 + direction * 3) % period;
        const int height = phase < period / 2 ? phase : period - phase;
        const quint64 most = quint64(12'500'000'000) * quint64(m_interval) / 1000;
        return most * quint64(1 + m_number * 7 % 9) / 10 * quint64(height) / quint64(period / 2);
    }

    const int m_number;
    const int m_interval;
    int m_sample = 0;
    quint64 m_values[Devices][Counters] = {};
};

} // namespace RdmaTest

#endif // SIMULATEDHOST_H
