// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "portloads.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace {

enum Direction { BytesSent, BytesReceived, PacketsSent, PacketsReceived, Directions };

// The counters that count all traffic of a port, the best ones of each direction first.
constexpr std::pair<QLatin1String, Direction> knownTotals[] = {
    { QLatin1String("port_xmit_data"), BytesSent },
    { QLatin1String("tx_bytes"), BytesSent },
    { QLatin1String("port_rcv_data"), BytesReceived },
    { QLatin1String("rx_bytes"), BytesReceived },
    { QLatin1String("port_xmit_packets"), PacketsSent },
    { QLatin1String("tx_pkts"), PacketsSent },
    { QLatin1String("sent_pkts"), PacketsSent },
    { QLatin1String("port_rcv_packets"), PacketsReceived },
    { QLatin1String("rx_pkts"), PacketsReceived },
    { QLatin1String("rcvd_pkts"), PacketsReceived },
};

bool isSame(const CounterRow &one, const CounterRow &other)
{
    return one.port == other.port && one.name == other.name && one.device == other.device
            && one.group == other.group;
}

} // namespace

struct LoadMeter::Sums
{
    struct Total
    {
        std::ptrdiff_t rank = std::numeric_limits<std::ptrdiff_t>::max();
        double increase = 0;
        bool isCounted() const { return rank < std::ptrdiff_t(std::size(knownTotals)); }
    };
    std::array<Total, Directions> totals;
    double errors = 0;
};

QList<PortLoadRow> LoadMeter::measure(const Sample &sample)
{
    // After a restart of the host its clock has gone back.
    const double seconds = m_time > 0 ? double(sample.time - m_time) / 1000 : 0;
    QHash<QString, Sums> ports;
    m_places.clear();
    Sums *sums = nullptr;
    for (qsizetype i = 0; i < sample.counters.size(); ++i) {
        const CounterRow &counter = sample.counters.at(i);
        const bool isNextPort = i == 0 || counter.port != sample.counters.at(i - 1).port
                || counter.device != sample.counters.at(i - 1).device;
        if (isNextPort) // counters of a device are shown with its first port
            sums = &ports[counter.device % u'/' % QString::number(std::max(1, counter.port))];
        if (counter.available)
            add(counter, seconds > 0 ? counterBefore(i, counter) : nullptr, sums);
    }
    QList<PortLoadRow> rows;
    QHash<QString, double> errors;
    for (const PortRow &port : sample.ports) {
        rows.append(rowOf(port, ports.value(port.key()), seconds));
        errors.insert(port.key(), rows.constLast().errors);
    }
    m_errors = errors;
    m_before = sample.counters;
    m_time = sample.time;
    return rows;
}

// As a rule it is in the same place.
const CounterRow *LoadMeter::counterBefore(qsizetype place, const CounterRow &counter)
{
    if (place < m_before.size() && isSame(m_before.at(place), counter))
        return &m_before.at(place);
    if (m_places.isEmpty()) {
        for (qsizetype i = 0; i < m_before.size(); ++i)
            m_places.insert(m_before.at(i).key(), i);
    }
    const auto found = m_places.constFind(counter.key());
    return found == m_places.cend() ? nullptr : &m_before.at(*found);
}

void LoadMeter::add(const CounterRow &counter, const CounterRow *before, Sums *sums) const
{
    const bool isComparable = before && before->available && counter.value >= before->value;
    const double increase = isComparable ? double(counter.value - before->value) : 0;
    if (counter.shouldStayZero) {
        sums->errors += increase;
        return;
    }
    const auto total = std::find_if(std::begin(knownTotals), std::end(knownTotals),
                                    [&](const auto &known) { return counter.name == known.first; });
    const std::ptrdiff_t rank = total - std::begin(knownTotals);
    if (total != std::end(knownTotals) && rank < sums->totals[total->second].rank)
        sums->totals[total->second] = { rank, increase };
}

PortLoadRow LoadMeter::rowOf(const PortRow &port, const Sums &sums, double seconds)
{
    const auto rate = [&](Direction direction) {
        const Sums::Total &total = sums.totals[direction];
        return !total.isCounted() ? -1 : seconds > 0 ? total.increase / seconds : 0;
    };
    PortLoadRow row;
    row.device = port.device;
    row.port = port.port;
    row.state = port.state;
    row.active = port.active;
    row.rate = port.rate;
    row.speed = port.speed;
    row.sent = rate(BytesSent);
    row.received = rate(BytesReceived);
    row.packetsSent = rate(PacketsSent);
    row.packetsReceived = rate(PacketsReceived);
    const double busier = std::max(row.sent, row.received);
    if (busier >= 0 && port.speed > 0)
        row.utilization = busier * 8 / (port.speed * 1e9);
    row.errorRate = seconds > 0 ? sums.errors / seconds : 0;
    row.errors = m_errors.value(port.key()) + sums.errors;
    return row;
}
