// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CMID_P_H
#define CMID_P_H

#include <QtRdma/rdmaerror.h>

#include <memory>

QT_BEGIN_NAMESPACE
class QHostAddress;
QT_END_NAMESPACE

struct ibv_context;
struct rdma_cm_id;
struct rdma_event_channel;

namespace QtRdmaPrivate {

using CmChannelPtr = std::shared_ptr<rdma_event_channel>;

// A non-blocking event channel of the connection manager. Ids hold the channel that they report to.
CmChannelPtr makeCmChannel(RdmaError *error);

// An id and the queue pair made on it. The queue pair goes first, always: the other order has been
// seen to hang the kernel for minutes. Destroying either may block for seconds. Leave it to the
// reaper, except for listeners.
class CmId
{
public:
    enum class PortSpace { Connections, Datagrams };

    CmId() = default;
    CmId(rdma_cm_id *id, CmChannelPtr channel) : m_id(id), m_channel(std::move(channel)) { }
    CmId(CmId &&other) noexcept { *this = std::move(other); }
    CmId &operator=(CmId &&other) noexcept;
    ~CmId() { reset(); }

    // Every event of the id carries the token.
    static CmId make(const CmChannelPtr &channel, quint32 token, RdmaError *error,
                     PortSpace portSpace = PortSpace::Connections);
    // An id that hears from the connection manager what happens to the device that has this
    // address.
    static CmId makeBound(const CmChannelPtr &channel, quint32 token, const QHostAddress &local,
                          RdmaError *error);
    // The same for a device as the connection manager has it open. The device stays open as long as
    // the id. Null when no interface of the device has an address, or another device has the same
    // one.
    static CmId makeBound(const CmChannelPtr &channel, quint32 token, ibv_context *context,
                          RdmaError *error);
    // The device that has this address, opened as the connection manager has it, so that its
    // connections can use what is made on it.
    static ibv_context *contextOf(const QHostAddress &local, RdmaError *error);

    rdma_cm_id *get() const { return m_id; }
    rdma_cm_id *operator->() const { return m_id; }
    explicit operator bool() const { return m_id != nullptr; }

    quint32 token() const;
    void setToken(quint32 token);
    RdmaError migrate(const CmChannelPtr &channel);
    // Whether the peer of a connection that is being made still waits, and the device is there. If
    // not, nothing can be made for the connection any more, and the calls that try fail with the
    // errors of a broken program.
    bool isAnswerAwaited() const;
    void reset();

private:
    bool becomeOurs();

    rdma_cm_id *m_id = nullptr;
    CmChannelPtr m_channel;
};

} // namespace QtRdmaPrivate

#endif // CMID_P_H
