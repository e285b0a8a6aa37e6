// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "resttimer_p.h"

#include "../base/logging_p.h"
#include "../verbs/descriptor_p.h"
#include "../verbs/forkedchild_p.h"
#include "../verbs/verbscall_p.h"

#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

void RestTimer::close()
{
    m_running = {};
    if (m_fd < 0)
        return;
    unfence(m_fd);
    ::close(std::exchange(m_fd, -1));
}

void RestTimer::failed(int errorNumber)
{
    descriptorFailed(&m_fd, errorNumber);
    close();
}

RdmaError RestTimer::create()
{
    if (m_fd < 0)
        m_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (m_fd < 0)
        return callError("timerfd_create", errno);
    fenceInChildren(m_fd);
    return {};
}

RdmaError RestTimer::start(std::chrono::nanoseconds time)
{
    if (m_running.count() > 0 && m_running <= time)
        return {};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    itimerspec once = {};
    once.it_value.tv_sec = seconds.count();
    once.it_value.tv_nsec = (time - seconds).count();
    if (timerfd_settime(m_fd, 0, &once, nullptr) != 0)
        return callError("timerfd_settime", errno);
    m_running = time;
    return {};
}

RdmaError RestTimer::ended()
{
    m_running = {};
    uint64_t times = 0;
    if (::read(m_fd, &times, sizeof(times)) < 0 && errno != EAGAIN && errno != EINTR)
        return callError("read", errno);
    return {};
}

} // namespace QtRdmaPrivate
