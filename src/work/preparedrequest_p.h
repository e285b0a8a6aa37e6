// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PREPAREDREQUEST_P_H
#define PREPAREDREQUEST_P_H

#include "postedwork_p.h"
#include "workrequestcheck_p.h"

#include <infiniband/verbs.h>

#include <vector>

namespace QtRdmaPrivate {

// A request that was checked for one connection of a queue pair, with the values that the verbs
// take. It keeps the memory regions of the request.
class PreparedRequest : public QSharedData
{
public:
    // Null, and the reason, for a request that cannot be prepared. It was checked for these limits.
    static QExplicitlySharedDataPointer<PreparedRequest>
    make(const RdmaWorkRequest &request, const WorkLimits &limits, RdmaError *error);

    const QExplicitlySharedDataPointer<const RdmaWorkRequestData> request;
    quint64 limits = 0; // WorkLimits::number
    quint64 length = 0;
    const WorkState silent; // in flight without a signal
    Rdma::SendFlags silence; // Unsignalled, if the request has asked for that
    Rdma::SendFlags maySkipSignal; // Unsignalled, if the device can leave the signal out
    bool isRemote = false;
    quint64 remoteLength = 0;
    ibv_send_wr verbs = {}; // with all slices
    qint64 mostInline = -1; // bytes of a part; fewer go inline
    quintptr data = 0; // the address of the only slice in the process
    ibv_sge element = {}; // the only slice, not inline
    std::vector<ibv_sge> elements;

private:
    explicit PreparedRequest(const RdmaWorkRequest &original)
        : request(RdmaWorkRequestData::shareOf(original))
        , silent{ request->opcode, true, false, true, false }
    {
    }
};

} // namespace QtRdmaPrivate

#endif // PREPAREDREQUEST_P_H
