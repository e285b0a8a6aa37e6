// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef COMPLETIONCHANNEL_P_H
#define COMPLETIONCHANNEL_P_H

#include "completionqueue_p.h"

namespace NullNic {

// Puts an event into the channel of the queue: the queue has completions.
void tell(CompletionQueue *queue);
// Removes those events of the queue that the program has not taken.
void forgetCompletionEvents(CompletionQueue *queue);

// The channel of the queue becomes readable at this time of the device's clock, or earlier.
void wakeAt(CompletionQueue *queue, uint64_t ticks);

} // namespace NullNic

#endif // COMPLETIONCHANNEL_P_H
