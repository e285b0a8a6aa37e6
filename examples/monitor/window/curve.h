// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CURVE_H
#define CURVE_H

#include <QtCore/qlist.h>

// The points of a plot, without any drawing.

struct CurvePoint
{
    double time = 0; // milliseconds
    double value = 0; // not a number: a gap
};

using Curve = QList<CurvePoint>; // in the order of time

// The points to draw of the time between 'from' and 'to': in each column of pixels at most the
// lowest and the highest point, so no spike is lost and no more is drawn than can be seen. Columns
// are parts of time, not of the plot, so nothing flickers when it moves. The points before and
// after are included, for lines that enter and leave.
Curve decimated(const Curve &curve, double from, double to, int columns);

// The sum of two curves at each time of one of them; a gap where neither has a value.
Curve added(const Curve &a, const Curve &b);

// The highest value in that time; 0 without any.
double highest(const Curve &curve, double from, double to);

// The point nearest to a time; a gap when there is none within 'reach' milliseconds.
CurvePoint nearest(const Curve &curve, double time, double reach);

// From zero in steps of 1, 2 or 5 times a power of ten, 'count' steps or less; the last is
// 'maximum' or above it.
QList<double> valueTicks(double maximum, int count);

// Seconds before the end of the plot, in steps in which people count time, 'count' of them or less;
// from 0 to 'span'.
QList<double> timeTicks(double span, int count);

#endif // CURVE_H
