// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAPOSTBUILDER_H
#define RDMAPOSTBUILDER_H

#include <QtRdma/rdmapreparedrequest.h>

#include <QtCore/qobjectdefs.h>

namespace QtRdmaPrivate {
class FastSends;
}
class RdmaQueuePair;

/// Posts prepared requests, many with one call of the device.
class Q_RDMA_EXPORT RdmaPostBuilder
{
    Q_DISABLE_COPY_MOVE(RdmaPostBuilder)

public:
    explicit RdmaPostBuilder(RdmaQueuePair *queuePair);
    ~RdmaPostBuilder();

    /// Adds all of `request`.
    bool add(const RdmaPreparedRequest &request, quint64 context, Rdma::SendFlags flags = {});
    bool add(const RdmaPreparedRequest &request, qsizetype offset, qsizetype length,
             qsizetype remoteOffset, quint64 context, Rdma::SendFlags flags = {});
    /// Gives the request that was added last `immediate` as its immediate data.
    bool setImmediate(quint32 immediate);
    /// Posts what was added.
    bool post();

private:
    QtRdmaPrivate::FastSends *d; // null where nothing can be posted
};

#endif // RDMAPOSTBUILDER_H
