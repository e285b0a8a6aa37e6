// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ADDRESSHANDLE_P_H
#define ADDRESSHANDLE_P_H

#include "../engine/engine_p.h"
#include "../verbs/protectiondomain_p.h"

#include <QtRdma/rdmaerror.h>

#include <infiniband/verbs.h>

#include <memory>
#include <mutex>

namespace QtRdmaPrivate {

// An error of a call that had to find the way to a peer. It explains more than the kernel's number.
RdmaError pathError(const char *call, int failure, const ibv_ah_attr &path);

// The way to a peer, for datagrams; null and *error on failure. The handle keeps its domain alive.
// For a unicast address the call may wait for a neighbour, for a multicast group it does not.
std::shared_ptr<ibv_ah> makeAddressHandle(const ProtectionDomainPtr &domain,
                                          const ibv_ah_attr &path, RdmaError *error);

// One ibv_create_ah() on another thread. On Ethernet the kernel asks for the neighbour's address
// inside the call, and returns after a second if nobody answers. Afterwards the kernel knows the
// neighbour, so ibv_modify_qp(), which asks in the same way, returns at once.
//
//     start() -> a resolver thread calls -> asyncEvent(AsyncEvent::CallReturned) -> take()
//
// An owner that drops the object gets no event any more. A call that has not begun is left out
// then, and the handle of a call that returns later is destroyed in its thread.
class AddressCall
{
public:
    // Returns null and sets *error if no thread can be started.
    static std::shared_ptr<AddressCall> start(Engine *engine, const ProtectionDomainPtr &domain,
                                              const ibv_ah_attr &path, quint32 token,
                                              RdmaError *error);
    bool hasReturned() const;
    // Takes the handle when the call has returned; null and *error if there is no way to the peer.
    std::shared_ptr<ibv_ah> take(RdmaError *error);

private:
    void run();

    ProtectionDomainPtr m_domain;
    ibv_ah_attr m_path = {};
    std::shared_ptr<AsyncInbox> m_inbox;
    quint32 m_token = 0;
    mutable std::mutex m_mutex;
    std::shared_ptr<ibv_ah> m_handle;
    int m_failure = 0; // errno
    bool m_returned = false;
};

} // namespace QtRdmaPrivate

#endif // ADDRESSHANDLE_P_H
