// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "plotnode.h"

#include <QtGui/qimage.h>
#include <QtGui/qpainter.h>
#include <QtQuick/qquickwindow.h>
#include <QtQuick/qsgflatcolormaterial.h>
#include <QtQuick/qsgimagenode.h>
#include <QtQuick/qsgnode.h>

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

void drawArea(Triangles *area, const PlotLine &line, double base)
{
    area->begin(areaColor(line.color), line.points.size());
    forEachSegment(line.points, [&](const QPointF &from, const QPointF &to) {
        area->addQuad(from, to, { from.x(), base }, { to.x(), base });
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

void paint(QPainter *painter, const PlotLine &line, double bottom)
{
    for (auto begin = line.points.cbegin(); begin != line.points.cend();) {
        const auto end = std::find_if(begin, line.points.cend(), isGap);
        QPolygonF polygon(QList<QPointF>(begin, end));
        if (polygon.size() > 1) {
            painter->setPen({ line.color, line.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin });
            painter->drawPolyline(polygon);
            const double base = std::min(line.base, bottom);
            polygon.append({ polygon.constLast().x(), base });
            polygon.append({ polygon.constFirst().x(), base });
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
                 std::min(lines.at(i).base, size.height()));
        drawLine(static_cast<Triangles *>(root->childAtIndex(int(i) * 2 + 1)), lines.at(i));
    }
    return root;
}

QSGNode *paintedPlot(QSGNode *old, QQuickWindow *window, const QList<PlotLine> &lines,
                     const QSizeF &size)
{
    const double ratio = window->effectiveDevicePixelRatio();
    const QSizeF pixels = (size * ratio).expandedTo({ 1, 1 });
    QImage image(int(std::ceil(pixels.width())), int(std::ceil(pixels.height())),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const PlotLine &line : lines)
        paint(&painter, line, size.height());
    painter.end();

    auto *node = old ? static_cast<QSGImageNode *>(old) : window->createImageNode();
    node->setOwnsTexture(true);
    node->setTexture(window->createTextureFromImage(image, QQuickWindow::TextureHasAlphaChannel));
    node->setRect(QRectF(QPointF(), image.deviceIndependentSize()));
    return node;
}
