// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMPINGPONG_H
#define STREAMPINGPONG_H

#include "settings.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QList>
#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

// The client's end of a ping-pong over a stream.
class StreamClient : public QObject
{
    Q_OBJECT

public:
    explicit StreamClient(const Settings &wanted);

    void connectToServer();

private:
    void sendMessage();
    void answerArrived();

    Settings settings;
    RdmaStream stream;
    QElapsedTimer clock;
    QByteArray message;
    QString device;
    QList<qint64> roundTrips;
};

// Sends back what it gets, to one client.
class StreamServer : public RdmaServer
{
    Q_OBJECT

public:
    explicit StreamServer(const Settings &wanted);

private:
    void serve(RdmaStream *stream);

    Settings settings;
    quint64 bytes = 0;
};

#endif // STREAMPINGPONG_H
