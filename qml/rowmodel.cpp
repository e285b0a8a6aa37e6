// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rowmodel.h"

#include "sampletexts.h"

#include <QtCore/qdatetime.h>

#include <algorithm>

namespace {

// The number of rows that are compared or shifted one by one in a refresh. If it takes more, the
// table is new.
constexpr qint64 MostEffort = 2'000'000;

// Processes and recordings choose their names, and a spreadsheet would calculate a text that begins
// like this.
bool isFormula(const QVariant &value)
{
    static constexpr QStringView beginnings = u"=+-@\t\r";
    const QString text = value.typeId() == QMetaType::QString ? value.toString() : QString();
    return !text.isEmpty() && beginnings.contains(text.front());
}

// Numbers and words stay as they are, everything else is put in quotes.
QString csvField(const QVariant &value)
{
    QString text = value.typeId() == QMetaType::QDateTime
            ? value.toDateTime().toString(Qt::ISODateWithMs)
            : value.toString();
    if (isFormula(value))
        text.prepend(u'\'');
    const auto isSpecial = [](QChar c) {
        return c == u',' || c == u'"' || c == u'\n' || c == u'\r';
    };
    if (std::none_of(text.begin(), text.end(), isSpecial))
        return text;
    return u'"' + text.replace(u'"', QLatin1String("\"\"")) + u'"';
}

// Properties whose values are for people; others have names.
QList<bool> textsIn(const QMetaObject &gadget)
{
    static constexpr const char *texts[] = { "problem",        "meaning",  "text", "title",
                                             "value",          "error",    "hint", "stateText",
                                             "trafficProblem", "remoteKey" };
    QList<bool> result;
    for (int i = 0; i < gadget.propertyCount(); ++i) {
        const QMetaProperty property = gadget.property(i);
        const bool isNamedSo =
                std::any_of(std::begin(texts), std::end(texts),
                            [&](const char *name) { return qstrcmp(name, property.name()) == 0; });
        result.append(isNamedSo && property.typeId() == QMetaType::QString);
    }
    return result;
}

} // namespace

RowModel::RowModel(const RowClass &rowClass, QObject *parent)
    : QAbstractListModel(parent)
    , m_class(rowClass)
    , m_gadget(rowClass.gadget)
    , m_isText(textsIn(*rowClass.gadget))
{
}

int RowModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : count();
}

QVariant RowModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const bool isAsSampled = role >= AsSampled;
    if (isAsSampled)
        role -= AsSampled;
    // Views of widgets show the first property.
    const int property = role == Qt::DisplayRole ? 0 : role - Qt::UserRole;
    if (property < 0 || property >= m_gadget->propertyCount())
        return {};
    return isAsSampled ? sampled(index.row(), property) : shown(index.row(), property);
}

QVariant RowModel::sampled(int row, int property) const
{
    return m_gadget->property(property).readOnGadget(m_rows.at(row).gadget.constData());
}

QVariant RowModel::shown(int row, int property) const
{
    QVariant value = sampled(row, property);
    return m_isText.at(property) ? QVariant(SampleTexts::translated(value.toString())) : value;
}

QHash<int, QByteArray> RowModel::roleNames() const
{
    QHash<int, QByteArray> names;
    for (int i = 0; i < m_gadget->propertyCount(); ++i)
        names.insert(Qt::UserRole + i, m_gadget->property(i).name());
    return names;
}

QVariantMap RowModel::get(int row) const
{
    QVariantMap result;
    if (row < 0 || row >= count())
        return result;
    for (int i = 0; i < m_gadget->propertyCount(); ++i) {
        result.insert(QString::fromLatin1(m_gadget->property(i).name()), shown(row, i));
    }
    return result;
}

QString RowModel::csv() const
{
    QStringList fields;
    for (int i = 0; i < m_gadget->propertyCount(); ++i)
        fields.append(QString::fromLatin1(m_gadget->property(i).name()));
    QString text = fields.join(u',') + u'\n';
    for (const Row &row : m_rows) {
        fields.clear();
        for (int i = 0; i < m_gadget->propertyCount(); ++i)
            fields.append(csvField(m_gadget->property(i).readOnGadget(row.gadget.constData())));
        text += fields.join(u',') + u'\n';
    }
    return text;
}

// Only the first row with a key counts: lists that the kernel gives in parts repeat rows that move
// meanwhile.
void RowModel::setRows(const QList<Row> &rows)
{
    const int before = count();
    QSet<QString> keys;
    QList<Row> wanted;
    wanted.reserve(rows.size());
    for (const Row &row : rows) {
        const qsizetype known = keys.size();
        keys.insert(row.key);
        if (keys.size() > known)
            wanted.append(row);
    }
    if (!removeOthers(keys) || !placeAll(wanted)) {
        beginResetModel();
        m_rows = wanted;
        endResetModel();
    }
    if (count() != before)
        Q_EMIT countChanged();
}

// False when that would take too long, because each row shifts those behind it.
bool RowModel::removeOthers(const QSet<QString> &keys)
{
    qint64 effort = 0;
    for (int i = count() - 1; i >= 0 && effort < MostEffort; --i) {
        if (keys.contains(m_rows.at(i).key))
            continue;
        beginRemoveRows({}, i, i);
        m_rows.removeAt(i);
        endRemoveRows();
        effort += count() - i;
    }
    return effort < MostEffort;
}

// The same for moving: each row that is not in its place is searched, and shifts others.
bool RowModel::placeAll(const QList<Row> &rows)
{
    qint64 effort = 0;
    for (int i = 0; i < rows.size() && effort < MostEffort; ++i) {
        if (i == count()) { // none of the others is there yet
            insert(i, rows.mid(i));
            break;
        }
        effort += place(i, rows.at(i));
    }
    tellChange();
    return effort < MostEffort;
}

// Rows before this position are in their places already. Returns how many rows were in the way.
int RowModel::place(int position, const Row &row)
{
    int now = position;
    while (now < count() && m_rows.at(now).key != row.key)
        ++now;
    if (now == count()) {
        insert(position, { row });
        return now - position;
    }
    if (now != position) {
        tellChange();
        beginMoveRows({}, now, now, {}, position);
        m_rows.move(now, position);
        endMoveRows();
    }
    change(position, row.gadget);
    return now - position;
}

void RowModel::insert(int position, const QList<Row> &rows)
{
    tellChange();
    beginInsertRows({}, position, position + int(rows.size()) - 1);
    m_rows.insert(position, rows.size(), {});
    std::copy(rows.begin(), rows.end(), m_rows.begin() + position);
    endInsertRows();
}

void RowModel::change(int position, const QVariant &gadget)
{
    QList<int> roles = m_class.changes(m_rows.at(position).gadget.constData(), gadget.constData());
    if (roles.isEmpty())
        return;
    m_rows[position].gadget = gadget;
    if (roles.contains(Qt::UserRole))
        roles.append(Qt::DisplayRole);
    if (roles == m_change.roles && m_change.last == position - 1) {
        m_change.last = position;
        return;
    }
    tellChange();
    m_change = { position, position, roles };
}

// A view looks at all of its items each time.
void RowModel::tellChange()
{
    const Change change = std::exchange(m_change, {});
    if (!change.roles.isEmpty())
        Q_EMIT dataChanged(index(change.first), index(change.last), change.roles);
}

void RowModel::append(const QVariant &gadget, int limit)
{
    const int before = count();
    beginInsertRows({}, count(), count());
    m_rows.append({ QString(), gadget });
    endInsertRows();
    if (const int surplus = count() - limit; surplus > 0) {
        beginRemoveRows({}, 0, surplus - 1);
        m_rows.remove(0, surplus);
        endRemoveRows();
    }
    if (count() != before)
        Q_EMIT countChanged();
}
