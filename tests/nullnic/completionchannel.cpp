// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "completionchannel_p.h"

#include "device_p.h"
#include "mailbox_p.h"
#include "timeouts_p.h"

#include <cerrno>

#include <sys/epoll.h>
#include <sys/timerfd.h>

namespace NullNic {

// Its descriptor is readable when there is an event, and when a time-out of the device is over:
// nobody else would look at the time while the program sleeps.
struct CompletionChannel : ibv_comp_channel
{
    Mailbox<CompletionQueue *> events;
    int timer = -1;
    uint64_t wakesAt = 0; // 0: not at all
};

namespace {

CompletionChannel &channelOf(ibv_comp_channel *channel)
{
    return *static_cast<CompletionChannel *>(channel);
}

void watch(int set, int fd)
{
    epoll_event wanted = {};
    wanted.events = EPOLLIN;
    epoll_ctl(set, EPOLL_CTL_ADD, fd, &wanted);
}

void setTimer(CompletionChannel *channel, uint64_t ticks)
{
    constexpr uint64_t Second = 1000000000;
    channel->wakesAt = ticks;
    itimerspec when = {};
    when.it_value = { time_t(ticks / Second), long(ticks % Second) };
    timerfd_settime(channel->timer, TFD_TIMER_ABSTIME, &when, nullptr);
}

} // namespace

void tell(CompletionQueue *queue)
{
    channelOf(queue->channel).events.put(queue);
}

void forgetCompletionEvents(CompletionQueue *queue)
{
    if (queue->channel) {
        channelOf(queue->channel).events.takeIf([queue](CompletionQueue *other) {
            return other == queue;
        });
    }
}

void wakeAt(CompletionQueue *queue, uint64_t ticks)
{
    if (!queue->channel)
        return;
    CompletionChannel &channel = channelOf(queue->channel);
    if (channel.wakesAt == 0 || ticks < channel.wakesAt)
        setTimer(&channel, ticks);
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

ibv_comp_channel *ibv_create_comp_channel(ibv_context *context)
{
    auto *channel = new CompletionChannel{};
    channel->context = context;
    channel->fd = epoll_create1(EPOLL_CLOEXEC);
    channel->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (channel->fd < 0 || channel->timer < 0 || channel->events.fd() < 0) {
        const int error = errno;
        ibv_destroy_comp_channel(channel);
        return refuse<ibv_comp_channel>(error);
    }
    watch(channel->fd, channel->events.fd());
    watch(channel->fd, channel->timer);
    return channel;
}

int ibv_destroy_comp_channel(ibv_comp_channel *handle)
{
    const Lock lock;
    if (handle->refcnt > 0)
        return EBUSY;
    CompletionChannel &channel = channelOf(handle);
    close(channel.timer);
    close(channel.fd);
    delete &channel;
    return 0;
}

int ibv_get_cq_event(ibv_comp_channel *handle, ibv_cq **queue, void **programs)
{
    CompletionChannel &channel = channelOf(handle);
    for (;;) {
        if (!awaitReadable(channel.fd))
            return -1;
        const Lock lock;
        if (channel.wakesAt != 0 && clockTicks() >= channel.wakesAt) {
            setTimer(&channel, 0);
            runTimeouts();
        }
        if (const auto next = channel.events.take()) {
            ++(*next)->eventsTaken;
            *queue = reinterpret_cast<ibv_cq *>(*next);
            *programs = (*next)->cq_context;
            return 0;
        }
    }
}

} // extern "C"
