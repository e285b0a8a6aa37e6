// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPLETIONCHANNEL_P_H
#define COMPLETIONCHANNEL_P_H

#include "completionqueue_p.h"

namespace NullNic {

// Tells the program, by the channel of the queue, that it has completions.
void tell(CompletionQueue *queue);
// The events of a queue that nobody has taken.
void forgetCompletionEvents(CompletionQueue *queue);

// Wakes who waits at the channel of this queue at the latest at this time of the device's clock.
void wakeAt(CompletionQueue *queue, uint64_t ticks);

} // namespace NullNic

#endif // COMPLETIONCHANNEL_P_H
