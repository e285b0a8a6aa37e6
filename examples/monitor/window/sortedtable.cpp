// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sortedtable.h"

#include "words.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qcoreevent.h>
#include <QtCore/qlocale.h>
#include <QtQml/qqmlengine.h>

#include <algorithm>
#include <utility>

namespace {

constexpr auto Settle = QEvent::User;

QVariantMap valuesOf(const QModelIndex &index)
{
    QVariantMap values;
    const QHash<int, QByteArray> names = index.model()->roleNames();
    for (auto name = names.cbegin(); name != names.cend(); ++name)
        values.insert(QString::fromUtf8(name.value()), index.data(name.key()));
    return values;
}

} // namespace

SortedTable::SortedTable(QObject *parent) : QSortFilterProxyModel(parent)
{
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(false);
    connect(this, &QAbstractItemModel::rowsInserted, this, &SortedTable::countChanged);
    connect(this, &QAbstractItemModel::rowsRemoved, this, &SortedTable::countChanged);
    connect(this, &QAbstractItemModel::modelReset, this, &SortedTable::countChanged);
    connect(this, &QAbstractProxyModel::sourceModelChanged, this, &SortedTable::takeSource);
}

void SortedTable::takeSource()
{
    for (const QMetaObject::Connection &change : std::exchange(m_changes, {}))
        disconnect(change);
    m_wanted = wanted();
    if (sourceModel()) {
        const auto changed = [this](const QModelIndex &, const QModelIndex &,
                                    const QList<int> &roles) {
            if (depends(roles))
                settleSoon();
        };
        m_changes = { connect(sourceModel(), &QAbstractItemModel::dataChanged, this, changed),
                      connect(sourceModel(), &QAbstractItemModel::rowsInserted, this,
                              &SortedTable::settleSoon) };
    }
    sortAgain();
    Q_EMIT countChanged();
}

// Whether rows can go, come, or have other places when these roles have changed; all if it is
// empty.
bool SortedTable::depends(const QList<int> &changedRoles) const
{
    const auto isChanged = [&](int role) {
        return changedRoles.isEmpty() || changedRoles.contains(role);
    };
    return !m_words.isEmpty() || (sortColumn() >= 0 && isChanged(sortRole()))
            || std::any_of(m_wanted.begin(), m_wanted.end(),
                           [&](const Wanted &one) { return isChanged(one.role); });
}

// To ask for the names of the roles costs more than to compare a row.
QList<SortedTable::Wanted> SortedTable::wanted() const
{
    QList<Wanted> result;
    if (!sourceModel())
        return result;
    const QHash<int, QByteArray> names = sourceModel()->roleNames();
    for (auto one = m_match.cbegin(); one != m_match.cend(); ++one)
        result.append({ names.key(one.key().toUtf8(), -1), one.value().toStringList() });
    return result;
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
    m_match = match;
    changeFilter(&m_wanted, wanted());
    Q_EMIT matchChanged();
}

void SortedTable::setNeedle(const QString &needle)
{
    if (needle == m_needle)
        return;
    m_needle = needle;
    changeFilter(&m_words, wordsOf(needle));
    Q_EMIT needleChanged();
}

void SortedTable::setShownText(const QJSValue &function)
{
    changeFilter(&m_shownText, function);
    Q_EMIT shownTextChanged();
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

void SortedTable::setSeen(bool seen)
{
    if (seen == m_isSeen)
        return;
    m_isSeen = seen;
    if (m_isSeen)
        settle();
    Q_EMIT seenChanged();
}

// Before the next frame, which would show rows that have come where they do not belong.
void SortedTable::settleSoon()
{
    if (!m_isSeen || m_isSettling)
        return;
    m_isSettling = true;
    QCoreApplication::postEvent(this, new QEvent(Settle), Qt::HighEventPriority);
}

bool SortedTable::event(QEvent *event)
{
    if (event->type() != Settle)
        return QSortFilterProxyModel::event(event);
    m_isSettling = false;
    settle();
    return true;
}

void SortedTable::settle()
{
    if (!m_words.isEmpty() || !m_wanted.isEmpty())
        changeFilter(&m_words, QStringList(m_words));
    if (sortColumn() >= 0 && !isInOrder())
        sort(sortColumn(), sortOrder());
}

bool SortedTable::isInOrder() const
{
    for (int row = 1; row < rowCount(); ++row) {
        const QModelIndex above = mapToSource(index(row - 1, 0));
        const QModelIndex below = mapToSource(index(row, 0));
        if (m_descending ? lessThan(above, below) : lessThan(below, above))
            return false;
    }
    return true;
}

QVariantMap SortedTable::get(int row) const
{
    return hasIndex(row, 0) ? valuesOf(index(row, 0)) : QVariantMap();
}

QString SortedTable::digits(int row, const QString &role) const
{
    const QVariant value = index(row, 0).data(roleNames().key(role.toUtf8(), -1));
    return QLocale().toString(value.toULongLong());
}

bool SortedTable::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    return std::all_of(m_wanted.begin(), m_wanted.end(),
                       [&](const Wanted &one) {
                           return one.values.contains(index.data(one.role).toString());
                       })
            && (m_words.isEmpty() || hasAll(textOf(index), m_words));
}

// Equal rows keep the order of the source, in which a process is above what it has.
bool SortedTable::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (QSortFilterProxyModel::lessThan(left, right))
        return true;
    if (QSortFilterProxyModel::lessThan(right, left))
        return false;
    return m_descending ? left.row() > right.row() : left.row() < right.row();
}

// Units stand behind a space that does not break, which nobody types.
QString SortedTable::textOf(const QModelIndex &sourceIndex) const
{
    const QVariantMap values = valuesOf(sourceIndex);
    QQmlEngine *const engine = qmlEngine(this);
    if (!engine || !m_shownText.isCallable()) {
        QStringList texts;
        for (const QVariant &value : values)
            texts.append(value.toString());
        return texts.join(u'\n');
    }
    QString text = m_shownText.call({ engine->toScriptValue(values) }).toString();
    return text.replace(u'\u202f', u' ').replace(u'\u00a0', u' ');
}
