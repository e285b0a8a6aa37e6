// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SCALE_H
#define SCALE_H

#include <QList>

namespace Perf {

// The axis of the values of a chart: from 0, or logarithmic where the values lie far apart. It
// begins and ends at ticks, which are 1, 2 or 5 times a power of ten.
class Scale
{
public:
    enum class Kind { Linear, Logarithmic };

    // The range is that of the values; the least one counts only for a logarithmic scale.
    Scale(double least, double most, Kind kind);

    // Logarithmic, if values are positive and far apart.
    static Kind kindFor(double least, double most);

    Kind kind() const { return m_kind; }
    double position(double value) const; // from 0, the first tick, to 1, the last
    const QList<double> &ticks() const { return m_ticks; }

private:
    void addSteps(double most);
    void addDecades(double least, double most);

    const Kind m_kind;
    QList<double> m_ticks;
};

} // namespace Perf

#endif // SCALE_H
