// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sortedtable.h"

SortedTable::SortedTable(QObject *parent) : QSortFilterProxyModel(parent)
{
    setSortCaseSensitivity(Qt::CaseInsensitive);
    connect(this, &QAbstractItemModel::rowsInserted, this, &SortedTable::countChanged);
    connect(this, &QAbstractItemModel::rowsRemoved, this, &SortedTable::countChanged);
    connect(this, &QAbstractItemModel::modelReset, this, &SortedTable::countChanged);
    connect(this, &QAbstractProxyModel::sourceModelChanged, this, [this] {
        sortAgain();
        Q_EMIT countChanged();
    });
}

// Since 6.10 Qt wants to hear of a change before it is made.
template <typename Value>
void SortedTable::changeFilter(Value *part, const Value &wanted)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
    beginFilterChange();
    *part = wanted;
    endFilterChange(Direction::Rows);
#else
    *part = wanted;
    invalidateFilter();
#endif
}

void SortedTable::setMatch(const QVariantMap &match)
{
    if (match == m_match)
        return;
    changeFilter(&m_match, match);
    Q_EMIT matchChanged();
}

void SortedTable::setNeedle(const QString &needle)
{
    if (needle == m_needle)
        return;
    changeFilter(&m_needle, needle);
    Q_EMIT needleChanged();
}

void SortedTable::setOrder(const QString &role)
{
    if (role == m_order)
        return;
    m_order = role;
    sortAgain();
    Q_EMIT orderChanged();
}

void SortedTable::setDescending(bool descending)
{
    if (descending == m_descending)
        return;
    m_descending = descending;
    sortAgain();
    Q_EMIT orderChanged();
}

void SortedTable::sortAgain()
{
    const int role = roleNames().key(m_order.toUtf8(), -1);
    setSortRole(role);
    sort(role < 0 ? -1 : 0, m_descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

QVariantMap SortedTable::get(int row) const
{
    QVariantMap result;
    if (row < 0 || row >= rowCount())
        return result;
    const QHash<int, QByteArray> names = roleNames();
    for (auto name = names.cbegin(); name != names.cend(); ++name)
        result.insert(QString::fromUtf8(name.value()), index(row, 0).data(name.key()));
    return result;
}

bool SortedTable::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const QHash<int, QByteArray> names = sourceModel()->roleNames();
    for (auto wanted = m_match.cbegin(); wanted != m_match.cend(); ++wanted) {
        const QString value = index.data(names.key(wanted.key().toUtf8(), -1)).toString();
        if (!wanted.value().toStringList().contains(value))
            return false;
    }
    return hasNeedle(index);
}

bool SortedTable::hasNeedle(const QModelIndex &index) const
{
    if (m_needle.isEmpty())
        return true;
    const QList<int> roles = sourceModel()->roleNames().keys();
    return std::any_of(roles.begin(), roles.end(), [&](int role) {
        return role >= Qt::UserRole
                && index.data(role).toString().contains(m_needle, Qt::CaseInsensitive);
    });
}
