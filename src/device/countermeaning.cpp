// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "countermeaning_p.h"

#include <QtCore/qglobal.h>

#include <algorithm>
#include <iterator>

namespace QtRdmaPrivate {

namespace {

constexpr auto Events = RdmaCounter::Unit::Events;
constexpr auto Bytes = RdmaCounter::Unit::Bytes;
constexpr auto Packets = RdmaCounter::Unit::Packets;
constexpr auto Objects = RdmaCounter::Unit::Objects;
constexpr auto Ticks = RdmaCounter::Unit::Ticks;

constexpr bool Zero = true;
constexpr bool Any = false;

// The names are those of the files. The widths are those of the PortCounters attribute (InfiniBand
// Architecture Specification, volume 1, chapter 16). A device with extended counters has wider ones
// under the same names.
constexpr CounterMeaning meanings[] = {
    // counters: InfiniBand's performance management, which RoCE devices of some makers have too
    { "symbol_error", Events, Zero, 16,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Symbols that came in damaged: a bad cable, connector or transceiver.") },
    { "link_error_recovery", Events, Zero, 8,
      QT_TRANSLATE_NOOP("QtRdma", "The link was trained again after an error, and came back.") },
    { "link_downed", Events, Zero, 8, QT_TRANSLATE_NOOP("QtRdma", "The link went down.") },
    { "port_rcv_errors", Packets, Zero, 16,
      QT_TRANSLATE_NOOP("QtRdma", "Packets received with an error: damaged, or malformed.") },
    { "port_rcv_remote_physical_errors", Packets, Zero, 16,
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Packets received that another hop had marked as bad: look further up the path.") },
    { "port_rcv_switch_relay_errors", Packets, Zero, 16,
      QT_TRANSLATE_NOOP("QtRdma", "Packets received that could not be passed on.") },
    { "port_xmit_discards", Packets, Zero, 16,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Packets thrown away before they were sent: the link is down, or congested "
                        "for too long.") },
    { "port_xmit_constraint_errors", Packets, Zero, 8,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Packets not sent because a partition key or raw filter forbids it.") },
    { "port_rcv_constraint_errors", Packets, Zero, 8,
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Packets refused on arrival because a partition key or raw filter forbids it.") },
    { "local_link_integrity_errors", Events, Zero, 4,
      QT_TRANSLATE_NOOP("QtRdma", "Too many physical errors in a row on this link.") },
    { "excessive_buffer_overrun_errors", Events, Zero, 4,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Receive buffers of the port overran: flow control does not work.") },
    { "VL15_dropped", Packets, Zero, 16,
      QT_TRANSLATE_NOOP("QtRdma", "Management packets dropped for want of buffers.") },
    { "port_xmit_wait", Ticks, Any, 32,
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Ticks in which there was data to send and no credit to send it: congestion.") },
    { "port_xmit_data", Bytes, Any, 32,
      QT_TRANSLATE_NOOP("QtRdma", "Bytes sent; the kernel counts words of four.") },
    { "port_rcv_data", Bytes, Any, 32,
      QT_TRANSLATE_NOOP("QtRdma", "Bytes received; the kernel counts words of four.") },
    { "port_xmit_packets", Packets, Any, 32, QT_TRANSLATE_NOOP("QtRdma", "Packets sent.") },
    { "port_rcv_packets", Packets, Any, 32, QT_TRANSLATE_NOOP("QtRdma", "Packets received.") },
    { "unicast_xmit_packets", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Unicast packets sent.") },
    { "unicast_rcv_packets", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Unicast packets received.") },
    { "multicast_xmit_packets", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Multicast packets sent.") },
    { "multicast_rcv_packets", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Multicast packets received.") },

    // hw_counters of mlx5
    { "out_of_buffer", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Messages arrived for which no receive was posted: the sender had to wait "
                        "or failed.") },
    { "out_of_sequence", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Packets arrived out of order: some were lost, or took another path.") },
    { "duplicate_request", Packets, Zero, 64,
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Requests that had come before: the peer did not get the acknowledgement in time.") },
    { "rnr_nak_retry_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "The peer had no receive posted (receiver not ready).") },
    { "packet_seq_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "The peer reported a gap: packets sent from here were lost.") },
    { "implied_nak_seq_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "An answer came for a later request than the one expected: a read or "
                        "atomic was lost.") },
    { "local_ack_timeout_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "No acknowledgement came in time: packets or acknowledgements were lost, "
                        "or the peer is gone.") },
    { "resp_local_length_error", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "A message was longer than the receive that was posted for it.") },
    { "resp_cqe_error", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Receives that completed with an error.") },
    { "req_cqe_error", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Sends that completed with an error.") },
    { "req_remote_invalid_request", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "The peer refused a request as invalid.") },
    { "req_remote_access_errors", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "The peer refused access to its memory: a wrong rkey, address or right.") },
    { "resp_remote_access_errors", Events, Zero, 64,
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "A peer asked for memory that it may not have: a wrong rkey, address or right.") },
    { "resp_cqe_flush_error", Events, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Receives that were flushed because their queue pair ended; each closed "
                        "connection has some.") },
    { "req_cqe_flush_error", Events, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Sends that were flushed because their queue pair ended.") },
    { "req_transport_retries_exceeded", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "A peer did not answer any more, and the connection ended.") },
    { "req_rnr_retries_exceeded", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "A peer had no receive posted for too long, and the connection ended.") },
    { "roce_adp_retrans", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets sent again by RoCE's adaptive retransmission.") },
    { "roce_adp_retrans_to", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Time-outs of RoCE's adaptive retransmission.") },
    { "roce_slow_restart", Events, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE slow restarts after a pause.") },
    { "roce_slow_restart_cnps", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Congestion notifications that a slow restart made.") },
    { "roce_slow_restart_trans", Events, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Changes of the slow restart's state.") },
    { "rp_cnp_handled", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Congestion notifications that slowed this sender down.") },
    { "rp_cnp_ignored", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Congestion notifications that were ignored: congestion control is off or "
                        "set up wrongly.") },
    { "np_cnp_sent", Packets, Any, 64,
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "Congestion notifications sent to peers whose packets were marked on the way.") },
    { "np_ecn_marked_roce_packets", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets that a switch had marked: there is congestion.") },
    { "rx_icrc_encapsulated", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets with a wrong checksum.") },
    { "rx_write_requests", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "RDMA writes received.") },
    { "rx_read_requests", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "RDMA reads received.") },
    { "rx_atomic_requests", Events, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Atomic operations received.") },
    { "rx_dct_connect", Events, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Requests to connect to dynamically connected targets.") },

    // hw_counters of rxe
    { "sent_pkts", Packets, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Packets sent.") },
    { "rcvd_pkts", Packets, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Packets received.") },
    { "out_of_seq_request", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Requests arrived out of order: some were lost.") },
    { "rcvd_rnr_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "The peer had no receive posted (receiver not ready).") },
    { "send_rnr_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP(
              "QtRdma",
              "A message arrived for which no receive was posted; the peer was told to wait.") },
    { "rcvd_seq_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "The peer reported a gap: packets sent from here were lost.") },
    { "ack_deferred", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets whose acknowledgement was put off.") },
    { "retry_exceeded_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "A peer did not answer any more, and the connection ended.") },
    { "retry_rnr_exceeded_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "A peer had no receive posted for too long, and the connection ended.") },
    { "completer_retry_err", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma",
                        "Requests were sent again because no acknowledgement came in time.") },
    { "send_err", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets that the network interface did not take.") },
    { "rdma_sends", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Messages sent.") },
    { "rdma_recvs", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Messages received.") },

    // hw_counters of bnxt_re
    { "active_pds", Objects, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Protection domains in use.") },
    { "active_ahs", Objects, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Address handles in use.") },
    { "active_qps", Objects, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Queue pairs in use.") },
    { "active_rc_qps", Objects, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Reliable queue pairs in use.") },
    { "active_ud_qps", Objects, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Datagram queue pairs in use.") },
    { "active_srqs", Objects, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Shared receive queues in use.") },
    { "active_cqs", Objects, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Completion queues in use.") },
    { "active_mrs", Objects, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Memory regions in use.") },
    { "active_mws", Objects, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Memory windows in use.") },
    { "rx_pkts", Packets, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Packets received.") },
    { "rx_bytes", Bytes, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Bytes received.") },
    { "tx_pkts", Packets, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Packets sent.") },
    { "tx_bytes", Bytes, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Bytes sent.") },
    { "recoverable_errors", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Errors that were mended by sending again.") },
    { "rx_roce_errors", Packets, Zero, 64, // before Linux 6.3
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets received with an error.") },
    { "rx_roce_discards", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets thrown away on arrival.") },
    { "rx_roce_error_pkts", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets received with an error.") },
    { "rx_roce_discard_pkts", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets thrown away on arrival.") },
    { "tx_roce_error_pkts", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets that could not be sent for an error.") },
    { "tx_roce_discard_pkts", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "RoCE packets thrown away before they were sent.") },
    { "res_oob_drop_count", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets dropped because the adapter ran out of buffers.") },
    { "oos_drop_count", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets dropped because they came out of order.") },
    { "to_retransmits", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets sent again after a time-out.") },
    { "seq_err_naks_rcvd", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "The peer reported a gap: packets sent from here were lost.") },
    { "max_retry_exceeded", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "A peer did not answer any more, and the connection ended.") },
    { "rnr_naks_rcvd", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "The peer had no receive posted (receiver not ready).") },
    { "missing_resp", Events, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Answers to reads or atomics that never came.") },
    { "rx_cnp_pkts", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Congestion notifications received.") },
    { "tx_cnp_pkts", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Congestion notifications sent.") },
    { "rx_ecn_marked_pkts", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets that a switch had marked: there is congestion.") },

    // hw_counters of irdma
    { "ip4InOctets", Bytes, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Bytes received over IPv4.") },
    { "ip4OutOctets", Bytes, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Bytes sent over IPv4.") },
    { "ip6InOctets", Bytes, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Bytes received over IPv6.") },
    { "ip6OutOctets", Bytes, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Bytes sent over IPv6.") },
    { "ip4InDiscards", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "IPv4 packets thrown away on arrival.") },
    { "ip6InDiscards", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "IPv6 packets thrown away on arrival.") },
    { "ip4OutNoRoutes", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "IPv4 packets that had no route.") },
    { "ip6OutNoRoutes", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "IPv6 packets that had no route.") },
    { "tcpInSegs", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "TCP segments received (iWARP).") },
    { "tcpOutSegs", Packets, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "TCP segments sent (iWARP).") },
    { "tcpRetransSegs", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "TCP segments sent again: packets were lost.") },
    { "tcpInOptErrors", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "TCP segments with options that cannot be used.") },
    { "tcpInProtoErrors", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "TCP segments that break the protocol.") },
    { "rxVlanErrors", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets with a VLAN that is not set up here.") },
    { "cnpHandled", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Congestion notifications that slowed this sender down.") },
    { "cnpIgnored", Packets, Zero, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Congestion notifications that were ignored.") },
    { "cnpSent", Packets, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Congestion notifications sent.") },
    { "RxECNMrkd", Packets, Any, 64,
      QT_TRANSLATE_NOOP("QtRdma", "Packets that a switch had marked: there is congestion.") },
    { "iwInRdmaReads", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "RDMA reads received.") },
    { "iwInRdmaSends", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Messages received.") },
    { "iwInRdmaWrites", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "RDMA writes received.") },
    { "iwOutRdmaReads", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "RDMA reads sent.") },
    { "iwOutRdmaSends", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "Messages sent.") },
    { "iwOutRdmaWrites", Events, Any, 64, QT_TRANSLATE_NOOP("QtRdma", "RDMA writes sent.") },
};

// Drivers agree on the endings of names, if on nothing else.
RdmaCounter::Unit unitByName(const QString &name)
{
    if (name.endsWith(QLatin1String("bytes")) || name.endsWith(QLatin1String("Octets")))
        return Bytes;
    if (name.endsWith(QLatin1String("packets")) || name.endsWith(QLatin1String("pkts"))
        || name.endsWith(QLatin1String("Pkts")))
        return Packets;
    return Events;
}

} // namespace

CounterMeaning meaningOfCounter(const QString &name)
{
    const auto known =
            std::find_if(std::begin(meanings), std::end(meanings),
                         [&](const CounterMeaning &m) { return name == QLatin1String(m.name); });
    if (known != std::end(meanings))
        return *known;
    CounterMeaning unknown;
    unknown.unit = unitByName(name);
    return unknown;
}

} // namespace QtRdmaPrivate
