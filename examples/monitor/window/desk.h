// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESK_H
#define DESK_H

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qobject.h>
#include <QtCore/qvariant.h>
#include <QtQml/qqmlregistration.h>

// Services that QML lacks: the clipboard, files, and numbers with their units.
class Desk : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

public:
    using QObject::QObject;

    Q_INVOKABLE static void copy(const QString &text);
    // Returns why the file could not be written; empty on success. Without rows it writes all.
    Q_INVOKABLE static QString save(QAbstractItemModel *model, const QVariantList &rows,
                                    const QString &file);
    // 12300000000, "bit/s": 12.3 Gbit/s
    Q_INVOKABLE static QString withUnit(double value, const QString &unit);
};

#endif // DESK_H
