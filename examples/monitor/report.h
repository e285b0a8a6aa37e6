// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REPORT_H
#define REPORT_H

#include <QtCore/qabstractitemmodel.h>
#include <QtCore/qlist.h>
#include <QtCore/qstring.h>

#include <utility>

// The tables of the QML module as text.
struct Tables
{
    const QAbstractItemModel *devices = nullptr;
    const QAbstractItemModel *ports = nullptr;
    const QAbstractItemModel *gids = nullptr;
    const QAbstractItemModel *counters = nullptr;
    const QAbstractItemModel *resources = nullptr;
    const QAbstractItemModel *connections = nullptr;
    const QAbstractItemModel *events = nullptr;

    QList<std::pair<const char *, const QAbstractItemModel *>> all() const;
    const QAbstractItemModel *named(const QString &name) const; // null when there is none
};

// A line for each device, port, counter, process and connection, and for each event from that row
// on; fields are separated by tabs.
QString linesOf(const Tables &tables, int firstEvent);

// The text format of Prometheus.
QString prometheusOf(const Tables &tables);

#endif // REPORT_H
