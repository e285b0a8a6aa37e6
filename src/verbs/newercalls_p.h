// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef NEWERCALLS_P_H
#define NEWERCALLS_P_H

#include <QtRdma/rdma.h>

#include <infiniband/verbs.h>

// The calls and structures that rdma-core has got since version 44, the oldest one that this
// library is built with: nothing else uses them. The compiler sees whether the headers have them,
// and a library is asked when it is called. So a program starts with any version, older or newer
// than the headers. Newer numbers of events and rights stand where the older ones do.
namespace QtRdmaPrivate {

// ---- numbers, which mean the same to every kernel ----

constexpr quint64 DeviceFlushesGlobally = quint64(1) << 38; // IB_UVERBS_DEVICE_FLUSH_GLOBAL
constexpr quint64 DeviceFlushesPersistently = quint64(1) << 39; // …_FLUSH_PERSISTENT
constexpr quint64 DeviceWritesAtomically = quint64(1) << 40; // …_ATOMIC_WRITE
constexpr auto SendFlush = ibv_wr_opcode(14); // IBV_WR_FLUSH

inline Rdma::FlushPlacements flushPlacementsOf(quint64 deviceCapabilities)
{
    Rdma::FlushPlacements placements;
    placements.setFlag(Rdma::FlushPlacement::Global,
                       (deviceCapabilities & DeviceFlushesGlobally) != 0);
    placements.setFlag(Rdma::FlushPlacement::Persistent,
                       (deviceCapabilities & DeviceFlushesPersistently) != 0);
    return placements;
}

// ---- ports ----

template <typename PortAttributes>
quint32 activeSpeed(const PortAttributes &port)
{
    if constexpr (requires { port.active_speed_ex; }) {
        if (port.active_speed_ex != 0)
            return port.active_speed_ex;
    }
    return port.active_speed;
}

// In units of 100 Mbit/s, with what bonding and virtual functions make of the port; 0 where
// library, driver or kernel cannot tell.
quint64 effectivePortSpeed(ibv_context *context, int port);

// ---- operations that ibv_post_send() does not have ----

// The operations for the queue pairs of a device with these capabilities, as far as the headers
// know them. The library or the driver may refuse them all the same, by EOPNOTSUPP.
template <typename QueuePair = ibv_qp_ex>
constexpr quint64 newerOperations(quint64 deviceCapabilities)
{
    constexpr quint64 WithFlush = 1 << 11; // IBV_QP_EX_WITH_FLUSH
    quint64 operations = 0;
    if ((deviceCapabilities & DeviceWritesAtomically) != 0)
        operations |= IBV_QP_EX_WITH_ATOMIC_WRITE;
    if constexpr (requires(QueuePair queuePair) { queuePair.wr_flush; }) {
        if ((deviceCapabilities & (DeviceFlushesGlobally | DeviceFlushesPersistently)) != 0)
            operations |= WithFlush;
    }
    return operations;
}

struct FlushRequest
{
    quint64 address = 0;
    quint64 length = 0;
    quint32 key = 0;
    quint8 placements = 0; // of ibv_placement_type
    quint8 scope = 0; // ibv_selectivity_level
};

// Between ibv_wr_start() and ibv_wr_complete(). The queue pair must have been made with
// newerOperations() for it.
template <typename QueuePair>
void flush([[maybe_unused]] QueuePair *queuePair, [[maybe_unused]] const FlushRequest &what)
{
    if constexpr (requires { queuePair->wr_flush; }) {
        queuePair->wr_flush(queuePair, what.key, what.address, what.length, what.placements,
                            what.scope);
    }
}

} // namespace QtRdmaPrivate

#endif // NEWERCALLS_P_H
