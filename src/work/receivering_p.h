// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVERING_P_H
#define RECEIVERING_P_H

#include "traffic_p.h"
#include "workqueues_p.h"

#include <QtRdma/rdmacompletionhandler.h>

#include <QtCore/qnumeric.h>

#include <infiniband/verbs.h>

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

// The receives of a queue pair, in slots of one piece of registered memory, which are posted again
// when the program has looked at their messages. A slot is posted, then it has a message, and then
// it is posted again or the program keeps it for a while.
//
// Slots come back in the order of their posts, which is mostly that of their numbers. So they are
// handled in runs of slots side by side: a run is shown and posted again as a whole.
class ReceiveRing
{
    struct Run
    {
        quint32 first = 0;
        quint32 end = 0; // behind the last one

        quint32 size() const { return end - first; }
    };

public:
    // The oldest run of messages that have come, of which the program is told now. It may wait
    // within that and be told of more, and it may end the connection.
    class Telling
    {
    public:
        explicit Telling(ReceiveRing *ring)
            : m_ring(ring)
            , m_run(ring->takeOldest())
            , m_outer(std::exchange(ring->m_innermost, this))
        {
        }
        ~Telling() { m_ring->m_innermost = m_outer; }
        Q_DISABLE_COPY_MOVE(Telling)

        RdmaSpan<RdmaReceived> messages() const
        {
            return { &m_ring->m_messages[m_run.first], qsizetype(m_run.size()) };
        }
        // The slots are posted again, but for those that the program keeps.
        int giveBack() { return m_keeps ? giveBackOthers() : m_ring->repost(m_run); }
        bool isOfEnded() const { return bool(m_ended); }

    private:
        friend class ReceiveRing;
        int giveBackOthers();

        ReceiveRing *const m_ring;
        std::shared_ptr<ReceiveRing> m_ended; // the same, if the program has ended it meanwhile
        const Run m_run;
        Telling *const m_outer;
        bool m_keeps = false; // the program keeps some of the slots
    };

    static constexpr int MostSlots = (1 << 16) - 1;

    static std::shared_ptr<ReceiveRing> make(WorkQueues *to, int slots, quint32 slotSize,
                                             int header, unsigned invalidatedFlag,
                                             RdmaError *error);
    ReceiveRing(const ReceiveRing &) = delete;
    ReceiveRing &operator=(const ReceiveRing &) = delete;

    // Posts all slots. This and all others that post return 0 or an errno.
    int start();
    // The connection has ended: nothing is posted any more. The memory stays while somebody has
    // this object; the program may be looking at its messages now.
    static void end(const std::shared_ptr<ReceiveRing> &ring);

    // Takes the messages with which this run of completions begins, as far as they come in the
    // order of their slots and bring nothing but bytes. Returns the first completion that is none
    // of them.
    const ibv_wc *arrived(const ibv_wc *next, const ibv_wc *end, Traffic *traffic)
    {
        RdmaReceived *message = &m_messages[m_arrived.end];
        for (; next != end && next->wr_id == m_firstId + m_arrived.end; ++next, ++message) {
            quint32 length;
            if ((unsigned(next->status) | (next->wc_flags & m_extras)) != 0
                || qSubOverflow(next->byte_len, m_header, &length))
                break;
            message->byteLength = length;
            message->hasImmediate = message->hasInvalidatedKey = false;
            ++m_arrived.end;
            traffic->received(next->byte_len);
        }
        return next;
    }
    // Takes any message that has come without an error.
    void arrivedOtherwise(const ibv_wc &completion);
    bool hasMessages() const { return m_arrived.size() > 0; }

    // The program keeps the slot of a message that it is being told of.
    bool keep(quint32 slot);
    int giveBack(quint32 slot);

private:
    static constexpr quint16 NoSlot = MostSlots;

    ReceiveRing() = default;

    void makeSlots(int slots, quint32 size);
    void beginRun(quint32 slot);
    Run takeOldest();
    // Posts these, or lets them wait for others.
    int repost(Run run)
    {
        int result = 0;
        if (m_waiting.end == run.first && m_waiting.size() > 0) {
            m_waiting.end = run.end;
        } else {
            result = postWaiting();
            m_waiting = run;
        }
        return result ? result : postIfMany();
    }
    // Few slots are left where the program keeps many: these do not wait for others.
    int postIfMany()
    {
        const bool areMany = m_waiting.size() >= m_atOnce || m_posted < m_waiting.size();
        return areMany ? postWaiting() : 0;
    }
    Q_NEVER_INLINE int postWaiting();

    WorkQueues *m_to = nullptr;
    std::shared_ptr<RegisteredMemory> m_memory;
    // All by slot.
    std::vector<ibv_recv_wr> m_requests; // each names the next one
    std::vector<ibv_sge> m_elements;
    std::unique_ptr<RdmaReceived[]> m_messages;
    Run m_arrived; // the newest run of messages of which the program was not told yet
    std::deque<Run> m_earlier; // such runs before it
    Run m_waiting; // slots that are to be posted again
    Telling *m_innermost = nullptr;
    quint32 m_atOnce = 1; // so many are posted together
    quint32 m_posted = 0; // or arrived, and the program was not told yet
    quint64 m_firstId = 0; // work request id of the first slot; the others follow
    quint32 m_header = 0;
    unsigned m_invalidatedFlag = 0;
    unsigned m_extras = 0; // flags of completions that bring more than bytes
};

} // namespace QtRdmaPrivate

#endif // RECEIVERING_P_H
