// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LANE_H
#define LANE_H

#include "description.h"

#include <QObject>

#include <limits>

namespace Perf {

class Samples;

// One end of one connection that is measured. A lane that is started sends; every lane answers, or
// takes, what its peer sends.
class Lane : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 NoEnd = std::numeric_limits<qint64>::max();

    Lane(const Description &description, QObject *parent);

    bool isReady() const { return m_ready; }
    void start(qint64 messages, Samples *samples); // samples of latency, where they are wanted
    void stop(); // after the messages under way; then finished() comes
    qint64 completed() const { return m_completed; } // messages since start()
    // arrived() comes when this many messages of the peer have come since the last call.
    void expect(qint64 messages);

Q_SIGNALS:
    void ready(); // both ends are there
    void finished();
    void arrived();
    void failed(const QString &why);

protected:
    virtual void sendMore() = 0; // as far as there is room
    virtual bool isIdle() const = 0; // nothing under way
    virtual qint64 leastMore() const { return 0; } // messages to send before a stop

    const Description &description() const { return m_description; }
    void setReady();
    void fail(const QString &why);
    qint64 toSend() const { return m_toSend; }
    void sending(qint64 messages) { m_toSend -= messages; }
    void messageSent(); // clock of a latency starts
    void messageAnswered(); // and stops; the next one is sent
    void addCompleted(qint64 messages) { m_completed += messages; }
    void addReceived(qint64 messages);
    void proceed(); // sends more, or is finished

private:
    void finishIfDone();

    const Description m_description;
    Samples *m_samples = nullptr;
    qint64 m_toSend = 0;
    qint64 m_completed = 0;
    qint64 m_received = 0;
    qint64 m_expected = NoEnd;
    qint64 m_sentAt = 0;
    bool m_ready = false;
    bool m_running = false;
    bool m_failed = false;
};

qint64 monotonicTime(); // nanoseconds

} // namespace Perf

#endif // LANE_H
