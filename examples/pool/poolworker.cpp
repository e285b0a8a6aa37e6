// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "poolworker.h"

#include <QtCore/QDebug>

#include <utility>

void RequestQueue::put(const Request &request)
{
    ++load;
    const std::lock_guard<std::mutex> lock(mutex);
    requests.push_back(request);
}

std::vector<RequestQueue::Request> RequestQueue::takeAll()
{
    const std::lock_guard<std::mutex> lock(mutex);
    return std::exchange(requests, {});
}

PoolWorker::PoolWorker(std::shared_ptr<RequestQueue> requests, Serve whatToDo)
    : queue(std::move(requests))
    , serve(std::move(whatToDo))
{
}

void PoolWorker::acceptAll()
{
    const std::vector<RequestQueue::Request> requests = queue->takeAll();
    for (const RequestQueue::Request &request : requests)
        accept(request);
}

void PoolWorker::accept(const RequestQueue::Request &request)
{
    auto *stream = new RdmaStream(this);
    stream->setOptions(request.options);
    connect(stream, &QObject::destroyed, stream, [held = queue] { --held->load; });
    connect(stream, &RdmaStream::connected, stream, [this, stream] { serve(stream); });
    connect(stream, &RdmaStream::stateChanged, stream,
            [stream](QAbstractSocket::SocketState state) {
                if (state == QAbstractSocket::UnconnectedState)
                    stream->deleteLater();
            });
    if (!stream->accept(request.request)) {
        qWarning() << "cannot accept:" << stream->errorString();
        delete stream;
    }
}

#include "moc_poolworker.cpp"
