// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PLOT_H
#define PLOT_H

#include "history.h"
#include "plotnode.h"

#include <QtGui/qcolor.h>
#include <QtQuick/qquickitem.h>

// Draws curves of a history: those of the keys, each in the colour at the same place, for the last
// 'span' seconds before 'end'. Those for which 'downwards' is true go down from a zero in the
// middle.
class Plot : public QQuickItem
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(History *history READ history WRITE setHistory NOTIFY historyChanged)
    Q_PROPERTY(QStringList keys MEMBER m_keys NOTIFY contentChanged)
    Q_PROPERTY(QVariantList colors MEMBER m_colors NOTIFY contentChanged)
    Q_PROPERTY(QVariantList downwards MEMBER m_downwards NOTIFY contentChanged)
    Q_PROPERTY(bool mirrored READ isMirrored NOTIFY contentChanged)
    Q_PROPERTY(double factor MEMBER m_factor NOTIFY contentChanged)
    Q_PROPERTY(double span MEMBER m_span NOTIFY contentChanged)
    Q_PROPERTY(double lowestTop MEMBER m_lowestTop NOTIFY contentChanged)
    Q_PROPERTY(double lineWidth MEMBER m_lineWidth NOTIFY contentChanged)
    Q_PROPERTY(int tickCount MEMBER m_tickCount NOTIFY contentChanged)
    Q_PROPERTY(QList<double> ticks READ ticks NOTIFY drawn)
    Q_PROPERTY(double highest READ highest NOTIFY drawn)
    Q_PROPERTY(int points READ points NOTIFY drawn)

public:
    explicit Plot(QQuickItem *parent = nullptr);

    History *history() const { return m_history; }
    void setHistory(History *history);

    bool isMirrored() const;
    QList<double> ticks() const { return m_ticks; } // of the values, the highest last
    double highest() const { return m_ticks.constLast(); }
    // The points that were drawn last. Their number depends on the width, not on the number of
    // samples.
    int points() const;

    Q_INVOKABLE double timeAt(double x) const;
    Q_INVOKABLE double positionOf(double time) const;
    // The value of a key near a time; not a number if there is none.
    Q_INVOKABLE double valueAt(int series, double time) const;
    Q_INVOKABLE QList<double> timeTicks(int count) const { return ::timeTicks(m_span, count); }

Q_SIGNALS:
    void historyChanged();
    void contentChanged();
    void drawn();

protected:
    void updatePolish() override;
    QSGNode *updatePaintNode(QSGNode *old, UpdatePaintNodeData *) override;
    void geometryChange(const QRectF &now, const QRectF &before) override;
    void itemChange(ItemChange change, const ItemChangeData &data) override;

private:
    void follow();
    double end() const { return m_history ? m_history->now() : 0; }
    double start() const { return end() - m_span * 1000; }
    double zero() const { return isMirrored() ? height() / 2 : height(); }
    PlotLine lineOf(qsizetype series) const;

    QPointer<History> m_history;
    QStringList m_keys;
    QVariantList m_colors;
    QVariantList m_downwards;
    QList<double> m_ticks = { 0, 1 };
    QList<PlotLine> m_lines;
    double m_factor = 1;
    double m_span = 60;
    double m_lowestTop = 0;
    double m_lineWidth = 1.5;
    int m_tickCount = 4;
};

#endif // PLOT_H
