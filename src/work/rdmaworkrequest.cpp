// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmaworkrequest_p.h"

#include "../base/msecs_p.h"

#include <QtCore/qdebug.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaWorkRequest
    \inmodule QtRdma
    \since 0.1
    \brief One work request of a queue pair: what to do, with which memory, under which flags.

    A request is a value: make one, change it, and post it as often as wanted with
    RdmaQueuePair::post(), or many at once with RdmaQueuePair::postBatch(). The bytes of a request
    come from a QByteArray, which is copied (or kept) for as long as the device needs it, or from
    slices of registered memory, which the device uses in place.

    \snippet work.cpp request

    Data lengths are in bytes. Atomic operations work on eight bytes in the byte order of the peer,
    at an address that is a multiple of eight. The structure behind a request is \c ibv_send_wr or
    \c ibv_recv_wr.
    \sa RdmaQueuePair::post(), RdmaCompletion
*/

/*! Constructs a send of no data. A request that was moved from has the same values; RdmaQueuePair
    refuses to post it.
*/
RdmaWorkRequest::RdmaWorkRequest() : d(new RdmaWorkRequestData) { }
RdmaWorkRequest::RdmaWorkRequest(RdmaWorkRequestData *data) : d(data) { }
RdmaWorkRequest::RdmaWorkRequest(const RdmaWorkRequest &other) = default;
RdmaWorkRequest::RdmaWorkRequest(RdmaWorkRequest &&other) noexcept = default;
RdmaWorkRequest &RdmaWorkRequest::operator=(const RdmaWorkRequest &other) = default;
RdmaWorkRequest &RdmaWorkRequest::operator=(RdmaWorkRequest &&other) noexcept = default;
RdmaWorkRequest::~RdmaWorkRequest() = default;

bool RdmaWorkRequest::equals(const RdmaWorkRequest &a, const RdmaWorkRequest &b) noexcept
{
    return Access::equal(a, b);
}

/*! \fn void RdmaWorkRequest::swap(RdmaWorkRequest &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*! Sends \a data to the peer's next receive. */
RdmaWorkRequest RdmaWorkRequest::send(const QByteArray &data)
{
    return RdmaWorkRequest(RdmaWorkRequestData::withData(Rdma::Opcode::Send, data));
}

/*! \overload
    Gathers the message from registered memory.
*/
RdmaWorkRequest RdmaWorkRequest::send(const QList<RdmaMemorySlice> &from)
{
    return RdmaWorkRequest(RdmaWorkRequestData::withSlices(Rdma::Opcode::Send, from));
}

/*! Writes \a data into the peer's memory \a to. The peer is not told of it (see setImmediate()). */
RdmaWorkRequest RdmaWorkRequest::write(const QByteArray &data, const RdmaRemoteMemory &to)
{
    RdmaWorkRequest request(RdmaWorkRequestData::withData(Rdma::Opcode::Write, data));
    request.d->remote = to;
    return request;
}

/*! \overload */
RdmaWorkRequest RdmaWorkRequest::write(const QList<RdmaMemorySlice> &from,
                                       const RdmaRemoteMemory &to)
{
    RdmaWorkRequest request(RdmaWorkRequestData::withSlices(Rdma::Opcode::Write, from));
    request.d->remote = to;
    return request;
}

/*! Reads all of the peer's memory \a from; the bytes are in RdmaCompletion::data. */
RdmaWorkRequest RdmaWorkRequest::read(const RdmaRemoteMemory &from)
{
    RdmaWorkRequest request(
            RdmaWorkRequestData::withRoom(Rdma::Opcode::Read, qsizetype(from.length())));
    request.d->remote = from;
    return request;
}

/*! \overload
    Scatters the bytes over \a into, and reads as many as fit there.
*/
RdmaWorkRequest RdmaWorkRequest::read(const RdmaRemoteMemory &from,
                                      const QList<RdmaMemorySlice> &into)
{
    RdmaWorkRequest request(RdmaWorkRequestData::withSlices(Rdma::Opcode::Read, into));
    request.d->remote = from;
    return request;
}

/*! Replaces the eight bytes \a at by \a desired if they are \a expected.
    RdmaCompletion::originalValue is what they were before.
*/
RdmaWorkRequest RdmaWorkRequest::compareAndSwap(const RdmaRemoteMemory &at, quint64 expected,
                                                quint64 desired)
{
    RdmaWorkRequest request(
            RdmaWorkRequestData::withRoom(Rdma::Opcode::CompareAndSwap, sizeof(quint64)));
    request.d->remote = at;
    request.d->expected = expected;
    request.d->operand = desired;
    return request;
}

/*! Adds \a addend to the eight bytes \a at. RdmaCompletion::originalValue is what they were before.
*/
RdmaWorkRequest RdmaWorkRequest::fetchAndAdd(const RdmaRemoteMemory &at, quint64 addend)
{
    RdmaWorkRequest request(
            RdmaWorkRequestData::withRoom(Rdma::Opcode::FetchAndAdd, sizeof(quint64)));
    request.d->remote = at;
    request.d->operand = addend;
    return request;
}

/*! Writes the eight bytes of \a value, in the order of this machine, into the peer's memory \a at,
    whose address is a multiple of eight: whoever reads them there finds all of the old ones or all
    of the new ones. The peer's memory needs Rdma::AccessFlag::RemoteWrite.

    RdmaDeviceAttributes::hasAtomicWrites() tells whether a device has these writes. Without them,
    and with a queue pair that RdmaConnectionOptions::queuePairFactory has made, the post is
    refused. As reads do, they need RdmaConnectionOptions::initiatorDepth and the peer's
    responderResources. The verbs call is \c ibv_wr_atomic_write(3).
*/
RdmaWorkRequest RdmaWorkRequest::atomicWrite(const RdmaRemoteMemory &at, quint64 value)
{
    RdmaWorkRequest request(
            RdmaWorkRequestData::withRoom(Rdma::Opcode::AtomicWrite, sizeof(value)));
    request.d->remote = at;
    request.d->operand = value;
    return request;
}

/*! Completes when all bytes of the peer's memory \a what that were written before, by this queue
    pair, have come \a to their place. With Rdma::FlushScope::Range as \a scope these are the bytes
    of \a what, with Rdma::FlushScope::Region the whole region or window that has its key. A write
    that has completed without a flush has reached the peer's device, but not always the peer's
    memory.

    The peer registers the memory with Rdma::AccessFlag::FlushGlobal or
    Rdma::AccessFlag::FlushPersistent, or with both. RdmaDeviceAttributes::flushPlacements() tells
    what a device has. Without it, with an rdma-core older than 45, and with a queue pair that
    RdmaConnectionOptions::queuePairFactory has made, the post is refused. As reads do, flushes need
    RdmaConnectionOptions::initiatorDepth and the peer's responderResources. The verbs call is
    \c ibv_wr_flush(3).
*/
RdmaWorkRequest RdmaWorkRequest::flush(const RdmaRemoteMemory &what, Rdma::FlushPlacements to,
                                       Rdma::FlushScope scope)
{
    RdmaWorkRequest request(RdmaWorkRequestData::withRoom(Rdma::Opcode::Flush, 0));
    request.d->remote = what;
    request.d->flushPlacements = to;
    request.d->flushScope = scope;
    return request;
}

/*! Opens the part \a to of a region to the peer through \a window, with the rights \a access. The
    region must have been registered with Rdma::AccessFlag::WindowBinding.
    RdmaMemoryWindow::remoteMemory() is valid when the request has completed.
*/
RdmaWorkRequest RdmaWorkRequest::bindMemoryWindow(const RdmaMemoryWindow &window,
                                                  const RdmaMemorySlice &to, Rdma::Access access)
{
    RdmaWorkRequest request(
            RdmaWorkRequestData::withSlices(Rdma::Opcode::BindMemoryWindow, { to }));
    request.d->window = window;
    request.d->access = access;
    return request;
}

/*! Makes the key of a type 2 \a window invalid: later accesses of the peer fail. */
RdmaWorkRequest RdmaWorkRequest::localInvalidate(const RdmaMemoryWindow &window)
{
    RdmaWorkRequest request(RdmaWorkRequestData::withRoom(Rdma::Opcode::LocalInvalidate, 0));
    request.d->window = window;
    return request;
}

/*! Takes one message of at most \a size bytes, which RdmaCompletion::data returns. */
RdmaWorkRequest RdmaWorkRequest::receive(qsizetype size)
{
    return RdmaWorkRequest(RdmaWorkRequestData::withRoom(Rdma::Opcode::Receive, size));
}

/*! \overload
    Scatters the message over \a into. RdmaCompletion::byteLength tells how much came.
*/
RdmaWorkRequest RdmaWorkRequest::receive(const QList<RdmaMemorySlice> &into)
{
    return RdmaWorkRequest(RdmaWorkRequestData::withSlices(Rdma::Opcode::Receive, into));
}

/*! Returns what the request does. */
Rdma::Opcode RdmaWorkRequest::opcode() const
{
    return Access::read(*this).opcode;
}

/*! Returns the id of the request. The program chooses one from 1 to 2^63 - 1; with 0, the default,
    the queue pair chooses one.
*/
quint64 RdmaWorkRequest::wrId() const
{
    return Access::read(*this).wrId;
}

/*! Sets the id to \a wrId. One that is 2^63 or more, or in flight already, is refused when the
    request is posted.
*/
void RdmaWorkRequest::setWrId(quint64 wrId)
{
    Access::write(*this).wrId = wrId;
}

/*! Returns the flags; none by default. */
Rdma::SendFlags RdmaWorkRequest::flags() const
{
    return Access::read(*this).flags;
}

/*! Sets the \a flags. A flag that does not fit the request is refused when it is posted. */
void RdmaWorkRequest::setFlags(Rdma::SendFlags flags)
{
    RdmaWorkRequestData &values = Access::write(*this);
    values.flags = flags;
    values.changed();
}

/*! Returns the number that is sent along; 0 by default. */
quint32 RdmaWorkRequest::immediate() const
{
    return Access::read(*this).immediate;
}

/*! Sends the number \a immediate along. A send becomes an Rdma::Opcode::SendWithImmediate; a write
    becomes an Rdma::Opcode::WriteWithImmediate, which takes a receive of the peer. The peer finds
    the number in RdmaCompletion::immediate. iWARP has no immediate numbers.
*/
void RdmaWorkRequest::setImmediate(quint32 immediate)
{
    RdmaWorkRequestData &values = Access::write(*this);
    values.immediate = immediate;
    values.changed();
    if (values.opcode == Rdma::Opcode::Write)
        values.opcode = Rdma::Opcode::WriteWithImmediate;
    else if (values.opcode == Rdma::Opcode::Send
             || values.opcode == Rdma::Opcode::SendWithInvalidate)
        values.opcode = Rdma::Opcode::SendWithImmediate;
}

/*! Returns the remote key that the message invalidates; 0 by default. */
quint32 RdmaWorkRequest::invalidateKey() const
{
    return Access::read(*this).invalidateKey;
}

/*! Makes a send an Rdma::Opcode::SendWithInvalidate: its arrival invalidates the peer's remote
    \a key, which must be of a type 2 window.
*/
void RdmaWorkRequest::setInvalidateKey(quint32 key)
{
    RdmaWorkRequestData &values = Access::write(*this);
    values.invalidateKey = key;
    values.changed();
    if (values.opcode == Rdma::Opcode::Send || values.opcode == Rdma::Opcode::SendWithImmediate)
        values.opcode = Rdma::Opcode::SendWithInvalidate;
}

/*! Returns the time in milliseconds that the request is given; -1, the default, for any time. */
int RdmaWorkRequest::timeout() const
{
    return Access::read(*this).timeout;
}

/*! Completes the request with the status Rdma::CompletionStatus::TimedOut if the device has not
    completed it within \a msecs milliseconds. A negative time, the default, means never.

    The device cannot be stopped: it may still carry the request out, and the memory is kept until
    then.
*/
void RdmaWorkRequest::setTimeout(int msecs)
{
    RdmaWorkRequestData &values = Access::write(*this);
    values.timeout = msecs;
    values.changed();
}

/*! Returns timeout() as a duration. */
std::chrono::milliseconds RdmaWorkRequest::timeoutAsDuration() const
{
    return std::chrono::milliseconds(timeout());
}

/*! \overload
    A time that is too long for an int of milliseconds becomes the longest possible one.
*/
void RdmaWorkRequest::setTimeout(std::chrono::milliseconds timeout)
{
    setTimeout(toMsecs(timeout));
}

/*! Returns the bytes that are sent or written; empty for a request with slices. */
QByteArray RdmaWorkRequest::data() const
{
    return Access::read(*this).data;
}

/*! Returns the slices of registered memory that the request uses; empty where hasOwnBuffer(). */
QList<RdmaMemorySlice> RdmaWorkRequest::slices() const
{
    return Access::read(*this).slices;
}

/*! Returns how many bytes the request moves, or for a receive, how many it has room for. */
qsizetype RdmaWorkRequest::length() const
{
    return Access::read(*this).length;
}

/*! Returns the peer's memory that is read, written, changed or flushed; not valid for other
    requests.
*/
RdmaRemoteMemory RdmaWorkRequest::remoteMemory() const
{
    return Access::read(*this).remote;
}

/*! Returns the value that a compare-and-swap or an atomic write stores, or that a fetch-and-add
    adds. */
quint64 RdmaWorkRequest::operand() const
{
    return Access::read(*this).operand;
}

/*! Returns what a compare-and-swap compares with. */
quint64 RdmaWorkRequest::expected() const
{
    return Access::read(*this).expected;
}

/*! Returns where a flush has to bring the bytes; nothing for other requests. */
Rdma::FlushPlacements RdmaWorkRequest::flushPlacements() const
{
    return Access::read(*this).flushPlacements;
}

/*! Returns what a flush is about. */
Rdma::FlushScope RdmaWorkRequest::flushScope() const
{
    return Access::read(*this).flushScope;
}

/*! Returns the window that is bound or invalidated; not valid for other requests. */
RdmaMemoryWindow RdmaWorkRequest::memoryWindow() const
{
    return Access::read(*this).window;
}

/*! Returns the rights that a window is bound with. */
Rdma::Access RdmaWorkRequest::access() const
{
    return Access::read(*this).access;
}

/*! Returns whether the queue pair keeps the bytes, instead of using slices of the program's memory.
*/
bool RdmaWorkRequest::hasOwnBuffer() const
{
    return Access::read(*this).ownBuffer;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaWorkRequest &request)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaWorkRequest(" << request.opcode() << ", id " << request.wrId() << ", "
                    << request.length() << " bytes";
    if (request.remoteMemory().isValid())
        debug << ", " << request.remoteMemory();
    if (request.flags())
        debug << ", " << request.flags();
    debug << ')';
    return debug;
}
#endif
