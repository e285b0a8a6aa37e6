// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DATABASE_H
#define DATABASE_H

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <functional>
#include <memory>

namespace KeyValue {

// The keys and values in a file of SQLite, which one object at a time can have open. Without QtSql,
// open() fails and says so.
class Database
{
public:
    Database();
    ~Database();

    bool open(const QString &path, QString *problem);
    // An end is in milliseconds since 1970, 0 for none. Entries that have ended are removed.
    using Take = std::function<bool(const QByteArray &key, const QByteArray &value, qint64 end)>;
    bool load(const Take &take, QString *problem);

    bool begin(QString *problem);
    bool put(const QByteArray &key, QByteArrayView value, qint64 end, QString *problem);
    bool remove(const QByteArray &key, QString *problem);
    bool commit(QString *problem);
    void rollback();
    bool checkpoint(QString *problem); // then all data are in the one file

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace KeyValue

#endif // DATABASE_H
