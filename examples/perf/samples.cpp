// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "samples.h"

#include <algorithm>
#include <cmath>

namespace Perf {

namespace {

constexpr qint64 LongFrom = 1 << 20; // nanoseconds: 4 MiB of counts

} // namespace

// All counts are written here, so that no page of them is new to the kernel while something is
// measured.
Samples::Samples() : m_short(LongFrom, 0) { }

void Samples::add(qint64 nanoseconds)
{
    const qint64 time = std::max<qint64>(nanoseconds, 0);
    if (time < LongFrom)
        ++m_short[size_t(time)];
    else
        ++m_long[time];
    ++m_count;
    if (m_order.size() < m_order.capacity())
        m_order.push_back(time);
}

void Samples::add(const Samples &others)
{
    others.forEach([this](qint64 time, quint32 times) {
        if (time < LongFrom)
            m_short[size_t(time)] += times;
        else
            m_long[time] += times;
        m_count += times;
    });
    m_order.insert(m_order.end(), others.m_order.begin(), others.m_order.end());
}

void Samples::keepOrder(size_t count)
{
    m_order.reserve(count);
}

qint64 Samples::min() const
{
    return percentile(0);
}

qint64 Samples::max() const
{
    return percentile(100);
}

double Samples::mean() const
{
    double sum = 0; // exact up to 2^53 ns, three months
    forEach([&](qint64 time, quint32 times) { sum += double(time) * times; });
    return m_count ? sum / double(m_count) : 0;
}

double Samples::deviation() const
{
    const double middle = mean();
    double sum = 0;
    forEach([&](qint64 time, quint32 times) {
        sum += (double(time) - middle) * (double(time) - middle) * times;
    });
    return m_count ? std::sqrt(sum / double(m_count)) : 0;
}

qint64 Samples::percentile(double percent) const
{
    // In thousandths of a percent, as integers: 99.9 % of 1000 must not become 999.0000000001 of
    // them.
    const auto share = quint64(std::llround(std::clamp(percent, 0.0, 100.0) * 1000));
    const quint64 rank = std::max<quint64>((m_count * share + 99999) / 100000, 1);
    quint64 seen = 0;
    qint64 found = 0;
    forEach([&](qint64 time, quint32 times) {
        if (seen < rank)
            found = time;
        seen += times;
    });
    return found;
}

} // namespace Perf
