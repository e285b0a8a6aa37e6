// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef ASYNCEVENTS_P_H
#define ASYNCEVENTS_P_H

#include "../verbs/devicelist_p.h"
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
    // Not an event of a device: a call that another thread made for the client has returned.
    static constexpr int CallReturned = -1;

    int type = 0; // ibv_event_type
    // A CompletionQueue or an ibv_context, whose users are all concerned. Null: the event is for
    // the client 'token' alone.
    const void *subject = nullptr;
    quint32 token = 0;

    bool operator==(const AsyncEvent &) const = default;
};

// The events that one engine has yet to look at. The reader's thread puts them here and wakes the
// engine. If the engine's thread has an event loop it posts an event, because another descriptor
// would cost something in each turn of the loop. If poll() drives the engine it uses the
// descriptor.
class AsyncInbox
{
public:
    AsyncInbox();
    ~AsyncInbox();
    AsyncInbox(const AsyncInbox &) = delete;
    AsyncInbox &operator=(const AsyncInbox &) = delete;

    // For the thread of the engine. -1 if the process has no descriptor left; then only the event
    // loop tells of events.
    int fd() const { return m_fd; }
    void setLoop(EngineLoop *loop); // null before it goes
    void put(const AsyncEvent &event);
    std::vector<AsyncEvent> takeAll();

private:
    std::mutex m_mutex;
    EngineLoop *m_loop = nullptr;
    // Each event is here only once, so that an engine that does not look is not flooded.
    std::vector<AsyncEvent> m_events;
    int m_fd;
};

// Tells a client of the events of a queue pair or a shared receive queue, from attach() on until
// this object is destroyed.
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
    std::atomic<quint32> m_token; // also read by the reader's thread
    const void *m_object = nullptr;
};

// An event of a queue pair or of a queue, for those who only watch.
struct ObjectEvent
{
    QString device;
    int type = 0; // ibv_event_type
    quint32 queuePairNumber = 0; // 0 if it is about something else

    bool operator==(const ObjectEvent &) const = default;
};

// The events that a watcher has yet to look at: those of all queue pairs and queues on the contexts
// that engines of this process use.
class Q_RDMA_AUTOTEST_EXPORT ObjectEvents
{
public:
    // 'arrived' is called in the reader's thread when an event arrives and there was none before.
    explicit ObjectEvents(std::function<void()> arrived);
    ~ObjectEvents(); // 'arrived' is not called any more
    ObjectEvents(const ObjectEvents &) = delete;
    ObjectEvents &operator=(const ObjectEvents &) = delete;

    void put(const ObjectEvent &event);
    std::vector<ObjectEvent> takeAll();

    // A limit, because peers can cause events, and the watcher's thread may not look for long.
    static constexpr size_t Most = 1024;

private:
    const std::function<void()> m_arrived;
    std::mutex m_mutex;
    std::vector<ObjectEvent> m_events; // each one once
};

// The descriptor of asynchronous events belongs to the device context, and all threads share the
// contexts of librdmacm: so one thread reads for the whole process. Events of this context that
// concern more than one client go to the inbox, as long as the result exists.
std::shared_ptr<void> watchAsyncEvents(const ContextPtr &context,
                                       const std::shared_ptr<AsyncInbox> &inbox);

// Makes the reader look at every context now. For tests, because no descriptor tells of their
// events.
Q_RDMA_AUTOTEST_EXPORT void lookForAsyncEvents();

} // namespace QtRdmaPrivate

#endif // ASYNCEVENTS_P_H
