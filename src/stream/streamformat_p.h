// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMFORMAT_P_H
#define STREAMFORMAT_P_H

#include "streamlink_p.h"

namespace QtRdmaPrivate {

std::shared_ptr<StreamLink> makeLink(Rdma::WireFormat format, std::shared_ptr<Engine> engine,
                                     const RdmaStreamOptions &options);

// The format, among those that are taken, in which this request is to be understood. It may still
// be in none.
Rdma::WireFormat formatOf(const QByteArray &privateData, Rdma::WireFormats taken);

} // namespace QtRdmaPrivate

#endif // STREAMFORMAT_P_H
