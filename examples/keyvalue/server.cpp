// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "server.h"

#include "database.h"
#include "session.h"

#include <QDateTime>
#include <QRandomGenerator>

#include <algorithm>
#include <cstring>
#include <utility>

namespace KeyValue {

namespace {

constexpr int MaxReceives = 4096; // of one device: 8 MiB
constexpr int PatienceWithPieces = 10000; // ms
constexpr int PauseAfterFailure = 1000; // ms
constexpr qint64 LongestSleep = 3600 * 1000; // ms; the clock may be set meanwhile
constexpr qsizetype EndsOfOneTurn = 1000;
constexpr int FarewellTime = 2000; // ms, for clients that do not take the last word

} // namespace

Server::Server(const ServerOptions &options, QObject *parent)
    : RdmaServer(parent)
    , m_options(options)
    , m_store(QRandomGenerator::system()->generate64(), options.limits)
{
    setAcceptPolicy(AcceptPolicy::Deferred);
    m_ends.setSingleShot(true);
    m_ends.setTimerType(Qt::PreciseTimer);
    connect(&m_ends, &QTimer::timeout, this, &Server::removeEnded);
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
    const auto take = [this](const QByteArray &key, const QByteArray &value, qint64 end) {
        Store::Prepared prepared;
        quint64 version = 0;
        if (m_store.prepare(key, value, &prepared) != Store::Status::Done)
            return false;
        prepared.end = end;
        return m_store.publish(prepared, &version) == Store::Status::Done;
    };
    if (!m_database->open(m_options.database, problem) || !m_database->load(take, problem))
        return false;
    awaitEnds(0);
    return true;
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
        problem = tr("The data are in %1 and %1-wal together, not in one file: %2")
                          .arg(m_options.database, problem);
    Q_EMIT stopped(problem);
}

void Server::incomingConnection(const RdmaConnectionRequest &request)
{
    if (!isGreeting(request.privateData())) {
        request.reject(isOfOtherVersion(request.privateData())
                               ? "server and client are of different versions"
                               : "not a client of this store");
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
            [this, session](const Commit &commit) { put(session, commit); });
    connect(session, &Session::pieceRequested, this,
            [this, session](const Piece &request) { piece(session, request); });
    connect(session, &Session::metricsRequested, this,
            [this, session](const Metrics &request) { metrics(session, request); });
    connect(session, &Session::reported, this, &Server::report);
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
    discardUpload(session);
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

void Server::put(Session *session, const Commit &commit)
{
    Change change;
    change.session = session;
    change.condition = Condition(commit.condition);
    change.version = commit.version;
    const quint32 slot = commit.slot;
    const Store::Status status = prepare(session, slot, &change.prepared);
    if (status == Store::Status::Malformed)
        return session->end("malformed slot");
    // The client numbers its requests by the version of the image.
    change.request = quint32(change.prepared.header.version >> 1);
    const bool isFull = status == Store::Status::Full || !hasRoomFor(change.prepared.key);
    const bool isOfSlot = RequestId{ change.request }.slot() == slot;
    if (status == Store::Status::Done && (isFull || !isOfSlot))
        m_store.discard(change.prepared);
    if (!isOfSlot)
        return session->end("a request of another slot");
    m_metrics.count(change.condition == Condition::None ? "requests_total{kind=\"put\"}"
                                                        : "requests_total{kind=\"cas\"}");
    if (isFull)
        return replyFull(session, change.request);
    m_metrics.count("written_bytes_total", change.prepared.header.valueLength);
    if (commit.lifetime != 0)
        change.prepared.end = QDateTime::currentMSecsSinceEpoch() + qint64(commit.lifetime);
    enqueue(std::move(change));
}

// From the staging memory, or from that and the pieces that have come before.
Store::Status Server::prepare(Session *session, quint32 slot, Store::Prepared *prepared)
{
    const auto upload = m_uploads.find(session);
    if (upload == m_uploads.end() || RequestId{ upload->second.request }.slot() != slot)
        return m_store.prepare(session->stagingSlot(slot), PieceSize, prepared);
    const Upload done = std::move(upload->second);
    m_uploads.erase(upload);
    *prepared = done.prepared;
    const qsizetype rest = prepared->header.slotSize() - done.filled;
    if (rest > PieceSize) {
        m_store.discard(*prepared);
        return Store::Status::Malformed;
    }
    m_store.fill(*prepared, done.filled, session->stagingSlot(slot), rest);
    return m_store.check(prepared);
}

void Server::piece(Session *session, const Piece &piece)
{
    const quint32 slot = RequestId{ piece.request }.slot();
    if (!m_uploads.contains(session)) {
        const Store::Status status = beginUpload(session, piece.request);
        if (status == Store::Status::Malformed)
            return session->end("malformed slot");
        if (status == Store::Status::Full)
            return replyFull(session, piece.request);
    }
    Upload &upload = m_uploads[session];
    const qsizetype skipped = upload.filled == 0 ? SlotHeaderSize : 0;
    if (upload.request != piece.request)
        return session->end("two large values at a time");
    if (upload.filled + PieceSize >= upload.prepared.header.slotSize())
        return session->end("a piece too many");
    m_store.fill(upload.prepared, upload.filled + skipped, session->stagingSlot(slot) + skipped,
                 PieceSize - skipped);
    upload.filled += PieceSize;
    upload.patience->start(PatienceWithPieces);
    session->reply(Reply{ piece.request, quint8(Status::Done), 0, 0, 0 }, slot);
}

Store::Status Server::beginUpload(Session *session, quint32 request)
{
    const SlotHeader claimed = SlotHeader::load(session->stagingSlot(RequestId{ request }.slot()));
    Upload upload;
    upload.request = request;
    const Store::Status status = quint32(claimed.version >> 1) == request
            ? m_store.reserve(claimed, &upload.prepared)
            : Store::Status::Malformed;
    if (status != Store::Status::Done)
        return status;
    upload.patience.reset(new QTimer);
    upload.patience->setSingleShot(true);
    connect(upload.patience.get(), &QTimer::timeout, session,
            [session] { session->end("a large value stands still"); });
    m_uploads[session] = std::move(upload);
    return status;
}

void Server::discardUpload(Session *session)
{
    const auto upload = m_uploads.find(session);
    if (upload == m_uploads.end())
        return;
    m_store.discard(upload->second.prepared);
    m_uploads.erase(upload);
}

void Server::replyFull(Session *session, quint32 request)
{
    m_metrics.count("errors_total{reason=\"full\"}");
    session->reply(Reply{ request, quint8(Status::Full), 0, 0, 0 }, RequestId{ request }.slot());
}

// This comes before the database knows of it: publishing must not fail any more.
bool Server::hasRoomFor(const QByteArray &key) const
{
    return m_store.find(key)
            || m_store.count() + qsizetype(m_changes.size()) < m_options.limits.keys;
}

void Server::remove(Session *session, const Remove &remove)
{
    m_metrics.count("requests_total{kind=\"remove\"}");
    Change change;
    change.session = session;
    change.request = remove.request;
    change.removes = true;
    change.prepared.key = remove.key;
    enqueue(std::move(change));
}

void Server::list(Session *session, const List &list)
{
    m_metrics.count("requests_total{kind=\"list\"}");
    Keys keys;
    keys.request = list.request;
    keys.keys = m_store.keysAfter(list.after, list.prefix, MessageSize - 64, &keys.more);
    session->reply(keys, RequestId{ list.request }.slot());
}

void Server::fetch(Session *session, const Fetch &fetch)
{
    m_metrics.count("requests_total{kind=\"fetch\"}");
    const quint32 slot = RequestId{ fetch.request }.slot();
    Reply reply{ fetch.request, quint8(Status::NotFound), 0, 0, 0 };
    if (const auto value = m_store.find(fetch.key)) {
        if (value->slot.size() <= PieceSize)
            std::memcpy(session->stagingSlot(slot), value->slot.data(), size_t(value->slot.size()));
        reply.status = quint8(Status::Done);
        reply.version = value->version;
        reply.length = quint32(value->slot.size());
        reply.place = value->place;
    }
    session->reply(reply, slot);
}

void Server::metrics(Session *session, const Metrics &metrics)
{
    const QByteArray text = m_metrics.text({
            { "clients", quint64(clients()) },
            { "clients_limit", quint64(m_options.maxClients) },
            { "keys", quint64(m_store.count()) },
            { "keys_limit", quint64(m_options.limits.keys) },
            { "memory_used_bytes", m_store.usedBytes() },
            { "memory_limit_bytes", m_options.limits.bytes },
    });
    const quint32 slot = RequestId{ metrics.request }.slot();
    const qsizetype length = SlotHeaderSize + MetricsKey.size() + text.size();
    Q_ASSERT(length <= PieceSize);
    writeSlot(session->stagingSlot(slot), 2, MetricsKey, text);
    session->reply(Reply{ metrics.request, quint8(Status::Done), 0, quint32(length), 0 }, slot);
}

void Server::report(const Report &report)
{
    m_metrics.count("gets_total{result=\"hit\"}", report.hits);
    m_metrics.count("gets_total{result=\"miss\"}", report.misses);
    m_metrics.count("read_bytes_total", report.bytes);
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
    const std::vector<Change> changes = whoseConditionsHold(takeChanges());
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
    awaitEnds(persistent ? 0 : PauseAfterFailure);
}

std::vector<Server::Change> Server::takeChanges()
{
    std::vector<Change> changes;
    for (Change &change : std::exchange(m_changes, {})) {
        const bool isWanted = change.session && change.session->isOpen();
        if (isWanted || change.origin == Origin::Lifetime)
            changes.push_back(std::move(change));
        else
            giveUp(change, Status::Done);
    }
    return changes;
}

// The changes before one of them are part of what it meets: a key that they have changed has a
// version that nobody knows yet.
std::vector<Server::Change> Server::whoseConditionsHold(std::vector<Change> changes)
{
    QHash<QByteArray, bool> isThere; // keys that were changed in this turn
    const auto holds = [this, &isThere](const Change &change) {
        const QByteArray &key = change.prepared.key;
        if (change.condition == Condition::None)
            return true;
        if (isThere.contains(key))
            return change.condition == Condition::Absent && !isThere.value(key);
        const auto found = m_store.find(key);
        return change.condition == Condition::Absent ? !found.has_value()
                                                     : found && found->version == change.version;
    };
    std::vector<Change> kept;
    for (Change &change : changes) {
        if (!holds(change)) {
            conflict(change);
            continue;
        }
        isThere[change.prepared.key] = !change.removes;
        kept.push_back(std::move(change));
    }
    return kept;
}

// The version in the reply is the present one, 0 for none.
void Server::conflict(const Change &change)
{
    const auto found = m_store.find(change.prepared.key);
    giveUp(change, Status::Conflict, found ? found->version : 0);
}

void Server::removeEnded()
{
    const QList<QByteArray> keys =
            m_store.endedBefore(QDateTime::currentMSecsSinceEpoch(), EndsOfOneTurn);
    for (const QByteArray &key : keys) {
        Change change;
        change.origin = Origin::Lifetime;
        change.removes = true;
        change.prepared.key = key;
        change.condition = Condition::HasVersion; // unless it has been changed
        change.version = m_store.find(key)->version;
        enqueue(std::move(change));
    }
    if (keys.isEmpty())
        awaitEnds(0);
}

void Server::awaitEnds(int least)
{
    const std::optional<qint64> next = m_store.nextEnd();
    if (!next)
        return m_ends.stop();
    const qint64 left = *next - QDateTime::currentMSecsSinceEpoch();
    m_ends.start(int(qBound<qint64>(least, left, LongestSleep)));
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
                : m_database->put(change.prepared.key, m_store.valueOf(change.prepared),
                                  change.prepared.end, &problem);
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
    if (change.origin == Origin::Lifetime)
        m_metrics.count("lifetimes_ended_total");
    if (change.session)
        change.session->reply(reply, RequestId{ change.request }.slot());
}

void Server::giveUp(const Change &change, Status status, quint64 version)
{
    if (!change.removes)
        m_store.discard(change.prepared);
    if (status == Status::StorageError)
        m_metrics.count("errors_total{reason=\"storage\"}");
    if (status == Status::Conflict && change.origin == Origin::Client)
        m_metrics.count("conflicts_total");
    if (change.session && change.session->isOpen())
        change.session->reply(Reply{ change.request, quint8(status), version, 0, 0 },
                              RequestId{ change.request }.slot());
}

} // namespace KeyValue

#include "moc_server.cpp"
