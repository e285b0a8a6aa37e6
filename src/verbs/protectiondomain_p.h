// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROTECTIONDOMAIN_P_H
#define PROTECTIONDOMAIN_P_H

#include <QtRdma/rdmaerror.h>

#include <memory>

struct ibv_context;
struct ibv_pd;

namespace QtRdmaPrivate {

using ProtectionDomainPtr = std::shared_ptr<ibv_pd>;

// Returns null and sets *error on failure.
ProtectionDomainPtr makeProtectionDomain(ibv_context *context, RdmaError *error);

} // namespace QtRdmaPrivate

#endif // PROTECTIONDOMAIN_P_H
