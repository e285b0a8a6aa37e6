// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadevicewatcher.h>

#include "rdmadeviceevent_p.h"

#include "ueventsocket_p.h"

#include "../engine/asyncevents_p.h"
#include "../verbs/devicelist_p.h"
#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../verbs/rdmacore_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>
#include <QtCore/qpointer.h>
#include <QtCore/qsocketnotifier.h>

#include <fcntl.h>
#include <infiniband/verbs.h>

#include <map>
#include <memory>
#include <vector>

using namespace QtRdmaPrivate;

/*!
    \class RdmaDeviceWatcher
    \inmodule QtRdma
    \since 0.1
    \brief Tells of RDMA devices that come and go, of their ports, and of every other asynchronous
    event.

    Watches from its construction on, in the event loop of its thread, and of the one that it is
    moved to. Devices that come and go are heard of by the kernel's broadcasts, ports and tables by
    the asynchronous events of each device, for which the watcher keeps it open; a device that
    disappears is let go of at once. The kernel tells the events of queue pairs and queues to their
    process only. The watcher tells of those that this program uses through the library, in any
    thread; the objects concerned end with an error besides.

    \snippet device.cpp watcher

    The verbs call is \c ibv_get_async_event(3).
    \sa RdmaDevice
*/

/*! \fn void RdmaDeviceWatcher::deviceAdded(const QString &name)
    Emitted when there is a new device, \a name. A device that gets another name is removed and
    added.
*/

/*! \fn void RdmaDeviceWatcher::deviceRemoved(const QString &name)
    Emitted when the device \a name has gone, or is waiting for the programs that have it open:
    release what belongs to it.
    \sa RdmaProtectionDomain::isDeviceRemoved()
*/

/*! \fn void RdmaDeviceWatcher::portActive(const QString &device, int port)
    Emitted when \a port of \a device can be used (\c IBV_EVENT_PORT_ACTIVE).
*/

/*! \fn void RdmaDeviceWatcher::portError(const QString &device, int port)
    Emitted when \a port of \a device is down (\c IBV_EVENT_PORT_ERR).
*/

/*! \fn void RdmaDeviceWatcher::gidChanged(const QString &device, int port)
    Emitted when the table of GIDs of \a port of \a device has changed (\c IBV_EVENT_GID_CHANGE): on
    RoCE an address of its interface has come or gone.
    \sa RdmaDevice::gids()
*/

/*! \fn void RdmaDeviceWatcher::deviceFatal(const QString &device)
    Emitted when \a device has failed and must be reset (\c IBV_EVENT_DEVICE_FATAL). What is open on
    it ends with errors.
*/

/*! \fn void RdmaDeviceWatcher::eventReceived(const RdmaDeviceEvent &event)
    Emitted for each asynchronous \a event of a device, and of its queue pairs and queues in this
    process; also for those that have a signal of their own, before that. Equal events of queue
    pairs and queues are told once while the event loop does not run, and at most 1024 of them.
*/

/*! \fn void RdmaDeviceWatcher::queueFailed(const QString &device, const RdmaDeviceEvent &event)
    Emitted when a queue pair, a completion queue or a shared receive queue of this process on
    \a device has failed: \a event tells its kind, the number of a queue pair, and the meaning.
    \sa RdmaQueuePair::errorOccurred(), RdmaSharedReceiveQueue::errorOccurred()
*/

/*! \fn void RdmaDeviceWatcher::errorOccurred(const RdmaError &error)
    Emitted when devices that come and go can no longer be watched: \a error tells why. devices()
    stays as it is then, and the events of these devices are still told.
    \sa rdmaError()
*/

namespace {

struct WatchedDevice
{
    WatchedDevice() = default;
    ~WatchedDevice()
    {
        if (context)
            unfence(context->async_fd);
    }
    Q_DISABLE_COPY_MOVE(WatchedDevice)

    ContextPtr context; // destroyed last: the notifier watches its descriptor
    std::unique_ptr<QSocketNotifier>
            notifier; // a child of the watcher: it moves to other threads with it
    int number = -1;
};

bool isQueueFailure(int type)
{
    switch (type) {
    case IBV_EVENT_QP_FATAL:
    case IBV_EVENT_QP_REQ_ERR:
    case IBV_EVENT_QP_ACCESS_ERR:
    case IBV_EVENT_PATH_MIG_ERR:
    case IBV_EVENT_CQ_ERR:
    case IBV_EVENT_SRQ_ERR:
    case IBV_EVENT_WQ_FATAL:
        return true;
    default:
        return false;
    }
}

// Whether a device of the same name is another one. Numbers that the kernel does not tell say
// nothing.
bool isAnother(int before, int now)
{
    return before >= 0 && now >= 0 && before != now;
}

} // namespace

class RdmaDeviceWatcherPrivate
{
public:
    explicit RdmaDeviceWatcherPrivate(RdmaDeviceWatcher *watcher)
        : q(watcher)
        , objectEvents([this] {
            QMetaObject::invokeMethod(
                    q, [this] { tellObjectEvents(); }, Qt::QueuedConnection);
        })
    {
    }

    bool isParents() const { return generation != forkGeneration; }
    RdmaError error() const;
    void watch(const QString &name, int number);
    void readUevents();
    void rescan();
    void readEvents(const QString &name);
    void tellObjectEvents();
    void tellAll(const std::vector<RdmaDeviceEvent> &events);
    void tell(const RdmaDeviceEvent &event);

    RdmaDeviceWatcher *q;
    const int generation = forkGeneration;
    UeventSocket uevents;
    std::unique_ptr<QSocketNotifier> notifier;
    std::map<QString, WatchedDevice> devices;
    ObjectEvents objectEvents;
};

/*! Constructs a watcher with \a parent, for the devices of now and those that come. Where it cannot
    watch, rdmaError() tells why.
*/
RdmaDeviceWatcher::RdmaDeviceWatcher(QObject *parent)
    : QObject(parent)
    , d(new RdmaDeviceWatcherPrivate(this))
{
    if (const auto now = deviceNumbers()) {
        for (const auto &[name, number] : *now)
            d->watch(name, number);
    }
    if (const RdmaError failure = d->error(); failure.isError()) {
        qCWarning(lcRdmaDevice) << failure;
        QMetaObject::invokeMethod(
                this, [this, failure] { Q_EMIT errorOccurred(failure); }, Qt::QueuedConnection);
    }
    if (d->uevents.error().isError())
        return;
    d->notifier = std::make_unique<QSocketNotifier>(d->uevents.fd(), QSocketNotifier::Read, this);
    connect(d->notifier.get(), &QSocketNotifier::activated, this, [this] { d->readUevents(); });
}

RdmaDeviceWatcher::~RdmaDeviceWatcher() = default;

/*!
    \property RdmaDeviceWatcher::devices
    \brief The names of the devices there are; none in a child of the process that has made the
    watcher.

    devicesChanged() is emitted after deviceRemoved() and deviceAdded(), once for all of them.
*/

QStringList RdmaDeviceWatcher::devices() const
{
    QStringList names;
    if (d->isParents())
        return names;
    for (const auto &[name, device] : d->devices)
        names.append(name);
    return names;
}

/*!
    \property RdmaDeviceWatcher::rdmaError
    \brief Why devices that come and go cannot be watched, because rdma-core is not installed for
    example; no error when they can.

    errorOccurred() tells of it when the event loop runs.

    A watcher goes on in the process that has made it: in a child of \c fork() it hears nothing, and
    this error says so. Another one can be made there.
*/

RdmaError RdmaDeviceWatcher::rdmaError() const
{
    if (!d->isParents())
        return d->error();
    return usageError(
            tr("This process was forked from the one that the device watcher watches for"),
            tr("Make another RdmaDeviceWatcher in the child."));
}

// Devices are seen from the time on at which rdma-core is installed.
RdmaError RdmaDeviceWatcherPrivate::error() const
{
    RdmaError missing = missingCallError("ibv_get_device_list");
    return missing.isError() ? missing : uevents.error();
}

void RdmaDeviceWatcherPrivate::readUevents()
{
    const QPointer<RdmaDeviceWatcher> alive(q);
    const bool concerned = uevents.readAll();
    const RdmaError failure = uevents.error();
    if (failure.isError()) {
        qCWarning(lcRdmaDevice) << failure;
        notifier->setEnabled(false);
    }
    if (concerned)
        rescan(); // a slot may delete the watcher
    if (alive && failure.isError())
        Q_EMIT q->errorOccurred(failure);
}

// A device that cannot be opened is still there, but its events are not heard.
void RdmaDeviceWatcherPrivate::watch(const QString &name, int number)
{
    WatchedDevice &device = devices[name];
    device.number = number;
    device.context = openDevice(name);
    if (!device.context)
        return;
    const int fd = device.context->async_fd;
    if (fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) != 0) {
        qCWarning(lcRdmaDevice) << callError("fcntl", errno);
        return;
    }
    fenceInChildren(fd);
    device.notifier = std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Read, q);
    QObject::connect(device.notifier.get(), &QSocketNotifier::activated, q,
                     [this, name] { readEvents(name); });
}

void RdmaDeviceWatcherPrivate::rescan()
{
    const QPointer<RdmaDeviceWatcher> alive(q);
    // One list: a device that goes between two of them would look like another of its name.
    const auto now = deviceNumbers();
    if (!now)
        return;
    const std::map<QString, int> numbers(now->begin(), now->end());
    QStringList removed;
    for (const auto &[name, device] : devices) {
        const auto listed = numbers.find(name);
        if (listed == numbers.end() || isAnother(device.number, listed->second))
            removed.append(name);
    }
    for (const QString &name : std::as_const(removed))
        devices.erase(name);
    QStringList added;
    for (const auto &[name, number] : *now) {
        if (devices.count(name) > 0)
            continue;
        watch(name, number);
        added.append(name);
    }
    // The state changes first and signals come last, because a slot may delete the watcher.
    for (const QString &name : std::as_const(removed)) {
        if (alive)
            Q_EMIT q->deviceRemoved(name);
    }
    for (const QString &name : std::as_const(added)) {
        if (alive)
            Q_EMIT q->deviceAdded(name);
    }
    if (alive && !(removed.isEmpty() && added.isEmpty()))
        Q_EMIT q->devicesChanged();
}

// Each event is acknowledged before its signal is emitted. The watcher makes no objects on its
// contexts, so the events are about ports and devices.
void RdmaDeviceWatcherPrivate::readEvents(const QString &name)
{
    const auto found = devices.find(name);
    if (found == devices.end())
        return;
    std::vector<RdmaDeviceEvent> events;
    ibv_async_event source = {};
    errno = 0;
    while (ibv_get_async_event(found->second.context.get(), &source) == 0) {
        RdmaDeviceEvent event;
        DeviceEventData &values = Access::write(event);
        values.deviceName = name;
        values.type = source.event_type;
        values.port = event.object() == Rdma::EventObject::Port ? source.element.port_num : 0;
        events.push_back(event);
        ibv_ack_async_event(&source);
    }
    if (errno != EAGAIN
        && errno != EINTR) { // the device is gone: its descriptor would never be quiet
        qCDebug(lcRdmaDevice) << callError("ibv_get_async_event", errno);
        found->second.notifier->setEnabled(false);
    }
    tellAll(events);
}

void RdmaDeviceWatcherPrivate::tellObjectEvents()
{
    std::vector<RdmaDeviceEvent> events;
    if (isParents()) // another thread may have held the mutex
        return;
    for (const ObjectEvent &source : objectEvents.takeAll()) {
        RdmaDeviceEvent event;
        DeviceEventData &values = Access::write(event);
        values.deviceName = source.device;
        values.type = source.type;
        values.queuePairNumber = source.queuePairNumber;
        events.push_back(event);
    }
    tellAll(events);
}

void RdmaDeviceWatcherPrivate::tellAll(const std::vector<RdmaDeviceEvent> &events)
{
    const QPointer<RdmaDeviceWatcher> alive(q);
    for (const RdmaDeviceEvent &event : events) {
        if (alive)
            tell(event);
    }
}

void RdmaDeviceWatcherPrivate::tell(const RdmaDeviceEvent &event)
{
    const QPointer<RdmaDeviceWatcher> alive(q);
    Q_EMIT q->eventReceived(event);
    if (!alive)
        return;
    if (isQueueFailure(event.type()))
        Q_EMIT q->queueFailed(event.deviceName(), event);
    switch (event.type()) {
    case IBV_EVENT_PORT_ACTIVE:
        Q_EMIT q->portActive(event.deviceName(), event.port());
        break;
    case IBV_EVENT_PORT_ERR:
        Q_EMIT q->portError(event.deviceName(), event.port());
        break;
    case IBV_EVENT_GID_CHANGE:
        Q_EMIT q->gidChanged(event.deviceName(), event.port());
        break;
    case IBV_EVENT_DEVICE_FATAL:
        Q_EMIT q->deviceFatal(event.deviceName());
        break;
    default:
        break;
    }
}
