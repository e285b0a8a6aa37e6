// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TALLY_P_H
#define TALLY_P_H

struct ibv_cq;
struct ibv_send_wr;

// The numbers that qtrdmafault_tally() returns.
namespace Tally {

void idMade();
void idEnds();
void cmEventTaken();
void cmEventAcknowledged();
void queueEventTaken(ibv_cq *cq);
void queueEventsAcknowledged(ibv_cq *cq, unsigned count);
void queuePolled(ibv_cq *cq);
void queueEnds(ibv_cq *cq);
void sent(const ibv_send_wr *chain);

} // namespace Tally

#endif // TALLY_P_H
