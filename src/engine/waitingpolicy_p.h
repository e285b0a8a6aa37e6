// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WAITINGPOLICY_P_H
#define WAITINGPOLICY_P_H

#include "givingway_p.h"
#include "resttimer_p.h"
#include "turnclock_p.h"

#include <chrono>
#include <memory>
#include <vector>

namespace QtRdmaPrivate {

class CompletionQueue;
class DeviceQueues;

// How a thread waits for completions when a turn has done its work. It first lets others run, if
// what it waits for may be there afterwards. Then it spins on each queue, lets it rest, or arms it.
class WaitingPolicy
{
public:
    using Devices = std::vector<std::shared_ptr<DeviceQueues>>;

    // What the engine does for it.
    class Poller
    {
    public:
        // Hands out what has completed. The budget is what is left for one turn.
        virtual void pollNow(CompletionQueue *queue, int *budget) = 0;
        virtual void armNow(CompletionQueue *queue, int *budget) = 0;
        virtual void endBatch() = 0;
        virtual void reapCmEventsAgain() = 0;
        // Nothing would end a rest any more.
        virtual void restFailed(const RdmaError &cause) = 0;

    protected:
        ~Poller() = default;
    };

    WaitingPolicy(Poller *poller, TurnClock *turn) : m_poller(poller), m_turn(turn) { }

    // The end of a turn, when its answers are on their way. True when something has come meanwhile.
    bool settle(const Devices &devices, int budget);
    // Something came before the queues were armed: the next turn has to do that.
    bool isUnsettled() const { return m_isUnsettled; }
    // The longest open spin window of the last settling. The turn goes on polling for so long.
    std::chrono::nanoseconds spinTime() const { return m_spinTime; }

    // The connection manager has given an event.
    void cmEventTaken() { m_isConnecting = true; }
    RestTimer &restTimer() { return m_restTimer; }
    // Nothing waits any more: the process is a child of the one that did.
    void forked() { m_isUnsettled = false; }

private:
    bool giveWayToConnect(const Devices &devices);
    bool giveWay(const Devices &devices, int *budget);
    void settleQueue(CompletionQueue *queue, int *budget);
    bool rest(CompletionQueue *queue);

    Poller *m_poller;
    TurnClock *m_turn;
    RestTimer m_restTimer;
    GivingWay m_givingWay;
    // Dozens of connections take that long.
    GivingWay m_givingWayToConnect{ std::chrono::milliseconds(3) };
    std::chrono::nanoseconds m_spinTime{ 0 };
    int m_timesGivenWay = 0; // to connect, since the queues were looked after between
    bool m_isConnecting =
            false; // the connection manager has told of something since others have run
    bool m_isUnsettled = false;
};

} // namespace QtRdmaPrivate

#endif // WAITINGPOLICY_P_H
