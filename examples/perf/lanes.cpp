// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lanes.h"

#include "lane.h"

#include <numeric>

namespace Perf {

Lanes::Lanes(qint64 count, QObject *parent)
    : QObject(parent)
    , m_lanes(size_t(count))
    , m_notReady(count)
{
}

Lanes::~Lanes() = default;

bool Lanes::isFree(qint64 index) const
{
    return index >= 0 && index < count() && !m_lanes[size_t(index)];
}

void Lanes::insert(qint64 index, Lane *lane)
{
    m_lanes[size_t(index)].reset(lane);
    connect(lane, &Lane::failed, this, &Lanes::failed);
    connect(lane, &Lane::ready, this, [this] {
        if (--m_notReady == 0)
            Q_EMIT ready();
    });
    connect(lane, &Lane::finished, this, [this] {
        if (--m_running == 0)
            Q_EMIT finished();
    });
    connect(lane, &Lane::arrived, this, [this] {
        if (--m_expecting == 0)
            Q_EMIT arrived();
    });
}

void Lanes::start(qint64 messages, Samples *samples)
{
    m_running = count();
    for (const auto &lane : m_lanes)
        lane->start(messages, samples);
}

void Lanes::stop()
{
    for (const auto &lane : m_lanes)
        lane->stop();
}

void Lanes::expect(const QJsonArray &messages)
{
    m_expecting = count();
    for (qint64 i = 0; i < count(); ++i)
        m_lanes[size_t(i)]->expect(messages[i].toInteger());
}

qint64 Lanes::completed() const
{
    return std::accumulate(m_lanes.begin(), m_lanes.end(), qint64(0),
                           [](qint64 sum, const auto &lane) { return sum + lane->completed(); });
}

QJsonArray Lanes::completedEach() const
{
    QJsonArray each;
    for (const auto &lane : m_lanes)
        each.append(lane->completed());
    return each;
}

} // namespace Perf

#include "moc_lanes.cpp"
