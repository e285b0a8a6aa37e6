// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cm_p.h"
#include "device_p.h"
#include "link_p.h"
#include "queuepair_p.h"

#include <algorithm>

namespace NullNic {

namespace {

// Reasons of a rejection, as the InfiniBand specification numbers them.
constexpr int NobodyListens = 8;
constexpr int ProgramRejects = 28;

bool isDepth(uint8_t wanted, int most, int placeholder)
{
    return wanted == placeholder || wanted <= most;
}

// librdmacm compares with the device before it asks the kernel.
int checkParameters(const Id &id, const rdma_conn_param *wanted)
{
    if (!wanted)
        return id.qp ? 0 : EINVAL;
    return isDepth(wanted->responder_resources, DeviceLimits.max_qp_rd_atom, RDMA_MAX_RESP_RES)
                    && isDepth(wanted->initiator_depth, DeviceLimits.max_qp_init_rd_atom,
                               RDMA_MAX_INIT_DEPTH)
            ? 0
            : EINVAL;
}

int checkPrivateData(const rdma_conn_param *given, uint8_t most)
{
    return given && given->private_data && given->private_data_len > most ? EINVAL : 0;
}

void setParameters(Id &id, const rdma_conn_param &given)
{
    id.parameters = given;
    id.queuePairNumber = id.qp ? id.qp->qp_num : given.qp_num;
    const auto limit = [](uint8_t *depth, int most) {
        *depth = uint8_t(std::min<int>(*depth, most));
    };
    limit(&id.parameters.responder_resources, DeviceLimits.max_qp_rd_atom);
    limit(&id.parameters.initiator_depth, DeviceLimits.max_qp_init_rd_atom);
}

// Each side reads what the other one has said: its reads are what the other one answers.
void showParameters(Event *event, const Id &speaker)
{
    rdma_conn_param &shown = event->param.conn;
    shown.responder_resources = speaker.parameters.initiator_depth;
    shown.initiator_depth = speaker.parameters.responder_resources;
    shown.flow_control = speaker.parameters.flow_control;
    shown.retry_count = speaker.parameters.retry_count;
    shown.rnr_retry_count = speaker.parameters.rnr_retry_count;
    shown.srq = speaker.parameters.srq;
    shown.qp_num = speaker.queuePairNumber;
}

void end(Id &id)
{
    id.stage = Stage::Ended;
    if (id.peer)
        id.peer->peer = nullptr;
    id.peer = nullptr;
}

bool isAsked(const Id &id)
{
    return id.stage == Stage::RequestReceived || id.stage == Stage::ResponseSent
            || id.stage == Stage::ResponseReceived;
}

int accept(Id &id, const rdma_conn_param *wanted)
{
    if (const int error = checkParameters(id, wanted))
        return error;
    rdma_conn_param given = wanted ? *wanted : rdma_conn_param{};
    if (!wanted && id.peer) {
        given.responder_resources = id.peer->parameters.initiator_depth;
        given.initiator_depth = id.peer->parameters.responder_resources;
        given.rnr_retry_count = id.peer->parameters.rnr_retry_count;
    }
    if (id.qp) {
        if (const int error = bringUp(id, &given))
            return error;
    }
    if (id.stage != Stage::RequestReceived)
        return EINVAL;
    if (const int error = checkPrivateData(&given, ResponseBytes))
        return error;
    respond(id, given);
    return 0;
}

int connect(Id &id, const rdma_conn_param *wanted)
{
    if (id.ps == RDMA_PS_UDP)
        return EOPNOTSUPP;
    if (const int error = checkParameters(id, wanted))
        return error;
    if (id.stage != Stage::RouteResolved)
        return EINVAL;
    if (const int error = checkPrivateData(wanted, RequestBytes))
        return error;
    request(id, wanted ? *wanted : rdma_conn_param{});
    return 0;
}

int disconnect(Id &id)
{
    if (id.stage < Stage::RequestSent)
        return EINVAL;
    if (id.qp)
        enterError(queuePairOf(id.qp));
    if (id.stage == Stage::Connected) {
        sendDisconnect(id);
    } else if (id.stage == Stage::DisconnectReceived) {
        answerDisconnect(id);
        tell(id, RDMA_CM_EVENT_TIMEWAIT_EXIT);
    }
    return 0;
}

int notify(Id &id, ibv_event_type event)
{
    if (event != IBV_EVENT_COMM_EST)
        return EINVAL;
    if (id.stage == Stage::Connected)
        return EISCONN;
    if (id.stage != Stage::ResponseSent)
        return EINVAL;
    id.stage = Stage::Connected;
    tell(id, RDMA_CM_EVENT_ESTABLISHED);
    return 0;
}

} // namespace

// ---- the messages ----

void reject(Id &rejected, int reason, const rdma_conn_param &data)
{
    end(rejected);
    if (rejected.hasCome && !rejected.isAccepted)
        return;
    EventPtr event = makeEvent(rejected, RDMA_CM_EVENT_REJECTED, reason);
    setPrivateData(event.get(), data, RejectionBytes);
    put(std::move(event));
}

void request(Id &client, const rdma_conn_param &given)
{
    client.stage = Stage::RequestSent;
    setParameters(client, given);
    if (!isInhabited(hostOf(client.route.addr.dst_sin.sin_addr)))
        return tell(client, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT);
    Id *listener = findListener(client);
    if (!listener && !client.link && requestOfOtherProcess(client, given))
        return;
    if (!listener || listener->backlog == 0)
        return reject(client, listener ? ProgramRejects : NobodyListens, {});
    --listener->backlog;
    Id *server = makeId(listener->channel, listener->context, listener->ps, listener->qp_type);
    server->hasCome = true;
    server->typeOfService = client.typeOfService;
    server->stage = Stage::RequestReceived;
    server->verbs = managersContext();
    server->port_num = Port;
    server->route.addr.src_storage = client.route.addr.dst_storage;
    server->route.addr.dst_storage = client.route.addr.src_storage;
    server->route.addr.addr.ibaddr.sgid = client.route.addr.addr.ibaddr.dgid;
    server->route.addr.addr.ibaddr.dgid = client.route.addr.addr.ibaddr.sgid;
    server->peer = &client;
    client.peer = server;
    if (client.link)
        client.link->near = server;
    EventPtr event = makeEvent(*server, RDMA_CM_EVENT_CONNECT_REQUEST);
    event->listen_id = listener;
    showParameters(event.get(), client);
    setPrivateData(event.get(), given, RequestBytes);
    put(std::move(event));
}

void respond(Id &server, const rdma_conn_param &given)
{
    Id &client = *server.peer;
    server.stage = Stage::ResponseSent;
    server.isAccepted = true;
    client.stage = Stage::ResponseReceived;
    setParameters(server, given);
    EventPtr event = makeEvent(client, RDMA_CM_EVENT_CONNECT_RESPONSE);
    showParameters(event.get(), server);
    setPrivateData(event.get(), given, ResponseBytes);
    put(std::move(event));
}

// The last message of the handshake. The server may have heard of it from its queue pair.
void confirm(Id &client)
{
    client.stage = Stage::Connected;
    if (client.peer && client.peer->stage == Stage::ResponseSent) {
        client.peer->stage = Stage::Connected;
        tell(*client.peer, RDMA_CM_EVENT_ESTABLISHED);
    }
}

// The ids know each other no more after this, and tell it in their own time.
void disconnected(Id &id)
{
    end(id);
    tell(id, RDMA_CM_EVENT_DISCONNECTED);
    tell(id, RDMA_CM_EVENT_TIMEWAIT_EXIT);
}

void sendDisconnect(Id &id)
{
    id.stage = Stage::DisconnectSent;
    if (!id.peer)
        return disconnected(id);
    id.peer->stage = Stage::DisconnectReceived;
    tell(*id.peer, RDMA_CM_EVENT_DISCONNECTED);
}

void answerDisconnect(Id &id)
{
    Id *asking = id.peer;
    end(id);
    if (asking)
        disconnected(*asking);
}

void leave(Id &id)
{
    Id *peer = id.peer;
    if (id.stage == Stage::Connected && peer) {
        sendDisconnect(id);
        end(id);
        return;
    }
    if (id.stage == Stage::DisconnectReceived)
        return answerDisconnect(id);
    const bool isHandshake = isAsked(id) || id.stage == Stage::RequestSent;
    end(id);
    if (isHandshake && peer)
        reject(*peer, ProgramRejects, {});
}

void answerRead(Event *event)
{
    Id &id = idOf(event->id);
    if (!id.qp)
        return;
    if (const int error = bringUp(id, nullptr)) {
        event->event = RDMA_CM_EVENT_CONNECT_ERROR;
        event->status = minusOne(error);
        return;
    }
    event->event = RDMA_CM_EVENT_ESTABLISHED;
    confirm(id);
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

int rdma_connect(rdma_cm_id *id, rdma_conn_param *parameters)
{
    const Lock lock;
    const int error = connect(idOf(id), parameters);
    return error ? minusOne(error) : 0;
}

int rdma_accept(rdma_cm_id *id, rdma_conn_param *parameters)
{
    const Lock lock;
    const int error = accept(idOf(id), parameters);
    return error ? minusOne(error) : 0;
}

int rdma_reject(rdma_cm_id *handle, const void *data, uint8_t length)
{
    const Lock lock;
    Id &id = idOf(handle);
    if (!isAsked(id) || length > RejectionBytes)
        return minusOne(EINVAL);
    rdma_conn_param given = {};
    given.private_data = data;
    given.private_data_len = length;
    Id *peer = id.peer;
    end(id);
    if (peer)
        reject(*peer, ProgramRejects, given);
    return 0;
}

int rdma_establish(rdma_cm_id *handle)
{
    const Lock lock;
    Id &id = idOf(handle);
    if (id.qp || id.stage != Stage::ResponseReceived)
        return minusOne(EINVAL);
    confirm(id);
    return 0;
}

int rdma_disconnect(rdma_cm_id *id)
{
    const Lock lock;
    const int error = disconnect(idOf(id));
    return error ? minusOne(error) : 0;
}

int rdma_notify(rdma_cm_id *id, ibv_event_type event)
{
    const Lock lock;
    const int error = notify(idOf(id), event);
    return error ? minusOne(error) : 0;
}

} // extern "C"
