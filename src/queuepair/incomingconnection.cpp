// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "incomingconnection_p.h"

#include "../engine/reaper_p.h"
#include "../verbs/verbscall_p.h"

#include <rdma/rdma_cma.h>

namespace QtRdmaPrivate {

IncomingConnection::IncomingConnection(CmId id, const QByteArray &data, int resources, int depth)
    : privateData(data)
    , responderResources(resources)
    , initiatorDepth(depth)
    , m_id(std::move(id))
{
}

IncomingConnection::~IncomingConnection()
{
    if (m_id)
        reject({});
}

RdmaError IncomingConnection::reject(const QByteArray &data)
{
    if (!m_id)
        return usageError(QStringLiteral("The connection request was answered already"));
    const int failure = cmResult(
            rdma_reject(m_id.get(), data.constData(), quint8(qMin<qsizetype>(data.size(), 148))));
    auto remains = std::make_unique<Remains>();
    remains->id = std::move(m_id);
    giveToReaper(std::move(remains));
    return failure ? callError("rdma_reject", failure) : RdmaError();
}

} // namespace QtRdmaPrivate
