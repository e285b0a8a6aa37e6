// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "chart.h"

#include "printable.h"
#include "scale.h"
#include "words.h"

#include <QRectF>
#include <QXmlStreamWriter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

namespace Perf {

namespace {

constexpr double Width = 960;
constexpr double Height = 540;
constexpr double Border = 24;
constexpr QRectF Plot(88, 104, 640, 364);
constexpr QRectF LegendPlace(752, 104, 184, 364);
constexpr double TitleSize = 20;
constexpr double TextSize = 13;
constexpr double LineHeight = 18;
constexpr int MostDetails = 3; // lines
constexpr double LegendLine = 22;
constexpr double RoomForValues = 1.1; // above bars

struct Colours
{
    QString background;
    QString text;
    QString axis;
    QString grid;
    QStringList curves;
};

Colours coloursOf(Chart::Theme theme)
{
    if (theme == Chart::Theme::Dark) {
        return { "#16191d",
                 "#e6e8ea",
                 "#9aa2ab",
                 "#30363d",
                 { "#6db3ea", "#f0a15e", "#d58adf", "#7fce8d", "#f08a94", "#d8c56a", "#5fd0d6",
                   "#c0c4c8" } };
    }
    return { "#ffffff",
             "#1d2125",
             "#5b636b",
             "#dfe3e7",
             { "#1b6ca8", "#b9530f", "#8b2f8f", "#2b7a3d", "#a3303b", "#6b5b12", "#0f7078",
               "#555b61" } };
}

// XML has no place for these two, even as entities.
QString xmlText(const QString &text)
{
    return Text::printable(text).remove(QChar(0xfffe)).remove(QChar(0xffff));
}

// An upper bound for usual fonts. Letters of the Far East are as wide as they are high.
double textWidth(const QString &text, double size)
{
    constexpr char16_t FirstWide = 0x2e80;
    double width = 0;
    for (const QChar c : text)
        width += (c.unicode() < FirstWide ? 0.62 : 1.05) * size;
    return width;
}

// Without its middle, since texts of one kind mostly differ at their ends.
QString shortened(const QString &text, double width, double size)
{
    QString result = text;
    for (qsizetype kept = text.size(); kept > 0 && textWidth(result, size) > width; --kept)
        result = text.left(kept / 2) + u'…' + text.right(kept - kept / 2);
    return result;
}

// The unit in which values are shown, and one of it in the chart's.
std::pair<QString, double> shownUnit(Chart::Unit unit, double most)
{
    switch (unit) {
    case Chart::Unit::Microseconds:
        if (most >= 1e7)
            return { Words::tr("s"), 1e6 };
        return most >= 1e4 ? std::pair(Words::tr("ms"), 1e3) : std::pair(Words::tr("µs"), 1.0);
    case Chart::Unit::BitsPerSecond:
        return most >= 1e9 ? std::pair(Words::tr("Gbit/s"), 1e9)
                           : std::pair(Words::tr("Mbit/s"), 1e6);
    case Chart::Unit::MessagesPerSecond:
        break;
    }
    if (most >= 1e6)
        return { Words::tr("million messages/s"), 1e6 };
    return most >= 1e4 ? std::pair(Words::tr("thousand messages/s"), 1e3)
                       : std::pair(Words::tr("messages/s"), 1.0);
}

QString quantity(Chart::Unit unit)
{
    switch (unit) {
    case Chart::Unit::Microseconds:
        return Words::tr("latency");
    case Chart::Unit::BitsPerSecond:
        return Words::tr("bandwidth");
    case Chart::Unit::MessagesPerSecond:
        break;
    }
    return Words::tr("message rate");
}

QString sizeText(double size)
{
    constexpr qint64 Kibi = 1024;
    const auto bytes = qint64(size);
    if (bytes >= Kibi * Kibi && bytes % (Kibi * Kibi) == 0)
        return Words::tr("%1 MiB").arg(bytes / (Kibi * Kibi));
    return bytes >= Kibi && bytes % Kibi == 0 ? Words::tr("%1 KiB").arg(bytes / Kibi)
                                              : Words::tr("%1 B").arg(bytes);
}

QString valueText(double value)
{
    return QString::number(value, 'g', value >= 1000 ? 4 : 3);
}

// Writes one picture.
class Painter
{
public:
    Painter(const Chart &chart, Chart::Theme theme, QByteArray *svg);

    void paint();

private:
    struct Range
    {
        double least;
        double most;
    };

    Range rangeOf(double (QPointF::*coordinate)() const) const;
    bool isEmpty() const;
    bool isOneSize() const { return m_sizes.least == m_sizes.most; }
    QString colour(const Chart::Curve &curve) const;
    double x(double size) const;
    double y(double value) const { return Plot.bottom() - m_scale.position(value) * Plot.height(); }
    QList<double> sizesToName() const;
    bool touch(const QList<double> &sizes) const; // their names

    void element(const QString &name, const QList<std::pair<QString, QVariant>> &attributes);
    void start(const QString &name, const QList<std::pair<QString, QVariant>> &attributes);
    void text(QPointF at, const QString &anchor, const QString &content, const QString &kind,
              double size = TextSize);
    void titles();
    void axes();
    void axisNames();
    void curve(const Chart::Curve &curve);
    void bars();
    void legend();

    const Chart &m_chart;
    const Colours m_colours;
    const Range m_sizes;
    const Range m_values;
    const Scale m_scale;
    QString m_unit;
    double m_unitSize;
    QXmlStreamWriter m_xml;
};

Painter::Painter(const Chart &chart, Chart::Theme theme, QByteArray *svg)
    : m_chart(chart)
    , m_colours(coloursOf(theme))
    , m_sizes(rangeOf(&QPointF::x))
    , m_values(rangeOf(&QPointF::y))
    , m_scale(m_values.least / shownUnit(chart.unit, m_values.most).second,
              (isOneSize() ? RoomForValues : 1) * m_values.most
                      / shownUnit(chart.unit, m_values.most).second,
              isOneSize() ? Scale::Kind::Linear : Scale::kindFor(m_values.least, m_values.most))
    , m_xml(svg)
{
    std::tie(m_unit, m_unitSize) = shownUnit(chart.unit, m_values.most);
}

Painter::Range Painter::rangeOf(double (QPointF::*coordinate)() const) const
{
    Range range{ std::numeric_limits<double>::max(), 0 };
    for (const Chart::Curve &curve : m_chart.curves) {
        for (const QPointF &point : curve.points) {
            range.least = std::min(range.least, (point.*coordinate)());
            range.most = std::max(range.most, (point.*coordinate)());
        }
    }
    return range;
}

bool Painter::isEmpty() const
{
    return m_sizes.most == 0;
}

QString Painter::colour(const Chart::Curve &curve) const
{
    return m_colours.curves[curve.colour % m_colours.curves.size()];
}

// Sizes go by powers of two.
double Painter::x(double size) const
{
    const double range = std::log2(m_sizes.most / m_sizes.least);
    return Plot.left() + std::log2(size / m_sizes.least) / range * Plot.width();
}

// Those that were measured, or each second or third of them: their names must not touch.
QList<double> Painter::sizesToName() const
{
    std::set<double> different;
    for (const Chart::Curve &curve : m_chart.curves) {
        for (const QPointF &point : curve.points)
            different.insert(point.x());
    }
    const QList<double> sizes(different.begin(), different.end());
    QList<double> named = sizes;
    for (qsizetype step = 2; named.size() > 1 && touch(named); ++step) {
        named.clear();
        for (qsizetype i = 0; i < sizes.size(); i += step)
            named.append(sizes[i]);
    }
    return named;
}

bool Painter::touch(const QList<double> &sizes) const
{
    double end = 0;
    for (const double size : sizes) {
        const double half = textWidth(sizeText(size), TextSize) / 2;
        if (x(size) - half <= end)
            return true;
        end = x(size) + half + TextSize / 2;
    }
    return false;
}

void Painter::start(const QString &name, const QList<std::pair<QString, QVariant>> &attributes)
{
    m_xml.writeStartElement(name);
    for (const auto &[key, value] : attributes) {
        m_xml.writeAttribute(key,
                             value.typeId() == QMetaType::Double
                                     ? QString::number(value.toDouble(), 'f', 2)
                                     : value.toString());
    }
}

void Painter::element(const QString &name, const QList<std::pair<QString, QVariant>> &attributes)
{
    start(name, attributes);
    m_xml.writeEndElement();
}

void Painter::text(QPointF at, const QString &anchor, const QString &content, const QString &kind,
                   double size)
{
    start("text",
          { { "class", kind },
            { "x", at.x() },
            { "y", at.y() },
            { "text-anchor", anchor },
            { "font-size", size } });
    m_xml.writeCharacters(content);
    m_xml.writeEndElement();
}

void Painter::titles()
{
    constexpr double Room = Width - 2 * Border;
    text({ Border, 36 }, "start", shortened(m_chart.title, Room, TitleSize), "title", TitleSize);
    QStringList lines{ QString() };
    for (const QString &detail : m_chart.details) {
        const QString longer =
                lines.constLast().isEmpty() ? detail : lines.constLast() + " · " + detail;
        if (lines.constLast().isEmpty() || textWidth(longer, TextSize) <= Room)
            lines.last() = longer;
        else if (lines.size() < MostDetails)
            lines.append(detail);
        else
            break;
    }
    for (qsizetype i = 0; i < lines.size(); ++i) {
        text({ Border, 57 + double(i) * LineHeight }, "start", shortened(lines[i], Room, TextSize),
             "detail");
    }
}

void Painter::axes()
{
    for (const double tick : m_scale.ticks()) {
        const double height = y(tick);
        element("path",
                { { "class", "grid" },
                  { "d", QString("M%1 %2H%3").arg(Plot.left()).arg(height).arg(Plot.right()) },
                  { "stroke", m_colours.grid } });
        text({ Plot.left() - 8, height + TextSize / 3 }, "end", QString::number(tick), "tick-y");
    }
    if (!isOneSize()) {
        for (const double size : sizesToName()) {
            element("path",
                    { { "class", "grid" },
                      { "d", QString("M%1 %2V%3").arg(x(size)).arg(Plot.top()).arg(Plot.bottom()) },
                      { "stroke", m_colours.grid } });
            text({ x(size), Plot.bottom() + LineHeight }, "middle", sizeText(size), "tick-x");
        }
    }
    element("rect",
            { { "id", "plot" },
              { "x", Plot.x() },
              { "y", Plot.y() },
              { "width", Plot.width() },
              { "height", Plot.height() },
              { "fill", "none" },
              { "stroke", m_colours.axis } });
}

void Painter::axisNames()
{
    const QString sizes = isOneSize() ? Words::tr("messages of %1").arg(sizeText(m_sizes.most))
                                      : Words::tr("size of a message");
    text({ Plot.center().x(), Plot.bottom() + 2.4 * LineHeight }, "middle", sizes, "name-x");
    start("g", { { "transform", QString("translate(30 %1) rotate(-90)").arg(Plot.center().y()) } });
    const QString values = m_scale.kind() == Scale::Kind::Linear
            ? Words::tr("%1 in %2").arg(quantity(m_chart.unit), m_unit)
            : Words::tr("%1 in %2, logarithmic").arg(quantity(m_chart.unit), m_unit);
    text({ 0, 0 }, "middle", values, "name-y");
    m_xml.writeEndElement();
}

// Different lines and points: a curve that lies on another leaves it visible.
void Painter::curve(const Chart::Curve &curve)
{
    static const QStringList dashes{ "none", "8 4", "2 3" };
    static const double radii[] = { 3, 4.5, 6 };
    const auto line = size_t(curve.line) % std::size(radii);
    QStringList points;
    for (const QPointF &point : curve.points)
        points += QString("%1,%2").arg(x(point.x())).arg(y(point.y() / m_unitSize));
    element("polyline",
            { { "points", points.join(' ') },
              { "fill", "none" },
              { "stroke", colour(curve) },
              { "stroke-width", "2" },
              { "stroke-dasharray", dashes[qsizetype(line)] } });
    for (const QPointF &point : curve.points) {
        element("circle",
                { { "cx", x(point.x()) },
                  { "cy", y(point.y() / m_unitSize) },
                  { "r", radii[line] },
                  { "fill", line == 0 ? colour(curve) : QString("none") },
                  { "stroke", colour(curve) },
                  { "stroke-width", "1.5" } });
    }
}

void Painter::bars()
{
    const double room = Plot.width() / double(m_chart.curves.size());
    const double width = std::min(room * 0.6, 90.0);
    double middle = Plot.left() + room / 2;
    for (const Chart::Curve &curve : m_chart.curves) {
        if (!curve.points.isEmpty()) {
            const double value = curve.points.constFirst().y() / m_unitSize;
            element("rect",
                    { { "class", "bar" },
                      { "x", middle - width / 2 },
                      { "y", y(value) },
                      { "width", width },
                      { "height", Plot.bottom() - y(value) },
                      { "fill", colour(curve) },
                      { "fill-opacity", curve.line == 0 ? 1.0 : 0.6 } });
            text({ middle, y(value) - 6 }, "middle", valueText(value), "value");
        }
        middle += room;
    }
}

void Painter::legend()
{
    constexpr double Sample = 34; // width of a line
    const double height = double(m_chart.curves.size()) * LegendLine + 12;
    element("rect",
            { { "id", "legend" },
              { "x", LegendPlace.x() },
              { "y", LegendPlace.y() },
              { "width", LegendPlace.width() },
              { "height", height },
              { "fill", "none" },
              { "stroke", m_colours.grid } });
    static const QStringList dashes{ "none", "8 4", "2 3" };
    double line = LegendPlace.y() + 6 + LegendLine / 2;
    for (const Chart::Curve &curve : m_chart.curves) {
        const double left = LegendPlace.x() + 8;
        element("path",
                { { "d", QString("M%1 %2h%3").arg(left).arg(line).arg(Sample) },
                  { "stroke", colour(curve) },
                  { "stroke-width", isOneSize() ? "10" : "2.5" },
                  { "stroke-opacity", isOneSize() && curve.line > 0 ? 0.6 : 1.0 },
                  { "stroke-dasharray", isOneSize() ? "none" : dashes[curve.line % 3] } });
        text({ left + Sample + 8, line + TextSize / 3 }, "start",
             shortened(curve.label, LegendPlace.width() - Sample - 24, TextSize), "label");
        line += LegendLine;
    }
}

void Painter::paint()
{
    m_xml.setAutoFormatting(true);
    m_xml.setAutoFormattingIndent(1);
    start("svg",
          { { "xmlns", "http://www.w3.org/2000/svg" },
            { "viewBox", QString("0 0 %1 %2").arg(Width).arg(Height) },
            { "width", QString::number(Width) },
            { "height", QString::number(Height) },
            { "font-family", "sans-serif" },
            { "fill", m_colours.text } });
    element("rect",
            { { "width", "100%" }, { "height", "100%" }, { "fill", m_colours.background } });
    titles();
    if (isEmpty()) {
        text(Plot.center(), "middle", Words::tr("Nothing was measured."), "label");
    } else {
        axes();
        axisNames();
        // The first curves are the most important ones: they lie above the others.
        if (isOneSize())
            bars();
        else
            std::for_each(m_chart.curves.rbegin(), m_chart.curves.rend(),
                          [this](const Chart::Curve &one) { curve(one); });
        legend();
    }
    m_xml.writeEndElement();
    m_xml.writeEndDocument();
}

} // namespace

QByteArray toSvg(const Chart &chart, Chart::Theme theme)
{
    Chart clean = chart;
    clean.title = xmlText(clean.title);
    for (QString &detail : clean.details)
        detail = xmlText(detail);
    for (Chart::Curve &curve : clean.curves)
        curve.label = xmlText(curve.label);
    QByteArray svg;
    Painter(clean, theme, &svg).paint();
    return svg + '\n';
}

} // namespace Perf
