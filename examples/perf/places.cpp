// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "places.h"

#include "verbslane.h"

namespace Perf {

QJsonArray Places::create(const Description &description, const QHostAddress &local, Lanes *lanes)
{
    QJsonArray places;
    for (qint64 i = 0; i < lanes->count(); ++i) {
        auto *end = new VerbsLane(description);
        lanes->insert(i, end);
        m_ends.append(end);
        connect(end, &VerbsLane::joined, this, [this] {
            if (--m_notJoined == 0)
                Q_EMIT joined();
        });
        connect(end, &VerbsLane::failed, this, [this](const QString &why) { m_problem = why; });
        const QByteArray place = end->create(local);
        if (place.isEmpty())
            return {};
        places.append(QString::fromLatin1(place.toBase64()));
    }
    return places;
}

void Places::join(const QJsonArray &others)
{
    m_notJoined = m_ends.size();
    for (qsizetype i = 0; i < m_ends.size(); ++i)
        m_ends[i]->join(QByteArray::fromBase64(others[i].toString().toLatin1()));
}

void Places::greet()
{
    for (VerbsLane *end : m_ends)
        end->greet();
}

} // namespace Perf

#include "moc_places.cpp"
