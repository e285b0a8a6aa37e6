// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MULTICASTGROUP_P_H
#define MULTICASTGROUP_P_H

#include "../connection/barequeuepair_p.h"

namespace QtRdmaPrivate {

// The receiver of datagrams. The handle must live until they have left.
struct DatagramTarget
{
    std::shared_ptr<ibv_ah> handle;
    quint32 queuePairNumber = 0;
    quint32 queueKey = 0;
};

// The membership of a queue pair in a multicast group, arranged by the connection manager.
//
//     join() -> joining -- the manager's event, ibv_attach_mcast() --> joined
//                  |                                                     |  |
//                  |                                                     |  +--> the destructor
//                  |                                                     |       leaves the group
//                  +-- an event of the manager, or the deadline -----+   +-- the group is lost
//                                                                    v   v
//                                                                   failed
class MulticastGroup final : private ReapClient
{
public:
    // Called in the reap phase: without an error when the group is joined, with one when it failed
    // or was lost. Must not delete the group.
    using Answered = std::function<void(const RdmaError &)>;

    MulticastGroup(BareQueuePair *queuePair, Answered answered);
    ~MulticastGroup();
    MulticastGroup(const MulticastGroup &) = delete;
    MulticastGroup &operator=(const MulticastGroup &) = delete;

    RdmaError join(const QHostAddress &local, const QHostAddress &group, int timeout);
    bool isJoined() const { return m_attached; }
    const DatagramTarget &target() const { return m_target; }
    // The destination of datagrams to the group.
    const QByteArray &gid() const { return m_gid; }

private:
    void cmEvent(const CmEvent &event) override;
    void channelFailed(const CmChannelPtr &channel, const RdmaError &cause) override;
    void workCompleted(quint32, Completion) override { }
    RdmaError attach(const rdma_ud_param &parameters);

    BareQueuePair *m_queuePair;
    std::shared_ptr<Engine> m_engine;
    Answered m_answered;
    quint32 m_token;
    Deadline m_deadline;
    CmId m_id;
    QHostAddress m_group;
    DatagramTarget m_target;
    QByteArray m_gid;
    quint16 m_lid = 0;
    int m_timeout = 0;
    bool m_attached = false;
};

} // namespace QtRdmaPrivate

#endif // MULTICASTGROUP_P_H
