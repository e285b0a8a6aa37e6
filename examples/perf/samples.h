// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SAMPLES_H
#define SAMPLES_H

#include <QtGlobal>

#include <map>
#include <vector>

namespace Perf {

// Times in nanoseconds, each kept exactly: how often every time was seen. What adding costs does
// not depend on how many there are already, nor does the memory, as long as few take longer than a
// millisecond.
class Samples
{
public:
    Samples();

    void add(qint64 nanoseconds);
    void add(const Samples &others);

    // Keeps the order of so many samples, too, and of no more. Called before any is added.
    void keepOrder(size_t count);
    const std::vector<qint64> &inOrder() const { return m_order; }

    // In ascending order: visit(nanoseconds, times)
    template <typename Visitor>
    void forEach(Visitor visit) const
    {
        for (size_t time = 0; time < m_short.size(); ++time) {
            if (m_short[time] > 0)
                visit(qint64(time), m_short[time]);
        }
        for (const auto &[time, times] : m_long)
            visit(time, times);
    }

    quint64 count() const { return m_count; }
    qint64 min() const;
    qint64 max() const;
    double mean() const;
    double deviation() const; // of the samples as a population
    // By nearest rank: the smallest sample that at least this share of all samples does not exceed.
    // Always one of the samples; of 1000, the 99.9th is the one but largest. 0 without samples.
    qint64 percentile(double percent) const;

private:
    std::vector<quint32> m_short; // how often, by nanoseconds
    std::map<qint64, quint32> m_long;
    std::vector<qint64> m_order; // never grows beyond the capacity that it has at first
    quint64 m_count = 0;
};

} // namespace Perf

#endif // SAMPLES_H
