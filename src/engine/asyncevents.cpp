// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "asyncevents_p.h"

#include "detachedthread_p.h"
#include "engineloop_p.h"

#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <QtRdma/rdma.h>

#include <fcntl.h>
#include <infiniband/verbs.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <list>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace QtRdmaPrivate {

namespace {

int makeEventDescriptor()
{
    const int fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0)
        qCWarning(lcRdmaDevice) << callError("eventfd", errno);
    else
        fenceInChildren(fd);
    return fd;
}

// Fails only if the counter is full; the other side was told already then.
void tell(int fd)
{
    if (fd >= 0 && ::eventfd_write(fd, 1) != 0)
        qCDebug(lcRdmaDevice) << callError("eventfd_write", errno);
}

// An error means that the program has closed a descriptor that is not its own, and another one has
// the number now. Returns false then.
bool clear(int fd)
{
    eventfd_t count = 0;
    if (fd < 0 || ::eventfd_read(fd, &count) == 0 || errno == EAGAIN || errno == EINTR)
        return true;
    qCWarning(lcRdmaDevice) << callError("eventfd_read", errno);
    unfence(fd);
    return false;
}

constexpr auto LookAgain = std::chrono::seconds(1);

struct Watch
{
    ContextPtr context;
    std::shared_ptr<AsyncInbox> inbox;
    bool deaf = false; // its descriptor gives errors, because the device is gone
};

class AsyncReader
{
public:
    std::shared_ptr<void> watch(const ContextPtr &context,
                                const std::shared_ptr<AsyncInbox> &inbox);
    void enter(const void *object, const AsyncRoute *route);
    void leave(const void *object, const AsyncRoute *route);
    void addWatcher(ObjectEvents *watcher);
    void removeWatcher(ObjectEvents *watcher);
    void wake() { tell(m_wake); }

private:
    void unwatch(std::list<Watch>::iterator watch);
    void startThread();
    void run();
    bool sleep();
    void pollFailed(const RdmaError &error);
    void readAll();
    void read(ibv_context *context);
    void route(const ibv_async_event &event, ibv_context *context);
    void tellWatchers(const ibv_async_event &event, const ibv_context *context);
    void tellEveryone(ibv_context *context, const AsyncEvent &event);

    // Held while events are read. Whoever releases a context, a route or a watcher waits for that,
    // a few system calls.
    std::mutex m_mutex;
    std::list<Watch> m_watches;
    std::unordered_map<const void *, const AsyncRoute *> m_routes; // by object
    std::vector<ObjectEvents *> m_watchers;
    std::atomic<int> m_wake = makeEventDescriptor(); // -1 if there can be none
    bool m_running = false;
    // Used again by sleep(). A member, so that a leak check in a child of fork() finds it.
    std::vector<pollfd> m_polled;
    bool m_pollHasFailed = false; // and that was logged
};

// A forked child has a reader of its own: the parent's thread is not there, and may have held the
// mutex. The reader is never destroyed, because its thread may outlive the static objects of the
// program.
AsyncReader &reader()
{
    static constinit ProcessMutex mutex;
    static constinit AsyncReader *present = nullptr;
    static constinit int generation = 0;
    const std::lock_guard lock(mutex);
    const bool isParents = std::exchange(generation, forkGeneration) != forkGeneration;
    if (!present || isParents) {
        keepForEver(std::shared_ptr<AsyncReader>(present));
        present = new AsyncReader;
    }
    return *present;
}

std::shared_ptr<void> AsyncReader::watch(const ContextPtr &context,
                                         const std::shared_ptr<AsyncInbox> &inbox)
{
    const int fd = context->async_fd;
    if (::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK) != 0) {
        qCWarning(lcRdmaDevice) << callError("fcntl", errno);
        return {};
    }
    fenceInChildren(fd);
    fenceInChildren(context->cmd_fd);
    const std::lock_guard lock(m_mutex);
    const auto entry = m_watches.insert(m_watches.end(), { context, inbox });
    if (!m_running)
        startThread();
    wake();
    return std::shared_ptr<void>(context.get(), [this, entry](void *) { unwatch(entry); });
}

// If no thread can be started, the one that the next watch starts reads for this watch, too.
void AsyncReader::startThread()
{
    const int failure = startDetached([this] { run(); });
    m_running = failure == 0;
    if (!m_running)
        qCWarning(lcRdmaDevice) << callError("pthread_create", failure);
}

void AsyncReader::unwatch(std::list<Watch>::iterator watch)
{
    if (isForkedChild())
        return;
    std::list<Watch> last; // its context closes after the mutex is released
    unfence(watch->context->async_fd);
    unfence(watch->context->cmd_fd);
    const std::lock_guard lock(m_mutex);
    last.splice(last.end(), m_watches, watch);
    wake();
}

void AsyncReader::enter(const void *object, const AsyncRoute *route)
{
    const std::lock_guard lock(m_mutex);
    m_routes[object] = route;
}

// The address may belong to another object by now.
void AsyncReader::leave(const void *object, const AsyncRoute *route)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_routes.find(object);
    if (found != m_routes.end() && found->second == route)
        m_routes.erase(found);
}

void AsyncReader::addWatcher(ObjectEvents *watcher)
{
    const std::lock_guard lock(m_mutex);
    m_watchers.push_back(watcher);
}

void AsyncReader::removeWatcher(ObjectEvents *watcher)
{
    const std::lock_guard lock(m_mutex);
    std::erase(m_watchers, watcher);
}

void AsyncReader::run()
{
    while (sleep())
        readAll();
}

// Returns false when there is nothing left to wait for. The next watch starts another thread.
bool AsyncReader::sleep()
{
    const int wake = m_wake;
    m_polled.assign({ { wake, POLLIN, 0 } }); // poll() ignores -1
    {
        const std::lock_guard lock(m_mutex);
        m_running = !m_watches.empty();
        if (!m_running)
            return false;
        for (const Watch &watch : m_watches) {
            if (!watch.deaf)
                m_polled.push_back({ watch.context->async_fd, POLLIN, 0 });
        }
    }
    const int timeout = wake < 0 ? int(std::chrono::milliseconds(LookAgain).count()) : -1;
    if (::poll(m_polled.data(), m_polled.size(), timeout) < 0 && errno != EINTR)
        pollFailed(callError("poll", errno));
    if (!clear(wake))
        m_wake = makeEventDescriptor();
    return true;
}

void AsyncReader::pollFailed(const RdmaError &error)
{
    if (!std::exchange(m_pollHasFailed, true))
        qCWarning(lcRdmaDevice) << error;
    std::this_thread::sleep_for(LookAgain);
}

void AsyncReader::readAll()
{
    const std::lock_guard lock(m_mutex);
    std::unordered_set<ibv_context *> seen;
    for (const Watch &watch : m_watches) {
        if (!watch.deaf && seen.insert(watch.context.get()).second)
            read(watch.context.get());
    }
}

// The receiver of an event is found before the acknowledgement, because after that the object may
// be destroyed.
void AsyncReader::read(ibv_context *context)
{
    ibv_async_event event = {};
    errno = 0;
    while (ibv_get_async_event(context, &event) == 0) {
        qCDebug(lcRdmaDevice) << "asynchronous event:" << ibv_event_type_str(event.event_type);
        tellWatchers(event, context);
        route(event, context);
        ibv_ack_async_event(&event);
        errno = 0;
    }
    if (errno == EAGAIN || errno == EINTR)
        return;
    qCDebug(lcRdmaDevice) << callError("ibv_get_async_event", errno);
    for (Watch &watch : m_watches)
        watch.deaf = watch.deaf || watch.context.get() == context;
}

void AsyncReader::route(const ibv_async_event &event, ibv_context *context)
{
    const void *object = nullptr;
    switch (event.event_type) {
    case IBV_EVENT_QP_FATAL:
    case IBV_EVENT_QP_REQ_ERR:
    case IBV_EVENT_QP_ACCESS_ERR:
    case IBV_EVENT_COMM_EST:
        object = event.element.qp;
        break;
    case IBV_EVENT_SRQ_ERR:
        object = event.element.srq;
        break;
    case IBV_EVENT_CQ_ERR:
        return tellEveryone(context, { event.event_type, event.element.cq->cq_context });
    case IBV_EVENT_DEVICE_FATAL:
        return tellEveryone(context, { event.event_type, context });
    default:
        return; // RdmaDeviceWatcher reports ports; the other events need no reaction
    }
    // Other code in this process may use librdmacm. Its objects are not in the table.
    const auto found = m_routes.find(object);
    if (found != m_routes.end())
        found->second->put(event.event_type);
}

// Events of ports and devices are skipped: RdmaDeviceWatcher reads those from contexts of its own.
void AsyncReader::tellWatchers(const ibv_async_event &event, const ibv_context *context)
{
    const Rdma::EventObject object = Rdma::objectOfDeviceEvent(event.event_type);
    if (m_watchers.empty() || object < Rdma::EventObject::QueuePair)
        return;
    const quint32 number = object == Rdma::EventObject::QueuePair ? event.element.qp->qp_num : 0;
    const QString device = QString::fromLatin1(ibv_get_device_name(context->device));
    for (ObjectEvents *watcher : m_watchers)
        watcher->put({ device, event.event_type, number });
}

void AsyncReader::tellEveryone(ibv_context *context, const AsyncEvent &event)
{
    for (const Watch &watch : m_watches) {
        if (watch.context.get() == context)
            watch.inbox->put(event);
    }
}

} // namespace

AsyncInbox::AsyncInbox() : m_fd(makeEventDescriptor()) { }

AsyncInbox::~AsyncInbox()
{
    if (m_fd < 0)
        return;
    unfence(m_fd);
    ::close(m_fd);
}

void AsyncInbox::setLoop(EngineLoop *loop)
{
    const std::lock_guard lock(m_mutex);
    m_loop = loop;
    if (m_loop && !m_events.empty())
        m_loop->postAsyncEvent();
}

void AsyncInbox::put(const AsyncEvent &event)
{
    const std::lock_guard lock(m_mutex);
    if (std::find(m_events.begin(), m_events.end(), event) != m_events.end())
        return;
    m_events.push_back(event);
    tell(m_fd);
    if (m_loop)
        m_loop->postAsyncEvent();
}

std::vector<AsyncEvent> AsyncInbox::takeAll()
{
    const std::lock_guard lock(m_mutex);
    if (!clear(m_fd))
        m_fd = makeEventDescriptor();
    return std::exchange(m_events, {});
}

AsyncRoute::AsyncRoute(std::shared_ptr<AsyncInbox> inbox, quint32 token)
    : m_inbox(std::move(inbox))
    , m_token(token)
{
}

AsyncRoute::~AsyncRoute()
{
    if (m_object && !isForkedChild())
        reader().leave(m_object, this);
}

void AsyncRoute::attach(const void *object)
{
    m_object = object;
    reader().enter(object, this);
}

ObjectEvents::ObjectEvents(std::function<void()> arrived) : m_arrived(std::move(arrived))
{
    if (!isForkedChild()) // a child has no queue pairs, and no thread of the reader
        reader().addWatcher(this);
}

ObjectEvents::~ObjectEvents()
{
    if (!isForkedChild())
        reader().removeWatcher(this);
}

void ObjectEvents::put(const ObjectEvent &event)
{
    const std::lock_guard lock(m_mutex);
    const bool known = std::find(m_events.begin(), m_events.end(), event) != m_events.end();
    if (known || m_events.size() >= Most)
        return;
    m_events.push_back(event);
    if (m_events.size() == 1)
        m_arrived();
}

std::vector<ObjectEvent> ObjectEvents::takeAll()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_events, {});
}

std::shared_ptr<void> watchAsyncEvents(const ContextPtr &context,
                                       const std::shared_ptr<AsyncInbox> &inbox)
{
    return reader().watch(context, inbox);
}

void lookForAsyncEvents()
{
    reader().wake();
}

} // namespace QtRdmaPrivate
