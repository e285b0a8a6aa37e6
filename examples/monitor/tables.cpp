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

TableReader::TableReader(const QAbstractItemModel *model) : m_model(model)
{
    const QHash<int, QByteArray> names = model->roleNames();
    for (auto name = names.cbegin(); name != names.cend(); ++name)
        m_roles.insert(name.value(), name.key());
}

QVariant TableReader::value(const char *role) const
{
    const auto known = m_roles.constFind(QByteArray::fromRawData(role, qsizetype(qstrlen(role))));
    return known == m_roles.cend() ? QVariant() : m_model->index(m_row, 0).data(*known);
}

QString TableReader::port() const
{
    const int port = value("port").toInt();
    return port > 0 ? text("device") + u'/' + QString::number(port) : text("device");
}
