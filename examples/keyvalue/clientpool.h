// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENTPOOL_H
#define CLIENTPOOL_H

#include "store.h"

#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaSharedReceiveQueue>

#include <QHash>

#include <memory>

namespace KeyValue {

// The common resources of the clients of one device that can be kept apart in one protection
// domain, by memory windows that belong to one queue pair. Their receives come from one queue, and
// the table is registered once for all of them.
class ClientPool
{
public:
    // Null when the device has no such windows, or no shared receive queue of that size.
    static std::shared_ptr<ClientPool> make(const QHostAddress &localAddress, int receives);

    RdmaProtectionDomain domain() const { return m_domain; }
    RdmaSharedReceiveQueue *receives() { return &m_receives; }
    void refill();
    RdmaMemoryRegion share(const Store &store, const Pages &pages, RdmaError *error);

private:
    RdmaProtectionDomain m_domain;
    RdmaSharedReceiveQueue m_receives;
    QHash<const char *, RdmaMemoryRegion> m_table;
};

} // namespace KeyValue

#endif // CLIENTPOOL_H
