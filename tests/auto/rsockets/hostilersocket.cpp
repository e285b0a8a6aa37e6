// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "hostilersocket.h"

#include "rdmatest.h"

#include <QtRdma/RdmaProtectionDomain>

#include <QtTest/qtest.h>

#include <cstring>

using namespace QtRdmaPrivate;

namespace {

constexpr quint32 Entries = 2;
constexpr int MostInFlight = 32;
constexpr int AnswerTime = 10000; // ms

} // namespace

HostileRsocket::HostileRsocket()
    : memory(RdmaMemoryRegion::allocate(RdmaProtectionDomain::allocate(RdmaTest::address()), 8192,
                                        Rdma::AccessFlag::LocalWrite
                                                | Rdma::AccessFlag::RemoteWrite))
{
    QObject::connect(&queuePair, &RdmaQueuePair::errorOccurred, &queuePair,
                     [this] { failed = true; });
    QObject::connect(&queuePair, &RdmaQueuePair::disconnected, &queuePair,
                     [this] { failed = true; });
}

RsocketHandshake HostileRsocket::handshake() const
{
    RsocketHandshake own;
    own.credits = 64;
    own.targetList = { memory.address(), memory.remoteKey(), Entries };
    own.firstGrant = { memory.address() + 4096, memory.remoteKey(), 4096 };
    return own;
}

bool HostileRsocket::connectTo(const QHostAddress &address, quint16 port, QByteArray privateData)
{
    RdmaConnectionOptions options;
    options.setProtectionDomain(memory.protectionDomain());
    options.setPrivateData(privateData.isNull() ? handshake().toPrivateData() : privateData);
    options.setRnrRetryCount(7);
    options.setResponderResources(1);
    options.setInitiatorDepth(1);
    if (!queuePair.connectToHost(address, port, options)
        || !QTest::qWaitFor([this] { return failed || isConnected(); }, AnswerTime) || failed)
        return false;
    while (postsReceives && queuePair.receivesInFlight() < queuePair.receiveDepth())
        queuePair.postReceive(4);
    return parseRsocketHandshake(queuePair.peerPrivateData(), &serverHandshake).isEmpty();
}

// siw has no immediate data.
void HostileRsocket::post(quint32 encoded, const QByteArray &bytes, const RdmaRemoteMemory &to)
{
    if (!QTest::qWaitFor([this] { return failed || queuePair.sendsInFlight() < MostInFlight; },
                         AnswerTime)
        || failed)
        return;
    if (!RdmaTest::isSiw()) {
        queuePair.postWriteWithImmediate(bytes, to, encoded);
        return;
    }
    if (!bytes.isEmpty())
        queuePair.postWrite(bytes, to);
    queuePair.postSend(QByteArray(reinterpret_cast<const char *>(&encoded), sizeof(encoded)));
}

void HostileRsocket::say(quint32 encoded, const QByteArray &bytes, quint64 offset)
{
    RdmaRemoteMemory to;
    to.setAddress(serverHandshake.firstGrant.address + offset);
    to.setKey(serverHandshake.firstGrant.key);
    to.setLength(quint64(bytes.size()));
    post(encoded, bytes, to);
}

void HostileRsocket::sayGrant(quint32 entry, const RsocketGrant &grant, quint32 limit)
{
    QByteArray bytes(RsocketGrant::Size, '\0');
    grant.encode(serverHandshake.bigEndian, reinterpret_cast<uchar *>(bytes.data()));
    RdmaRemoteMemory to;
    to.setAddress(serverHandshake.targetList.address + entry * RsocketGrant::Size);
    to.setKey(serverHandshake.targetList.key);
    to.setLength(RsocketGrant::Size);
    post(RsocketMessage{ RsocketOperation::Grant, limit }.encoded(), bytes, to);
}

void HostileRsocket::writeAnywhere(const QByteArray &bytes, quint64 address, quint32 key)
{
    RdmaRemoteMemory to;
    to.setAddress(address);
    to.setKey(key);
    to.setLength(quint64(bytes.size()));
    queuePair.postWrite(bytes, to);
}

void HostileRsocket::sendPlain(const QByteArray &bytes)
{
    queuePair.postSend(bytes);
}

// Within the first grant.
bool HostileRsocket::memoryHas(const QByteArray &bytes) const
{
    return std::memcmp(memory.data() + 4096, bytes.constData(), size_t(bytes.size())) == 0;
}

RsocketGrant HostileRsocket::granted(quint32 entry) const
{
    const char *bytes = memory.data() + entry * RsocketGrant::Size;
    return RsocketGrant::decode(NativeIsBigEndian, reinterpret_cast<const uchar *>(bytes));
}

bool HostileRsocket::waitForEnd()
{
    return QTest::qWaitFor([this] { return failed; }, AnswerTime);
}
