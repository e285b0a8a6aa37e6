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

// A child of fork() shares its parent's queues, which lie in memory that both have, and its descriptors; and librdmacm has one context
// per device for the process, the parent's. So everything that was made before belongs to the parent: nothing is asked of it in the child,
// and nothing new is made there.
extern bool forkedFromUser; // of the connection manager; set in the child, before fork() returns
inline bool isForkedChild()
{
    return forkedFromUser;
}

// Another number than in the parent: whatever remembers one that is not this process's was made by a parent, in which it goes on.
extern int forkGeneration;

// Why a child of a user can have no connections of its own.
RdmaError forkedError();

// From now on a child has something in the place of this descriptor from which nothing comes and to which nothing goes. Whoever removes it
// from what it waits for, or closes it, does that to its own.
void fenceInChildren(int fd);
void unfence(int fd); // before it is closed

// The process uses the connection manager from now on.
void markUse();

// Called in each child, in the thread that has called fork(): others may hold any lock there, for ever.
void callInChildren(void (*function)());

// For what belongs to the process and is used by a child, too: fork() waits for whoever holds it, so that the child finds it free, and what it
// guards whole. None of them is locked while another is held.
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
    std::atomic<bool> m_isKnown = false; // to fork()
};

// For what a child must not destroy.
void keepForEver(std::shared_ptr<void> object);

} // namespace QtRdmaPrivate

#endif // FORKEDCHILD_P_H
