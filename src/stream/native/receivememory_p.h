// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RECEIVEMEMORY_P_H
#define RECEIVEMEMORY_P_H

#include "sharedslots_p.h"
#include "streamprotocol_p.h"
#include "../receivequeue_p.h"

#include "../../connection/connection_p.h"

#include <infiniband/verbs.h>

#include <vector>

namespace QtRdmaPrivate {

// The slots that a stream of this format receives into, either its own or shared ones: those that
// are posted, those that have become free and are to be posted again, and larger ones that take the
// place of these. StreamProtocol decides how many there are, and of which size.
class ReceiveMemory
{
public:
    // 'received' has the slots that are full.
    ReceiveMemory(Connection *connection, StreamProtocol *protocol, ReceiveQueue *received)
        : m_connection(*connection)
        , m_protocol(*protocol)
        , m_received(*received)
    {
    }

    // Before anything else: receives come from 'slots'.
    void share(std::shared_ptr<SharedSlots> slots, std::shared_ptr<SharedSlots::Share> share);
    bool isShared() const { return bool(m_shared); }
    const std::shared_ptr<SharedReceives> &sharedQueue() const { return m_shared->queue(); }
    // The first slots of its own, to be posted.
    RdmaError prepare(std::shared_ptr<RegisteredPool> pool);

    // The message of a slot, whose receive has completed. The number of a slot is the tag of its
    // receive.
    const char *message(quint32 slot) const { return m_slots[slot].data(); }
    // A shared receive has completed. Returns the number of its slot.
    quint32 sharedTaken(PoolSlot &&slot);
    // Takes the oldest message, if it has so many bytes: they are to be read before post(). Returns
    // false if it has not.
    bool takeMessage(qint64 size, const char **bytes)
    {
        if (!m_received.takeSlot(size, bytes, &m_freed))
            return false;
        m_protocol.dataFreed(1);
        return true;
    }
    // Its message needs it no more; or bytes that were received are read, dropped or copied out of
    // the oldest slots. True: slots have become free.
    void free(quint32 slot) { m_freed.push_back(slot); }
    bool read(char *data, qint64 size); // null: discard
    bool discardBehind(qint64 size);
    bool copyOut(int slotCount);
    // Posts what has become free, with one call. False: error() says why not.
    bool post() { return m_freed.empty() || postSeveral(); }
    // The same for one slot, in less time. Shared ones are given back in another way.
    bool isOneFree() const { return m_freed.size() == 1 && !m_shared; }
    bool postOne();
    const RdmaError &error() const { return m_error; }
    int posted() const { return int(m_slots.size() - m_freed.size()) - m_received.slotsHeld(); }

    // Finds slots for a window of that size, and returns by how many it may grow.
    int widen(int wanted) { return wanted > m_protocol.window() ? widenTo(wanted) : 0; }
    // Lets others have what they need more, or takes more. True: others have got some.
    bool adjustShared();
    // The peer has given so much credit back.
    void creditReturned(int count);

    // Looks for larger slots, as long as the turn has time.
    enum class Larger : quint8 { None, Some, All };
    Larger takeLarger();
    // All that are posted, or to be posted, have the present size.
    bool isSettled() const { return m_larger.empty(); }

    // At the end.
    void release(std::vector<PoolSlot> *slots, std::vector<std::shared_ptr<void>> *memory);

private:
    int widenTo(int wanted);
    void enlarge(PoolSlot *slot);
    void fit(PoolSlot *slot, quint32 size);
    RdmaError giveBackShared();
    bool refused(int failure);
    bool postSeveral();
    bool dataFreed(int before); // so many slots were held
    quint32 largest() const;

    Connection &m_connection;
    StreamProtocol &m_protocol;
    ReceiveQueue &m_received;
    std::shared_ptr<RegisteredPool> m_pool; // outlives every slot held below
    std::vector<PoolSlot> m_slots; // all, but of shared ones those that have a message
    std::vector<quint32> m_freed; // to be posted again
    std::vector<PoolSlot> m_larger; // promised to the peer, posted as small ones become free
    ibv_recv_wr m_request = { 0, nullptr, nullptr, 1 }; // posted alone
    ibv_recv_wr *m_refused = nullptr;
    RdmaError m_error;

    std::shared_ptr<SharedSlots> m_shared; // null: the stream has receives of its own
    std::shared_ptr<SharedSlots::Share> m_share;
    std::vector<quint32> m_unused; // numbers that no slot has, of those given back
};

Q_ALWAYS_INLINE bool ReceiveMemory::postOne()
{
    const quint32 number = m_freed.back();
    m_freed.pop_back();
    PoolSlot &slot = m_slots[number];
    const quint32 size = m_protocol.slots().size();
    if (Q_UNLIKELY(slot.size() != size))
        fit(&slot, size);
    m_request.sg_list = slot.element();
    m_request.wr_id = m_connection.queues().workRequestId(number);
    const int failure = m_connection.queues().postReceive(&m_request, &m_refused);
    return failure == 0 || refused(failure);
}

} // namespace QtRdmaPrivate

#endif // RECEIVEMEMORY_P_H
