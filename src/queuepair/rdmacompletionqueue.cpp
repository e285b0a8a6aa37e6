// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacompletionqueue.h>

#include "../engine/engine_p.h"
#include "../verbs/cmid_p.h"
#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

namespace {

constexpr int LongestSpin = 1'000'000; // us
constexpr int LongestModeration = 65'535; // us, what ibv_modify_cq() has room for

// What the calling thread has on the device; null, and *error, where no device has the address.
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

// Says it where not.
bool isFine(const RdmaError &failure, RdmaError *error)
{
    if (error)
        *error = failure;
    if (failure.isError())
        qCWarning(lcRdmaCompletion) << failure;
    return !failure.isError();
}

} // namespace

/*!
    \class RdmaCompletionQueue
    \inmodule QtRdma
    \brief The completion queue that all queue pairs, streams and datagram sockets of the calling thread share on a device: how it is waited for.

    A thread sleeps in its event loop until the device has completed something. The interrupt, the wake-up and arming the queue again
    take some microseconds. A thread that spins polls the queue for a while first, and finds what comes within that time at once:

    \code
    connect(stream, &RdmaStream::connected, this, [stream] {
        RdmaCompletionQueue(stream->localAddress()).setSpin(20, RdmaCompletionQueue::SpinOption::Adaptive);
    });
    \endcode

    The object is a name for the queue, and cheap to make. In each thread it means the queue of that thread; the policy of one thread says nothing to another,
    ends with the thread, and with the device when that is removed.

    A thread that moderates takes messages together that follow each other, and wakes up less often: see setModeration().

    A thread that yields lets others run before it sleeps, and polls again. On software devices, rxe and siw, that is how it begins: see setYielding().

    Polling is \c ibv_poll_cq(3), arming \c ibv_req_notify_cq(3).
*/

/*! \enum RdmaCompletionQueue::SpinOption
    \value Adaptive Spins after a completion only when the one before it came within the same time.
    \value OnSoftwareDevice Spins on rxe and siw, too. Their work is done by the processors of this machine, and spinning keeps
        one from it: for tests.
*/

/*! Names the queue of the calling thread on the device that has \a localAddress. */
RdmaCompletionQueue::RdmaCompletionQueue(const QHostAddress &localAddress) : address(localAddress)
{
}

/*! Polls the queue for up to \a microseconds, 0 to 1000000, after each completion before the thread sleeps; with 0, the default, it sleeps at once. Signals,
    their order, and what the \c{waitFor…()} functions return stay as they are.

    The price is processor time: what is not found within \a microseconds was polled for in vain. Without SpinOption::Adaptive, \a options, that is paid after every
    burst of messages, with it only after a burst whose last completions followed each other within \a microseconds. A thread without traffic never polls. Choose somewhat more than the
    time between a message and its answer; a core of its own for each thread that spins is worth more than anything that is chosen here.

    The event loop is not held up: after the time that was set, or 1 ms when that is less, it has a round for timers and other events before polling goes on.

    Returns \c false, with \a error and a warning, for a time out of range, an address that no device has, and a software device unless \a options has
    SpinOption::OnSoftwareDevice; the policy stays as it was then. Takes some system calls: set it once, not for each message.
*/
bool RdmaCompletionQueue::setSpin(int microseconds, SpinOptions options, RdmaError *error)
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    if (device)
        failure = checkSpin(microseconds, options.testFlag(SpinOption::OnSoftwareDevice), *device);
    if (!isFine(failure, error))
        return false;
    Engine::current()->setSpin(device.get(),
                               SpinWindow(std::chrono::microseconds(microseconds),
                                          options.testFlag(SpinOption::Adaptive)));
    return true;
}

/*! The time in microseconds that was set in the calling thread, 0 for none. */
int RdmaCompletionQueue::spin() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device ? int(device->spin().length() / std::chrono::microseconds(1)) : 0;
}

/*! With \a yielding the thread lets others run before it arms the queue and sleeps (\c sched_yield(2), twice at most), and polls the queue once more; and once after events of the connection manager. That is the default
    on software devices, whose work is done by the processors of this machine, as is that of a peer on it: where they share one with this thread, an answer is there
    before anybody has to be woken up. On other devices the default is off, for a card works by itself. Signals, their order, and what the \c{waitFor…()} functions return stay as they are.

    The price is a system call, some tenths of a microsecond, where nobody else wants to run, and the time for which others run where they do. What finds nothing is left out the next
    time, and up to 63 times when it finds nothing again and again; after one that takes more than a millisecond, because others compute on the same processor, 5 ms pass without, and up to 160 when that comes again and again.
    A thread without traffic never yields.

    Returns \c false, with \a error and a warning, for an address that no device has.
*/
bool RdmaCompletionQueue::setYielding(bool yielding, RdmaError *error)
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    if (!isFine(failure, error))
        return false;
    device->setYielding(yielding);
    return true;
}

/*! Whether the calling thread yields before it sleeps. */
bool RdmaCompletionQueue::isYielding() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device && device->isYielding();
}

/*! Leaves the queue alone for \a microseconds, 0 to 65535, after something was received, and takes what has completed by then together.
    Meanwhile it is neither polled nor armed, so the device raises no event, and nothing wakes up the thread for each message: what cards do as interrupt moderation,
    on every device. When nothing has come, the queue is armed, and the next message is told at once. With 0, the default, each is.

    It is for a thread that receives many messages and answers few of them, and costs each that follows another one up to \a microseconds. What is sent ends the rest, and
    the next message after it is told at once, so one request and its answer take as long as without. Streams put short writes
    together already, and gain little. Receives must suffice for what comes meanwhile. Where setSpin() has a time, that decides; of several devices of a thread
    the shortest time counts while all of them have messages.

    \code
    RdmaCompletionQueue(queuePair->localAddress()).setModeration(100); // us
    \endcode

    The event loop is not held up: a timer of the kernel (\c timerfd_create(2)) tells when the time is over. Signals, their order, and what the \c{waitFor…()}
    functions return stay as they are.

    Returns \c false, with \a error and a warning, for a time out of range, an address that no device has, and without a timer of the kernel; what was set stays then.
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
    return isFine(failure, error);
}

/*! The time in microseconds that was set in the calling thread, 0 for none. */
int RdmaCompletionQueue::moderation() const
{
    RdmaError failure;
    const auto device = queuesOf(address, &failure);
    return device ? int(device->moderation().period() / std::chrono::microseconds(1)) : 0;
}
