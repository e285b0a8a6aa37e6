// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "queuepairtransport_p.h"

#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <utility>

namespace QtRdmaPrivate {

QueuePairTransport::QueuePairTransport(std::shared_ptr<Engine> engine, ConnectionOwner *owner)
    : m_engine(std::move(engine))
    , m_owner(owner)
    , m_token(m_engine->enter(this))
    , m_queues(m_engine)
{
}

int QueuePairTransport::port() const
{
    return m_id->port_num;
}

QString QueuePairTransport::deviceName() const
{
    if (!m_id || !m_id->verbs)
        return {};
    return QString::fromLatin1(ibv_get_device_name(m_id->verbs->device));
}

RdmaError QueuePairTransport::connectToEndpoint(const RdmaEndpoint &)
{
    return usageError(Words::tr("The connection manager connects this queue pair"));
}

void QueuePairTransport::channelFailed(const CmChannelPtr &channel, const RdmaError &cause)
{
    if (!m_id)
        return;
    RdmaError error = channel && canMigrate() ? m_id.migrate(channel) : cause;
    if (!error.isError() && m_id->verbs)
        error = checkUsable(m_id->verbs);
    if (error.isError())
        fail(error);
}

void QueuePairTransport::completionsFailed(const ibv_context *context, const RdmaError &cause)
{
    if (m_queues.uses(context))
        fail(cause);
}

} // namespace QtRdmaPrivate
