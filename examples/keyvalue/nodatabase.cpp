// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "database.h"

#include <QCoreApplication>

// In place of database.cpp where there is no QtSql.

namespace KeyValue {

struct Database::Private
{
    static bool refuse(QString *problem)
    {
        *problem = QCoreApplication::translate("KeyValue::Database",
                                               "This program was built without Qt Sql, which "
                                               "--database needs");
        return false;
    }
};

Database::Database() = default;
Database::~Database() = default;

bool Database::open(const QString & /*path*/, QString *problem)
{
    return Private::refuse(problem);
}

bool Database::load(const Take & /*take*/, QString *problem)
{
    return Private::refuse(problem);
}

bool Database::begin(QString *problem)
{
    return Private::refuse(problem);
}

bool Database::put(const QByteArray & /*key*/, QByteArrayView /*value*/, qint64 /*end*/,
                   QString *problem)
{
    return Private::refuse(problem);
}

bool Database::remove(const QByteArray & /*key*/, QString *problem)
{
    return Private::refuse(problem);
}

bool Database::commit(QString *problem)
{
    return Private::refuse(problem);
}

bool Database::checkpoint(QString *problem)
{
    return Private::refuse(problem);
}

void Database::rollback() { }

} // namespace KeyValue
