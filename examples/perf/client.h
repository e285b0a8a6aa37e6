// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENT_H
#define CLIENT_H

#include "options.h"
#include "output.h"
#include "result.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace Perf {

class Control;
class Run;

enum ExitStatus { Success = 0, Failed = 1, BadUsage = 2, LimitMissed = 3, Interrupted = 130 };

// Asks the server for one run after the other, on all paths at the same time, and writes the
// results.
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
    struct Leg // of a path
    {
        Control *control = nullptr;
        std::unique_ptr<Run> run;
        QString device;
    };

    bool openFiles();
    void connectLeg(Leg *leg, const Path &path);
    void allConnected();
    void next();
    void startRun(Leg *leg);
    void measure();
    void allMeasured();
    void print(const Result &result, const QString &rows) const;
    void keep(const QJsonObject &result);
    void fail(const Leg &leg, const QString &why);
    void finish(int status);
    bool writeFiles();
    bool write(Output *output, const QByteArray &content);
    bool meetsLimits() const;
    void showProgress();
    void eraseProgress();
    QString nameOf(const Leg &leg) const;
    QStringList devices() const;
    bool isEndless() const { return m_options.isEndless; }

    const Options m_options;
    std::vector<Leg> m_legs;
    QList<QJsonObject> m_results;
    Output m_json;
    Output m_csv;
    Output m_plot;
    QTimer m_progress;
    qsizetype m_next = 0; // run
    size_t m_missing = 0; // legs that are not as far as the others
    bool m_interrupted = false;
    bool m_finished = false;
};

} // namespace Perf

#endif // CLIENT_H
