// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include <algorithm>
#include <cmath>

namespace Perf {

namespace {

constexpr double Width = 720;
constexpr double Height = 420;
constexpr double Margin = 64;

struct Curve
{
    QString key; // of the results
    QString label;
    QString colour;
};

QList<Curve> curvesOf(const Description &description)
{
    switch (description.measure) {
    case Measure::Latency:
        return { { "p50_us", "median, us", "#1b6ca8" },
                 { "p99_us", "p99, us", "#d1782c" },
                 { "p99_9_us", "p99.9, us", "#a33b3b" } };
    case Measure::Bandwidth:
        return { { "mb_per_s", "MB/s", "#1b6ca8" } };
    default:
        return { { "messages_per_s", "messages/s", "#1b6ca8" } };
    }
}

// Sizes go by powers of two, values from 0 to the largest.
class Axes
{
public:
    Axes(const QList<QJsonObject> &results, const QList<Curve> &curves)
    {
        smallest = largest = results.first()["size"].toDouble();
        for (const QJsonObject &result : results) {
            smallest = std::min(smallest, result["size"].toDouble());
            largest = std::max(largest, result["size"].toDouble());
            for (const Curve &curve : curves)
                highest = std::max(highest, result[curve.key].toDouble());
        }
    }
    double x(double size) const
    {
        const double range = std::log2(largest) - std::log2(smallest);
        const double part = range > 0 ? (std::log2(size) - std::log2(smallest)) / range : 0.5;
        return Margin + part * (Width - 2 * Margin);
    }
    double y(double value) const { return Height - Margin - value / top() * (Height - 2 * Margin); }
    double top() const { return highest > 0 ? highest * 1.05 : 1; }

private:
    double smallest;
    double largest;
    double highest = 0;
};

QString text(double x, double y, const QString &anchor, const QString &content)
{
    return QString("<text x=\"%1\" y=\"%2\" text-anchor=\"%3\">%4</text>\n")
            .arg(x)
            .arg(y)
            .arg(anchor, content);
}

QString frame(const Axes &axes, const QList<QJsonObject> &results)
{
    QString svg = QString("<path d=\"M%1 %2 V%3 H%4\" fill=\"none\" stroke=\"#444\"/>\n")
                          .arg(Margin)
                          .arg(Margin)
                          .arg(Height - Margin)
                          .arg(Width - Margin);
    for (int i = 0; i <= 4; ++i) {
        const double value = axes.top() * i / 4;
        svg += text(Margin - 6, axes.y(value) + 4, "end", QString::number(value, 'g', 3));
    }
    const qsizetype step = results.size() / 12 + 1;
    for (qsizetype i = 0; i < results.size(); i += step) {
        const double size = results[i]["size"].toDouble();
        svg += text(axes.x(size), Height - Margin + 18, "middle", QString::number(size, 'f', 0));
    }
    return svg + text(Width / 2, Height - 16, "middle", "bytes of a message");
}

QString drawn(const Axes &axes, const Curve &curve, const QList<QJsonObject> &results)
{
    QString points;
    QString dots;
    for (const QJsonObject &result : results) {
        const double x = axes.x(result["size"].toDouble());
        const double y = axes.y(result[curve.key].toDouble());
        points += QString("%1,%2 ").arg(x).arg(y);
        dots += QString("<circle cx=\"%1\" cy=\"%2\" r=\"3\" fill=\"%3\"/>\n")
                        .arg(x)
                        .arg(y)
                        .arg(curve.colour);
    }
    return QString("<polyline points=\"%1\" fill=\"none\" stroke=\"%2\" stroke-width=\"2\"/>\n")
                   .arg(points.trimmed(), curve.colour)
            + dots;
}

} // namespace

QByteArray toSvg(const Description &description, const QList<QJsonObject> &results)
{
    const QList<Curve> curves = curvesOf(description);
    QString svg = QString("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1\" height=\"%2\" "
                          "font-family=\"sans-serif\" font-size=\"12\">\n"
                          "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
                          .arg(Width)
                          .arg(Height);
    svg += text(Width / 2, 24, "middle",
                description.name() + ' ' + measureNames().value(int(description.measure)));
    if (!results.isEmpty()) {
        const Axes axes(results, curves);
        svg += frame(axes, results);
        double y = Margin - 16;
        for (const Curve &curve : curves) {
            svg += drawn(axes, curve, results);
            svg += QString("<g fill=\"%1\">").arg(curve.colour)
                    + text(Width - Margin, y, "end", curve.label) + "</g>\n";
            y += 16;
        }
    }
    return (svg + "</svg>\n").toUtf8();
}

} // namespace Perf
