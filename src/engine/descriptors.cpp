// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "descriptors_p.h"

#include "engineloop_p.h"

#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qthread.h>

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

Descriptors::Descriptors() = default;
Descriptors::~Descriptors() = default;

void Descriptors::add(int fd)
{
    m_watched.push_back(fd);
    if (m_loop)
        m_loop->watch(fd);
}

void Descriptors::remove(int fd)
{
    std::erase(m_watched, fd);
    if (m_loop)
        m_loop->unwatch(fd);
}

void Descriptors::setLoop(EngineLoop *loop)
{
    m_loop = loop;
    if (!m_loop)
        return;
    for (const int fd : m_watched)
        m_loop->watch(fd);
}

void Descriptors::sleep(int msecs, int also)
{
    m_polled.clear();
    for (const int fd : m_watched)
        m_polled.push_back({ fd, POLLIN, 0 });
    m_polled.push_back({ also, POLLIN, 0 }); // poll() ignores -1
    if (::poll(m_polled.data(), m_polled.size(), msecs) < 0 && errno != EINTR)
        pollFailed(msecs);
    m_readable.clear();
    for (const pollfd &polled : m_polled) {
        if (polled.revents != 0)
            m_readable.push_back(polled.fd);
    }
}

// A limit may have been lowered to less than there are descriptors, or there is no memory: from now
// on each of them is read now and then.
void Descriptors::pollFailed(int msecs)
{
    constexpr int Pause = 10; // ms
    if (!std::exchange(m_hasFailed, true))
        qCWarning(lcRdmaCompletion) << callError("poll", errno);
    const int pause = msecs < 0 ? Pause : std::min(msecs, Pause);
    QThread::msleep(static_cast<unsigned long>(pause));
    for (pollfd &polled : m_polled)
        polled.revents = polled.fd < 0 ? 0 : POLLIN;
}

} // namespace QtRdmaPrivate
