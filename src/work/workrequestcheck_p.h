// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKREQUESTCHECK_P_H
#define WORKREQUESTCHECK_P_H

#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmaworkrequest.h>

#include <limits>

struct ibv_pd;
struct ibv_qp;

namespace QtRdmaPrivate {

class Provider;

// What a queue pair and its device take. Without a domain nothing is known yet, and little is refused.
struct WorkLimits
{
    // Of a queue pair that exists; the capacities are what was asked for and given.
    static RdmaError query(ibv_qp *queuePair, int port, const Provider &provider,
                           WorkLimits *limits);

    int maxSendSge = std::numeric_limits<int>::max();
    int maxReceiveSge = std::numeric_limits<int>::max();
    int maxReadSge = std::numeric_limits<int>::max();
    qsizetype inlineSize = 0;
    int spareSends = 0; // in addition to the depth, for those without a signal
    quint64 maxMessage = std::numeric_limits<quint32>::max();
    ibv_pd *domain = nullptr;
    unsigned invalidatedFlag = 0; // of a receive whose message invalidated a key
    Rdma::QueuePairType type = Rdma::QueuePairType::ReliableConnected;
    int receiveHeader = 0; // bytes in front of each datagram
    bool iwarp = false;
    bool atomics = false;
    bool invalidates = true; // by sends
    bool fencedReads = true;
    bool reads = true; // and atomics: that the peer serves
};

Rdma::QueuePairType typeOf(const ibv_qp *queuePair);

// What can be said before the device is asked: the argument that is wrong, and the limit.
RdmaError checkRequest(const RdmaWorkRequest &request, const WorkLimits &limits);

} // namespace QtRdmaPrivate

#endif // WORKREQUESTCHECK_P_H
