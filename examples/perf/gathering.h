// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef GATHERING_H
#define GATHERING_H

#include <QJsonObject>
#include <QList>
#include <QObject>

namespace Perf {

class Session;

// Starts so many clients together, and compares the results that they report. Once they are there,
// those that stay start each further run together. Clients that come later wait until the others
// have gone.
class Gathering : public QObject
{
    Q_OBJECT

public:
    explicit Gathering(qint64 count, QObject *parent = nullptr);

    // A session wants to begin, and is told when it may.
    void wait(Session *session);
    void report(Session *session, const QJsonObject &result);
    void leave(Session *session);

Q_SIGNALS:
    void log(const QString &line);
    void compared(const QString &table);

private:
    struct Row
    {
        QString client;
        QJsonObject result;
    };

    bool isMissing(Session *session) const { return !m_waiting.contains(session); }
    void admit();
    void beginTogether();
    void finishIfAllReported();
    static QString toTable(const QList<Row> &rows);

    const qint64 m_count;
    bool m_isComplete = false; // all members have been there
    QList<Session *> m_members;
    QList<Session *> m_waiting;
    QList<Session *> m_running; // of which no result has come
    QList<Row> m_rows;
};

} // namespace Perf

#endif // GATHERING_H
