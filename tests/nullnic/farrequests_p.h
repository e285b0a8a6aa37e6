// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FARREQUESTS_P_H
#define FARREQUESTS_P_H

#include "transfer_p.h"

#include <cstdint>
#include <optional>

namespace NullNic {

class Link;
class Pieces;

// Asks the peer in another process, if the link is free. The outcome tells what to wait for.
Outcome ask(Link &link, const QueuePair &sender, const ibv_send_wr &request, const Pieces &data,
            uint64_t length);
// This side may take a request now that it has refused before.
void tellReady(const QueuePair &receiver);
// The pause that the peer in another process has asked for last; nothing: there is no such peer.
std::optional<uint8_t> farReceiverTimer(const QueuePair &sender);

} // namespace NullNic

#endif // FARREQUESTS_P_H
