// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streampingpong.h"

#include "report.h"

StreamClient::StreamClient(const Settings &wanted) : settings(wanted), message(wanted.size, 'p')
{
    connect(&stream, &RdmaStream::connected, this, [this] {
        device = stream.deviceName();
        sendMessage();
    });
    connect(&stream, &RdmaStream::readyRead, this, &StreamClient::answerArrived);
    connect(&stream, &RdmaStream::errorOccurred, this, [this] { fail(stream.errorString()); });
    connect(&stream, &RdmaStream::disconnected, this, [this] {
        if (roundTrips.size() == qsizetype(settings.iterations))
            reportClient(settings, device, roundTrips);
    });
}

void StreamClient::connectToServer()
{
    stream.connectToHost(settings.address, settings.port);
}

void StreamClient::sendMessage()
{
    clock.start();
    stream.write(message);
}

void StreamClient::answerArrived()
{
    if (stream.bytesAvailable() < message.size())
        return;
    stream.skip(message.size());
    roundTrips.append(clock.nsecsElapsed());
    if (roundTrips.size() < qsizetype(settings.iterations))
        sendMessage();
    else
        stream.disconnectFromHost();
}

StreamServer::StreamServer(const Settings &wanted) : settings(wanted)
{
    connect(this, &RdmaServer::newConnection, this, [this] { serve(nextPendingConnection()); });
}

void StreamServer::serve(RdmaStream *stream)
{
    pauseAccepting();
    connect(stream, &RdmaStream::readyRead, this, [this, stream] {
        const QByteArray data = stream->readAll();
        bytes += quint64(data.size());
        stream->write(data);
    });
    connect(stream, &RdmaStream::disconnected, this, [this, stream] {
        reportServer(settings, stream->deviceName(), bytes / settings.size);
    });
}
