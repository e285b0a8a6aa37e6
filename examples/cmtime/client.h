// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLIENT_H
#define CLIENT_H

#include <QtCore/QElapsedTimer>
#include <QtCore/QList>
#include <QtNetwork/QHostAddress>
#include <QtRdma/RdmaQueuePair>

#include <array>
#include <memory>
#include <vector>

// Makes 'count' connections, 'parallel' at a time, keeps them all until the last stands, then ends them in the same way.
class Client : public QObject
{
    Q_OBJECT

public:
    struct Settings
    {
        QHostAddress address;
        quint16 port = 7473;
        int count = 100;
        int parallel = 1;
        bool json = false;
    };
    enum Step { Address, Route, Connect, Disconnect, StepCount };

    explicit Client(const Settings &wanted);

    void start();

private:
    void connectNext();
    void connected(const RdmaQueuePair &queuePair);
    void disconnectNext();
    void report();

    Settings settings;
    std::vector<std::unique_ptr<RdmaQueuePair>> queuePairs;
    std::array<QList<qint64>, StepCount> times; // nanoseconds
    QElapsedTimer clock;
    qint64 connectingTook = 0;
    qint64 disconnectingTook = 0;
    size_t ending = 0;
};

#endif // CLIENT_H
