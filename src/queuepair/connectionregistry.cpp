// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectionregistry_p.h"

#include "../verbs/forkedchild_p.h"

#include <QtCore/qmetaobject.h>

#include <infiniband/verbs.h>

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

void Traffic::failed(int status)
{
    if (status == IBV_WC_RNR_RETRY_EXC_ERR)
        ++receiverNotReady;
    else if (status == IBV_WC_WR_FLUSH_ERR)
        ++flushed;
}

void Traffic::addTo(RdmaConnectionStatus *result) const
{
    result->bytesSent = bytesSent;
    result->bytesReceived = bytesReceived;
    result->messagesSent = messagesSent;
    result->messagesReceived = messagesReceived;
    result->receiverNotReady = receiverNotReady;
    result->flushed = flushed;
}

struct RegisteredConnection::Shared
{
    QObject *object = nullptr;
    Describe describe;
    quint64 id = 0;
    // Who has asked last. While there is one the question is under way: a thread without an event loop never answers, and
    // one is enough for it. Under the mutex of the list.
    Take take;
};

namespace {

struct ConnectionList
{
    std::mutex mutex;
    quint64 lastId = 0;
    std::map<quint64, std::shared_ptr<void>> connections; // in the order in which they were made
};

std::mutex &listMutex();

// Never destroyed: connections may outlive the static objects of the program.
ConnectionList &connectionList()
{
    static auto *list = [] {
        freeInChildren<listMutex>();
        return new ConnectionList;
    }();
    return *list;
}

std::mutex &listMutex()
{
    return connectionList().mutex;
}

} // namespace

RegisteredConnection::RegisteredConnection(QObject *object, Describe describe)
    : m_shared(std::make_shared<Shared>())
{
    m_shared->object = object;
    m_shared->describe = std::move(describe);
    ConnectionList &list = connectionList();
    const std::lock_guard lock(list.mutex);
    m_shared->id = ++list.lastId;
    list.connections.emplace(m_shared->id, m_shared);
}

RegisteredConnection::~RegisteredConnection()
{
    ConnectionList &list = connectionList();
    std::map<quint64, std::shared_ptr<void>>::node_type last; // outlives the lock, too
    const std::lock_guard lock(list.mutex);
    last = list.connections.extract(m_shared->id);
}

void RegisteredConnection::answer(Shared *shared)
{
    std::unique_lock lock(listMutex());
    const Take take = std::exchange(shared->take, {});
    lock.unlock();
    RdmaConnectionStatus status = shared->describe();
    status.id = shared->id;
    take(status);
}

// The lock keeps the objects alive until they have their event, which goes with them.
void RegisteredConnection::askAll(const Take &take)
{
    std::vector<Take> former; // outlive the lock: what their ends do is not known here
    ConnectionList &list = connectionList();
    const std::lock_guard lock(list.mutex);
    for (const auto &[id, connection] : list.connections) {
        const auto shared = std::static_pointer_cast<Shared>(connection);
        former.push_back(std::exchange(shared->take, take));
        if (!former.back())
            QMetaObject::invokeMethod(
                    shared->object, [shared] { answer(shared.get()); }, Qt::QueuedConnection);
    }
}

} // namespace QtRdmaPrivate
