// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef EXPORTER_H
#define EXPORTER_H

#include "tables.h"

#include <QtCore/qjsonarray.h>
#include <QtCore/qlist.h>

// Rows of a model in files for other programs; all rows, or those of the list. Columns and fields
// have the names of the roles, and texts are English, whatever language the user speaks.
QByteArray csvOf(const QAbstractItemModel &model, const QList<int> &rows);
QJsonArray jsonOf(const QAbstractItemModel &model, const QList<int> &rows);

QList<int> allRows(const QAbstractItemModel &model);

bool isExportName(const QString &file); // its end says a format

// Writes in the format that the file's name ends with, .csv or .json. Returns why it could not;
// empty on success.
QString exportTable(const QAbstractItemModel &model, const QList<int> &rows, const QString &file);

// All tables as one object of JSON, or the named one in either format.
QString exportTables(const Tables &tables, const QString &name, const QString &file);

#endif // EXPORTER_H
