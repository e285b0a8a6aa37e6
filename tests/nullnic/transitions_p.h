// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TRANSITIONS_P_H
#define TRANSITIONS_P_H

#include <infiniband/verbs.h>

namespace NullNic {

// Whether a queue pair may go from one state to the other with the attributes in the mask: all that
// the step needs, and none that it does not know (InfiniBand specification, 11.2.4.2).
bool isTransition(ibv_qp_type type, ibv_qp_state from, ibv_qp_state to, int mask);

} // namespace NullNic

#endif // TRANSITIONS_P_H
