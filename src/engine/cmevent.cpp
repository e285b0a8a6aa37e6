// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cmchannels_p.h"

#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <rdma/rdma_cma.h>

#include <cerrno>

namespace QtRdmaPrivate {

// If librdmacm has failed to do what an event asks for, the status is -1 and the reason is in
// errno. The kernel's -EPERM comes without an errno.
static int statusOf(const rdma_cm_event &event, int errorNumber)
{
    return event.status == -1 && errorNumber != 0 ? -errorNumber : event.status;
}

std::optional<CmEvent> nextCmEvent(const CmChannelPtr &channel, RdmaError *error)
{
    rdma_cm_event *event = nullptr;
    errno = 0;
    if (rdma_get_cm_event(channel.get(), &event) != 0) {
        if (errno != EAGAIN && errno != EINTR)
            *error = callError("rdma_get_cm_event", errno);
        return {};
    }
    CmEvent copy;
    copy.type = event->event;
    copy.status = statusOf(*event, errno);
    copy.token = quint32(reinterpret_cast<quintptr>(event->id->context));
    copy.id = event->id;
    copy.privateData = QByteArray(static_cast<const char *>(event->param.conn.private_data),
                                  event->param.conn.private_data_len);
    copy.responderResources = event->param.conn.responder_resources;
    copy.initiatorDepth = event->param.conn.initiator_depth;
    if (event->event == RDMA_CM_EVENT_MULTICAST_JOIN)
        copy.datagrams = std::make_shared<rdma_ud_param>(event->param.ud);
    if (rdma_ack_cm_event(event) != 0)
        qCWarning(lcRdmaCm) << callError("rdma_ack_cm_event", errno);
    qCDebug(lcRdmaCm) << rdma_event_str(rdma_cm_event_type(copy.type)) << copy.status << Qt::hex
                      << copy.token;
    return copy;
}

} // namespace QtRdmaPrivate
