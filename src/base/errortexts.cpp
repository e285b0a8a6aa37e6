// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "errortexts_p.h"
#include "translate_p.h"

#include <QtRdma/rdma.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <iterator>

#define VALUE(value) value, #value

namespace QtRdmaPrivate {

namespace {

struct Entry
{
    int value;
    const char *name;
    const char *text;
    const char *hint;
};

constexpr Entry Completions[] = {
    { VALUE(IBV_WC_SUCCESS), QT_TRANSLATE_NOOP("QtRdma", "The request was carried out"),
      QT_TRANSLATE_NOOP("QtRdma", "Nothing is wrong.") },
    { VALUE(IBV_WC_LOC_LEN_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "A message was longer than the buffer or the port takes"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "A receive must hold the longest message that the peer sends; a message of "
                        "a datagram queue pair must fit the MTU.") },
    { VALUE(IBV_WC_LOC_QP_OP_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The queue pair could not carry out the request"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "No way may lead to the peer any more: its route, or an address of this machine, was "
              "removed, or an interface is down. Otherwise the request does not fit the queue "
              "pair, "
              "or (iWARP) its local key.") },
    { VALUE(IBV_WC_LOC_EEC_OP_ERR),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The end-to-end context of a reliable datagram could not carry out the request"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Use another type of queue pair: no device of today has reliable datagrams.") },
    { VALUE(IBV_WC_LOC_PROT_ERR),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "A local buffer lies outside its memory region, or the region's rights forbid this"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Look at address, length and local key; receives and reads need the right "
                        "LocalWrite, and region and queue pair the same protection domain.") },
    { VALUE(IBV_WC_WR_FLUSH_ERR),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The queue pair left its working state before the request was carried out"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The cause is what failed before it, or the end of the connection. Where "
                        "nothing failed before, no way may lead to the peer (rxe of newer "
                        "kernels). iWARP ends a connection also where the peer has no receive, or "
                        "refuses a remote key.") },
    { VALUE(IBV_WC_MW_BIND_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The memory window could not be bound"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The region needs the right WindowBinding, LocalWrite if the window lets "
                        "peers write, and the protection domain of the window.") },
    { VALUE(IBV_WC_BAD_RESP_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The peer answered with something unexpected"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The two queue pairs do not agree on their connection; connect again.") },
    { VALUE(IBV_WC_LOC_ACCESS_ERR),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The peer's write with immediate data met a local buffer whose rights forbid it"),
      QT_TRANSLATE_NOOP("QtRdma", "Give the region the rights LocalWrite and RemoteWrite.") },
    { VALUE(IBV_WC_REM_INV_REQ_ERR),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The receiving queue pair does not take this operation or this length"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The receive may be too short, the queue pair may not permit reads or "
                        "atomics, too many of them may be under way, or a key that is to be "
                        "invalidated is not valid.") },
    { VALUE(IBV_WC_REM_ACCESS_ERR),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer refused the remote key, the address range or the kind of access"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Look at remote key and range; the peer's region may be gone, or lack the "
                        "right RemoteRead, RemoteWrite, RemoteAtomic, FlushGlobal or "
                        "FlushPersistent.") },
    { VALUE(IBV_WC_REM_OP_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The peer could not carry out the operation"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The cause is on the peer's side: look at the failed completion there.") },
    { VALUE(IBV_WC_RETRY_EXC_ERR),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer did not acknowledge, however often the message was sent"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer vanished or its queue pair was destroyed, or the network drops "
                        "everything; a slow network may need a longer acknowledge time-out.") },
    { VALUE(IBV_WC_RNR_RETRY_EXC_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The peer had no receive posted for too long"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer must post receives before it is sent to, or faster; more RNR "
                        "retries give it more time.") },
    { VALUE(IBV_WC_LOC_RDD_VIOL_ERR),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The reliable datagram domain of the queue pair is not that of its context"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Use another type of queue pair: no device of today has reliable datagram "
                        "domains.") },
    { VALUE(IBV_WC_REM_INV_RD_REQ_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused a reliable datagram"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Use another type of queue pair: reliable datagrams have no provider.") },
    { VALUE(IBV_WC_REM_ABORT_ERR), QT_TRANSLATE_NOOP("QtRdma", "The peer aborted the operation"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The peer, or its device, put its queue pair into the error state: look there.") },
    { VALUE(IBV_WC_INV_EECN_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "There is no end-to-end context of that number"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Only reliable datagrams have such contexts; use another type of queue pair.") },
    { VALUE(IBV_WC_INV_EEC_STATE_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The end-to-end context is in a state that permits no requests"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Only reliable datagrams know such states; use another type of queue pair.") },
    { VALUE(IBV_WC_FATAL_ERR), QT_TRANSLATE_NOOP("QtRdma", "The transport failed beyond recovery"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Destroy the queue pair; if it happens again, look at the kernel's log (dmesg).") },
    { VALUE(IBV_WC_RESP_TIMEOUT_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The peer's answer did not come in time"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Look whether the peer is alive and the network passes; then connect again.") },
    { VALUE(IBV_WC_GENERAL_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The request failed, and the device does not say why"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Software iWARP (siw) says so when the connection ends in the middle of a "
                        "message. The vendor error, if there is one, and the kernel's log (dmesg) "
                        "say more.") },
    { VALUE(IBV_WC_TM_ERR), QT_TRANSLATE_NOOP("QtRdma", "An operation of tag matching failed"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Look at the tag list of the shared receive queue: the entry may be in use "
                        "or gone.") },
    { VALUE(IBV_WC_TM_RNDV_INCOMPLETE),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "A tagged message matched, but its rendezvous was not completed by the device"),
      QT_TRANSLATE_NOOP("QtRdma", "The software must fetch the data itself and tell the sender.") },
};

constexpr Entry ConnectionEvents[] = {
    { VALUE(RDMA_CM_EVENT_ADDR_RESOLVED),
      QT_TRANSLATE_NOOP("QtRdma", "The address was resolved to a device"),
      QT_TRANSLATE_NOOP("QtRdma", "The route is next (rdma_resolve_route).") },
    { VALUE(RDMA_CM_EVENT_ADDR_ERROR),
      QT_TRANSLATE_NOOP("QtRdma", "The address could not be resolved"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Check the address, the route (ip route get ADDRESS) and whether the "
                        "neighbour answers (ip neigh).") },
    { VALUE(RDMA_CM_EVENT_ROUTE_RESOLVED),
      QT_TRANSLATE_NOOP("QtRdma", "The route to the peer was found"),
      QT_TRANSLATE_NOOP("QtRdma", "The queue pair and the connection are next (rdma_connect).") },
    { VALUE(RDMA_CM_EVENT_ROUTE_ERROR),
      QT_TRANSLATE_NOOP("QtRdma", "There is no route to the peer"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "On InfiniBand the subnet manager must run and know the peer; elsewhere "
                        "look at the state of the port (rdma link).") },
    { VALUE(RDMA_CM_EVENT_CONNECT_REQUEST),
      QT_TRANSLATE_NOOP("QtRdma", "A peer asks for a connection"),
      QT_TRANSLATE_NOOP("QtRdma", "Accept or reject it: the peer waits.") },
    { VALUE(RDMA_CM_EVENT_CONNECT_RESPONSE),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer accepted, for a queue pair that the program looks after itself"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Bring the queue pair to its ready states, then confirm (rdma_establish).") },
    { VALUE(RDMA_CM_EVENT_CONNECT_ERROR),
      QT_TRANSLATE_NOOP("QtRdma", "The connection could not be made or completed"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The status of the event says why; a queue pair that the device refused to "
                        "bring up is the usual cause. Try again with a new id.") },
    { VALUE(RDMA_CM_EVENT_UNREACHABLE),
      QT_TRANSLATE_NOOP("QtRdma", "The peer does not answer, or cannot be reached"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Check that the host is up, that an RDMA device has the address there, and "
                        "that no firewall drops UDP port 4791 (RoCE) or the TCP port (iWARP).") },
    { VALUE(RDMA_CM_EVENT_REJECTED),
      QT_TRANSLATE_NOOP("QtRdma", "The peer, or its connection manager, said no"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The reason comes with the event, and private data if the program rejected.") },
    { VALUE(RDMA_CM_EVENT_ESTABLISHED),
      QT_TRANSLATE_NOOP("QtRdma", "The connection is established"),
      QT_TRANSLATE_NOOP("QtRdma", "Both sides may send.") },
    { VALUE(RDMA_CM_EVENT_DISCONNECTED), QT_TRANSLATE_NOOP("QtRdma", "The connection has ended"),
      QT_TRANSLATE_NOOP("QtRdma", "Requests in flight come back flushed; connect with a new id.") },
    { VALUE(RDMA_CM_EVENT_DEVICE_REMOVAL),
      QT_TRANSLATE_NOOP("QtRdma", "The RDMA device was removed"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Let go of all that belongs to the device: its removal waits for that.") },
    { VALUE(RDMA_CM_EVENT_MULTICAST_JOIN),
      QT_TRANSLATE_NOOP("QtRdma", "The multicast group was joined"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Attach the queue pair; datagrams of the group arrive from then on.") },
    { VALUE(RDMA_CM_EVENT_MULTICAST_ERROR),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The multicast group could not be joined, or membership was lost"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "On InfiniBand the subnet manager must permit the group; elsewhere check "
                        "the address and the interface. Leave and join again.") },
    { VALUE(RDMA_CM_EVENT_ADDR_CHANGE),
      QT_TRANSLATE_NOOP("QtRdma", "The address moved to another network device"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "A bond has failed over, or the interface was renumbered: connect again.") },
    { VALUE(RDMA_CM_EVENT_TIMEWAIT_EXIT),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The ended connection's time of waiting for late packets is over"),
      QT_TRANSLATE_NOOP("QtRdma", "The number of its queue pair may be used again.") },
    // What rdma-core 44 does not know has its number.
    { 16, "RDMA_CM_EVENT_ADDRINFO_RESOLVED",
      QT_TRANSLATE_NOOP("QtRdma", "The name of the service was resolved"),
      QT_TRANSLATE_NOOP("QtRdma", "The addresses can be asked for (rdma_query_addrinfo).") },
    { 17, "RDMA_CM_EVENT_ADDRINFO_ERROR",
      QT_TRANSLATE_NOOP("QtRdma", "The name of the service could not be resolved"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "On InfiniBand the subnet manager must run, and the service must be "
                        "registered there.") },
    { 18, "RDMA_CM_EVENT_USER",
      QT_TRANSLATE_NOOP("QtRdma", "A thread of this program has written an event of its own"),
      QT_TRANSLATE_NOOP("QtRdma", "Its argument means what the program agreed on.") },
    { 19, "RDMA_CM_EVENT_INTERNAL",
      QT_TRANSLATE_NOOP("QtRdma", "librdmacm has written an event for itself"),
      QT_TRANSLATE_NOOP("QtRdma", "Nothing is to be done: librdmacm reads it.") },
};

// Table 108 of the InfiniBand specification, under the names of the kernel (rdma/ib_cm.h is not
// installed). The reasons 34 and 0 are reserved.
constexpr Entry Rejections[] = {
    { 1, "IB_CM_REJ_NO_QP", QT_TRANSLATE_NOOP("QtRdma", "The peer has no queue pair left"),
      QT_TRANSLATE_NOOP("QtRdma", "Close connections of the peer, or raise its limits.") },
    { 2, "IB_CM_REJ_NO_EEC", QT_TRANSLATE_NOOP("QtRdma", "The peer has no end-to-end context left"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Only reliable datagrams need one; use another type of queue pair.") },
    { 3, "IB_CM_REJ_NO_RESOURCES",
      QT_TRANSLATE_NOOP("QtRdma", "The peer lacks resources for the connection"),
      QT_TRANSLATE_NOOP("QtRdma", "Look at memory and limits of the peer; try again later.") },
    { 4, "IB_CM_REJ_TIMEOUT",
      QT_TRANSLATE_NOOP("QtRdma", "The connection manager waited in vain for an answer"),
      QT_TRANSLATE_NOOP("QtRdma", "The peer may be overloaded or its program busy; try again.") },
    { 5, "IB_CM_REJ_UNSUPPORTED",
      QT_TRANSLATE_NOOP("QtRdma", "The peer does not support this kind of request"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Look at the type of the queue pair and the port space on both sides.") },
    { 6, "IB_CM_REJ_INVALID_COMM_ID",
      QT_TRANSLATE_NOOP("QtRdma", "The peer knows no connection of that id"),
      QT_TRANSLATE_NOOP("QtRdma", "It has closed or restarted meanwhile: connect again.") },
    { 7, "IB_CM_REJ_INVALID_COMM_INSTANCE",
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer knows the id of the connection, but for another instance of it"),
      QT_TRANSLATE_NOOP("QtRdma", "A message of an earlier connection came late: connect again.") },
    { 8, "IB_CM_REJ_INVALID_SERVICE_ID",
      QT_TRANSLATE_NOOP("QtRdma", "Connection refused: nobody listens on that port"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Start the server, or check the port. A program that uses TCP instead of "
                        "RDMA does not count, nor does one that takes datagrams only.") },
    { 9, "IB_CM_REJ_INVALID_TRANSPORT_TYPE",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the type of transport"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Both sides need the same type of queue pair (reliable, unreliable connected).") },
    { 10, "IB_CM_REJ_STALE_CONN",
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer still holds an old connection of this queue pair number"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "It ends the old one now: connect again with a new queue pair.") },
    { 11, "IB_CM_REJ_RDC_NOT_EXIST",
      QT_TRANSLATE_NOOP("QtRdma", "The peer has no such reliable datagram channel"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "No device of today has such channels; use another type of queue pair.") },
    { 12, "IB_CM_REJ_INVALID_GID",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the GID of the primary path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Look at the GID tables of both ends: the address may have moved.") },
    { 13, "IB_CM_REJ_INVALID_LID",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the LID of the primary path"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The subnet manager may have assigned new LIDs: resolve the route again.") },
    { 14, "IB_CM_REJ_INVALID_SL",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the service level of the primary path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Use a service level that the subnet manager permits between the two.") },
    { 15, "IB_CM_REJ_INVALID_TRAFFIC_CLASS",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the traffic class of the primary path"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Leave the type of service at its default, or use one that the network permits.") },
    { 16, "IB_CM_REJ_INVALID_HOP_LIMIT",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the hop limit of the primary path"),
      QT_TRANSLATE_NOOP("QtRdma", "There may be too many routers between the two.") },
    { 17, "IB_CM_REJ_INVALID_PACKET_RATE",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the packet rate of the primary path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "A link on the way is slower than the path record says: ask the subnet "
                        "manager again.") },
    { 18, "IB_CM_REJ_INVALID_ALT_GID",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the GID of the alternate path"),
      QT_TRANSLATE_NOOP("QtRdma", "Connect without an alternate path, or correct its GID.") },
    { 19, "IB_CM_REJ_INVALID_ALT_LID",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the LID of the alternate path"),
      QT_TRANSLATE_NOOP("QtRdma", "Connect without an alternate path, or correct its LID.") },
    { 20, "IB_CM_REJ_INVALID_ALT_SL",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the service level of the alternate path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Connect without an alternate path, or correct its service level.") },
    { 21, "IB_CM_REJ_INVALID_ALT_TRAFFIC_CLASS",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the traffic class of the alternate path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Connect without an alternate path, or correct its traffic class.") },
    { 22, "IB_CM_REJ_INVALID_ALT_HOP_LIMIT",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the hop limit of the alternate path"),
      QT_TRANSLATE_NOOP("QtRdma", "Connect without an alternate path, or correct its hop limit.") },
    { 23, "IB_CM_REJ_INVALID_ALT_PACKET_RATE",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the packet rate of the alternate path"),
      QT_TRANSLATE_NOOP("QtRdma", "Connect without an alternate path, or correct its rate.") },
    { 24, "IB_CM_REJ_PORT_CM_REDIRECT",
      QT_TRANSLATE_NOOP("QtRdma", "The peer sends the request to another connection manager"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "This connection manager does not follow: connect to the other one's address.") },
    { 25, "IB_CM_REJ_PORT_REDIRECT",
      QT_TRANSLATE_NOOP("QtRdma", "The peer sends the request to another port of its own"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Redirections are not followed: connect to the address of the other port.") },
    { 26, "IB_CM_REJ_INVALID_MTU",
      QT_TRANSLATE_NOOP("QtRdma", "The peer does not take the MTU of the path"),
      QT_TRANSLATE_NOOP("QtRdma", "Give both interfaces the same MTU.") },
    { 27, "IB_CM_REJ_INSUFFICIENT_RESP_RESOURCES",
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The peer cannot serve as many reads and atomics at once as were asked for"),
      QT_TRANSLATE_NOOP("QtRdma", "Ask for fewer (initiatorDepth).") },
    { 28, "IB_CM_REJ_CONSUMER_DEFINED",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the connection"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Its program said no (the private data may say why), has no room for "
                        "another request, has ended, or listens on another address of its "
                        "machine.") },
    { 29, "IB_CM_REJ_INVALID_RNR_RETRY",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the number of RNR retries"),
      QT_TRANSLATE_NOOP("QtRdma", "Use another rnrRetryCount.") },
    { 30, "IB_CM_REJ_DUPLICATE_LOCAL_COMM_ID",
      QT_TRANSLATE_NOOP("QtRdma", "The id of the connection is in use for another one"),
      QT_TRANSLATE_NOOP("QtRdma", "Connect again: the next attempt has an id of its own.") },
    { 31, "IB_CM_REJ_INVALID_CLASS_VERSION",
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer's connection manager speaks another version of the protocol"),
      QT_TRANSLATE_NOOP("QtRdma", "Bring the drivers of both machines to the same generation.") },
    { 32, "IB_CM_REJ_INVALID_FLOW_LABEL",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the flow label of the primary path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Leave the flow label at 0, or use one that the network permits.") },
    { 33, "IB_CM_REJ_INVALID_ALT_FLOW_LABEL",
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused the flow label of the alternate path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Connect without an alternate path, or correct its flow label.") },
    { 35, "IB_CM_REJ_VENDOR_OPTION_NOT_SUPPORTED",
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer does not support an option of this vendor (enhanced connection)"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Connect without vendor options, or between devices of one vendor.") },
};

constexpr Entry IwarpRejections[] = {
    { VALUE(-ECONNREFUSED),
      QT_TRANSLATE_NOOP("QtRdma", "Connection refused: nobody listens on that port"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Start the server, or check the port; the iWARP port space is that of TCP.") },
    { VALUE(-ECONNRESET), QT_TRANSLATE_NOOP("QtRdma", "The peer refused the connection"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Its program said no (the private data may say why), has no room for "
                        "another request or has ended, or what listens there speaks plain TCP.") },
    { VALUE(-ETIMEDOUT), QT_TRANSLATE_NOOP("QtRdma", "The peer did not answer the request in time"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Check the address, and whether the host is up and its program not busy.") },
    { VALUE(-EPROTO),
      QT_TRANSLATE_NOOP("QtRdma", "The peer's answer was no answer of the iWARP protocol"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "What listens there may be a plain TCP server, or speak another revision of MPA.") },
    { VALUE(-EHOSTUNREACH), QT_TRANSLATE_NOOP("QtRdma", "There is no way to the peer"),
      QT_TRANSLATE_NOOP("QtRdma", "Check the address and the route (ip route get ADDRESS).") },
    { VALUE(-ENETUNREACH), QT_TRANSLATE_NOOP("QtRdma", "There is no way to the peer's network"),
      QT_TRANSLATE_NOOP("QtRdma", "Check the routes of this machine (ip route).") },
    { VALUE(-ENOMEM),
      QT_TRANSLATE_NOOP("QtRdma", "One of the two ends lacks memory for the connection"),
      QT_TRANSLATE_NOOP("QtRdma", "Look at the memory of both machines; try again later.") },
    { VALUE(-EINVAL), QT_TRANSLATE_NOOP("QtRdma", "The connection's parameters were not accepted"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Look at the length of the private data and the depths of reads.") },
    { VALUE(-EOPNOTSUPP),
      QT_TRANSLATE_NOOP("QtRdma", "The peer's device does not support what was asked for"),
      QT_TRANSLATE_NOOP("QtRdma", "Ask for fewer reads and atomics, or for none.") },
};

constexpr Entry DeviceEvents[] = {
    { VALUE(IBV_EVENT_CQ_ERR), QT_TRANSLATE_NOOP("QtRdma", "A completion queue overflowed"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Completions are lost: destroy it with its queue pairs, and make it larger.") },
    { VALUE(IBV_EVENT_QP_FATAL),
      QT_TRANSLATE_NOOP("QtRdma", "A queue pair failed and is in the error state"),
      QT_TRANSLATE_NOOP("QtRdma", "Reset or destroy it; the kernel's log (dmesg) may say more.") },
    { VALUE(IBV_EVENT_QP_REQ_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "A queue pair got a request that is none"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer breaks the protocol of the transport: end the connection.") },
    { VALUE(IBV_EVENT_QP_ACCESS_ERR),
      QT_TRANSLATE_NOOP("QtRdma",
                        "A peer tried an access that the queue pair's memory does not permit"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "End the connection: the peer uses a wrong or stale remote key.") },
    { VALUE(IBV_EVENT_COMM_EST),
      QT_TRANSLATE_NOOP("QtRdma", "The first message arrived before the connection was confirmed"),
      QT_TRANSLATE_NOOP("QtRdma", "The connection is as good as established.") },
    { VALUE(IBV_EVENT_SQ_DRAINED), QT_TRANSLATE_NOOP("QtRdma", "The send queue has drained"),
      QT_TRANSLATE_NOOP("QtRdma", "The attributes of the queue pair can be changed now.") },
    { VALUE(IBV_EVENT_PATH_MIG),
      QT_TRANSLATE_NOOP("QtRdma", "The connection moved to its alternate path"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Load a new alternate path, and look why the primary one failed.") },
    { VALUE(IBV_EVENT_PATH_MIG_ERR),
      QT_TRANSLATE_NOOP("QtRdma", "The connection could not move to its alternate path"),
      QT_TRANSLATE_NOOP("QtRdma", "Look at the path; the peer may have none loaded.") },
    { VALUE(IBV_EVENT_DEVICE_FATAL),
      QT_TRANSLATE_NOOP("QtRdma", "The device failed beyond recovery"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Let go of all that belongs to it; the kernel's log (dmesg) may say more.") },
    { VALUE(IBV_EVENT_PORT_ACTIVE), QT_TRANSLATE_NOOP("QtRdma", "A port came up"),
      QT_TRANSLATE_NOOP("QtRdma", "Connections can be made.") },
    { VALUE(IBV_EVENT_PORT_ERR), QT_TRANSLATE_NOOP("QtRdma", "A port went down"),
      QT_TRANSLATE_NOOP("QtRdma",
                        "Look at the cable, the switch and the interface (rdma link, ip link).") },
    { VALUE(IBV_EVENT_LID_CHANGE),
      QT_TRANSLATE_NOOP("QtRdma", "The subnet manager gave a port another LID"),
      QT_TRANSLATE_NOOP("QtRdma", "Exchanged LIDs are stale: resolve routes again.") },
    { VALUE(IBV_EVENT_PKEY_CHANGE),
      QT_TRANSLATE_NOOP("QtRdma", "The table of partition keys of a port changed"),
      QT_TRANSLATE_NOOP("QtRdma", "Indexes into that table are stale: read it again.") },
    { VALUE(IBV_EVENT_SM_CHANGE), QT_TRANSLATE_NOOP("QtRdma", "Another subnet manager took over"),
      QT_TRANSLATE_NOOP("QtRdma", "Subscriptions with the old one have to be made again.") },
    { VALUE(IBV_EVENT_SRQ_ERR), QT_TRANSLATE_NOOP("QtRdma", "A shared receive queue failed"),
      QT_TRANSLATE_NOOP("QtRdma", "Destroy it with the queue pairs that use it.") },
    { VALUE(IBV_EVENT_SRQ_LIMIT_REACHED),
      QT_TRANSLATE_NOOP("QtRdma", "A shared receive queue fell below its limit of posted receives"),
      QT_TRANSLATE_NOOP("QtRdma", "Post receives, and arm the limit again.") },
    { VALUE(IBV_EVENT_QP_LAST_WQE_REACHED),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "A queue pair in the error state took its last receive from the shared queue"),
      QT_TRANSLATE_NOOP("QtRdma", "It can be destroyed now without losing a receive.") },
    { VALUE(IBV_EVENT_CLIENT_REREGISTER),
      QT_TRANSLATE_NOOP("QtRdma", "The subnet manager asks all to register again"),
      QT_TRANSLATE_NOOP("QtRdma", "Join multicast groups and register services again.") },
    { VALUE(IBV_EVENT_GID_CHANGE),
      QT_TRANSLATE_NOOP("QtRdma", "The table of GIDs of a port changed"),
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "An address came or went: read the table again, exchanged GIDs may be stale.") },
    { VALUE(IBV_EVENT_WQ_FATAL),
      QT_TRANSLATE_NOOP("QtRdma", "A work queue failed and is in the error state"),
      QT_TRANSLATE_NOOP("QtRdma", "Destroy it with the queue pairs that receive from it.") },
    { 20, "IBV_EVENT_DEVICE_SPEED_CHANGE",
      QT_TRANSLATE_NOOP("QtRdma", "The speed of one or more ports of the device changed"),
      QT_TRANSLATE_NOOP("QtRdma", "Read the attributes of the ports again.") },
};

// The advice for an errno depends on the call that failed. The first row that fits counts.
struct Advice
{
    int errorNumber;
    const char *call; // the beginning of its name; null: any call
    const char *hint;
};

constexpr char NoPermission[] =
        QT_TRANSLATE_NOOP("QtRdma", "Check the permissions of /dev/infiniband/*.");
constexpr char NoDriver[] = QT_TRANSLATE_NOOP(
        "QtRdma",
        "Load an RDMA driver; without hardware: modprobe rdma_rxe, then rdma link "
        "add rxe0 type rxe netdev INTERFACE.");
constexpr char CgroupLimit[] = QT_TRANSLATE_NOOP(
        "QtRdma", "The limit of the rdma cgroup is reached: see rdma.max and rdma.current there.");
constexpr char ThreadLimit[] = QT_TRANSLATE_NOOP(
        "QtRdma",
        "Raise the limit on processes, which counts threads (ulimit -u, TasksMax= "
        "in a systemd unit, pids.max of a cgroup).");
constexpr char NoMoreObjects[] = QT_TRANSLATE_NOOP(
        "QtRdma",
        "The device may have no more of them, or none like this: rdma resource show counts those "
        "that there are, ibv_devinfo -v shows the limits.");
constexpr char ChangedCredentials[] = QT_TRANSLATE_NOOP(
        "QtRdma",
        "The process has changed its user, groups or capabilities after the first use of RDMA: do "
        "that before, and before the threads start that use it.");
constexpr char DeviceIsOff[] = QT_TRANSLATE_NOOP(
        "QtRdma", "The device may have been removed or reset: look at the kernel's log (dmesg).");
constexpr char NoRoute[] =
        QT_TRANSLATE_NOOP("QtRdma", "Check the address and the route (ip route get ADDRESS).");

constexpr Advice Advices[] = {
    { EMFILE, nullptr, QT_TRANSLATE_NOOP("QtRdma", "Raise the limit on open files (ulimit -n).") },
    { ENFILE, nullptr,
      QT_TRANSLATE_NOOP("QtRdma", "The whole system has too many open files (fs.file-max).") },
    { EAGAIN, "pthread_create", ThreadLimit },
    { EAGAIN, "rdma_connect", ThreadLimit }, // over iWARP, which needs a thread
    { EAGAIN, "ibv_", CgroupLimit },
    { EAGAIN, "rdma_create_qp", CgroupLimit },
    { ENOMEM, "rdma_create_qp", NoMoreObjects },
    { ENOMEM, "ibv_create_", NoMoreObjects },
    { ENOMEM, "ibv_alloc_", NoMoreObjects },
    { ENOSPC, "rdma_create_qp", NoMoreObjects },
    { ENOSPC, "ibv_", NoMoreObjects },
    { EINVAL, "rdma_create_qp", NoMoreObjects }, // rxe
    { EINVAL, "ibv_create_", NoMoreObjects },
    { EACCES, "ibv_open_device", NoPermission },
    { EACCES, "ibv_get_device_list", NoPermission },
    { EACCES, "rdma_create_event_channel", NoPermission },
    // ib_safe_file_access() of the kernel refuses: each write to an open device asks it. No other
    // reason is known for these calls.
    { EACCES, "rdma_get_cm_event", ChangedCredentials },
    { EACCES, "rdma_create_id", ChangedCredentials },
    { EACCES, "rdma_migrate_id", ChangedCredentials },
    { EACCES, "rdma_destroy_id", ChangedCredentials },
    { EACCES, "ibv_post_send", ChangedCredentials },
    { EACCES, "ibv_wr_complete", ChangedCredentials },
    { EACCES, "ibv_req_notify_cq", ChangedCredentials },
    { EACCES, "ibv_",
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The kernel takes calls from the process that opened the device alone, with "
              "the user, groups and capabilities it had then.") },
    { EACCES, "rdma_",
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "The kernel takes calls from the process that opened the connection manager "
              "alone, with the user, groups and capabilities it had then.") },
    { EPERM, "ibv_create_qp",
      QT_TRANSLATE_NOOP("QtRdma", "Queue pairs for raw packets need CAP_NET_RAW.") },
    { EPERM, "ibv_modify_qp",
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "A queue key whose highest bit is set needs CAP_NET_RAW, or rdma system set "
              "privileged-qkey on.") },
    { EPERM, nullptr, NoPermission },
    { ENODEV, "rdma_create_event_channel", NoDriver },
    { ENODEV, "ibv_get_device_list", NoDriver },
    { ENODEV, nullptr,
      QT_TRANSLATE_NOOP("QtRdma",
                        "The device, or the interface below it, may have been removed.") },
    // The message of libibverbs for the file of a device that this user may not open.
    { ENOENT, "ibv_open_device", NoPermission },
    { ENOENT, "rdma_create_event_channel", NoDriver },
    { ENOENT, "ibv_get_device_list", NoDriver },
    { EIO, "ibv_", DeviceIsOff },
    { EIO, "rdma_create_qp", DeviceIsOff },
    { ENETUNREACH, nullptr, NoRoute },
    { EHOSTUNREACH, nullptr, NoRoute },
    { ETIMEDOUT, "rdma_connect",
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Check the address, and whether the host is up. Or its program is too busy to "
              "take connections.") },
    { ETIMEDOUT, nullptr,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Nobody answers at that address: check it, and whether the host is up.") },
    { ECONNREFUSED, nullptr,
      QT_TRANSLATE_NOOP("QtRdma", "Nobody listens at that address and port.") },
    { EADDRINUSE, nullptr,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Another program, or a connection just closed, holds the port.") },
};

template <std::size_t Size>
const Entry *find(const Entry (&table)[Size], int value)
{
    const auto *end = std::end(table);
    const auto *found = std::find_if(std::begin(table), end,
                                     [value](const Entry &entry) { return entry.value == value; });
    return found == end ? nullptr : found;
}

// 'unknown' is a text with a place for the number.
template <std::size_t Size>
Rdma::Explanation textOf(const Entry (&table)[Size], int value, const char *type,
                         const char *unknown)
{
    if (const Entry *entry = find(table, value)) {
        const char *name = entry->name[0] == '-' ? entry->name + 1 : entry->name;
        return { QString::fromLatin1(name), Words::tr(entry->text), Words::tr(entry->hint) };
    }
    return { QString::fromLatin1(type) + u' ' + QString::number(value),
             Words::tr(unknown).arg(value),
             Words::tr(QT_TRANSLATE_NOOP("QtRdma",
                                         "The device or the kernel is newer than this library: "
                                         "look the number up in their headers.")) };
}

} // namespace

QString errnoHint(const char *call, int errorNumber)
{
    const auto fits = [call, errorNumber](const Advice &advice) {
        return advice.errorNumber == errorNumber
                && (!advice.call || qstrncmp(call, advice.call, qstrlen(advice.call)) == 0);
    };
    const auto *found = std::find_if(std::begin(Advices), std::end(Advices), fits);
    return found == std::end(Advices) ? QString() : Words::tr(found->hint);
}

} // namespace QtRdmaPrivate

using namespace QtRdmaPrivate;

/*! Returns what the status of a completion means; \a status is an \c ibv_wc_status, or a
    negative Rdma::CompletionStatus.
*/
Rdma::Explanation Rdma::explainCompletion(int status)
{
    if (status == int(CompletionStatus::TimedOut)) {
        return { QStringLiteral("TimedOut"),
                 Words::tr(QT_TRANSLATE_NOOP("QtRdma", "The request was not carried out in time")),
                 Words::tr(QT_TRANSLATE_NOOP("QtRdma",
                                             "Look whether the peer is alive, or give the request "
                                             "more time.")) };
    }
    if (status == int(CompletionStatus::NotPosted)) {
        return { QStringLiteral("NotPosted"),
                 Words::tr(QT_TRANSLATE_NOOP("QtRdma", "The request was refused and not posted")),
                 Words::tr(
                         QT_TRANSLATE_NOOP("QtRdma", "rdmaError() of the queue pair tells why.")) };
    }
    if (status == int(CompletionStatus::UnknownRequest)) {
        return { QStringLiteral("UnknownRequest"),
                 Words::tr(QT_TRANSLATE_NOOP("QtRdma", "No request with this id is in flight")),
                 Words::tr(QT_TRANSLATE_NOOP(
                         "QtRdma",
                         "It has completed already, or was never posted: ask before "
                         "control returns to the event loop.")) };
    }
    return textOf(Completions, status, "ibv_wc_status",
                  QT_TRANSLATE_NOOP("QtRdma", "Unknown completion status %1"));
}

/*! Returns what an event of the connection manager means; \a event is an \c rdma_cm_event_type.
*/
Rdma::Explanation Rdma::explainConnectionEvent(int event)
{
    return textOf(ConnectionEvents, event, "rdma_cm_event_type",
                  QT_TRANSLATE_NOOP("QtRdma", "Unknown event %1 of the connection manager"));
}

/*! Returns what the rejection of a connection on InfiniBand and RoCE means; \a reason is the number
    of the InfiniBand specification, the status of the event.
*/
Rdma::Explanation Rdma::explainRejection(int reason)
{
    return textOf(
            Rejections, reason, "ib_cm_rej_reason",
            QT_TRANSLATE_NOOP("QtRdma", "The connection was rejected for the unknown reason %1"));
}

/*! Returns what the rejection of a connection on iWARP means; \a status is a negative errno.
*/
Rdma::Explanation Rdma::explainIwarpRejection(int status)
{
    return textOf(
            IwarpRejections, status, "errno",
            QT_TRANSLATE_NOOP("QtRdma", "The connection was rejected with the unknown status %1"));
}

/*! Returns what an asynchronous event of a device means; \a event is an \c ibv_event_type. */
Rdma::Explanation Rdma::explainDeviceEvent(int event)
{
    return textOf(DeviceEvents, event, "ibv_event_type",
                  QT_TRANSLATE_NOOP("QtRdma", "Unknown event %1 of the device"));
}
