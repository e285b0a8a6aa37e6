// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESCRIPTORS_P_H
#define DESCRIPTORS_P_H

#include "../base/rdmaglobal_p.h"

#include <vector>

struct pollfd;

namespace QtRdmaPrivate {

class EngineLoop;

// The descriptors that tell a thread that there is something to read. An event loop has a notifier
// for each; without an event loop poll() waits for all of them.
class Q_RDMA_AUTOTEST_EXPORT Descriptors
{
public:
    Descriptors();
    ~Descriptors();
    Descriptors(const Descriptors &) = delete;
    Descriptors &operator=(const Descriptors &) = delete;

    void add(int fd);
    void remove(int fd); // must be called before it is closed
    // The notifiers stay, because nothing comes from their descriptors in a child of fork().
    void forked() { m_watched.clear(); }

    // The event loop that watches from now on; null before it goes.
    void setLoop(EngineLoop *loop);

    // Sleeps until one of them is readable, or for 'msecs' milliseconds (-1: for ever), then calls
    // the function for each that is readable. 'also' is a descriptor that event loops do not watch.
    template <typename Function>
    void poll(int msecs, int also, Function readable)
    {
        sleep(msecs, also);
        for (const int fd : m_readable)
            readable(fd);
    }

private:
    void sleep(int msecs, int also);
    void pollFailed(int msecs);

    EngineLoop *m_loop = nullptr;
    std::vector<int> m_watched;
    std::vector<pollfd> m_polled; // memory of sleep() that is used again
    std::vector<int> m_readable; // what it has found
    bool m_hasFailed = false; // poll(), and that was told
};

} // namespace QtRdmaPrivate

#endif // DESCRIPTORS_P_H
