// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "plotnode.h"

#include <QtGui/qpainter.h>
#include <QtGui/qpainterpath.h>
#include <QtQuick/qquickwindow.h>
#include <QtQuick/qsgflatcolormaterial.h>
#include <QtQuick/qsgnode.h>
#include <QtQuick/qsgrendererinterface.h>
#include <QtQuick/qsgrendernode.h>

#include <cmath>
#include <functional>

namespace {

constexpr float AreaOpacity = 0.12F;

QColor areaColor(QColor color)
{
    color.setAlphaF(color.alphaF() * AreaOpacity);
    return color;
}

bool isGap(const QPointF &point)
{
    return std::isnan(point.y());
}

void forEachSegment(const QList<QPointF> &points,
                    const std::function<void(const QPointF &, const QPointF &)> &draw)
{
    for (qsizetype i = 1; i < points.size(); ++i) {
        if (!isGap(points.at(i - 1)) && !isGap(points.at(i)))
            draw(points.at(i - 1), points.at(i));
    }
}

// ---- triangles ----

constexpr int CornersOfSegment = 6;

class Triangles : public QSGGeometryNode
{
public:
    Triangles() : m_geometry(QSGGeometry::defaultAttributes_Point2D(), 0)
    {
        m_geometry.setDrawingMode(QSGGeometry::DrawTriangles);
        setGeometry(&m_geometry);
        setMaterial(&m_material);
    }

    void begin(const QColor &color, qsizetype segments)
    {
        m_geometry.allocate(int(segments) * CornersOfSegment);
        m_next = m_geometry.vertexDataAsPoint2D();
        m_material.setColor(color);
    }

    void addQuad(const QPointF &a, const QPointF &b, const QPointF &c, const QPointF &d)
    {
        for (const QPointF &corner : { a, b, c, b, c, d })
            (m_next++)->set(float(corner.x()), float(corner.y()));
    }

    // The vertices that were allocated for gaps form no triangle.
    void end()
    {
        for (const auto *past = m_geometry.vertexDataAsPoint2D() + m_geometry.vertexCount();
             m_next != past; ++m_next)
            m_next->set(0, 0);
        markDirty(DirtyGeometry | DirtyMaterial);
    }

private:
    QSGGeometry m_geometry;
    QSGFlatColorMaterial m_material;
    QSGGeometry::Point2D *m_next = nullptr;
};

void drawArea(Triangles *area, const PlotLine &line, double bottom)
{
    area->begin(areaColor(line.color), line.points.size());
    forEachSegment(line.points, [&](const QPointF &from, const QPointF &to) {
        area->addQuad(from, to, { from.x(), bottom }, { to.x(), bottom });
    });
    area->end();
}

void drawLine(Triangles *stroke, const PlotLine &line)
{
    stroke->begin(line.color, line.points.size());
    forEachSegment(line.points, [&](const QPointF &from, const QPointF &to) {
        const QPointF along = to - from;
        const double length = std::max(std::hypot(along.x(), along.y()), 1e-6);
        const QPointF across = QPointF(-along.y(), along.x()) * (line.width / 2 / length);
        stroke->addQuad(from + across, to + across, from - across, to - across);
    });
    stroke->end();
}

// ---- QPainter ----

class Painted : public QSGRenderNode
{
public:
    explicit Painted(QQuickWindow *window) : m_window(window) { }

    void show(const QList<PlotLine> &lines, const QSizeF &size)
    {
        m_lines = lines;
        m_size = size;
        markDirty(DirtyMaterial);
    }

    void render(const RenderState *state) override;
    StateFlags changedStates() const override { return {}; }
    RenderingFlags flags() const override { return BoundedRectRendering; }
    QRectF rect() const override { return { QPointF(), m_size }; }

private:
    void paint(QPainter *painter, const PlotLine &line) const;

    QQuickWindow *m_window;
    QList<PlotLine> m_lines;
    QSizeF m_size;
};

void Painted::render(const RenderState *state)
{
    auto *painter = static_cast<QPainter *>(m_window->rendererInterface()->getResource(
            m_window, QSGRendererInterface::PainterResource));
    if (!painter)
        return;
    painter->save();
    if (const QRegion *clip = state->clipRegion(); clip && !clip->isEmpty())
        painter->setClipRegion(*clip, Qt::ReplaceClip);
    painter->setTransform(matrix()->toTransform());
    painter->setOpacity(inheritedOpacity());
    painter->setClipRect(rect(), Qt::IntersectClip);
    painter->setRenderHint(QPainter::Antialiasing);
    for (const PlotLine &line : std::as_const(m_lines))
        paint(painter, line);
    painter->restore();
}

void Painted::paint(QPainter *painter, const PlotLine &line) const
{
    for (auto begin = line.points.cbegin(); begin != line.points.cend();) {
        const auto end = std::find_if(begin, line.points.cend(), isGap);
        QPolygonF polygon(QList<QPointF>(begin, end));
        if (polygon.size() > 1) {
            painter->setPen({ line.color, line.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin });
            painter->drawPolyline(polygon);
            polygon.append({ polygon.constLast().x(), m_size.height() });
            polygon.append({ polygon.constFirst().x(), m_size.height() });
            painter->setPen(Qt::NoPen);
            painter->setBrush(areaColor(line.color));
            painter->drawPolygon(polygon);
        }
        begin = end == line.points.cend() ? end : std::next(end);
    }
}

} // namespace

QSGNode *geometryPlot(QSGNode *old, const QList<PlotLine> &lines, const QSizeF &size)
{
    QSGNode *root = old ? old : new QSGNode;
    const qsizetype wanted = lines.size() * 2;
    while (root->childCount() > wanted)
        delete root->lastChild();
    while (root->childCount() < wanted)
        root->appendChildNode(new Triangles);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        drawArea(static_cast<Triangles *>(root->childAtIndex(int(i) * 2)), lines.at(i),
                 size.height());
        drawLine(static_cast<Triangles *>(root->childAtIndex(int(i) * 2 + 1)), lines.at(i));
    }
    return root;
}

QSGNode *paintedPlot(QSGNode *old, QQuickWindow *window, const QList<PlotLine> &lines,
                     const QSizeF &size)
{
    auto *node = old ? static_cast<Painted *>(old) : new Painted(window);
    node->show(lines, size);
    return node;
}
