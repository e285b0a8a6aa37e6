// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tables.h"

QList<std::pair<const char *, const QAbstractItemModel *>> Tables::all() const
{
    return { { "devices", devices },         { "ports", ports },         { "gids", gids },
             { "details", details },         { "limits", limits },       { "counters", counters },
             { "resources", resources },     { "endpoints", endpoints }, { "processes", processes },
             { "connections", connections }, { "events", events } };
}

const QAbstractItemModel *Tables::named(const QString &name) const
{
    for (const auto &[title, table] : all()) {
        if (name == QLatin1String(title))
            return table;
    }
    return nullptr;
}

QVariant valueInEnglish(const QModelIndex &index, int role)
{
    QVariant value = index.data(role + AsSampled);
    return value.isValid() ? value : index.data(role);
}

TableReader::TableReader(const QAbstractItemModel *model, Language language)
    : m_model(model)
    , m_language(language)
{
    const QHash<int, QByteArray> names = model->roleNames();
    for (auto name = names.cbegin(); name != names.cend(); ++name)
        m_roles.insert(name.value(), name.key());
}

QVariant TableReader::value(const char *role) const
{
    const auto known = m_roles.constFind(QByteArray::fromRawData(role, qsizetype(qstrlen(role))));
    if (known == m_roles.cend())
        return {};
    const QModelIndex index = m_model->index(m_row, 0);
    return m_language == Language::English ? valueInEnglish(index, *known) : index.data(*known);
}

QString TableReader::port() const
{
    const int port = value("port").toInt();
    return port > 0 ? text("device") + u'/' + QString::number(port) : text("device");
}
