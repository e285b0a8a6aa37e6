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

class Q_RDMA_EXPORT RdmaPostBuilder
{
    Q_DISABLE_COPY_MOVE(RdmaPostBuilder)

public:
    explicit RdmaPostBuilder(RdmaQueuePair *queuePair);
    ~RdmaPostBuilder();

    bool add(const RdmaPreparedRequest &request, quint64 context, Rdma::SendFlags flags = {});
    bool add(const RdmaPreparedRequest &request, qsizetype offset, qsizetype length,
             qsizetype remoteOffset, quint64 context, Rdma::SendFlags flags = {});
    bool setImmediate(quint32 immediate);
    bool post();

private:
    QtRdmaPrivate::FastSends *d; // null where nothing can be posted
};

#endif // RDMAPOSTBUILDER_H
