// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "device_p.h"
#include "link_p.h"
#include "wire_p.h"

#include <algorithm>

namespace NullNic {

namespace {

// ---- what goes ----

Frame handshake(Frame::Kind kind)
{
    Frame frame = {};
    frame.kind = kind;
    frame.handshake = {};
    return frame;
}

void sendResponse(Link &link, const Event &event)
{
    Frame frame = handshake(Frame::Kind::Response);
    link.nearNumber = link.near->queuePairNumber;
    frame.handshake.parameters = link.near->parameters;
    frame.handshake.data = event.data;
    link.send(frame);
}

void sendRejection(Link &link, const Event &event)
{
    Frame frame = handshake(Frame::Kind::Rejection);
    frame.handshake.reason = event.status;
    frame.handshake.data = event.data;
    link.send(frame);
}

void sendRequest(Link &link, const rdma_conn_param &given)
{
    Frame frame = handshake(Frame::Kind::ConnectionRequest);
    HandshakeFrame &request = frame.handshake;
    request.parameters = link.near->parameters;
    request.space = link.near->ps;
    request.type = link.near->qp_type;
    request.source = link.near->route.addr.src_sin;
    request.target = link.near->route.addr.dst_sin;
    request.typeOfService = link.near->typeOfService;
    if (given.private_data)
        std::copy_n(static_cast<const char *>(given.private_data), given.private_data_len,
                    request.data.begin());
    link.send(frame);
}

// ---- what comes ----

bool isOfDevice(const sockaddr_in &address)
{
    return address.sin_family == AF_INET && isInhabited(hostOf(address.sin_addr));
}

bool isPossible(const HandshakeFrame &request)
{
    return (request.space == RDMA_PS_TCP || request.space == RDMA_PS_IB)
            && (request.type == IBV_QPT_RC || request.type == IBV_QPT_UC)
            && isOfDevice(request.source) && isOfDevice(request.target);
}

void requestCame(Link &link, const HandshakeFrame &frame, const rdma_conn_param &given)
{
    if (link.stage != Link::Stage::Silent || !isPossible(frame))
        return link.end();
    link.stage = Link::Stage::Open;
    link.far.ps = frame.space;
    link.far.qp_type = frame.type;
    link.far.typeOfService = frame.typeOfService;
    link.far.route.addr.src_sin = frame.source;
    link.far.route.addr.dst_sin = frame.target;
    link.far.route.addr.addr.ibaddr.sgid = gidOf(frame.source.sin_addr);
    link.far.route.addr.addr.ibaddr.dgid = gidOf(frame.target.sin_addr);
    request(link.far, given);
}

void rejectionCame(Link &link, Id &near, const rdma_conn_param &given, int reason)
{
    if (near.stage == Stage::Connected) // the peer had not heard of it yet
        sendDisconnect(link.far);
    else
        reject(near, reason, given);
}

void disconnectionCame(Link &link, Id &near)
{
    if (near.stage == Stage::DisconnectSent) // both at once
        disconnected(near);
    else
        sendDisconnect(link.far);
}

} // namespace

bool requestOfOtherProcess(Id &client, const rdma_conn_param &given)
{
    Link *link = linkFor(client);
    if (!link)
        return false;
    link->near = &client;
    link->nearNumber = client.queuePairNumber;
    link->far.stage = Stage::RequestReceived;
    link->far.peer = &client;
    client.peer = &link->far;
    sendRequest(*link, given);
    return true;
}

// TIMEWAIT_EXIT is the peer's own affair.
void forward(const Event &event)
{
    const Id &far = idOf(event.id);
    Link &link = *far.link;
    switch (event.event) {
    case RDMA_CM_EVENT_CONNECT_RESPONSE:
        return sendResponse(link, event);
    case RDMA_CM_EVENT_REJECTED:
        return sendRejection(link, event);
    case RDMA_CM_EVENT_ESTABLISHED:
        return link.send(handshake(Frame::Kind::Confirmation));
    case RDMA_CM_EVENT_DISCONNECTED:
        return link.send(handshake(far.stage == Stage::Ended ? Frame::Kind::DisconnectionReply
                                                             : Frame::Kind::Disconnection));
    default:
        return;
    }
}

void forgetNear(const Id &id)
{
    for (const auto &link : links()) {
        if (link->near == &id)
            link->near = nullptr;
    }
}

// An id that has left, or is in another stage, has crossed the message on its way.
void handshakeCame(Link &link, const Frame &frame)
{
    const HandshakeFrame &message = frame.handshake;
    rdma_conn_param given = message.parameters;
    given.private_data = message.data.data();
    given.private_data_len = uint8_t(RequestBytes);
    given.qp_num = link.far.queuePairNumber;
    Id *near = link.far.peer;
    if (frame.kind == Frame::Kind::ConnectionRequest)
        return requestCame(link, message, given);
    if (link.stage != Link::Stage::Open || frame.kind > Frame::Kind::DisconnectionReply)
        return link.end();
    if (!near)
        return;
    switch (frame.kind) {
    case Frame::Kind::Response:
        given.private_data_len = ResponseBytes;
        return near->stage == Stage::RequestSent ? respond(link.far, given) : link.end();
    case Frame::Kind::Confirmation:
        return confirm(link.far);
    case Frame::Kind::Rejection:
        given.private_data_len = RejectionBytes;
        return rejectionCame(link, *near, given, message.reason);
    case Frame::Kind::Disconnection:
        return disconnectionCame(link, *near);
    default:
        return answerDisconnect(link.far);
    }
}

} // namespace NullNic
