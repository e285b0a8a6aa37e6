// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENT_H
#define CLIENT_H

#include "protocol.h"
#include "slot.h"

#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>

#include <QFuture>
#include <QHash>
#include <QObject>
#include <QQueue>

#include <chrono>
#include <memory>
#include <vector>

namespace KeyValue {

struct Result
{
    // The first ones come from the server.
    enum Status {
        Done,
        NotFound,
        Full,
        Malformed,
        StorageError,
        Conflict,
        Disconnected,
        TooLong,
        Restless
    };

    Status status = Disconnected; // then nobody knows whether a change was made
    quint64 version = 0; // the present one after a conflict: 0 for none
    QByteArray value;
    QList<QByteArray> keys;
    bool more = false; // keys follow after the last of these

    static QString text(Status status);
};

struct PutOptions
{
    Condition condition = Condition::None; // else the put is a Conflict
    quint64 version = 0; // of Condition::HasVersion
    std::chrono::milliseconds lifetime = {}; // 0: without an end
};

// A client of the store. Calls may be made from connectToServer() on, many at once; each gives a
// future.
//
// put() writes into the staging memory that the server has given to this client and commits. get()
// reads the server's memory without its help: the bucket of the key in the index, then the slot.
// Large slots travel in pieces, through the same memory.
class Client : public QObject
{
    Q_OBJECT

public:
    struct Statistics
    {
        quint64 reads = 0; // of buckets and slots
        quint64 retries = 0; // reads of memory that had just changed
        quint64 fetches = 0; // the server had to help
    };

    explicit Client(QObject *parent = nullptr);
    ~Client() override;

    void setName(quint64 name) { m_name = name; }
    void connectToServer(const QHostAddress &address, quint16 port);
    void disconnectFromServer();
    void abort();
    bool isReady() const { return m_ready; }
    QString errorString() const { return m_problem; }
    const Statistics &statistics() const { return m_statistics; }
    bool usesImmediates() const { return m_immediates != Immediates::Refused; }

    QFuture<Result> put(const QByteArray &key, const QByteArray &value,
                        const PutOptions &options = {});
    QFuture<Result> get(const QByteArray &key);
    QFuture<Result> remove(const QByteArray &key);
    QFuture<Result> list(const QByteArray &after = {}, const QByteArray &prefix = {});
    QFuture<Result> metrics(); // of the server: text for Prometheus

Q_SIGNALS:
    void ready();
    void disconnected(); // also when connecting has failed; errorString() tells why

private:
    enum class Kind { Put, Get, Remove, List, Metrics };
    enum class Immediates { Unknown, Accepted, Refused };
    struct Request
    {
        Kind kind = Kind::Get;
        QByteArray key;
        QByteArray value; // of a put; the prefix of a list
        PutOptions options;
        QByteArray image; // of a slot that is larger than a piece; a put's whole, a get's so far
        qsizetype sent = 0; // of a put's image
        RdmaRemoteMemory source; // of a get: the slot that is being read
        QPromise<Result> promise;
        quint32 id = 0;
        int attempts = 0;
        qsizetype candidate = -1; // of a get: the entry of the bucket whose slot is being read
        QList<BucketEntry> candidates;
        bool overflowed = false; // and its bucket does not hold all keys
    };
    using RequestPtr = std::shared_ptr<Request>;

    QFuture<Result> start(const RequestPtr &request);
    void startWaiting();
    void begin(const RequestPtr &request);
    void finish(const RequestPtr &request, Result result);
    void failAll();
    void finishAll();

    void completed(quint64 wrId, const RdmaCompletion &completion);
    void received(const QByteArray &bytes);
    void handle(const Welcome &welcome);
    void handle(const Layout &layout);
    void handle(const Reply &reply);
    void handle(const Keys &keys);
    void fail(const QString &problem);
    void confirmLayout();

    void stage(const RequestPtr &request);
    void sendPiece(const RequestPtr &request);
    void stagePiece(quint32 slot, qsizetype from, qsizetype to);
    void commit(const RequestPtr &request);
    void commitWithImmediate(const RequestPtr &request, RdmaWorkRequest &&header);
    bool isLarge(const Request &request) const;
    void readBucket(const RequestPtr &request);
    void bucketRead(const RequestPtr &request);
    void readCandidate(const RequestPtr &request);
    RdmaRemoteMemory slotAt(const BucketEntry &entry) const;
    void readPiece(const RequestPtr &request);
    void candidateRead(const RequestPtr &request);
    void found(const RequestPtr &request, const SlotView &slot);
    void count(const Result &result);
    void report();
    void fetched(const RequestPtr &request, const Reply &reply);
    void retry(const RequestPtr &request);
    void fetch(const RequestPtr &request);
    void read(const RequestPtr &request, const RdmaRemoteMemory &from);

    RequestPtr requestFor(quint32 id) const;
    RdmaMemorySlice local(quint32 slot, qsizetype size) const;
    void send(const Message &message);
    void post(RdmaWorkRequest &&request);
    void flush();

    RdmaQueuePair m_queuePair;
    quint64 m_name;
    Welcome m_welcome;
    Layout m_layout;
    Layout m_nextLayout; // if it has a number: it waits until nothing is being read
    RdmaMemoryRegion m_memory; // a slot for each slot of the staging memory
    std::vector<RequestPtr> m_active; // by slot
    QQueue<RequestPtr> m_waiting;
    RequestPtr m_uploading; // the one put of many pieces that the server takes at a time
    Report m_unreported;
    QHash<quint64, RequestPtr> m_reads; // by work request
    QList<RdmaWorkRequest> m_outgoing; // leave together at the end of the turn
    quint32 m_generation = 0;
    quint64 m_nextWrId = 1;
    Immediates m_immediates = Immediates::Unknown;
    bool m_flushScheduled = false;
    bool m_ready = false;
    bool m_leaving = false;
    QString m_problem;
    Statistics m_statistics;
};

} // namespace KeyValue

#endif // CLIENT_H
