// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FORKEDCHILD_P_H
#define FORKEDCHILD_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdmaerror.h>

#include <atomic>
#include <memory>
#include <mutex>

namespace QtRdmaPrivate {

// A child of fork() shares its parent's descriptors, and the memory in which its queues lie.
// librdmacm has one context per device for the process, the parent's. So everything that was made
// before fork() belongs to the parent: the child asks nothing of it and makes nothing new on it.
extern bool forkedFromUser; // the parent uses the connection manager; set before fork() returns
inline bool isForkedChild()
{
    return forkedFromUser;
}

// Differs from the parent's number. An object that remembers another number than this was made by a
// parent, where it goes on.
extern int forkGeneration;

// The error of a child that can have no connections of its own.
RdmaError forkedError();

// From now on a child has another file in the place of this descriptor: nothing comes from it and
// nothing goes to it. A child that closes the descriptor, or removes it from an epoll set, does so
// with its own file.
void fenceInChildren(int fd);
void unfence(int fd); // before it is closed

// Notes that the process uses the connection manager from now on.
void markUse();

// Calls the function in each child, in the thread that has called fork(). Other threads may have
// held any lock, which then stays locked for ever.
void callInChildren(void (*function)());

// A mutex for data that belong to the process and that a child uses, too. fork() waits until nobody
// holds it, so a child finds it free, and the data whole. None of them is locked while another one
// is held.
class ProcessMutex
{
public:
    constexpr ProcessMutex() = default;
    Q_DISABLE_COPY_MOVE(ProcessMutex)

    void lock()
    {
        if (!m_isKnown.load(std::memory_order_acquire))
            makeKnown();
        m_mutex.lock();
    }
    void unlock() { m_mutex.unlock(); }

private:
    void makeKnown();

    std::mutex m_mutex;
    std::atomic<bool> m_isKnown = false; // fork() knows it
};

// Keeps an object that a child must not destroy.
void keepForEver(std::shared_ptr<void> object);

} // namespace QtRdmaPrivate

#endif // FORKEDCHILD_P_H
