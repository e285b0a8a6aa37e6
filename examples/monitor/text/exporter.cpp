// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "exporter.h"

#include "printable.h"
#include "wholefile.h"

#include <QtCore/qcoreapplication.h>
#include <QtCore/qdatetime.h>
#include <QtCore/qjsondocument.h>
#include <QtCore/qjsonobject.h>
#include <QtCore/qmap.h>

#include <numeric>

namespace {

// In the order of the roles.
QMap<int, QString> columnsOf(const QAbstractItemModel &model)
{
    QMap<int, QString> columns;
    const QHash<int, QByteArray> names = model.roleNames();
    for (auto name = names.cbegin(); name != names.cend(); ++name) {
        if (name.key() >= Qt::UserRole)
            columns.insert(name.key(), QString::fromUtf8(name.value()));
    }
    return columns;
}

QVariant plain(const QVariant &value)
{
    if (value.typeId() == QMetaType::QDateTime)
        return value.toDateTime().toString(Qt::ISODateWithMs);
    return value;
}

// Processes and recordings choose their names, and a spreadsheet would calculate a text that begins
// like this.
bool isFormula(const QString &text)
{
    return !text.isEmpty() && QStringView(u"=+-@").contains(text.front());
}

QString field(const QVariant &value)
{
    if (value.typeId() != QMetaType::QString)
        return value.toString();
    const QString text = Text::printable(value.toString());
    return isFormula(text) ? u'\'' + text : text;
}

QString quoted(QString text)
{
    if (!text.contains(u',') && !text.contains(u'"'))
        return text;
    return u'"' + text.replace(u'"', QLatin1String("\"\"")) + u'"';
}

QString write(const QByteArray &content, const QString &file)
{
    const QString problem = WholeFile::write(file, content);
    return problem.isEmpty() ? QString() : file + QLatin1String(": ") + problem;
}

bool isCsv(const QString &file)
{
    return file.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
}

bool isJson(const QString &file)
{
    return file.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
}

QString unknownFormat(const QString &file)
{
    return QCoreApplication::translate("Exporter",
                                       "%1: a name ends with .csv or .json, which says the format")
            .arg(file);
}

} // namespace

QList<int> allRows(const QAbstractItemModel &model)
{
    QList<int> rows(model.rowCount());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

QByteArray csvOf(const QAbstractItemModel &model, const QList<int> &rows)
{
    const QMap<int, QString> columns = columnsOf(model);
    const QStringList names = columns.values();
    QString text = names.join(u',') + u'\n';
    for (int row : rows) {
        QStringList fields;
        for (auto column = columns.cbegin(); column != columns.cend(); ++column)
            fields.append(quoted(field(plain(valueInEnglish(model.index(row, 0), column.key())))));
        text += fields.join(u',') + u'\n';
    }
    return text.toUtf8();
}

QJsonArray jsonOf(const QAbstractItemModel &model, const QList<int> &rows)
{
    const QMap<int, QString> columns = columnsOf(model);
    QJsonArray result;
    for (int row : rows) {
        QJsonObject object;
        for (auto column = columns.cbegin(); column != columns.cend(); ++column)
            object.insert(column.value(),
                          QJsonValue::fromVariant(
                                  plain(valueInEnglish(model.index(row, 0), column.key()))));
        result.append(object);
    }
    return result;
}

bool isExportName(const QString &file)
{
    return isCsv(file) || isJson(file);
}

QString exportTable(const QAbstractItemModel &model, const QList<int> &rows, const QString &file)
{
    if (isCsv(file))
        return write(csvOf(model, rows), file);
    if (isJson(file))
        return write(QJsonDocument(jsonOf(model, rows)).toJson(), file);
    return unknownFormat(file);
}

QString exportTables(const Tables &tables, const QString &name, const QString &file)
{
    if (const QAbstractItemModel *table = tables.named(name))
        return exportTable(*table, allRows(*table), file);
    if (!isJson(file))
        return unknownFormat(file);
    QJsonObject object;
    for (const auto &[title, table] : tables.all())
        object.insert(QLatin1String(title), jsonOf(*table, allRows(*table)));
    return write(QJsonDocument(object).toJson(), file);
}
