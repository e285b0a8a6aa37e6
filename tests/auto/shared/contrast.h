// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONTRAST_H
#define CONTRAST_H

#include <QtCore/qhash.h>
#include <QtCore/qstringlist.h>
#include <QtGui/qcolor.h>
#include <QtGui/qimage.h>
#include <QtQuick/qquickitem.h>
#include <QtQuick/qquickwindow.h>

#include <algorithm>
#include <cmath>

namespace RdmaTest {

// Finds the texts of a window that are hard to read, as it is drawn now: those that can be used and have less contrast than
// WCAG 2.2 asks for. While a popup is open, its texts alone are looked at.
class Contrast
{
public:
    static constexpr double Least = 4.5;

    static QString weakTexts(QQuickWindow *window)
    {
        Contrast contrast(window);
        const QList<QQuickItem *> popups = contrast.popups(window->contentItem());
        for (QQuickItem *root :
             popups.isEmpty() ? QList<QQuickItem *>{ window->contentItem() } : popups)
            contrast.look(root, QRectF(QPointF(), window->size()), 1);
        if (contrast.m_count == 0)
            contrast.m_weak.append(QStringLiteral("there is no text"));
        return contrast.m_weak.join(u'\n');
    }

private:
    explicit Contrast(QQuickWindow *window) : m_picture(window->grabWindow()) { }

    static double luminance(const QColor &color)
    {
        const auto linear = [](double part) {
            return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
                + 0.0722 * linear(color.blueF());
    }

    static double between(const QColor &one, const QColor &other)
    {
        const auto [less, more] = std::minmax(luminance(one), luminance(other));
        return (more + 0.05) / (less + 0.05);
    }

    static QColor over(const QColor &ground, const QColor &color, double opacity)
    {
        const double part = opacity * color.alphaF();
        const auto mixed = [part](double below, double above) {
            return float(below * (1 - part) + above * part);
        };
        return QColor::fromRgbF(mixed(ground.redF(), color.redF()),
                                mixed(ground.greenF(), color.greenF()),
                                mixed(ground.blueF(), color.blueF()));
    }

    QList<QQuickItem *> popups(QQuickItem *root) const
    {
        if (root->isVisible() && root->inherits("QQuickPopupItem"))
            return { root };
        QList<QQuickItem *> found;
        const auto children = root->childItems();
        for (QQuickItem *child : children)
            found += popups(child);
        return found;
    }

    // The most frequent colour.
    QColor groundOf(const QRect &rect) const
    {
        QHash<QRgb, int> counts;
        for (int y = rect.top(); y <= rect.bottom(); ++y) {
            for (int x = rect.left(); x <= rect.right(); ++x)
                ++counts[m_picture.pixel(x, y)];
        }
        const auto most = std::max_element(counts.cbegin(), counts.cend());
        return QColor(most.key());
    }

    void look(QQuickItem *item, const QRectF &clip, double opacity)
    {
        if (!item->isVisible() || item->opacity() == 0)
            return;
        const QRectF own = item->mapRectToScene(item->boundingRect());
        const QRectF seen = item->clip() ? clip.intersected(own) : clip;
        opacity *= item->opacity();
        const bool isText = item->inherits("QQuickText") || item->inherits("QQuickTextInput")
                || item->inherits("QQuickTextEdit");
        if (isText && item->isEnabled())
            judge(item, own.intersected(seen), opacity);
        const auto children = item->childItems();
        for (QQuickItem *child : children)
            look(child, seen, opacity);
    }

    void judge(QQuickItem *item, const QRectF &place, double opacity)
    {
        const double ratio = m_picture.devicePixelRatio();
        const QRect rect = QRectF(place.topLeft() * ratio, place.size() * ratio).toAlignedRect()
                & m_picture.rect();
        const QString text = item->property("text").toString();
        if (text.isEmpty() || rect.isEmpty())
            return;
        ++m_count;
        const QString selected = item->property("selectedText").toString();
        const auto colorOf = [item](const char *name) {
            return item->property(name).value<QColor>();
        };
        if (!selected.isEmpty())
            note(selected, colorOf("selectedTextColor"), colorOf("selectionColor"), 1);
        if (selected != text)
            note(text, colorOf("color"), groundOf(rect), opacity);
    }

    void note(const QString &text, const QColor &color, const QColor &ground, double opacity)
    {
        const double contrast = between(over(ground, color, opacity), ground);
        if (contrast < Least)
            m_weak.append(QStringLiteral("%1: %2 on %3 has %4")
                                  .arg(text, color.name(), ground.name())
                                  .arg(contrast));
    }

    const QImage m_picture;
    QStringList m_weak;
    int m_count = 0;
};

} // namespace RdmaTest

#endif // CONTRAST_H
