// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "incomingconnection_p.h"

#include "../engine/reaper_p.h"
#include "../verbs/socketaddress_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

namespace QtRdmaPrivate {

namespace {
constexpr int LongestRejectData = 148; // InfiniBand's limit; iWARP would take more
} // namespace

IncomingConnection::IncomingConnection(CmId id, const QByteArray &data, int resources, int depth)
    : privateData(data)
    , responderResources(resources)
    , initiatorDepth(depth)
    , m_id(std::move(id))
{
    peerAddress = fromSockaddr(rdma_get_peer_addr(m_id.get()), &peerPort);
    localAddress = fromSockaddr(rdma_get_local_addr(m_id.get()), &localPort);
    if (m_id->verbs)
        deviceName = QString::fromLatin1(ibv_get_device_name(m_id->verbs->device));
}

IncomingConnection::~IncomingConnection()
{
    if (m_id)
        IncomingConnection::reject({});
}

RdmaError IncomingConnection::reject(const QByteArray &data)
{
    if (!m_id)
        return usageError(QStringLiteral("The connection request was answered already"));
    if (data.size() > LongestRejectData) {
        return usageError(Words::tr("The private data has %1 bytes, a refusal holds %2")
                                  .arg(data.size())
                                  .arg(LongestRejectData));
    }
    const int failure = cmResult(rdma_reject(m_id.get(), data.constData(), quint8(data.size())));
    auto remains = std::make_unique<Remains>();
    remains->id = std::move(m_id);
    giveToReaper(std::move(remains));
    return failure ? callError("rdma_reject", failure) : RdmaError();
}

} // namespace QtRdmaPrivate
