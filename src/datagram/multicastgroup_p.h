// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MULTICASTGROUP_P_H
#define MULTICASTGROUP_P_H

#include "../connection/barequeuepair_p.h"

namespace QtRdmaPrivate {

// Where datagrams go. The handle must live until they have left.
struct DatagramTarget
{
    std::shared_ptr<ibv_ah> handle;
    quint32 queuePairNumber = 0;
    quint32 queueKey = 0;
};

// The membership of a queue pair in a multicast group, arranged by the connection manager.
//
//     join() -> joining -- the manager's event, ibv_attach_mcast() --> joined -> the destructor leaves
//                      \-- the manager's event, or the deadline ------> failed, as is a group that is lost later
class MulticastGroup final : private ReapClient
{
public:
    // Called while reaping: with no error when joined, with one when it failed or was lost. May not delete the group.
    using Told = std::function<void(const RdmaError &)>;

    MulticastGroup(BareQueuePair *queuePair, Told told);
    ~MulticastGroup();
    MulticastGroup(const MulticastGroup &) = delete;
    MulticastGroup &operator=(const MulticastGroup &) = delete;

    RdmaError join(const QHostAddress &local, const QHostAddress &group, int timeout);
    bool isJoined() const { return m_attached; }
    const DatagramTarget &target() const { return m_target; }
    const QByteArray &gid() const
    {
        return m_gid;
    } // that datagrams to it have as their destination

private:
    void cmEvent(const CmEvent &event) override;
    void channelFailed(const CmChannelPtr &channel, const RdmaError &cause) override;
    void workCompleted(quint32, Completion) override { }
    RdmaError attach(const rdma_ud_param &parameters);

    BareQueuePair *m_queuePair;
    std::shared_ptr<Engine> m_engine;
    Told m_told;
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
