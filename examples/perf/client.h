// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENT_H
#define CLIENT_H

#include "options.h"

#include <QTimer>

#include <memory>

namespace Perf {

class Control;
class Run;

enum ExitStatus { Success = 0, Failed = 1, BadUsage = 2, LimitMissed = 3, Interrupted = 130 };

// Asks the server for one run after the other and writes what they measure.
class Client : public QObject
{
    Q_OBJECT

public:
    explicit Client(const Options &options, QObject *parent = nullptr);
    ~Client() override;

    void start();
    void interrupt(); // the first ends the run and writes what there is, the second does not wait

Q_SIGNALS:
    void finished(int status);

private:
    void next();
    void runFinished();
    void fail(const QString &why);
    void finish(int status);
    bool writeFiles();
    bool meetsLimits() const;
    void showProgress();
    void eraseProgress();

    const Options m_options;
    Control *m_control = nullptr;
    std::unique_ptr<Run> m_run;
    QList<QJsonObject> m_results;
    QTimer m_progress;
    QString m_device;
    qsizetype m_next = 0;
    bool m_interrupted = false;
    bool m_finished = false;
};

} // namespace Perf

#endif // CLIENT_H
