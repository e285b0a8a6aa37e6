// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DATAGRAMS_P_H
#define DATAGRAMS_P_H

#include "pieces_p.h"

namespace NullNic {

struct QueuePair;

// Brings the datagram to the queue pairs that it names. What they do not take is lost.
void sendDatagram(QueuePair &sender, const ibv_send_wr &request, const Pieces &data);

} // namespace NullNic

#endif // DATAGRAMS_P_H
