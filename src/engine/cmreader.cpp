// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cmreader_p.h"

#include "descriptors_p.h"
#include "tokentable_p.h"

#include "../base/logging_p.h"
#include "../verbs/descriptor_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <rdma/rdma_cma.h>

#include <cerrno>
#include <optional>
#include <utility>

namespace QtRdmaPrivate {

CmReader::CmReader(const TokenTable *clients, TurnClock *turn, Descriptors *descriptors)
    : m_clients(clients)
    , m_turn(turn)
    , m_descriptors(descriptors)
{
}

// ---- channels ----

CmChannelPtr CmReader::own(RdmaError *error)
{
    if (!m_channels.own()) {
        const CmChannelPtr channel = makeCmChannel(error);
        m_channels.setOwn(channel);
        if (channel)
            m_descriptors->add(channel->fd);
    }
    return m_channels.own();
}

RdmaError CmReader::withOwn(const ChannelCall &call)
{
    RdmaError error;
    CmChannelPtr channel = own(&error);
    if (channel)
        error = call(channel);
    if (!channel || error.code() != EACCES || !refusesCommands(channel->fd))
        return error;
    channelFailed(channel, callError("rdma_get_cm_event", EACCES));
    channel = own(&error);
    return channel ? call(channel) : error;
}

void CmReader::add(const CmChannelPtr &channel, ReapClient *listener)
{
    m_descriptors->add(channel->fd);
    m_channels.add(channel, listener);
}

void CmReader::remove(const CmChannelPtr &channel)
{
    m_descriptors->remove(channel->fd);
    m_channels.remove(channel);
}

// A channel that has failed is not read any more: it would stay readable, and report the same error
// again and again. If the credentials have changed all channels are concerned.
void CmReader::channelFailed(const CmChannelPtr &channel, const RdmaError &cause)
{
    qCWarning(lcRdmaCm) << cause;
    endChannel(channel, cause);
    if (cause.code() != EACCES)
        return;
    for (const CmChannelPtr &other : m_channels.all()) {
        if (refusesCommands(other->fd))
            endChannel(other, cause);
    }
}

// Ends everything that depends on this channel, and nothing else.
void CmReader::endChannel(const CmChannelPtr &channel, const RdmaError &cause)
{
    ReapClient *listener = m_channels.listenerOf(channel);
    const bool isOwn = channel == m_channels.own();
    remove(channel);
    descriptorFailed(&channel->fd, cause.code()); // before another descriptor gets the number
    if (listener)
        listener->addedChannelFailed(cause);
    else if (isOwn)
        replaceOwn(cause);
}

// The events that wait in the old channel move with the ids.
void CmReader::replaceOwn(const RdmaError &cause)
{
    RdmaError failure;
    const bool mayBeBetter = m_channels.isOwnProven() || cause.code() == EACCES;
    const CmChannelPtr channel = mayBeBetter ? makeCmChannel(&failure) : CmChannelPtr();
    m_channels.replaceOwn(channel);
    if (channel)
        m_descriptors->add(channel->fd);
    m_clients->forEach([&](ReapClient *client) { client->channelFailed(channel, cause); });
}

void CmReader::forked()
{
    for (CmChannelPtr &channel : std::exchange(m_channels, {}).all())
        keepForEver(std::move(channel));
}

// ---- events ----

bool CmReader::readAgain()
{
    m_channels.setReadableAgain();
    return readAll();
}

// The thread's own channel comes first, so that connection requests do not hold up connections.
// After it at least one listener has its turn; the others are first in the next turn.
bool CmReader::readAll()
{
    bool hasTold = false;
    while (const CmChannelPtr channel = m_channels.next()) {
        const bool isOwn = channel == m_channels.own();
        hasTold = takeEvents(channel) || hasTold;
        if (!isOwn && m_turn->isPhaseLong())
            break;
    }
    return hasTold;
}

// Events that are not taken keep the channel readable.
bool CmReader::takeEvents(const CmChannelPtr &channel)
{
    int count = 0;
    while (count < CmEventsPerChannel && takeEvent(channel)) {
        ++count;
        m_channels.told(channel);
        if (m_turn->isPhaseLong())
            break;
        m_turn->startPhaseClock();
    }
    return count > 0;
}

// Returns false if there is no event.
bool CmReader::takeEvent(const CmChannelPtr &channel)
{
    RdmaError error;
    const std::optional<CmEvent> event = nextCmEvent(channel, &error);
    if (error.isError())
        channelFailed(channel, error);
    if (!event)
        return false;
    if (ReapClient *receiver = m_clients->client(event->token)) {
        receiver->cmEvent(*event);
    } else if (event->type == RDMA_CM_EVENT_CONNECT_REQUEST) {
        // The listener is gone. Nothing blocks for an id without a queue pair.
        if (rdma_destroy_id(event->id) != 0)
            qCWarning(lcRdmaCm) << callError("rdma_destroy_id", errno);
    }
    return true;
}

} // namespace QtRdmaPrivate
