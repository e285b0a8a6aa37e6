// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "lane.h"

#include "samples.h"

#include <utility>

#include <ctime>

namespace Perf {

// QElapsedTimer would also ask for the kind of the clock each time.
qint64 monotonicTime()
{
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

Lane::Lane(const Description &description, QObject *parent)
    : QObject(parent)
    , m_description(description)
{
}

void Lane::setReady()
{
    m_ready = true;
    Q_EMIT ready();
}

void Lane::fail(const QString &why)
{
    if (!std::exchange(m_failed, true))
        Q_EMIT failed(why);
}

void Lane::start(qint64 messages, Samples *samples)
{
    m_samples = samples;
    m_toSend = messages;
    m_completed = 0;
    m_running = true;
    proceed();
}

void Lane::proceed()
{
    sendMore();
    finishIfDone();
}

void Lane::stop()
{
    m_toSend = qMin(m_toSend, leastMore());
    proceed();
}

void Lane::expect(qint64 messages)
{
    m_expected = messages;
    addReceived(0);
}

void Lane::messageSent()
{
    m_sentAt = monotonicTime();
}

void Lane::messageAnswered()
{
    if (m_samples)
        m_samples->add(monotonicTime() - m_sentAt);
    addCompleted(1);
    proceed();
}

void Lane::addReceived(qint64 messages)
{
    m_received += messages;
    if (m_received < m_expected)
        return;
    m_received -= m_expected;
    m_expected = NoEnd;
    Q_EMIT arrived();
}

void Lane::finishIfDone()
{
    if (m_toSend > 0 || !isIdle() || !std::exchange(m_running, false))
        return;
    Q_EMIT finished();
}

} // namespace Perf

#include "moc_lane.cpp"
