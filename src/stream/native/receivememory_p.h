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

    // A receive of this connection has completed; or one of those that are shared. The slot is to
    // be moved from where it is, before others are posted.
    PoolSlot &&taken(quint32 tag)
    {
        m_freeTags[m_freeCount++] = tag;
        return std::move(m_byTag[tag]);
    }
    void sharedTaken();
    // Its message needs it no more; or bytes that were received are read, dropped or copied out of
    // the oldest slots. True: slots have become free.
    void free(PoolSlot &&slot) { m_freed.push_back(std::move(slot)); }
    bool read(char *data, qint64 size);
    bool discardBehind(qint64 size);
    bool copyOut(int slotCount);
    // Posts what has become free, with one call. False: error() says why not.
    bool post();
    const RdmaError &error() const { return m_error; }
    int posted() const { return int(m_byTag.size() - m_freeCount); }

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
    void add(PoolSlot slot);
    int widenTo(int wanted);
    const PoolSlot &place(PoolSlot *freed, quint64 *id);
    bool postShared();
    bool postOne();
    bool refused(int failure);
    bool postSeveral();
    bool dataFreed(int before); // so many slots were held
    quint32 largest() const;

    Connection &m_connection;
    StreamProtocol &m_protocol;
    ReceiveQueue &m_received;
    std::shared_ptr<RegisteredPool> m_pool; // outlives every slot held below
    std::vector<PoolSlot> m_byTag; // that are posted; as many places as there are slots
    std::vector<quint32> m_freeTags; // as many places, of which the first ones are used
    size_t m_freeCount = 0;
    std::vector<PoolSlot> m_freed; // to be posted again
    std::vector<PoolSlot> m_larger; // promised to the peer, posted as small ones become free
    ibv_sge m_element = {}; // of a receive that is posted alone
    ibv_recv_wr m_request = { 0, nullptr, &m_element, 1 };
    ibv_recv_wr *m_refused = nullptr;
    RdmaError m_error;

    std::shared_ptr<SharedSlots> m_shared; // null: the stream has receives of its own
    std::shared_ptr<SharedSlots::Share> m_share;
    int m_sharedHeld = 0; // slots taken from there and not given back
};

} // namespace QtRdmaPrivate

#endif // RECEIVEMEMORY_P_H
