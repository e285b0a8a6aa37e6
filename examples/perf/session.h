// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SESSION_H
#define SESSION_H

#include "control.h"
#include "lanes.h"
#include "places.h"
#include "polling.h"
#include "refusal.h"
#include "streamlane.h"
#include "usage.h"
#include "verbslane.h"

#include <functional>

namespace Perf {

// The server's part of the runs of one client, one at a time.
class Session : public QObject
{
    Q_OBJECT

public:
    // A session that is one of several asks before it begins to measure, see beginWanted().
    Session(Control *control, quint16 tcpPort, std::function<qint64()> memoryLeft,
            bool isOneOfSeveral, QObject *parent);

    QString clientName() const;
    quint64 token() const { return m_token; } // 0 without a run
    qint64 memory() const { return m_lanes ? m_description.memory() : 0; }

    void begin();
    bool accept(const RdmaConnectionRequest &request, const LaneRequest &lane);
    template <typename Socket>
    bool accept(Socket *socket, qint64 index)
    {
        constexpr Test test = std::is_base_of_v<QAbstractSocket, Socket> ? Test::Tcp : Test::Stream;
        if (!m_lanes || m_description.test != test || !m_lanes->isFree(index))
            return false;
        auto *lane = new StreamLane<Socket>(m_description, socket);
        m_lanes->insert(index, lane);
        lane->accepted();
        return true;
    }

Q_SIGNALS:
    void log(const QString &line);
    void beginWanted(); // begin() is awaited
    void measured(const QJsonObject &result); // as the client says
    void ended();

private:
    void received(const QJsonObject &message);
    void prepare(const QJsonObject &message);
    QJsonArray createPlaces();
    void join(const QJsonArray &places);
    void beginWhenReady();
    void end(const QJsonObject &message);
    void answerEnd();
    void refuse(const Refusal &refusal);
    Refusal missing(const Description &description) const;

    Control *m_control;
    const quint16 m_tcpPort;
    const std::function<qint64()> m_memoryLeft;
    const bool m_isOneOfSeveral;
    Description m_description;
    Polling m_polling;
    std::unique_ptr<Lanes> m_lanes;
    std::unique_ptr<Places> m_places; // without the connection manager
    Usage m_used;
    quint64 m_token = 0;
    qint64 m_messages = 0;
    bool m_allReady = false;
    bool m_beginning = false; // wanted, but lanes are missing
    bool m_measuring = false; // the warm-up is over
    bool m_busy = false; // from prepared to ended
    bool m_sending = false; // both directions
    bool m_ending = false;
    bool m_expecting = false;
};

} // namespace Perf

#endif // SESSION_H
