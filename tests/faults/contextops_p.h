// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CONTEXTOPS_P_H
#define CONTEXTOPS_P_H

struct ibv_context;

namespace ContextOps {

// Posting, polling, arming and a few queries are inline functions that call through the device
// context; this puts our functions there. Doing it twice does nothing.
void wrap(ibv_context *context);

// The context is about to be closed; its address may come back as another device.
void forget(ibv_context *context);

} // namespace ContextOps

#endif // CONTEXTOPS_P_H
