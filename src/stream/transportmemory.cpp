// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "transportmemory_p.h"

#include "../verbs/forkedchild_p.h"

#include <QtCore/qdeadlinetimer.h>
#include <QtCore/qhash.h>

#include <mutex>
#include <utility>

namespace QtRdmaPrivate {

namespace {

using Server = std::pair<QHostAddress, quint16>;

struct Entry
{
    TransportMemory::Tcp tcp;
    QDeadlineTimer end;
};

constinit ProcessMutex mutex;

QHash<Server, Entry> &servers()
{
    static auto *const all = new QHash<Server, Entry>; // threads may outlive static objects
    return *all;
}

void makeRoom()
{
    servers().removeIf([](const auto &each) { return each.value().end.hasExpired(); });
    if (servers().size() >= TransportMemory::Most)
        servers().clear();
}

} // namespace

std::optional<TransportMemory::Tcp> TransportMemory::find(const QHostAddress &address, quint16 port)
{
    const std::lock_guard lock(mutex);
    const auto found = servers().constFind({ address, port });
    if (found == servers().cend() || found->end.hasExpired())
        return {};
    return found->tcp;
}

void TransportMemory::remember(const QHostAddress &address, quint16 port, const Tcp &tcp)
{
    const std::lock_guard lock(mutex);
    makeRoom();
    servers().insert({ address, port }, { tcp, QDeadlineTimer(Time) });
}

void TransportMemory::forget(const QHostAddress &address, quint16 port)
{
    const std::lock_guard lock(mutex);
    servers().remove({ address, port });
}

void TransportMemory::forgetAll()
{
    const std::lock_guard lock(mutex);
    servers().clear();
}

} // namespace QtRdmaPrivate
