// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESK_H
#define DESK_H

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qobject.h>
#include <QtCore/qvariant.h>
#include <QtGui/qaccessible.h>
#include <QtQml/qqmlregistration.h>

// Services that QML lacks: the clipboard, files, numbers with their units, and whether a program
// reads the names of items.
class Desk : public QObject, private QAccessible::ActivationObserver
{
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON
    Q_PROPERTY(bool isSpoken READ isSpoken NOTIFY isSpokenChanged)

public:
    explicit Desk(QObject *parent = nullptr);
    ~Desk() override;

    bool isSpoken() const { return m_isSpoken; } // a screen reader is there

    Q_INVOKABLE static void copy(const QString &text);
    // Returns why the file could not be written; empty on success. Without rows it writes all.
    Q_INVOKABLE static QString save(QAbstractItemModel *model, const QVariantList &rows,
                                    const QString &file);
    // 12300000000, "bit/s": 12.3 Gbit/s
    Q_INVOKABLE static QString withUnit(double value, const QString &unit);

Q_SIGNALS:
    void isSpokenChanged();

private:
    void accessibilityActiveChanged(bool isActive) override;

    bool m_isSpoken = QAccessible::isActive();
};

#endif // DESK_H
