// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SORTEDTABLE_H
#define SORTEDTABLE_H

#include <QtCore/qsortfilterproxymodel.h>
#include <QtCore/qstringlist.h>
#include <QtCore/qvariant.h>
#include <QtQml/qjsvalue.h>
#include <QtQml/qqmlregistration.h>

// The part of a model that a page shows: the rows that match, in the order of a role. Rows that
// changed find their places together, when the event loop has the next turn: each move makes a view
// look at all of its rows. While nobody sees the table they keep their places.
class SortedTable : public QSortFilterProxyModel
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QVariantMap match MEMBER m_match WRITE setMatch NOTIFY matchChanged)
    Q_PROPERTY(QString needle READ needle WRITE setNeedle NOTIFY needleChanged)
    Q_PROPERTY(QJSValue shownText READ shownText WRITE setShownText NOTIFY shownTextChanged)
    Q_PROPERTY(QString order READ order WRITE setOrder NOTIFY orderChanged)
    Q_PROPERTY(bool descending READ isDescending WRITE setDescending NOTIFY orderChanged)
    Q_PROPERTY(bool seen READ isSeen WRITE setSeen NOTIFY seenChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    explicit SortedTable(QObject *parent = nullptr);

    // A row matches if each role of this map has one of the values in its list. Roles that are not
    // in the map do not count.
    void setMatch(const QVariantMap &match);
    // A row matches if its text has all words of the needle, in capitals or not. "Words in quotes"
    // are one.
    QString needle() const { return m_needle; }
    void setNeedle(const QString &needle);
    // A function that makes of a row the text that people see. Without it all roles are the text.
    QJSValue shownText() const { return m_shownText; }
    void setShownText(const QJSValue &function);
    // The name of the role to sort by; the order of the model if it is empty.
    QString order() const { return m_order; }
    void setOrder(const QString &role);
    bool isDescending() const { return m_descending; }
    void setDescending(bool descending);

    bool isSeen() const { return m_isSeen; }
    void setSeen(bool seen);

    int count() const { return rowCount(); }
    Q_INVOKABLE QVariantMap get(int row) const;
    // A whole number that may be larger than QML can count.
    Q_INVOKABLE QString digits(int row, const QString &role) const;

    bool event(QEvent *event) override;

Q_SIGNALS:
    void matchChanged();
    void needleChanged();
    void shownTextChanged();
    void orderChanged();
    void seenChanged();
    void countChanged();

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    // A role of the source and the values that match.
    struct Wanted
    {
        int role;
        QStringList values;
    };

    template <typename Value>
    void changeFilter(Value *part, const Value &wanted);
    QString textOf(const QModelIndex &sourceIndex) const;
    QList<Wanted> wanted() const;
    bool depends(const QList<int> &changedRoles) const;
    void takeSource();
    void sortAgain();
    void settleSoon();
    void settle();
    bool isInOrder() const;

    QVariantMap m_match;
    QList<Wanted> m_wanted; // the same
    QString m_needle;
    QStringList m_words; // of the needle
    QJSValue m_shownText;
    QString m_order;
    bool m_descending = false;
    bool m_isSeen = true;
    bool m_isSettling = false; // the event that does it is under way
    QList<QMetaObject::Connection> m_changes; // of the source
};

#endif // SORTEDTABLE_H
