// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// In place of rdmacore.cpp where the libraries are linked.

#include "rdmacore_p.h"

namespace QtRdmaPrivate {

void loadRdmaCore() { }

RdmaError missingCallError(const char *)
{
    return {};
}

} // namespace QtRdmaPrivate
