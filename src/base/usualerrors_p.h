// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef USUALERRORS_P_H
#define USUALERRORS_P_H

#include <QtRdma/rdmaerror.h>

namespace QtRdmaPrivate {

// Errors of no call of rdma-core.

// The time of a waitFor...() is over. It has ended nothing.
RdmaError waitExpiredError();
RdmaError remoteClosedError();
// The connection was cut, or the peer ended it. Whether the keys are the same is not known.
RdmaError unprovedError();
RdmaError usageError(const QString &text, const QString &hint = QString());

// An object was moved to another thread while the engine of its thread served it.
RdmaError movedError();

} // namespace QtRdmaPrivate

#endif // USUALERRORS_P_H
