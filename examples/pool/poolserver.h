// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef POOLSERVER_H
#define POOLSERVER_H

#include "poolworker.h"

#include <QtCore/QThread>
#include <QtRdma/RdmaServer>

// Listens in its own thread and gives each connection to the thread that has the fewest. There the
// RdmaStream is made, served and deleted. A stream cannot change its thread, but a connection
// request can.
class PoolServer : public RdmaServer
{
    Q_OBJECT

public:
    // 'serve' is called for each stream once it is connected, in the stream's thread, in several at
    // the same time.
    PoolServer(int threadCount, const PoolWorker::Serve &serve, QObject *parent = nullptr);
    // Ends the threads. Bytes that were flushed still reach the peers.
    ~PoolServer() override;

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;

private:
    struct Thread
    {
        QThread thread;
        std::shared_ptr<RequestQueue> queue = std::make_shared<RequestQueue>();
        PoolWorker *worker = nullptr; // the thread deletes it at its end
    };

    static void wake(PoolWorker *worker);

    std::vector<std::unique_ptr<Thread>> threads;
};

#endif // POOLSERVER_H
