// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cmchannels_p.h"

#include <poll.h>
#include <rdma/rdma_cma.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace QtRdmaPrivate {

CmChannelPtr CmChannels::own() const
{
    return hasOwn() ? m_entries.front().channel : nullptr;
}

void CmChannels::setOwn(CmChannelPtr channel)
{
    if (channel)
        m_entries.insert(m_entries.begin(), { std::move(channel), nullptr, State::Quiet });
}

void CmChannels::replaceOwn(CmChannelPtr channel)
{
    m_isOwnProven = !channel;
    setOwn(std::move(channel));
}

void CmChannels::add(CmChannelPtr channel, ReapClient *listener)
{
    m_entries.push_back({ std::move(channel), listener, State::Quiet });
}

void CmChannels::remove(const CmChannelPtr &channel)
{
    if (const auto found = find(channel); found != m_entries.end())
        m_entries.erase(found);
}

CmChannels::Entries::iterator CmChannels::find(const CmChannelPtr &channel)
{
    return std::find_if(m_entries.begin(), m_entries.end(),
                        [&channel](const Entry &entry) { return entry.channel == channel; });
}

ReapClient *CmChannels::listenerOf(const CmChannelPtr &channel)
{
    const auto found = find(channel);
    return found == m_entries.end() ? nullptr : found->listener;
}

std::vector<CmChannelPtr> CmChannels::all() const
{
    std::vector<CmChannelPtr> result;
    std::transform(m_entries.begin(), m_entries.end(), std::back_inserter(result),
                   [](const Entry &entry) { return entry.channel; });
    return result;
}

void CmChannels::addTo(std::vector<pollfd> *polled) const
{
    for (const Entry &entry : m_entries)
        polled->push_back({ entry.channel->fd, POLLIN, 0 });
}

bool CmChannels::setReadable(int fd)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [fd](const Entry &entry) { return entry.channel->fd == fd; });
    if (found == m_entries.end())
        return false;
    found->state = State::Readable;
    m_isDue = true;
    return true;
}

void CmChannels::setReadableAgain()
{
    for (Entry &entry : m_entries) {
        if (!entry.listener || entry.state == State::HasTold)
            entry.state = State::Readable;
    }
    m_isDue = true;
}

CmChannelPtr CmChannels::next()
{
    if (!m_isDue)
        return {};
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [](const Entry &entry) {
        return entry.state == State::Readable;
    });
    m_isDue = found != m_entries.end();
    if (!m_isDue)
        return {};
    found->state = State::Quiet;
    CmChannelPtr channel = found->channel;
    if (found->listener) // it is the last one from now on
        std::rotate(found, found + 1, m_entries.end());
    return channel;
}

void CmChannels::told(const CmChannelPtr &channel)
{
    const auto found = find(channel);
    if (found == m_entries.end())
        return;
    found->state = State::HasTold;
    if (!found->listener)
        m_isOwnProven = true;
}

} // namespace QtRdmaPrivate
