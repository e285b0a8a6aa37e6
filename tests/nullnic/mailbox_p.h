// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MAILBOX_P_H
#define MAILBOX_P_H

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace NullNic {

// Events that wait for the program, and a descriptor that is readable while there are some.
// All functions need the lock of the device.
template <typename Event>
class Mailbox
{
public:
    Mailbox() : m_fd(eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC)) { }
    ~Mailbox() { close(m_fd); }
    Mailbox(const Mailbox &) = delete;
    Mailbox &operator=(const Mailbox &) = delete;

    int fd() const { return m_fd; }

    void put(Event event)
    {
        m_events.push_back(std::move(event));
        const uint64_t one = 1;
        while (write(m_fd, &one, sizeof(one)) < 0 && errno == EINTR) { }
    }

    std::optional<Event> take()
    {
        if (m_events.empty())
            return std::nullopt;
        Event event = std::move(m_events.front());
        m_events.pop_front();
        countDown();
        return event;
    }

    // Takes out those that meet the condition, the oldest first.
    template <typename Condition>
    std::deque<Event> takeIf(const Condition &condition)
    {
        std::deque<Event> taken;
        std::deque<Event> left;
        for (Event &event : m_events)
            (condition(event) ? taken : left).push_back(std::move(event));
        m_events = std::move(left);
        for (size_t i = 0; i < taken.size(); ++i)
            countDown();
        return taken;
    }

private:
    // Never waits: each event has counted up.
    void countDown()
    {
        uint64_t one = 0;
        while (read(m_fd, &one, sizeof(one)) < 0 && errno == EINTR) { }
    }

    const int m_fd;
    std::deque<Event> m_events;
};

// Waits until a descriptor is readable, unless the program has made it non-blocking. Needs the lock
// of the device not to be held. Returns false with errno.
inline bool awaitReadable(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0)
        return false;
    pollfd polled = { fd, POLLIN, 0 };
    const int count = poll(&polled, 1, (flags & O_NONBLOCK) != 0 ? 0 : -1);
    if (count == 0)
        errno = EAGAIN;
    return count > 0;
}

} // namespace NullNic

#endif // MAILBOX_P_H
