// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PLACES_H
#define PLACES_H

#include "lanes.h"

#include <QHostAddress>
#include <QList>

namespace Perf {

struct Description;
class VerbsLane;

// One side's ends of connections without the connection manager. Both sides tell the other where
// their ends are. The ends belong to the lanes.
class Places : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // Returns the places to tell of; none if there was a problem.
    QJsonArray create(const Description &description, const QHostAddress &local, Lanes *lanes);
    void join(const QJsonArray &others); // joined() follows
    void greet();
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void joined(); // all of them

private:
    QList<VerbsLane *> m_ends;
    QString m_problem;
    qsizetype m_notJoined = 0;
};

} // namespace Perf

#endif // PLACES_H
