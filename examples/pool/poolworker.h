// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef POOLWORKER_H
#define POOLWORKER_H

#include <QtCore/QObject>
#include <QtRdma/RdmaStream>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

// Connection requests on their way from the server's thread to another one. Both threads hold this
// object, so neither has to outlive the other. A request that nobody takes any more is refused when
// this object goes.
class RequestQueue
{
public:
    struct Request
    {
        RdmaConnectionRequest request;
        RdmaStreamOptions options;
    };

    void put(const Request &request);
    std::vector<Request> takeAll();

    std::atomic<int> load = 0; // number of requests here, and of streams made of them

private:
    std::mutex mutex;
    std::vector<Request> requests;
};

// Lives in a thread of the pool, and its streams with it.
class PoolWorker : public QObject
{
    Q_OBJECT

public:
    using Serve = std::function<void(RdmaStream *)>;

    PoolWorker(std::shared_ptr<RequestQueue> requests, Serve whatToDo);

    Q_INVOKABLE void acceptAll();

private:
    void accept(const RequestQueue::Request &request);

    std::shared_ptr<RequestQueue> queue;
    Serve serve;
};

#endif // POOLWORKER_H
