// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMMAND_H
#define COMMAND_H

#include "client.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>

namespace KeyValue {

// One command of the command line, from connecting to the exit status.
class Command : public QObject
{
    Q_OBJECT

public:
    explicit Command(QObject *parent = nullptr);

    static QString usage();
    bool parse(const QStringList &words, QString *problem);
    void start(const QHostAddress &address, quint16 port);

Q_SIGNALS:
    void finished(int status);

private:
    bool readBench(const QStringList &words);
    void run();
    void showList(const Result &result);
    void nextBench();
    void benchDone(const Result &result);
    void startRound();
    void done(const Result &result);
    void finish(int status);

    Client m_client;
    QStringList m_words;
    QByteArray m_prefix;
    QElapsedTimer m_clock;
    int m_count = 1000; // number and size of the values of bench
    int m_size = 1024;
    int m_round = 0;
    int m_started = 0;
    int m_ended = 0;
    bool m_over = false;
};

} // namespace KeyValue

#endif // COMMAND_H
