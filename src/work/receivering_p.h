// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVERING_P_H
#define RECEIVERING_P_H

#include "workqueues_p.h"

#include <QtRdma/rdmacompletionhandler.h>

#include <infiniband/verbs.h>

#include <memory>
#include <vector>

namespace QtRdmaPrivate {

// The receives of a queue pair, in slots of one piece of registered memory, which are posted again
// when the program has looked at their messages. A slot is posted, then it has a message, and then
// it is posted again or the program keeps it for a while.
class ReceiveRing
{
    using Messages = std::unique_ptr<RdmaReceived[]>; // as many as there are slots

public:
    // The messages that have come, of which the program is told now. It may wait within that, and
    // be told of more.
    class Telling
    {
    public:
        explicit Telling(ReceiveRing *ring);
        ~Telling();
        Q_DISABLE_COPY_MOVE(Telling)

        RdmaSpan<RdmaReceived> messages() const { return { m_messages.get(), m_count }; }
        // The slots are posted again, but for those that the program keeps.
        RdmaError giveBack();

    private:
        friend class ReceiveRing;
        RdmaReceived *begin() const { return m_messages.get(); }
        RdmaReceived *end() const { return begin() + m_count; }

        ReceiveRing *m_ring; // null: it is gone
        Messages m_messages;
        int m_count;
        Telling *m_outer;
    };

    static constexpr int MostSlots = (1 << 16) - 1;

    static std::shared_ptr<ReceiveRing> make(WorkQueues *to, int slots, quint32 slotSize,
                                             int header, RdmaError *error);
    ~ReceiveRing();
    ReceiveRing(const ReceiveRing &) = delete;
    ReceiveRing &operator=(const ReceiveRing &) = delete;

    // Posts all slots.
    RdmaError start();
    // The connection has ended: nothing is posted any more. The memory stays while somebody has
    // this object.
    void end() { m_to = nullptr; }

    void arrived(quint32 slot, const ibv_wc &completion, unsigned invalidatedFlag);
    bool hasMessages() const { return m_arrived > 0; }

    // The program keeps the slot of a message that it is being told of.
    bool keep(quint32 slot);
    RdmaError giveBack(quint32 slot);

    int posted() const { return m_posted; }

private:
    static constexpr quint16 NoSlot = MostSlots;

    ReceiveRing() = default;

    void repostLater(quint32 slot)
    {
        ibv_recv_wr *request = &m_requests[slot];
        *m_end = request;
        m_end = &request->next;
        ++m_waiting;
    }
    // Few slots are left where the program keeps many: these do not wait for others.
    RdmaError repostIfMany()
    {
        return m_waiting >= m_atOnce || m_posted < m_waiting ? repost() : RdmaError();
    }
    RdmaError repost();

    WorkQueues *m_to = nullptr;
    std::shared_ptr<RegisteredMemory> m_memory;
    std::vector<ibv_recv_wr> m_requests; // by slot
    std::vector<ibv_sge> m_elements;
    Messages m_messages; // the first ones are those of which the program was not told yet
    Messages m_spare; // for the next ones
    int m_arrived = 0; // the number of messages of which the program was not told yet
    Telling *m_innermost = nullptr;
    ibv_recv_wr *m_first = nullptr; // of those that are to be posted again
    ibv_recv_wr **m_end = &m_first; // where the next one of these goes
    int m_waiting = 0; // how many these are
    int m_atOnce = 1; // so many are posted together
    int m_posted = 0;
    quint32 m_header = 0;
};

} // namespace QtRdmaPrivate

#endif // RECEIVERING_P_H
