// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SHAREDSLOTS_P_H
#define SHAREDSLOTS_P_H

#include "receivebudget_p.h"

#include "../../work/sharedreceives_p.h"

#include <atomic>
#include <memory>

namespace QtRdmaPrivate {

// The receives that the streams of one server share on one device. They are all of one size, and
// are posted again as streams give them back. The budget decides what each stream may count on.
class SharedSlots
{
public:
    // The slots that one stream has reserved. The reaper destroys it in its own thread, when the
    // queue pair is gone.
    struct Share
    {
        Share(std::shared_ptr<std::atomic<quint64>> endedShares, int reserved)
            : ended(std::move(endedShares))
            , receives(reserved)
        {
        }
        ~Share() { *ended += quint64(1) << 32 | quint32(receives); }
        Q_DISABLE_COPY_MOVE(Share)

        std::shared_ptr<std::atomic<quint64>> ended; // streams in the upper half, receives below
        int receives;
    };

    static std::shared_ptr<SharedSlots> make(const std::shared_ptr<Engine> &engine,
                                             ibv_context *context, int count, quint32 slotSize,
                                             RdmaError *error);
    ~SharedSlots();
    Q_DISABLE_COPY_MOVE(SharedSlots)

    const std::shared_ptr<SharedReceives> &queue() const { return m_queue; }
    quint32 slotSize() const { return m_slotSize; } // header included

    // Does not count what streams had reserved that are gone.
    int reserved() const { return m_budget.reserved() - int(quint32(*m_ended)); }

    // Returns null if the receives do not suffice for one more stream.
    std::shared_ptr<Share> admit();
    int grant(Share *share, int wanted);
    int surplus(int window) const { return m_budget.surplus(window); }
    void release(Share *share, int receives);

    // takenOut(): a stream has got a slot. giveBack(): a stream is done with 'count' slots. They
    // are posted again before the function returns, in the memory that they had.
    void takenOut() { ++m_out; }
    RdmaError giveBack(int count, std::vector<PoolSlot> *freed);

private:
    SharedSlots(std::shared_ptr<Engine> engine, int count, quint32 slotSize);
    RdmaError refill(std::vector<PoolSlot> *freed = nullptr);
    void collectEnded();

    std::shared_ptr<Engine> m_engine;
    std::shared_ptr<SharedReceives> m_queue;
    ReceiveBudget m_budget;
    std::shared_ptr<std::atomic<quint64>> m_ended = std::make_shared<std::atomic<quint64>>(0);
    Deadline m_collecting;
    quint32 m_slotSize;
    int m_out = 0;
};

} // namespace QtRdmaPrivate

#endif // SHAREDSLOTS_P_H
