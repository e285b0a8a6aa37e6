// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SESSION_H
#define SESSION_H

#include "clientpool.h"
#include "protocol.h"
#include "store.h"

#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaMemoryWindow>
#include <QtRdma/RdmaQueuePair>

#include <QObject>
#include <QTimer>

#include <bitset>

namespace KeyValue {

// One client of the server: its queue pair, its staging memory, and its limits. Nothing that it
// sends is believed: a client that breaks the rules is told why and loses its connection.
class Session : public QObject
{
    Q_OBJECT

public:
    // Without a pool it has a protection domain and receives of its own.
    Session(const Store &store, int window, std::shared_ptr<ClientPool> pool, QObject *parent);

    static int receivesOf(int window); // receives that one client may use at a time

    bool accept(const RdmaConnectionRequest &request); // false: ended() will not follow
    void end(const QByteArray &reason);
    void sendLayout();
    void reply(const Message &message, quint32 slot);

    quint64 name() const { return m_name; }
    bool isOpen() const { return m_open; }

    char *stagingSlot(quint32 slot);

Q_SIGNALS:
    void greeted();
    void putRequested(const KeyValue::Commit &commit);
    void pieceRequested(const KeyValue::Piece &piece);
    void removeRequested(const KeyValue::Remove &remove);
    void listRequested(const KeyValue::List &list);
    void fetchRequested(const KeyValue::Fetch &fetch);
    void metricsRequested(const KeyValue::Metrics &metrics);
    void reported(const KeyValue::Report &report);
    void log(const QString &line);
    void ended();

private:
    void completed(const RdmaCompletion &completion);
    void received(const QByteArray &bytes);
    bool allocateStaging();
    void handle(const Hello &hello);
    void welcome();
    void handle(const LayoutSeen &seen);
    void handle(const Commit &commit);
    void handle(const Piece &piece);
    void handle(const Remove &remove);
    void handle(const Fetch &fetch);
    void handle(const List &list);
    void handle(const Metrics &metrics);
    void handle(const Report &report) { Q_EMIT reported(report); }
    template <class ServersMessage>
    void handle(const ServersMessage & /*message*/)
    {
        end("a message of the server");
    }
    bool begin(quint32 slot);
    bool beginWithKey(quint32 request, const QByteArray &key);
    void postReceive();
    void send(const Message &message);
    void flush();
    bool registerLayout(Layout *layout);
    QString line(const QString &text) const;

    const Store &m_store;
    std::shared_ptr<ClientPool> m_pool;
    int m_window;
    RdmaQueuePair m_queuePair;
    RdmaMemoryRegion m_staging;
    RdmaMemoryWindow m_memoryWindow; // onto it, with a pool
    RdmaMemoryRegion m_index;
    RdmaMemoryRegion m_oldIndex; // kept until the client has seen the new one
    QList<RdmaMemoryRegion> m_chunks;
    QList<QByteArray> m_outgoing;
    std::bitset<MaxWindow> m_busy; // slots with a request under way
    QTimer m_patience; // with a client that owes an answer
    QString m_peer;
    quint64 m_name = 0;
    quint32 m_layoutSent = 0;
    quint32 m_layoutSeen = 0;
    bool m_hasGreeted = false;
    bool m_open = false;
    bool m_ending = false;
};

} // namespace KeyValue

#endif // SESSION_H
