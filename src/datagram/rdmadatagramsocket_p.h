// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADATAGRAMSOCKET_P_H
#define RDMADATAGRAMSOCKET_P_H

#include "addressbook_p.h"
#include "../connection/barequeuepair_p.h"
#include "../engine/enginesocket_p.h"
#include "multicastgroup_p.h"

#include <QtRdma/rdmadatagramsocket.h>

#include <infiniband/verbs.h>

#include <deque>
#include <optional>

// Each receive and each send has a slot, for as long as the device or a datagram that was not taken
// yet needs it. So the depths of the queues bound the memory that peers can make the socket hold.
// The datagrams that wait until their receivers are found are bounded by the depth of the send
// queue, too, but take no place in it: silent receivers do not hold up the others.
//
//     write() -- the receiver is known --------------------------------------------> send()
//             -- it is looked for --> waiting, by receiver                             ^
//                                       -- found --> unsent, in order -- a free place -+
//                                       -- not found --> dropped, an error tells it
class RdmaDatagramSocketPrivate final : public QtRdmaPrivate::ConnectionOwner,
                                        public QtRdmaPrivate::EngineSocket
{
public:
    explicit RdmaDatagramSocketPrivate(RdmaDatagramSocket *socket) : EngineSocket(socket), q(socket)
    {
    }

    RdmaError prepare() override;
    void established(const QByteArray &) override { }
    void ended(const RdmaError &cause, const QByteArray &) override;
    void workCompleted(quint32 tag, QtRdmaPrivate::Completion done) override;
    void threadEnded() override;
    void forked() override;
    void endWith(const RdmaError &cause) override { ended(cause, {}); }
    void leaveEngine() override;
    void emitStateChanged(QAbstractSocket::SocketState newState) override;
    void forgetSignals();
    void deliver() override;

    RdmaError checkBound() const;
    bool bind(const QHostAddress &address, const RdmaConnectionOptions &options);
    RdmaError open(const QHostAddress &address, const RdmaConnectionOptions &options);
    void close();
    void end();
    // An invalid value while the socket is not bound.
    RdmaEndpoint localEndpoint() const { return queuePair ? local : RdmaEndpoint(); }
    qint64 maxDatagramSize() const { return localEndpoint().mtu(); }
    qint64 pendingDatagramSize() const;
    RdmaError postReceive(quint32 tag);
    RdmaDatagram receive();
    RdmaDatagram toDatagram(const ibv_wc &completion, const char *data) const;
    static qint64 sizeOf(const ibv_wc &completion); // of the data
    qint64 write(const QByteArray &data, std::optional<quint32> immediate,
                 const RdmaEndpoint &receiver);
    qint64 write(const QByteArray &data, std::optional<quint32> immediate,
                 const QHostAddress &group);
    RdmaError checkWrite(qsizetype size) const;
    bool refuseWrite(const RdmaError &reason);
    qint64 sendLater(const QByteArray &key, const RdmaEndpoint &receiver, const QByteArray &data,
                     std::optional<quint32> immediate);
    void receiverResolved(const QByteArray &key, const std::shared_ptr<ibv_ah> &handle,
                          const RdmaError &reason);
    void sendUnsent();
    bool isWriting() const { return waitingCount > 0 || freeSends.size() < sends.size(); }
    qint64 send(const QByteArray &data, std::optional<quint32> immediate,
                const QtRdmaPrivate::DatagramTarget &target);
    RdmaError join(const QHostAddress &group);
    bool leave(const QHostAddress &group);
    void groupAnswered(const QHostAddress &group, const RdmaError &reason);
    QHostAddress groupOf(const QByteArray &gid) const;
    QList<QHostAddress> multicastGroups() const;
    bool waitForReadyRead(int msecs);
    bool waitForBytesWritten(int msecs);
    bool waitForJoined(const QHostAddress &group, int msecs);
    void reportError(const RdmaError &cause);
    void stop();

    // A datagram that has come. It is in the slot of its receive.
    struct Received
    {
        quint32 tag = 0;
        ibv_wc completion = {};
    };
    struct Sent
    {
        QtRdmaPrivate::PoolSlot slot; // none if the datagram went inline
        std::shared_ptr<ibv_ah> handle;
        qint64 size = 0;
    };
    struct Unsent
    {
        QByteArray data;
        std::optional<quint32> immediate;
        QtRdmaPrivate::DatagramTarget target; // has no handle while the receiver is looked for
    };

    RdmaDatagramSocket *q;
    std::shared_ptr<QtRdmaPrivate::RegisteredPool> pool; // the slots are from this pool
    std::unique_ptr<QtRdmaPrivate::BareQueuePair> queuePair;
    std::vector<QtRdmaPrivate::PoolSlot> receives; // by tag
    std::vector<Sent> sends; // by tag, after the receives
    std::vector<quint32> freeSends;
    std::deque<Received> pending;
    std::unique_ptr<QtRdmaPrivate::AddressBook> addresses;
    QHash<QByteArray, std::vector<Unsent>> waiting; // by receiver
    std::deque<Unsent> unsent;
    int waitingCount = 0; // in waiting and unsent
    QHash<QHostAddress, std::shared_ptr<QtRdmaPrivate::MulticastGroup>> groups;
    // these have reported it themselves, and are deleted later
    std::vector<std::shared_ptr<QtRdmaPrivate::MulticastGroup>> lost;
    RdmaEndpoint local;
    int receiveDepth = 0;
    int sendDepth = 0;
    int joinTimeout = 0;
    // Signals that are not emitted yet.
    QList<RdmaError> errorsPending;
    QList<QHostAddress> joinedPending;
    qint64 writtenPending = 0;
    quint64 readyReads = 0; // how often it was emitted
    quint64 bytesWrittens = 0;
    bool readyReadPending = false;
    bool sendRefused = false;
    bool sendReadyPending = false;
};

#endif // RDMADATAGRAMSOCKET_P_H
