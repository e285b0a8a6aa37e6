// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "httpconnection.h"

#include <QFile>
#include <QIODevice>

namespace {

constexpr qint64 ChunkSize = 64 * 1024;
constexpr qint64 MostBuffered = 4 * ChunkSize; // bytes of answers, however slow the client is

} // namespace

HttpConnection::HttpConnection(QIODevice *connected, const QString &directory,
                               std::chrono::milliseconds patienceTime, QObject *parent)
    : QObject(parent)
    , device(connected)
    , root(directory)
{
    device->setParent(this);
    next.setSingleShot(true);
    next.callOnTimeout(this, &HttpConnection::readMore);
    connect(device, &QIODevice::readyRead, &next, qOverload<>(&QTimer::start));
    connect(device, &QIODevice::readChannelFinished, this, [this] {
        inputEnded = true;
        next.start();
    });
    connect(device, &QIODevice::bytesWritten, this, &HttpConnection::sendMore);
    patience.setSingleShot(true);
    patience.setInterval(patienceTime);
    patience.callOnTimeout(this, &HttpConnection::impatient);
    patience.start();
    next.start(); // bytes may be there already; our signals have receivers by then
}

// One request in a turn of the event loop, so that a client with many leaves time for the others. A
// client may send its next request before it has the answer; more than one waits in its own window.
// A client that takes no answers gets no more of them.
void HttpConnection::readMore()
{
    if (state != State::Reading || device->bytesToWrite() >= MostBuffered)
        return;
    input += device->read(HttpRequest::LongestHead + 4 - input.size());
    HttpRequest request;
    const HttpRequest::Result result = request.take(&input);
    const bool isHead = request.method == "HEAD";
    switch (result) {
    case HttpRequest::Incomplete:
        if (device->bytesAvailable() > 0) // they were behind empty lines
            next.start();
        else if (inputEnded)
            finish();
        return;
    case HttpRequest::Complete:
        return begin(answerTo(request, root), isHead,
                     request.keepsAlive() ? State::Answering : State::LastAnswer);
    case HttpRequest::Malformed:
        return begin(errorAnswer(400), isHead, State::LastAnswer);
    case HttpRequest::OtherVersion:
        return begin(errorAnswer(505), isHead, State::LastAnswer);
    case HttpRequest::TooLong:
        return begin(errorAnswer(431), isHead, State::LastAnswer);
    case HttpRequest::TargetTooLong:
        return begin(errorAnswer(414), isHead, State::LastAnswer);
    case HttpRequest::HasBody: // its body would be taken for the next request
        return begin(errorAnswer(413), isHead, State::LastAnswer);
    }
}

void HttpConnection::begin(Answer answer, bool isHead, State answering)
{
    current = std::move(answer);
    state = answering;
    ++answerCount;
    device->write(current.head
                  + (state == State::LastAnswer ? "Connection: close\r\n\r\n"
                                                : "Connection: keep-alive\r\n\r\n"));
    if (isHead)
        current.fileBytes = 0;
    else
        device->write(current.body);
    patience.start();
    sendMore();
}

void HttpConnection::sendMore()
{
    if (state == State::Closed)
        return;
    if (state == State::Reading)
        return next.start(); // perhaps it waited for room
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
    const bool wasLast = state == State::LastAnswer;
    state = State::Reading;
    current = {};
    if (wasLast)
        finish();
    else
        next.start();
}

void HttpConnection::impatient()
{
    if (device->bytesToWrite() == 0)
        return finish();
    state = State::Closed;
    current = {};
    Q_EMIT breaking();
}

void HttpConnection::finish()
{
    if (state == State::Closed)
        return;
    state = State::Closed;
    current = {};
    Q_EMIT closing();
}
