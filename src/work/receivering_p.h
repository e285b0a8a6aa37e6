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
        quint32 count = 0;

        quint32 end() const { return first + count; } // behind the last one
        bool has(quint32 slot) const { return slot - first < count; }
    };

public:
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

    // The program is told of the oldest run of messages now. It may wait within that and be told of
    // more, and it may end the connection.
    RdmaSpan<RdmaReceived> beginTelling()
    {
        if (m_telling.run.count > 0)
            beginWithin();
        if (m_earlier.empty())
            takeArrived();
        else
            takeEarlier();
        return { &m_messages[m_telling.run.first], qsizetype(m_telling.run.count) };
    }
    // The slots are posted again, but for those that the program keeps. Returns 0, or an errno, or
    // Ended if the connection has ended meanwhile; then this object may be gone.
    static constexpr int Ended = -1;
    int endTelling()
    {
        if (m_needsCare)
            return endWithCare();
        return repost(m_telling.run.first, std::exchange(m_telling.run.count, 0));
    }

    // Takes the messages with which this run of completions begins, as far as they come in the
    // order of their slots and bring nothing but bytes. Returns the first completion that is none
    // of them.
    const ibv_wc *arrived(const ibv_wc *next, const ibv_wc *end, Traffic *traffic)
    {
        RdmaReceived *message = &m_messages[m_arrived.end()];
        for (; next != end && next->wr_id == m_firstId + m_arrived.end(); ++next, ++message) {
            quint32 length;
            if ((unsigned(next->status) | (next->wc_flags & m_extras)) != 0
                || qSubOverflow(next->byte_len, m_header, &length))
                break;
            message->byteLength = length;
            message->hasImmediate = message->hasInvalidatedKey = false;
            ++m_arrived.count;
            traffic->received(next->byte_len);
        }
        return next;
    }
    // Takes any message that has come without an error.
    void arrivedOtherwise(const ibv_wc &completion);
    bool hasMessages() const { return m_arrived.count > 0; }

    // The program keeps the slot of a message that it is being told of.
    bool keep(quint32 slot);
    int giveBack(quint32 slot);

private:
    static constexpr quint16 NoSlot = MostSlots;

    ReceiveRing() = default;

    void makeSlots(int slots, quint32 size);
    struct Telling
    {
        Run run; // empty: the program is told of nothing
        bool keeps = false; // the program keeps some of these slots
    };
    Telling *tellingOf(quint32 slot); // null: the program is not told of it now
    void beginWithin();
    int endWithCare();
    int giveBackOthers(const Run &run);
    void beginRun(quint32 slot);
    // The oldest run is the one of which the program is told.
    void takeArrived()
    {
        m_telling.run.first = m_arrived.first;
        m_telling.run.count = m_arrived.count;
        m_arrived.first += m_arrived.count; // the next one may be at its end
        m_arrived.count = 0;
    }
    Q_NEVER_INLINE void takeEarlier();
    // Posts these, or lets them wait for others.
    int repost(quint32 first, quint32 count)
    {
        if (m_waiting.end() != first)
            return postApart({ first, count });
        m_waiting.count += count;
        return postIfMany();
    }
    int postIfMany() { return m_waiting.count >= m_atOnce ? postWaiting() : 0; }
    Q_NEVER_INLINE int postApart(Run run);
    Q_NEVER_INLINE int postWaiting();
    void setKept(quint32 count);

    WorkQueues *m_to = nullptr;
    std::shared_ptr<RegisteredMemory> m_memory;
    // All by slot.
    std::vector<ibv_recv_wr> m_requests; // each names the next one
    std::vector<ibv_sge> m_elements;
    std::unique_ptr<RdmaReceived[]> m_messages;
    Run m_arrived; // the newest run of messages of which the program was not told yet
    std::deque<Run> m_earlier; // such runs before it
    Run m_waiting; // slots that are to be posted again
    Telling m_telling; // the innermost one
    std::vector<Telling> m_outer; // in which the program waits
    bool m_needsCare = false; // at the end of the innermost one: any of what is not usual
    std::shared_ptr<ReceiveRing> m_self; // after the end, while the program looks at messages
    quint32 m_atOnce = 1; // so many are posted together
    quint32 m_kept = 0; // by the program
    quint64 m_firstId = 0; // work request id of the first slot; the others follow
    quint32 m_header = 0;
    unsigned m_invalidatedFlag = 0;
    unsigned m_extras = 0; // flags of completions that bring more than bytes
};

} // namespace QtRdmaPrivate

#endif // RECEIVERING_P_H
