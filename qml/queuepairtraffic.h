// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QUEUEPAIRTRAFFIC_H
#define QUEUEPAIRTRAFFIC_H

#include "rows.h"

#include <QtCore/qbytearray.h>

// The bytes of single queue pairs, where the driver can count them and somebody has asked for it:
//   rdma statistic set link DEVICE/PORT optional-counters rdma_tx_bytes,rdma_rx_bytes
//   rdma statistic qp bind link DEVICE/PORT lqpn NUMBER
namespace QueuePairTraffic {

// Takes what the kernel tells at once, and does not wait. Nothing where it tells nothing.
QList<TrafficRow> ofDevice(const QString &device);

// The answers as the kernel gives them. A counter that several queue pairs share is left out.
std::optional<quint32> decodeIndex(const QByteArray &datagram, const QString &device);
QList<TrafficRow> decodeTraffic(const QByteArray &datagram);

} // namespace QueuePairTraffic

#endif // QUEUEPAIRTRAFFIC_H
