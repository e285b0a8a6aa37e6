// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "desk.h"

#include "text/exporter.h"
#include "units.h"

#include <QtGui/qclipboard.h>
#include <QtGui/qguiapplication.h>

Desk::Desk(QObject *parent) : QObject(parent)
{
    QAccessible::installActivationObserver(this);
}

Desk::~Desk()
{
    QAccessible::removeActivationObserver(this);
}

void Desk::accessibilityActiveChanged(bool isActive)
{
    if (isActive == m_isSpoken)
        return;
    m_isSpoken = isActive;
    Q_EMIT isSpokenChanged();
}

void Desk::copy(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
}

QString Desk::save(QAbstractItemModel *model, const QVariantList &rows, const QString &file)
{
    QList<int> wanted;
    for (const QVariant &row : rows)
        wanted.append(row.toInt());
    return exportTable(*model, wanted.isEmpty() ? allRows(*model) : wanted, file);
}

QString Desk::withUnit(double value, const QString &unit)
{
    return ::withUnit(value, unit);
}
