// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httpconnection.h"

#include <QFile>
#include <QIODevice>

#include <chrono>

using namespace std::chrono_literals;

namespace {

constexpr auto Patience = 30s;
constexpr qint64 ChunkSize = 64 * 1024;
constexpr qint64 MostBuffered = 4 * ChunkSize; // bytes of a file, however slow the client is

} // namespace

HttpConnection::HttpConnection(QIODevice *connected, const QString &directory, QObject *parent)
    : QObject(parent)
    , device(connected)
    , root(directory)
{
    device->setParent(this);
    next.setSingleShot(true);
    next.callOnTimeout(this, &HttpConnection::readMore);
    connect(device, &QIODevice::readyRead, &next, qOverload<>(&QTimer::start));
    connect(device, &QIODevice::bytesWritten, this, &HttpConnection::sendMore);
    patience.setSingleShot(true);
    patience.setInterval(Patience);
    patience.callOnTimeout(this, &HttpConnection::finish);
    patience.start();
    next.start(); // bytes may be there already; our signals have receivers by then
}

// One request in a turn of the event loop, so that a client with many leaves time for the others. A
// client may send its next request before it has the answer; more than one waits in its own window.
void HttpConnection::readMore()
{
    if (isAnswering || isClosed)
        return;
    input += device->read(HttpRequest::LongestHead + 4 - input.size());
    HttpRequest request;
    switch (request.take(&input)) {
    case HttpRequest::Incomplete:
        if (device->bytesAvailable() > 0) // they were behind empty lines
            next.start();
        return;
    case HttpRequest::Complete:
        keepsAlive = request.keepsAlive();
        return begin(answerTo(request, root), request.method == "HEAD");
    case HttpRequest::Malformed:
        return refuse(400);
    case HttpRequest::TooLong:
        return refuse(431);
    case HttpRequest::HasBody: // its body would be taken for the next request
        return refuse(413);
    }
}

void HttpConnection::refuse(int status)
{
    keepsAlive = false;
    begin(errorAnswer(status), false);
}

void HttpConnection::begin(Answer answer, bool isHead)
{
    current = std::move(answer);
    isAnswering = true;
    ++answerCount;
    device->write(current.head
                  + (keepsAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n"));
    if (isHead)
        current.fileBytes = 0;
    else
        device->write(current.body);
    sendMore();
}

void HttpConnection::sendMore()
{
    if (!isAnswering || isClosed)
        return;
    patience.start();
    while (current.fileBytes > 0 && device->bytesToWrite() < MostBuffered) {
        const QByteArray chunk = current.file->read(qMin(ChunkSize, current.fileBytes));
        // The file has become shorter: only the end of the connection can tell that.
        if (chunk.isEmpty())
            return finish();
        current.fileBytes -= chunk.size();
        device->write(chunk);
    }
    if (current.fileBytes > 0)
        return;
    isAnswering = false;
    current = {};
    if (!keepsAlive)
        finish();
    else
        next.start();
}

void HttpConnection::finish()
{
    if (isClosed)
        return;
    isClosed = true;
    Q_EMIT closing();
}
