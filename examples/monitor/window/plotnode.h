// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PLOTNODE_H
#define PLOTNODE_H

#include <QtCore/qlist.h>
#include <QtCore/qnumeric.h>
#include <QtCore/qpoint.h>
#include <QtCore/qsize.h>
#include <QtGui/qcolor.h>

QT_BEGIN_NAMESPACE
class QQuickWindow;
class QSGNode;
QT_END_NAMESPACE

struct PlotLine
{
    QColor color;
    double width = 1;
    QList<QPointF> points; // y is not a number where the line is interrupted
    double base = qInf(); // where the area at the line ends; the bottom if that is above it
};

// These make a node that draws lines with the area below them, from the old node if there is one.
// The first draws triangles on the graphics processor. The second uses a QPainter, where the scene
// graph draws no triangles.
QSGNode *geometryPlot(QSGNode *old, const QList<PlotLine> &lines, const QSizeF &size);
QSGNode *paintedPlot(QSGNode *old, QQuickWindow *window, const QList<PlotLine> &lines,
                     const QSizeF &size);

#endif // PLOTNODE_H
