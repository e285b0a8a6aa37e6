// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VERBSLANE_H
#define VERBSLANE_H

#include "lane.h"
#include "poster.h"

#include <QtRdma/RdmaQueuePair>

#include <optional>

namespace Perf {

// The private data of the side that connects: the run that the lane belongs to, and the place of
// its memory.
struct LaneRequest
{
    quint64 token = 0;
    quint32 index = 0;
    RdmaRemoteMemory memory;

    QByteArray toPrivateData() const;
    static std::optional<LaneRequest> fromPrivateData(const QByteArray &data);
};

// A lane over a queue pair. Messages that take receives of the peer are sent within a window: when
// half of it has been taken and posted again, an empty message says so. The first empty message of
// the side that has connected says that it is there.
class VerbsLane : public Lane, private Poster::Owner
{
    Q_OBJECT

public:
    explicit VerbsLane(const Description &description, QObject *parent = nullptr);
    ~VerbsLane() override;

    void connectTo(const QHostAddress &local, const QHostAddress &address, quint16 port,
                   LaneRequest request);
    void accept(const RdmaConnectionRequest &request, const LaneRequest &peer);

    // Without the connection manager each side creates its end, and joins it to that of the other,
    // of which it has heard. Then the client greets. An empty place means a failure.
    QByteArray create(const QHostAddress &local);
    void join(const QByteArray &place);
    void greet();

Q_SIGNALS:
    void joined(); // messages can arrive

protected:
    void sendMore() override;
    bool isIdle() const override { return m_inFlight == 0; }
    // Completions tell of whole periods.
    qint64 leastMore() const override { return m_unsignalled > 0 ? m_period - m_unsignalled : 0; }

private:
    RdmaConnectionOptions options() const;
    bool allocate(const QHostAddress &local);
    bool prepare(const QHostAddress &local);
    RdmaMemorySlice room() const; // for a message
    RdmaWorkRequest message(const RdmaRemoteMemory &peer) const;
    void check(bool posted);
    void post(qint64 count);
    void postEmpty() { check(m_poster->postEmpty()); }
    void chainsCompleted(qint64 count) override;
    void received(bool isEmpty) override;
    void emptyReceived();
    void messageTaken();

    const qint64 m_window; // these as the description has them, for each message
    const qint64 m_period;
    const bool m_isEchoed;
    const std::unique_ptr<Poster> m_poster; // outlives the queue pair
    RdmaQueuePair m_end;
    RdmaProtectionDomain m_domain;
    RdmaMemoryRegion m_memory; // the first half is sent, the second half receives
    bool m_connects = false;
    bool m_isConnected = false;
    bool m_isGreeted = false; // the first empty message has come
    qint64 m_inFlight = 0;
    qint64 m_unsignalled = 0; // posted behind the last signalled one
    qint64 m_credit = 0; // messages that the peer has receives for
    qint64 m_taken = 0; // receives to post again
    qint64 m_owed = 0; // receives posted again that the peer does not know of
};

} // namespace Perf

#endif // VERBSLANE_H
