// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMERRORS_P_H
#define STREAMERRORS_P_H

#include "streamprotocol_p.h"

#include <QtRdma/rdmaerror.h>

namespace QtRdmaPrivate {

// Errors with which a connection of this format ends.
RdmaError resetError(const ParsedFrame &frame); // the peer has reset it
RdmaError violationError(const StreamProtocol::Failure &failure); // the peer broke the protocol
// The peer has rejected the connection, with a reason in the private data; no error: there is none.
RdmaError rejectionError(const RdmaError &error, const QByteArray &privateData);

} // namespace QtRdmaPrivate

#endif // STREAMERRORS_P_H
