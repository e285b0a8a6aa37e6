// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "database.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QUuid>

namespace KeyValue {

struct Database::Private
{
    QSqlDatabase database;
    QSqlQuery putQuery;
    QSqlQuery removeQuery;
    bool inTransaction = false;

    bool failed(const QSqlError &error, QString *problem) const
    {
        *problem = QStringLiteral("%1: %2").arg(database.databaseName(), error.text());
        return false;
    }
    bool run(QSqlQuery &query, QString *problem)
    {
        return query.exec() || failed(query.lastError(), problem);
    }
    bool run(const QString &statement, QString *problem)
    {
        QSqlQuery query(database);
        return query.exec(statement) || failed(query.lastError(), problem);
    }
    // A second server would serve what it read at its start, and overwrite what the first one
    // writes. The lock lasts until the file is closed, or its process has ended.
    bool lock(QString *problem)
    {
        QSqlQuery query(database);
        for (const char *statement : { "PRAGMA locking_mode = EXCLUSIVE",
                                       "PRAGMA journal_mode = WAL", "BEGIN EXCLUSIVE", "COMMIT" }) {
            if (query.exec(QLatin1String(statement)))
                continue;
            constexpr auto Busy = "5"; // SQLITE_BUSY
            if (query.lastError().nativeErrorCode() != QLatin1String(Busy))
                return failed(query.lastError(), problem);
            *problem = QCoreApplication::translate("KeyValue::Database",
                                                   "%1: another process uses this database. Stop "
                                                   "it, or name another file")
                               .arg(database.databaseName());
            return false;
        }
        return true;
    }
    // Files of the first version of this program have no such column.
    bool addEnds(QString *problem)
    {
        const QSqlRecord columns = database.record(QStringLiteral("entries"));
        const bool isOld = columns.count() == 2 && columns.fieldName(0) == u"key"
                && columns.fieldName(1) == u"value";
        return !isOld
                || run(QStringLiteral("ALTER TABLE entries "
                                      "ADD COLUMN lives_until INTEGER NOT NULL DEFAULT 0"),
                       problem);
    }
    bool prepare(QSqlQuery *query, const QString &statement, QString *problem)
    {
        *query = QSqlQuery(database);
        return query->prepare(statement) || failed(query->lastError(), problem);
    }
};

Database::Database() : d(std::make_unique<Private>())
{
    d->database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"),
                                            QUuid::createUuid().toString(QUuid::WithoutBraces));
}

Database::~Database()
{
    const QString name = d->database.connectionName();
    d.reset(); // the queries first, then the last handle
    QSqlDatabase::removeDatabase(name);
}

// Acknowledged means on the disk: synchronous stays FULL, its default.
bool Database::open(const QString &path, QString *problem)
{
    d->database.setDatabaseName(path);
    d->database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=0"));
    if (!d->database.open())
        return d->failed(d->database.lastError(), problem);
    return d->lock(problem)
            && d->run(QStringLiteral("CREATE TABLE IF NOT EXISTS entries "
                                     "(key BLOB PRIMARY KEY, value BLOB NOT NULL, "
                                     "lives_until INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID"),
                      problem)
            && d->addEnds(problem)
            && d->prepare(&d->putQuery,
                          QStringLiteral("INSERT OR REPLACE INTO entries (key, value, lives_until) "
                                         "VALUES (?, ?, ?)"),
                          problem)
            && d->prepare(&d->removeQuery, QStringLiteral("DELETE FROM entries WHERE key = ?"),
                          problem);
}

bool Database::load(const Take &take, QString *problem)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    QSqlQuery query(d->database);
    query.setForwardOnly(true);
    if (!query.exec(QStringLiteral("SELECT key, value, lives_until FROM entries")))
        return d->failed(query.lastError(), problem);
    while (query.next()) {
        const qint64 end = query.value(2).toLongLong();
        if (end != 0 && end <= now)
            continue;
        if (!take(query.value(0).toByteArray(), query.value(1).toByteArray(), end)) {
            *problem = QCoreApplication::translate("KeyValue::Database",
                                                   "%1: an entry does not fit into the store; "
                                                   "give it more --memory")
                               .arg(d->database.databaseName());
            return false;
        }
    }
    // A damaged file ends like one that was read to its end.
    if (query.lastError().isValid())
        return d->failed(query.lastError(), problem);
    query.finish();
    return d->run(QStringLiteral("DELETE FROM entries "
                                 "WHERE lives_until != 0 AND lives_until <= %1")
                          .arg(now),
                  problem);
}

bool Database::begin(QString *problem)
{
    d->inTransaction = d->database.transaction();
    return d->inTransaction || d->failed(d->database.lastError(), problem);
}

bool Database::put(const QByteArray &key, QByteArrayView value, qint64 end, QString *problem)
{
    // An empty QByteArray from a view is null, which would become NULL.
    d->putQuery.bindValue(0, key);
    d->putQuery.bindValue(1, value.isEmpty() ? QByteArray("") : value.toByteArray());
    d->putQuery.bindValue(2, end);
    return d->run(d->putQuery, problem);
}

bool Database::remove(const QByteArray &key, QString *problem)
{
    d->removeQuery.bindValue(0, key);
    return d->run(d->removeQuery, problem);
}

bool Database::commit(QString *problem)
{
    if (!d->database.commit())
        return d->failed(d->database.lastError(), problem);
    d->inTransaction = false;
    return true;
}

bool Database::checkpoint(QString *problem)
{
    return d->run(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"), problem);
}

void Database::rollback()
{
    if (std::exchange(d->inTransaction, false))
        d->database.rollback();
}

} // namespace KeyValue
