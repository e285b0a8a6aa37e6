// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMMAND_H
#define COMMAND_H

#include "client.h"

#include <QElapsedTimer>
#include <QObject>

namespace KeyValue {

// The words of a command are bytes, as keys and values are.
struct CommandLine
{
    QList<QByteArray> words;
    QStringList options; // the names of those that were given
    QString file; // of a value; "-" is the standard input or output
    std::chrono::seconds lifetime = {}; // 0: without an end
    QString expect; // a version, or ABSENT
};

// One command of the command line, from connecting to the exit status.
class Command : public QObject
{
    Q_OBJECT

public:
    explicit Command(QObject *parent = nullptr);

    static QString usage();
    bool parse(const CommandLine &line, QString *problem);
    bool readValue(QString *problem); // of a put, before there is a connection
    void start(const QHostAddress &address, quint16 port);

Q_SIGNALS:
    void finished(int status);

private:
    bool readBench();
    bool readCondition(QString *problem);
    void run();
    void swapped(const Result &result);
    void got(const Result &result);
    void showList(const Result &result);
    void nextBench();
    void benchDone(const QByteArray &key, const Result &result);
    void startRound();
    void endRound();
    void done(const Result &result);
    void fail(const QString &problem, int status = 1);
    void finish(int status);

    Client m_client;
    CommandLine m_line;
    QByteArray m_key; // the prefix of a list
    QByteArray m_value;
    PutOptions m_options;
    QElapsedTimer m_clock;
    QByteArray m_benchPrefix;
    Result m_benchResult;
    int m_count = 1000; // number and size of the values of bench
    int m_size = 1024;
    int m_round = 0;
    int m_started = 0;
    int m_ended = 0;
    bool m_over = false;
};

} // namespace KeyValue

#endif // COMMAND_H
