// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LANES_H
#define LANES_H

#include <QJsonArray>
#include <QObject>

#include <memory>
#include <vector>

namespace Perf {

class Lane;
class Samples;

// One end of all connections of a run, in an order that both ends have. Each signal comes when the
// last lane has given it.
class Lanes : public QObject
{
    Q_OBJECT

public:
    explicit Lanes(qint64 count, QObject *parent = nullptr);
    ~Lanes() override;

    qint64 count() const { return qint64(m_lanes.size()); }
    bool isFree(qint64 index) const; // there is such a place, and no lane in it
    void insert(qint64 index, Lane *lane); // becomes its owner

    void start(qint64 messages, Samples *samples = nullptr);
    void stop();
    void expect(const QJsonArray &messages); // of each lane
    qint64 completed() const;
    QJsonArray completedEach() const;

Q_SIGNALS:
    void ready();
    void finished();
    void arrived();
    void failed(const QString &why);

private:
    std::vector<std::unique_ptr<Lane>> m_lanes;
    qint64 m_notReady;
    qint64 m_running = 0;
    qint64 m_expecting = 0;
};

} // namespace Perf

#endif // LANES_H
