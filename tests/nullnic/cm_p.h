// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CM_P_H
#define CM_P_H

#include "mailbox_p.h"

#include <rdma/rdma_cma.h>

#include <array>
#include <memory>
#include <vector>

// The connection manager. Both ends of a connection are ids of this process, and what one of them
// sends is an event of the other at once. For a peer in another process stands a far id.
namespace NullNic {

class Link;
class PortName;

// Where an id is on its way. The names are those of the messages that it has sent or got.
enum class Stage {
    Idle,
    Bound,
    ResolvingAddress,
    AddressResolved,
    ResolvingRoute,
    RouteResolved,
    Listening,
    RequestSent,
    RequestReceived,
    ResponseSent,
    ResponseReceived,
    Connected,
    DisconnectSent,
    DisconnectReceived,
    Ended, // rejected, given up by the peer, or disconnected
};

struct Id : rdma_cm_id
{
    Stage stage = Stage::Idle;
    Id *peer = nullptr; // of the connection; null when it has gone
    Link *link = nullptr; // of a far id: the way to its process
    std::shared_ptr<PortName> portName; // by which other processes know its port
    bool hasCome = false; // with a request, to a listener
    bool isAccepted = false; // until then nothing but the request is told of an id that has come
    int backlog = 0; // requests that a listener may have unread
    bool reusesAddress = false;
    bool isOneFamily = false;
    uint8_t ackTimeout = 0;
    uint8_t typeOfService = 0;
    // This side has told the peer its number and these parameters.
    uint32_t queuePairNumber = 0;
    rdma_conn_param parameters = {};
    uint32_t eventsTaken = 0;
    uint32_t eventsAcknowledged = 0;
};

inline Id &idOf(rdma_cm_id *id)
{
    return *static_cast<Id *>(id);
}

struct Event : rdma_cm_event
{
    std::array<char, 256> data = {}; // the private data
};

using EventPtr = std::unique_ptr<Event>;

struct EventChannel : rdma_event_channel
{
    Mailbox<EventPtr> events;
};

inline EventChannel &channelOf(const rdma_cm_id &id)
{
    return *static_cast<EventChannel *>(id.channel);
}

// ---- ids ----

Id *makeId(rdma_event_channel *channel, void *programs, rdma_port_space space, ibv_qp_type type);
const std::vector<Id *> &allIds();
// Ends an id that has left its connection and has nothing to tell.
void dispose(Id &id);

// ---- events ----

// A message of the protocol holds so many private bytes, and its event shows all of them.
constexpr uint8_t RequestBytes = 56; // the manager itself takes 36 of 92
constexpr uint8_t ResponseBytes = 196;
constexpr uint8_t RejectionBytes = 148;

EventPtr makeEvent(Id &id, rdma_cm_event_type type, int status = 0);
void setPrivateData(Event *event, const rdma_conn_param &given, uint8_t shown);
void put(EventPtr event);
void tell(Id &id, rdma_cm_event_type type, int status = 0);
// The id has no more to tell. Requests that nobody has read are rejected.
void forgetEvents(Id &id);

// ---- addresses ----

bool isPortSet(const Id &id);
// Finds who listens at the address that the id connects to.
Id *findListener(const Id &client);

// ---- connections ----

// The id does these. They tell its peer, and the id itself if it ends.
void request(Id &client, const rdma_conn_param &given);
void respond(Id &server, const rdma_conn_param &given);
void confirm(Id &client);
void sendDisconnect(Id &id);
void answerDisconnect(Id &id);
// What happens to the id.
void reject(Id &rejected, int reason, const rdma_conn_param &data);
void disconnected(Id &id);

// Answers a peer that waits for this id, as its destruction does.
void leave(Id &id);
// The kernel's part of rdma_init_qp_attr(). Returns 0 or an errno.
int stepAttributes(const Id &id, ibv_qp_attr *attributes, int *mask);
// Takes the queue pair of a connection to ready to send. Returns 0 or an errno.
int bringUp(Id &id, const rdma_conn_param *limits);
// The answer of the peer is read: a queue pair of the id becomes ready, and the peer is told.
void answerRead(Event *event);

// ---- other processes ----

// Returns whether there is a process that answers.
bool requestOfOtherProcess(Id &client, const rdma_conn_param &given);
// The event of a far id goes to its process.
void forward(const Event &event);
// The id is destroyed, so that no link leads to it.
void forgetNear(const Id &id);

} // namespace NullNic

#endif // CM_P_H
