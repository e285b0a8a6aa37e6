// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SERVER_H
#define SERVER_H

#include "protocol.h"
#include "servermetrics.h"
#include "store.h"

#include <QtRdma/RdmaServer>

#include <QPointer>
#include <QTimer>

#include <map>
#include <memory>
#include <vector>

namespace KeyValue {

class ClientPool;
class Database;
class Session;

struct ServerOptions
{
    int window = 16; // requests of one client under way
    int maxClients = 64;
    bool shareReceives = true; // where the device can keep the clients apart nevertheless
    QString database; // of SQLite; empty: the data ends with the server
    Store::Limits limits;
};

// The server accepts clients and turns their requests into changes of the store. The requests of
// one turn of the event loop are one transaction of the database, and are acknowledged after it.
class Server : public RdmaServer
{
    Q_OBJECT

public:
    explicit Server(const ServerOptions &options, QObject *parent = nullptr);
    ~Server() override;

    bool open(QString *problem); // the database
    // Makes the changes that it was asked for, tells the clients, and completes the database's one
    // file. stopped() follows.
    void stop();
    const Store &store() const { return m_store; }
    qsizetype clients() const { return m_sessions.size(); }
    bool sharesReceives() const; // among the clients of some device

Q_SIGNALS:
    void log(const QString &line);
    void stopped(const QString &problem); // empty if all data are in the one file

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;

private:
    enum class Life { Running, Stopping, Stopped };
    enum class Origin { Client, Lifetime };
    struct Change
    {
        Origin origin = Origin::Client;
        QPointer<Session> session;
        quint32 request = 0;
        bool removes = false;
        Store::Prepared prepared; // its key is that of a removal too
        Condition condition = Condition::None;
        quint64 version = 0; // of the condition
    };
    // A value that comes in pieces. A client has one at a time, which bounds the memory that it can
    // hold without a key.
    struct Upload
    {
        quint32 request = 0;
        Store::Prepared prepared;
        qsizetype filled = 0;
        std::unique_ptr<QTimer, QScopedPointerDeleteLater> patience; // it ends its own upload
    };

    std::shared_ptr<ClientPool> poolFor(const RdmaConnectionRequest &request);
    void addSession(Session *session);
    void removeSession(Session *session);
    void fence(Session *newcomer);
    void put(Session *session, const Commit &commit);
    Store::Status prepare(Session *session, quint32 slot, Store::Prepared *prepared);
    void piece(Session *session, const Piece &piece);
    Store::Status beginUpload(Session *session, quint32 request);
    void discardUpload(Session *session);
    void remove(Session *session, const Remove &remove);
    void list(Session *session, const List &list);
    void fetch(Session *session, const Fetch &fetch);
    void metrics(Session *session, const Metrics &metrics);
    void report(const Report &report);
    bool hasRoomFor(const QByteArray &key) const;
    void enqueue(Change &&change);
    void apply();
    void finishStopping();
    std::vector<Change> takeChanges();
    std::vector<Change> whoseConditionsHold(std::vector<Change> changes);
    bool persist(const std::vector<Change> &changes);
    void removeEnded();
    void awaitEnds(int least);
    void conflict(const Change &change);
    void apply(const Change &change);
    void giveUp(const Change &change, Status status, quint64 version = 0);
    void replyFull(Session *session, quint32 request);

    ServerOptions m_options;
    Store m_store;
    std::unique_ptr<Database> m_database;
    QHash<QString, std::shared_ptr<ClientPool>> m_pools; // by device; null where it cannot
    QList<Session *> m_sessions;
    std::vector<Change> m_changes;
    std::map<const Session *, Upload> m_uploads;
    QTimer m_ends; // of lifetimes
    ServerMetrics m_metrics;
    Life m_life = Life::Running;
};

} // namespace KeyValue

#endif // SERVER_H
