// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connectionregistry_p.h"
#include "rdmaconnectionstatus_p.h"

#include "../verbs/forkedchild_p.h"

#include <QtCore/qmetaobject.h>
#include <QtCore/qthread.h>

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

void addTraffic(const Traffic &traffic, RdmaConnectionStatus *status)
{
    ConnectionStatusData &values = Access::write(*status);
    values.bytesSent = traffic.bytesSent;
    values.bytesReceived = traffic.bytesReceived;
    values.messagesSent = traffic.messagesSent;
    values.messagesReceived = traffic.messagesReceived;
    values.receiverNotReady = traffic.receiverNotReady;
    values.flushed = traffic.flushed;
}

struct RegisteredConnection::Shared
{
    QObject *object = nullptr;
    Describe describe;
    quint64 id = 0;
    // The function of the last one who has asked. While there is one the question is under way: a
    // thread without an event loop never answers, and must not collect questions. Guarded by the
    // mutex of the list.
    Take take;
};

namespace {

struct ConnectionList
{
    quint64 lastId = 0;
    // Ordered by the time of their construction.
    std::map<quint64, std::shared_ptr<RegisteredConnection::Shared>> connections;
};

constinit ProcessMutex listMutex;

ConnectionList &connectionList();

// For a forked child: the other threads are not there to answer, and the memory of their stacks may
// be used again.
void forgetOtherThreads()
{
    const std::lock_guard lock(listMutex);
    auto &connections = connectionList().connections;
    for (auto next = connections.begin(); next != connections.end();) {
        const auto connection = next++;
        if (connection->second->object->thread() == QThread::currentThread())
            continue;
        keepForEver(connection->second);
        connections.erase(connection);
    }
}

// Called under the mutex. The list is never destroyed, because connections may outlive the static
// objects of the program.
ConnectionList &connectionList()
{
    static auto *list = [] {
        callInChildren(forgetOtherThreads);
        return new ConnectionList;
    }();
    return *list;
}

} // namespace

RegisteredConnection::RegisteredConnection(QObject *object, Describe describe)
    : m_shared(std::make_shared<Shared>())
{
    m_shared->object = object;
    m_shared->describe = std::move(describe);
    const std::lock_guard lock(listMutex);
    ConnectionList &list = connectionList();
    m_shared->id = ++list.lastId;
    list.connections.emplace(m_shared->id, m_shared);
}

RegisteredConnection::~RegisteredConnection()
{
    decltype(ConnectionList::connections)::node_type last; // destroyed after the lock is released
    const std::lock_guard lock(listMutex);
    last = connectionList().connections.extract(m_shared->id);
}

void RegisteredConnection::answer(Shared *shared)
{
    std::unique_lock lock(listMutex);
    const Take take = std::exchange(shared->take, {});
    lock.unlock();
    RdmaConnectionStatus status = shared->describe();
    Access::write(status).id = shared->id;
    take(status);
}

// The lock keeps the objects alive until the event is posted. An object that is destroyed later
// removes its event.
void RegisteredConnection::askAll(const Take &take)
{
    // destroyed after the lock is released, because their destructors may run any code
    std::vector<Take> former;
    const std::lock_guard lock(listMutex);
    for (const auto &connection : connectionList().connections) {
        const std::shared_ptr<Shared> shared = connection.second;
        former.push_back(std::exchange(shared->take, take));
        if (!former.back())
            QMetaObject::invokeMethod(
                    shared->object, [shared] { answer(shared.get()); }, Qt::QueuedConnection);
    }
}

} // namespace QtRdmaPrivate
