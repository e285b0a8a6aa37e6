// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "clientpool.h"

#include "protocol.h"

#include <QtRdma/RdmaMemoryWindow>

namespace KeyValue {

std::shared_ptr<ClientPool> ClientPool::make(const QHostAddress &localAddress, int receives)
{
    auto pool = std::make_shared<ClientPool>();
    pool->m_domain = RdmaProtectionDomain::allocate(localAddress);
    if (!pool->m_domain.isValid() || !RdmaMemoryWindow::allocate(pool->m_domain).isValid()
        || !pool->m_receives.create(pool->m_domain, receives))
        return {};
    // A client takes receives even after its session has ended, and posts none then.
    pool->m_receives.setLimit(receives / 2);
    QObject::connect(&pool->m_receives, &RdmaSharedReceiveQueue::limitReached, &pool->m_receives,
                     [pool = pool.get()] { pool->refill(); });
    pool->refill();
    return pool;
}

void ClientPool::refill()
{
    while (m_receives.receivesInFlight() < m_receives.depth()
           && m_receives.postReceive(MessageSize) != 0) { }
}

RdmaMemoryRegion ClientPool::share(const Store &store, const Pages &pages, RdmaError *error)
{
    RdmaMemoryRegion &region = m_table[pages.memory.get()];
    if (!region.isValid())
        region = RdmaMemoryRegion::borrow(m_domain, pages.memory.get(), pages.size, pages.memory,
                                          Rdma::AccessFlag::RemoteRead, error);
    RdmaMemoryRegion result = region;
    // An index that was replaced stays with the clients that have not heard of it.
    m_table.removeIf([&store](const auto &item) {
        bool used = item.key() == store.index().memory.get();
        for (const Pages &chunk : store.chunks())
            used = used || item.key() == chunk.memory.get();
        return !used;
    });
    return result;
}

} // namespace KeyValue
