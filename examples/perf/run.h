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

// The client's part of one description: prepare, connect, warm up, measure.
class Run : public QObject
{
    Q_OBJECT

public:
    Run(const Description &description, Control *control, QObject *parent = nullptr);
    ~Run() override;

    void start();
    void stop(); // finished() comes with the results until then, or failed()
    const Result &result() const { return m_result; }
    qint64 completed() const;

Q_SIGNALS:
    void finished();
    void failed(const QString &why);

private:
    void received(const QJsonObject &message);
    void makeLanes(const QJsonObject &prepared);
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
    Result m_result;
    Usage m_used;
    QTimer m_duration;
    qint64 m_started = 0;
    bool m_warmingUp = false;
    bool m_measuring = false;
};

} // namespace Perf

#endif // RUN_H
