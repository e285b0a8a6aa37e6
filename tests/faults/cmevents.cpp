// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cmevents_p.h"
#include "qtrdmafault.h"

#include <poll.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Copy
{
    explicit Copy(const rdma_cm_event &original)
        : event(original)
        , data(static_cast<const char *>(event.param.conn.private_data),
               static_cast<const char *>(event.param.conn.private_data)
                       + event.param.conn.private_data_len)
    {
        event.param.conn.private_data = data.empty() ? nullptr : data.data();
    }

    rdma_cm_event event;
    std::vector<char> data;
};

struct Disturbance
{
    std::mutex mutex;
    std::chrono::milliseconds delay = {};
    bool repeats = false;
    std::unordered_map<rdma_event_channel *, Clock::time_point> since;
    std::unordered_map<rdma_event_channel *, std::unique_ptr<Copy>> last;
    std::unordered_map<rdma_cm_event *, std::unique_ptr<Copy>> given;
};

Disturbance &disturbance()
{
    // Never destroyed, because calls may come from threads that outlive static destruction.
    static auto *instance = new Disturbance;
    return *instance;
}

bool isReadable(const rdma_event_channel *channel)
{
    pollfd descriptor = { channel->fd, POLLIN, 0 };
    return poll(&descriptor, 1, 0) > 0;
}

} // namespace

namespace CmEvents {

bool isHeldBack(rdma_event_channel *channel)
{
    Disturbance &all = disturbance();
    const std::lock_guard lock(all.mutex);
    if (all.delay.count() == 0 || !isReadable(channel))
        return false;
    const auto [entry, isNew] = all.since.try_emplace(channel, Clock::now());
    if (isNew || Clock::now() - entry->second < all.delay)
        return true;
    all.since.erase(entry);
    return false;
}

rdma_cm_event *repeated(rdma_event_channel *channel)
{
    Disturbance &all = disturbance();
    const std::lock_guard lock(all.mutex);
    const auto entry = all.last.find(channel);
    if (entry == all.last.end())
        return nullptr;
    std::unique_ptr<Copy> copy = std::move(entry->second);
    all.last.erase(entry);
    rdma_cm_event *event = &copy->event;
    all.given.emplace(event, std::move(copy));
    return event;
}

void taken(rdma_event_channel *channel, const rdma_cm_event &event)
{
    Disturbance &all = disturbance();
    const std::lock_guard lock(all.mutex);
    // A second request would be another connection. The data of a datagram's event has another
    // layout.
    if (all.repeats && event.event != RDMA_CM_EVENT_CONNECT_REQUEST && event.id->ps == RDMA_PS_TCP)
        all.last[channel] = std::make_unique<Copy>(event);
}

bool acknowledged(rdma_cm_event *event)
{
    Disturbance &all = disturbance();
    const std::lock_guard lock(all.mutex);
    return all.given.erase(event) > 0;
}

void forget(rdma_cm_id *id)
{
    Disturbance &all = disturbance();
    const std::lock_guard lock(all.mutex);
    for (auto entry = all.last.begin(); entry != all.last.end();)
        entry = entry->second->event.id == id ? all.last.erase(entry) : std::next(entry);
}

} // namespace CmEvents

void qtrdmafault_disturb_cm(int milliseconds, int repeat)
{
    Disturbance &all = disturbance();
    const std::lock_guard lock(all.mutex);
    all.delay = std::chrono::milliseconds(milliseconds);
    all.repeats = repeat != 0;
    all.since.clear();
    all.last.clear();
}
