// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STRESS_H
#define STRESS_H

#include "client.h"
#include "server.h"
#include "stressmodel.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include <array>
#include <map>
#include <memory>
#include <vector>

namespace KeyValue {

struct StressOptions
{
    QHostAddress address;
    int clients = 8;
    int seconds = 10;
    QString database;
};

// A server, and processes that use it and are killed in the middle. Each dead one is replaced by
// another that is told what must be there. At the end everything is compared once more.
class Stress : public QObject
{
    Q_OBJECT

public:
    explicit Stress(const StressOptions &options, QObject *parent = nullptr);
    ~Stress() override;

    bool start(QString *problem);

Q_SIGNALS:
    void log(const QString &line);
    void finished(int status);

private:
    struct Worker
    {
        std::unique_ptr<QProcess> process;
        std::array<ModelKey, KeysOfClient> keys;
        quint64 name = 0;
        bool killed = false;
        bool heard = false; // it has said something
        bool killedUnheard = false; // the last one was killed before that
    };

    void firstWord();
    void startWorker(int index);
    void readJournal(int index);
    void readLine(int index, const QByteArray &line);
    void workerEnded(int index, int code, QProcess::ExitStatus status);
    void killOne();
    void stop();
    void verify();
    void verified();
    void verifyMortals();
    void differ(const QString &text);
    void finish();

    StressOptions m_options;
    Server m_server;
    std::vector<Worker> m_workers;
    Client m_verifier;
    QTimer m_killTimer;
    QTimer m_endTimer;
    QDeadlineTimer m_mortals; // until then all keys with a lifetime must have ended
    std::map<QByteArray, quint64> m_counts;
    int m_running = 0;
    int m_kills = 0;
    int m_differences = 0;
    int m_unverified = 0;
    bool m_stopping = false;
    bool m_over = false;
};

} // namespace KeyValue

#endif // STRESS_H
