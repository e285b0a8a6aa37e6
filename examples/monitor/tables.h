// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TABLES_H
#define TABLES_H

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qhash.h>
#include <QtCore/qlist.h>
#include <QtCore/qstring.h>
#include <QtCore/qvariant.h>

#include <utility>

// The models of Tables.qml.
struct Tables
{
    const QAbstractItemModel *devices = nullptr;
    const QAbstractItemModel *ports = nullptr;
    const QAbstractItemModel *gids = nullptr;
    const QAbstractItemModel *details = nullptr;
    const QAbstractItemModel *limits = nullptr;
    const QAbstractItemModel *counters = nullptr;
    const QAbstractItemModel *resources = nullptr;
    const QAbstractItemModel *endpoints = nullptr;
    const QAbstractItemModel *processes = nullptr;
    const QAbstractItemModel *connections = nullptr;
    const QAbstractItemModel *events = nullptr;
    const QAbstractItemModel *alarms = nullptr; // is in no export

    QList<std::pair<const char *, const QAbstractItemModel *>> all() const;
    const QAbstractItemModel *named(const QString &name) const; // null when there is none
};

// In which language texts are read.
enum class Language {
    OfUser,
    English // for programs, which read the same in each language
};

// Reads rows of a model by the names of its roles. A role that the model does not have is empty.
class TableReader
{
public:
    explicit TableReader(const QAbstractItemModel *model, Language language = Language::OfUser);

    int count() const { return m_model->rowCount(); }
    void setRow(int row) { m_row = row; }

    QVariant value(const char *role) const;
    QString text(const char *role) const { return value(role).toString(); }
    bool isTrue(const char *role) const { return value(role).toBool(); }
    QString port() const; // "mlx5_0/1", or the device alone

private:
    const QAbstractItemModel *m_model;
    const Language m_language;
    QHash<QByteArray, int> m_roles;
    int m_row = 0;
};

// Added to a role of a model of the QML module, or of the list of alarms: the value for programs,
// which is the same in each language.
inline constexpr int AsSampled = 0x10000;

// That value. Other models have one value for all.
QVariant valueInEnglish(const QModelIndex &index, int role);

// Calls the function with a reader for each row from the first on.
template <typename Function>
void forEachRow(const QAbstractItemModel *model, Function function, int first = 0,
                Language language = Language::OfUser)
{
    TableReader reader(model, language);
    for (int row = first; row < reader.count(); ++row) {
        reader.setRow(row);
        function(std::as_const(reader));
    }
}

#endif // TABLES_H
