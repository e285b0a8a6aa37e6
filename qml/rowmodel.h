// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ROWMODEL_H
#define ROWMODEL_H

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qlist.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qset.h>
#include <QtQmlIntegration/qqmlintegration.h>

#include <tuple>
#include <utility>

// The functions by which a model handles rows of one class.
struct RowClass
{
    template <typename RowType>
    static RowClass of()
    {
        return { &RowType::staticMetaObject, &changedRoles<RowType> };
    }

    const QMetaObject *gadget;
    QList<int> (*changes)(const void *before, const void *after); // roles

private:
    // To ask for all properties by their names would cost more than the rest of an update.
    template <typename RowType>
    static QList<int> changedRoles(const void *before, const void *after)
    {
        const auto old = static_cast<const RowType *>(before)->fields();
        const auto now = static_cast<const RowType *>(after)->fields();
        QList<int> roles;
        const auto compare = [&](auto index) {
            if (std::get<index>(old) != std::get<index>(now))
                roles.append(Qt::UserRole + int(index));
        };
        const auto compareAll = [&]<size_t... index>(std::index_sequence<index...>)
        {
            (compare(std::integral_constant<size_t, index>()), ...);
        };
        compareAll(std::make_index_sequence<std::tuple_size_v<decltype(now)>>());
        return roles;
    }
};

// A list of gadgets of one class, whose properties are the roles, by their names.
class RowModel : public QAbstractListModel
{
    Q_OBJECT
    QML_ANONYMOUS
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    // Added to a role: the value as it is in the sample, for programs and files. Texts are English
    // then, and in the language of the user otherwise.
    static constexpr int AsSampled = 0x10000;

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    int count() const { return int(m_rows.size()); }
    // A row as an object with the roles as its properties; an empty object when there is no such
    // row.
    Q_INVOKABLE QVariantMap get(int row) const;
    // The whole table as it is in the sample, with the roles as its first line.
    Q_INVOKABLE QString csv() const;

Q_SIGNALS:
    void countChanged();

protected:
    RowModel(const RowClass &rowClass, QObject *parent);

    struct Row
    {
        QString key;
        QVariant gadget;
    };

    // Makes these the rows, by removing, inserting, moving and changing single ones, or all at once
    // when too many have another place. Keys are unique.
    void setRows(const QList<Row> &rows);
    void append(const QVariant &gadget, int limit); // drops rows from the front beyond the limit
    void clear() { setRows({}); }

private:
    // Adjacent rows of which the same roles have changed, and nobody has been told yet.
    struct Change
    {
        int first = 0;
        int last = 0;
        QList<int> roles;
    };

    bool removeOthers(const QSet<QString> &keys);
    bool placeAll(const QList<Row> &rows);
    int place(int position, const Row &row);
    void insert(int position, const QList<Row> &rows);
    void change(int position, const QVariant &gadget);
    void tellChange();
    QVariant sampled(int row, int property) const;
    QVariant shown(int row, int property) const; // texts are translated

    const RowClass m_class;
    const QMetaObject *const m_gadget;
    const QList<bool> m_isText; // of its properties
    QList<Row> m_rows;
    Change m_change;
};

#endif // ROWMODEL_H
