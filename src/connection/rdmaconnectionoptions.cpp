// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaconnectionoptions.h>

#include "../base/gadgetdebug_p.h"

/*!
    \class RdmaConnectionOptions
    \inmodule QtRdma
    \brief How RdmaQueuePair connects and accepts.

    A plain value: set what differs from the default and pass it to RdmaQueuePair::connectToHost() or
    RdmaQueuePair::accept(). A value outside its range, or beyond what the device permits, is refused with an error that names
    the option and the limit: the range at once, the device's limit when the device is known.

    \code
    RdmaConnectionOptions options;
    options.typeOfService = 0x68; // AF31
    options.acknowledgeTimeout = 16; // 268 ms
    options.initiatorDepth = 32;
    queuePair->connectToHost(address, 7471, options);
    \endcode

    Queues and memory:
    \list
    \li \c sendDepth, \c receiveDepth: the most work requests in flight; 1 to the device's \c max_qp_wr, 64 by default.
    \li \c maxSendSge, \c maxReceiveSge: the most slices of memory in one request; 1 to the device's \c max_sge.
    \li \c inlineSize: wanted bytes of inline data; the device may give less.
    \li \c protectionDomain, \c ownProtectionDomain: instead of the domain that the thread shares on the device.
    \endlist

    Making the connection:
    \list
    \li \c connectTimeout: milliseconds for everything up to connected(); negative: no limit.
    \li \c resolveTimeout: milliseconds for each of the two steps that find address and route; connecting only.
    \li \c privateData: travels with the request (56 bytes on InfiniBand and RoCE) or with the acceptance (196 bytes).
    \li \c sourceAddress, \c sourcePort: bound before connecting; null and 0 leave the choice to the kernel.
    \li \c reuseAddress: the source port may be that of another connection that set this too.
    \li \c addressIsGid: the address is the GID of an InfiniBand port, written as the IPv6 address that it is (\c AF_IB). No port
        of RoCE or iWARP takes such addresses; the error says so.
    \endlist

    The queue pair:
    \list
    \li \c typeOfService: 0 to 255, the byte in the IP header (RoCE's traffic class, iWARP's TOS); -1: the system's default.
        On RoCE the connecting side decides for both.
    \li \c acknowledgeTimeout: 4.096 µs times two to that power until a message is sent again, 1 to 31; 0: for ever; -1: from the
        route. Holds for this side's messages.
    \li \c retryCount: 0 to 7 repetitions of a message without an acknowledgement. The connecting side decides for both.
    \li \c rnrRetryCount: 0 to 7 repetitions of a message of the \e peer that found no receive posted here; 7: for ever.
    \li \c minRnrTimer: 0 to 31, the pause before such a repetition, in the code of the InfiniBand specification: 1 is 0.01 ms,
        12 is 0.64 ms, 31 is 491 ms, 0 is 655 ms.
    \li \c responderResources: how many reads and atomics of the peer are served at once, \c initiatorDepth: how many of this side
        are under way at once; up to the device's \c max_qp_rd_atom and \c max_qp_init_rd_atom. -1: 16, or as many as the device
        permits. An acceptance never exceeds what the request offered.
    \endlist

    A queue pair made by hand:
    \list
    \li \c createQueuePair: makes the queue pair, for attributes that only \c ibv_create_qp_ex(3) or a call of the provider has. It is given
        the domain and the attributes of the queue pair that the library would make, and returns it with those, or null with \c errno. It is called
        again with less inline data when it says \c EINVAL, and while the engine works: it must not use objects of this library. The library takes the queue pair
        through its states and destroys it.
    \endlist

    \code
    options.createQueuePair = [](ibv_pd *domain, ibv_qp_init_attr *wanted) -> ibv_qp * {
        ibv_qp_init_attr_ex attributes = {};
        attributes.qp_type = wanted->qp_type;
        attributes.send_cq = wanted->send_cq;
        attributes.recv_cq = wanted->recv_cq;
        attributes.srq = wanted->srq;
        attributes.cap = wanted->cap;
        attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
        attributes.pd = domain;
        attributes.send_ops_flags = IBV_QP_EX_WITH_SEND;
        return ibv_create_qp_ex(domain->context, &attributes);
    };
    \endcode

    iWARP runs over TCP, which acknowledges and repeats by itself: \c acknowledgeTimeout, \c retryCount, \c rnrRetryCount and
    \c minRnrTimer have no effect there, and a message that finds no receive ends the connection.

    The calls are \c rdma_set_option(3), \c rdma_resolve_addr(3), \c rdma_resolve_route(3), \c rdma_connect(3),
    \c rdma_accept(3) and \c ibv_modify_qp(3); for queue pairs made by hand \c rdma_init_qp_attr(3) and \c rdma_establish(3).
*/

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaConnectionOptions &options)
{
    return QtRdmaPrivate::printGadget(std::move(debug), options);
}
#endif
