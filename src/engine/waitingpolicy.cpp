// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "waitingpolicy_p.h"

#include "cmreader_p.h"
#include "completionreader_p.h"
#include "devicequeues_p.h"

#include <QtCore/qthread.h>

#include <algorithm>
#include <array>
#include <utility>

namespace QtRdmaPrivate {

bool WaitingPolicy::hasYieldingDevice() const
{
    for (const auto &device : m_completions->devices()) { // seldom more than one
        if (device->isYielding())
            return true;
    }
    return false;
}

// A thread that makes or ends a connection waits for the peer's answer, which the connection
// manager reports. Returns true if others have run: even if the answer has not come, calls of the
// connecting threads may have returned. Now and then it returns false nevertheless, so that
// completions do not wait for the last connection.
bool WaitingPolicy::giveWayToConnect()
{
    constexpr int MostTimes = 8;
    if (!std::exchange(m_isConnecting, false) || !hasYieldingDevice())
        return false;
    if (++m_timesGivenWay > MostTimes) {
        m_timesGivenWay = 0;
        return false;
    }
    const auto began = m_turn->look();
    if (!m_givingWayToConnect.takeTurn(began))
        return false;
    QThread::yieldCurrentThread();
    const auto now = m_turn->look();
    m_turn->runPhase([this] { m_isConnecting = m_cm->readAgain(); });
    m_givingWayToConnect.ended(true, began, now);
    return true;
}

bool WaitingPolicy::giveWay(int *budget)
{
    return hasYieldingDevice() && giveWayOnYieldingDevices(budget);
}

// Lets others run before the queues are armed, if that seems worth it. First the kernel's thread
// that does the device's work runs, then the thread that it has woken up. Returns true if something
// has come meanwhile.
Q_NEVER_INLINE bool WaitingPolicy::giveWayOnYieldingDevices(int *budget)
{
    constexpr int MostYields = 2;
    std::array<CompletionQueue *, 8> waiting{}; // there are seldom more, and those are just armed
    size_t count = 0;
    for (const auto &device : m_completions->devices()) {
        if (!device->isYielding())
            continue;
        for (const auto &queue : device->completionQueues()) {
            if (count < waiting.size() && queue->next() == WaitedQueue::Next::Arm)
                waiting[count++] = queue.get();
        }
    }
    if (count == 0)
        return false;
    const auto began = m_turn->look(); // the work of this pass itself does not count
    if (!m_givingWay.takeTurn(began))
        return false;
    const int before = *budget;
    for (int times = 0; times < MostYields && *budget == before; ++times) {
        QThread::yieldCurrentThread();
        for (size_t i = 0; i < count; ++i)
            m_completions->pollNow(waiting[i], budget);
    }
    const auto now = m_turn->look();
    m_givingWay.ended(*budget < before, began, now);
    return *budget < before;
}

// Completions during the rest are found when the timer fires. Returns false if the queue must be
// armed instead.
bool WaitingPolicy::rest(CompletionQueue *queue)
{
    if (!m_completions->startRest(queue->restTime()))
        return false;
    queue->beginRest();
    return true;
}

void WaitingPolicy::settleQueue(CompletionQueue *queue, int *budget)
{
    if (queue->spinTime().count() > 0)
        queue->look(m_turn->look());
    switch (queue->next()) {
    case WaitedQueue::Next::Nothing:
        return;
    case WaitedQueue::Next::Spin:
        queue->pollSoon();
        m_spinTime = std::max(m_spinTime, queue->spinTime());
        return;
    case WaitedQueue::Next::Rest:
        if (rest(queue))
            return;
        [[fallthrough]];
    case WaitedQueue::Next::Arm:
        m_completions->armNow(queue, budget);
    }
}

bool WaitingPolicy::settle()
{
    int budget = CompletionReader::CompletionsPerActivation;
    m_spinTime = {};
    m_isUnsettled = giveWayToConnect() || giveWay(&budget);
    if (m_isUnsettled)
        return true;
    const CompletionReader::Devices &devices = m_completions->devices();
    for (size_t i = 0; i < devices.size(); ++i) { // a handler may add a device or a queue
        const std::shared_ptr<DeviceQueues> &device = devices[i];
        for (size_t k = 0; k < device->completionQueues().size(); ++k)
            settleQueue(device->completionQueues()[k].get(), &budget);
    }
    const bool found = budget < CompletionReader::CompletionsPerActivation;
    if (found)
        m_turn->look();
    return found;
}

} // namespace QtRdmaPrivate
