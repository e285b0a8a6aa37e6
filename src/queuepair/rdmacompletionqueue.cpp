// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacompletionqueue.h>

#include "../engine/engine_p.h"
#include "../verbs/cmid_p.h"
#include "../base/logging_p.h"
#include "../base/msecs_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

namespace {

constexpr int LongestSpin = 1'000'000; // us
constexpr int LongestModeration = 65'535; // us; ibv_modify_cq() has room for 16 bits

// The queues that the calling thread has on the device; null and *error if no device has the
// address.
std::shared_ptr<DeviceQueues> queuesOf(const QHostAddress &address, RdmaError *error)
{
    ibv_context *context = CmId::contextOf(address, error);
    return context ? Engine::current()->device(context, error) : nullptr;
}

RdmaError checkSpin(int microseconds, bool isForced, const DeviceQueues &device)
{
    if (microseconds < 0 || microseconds > LongestSpin) {
        return usageError(QStringLiteral("A completion queue is spun on for 0 to %1 us, not %2")
                                  .arg(LongestSpin)
                                  .arg(microseconds));
    }
    if (microseconds == 0 || isForced || !device.provider().isSoftware())
        return {};
    return usageError(
            QStringLiteral("%1 is a software device: spinning takes the processor from it")
                    .arg(QLatin1String(ibv_get_device_name(device.context()->device))),
            QStringLiteral("RdmaCompletionQueue::SpinOption::OnSoftwareDevice is for tests."));
}

// Keeps the failure in *error and logs it. Returns whether there is one.
bool refusePolicy(const RdmaError &failure, RdmaError *error)
{
    if (error)
        *error = failure;
    if (failure.isError())
        qCWarning(lcRdmaCompletion) << failure;
    return failure.isError();
}

} // namespace

/*!
    \class RdmaCompletionQueue
    \inmodule QtRdma
    \since 0.1
    \brief Controls how the calling thread waits for the completion queue that all its queue pairs,
    streams and datagram sockets share on a device.

    A thread sleeps in its event loop until the device has completed something. The interrupt, the
    wake-up and arming the queue again take some microseconds. A thread that spins first polls the
    queue for a while, and finds at once what completes within that time:

    \snippet queuepair.cpp spin

    The object is a name for the queue, and cheap to make. In each thread it means the queue of that
    thread. What one thread sets does not concern other threads. It ends with the thread, and when
    the device is removed.

    A thread that moderates takes messages together that follow each other, and wakes up less often:
    see setModeration().

    A thread that yields lets others run before it sleeps, and then polls again. That is the default
    on the software devices, rxe and siw: see setYielding().

    The verbs calls are \c ibv_poll_cq(3) for polling and \c ibv_req_notify_cq(3) for arming.
*/

/*! \enum RdmaCompletionQueue::SpinOption
    \value Adaptive Spins after a completion only if the one before it came within the same time.
    \value OnSoftwareDevice Spins on rxe and siw, too. The processors of this machine do the work of
        these devices, and spinning takes one from them: for tests only.
*/

/*! Names the queue of the calling thread on the device that has \a localAddress. */
RdmaCompletionQueue::RdmaCompletionQueue(const QHostAddress &localAddress) : address(localAddress)
{
}

/*! Names the same queue as \a other. */
RdmaCompletionQueue::RdmaCompletionQueue(const RdmaCompletionQueue &other) = default;
RdmaCompletionQueue::RdmaCompletionQueue(RdmaCompletionQueue &&other) noexcept = default;
RdmaCompletionQueue &RdmaCompletionQueue::operator=(const RdmaCompletionQueue &other) = default;
RdmaCompletionQueue &RdmaCompletionQueue::operator=(RdmaCompletionQueue &&other) noexcept = default;
RdmaCompletionQueue::~RdmaCompletionQueue() = default;

/*! \fn void RdmaCompletionQueue::swap(RdmaCompletionQueue &other)
    Swaps this name with \a other. This is fast and never fails.
*/

/*! Polls the queue for up to \a microseconds, 0 to 1000000, after each completion before the thread
    sleeps. With 0, the default, the thread sleeps at once. Signals, their order, and what the
    \c{waitFor…()} functions return stay as they are.

    The price is processor time: if nothing completes within \a microseconds, the thread has polled
    in vain. Without SpinOption::Adaptive in \a options this happens after every burst of messages.
    With it, it happens only after a burst whose last completions followed each other within
    \a microseconds. A thread without traffic never polls. Choose somewhat more than the time
    between a message and its answer. A core of its own for each thread that spins is worth more
    than anything that is chosen here.

    The event loop is not held up: after the time that was set, but after 1 ms at most, it has a
    round for timers and other events before polling goes on.

    Returns \c false, with \a error and a warning, if the time is out of range, if no device has the
    address, or if the device is a software device and \a options lacks
    SpinOption::OnSoftwareDevice. Then nothing changes. The function makes some system calls: call
    it once, not for each message.
*/
bool RdmaCompletionQueue::setSpin(int microseconds, SpinOptions options, RdmaError *error)
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    if (device)
        failure = checkSpin(microseconds, options.testFlag(SpinOption::OnSoftwareDevice), *device);
    if (refusePolicy(failure, error))
        return false;
    Engine::current()->setSpin(device.get(),
                               SpinWindow(std::chrono::microseconds(microseconds),
                                          options.testFlag(SpinOption::Adaptive)));
    return true;
}

/*! \overload
    Polls the queue for up to \a time, 0 to 1 s.
*/
bool RdmaCompletionQueue::setSpin(std::chrono::microseconds time, SpinOptions options,
                                  RdmaError *error)
{
    return setSpin(toInt(time), options, error);
}

/*! Returns the time in microseconds that was set in the calling thread, 0 for none. */
int RdmaCompletionQueue::spin() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device ? int(device->spin().length() / std::chrono::microseconds(1)) : 0;
}

/*! Returns spin() as a duration. */
std::chrono::microseconds RdmaCompletionQueue::spinAsDuration() const
{
    return std::chrono::microseconds(spin());
}

/*! With \a yielding the thread lets others run (\c sched_yield(2), twice at most) before it arms
    the queue and sleeps, and polls the queue once more. It also does so once after events of the
    connection manager.

    This is the default on software devices. The processors of this machine do the work of such a
    device, and the work of a peer on the same machine. If they share a processor with this thread,
    an answer is there before anybody has to be woken up. On other devices the default is off,
    because a card works by itself. Signals, their order, and what the \c{waitFor…()} functions
    return stay as they are.

    The price is a system call, some tenths of a microsecond, if nobody else wants to run, and
    otherwise the time for which others run. After a yield that finds nothing the next one is left
    out, and up to 63 when yields find nothing again and again. After a yield that takes more than a
    millisecond, because others compute on the same processor, the thread does not yield for 5 ms,
    and for up to 160 ms when that happens again and again. A thread without traffic never yields.

    Returns \c false, with \a error and a warning, if no device has the address.
*/
bool RdmaCompletionQueue::setYielding(bool yielding, RdmaError *error)
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    if (refusePolicy(failure, error))
        return false;
    device->setYielding(yielding);
    return true;
}

/*! Returns whether the calling thread yields before it sleeps. */
bool RdmaCompletionQueue::isYielding() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device && device->isYielding();
}

/*! Leaves the queue alone for \a microseconds, 0 to 65535, after something was received, and then
    takes together what has completed. Meanwhile the queue is neither polled nor armed, so the
    device raises no event, and nothing wakes up the thread for each message. Cards do the same as
    interrupt moderation; this works on every device. If nothing has come by then, the queue is
    armed, and the next message is told at once. With 0, the default, every message is told at once.

    Moderation is for a thread that receives many messages and answers few of them. A message that
    follows another one waits for up to \a microseconds. A send ends the rest, and the next message
    after it is told at once, so one request and its answer take as long as without moderation.
    Streams put short writes together already, and gain little. There must be enough receives for
    the messages that come meanwhile. If setSpin() has set a time, the queue is spun on and does not
    rest. If a thread uses several devices, the shortest time counts while all of them have
    messages.

    \snippet queuepair.cpp moderation

    The event loop is not held up: a timer of the kernel (\c timerfd_create(2)) tells when the time
    is over. Signals, their order, and what the \c{waitFor…()} functions return stay as they are.

    Returns \c false, with \a error and a warning, if the time is out of range, if no device has the
    address, or if the kernel gives no timer. Then nothing changes.
*/
bool RdmaCompletionQueue::setModeration(int microseconds, RdmaError *error)
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    if (device && (microseconds < 0 || microseconds > LongestModeration)) {
        failure = usageError(QStringLiteral("A completion queue rests for 0 to %1 us, not %2")
                                     .arg(LongestModeration)
                                     .arg(microseconds));
    } else if (device) {
        failure = Engine::current()->setModeration(device.get(),
                                                   std::chrono::microseconds(microseconds));
    }
    return !refusePolicy(failure, error);
}

/*! \overload
    Leaves the queue alone for \a time, 0 to 65535 \unicode{0xb5}s.
*/
bool RdmaCompletionQueue::setModeration(std::chrono::microseconds time, RdmaError *error)
{
    return setModeration(toInt(time), error);
}

/*! Returns the time in microseconds that was set in the calling thread, 0 for none. */
int RdmaCompletionQueue::moderation() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device ? int(device->moderation().period() / std::chrono::microseconds(1)) : 0;
}

/*! Returns moderation() as a duration. */
std::chrono::microseconds RdmaCompletionQueue::moderationAsDuration() const
{
    return std::chrono::microseconds(moderation());
}

/*! With \a timestamps the device stamps what completes in queues that the calling thread makes from
    now on with its clock, where it has one: RdmaCompletion::timestamp() and
    RdmaCompletion::wallClockTime() tell the time. Without, the default, completions have no time,
    and cost less: the library asks for each stamp by itself. Call it before the first queue pair or
    shared receive queue connects whose completions need a time; queues with and without stamps
    exist side by side.

    Returns \c false, with \a error and a warning, if no device has the address or it has no clock,
    which rxe and siw have not. The verbs call is \c ibv_create_cq_ex(3).
    \since 0.1
*/
bool RdmaCompletionQueue::setTimestamps(bool timestamps, RdmaError *error)
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    if (device && timestamps && device->provider().completionClock() == 0)
        failure = usageError(QStringLiteral("The device has no clock to stamp completions with"));
    if (refusePolicy(failure, error))
        return false;
    device->setStamps(timestamps);
    return true;
}

/*! Returns whether queues that the calling thread makes from now on stamp completions.
    \since 0.1
*/
bool RdmaCompletionQueue::hasTimestamps() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device && device->stamps();
}

/*! Lets \a vector, 0 to one less than RdmaDeviceAttributes::numCompVectors, tell of the completions
    of queues that the calling thread makes from now on. A vector is an interrupt of the device,
    which goes to one processor as the system is set up (\c{/proc/irq}): with a vector of its own a
    thread and its interrupts are on the same processor. Call it before the first queue pair or
    stream of the thread connects: the queue stays as it is.

    At first each thread has the next vector of the device, in the order in which the threads first
    use it. Returns \c false, with \a error and a warning, if no device has the address or it has no
    such vector. The verbs call is \c ibv_create_cq(3).
    \since 0.1
*/
bool RdmaCompletionQueue::setCompletionVector(int vector, RdmaError *error)
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    if (device && (vector < 0 || vector >= device->vectors())) {
        failure = usageError(QStringLiteral("The device has completion vectors 0 to %1, not %2")
                                     .arg(device->vectors() - 1)
                                     .arg(vector));
    }
    if (refusePolicy(failure, error))
        return false;
    device->setVector(vector);
    return true;
}

/*! Returns the vector of the queues that the calling thread makes from now on; 0 if no device has
    the address.
    \since 0.1
*/
int RdmaCompletionQueue::completionVector() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device ? device->vector() : 0;
}
