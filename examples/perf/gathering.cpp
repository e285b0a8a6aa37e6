// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "gathering.h"

#include "session.h"
#include "words.h"

#include <algorithm>
#include <utility>

namespace Perf {

namespace {

constexpr int ClientColumns = 39;

struct Column
{
    const char *key;
    QString name;
    double factor;
};

QList<Column> columnsFor(bool isLatency)
{
    if (isLatency) {
        return { { "messages", Words::tr("messages"), 1 },
                 { "p50_us", Words::tr("p50[us]"), 1 },
                 { "p99_us", Words::tr("p99[us]"), 1 },
                 { "max_us", Words::tr("max[us]"), 1 } };
    }
    return { { "messages", Words::tr("messages"), 1 },
             { "mb_per_s", Words::tr("MB/sec"), 1 },
             { "messages_per_s", Words::tr("Mmsg/sec"), 1e-6 } };
}

} // namespace

Gathering::Gathering(qint64 count, QObject *parent) : QObject(parent), m_count(count) { }

void Gathering::wait(Session *session)
{
    m_waiting.append(session);
    admit();
    beginTogether();
}

void Gathering::admit()
{
    for (Session *session : std::as_const(m_waiting)) {
        if (m_isComplete || m_members.contains(session))
            continue;
        m_members.append(session);
        m_isComplete = m_members.size() == m_count;
        if (!m_isComplete) {
            Q_EMIT log(Words::tr("%1 of %2 clients are there").arg(m_members.size()).arg(m_count));
        }
    }
}

void Gathering::beginTogether()
{
    const bool isEarly = std::any_of(m_members.begin(), m_members.end(),
                                     [this](Session *session) { return isMissing(session); });
    if (!m_isComplete || isEarly)
        return;
    m_running = m_members;
    for (Session *session : std::as_const(m_members))
        m_waiting.removeOne(session);
    for (Session *session : std::as_const(m_running))
        session->begin();
}

void Gathering::report(Session *session, const QJsonObject &result)
{
    if (!m_running.removeOne(session))
        return;
    m_rows.append({ session->clientName(), result });
    finishIfAllReported();
}

void Gathering::leave(Session *session)
{
    m_waiting.removeOne(session);
    m_running.removeOne(session);
    finishIfAllReported();
    if (!m_members.removeOne(session))
        return;
    if (m_members.isEmpty())
        m_isComplete = false;
    admit();
    beginTogether();
}

void Gathering::finishIfAllReported()
{
    if (m_running.isEmpty() && !m_rows.isEmpty())
        Q_EMIT compared(toTable(std::exchange(m_rows, {})));
}

// The last row has the sums of rates, and the highest of latencies.
QString Gathering::toTable(const QList<Row> &rows)
{
    const bool isLatency = rows.constFirst().result.contains("p50_us");
    const QList<Column> columns = columnsFor(isLatency);
    QString header = ' ' + Words::tr("client").leftJustified(ClientColumns);
    QString lines;
    QList<double> last(columns.size(), 0);
    for (const Column &column : columns)
        header += QString(" %1").arg(column.name, 9);
    for (const Row &row : rows) {
        lines += "\n " + row.client.left(ClientColumns).leftJustified(ClientColumns);
        for (qsizetype i = 0; i < columns.size(); ++i) {
            const double value =
                    row.result[QLatin1String(columns[i].key)].toDouble() * columns[i].factor;
            last[i] = isLatency && i > 0 ? std::max(last[i], value) : last[i] + value;
            lines += QString::asprintf(" %9.5g", value);
        }
    }
    lines += "\n "
            + (isLatency ? Words::tr("all, and the highest times") : Words::tr("all together"))
                      .leftJustified(ClientColumns);
    for (const double value : std::as_const(last))
        lines += QString::asprintf(" %9.5g", value);
    return header + lines;
}

} // namespace Perf

#include "moc_gathering.cpp"
