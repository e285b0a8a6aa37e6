// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WAITINGPOLICY_P_H
#define WAITINGPOLICY_P_H

#include "givingway_p.h"
#include "turnclock_p.h"

#include <chrono>

namespace QtRdmaPrivate {

class CmReader;
class CompletionQueue;
class CompletionReader;

// How a thread waits for completions when a turn has done its work. It first lets others run, if
// what it waits for may be there afterwards. Then it spins on each queue, lets it rest, or arms it.
class WaitingPolicy
{
public:
    WaitingPolicy(CompletionReader *completions, CmReader *cm, TurnClock *turn)
        : m_completions(completions)
        , m_cm(cm)
        , m_turn(turn)
    {
    }

    // Ends a turn, when its answers are on their way. Returns true if something has come meanwhile.
    bool settle();
    // Something came before the queues were armed, so the next turn has to arm them.
    bool isUnsettled() const { return m_isUnsettled; }
    // The longest open spin window of the last settling. The turn goes on polling for so long.
    std::chrono::nanoseconds spinTime() const { return m_spinTime; }

    // The connection manager has given an event.
    void cmEventTaken() { m_isConnecting = true; }
    // Nothing waits any more: the process is a forked child.
    void forked() { m_isUnsettled = false; }

private:
    bool hasYieldingDevice() const;
    bool giveWayToConnect();
    bool giveWay(int *budget);
    bool giveWayOnYieldingDevices(int *budget);
    void settleQueue(CompletionQueue *queue, int *budget);
    bool rest(CompletionQueue *queue);

    CompletionReader *m_completions;
    CmReader *m_cm;
    TurnClock *m_turn;
    GivingWay m_givingWay;
    // Dozens of connections take that long.
    GivingWay m_givingWayToConnect{ std::chrono::milliseconds(3) };
    std::chrono::nanoseconds m_spinTime{ 0 };
    int m_timesGivenWay = 0; // to connect, since the queues were last looked after
    // The connection manager has told of something since others have run.
    bool m_isConnecting = false;
    bool m_isUnsettled = false;
};

} // namespace QtRdmaPrivate

#endif // WAITINGPOLICY_P_H
