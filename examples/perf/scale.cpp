// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "scale.h"

#include <cmath>

namespace Perf {

namespace {

constexpr double FarApart = 30; // times
constexpr int MostTicks = 12;
constexpr int LinearSteps = 5; // or a few more

} // namespace

Scale::Kind Scale::kindFor(double least, double most)
{
    return least > 0 && most / least > FarApart ? Kind::Logarithmic : Kind::Linear;
}

Scale::Scale(double least, double most, Kind kind) : m_kind(kind)
{
    if (m_kind == Kind::Logarithmic)
        addDecades(least, most);
    else
        addSteps(most > 0 ? most : 1);
}

void Scale::addSteps(double most)
{
    const double wanted = most / LinearSteps;
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    double step = power;
    for (const double factor : { 2.0, 5.0, 10.0 }) {
        if (step < wanted * 0.999)
            step = factor * power;
    }
    m_ticks = { 0 };
    for (int i = 1; m_ticks.constLast() < most * 0.9999; ++i)
        m_ticks.append(i * step);
}

// All of 1, 2 and 5, or where these are many only the powers of ten.
void Scale::addDecades(double least, double most)
{
    const int first = int(std::floor(std::log10(least)));
    const int last = int(std::ceil(std::log10(most)));
    QList<double> fine;
    for (int exponent = first; exponent <= last; ++exponent) {
        const double power = std::pow(10, exponent);
        m_ticks.append(power);
        for (const double factor : { 1.0, 2.0, 5.0 })
            fine.append(factor * power);
    }
    while (fine.size() > 2 && fine[1] <= least)
        fine.removeFirst();
    while (fine.size() > 2 && fine[fine.size() - 2] >= most)
        fine.removeLast();
    if (fine.size() <= MostTicks)
        m_ticks = fine;
}

double Scale::position(double value) const
{
    const double first = m_ticks.constFirst();
    const double last = m_ticks.constLast();
    if (m_kind == Kind::Linear)
        return value / last;
    return value > 0 ? std::log(value / first) / std::log(last / first) : 0;
}

} // namespace Perf
