// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "verbspingpong.h"

#include "report.h"

#include <QtCore/QDataStream>

namespace {

constexpr quint32 Magic = 0x50494e47; // "PING"
constexpr quint32 GreetingSize = 64;
constexpr quint32 MaxSize = 16 * 1024 * 1024;

} // namespace

VerbsPingPong::VerbsPingPong(const Settings &wanted, QObject *parent)
    : QObject(parent)
    , settings(wanted)
{
    connect(&queuePair, &RdmaQueuePair::connected, this, &VerbsPingPong::connected);
    connect(&queuePair, &RdmaQueuePair::disconnected, this, &VerbsPingPong::disconnected);
    connect(&queuePair, &RdmaQueuePair::completed, this,
            [this](quint64, const RdmaCompletion &completion) { completed(completion); });
    connect(&queuePair, &RdmaQueuePair::errorOccurred, this,
            [](const RdmaError &error) { fail(error.toString()); });
}

QByteArray VerbsPingPong::toPrivateData(const Settings &settings)
{
    QByteArray data;
    QDataStream(&data, QIODevice::WriteOnly)
            << Magic << (settings.mode == Settings::Write) << settings.size;
    return data;
}

bool VerbsPingPong::fromPrivateData(const QByteArray &data, Settings *settings)
{
    quint32 magic = 0;
    bool write = false;
    QDataStream stream(data);
    stream >> magic >> write >> settings->size;
    settings->mode = write ? Settings::Write : Settings::Send;
    return stream.status() == QDataStream::Ok && magic == Magic && settings->size >= 1
            && settings->size <= MaxSize;
}

// Receives are posted before the connection is: what the peer sends must find one. Two are enough, each message answers one.
void VerbsPingPong::connectToServer()
{
    client = true;
    RdmaConnectionOptions options;
    options.privateData = toPrivateData(settings);
    queuePair.postReceive(qMax(settings.size, GreetingSize));
    queuePair.postReceive(qMax(settings.size, GreetingSize));
    queuePair.connectToHost(settings.address, settings.port, options);
}

void VerbsPingPong::accept(const RdmaConnectionRequest &request)
{
    queuePair.postReceive(qMax(settings.size, GreetingSize));
    queuePair.postReceive(qMax(settings.size, GreetingSize));
    queuePair.accept(request);
}

void VerbsPingPong::connected()
{
    device = queuePair.deviceName();
    message = QByteArray(settings.size, 'p');
    if (settings.mode == Settings::Write) {
        RdmaError error;
        region = RdmaMemoryRegion::allocate(queuePair.protectionDomain(), settings.size,
                                            Rdma::LocalWrite | Rdma::RemoteWrite, &error);
        if (!region.isValid()) {
            fail(error.toString());
            return;
        }
    }
    if (client)
        sendGreeting();
}

void VerbsPingPong::disconnected()
{
    if (client && roundTrips.size() < qsizetype(settings.iterations))
        fail(tr("The server has ended the connection"));
    else if (client)
        reportClient(settings, device, roundTrips);
    else
        reportServer(settings, device, answered);
}

void VerbsPingPong::completed(const RdmaCompletion &completion)
{
    if (completion.opcode != Rdma::Receive || !completion.isSuccess())
        return; // a failure ends the connection, and errorOccurred() tells
    queuePair.postReceive(qMax(settings.size, GreetingSize));
    if (!greeted) {
        greeted = true;
        if (settings.mode == Settings::Write)
            readPeerMemory(completion.data);
        if (!client) {
            sendGreeting();
            return;
        }
    } else if (client) {
        roundTrips.append(clock.nsecsElapsed());
    } else {
        ++answered;
    }
    if (client && roundTrips.size() == qsizetype(settings.iterations)) {
        queuePair.disconnectFromHost();
        return;
    }
    clock.start();
    sendMessage();
}

void VerbsPingPong::readPeerMemory(const QByteArray &greeting)
{
    QDataStream stream(greeting);
    stream >> peerMemory;
}

void VerbsPingPong::sendGreeting()
{
    QByteArray greeting;
    QDataStream stream(&greeting, QIODevice::WriteOnly);
    stream << region.remoteMemory();
    queuePair.postSend(greeting);
}

// A write says nothing to the program on the other side. A short message behind it does, on every transport; both leave
// with one call, and the device keeps them in order.
void VerbsPingPong::sendMessage()
{
    if (settings.mode == Settings::Send) {
        queuePair.postSend(message);
        return;
    }
    RdmaWorkRequest write = RdmaWorkRequest::write(message, peerMemory);
    write.setFlags(Rdma::Unsignalled);
    queuePair.postBatch({ write, RdmaWorkRequest::send(QByteArray(1, 'w')) });
}

VerbsServer::VerbsServer(const Settings &wanted) : settings(wanted)
{
    setAcceptPolicy(AcceptDeferred);
}

void VerbsServer::incomingConnection(const RdmaConnectionRequest &request)
{
    if (taken || !VerbsPingPong::fromPrivateData(request.privateData(), &settings)) {
        request.reject("pingpong: busy, or not a client of mine");
        return;
    }
    taken = true;
    auto *end = new VerbsPingPong(settings, this);
    end->accept(request);
}
