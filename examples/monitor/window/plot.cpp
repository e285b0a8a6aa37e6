// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "plot.h"

#include <QtQuick/qquickwindow.h>
#include <QtQuick/qsgrendererinterface.h>

#include <algorithm>
#include <cmath>
#include <limits>

Plot::Plot(QQuickItem *parent) : QQuickItem(parent)
{
    setFlag(ItemHasContents);
    connect(this, &Plot::contentChanged, this, &QQuickItem::polish);
}

void Plot::setHistory(History *history)
{
    if (history == m_history)
        return;
    if (m_history)
        disconnect(m_history, nullptr, this, nullptr);
    m_history = history;
    if (m_history)
        connect(m_history, &History::changed, this, &Plot::follow);
    polish();
    Q_EMIT historyChanged();
}

// Nobody sees the plots of other pages.
void Plot::follow()
{
    if (isVisible())
        polish();
}

int Plot::points() const
{
    int count = 0;
    for (const PlotLine &line : m_lines)
        count += int(line.points.size());
    return count;
}

double Plot::timeAt(double x) const
{
    return width() > 0 ? start() + x / width() * m_span * 1000 : end();
}

double Plot::positionOf(double time) const
{
    return (time - start()) / (m_span * 1000) * width();
}

double Plot::valueAt(int series, double time) const
{
    if (!m_history || series < 0 || series >= m_keys.size())
        return std::numeric_limits<double>::quiet_NaN();
    const double reach = std::max(1500.0, m_span * 10); // a hundredth of the plot
    return nearest(m_history->curve(m_keys.at(series)), time, reach).value * m_factor;
}

void Plot::updatePolish()
{
    m_lines.clear();
    double high = m_lowestTop;
    for (const QString &key : std::as_const(m_keys)) {
        if (m_history)
            high = std::max(high, ::highest(m_history->curve(key), start(), end()) * m_factor);
    }
    m_ticks = valueTicks(high, isMirrored() ? m_tickCount / 2 : m_tickCount);
    if (isMirrored()) {
        const QList<double> upwards = m_ticks.mid(1);
        for (const double tick : upwards)
            m_ticks.prepend(-tick);
    }
    for (qsizetype i = 0; m_history && i < m_keys.size(); ++i)
        m_lines.append(lineOf(i));
    update();
    Q_EMIT drawn();
}

bool Plot::isMirrored() const
{
    return m_downwards.contains(true);
}

PlotLine Plot::lineOf(qsizetype series) const
{
    const double base = zero();
    const double scale = (m_downwards.value(series).toBool() ? -base : base) * m_factor;
    const Curve curve = m_history->curve(m_keys.at(series));
    PlotLine line = { m_colors.value(series).value<QColor>(), m_lineWidth, {}, base };
    const Curve visible = decimated(curve, start(), end(), int(std::ceil(width())));
    line.points.reserve(visible.size());
    // Whole lines at zero and at the top, too: half of one is clipped, and its rest may be less
    // than a pixel.
    const double low = std::max(m_lineWidth, std::floor(height() - m_lineWidth));
    for (const CurvePoint &point : visible) {
        const double y = base - scale * point.value / m_ticks.constLast();
        line.points.append({ positionOf(point.time), std::clamp(y, m_lineWidth, low) });
    }
    return line;
}

QSGNode *Plot::updatePaintNode(QSGNode *old, UpdatePaintNodeData *)
{
    const auto api = window()->rendererInterface()->graphicsApi();
    if (api == QSGRendererInterface::Software)
        return paintedPlot(old, window(), m_lines, size());
    return geometryPlot(old, m_lines, size());
}

void Plot::geometryChange(const QRectF &now, const QRectF &before)
{
    QQuickItem::geometryChange(now, before);
    if (now.size() != before.size())
        polish();
}

void Plot::itemChange(ItemChange change, const ItemChangeData &data)
{
    QQuickItem::itemChange(change, data);
    if (change == ItemVisibleHasChanged)
        follow();
}
