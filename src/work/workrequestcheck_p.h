// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WORKREQUESTCHECK_P_H
#define WORKREQUESTCHECK_P_H

#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmaworkrequest.h>

#include <limits>

class RdmaWorkRequestData;
struct ibv_pd;
struct ibv_qp;

namespace QtRdmaPrivate {

class Provider;

// The limits of a queue pair and its device. Without a domain nothing is known yet, and little is
// refused.
struct WorkLimits
{
    // Asks for the limits of an existing queue pair. The caller sets the capacities, to what it
    // asked for and was given.
    static RdmaError query(ibv_qp *queuePair, int port, const Provider &provider,
                           WorkLimits *limits);

    // Notes that a request found to be right before may be wrong now. There is one number for each
    // state of the limits of each queue pair.
    void changed();

    quint64 number = 0; // 0: nothing is noted
    int maxSendSge = std::numeric_limits<int>::max();
    int maxReceiveSge = std::numeric_limits<int>::max();
    int maxReadSge = std::numeric_limits<int>::max();
    qsizetype inlineSize = 0;
    int spareSends = 0; // in addition to the depth, for sends without a signal
    quint64 maxMessage = std::numeric_limits<quint32>::max();
    ibv_pd *domain = nullptr;
    unsigned invalidatedFlag = 0; // in wc_flags: the received message has invalidated a key
    Rdma::QueuePairType type = Rdma::QueuePairType::ReliableConnected;
    int receiveHeader = 0; // bytes before each datagram
    bool immediates = true;
    bool emptyReads = true;
    bool atomics = false;
    bool invalidates = true; // sends can invalidate a key
    bool fencedReads = true;
    bool atomicWrites = false;
    bool flushes = false;
    // What the device could do with another library.
    bool deviceWritesAtomically = false;
    Rdma::FlushPlacements deviceFlushes;
    bool reads = true; // the peer serves reads and atomics
};

Rdma::QueuePairType typeOf(const ibv_qp *queuePair);

// Checks an id that the program has chosen.
RdmaError checkId(quint64 id);

// Checks what can be known without asking the device. The error names the wrong argument and the
// limit.
RdmaError checkRequest(const RdmaWorkRequestData &request, const WorkLimits &limits);

} // namespace QtRdmaPrivate

#endif // WORKREQUESTCHECK_P_H
