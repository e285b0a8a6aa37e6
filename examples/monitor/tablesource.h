// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TABLESOURCE_H
#define TABLESOURCE_H

#include "options.h"
#include "tables.h"

#include <QtCore/qobject.h>
#include <QtQml/qqmlengine.h>

#include <memory>

class AlarmList;

// Tables.qml without a window: the models, and the samples that fill them.
class TableSource : public QObject
{
    Q_OBJECT

public:
    explicit TableSource(QObject *parent = nullptr);

    // Returns false, and prints the reason, when there can be no samples.
    bool open(const Options &options);

    void acknowledge(const QString &alarm); // by its key
    void setRunning(bool running);
    const Tables &tables() const { return m_tables; }
    QObject *source() const { return m_source; } // an RdmaSource
    QString host() const; // whose samples they are
    QString errorString() const; // why a file could not be read or written
    // Prints why a file could not be read or written. Returns false when there is nothing to print.
    bool hasFailed() const;

Q_SIGNALS:
    void sampled();
    void replayEnded();
    void alarmsChanged();

private:
    QQmlEngine m_engine;
    std::unique_ptr<QObject> m_root;
    QObject *m_source = nullptr;
    AlarmList *m_alarms = nullptr;
    Tables m_tables;
};

#endif // TABLESOURCE_H
