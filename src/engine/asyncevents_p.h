// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ASYNCEVENTS_P_H
#define ASYNCEVENTS_P_H

#include "../verbs/devicecontext_p.h"
#include "../base/rdmaglobal_p.h"

#include <QtCore/qstring.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace QtRdmaPrivate {

class EngineLoop;

// A message of another thread to the engine: most often an asynchronous event of a device.
struct AsyncEvent
{
    // Not of a device: a call that was made for the client on another thread has returned.
    static constexpr int CallReturned = -1;

    int type = 0; // ibv_event_type
    // A CompletionQueue or an ibv_context that concerns whoever uses it; null: the event is about the client 'token' alone.
    const void *subject = nullptr;
    quint32 token = 0;

    bool operator==(const AsyncEvent &) const = default;
};

// What one engine has yet to look at. The reader's thread fills it and wakes the engine: by a posted event where the thread has
// an event loop, for one more descriptor would cost each turn of it, and by the descriptor where poll() drives the engine.
class AsyncInbox
{
public:
    AsyncInbox();
    ~AsyncInbox();
    AsyncInbox(const AsyncInbox &) = delete;
    AsyncInbox &operator=(const AsyncInbox &) = delete;

    // For the thread of the engine. -1 where the process has no descriptor left: events come by the event loop alone then.
    int fd() const { return m_fd; }
    void setLoop(EngineLoop *loop); // or null, before it goes
    void put(const AsyncEvent &event);
    std::vector<AsyncEvent> takeAll();

private:
    std::mutex m_mutex;
    EngineLoop *m_loop = nullptr;
    // Each once, so that an engine that does not look is not flooded.
    std::vector<AsyncEvent> m_events;
    int m_fd;
};

// Who hears of the events of a queue pair or a shared receive queue, from attach() on until the object is destroyed.
class AsyncRoute
{
public:
    AsyncRoute(std::shared_ptr<AsyncInbox> inbox, quint32 token);
    ~AsyncRoute();
    AsyncRoute(const AsyncRoute &) = delete;
    AsyncRoute &operator=(const AsyncRoute &) = delete;

    void attach(const void *object); // an ibv_qp or ibv_srq
    void renew(quint32 token) { m_token = token; }
    void put(int type) const { m_inbox->put({ type, nullptr, m_token }); }

private:
    const std::shared_ptr<AsyncInbox> m_inbox;
    std::atomic<quint32> m_token; // read by the reader's thread
    const void *m_object = nullptr;
};

// An event of a queue pair or of a queue, as those hear of it who only watch.
struct ObjectEvent
{
    QString device;
    int type = 0; // ibv_event_type
    quint32 queuePairNumber = 0; // 0 where it is about something else

    bool operator==(const ObjectEvent &) const = default;
};

// What a watcher has yet to look at: the events of all queue pairs and queues on the contexts that engines of this process use.
class Q_RDMA_AUTOTEST_EXPORT ObjectEvents
{
public:
    // 'arrived' is called in the reader's thread when there was nothing to look at before.
    explicit ObjectEvents(std::function<void()> arrived);
    ~ObjectEvents(); // 'arrived' is not called any more
    ObjectEvents(const ObjectEvents &) = delete;
    ObjectEvents &operator=(const ObjectEvents &) = delete;

    void put(const ObjectEvent &event);
    std::vector<ObjectEvent> takeAll();

    // Peers can cause events, and the watcher's thread may not look for long.
    static constexpr size_t Most = 1024;

private:
    const std::function<void()> m_arrived;
    std::mutex m_mutex;
    std::vector<ObjectEvent> m_events; // each once
};

// The descriptor of asynchronous events belongs to the device context, and all threads share librdmacm's: one thread reads
// for the process. The events of this context that concern more than one client go to the inbox until the result is let go of.
std::shared_ptr<void> watchAsyncEvents(const ContextPtr &context,
                                       const std::shared_ptr<AsyncInbox> &inbox);

// Makes the reader look at every context now. For tests, whose events no descriptor tells of.
Q_RDMA_AUTOTEST_EXPORT void lookForAsyncEvents();

} // namespace QtRdmaPrivate

#endif // ASYNCEVENTS_P_H
