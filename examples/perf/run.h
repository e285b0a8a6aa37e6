// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RUN_H
#define RUN_H

#include "result.h"
#include "polling.h"

#include <QHostAddress>
#include <QObject>
#include <QTimer>

namespace Perf {

class Control;
class Lanes;
class Places;

// The client's part of one description: prepare, connect, warm up, and measure, once or more often.
class Run : public QObject
{
    Q_OBJECT

public:
    Run(const Description &description, Control *control, QObject *parent = nullptr);
    ~Run() override;

    void start(); // ready() comes when all is connected and warm
    void measure(size_t keptInOrder = 0); // samples; finished() comes with the result
    void stop(); // finished() comes with the results until then, or failed()
    const Result &result() const { return m_result; }
    bool isCompared() const { return m_isCompared; } // the server wants to know the result
    qint64 completed() const;

Q_SIGNALS:
    void ready();
    void finished();
    void failed(const QString &why);

private:
    enum class Phase { Preparing, WarmingUp, Ready, Beginning, Measuring, Measured };

    void received(const QJsonObject &message);
    void makeLanes(const QJsonObject &prepared);
    void makeLane(qint64 index, const QJsonObject &prepared);
    void makePlaces(const QJsonArray &others);
    void watch();
    void setReady();
    void begin(qint64 messages);
    void begun();
    void sent();
    void ended(const QJsonObject &message);
    void stopClock();
    void phaseEnded();
    bool clockStopsWhenSent() const;

    const Description m_description;
    Control *m_control;
    Polling m_polling;
    std::unique_ptr<Lanes> m_lanes;
    std::unique_ptr<Places> m_places; // without the connection manager
    Result m_result;
    Usage m_used;
    QTimer m_duration;
    QTimer m_watch; // over queue pairs that lose messages
    qint64 m_watched = 0; // messages that had arrived
    qint64 m_started = 0;
    bool m_isCompared = false;
    QString m_failure; // of a connection
    Phase m_phase = Phase::Preparing;
};

} // namespace Perf

#endif // RUN_H
