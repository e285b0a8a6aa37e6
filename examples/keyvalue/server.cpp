// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "server.h"

#include "database.h"
#include "session.h"

#include <QRandomGenerator>
#include <QTimer>

#include <algorithm>
#include <cstring>
#include <utility>

namespace KeyValue {

namespace {

constexpr int MaxReceives = 4096; // of one device: 8 MiB
constexpr int FarewellTime = 2000; // ms, for clients that do not take the last word

} // namespace

Server::Server(const ServerOptions &options, QObject *parent)
    : RdmaServer(parent)
    , m_options(options)
    , m_store(QRandomGenerator::system()->generate64(), options.limits)
{
    setAcceptPolicy(AcceptPolicy::Deferred);
}

Server::~Server()
{
    const QList<Session *> sessions = std::exchange(m_sessions, {});
    qDeleteAll(sessions);
}

bool Server::open(QString *problem)
{
    if (m_options.database.isEmpty())
        return true;
    m_database = std::make_unique<Database>();
    return m_database->open(m_options.database, problem)
            && m_database->load(
                    [this](const QByteArray &key, const QByteArray &value) {
                        Store::Prepared prepared;
                        quint64 version = 0;
                        return m_store.prepare(key, value, &prepared) == Store::Status::Done
                                && m_store.publish(prepared, &version) == Store::Status::Done;
                    },
                    problem);
}

void Server::stop()
{
    if (m_life != Life::Running)
        return;
    m_life = Life::Stopping;
    close();
    apply();
    const QList<Session *> sessions = m_sessions;
    for (Session *session : sessions)
        session->end("the server is stopped");
    QTimer::singleShot(sessions.isEmpty() ? 0 : FarewellTime, this, &Server::finishStopping);
}

void Server::finishStopping()
{
    if (std::exchange(m_life, Life::Stopped) == Life::Stopped)
        return;
    QString problem;
    if (m_database && !m_database->checkpoint(&problem))
        Q_EMIT log(problem);
    Q_EMIT stopped();
}

void Server::incomingConnection(const RdmaConnectionRequest &request)
{
    if (!isGreeting(request.privateData())) {
        request.reject("not a client of this store");
        return;
    }
    if (m_life != Life::Running) {
        request.reject("the server is stopped");
        return;
    }
    if (clients() >= m_options.maxClients) {
        request.reject("too many clients");
        return;
    }
    auto *session = new Session(m_store, m_options.window, poolFor(request), this);
    addSession(session);
    if (!session->accept(request))
        removeSession(session);
}

// One pool for each device that can have one.
std::shared_ptr<ClientPool> Server::poolFor(const RdmaConnectionRequest &request)
{
    const QString device = request.deviceName();
    if (!m_options.shareReceives)
        return {};
    if (!m_pools.contains(device)) {
        const int receives = m_options.maxClients * Session::receivesOf(m_options.window);
        m_pools[device] = ClientPool::make(request.localAddress(), qMin(receives, MaxReceives));
    }
    return m_pools.value(device);
}

bool Server::sharesReceives() const
{
    return std::any_of(m_pools.cbegin(), m_pools.cend(),
                       [](const auto &pool) { return pool != nullptr; });
}

void Server::addSession(Session *session)
{
    m_sessions.append(session);
    connect(session, &Session::log, this, &Server::log);
    connect(session, &Session::ended, this, [this, session] { removeSession(session); });
    connect(session, &Session::greeted, this, [this, session] { fence(session); });
    connect(session, &Session::putRequested, this,
            [this, session](quint32 slot) { put(session, slot); });
    connect(session, &Session::removeRequested, this,
            [this, session](const Remove &request) { remove(session, request); });
    connect(session, &Session::listRequested, this,
            [this, session](const List &request) { list(session, request); });
    connect(session, &Session::fetchRequested, this,
            [this, session](const Fetch &request) { fetch(session, request); });
}

void Server::removeSession(Session *session)
{
    m_sessions.removeOne(session);
    session->deleteLater();
    if (m_life == Life::Stopping && m_sessions.isEmpty())
        QMetaObject::invokeMethod(this, &Server::finishStopping, Qt::QueuedConnection);
}

// A client that comes back must not be overtaken by requests that it sent before it died.
void Server::fence(Session *newcomer)
{
    if (newcomer->name() == 0)
        return;
    const QList<Session *> sessions = m_sessions;
    for (Session *session : sessions) {
        if (session != newcomer && session->name() == newcomer->name())
            session->end("replaced by a newer connection");
    }
}

void Server::put(Session *session, quint32 slot)
{
    Change change{ session, slot, false, {} };
    const Store::Status status =
            m_store.prepare(session->stagingSlot(slot), session->slotSize(), &change.prepared);
    if (status == Store::Status::Malformed)
        return session->end("malformed slot");
    // The client numbers its requests by the version of the image.
    change.request = quint32(change.prepared.header.version >> 1);
    const bool isFull = status == Store::Status::Full || !hasRoomFor(change.prepared.key);
    if (status == Store::Status::Done && (isFull || RequestId{ change.request }.slot() != slot))
        m_store.discard(change.prepared);
    if (RequestId{ change.request }.slot() != slot)
        return session->end("a request of another slot");
    if (isFull)
        return session->reply(Reply{ change.request, quint8(Status::Full), 0, 0 }, slot);
    enqueue(std::move(change));
}

// This comes before the database knows of it: publishing must not fail any more.
bool Server::hasRoomFor(const QByteArray &key) const
{
    return m_store.find(key)
            || m_store.count() + qsizetype(m_changes.size()) < m_options.limits.keys;
}

void Server::remove(Session *session, const Remove &remove)
{
    Change change{ session, remove.request, true, {} };
    change.prepared.key = remove.key;
    enqueue(std::move(change));
}

void Server::list(Session *session, const List &list)
{
    Keys keys;
    keys.request = list.request;
    keys.keys = m_store.keysAfter(list.after, list.prefix, MessageSize - 64, &keys.more);
    session->reply(keys, RequestId{ list.request }.slot());
}

void Server::fetch(Session *session, const Fetch &fetch)
{
    const quint32 slot = RequestId{ fetch.request }.slot();
    Reply reply{ fetch.request, quint8(Status::NotFound), 0, 0 };
    if (const auto value = m_store.find(fetch.key)) {
        std::memcpy(session->stagingSlot(slot), value->slot.data(), size_t(value->slot.size()));
        reply.status = quint8(Status::Done);
        reply.version = value->version;
        reply.length = quint32(value->slot.size());
    }
    session->reply(reply, slot);
}

void Server::enqueue(Change &&change)
{
    if (m_changes.empty())
        QMetaObject::invokeMethod(this, qOverload<>(&Server::apply), Qt::QueuedConnection);
    m_changes.push_back(std::move(change));
}

// One transaction first, then what everyone can see, then the acknowledgements.
void Server::apply()
{
    std::vector<Change> changes;
    for (Change &change : std::exchange(m_changes, {})) {
        if (change.session && change.session->isOpen())
            changes.push_back(std::move(change));
        else
            giveUp(change, Status::Done);
    }
    const bool persistent = persist(changes);
    for (const Change &change : changes) {
        if (persistent)
            apply(change);
        else
            giveUp(change, Status::StorageError);
    }
    const QList<Session *> sessions = m_sessions;
    for (Session *session : sessions)
        session->sendLayout(); // where it has changed
}

bool Server::persist(const std::vector<Change> &changes)
{
    if (!m_database || changes.empty())
        return true;
    QString problem;
    bool done = m_database->begin(&problem);
    for (const Change &change : changes) {
        if (!done)
            break;
        done = change.removes
                ? m_database->remove(change.prepared.key, &problem)
                : m_database->put(change.prepared.key, m_store.valueOf(change.prepared), &problem);
    }
    done = done && m_database->commit(&problem);
    if (!done) {
        m_database->rollback();
        Q_EMIT log(problem);
    }
    return done;
}

void Server::apply(const Change &change)
{
    Reply reply;
    reply.request = change.request;
    const Store::Status status = change.removes
            ? m_store.remove(change.prepared.key, &reply.version)
            : m_store.publish(change.prepared, &reply.version);
    reply.status = quint8(status);
    if (change.session)
        change.session->reply(reply, RequestId{ change.request }.slot());
}

void Server::giveUp(const Change &change, Status status)
{
    if (!change.removes)
        m_store.discard(change.prepared);
    if (change.session && change.session->isOpen())
        change.session->reply(Reply{ change.request, quint8(status), 0, 0 },
                              RequestId{ change.request }.slot());
}

} // namespace KeyValue

#include "moc_server.cpp"
