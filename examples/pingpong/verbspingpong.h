// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef VERBSPINGPONG_H
#define VERBSPINGPONG_H

#include "settings.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QList>
#include <QtRdma/RdmaMemoryRegion>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaServer>

// One end of a ping-pong by work requests. Both ends are the same but for who begins: the client greets, the server answers,
// and from then on each message that arrives is answered by one.
class VerbsPingPong : public QObject
{
    Q_OBJECT

public:
    explicit VerbsPingPong(const Settings &wanted, QObject *parent = nullptr);

    void connectToServer();
    void accept(const RdmaConnectionRequest &request);

    // What the server has to know of a client comes in the private data of its request.
    static QByteArray toPrivateData(const Settings &settings);
    static bool fromPrivateData(const QByteArray &data, Settings *settings);

private:
    void connected();
    void disconnected();
    void completed(const RdmaCompletion &completion);
    void readPeerMemory(const QByteArray &greeting);
    void sendGreeting();
    void sendMessage();

    Settings settings;
    RdmaQueuePair queuePair;
    RdmaMemoryRegion region; // with Settings::Write: what the peer writes into
    RdmaRemoteMemory peerMemory;
    QByteArray message;
    QString device;
    QElapsedTimer clock;
    QList<qint64> roundTrips;
    quint64 answered = 0;
    bool client = false;
    bool greeted = false;
};

// Takes one client.
class VerbsServer : public RdmaServer
{
    Q_OBJECT

public:
    explicit VerbsServer(const Settings &wanted);

protected:
    void incomingConnection(const RdmaConnectionRequest &request) override;

private:
    Settings settings;
    bool taken = false;
};

#endif // VERBSPINGPONG_H
