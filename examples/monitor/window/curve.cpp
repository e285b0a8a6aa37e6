// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

Curve::const_iterator firstFrom(const Curve &curve, double time)
{
    return std::lower_bound(curve.cbegin(), curve.cend(), time,
                            [](const CurvePoint &point, double t) { return point.time < t; });
}

// The lowest and the highest of the points in one column, in the order in which they came.
class Column
{
public:
    explicit Column(Curve *result) : m_result(result) { }

    void add(double number, const CurvePoint &point)
    {
        if (!m_isEmpty && number != m_number)
            end();
        if (m_isEmpty) {
            m_lowest = m_highest = point;
            m_number = number;
            m_isEmpty = false;
        } else if (point.value < m_lowest.value) {
            m_lowest = point;
        } else if (point.value > m_highest.value) {
            m_highest = point;
        }
    }

    void end()
    {
        if (m_isEmpty)
            return;
        const bool isRising = m_lowest.time <= m_highest.time;
        m_result->append(isRising ? m_lowest : m_highest);
        if (m_lowest.time != m_highest.time)
            m_result->append(isRising ? m_highest : m_lowest);
        m_isEmpty = true;
    }

private:
    Curve *m_result;
    CurvePoint m_lowest;
    CurvePoint m_highest;
    double m_number = 0;
    bool m_isEmpty = true;
};

} // namespace

Curve decimated(const Curve &curve, double from, double to, int columns)
{
    Curve result;
    if (columns < 1 || !(to > from))
        return result;
    auto begin = firstFrom(curve, from);
    if (begin != curve.cbegin())
        --begin;
    auto end = firstFrom(curve, to);
    if (end != curve.cend())
        ++end;
    const double width = (to - from) / columns;
    Column column(&result);
    for (auto point = begin; point != end; ++point) {
        if (!std::isnan(point->value)) {
            column.add(std::floor(point->time / width), *point);
            continue;
        }
        column.end();
        if (!result.isEmpty() && !std::isnan(result.constLast().value))
            result.append(*point);
    }
    column.end();
    return result;
}

Curve added(const Curve &a, const Curve &b)
{
    Curve sum;
    sum.reserve(std::max(a.size(), b.size()));
    auto left = a.cbegin();
    auto right = b.cbegin();
    while (left != a.cend() || right != b.cend()) {
        const bool isLeft = right == b.cend() || (left != a.cend() && left->time <= right->time);
        const bool isRight = left == a.cend() || (right != b.cend() && right->time <= left->time);
        CurvePoint point = isLeft ? *left++ : *right++;
        if (isLeft && isRight) {
            if (std::isnan(point.value))
                point.value = right->value;
            else if (!std::isnan(right->value))
                point.value += right->value;
            ++right;
        }
        sum.append(point);
    }
    return sum;
}

double highest(const Curve &curve, double from, double to)
{
    double result = 0;
    for (auto point = firstFrom(curve, from); point != curve.cend() && point->time <= to; ++point) {
        if (point->value > result) // not true of a gap
            result = point->value;
    }
    return result;
}

CurvePoint nearest(const Curve &curve, double time, double reach)
{
    CurvePoint result = { time, std::numeric_limits<double>::quiet_NaN() };
    const auto after = firstFrom(curve, time);
    if (after != curve.cend() && after->time - time <= reach)
        result = *after;
    if (after != curve.cbegin()) {
        const CurvePoint before = *std::prev(after);
        const bool isNearer = std::isnan(result.value) || time - before.time < result.time - time;
        if (isNearer && time - before.time <= reach)
            result = before;
    }
    return result;
}

QList<double> valueTicks(double maximum, int count)
{
    if (!(maximum > 0) || !std::isfinite(maximum))
        maximum = 1;
    const double rough = maximum / std::max(count, 1);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : { 5, 2, 1 }) {
        if (factor * power >= rough * (1 - 1e-9))
            step = factor * power;
    }
    QList<double> ticks;
    for (int i = 0; ticks.isEmpty() || ticks.constLast() < maximum * (1 - 1e-9); ++i)
        ticks.append(i * step);
    return ticks;
}

QList<double> timeTicks(double span, int count)
{
    constexpr double steps[] = { 1, 2, 5, 10, 15, 30, 60, 120, 300, 600 };
    const auto step =
            std::find_if(std::begin(steps), std::prev(std::end(steps)),
                         [=](double seconds) { return span / seconds <= std::max(count, 1); });
    QList<double> ticks;
    for (double seconds = 0; seconds <= span; seconds += *step)
        ticks.append(seconds);
    return ticks;
}
