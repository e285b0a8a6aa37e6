// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "sharedhandles_p.h"

#include <QtRdma/rdmamemoryslice.h>

#include "../verbs/devicelist_p.h"
#include "../verbs/provider_p.h"
#include "../verbs/verbscall_p.h"

#include <QtCore/qdebug.h>

#include <infiniband/verbs.h>
#include <unistd.h>

using namespace QtRdmaPrivate;

namespace {

Provider providerOf(const RdmaProtectionDomain &domain, RdmaError *error)
{
    return Provider::query(domain.nativeHandle()->context, error);
}

RdmaError checkZeroBased(const RdmaProtectionDomain &domain, const void *data)
{
    if (quintptr(data) % quintptr(sysconf(_SC_PAGESIZE)) != 0)
        return usageError(QStringLiteral("Memory whose addresses begin at 0 begins with a page"));
    RdmaError failure;
    if (!providerOf(domain, &failure).hasZeroBasedMemory())
        failure = usageError(QStringLiteral("%1 has no addresses but those of the program")
                                     .arg(domain.deviceName()));
    return failure;
}

RdmaError checkFlushes(const RdmaProtectionDomain &domain, Rdma::Access access)
{
    const Rdma::Access wanted =
            access & (Rdma::AccessFlag::FlushGlobal | Rdma::AccessFlag::FlushPersistent);
    RdmaError failure;
    if (wanted && (wanted & ~providerOf(domain, &failure).flushAccess()) && !failure.isError())
        failure = usageError(QStringLiteral("%1 has no such flushes").arg(domain.deviceName()),
                             QStringLiteral("RdmaDeviceAttributes::flushPlacements() tells what "
                                            "a device has."));
    return failure;
}

RdmaError checkArguments(const RdmaProtectionDomain &domain, qsizetype size, Rdma::Access access,
                         const void *data = nullptr)
{
    if (!domain.isValid() || size < 1)
        return usageError(QStringLiteral("A region needs a protection domain and a size"));
    RdmaError failure = refusalOf(domain.nativeHandle()->context, "ibv_reg_mr");
    if (!failure.isError() && access.testFlag(Rdma::AccessFlag::OnDemandPaging)) {
        const Provider provider = providerOf(domain, &failure);
        if (!failure.isError() && !provider.hasOnDemandPaging()) {
            return usageError(QStringLiteral("%1 has no on-demand paging").arg(domain.deviceName()),
                              QStringLiteral("Register without Rdma::AccessFlag::OnDemandPaging: "
                                             "the memory is pinned."));
        }
    }
    if (!failure.isError())
        failure = checkFlushes(domain, access);
    if (!failure.isError() && access.testFlag(Rdma::AccessFlag::ZeroBased))
        failure = checkZeroBased(domain, data);
    return failure;
}

RdmaMemoryRegion regionOf(std::shared_ptr<RegisteredMemory> memory, qsizetype size,
                          const RdmaError &failure, RdmaError *error)
{
    if (error)
        *error = failure;
    return memory ? Access::handle<RdmaMemoryRegion>(new MemoryRegionData(std::move(memory), size))
                  : RdmaMemoryRegion();
}

} // namespace

/*!
    \class RdmaMemoryRegion
    \inmodule QtRdma
    \since 0.1
    \brief A shared handle of registered memory: what the device may read and write.

    Without further rights only the queue pairs of this machine use the memory.
    Rdma::AccessFlag::RemoteRead, Rdma::AccessFlag::RemoteWrite and Rdma::AccessFlag::RemoteAtomic
    give rights to the peers. These rights hold for every queue pair of the same protection domain.
    To show memory to one peer and not to another, give each its own domain
    (RdmaConnectionOptions::ownProtectionDomain), or use an RdmaMemoryWindow.

    \snippet memory.cpp region

    The memory stays registered as long as a handle, a memory window or a work request in flight
    uses it. Handles may be used and dropped in any thread. After the device was removed, nothing
    more can be registered on it (RdmaError::Category::ConnectionManager).
    RdmaProtectionDomain::isDeviceRemoved() of protectionDomain() tells whether it was.

    The verbs call is \c ibv_reg_mr(3).
    \sa RdmaMemorySlice, RdmaQueuePair::postRead()
*/

/*!
    \class RdmaMemorySlice
    \inmodule QtRdma
    \since 0.1
    \brief A part of a memory region: one element of a scatter/gather list.

    A slice has a region, an offset and a length in bytes. A region converts to the slice that
    covers all of it. The structure behind it is \c ibv_sge.

    \snippet memory.cpp slice
*/

/*! \fn RdmaMemorySlice::RdmaMemorySlice()
    Constructs a slice that is not valid.
*/

/*! \fn RdmaMemorySlice::RdmaMemorySlice(const RdmaMemoryRegion &whole)
    Constructs the slice that is the \a whole region.
*/

/*! \fn RdmaMemorySlice::RdmaMemorySlice(const RdmaMemoryRegion &part, qsizetype from, qsizetype size)
    Constructs the slice of \a size bytes from the offset \a from on of the region \a part. Any
    numbers are taken: isValid() tells whether they lie in the region.
*/

/*! \fn void RdmaMemorySlice::swap(RdmaMemorySlice &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*! \fn bool RdmaMemorySlice::isValid() const
    Returns whether the slice lies in a region. A work request with one that does not is refused.
*/

/*! \fn quint64 RdmaMemorySlice::address() const
    Returns where the slice begins for the device.
    \sa RdmaMemoryRegion::address()
*/

/*! \fn char *RdmaMemorySlice::data()
    Returns a pointer to the length() bytes of the slice; null where it is not valid, or where the
    program cannot reach the memory.
*/

/*! \fn const char *RdmaMemorySlice::data() const
    \overload
*/

/*! \fn const char *RdmaMemorySlice::constData() const
    Returns what data() returns, for a slice that is not const.
*/

/*! \fn const RdmaMemoryRegion &RdmaMemorySlice::region() const
    Returns the region that the slice is a part of.
*/

/*! \fn void RdmaMemorySlice::setRegion(const RdmaMemoryRegion &region)
    Makes the slice a part of \a region, with the same offset and length.
*/

/*! \fn qsizetype RdmaMemorySlice::offset() const
    Returns where the slice begins, in bytes from the beginning of the region; 0 by default.
*/

/*! \fn void RdmaMemorySlice::setOffset(qsizetype offset)
    Sets the \a offset in bytes. Any number is taken: isValid() tells whether the slice lies in the
    region.
*/

/*! \fn qsizetype RdmaMemorySlice::length() const
    Returns the length in bytes; 0 by default.
*/

/*! \fn void RdmaMemorySlice::setLength(qsizetype length)
    Sets the \a length in bytes. Any number is taken: isValid() tells whether the slice lies in the
    region.
*/

/*! Constructs an invalid handle. A handle that was moved from is invalid too. */
RdmaMemoryRegion::RdmaMemoryRegion() noexcept = default;
RdmaMemoryRegion::RdmaMemoryRegion(const RdmaMemoryRegion &other) = default;
RdmaMemoryRegion::RdmaMemoryRegion(RdmaMemoryRegion &&other) noexcept = default;
RdmaMemoryRegion &RdmaMemoryRegion::operator=(const RdmaMemoryRegion &other) = default;
RdmaMemoryRegion::~RdmaMemoryRegion() = default;

/*! \fn void RdmaMemoryRegion::swap(RdmaMemoryRegion &other)
    Swaps this handle with \a other. This is fast and never fails.
*/

/*! Allocates and registers \a size bytes in \a domain with the rights \a access. The memory is
    page-aligned and zeroed. It shares no page with other memory of the program, so a fork() of the
    program does no harm.

    If that fails, the region is invalid and \a error says why. The most frequent cause is the limit
    on locked memory.

    With Rdma::AccessFlag::ZeroBased the addresses in remote memory and in work requests count from
    0, the beginning of the region. siw does not have this flag.
*/
RdmaMemoryRegion RdmaMemoryRegion::allocate(const RdmaProtectionDomain &domain, qsizetype size,
                                            Rdma::Access access, RdmaError *error)
{
    RdmaError failure = checkArguments(domain, size, access);
    std::shared_ptr<RegisteredMemory> memory;
    if (!failure.isError())
        memory = RegisteredMemory::make(domainBehind(domain), size_t(size), int(access), &failure);
    return regionOf(std::move(memory), size, failure, error);
}

/*! Registers the \a size bytes at \a data in \a domain with the rights \a access. The program owns
    the memory, and must keep it as long as any handle or request uses the region. A program that
    forks should use allocate(), or register whole pages.

    If that fails, the region is invalid and \a error says why.
*/
RdmaMemoryRegion RdmaMemoryRegion::borrow(const RdmaProtectionDomain &domain, void *data,
                                          qsizetype size, Rdma::Access access, RdmaError *error)
{
    return borrow(domain, data, size, nullptr, access, error);
}

/*! \overload
    The region holds \a owner, and releases it when no handle and no request uses the region any
    more.
*/
RdmaMemoryRegion RdmaMemoryRegion::borrow(const RdmaProtectionDomain &domain, void *data,
                                          qsizetype size, const std::shared_ptr<void> &owner,
                                          Rdma::Access access, RdmaError *error)
{
    RdmaError failure = checkArguments(domain, size, access, data);
    std::shared_ptr<RegisteredMemory> memory;
    if (!data && !failure.isError())
        failure = usageError(QStringLiteral("There is no memory to register"));
    if (!failure.isError()) {
        memory = RegisteredMemory::borrow(domainBehind(domain), data, size_t(size), int(access),
                                          owner, &failure);
    }
    return regionOf(std::move(memory), size, failure, error);
}

/*! Allocates \a size bytes of the device's own memory in \a domain, with the rights \a access. The
    program reaches this memory with work requests only: data() is null.

    If the device has too little memory of its own, the region is invalid and \a error says so.
*/
RdmaMemoryRegion RdmaMemoryRegion::allocateOnDevice(const RdmaProtectionDomain &domain,
                                                    qsizetype size, Rdma::Access access,
                                                    RdmaError *error)
{
    RdmaError failure = checkArguments(domain, size, access);
    std::shared_ptr<RegisteredMemory> memory;
    if (!failure.isError()) {
        const quint64 most = providerOf(domain, &failure).deviceMemory();
        if (!failure.isError() && most < quint64(size)) {
            failure =
                    usageError(QStringLiteral("%1 has %2 bytes of device memory, %3 were asked for")
                                       .arg(domain.deviceName())
                                       .arg(most)
                                       .arg(size));
        }
    }
    if (!failure.isError()) {
        memory = RegisteredMemory::onDevice(domainBehind(domain), size_t(size), int(access),
                                            &failure);
    }
    return regionOf(std::move(memory), size, failure, error);
}

/*! Registers \a size bytes, beginning at \a offset, of the dma-buf \a fd in \a domain, with the
    rights \a access. The dma-buf is for example the memory of a GPU or a camera. data() is null.

    Few devices and kernels support this. Otherwise the region is invalid and \a error says so.
*/
RdmaMemoryRegion RdmaMemoryRegion::fromDmaBuf(const RdmaProtectionDomain &domain, int fd,
                                              quint64 offset, qsizetype size, Rdma::Access access,
                                              RdmaError *error)
{
    RdmaError failure = checkArguments(domain, size, access);
    std::shared_ptr<RegisteredMemory> memory;
    if (!failure.isError()) {
        memory = RegisteredMemory::dmaBuf(domainBehind(domain), fd, offset, size_t(size),
                                          int(access), &failure);
        if (failure.category() == RdmaError::Category::System && failure.code() == EOPNOTSUPP)
            failure = usageError(
                    QStringLiteral("%1 registers no dma-buf memory").arg(domain.deviceName()));
    }
    return regionOf(std::move(memory), size, failure, error);
}

/*! \fn bool RdmaMemoryRegion::isValid() const
    Returns whether there is memory behind this handle.
*/

/*! Returns a pointer to the memory, which has size() bytes. It is null for a handle that is not
    valid, and where the program cannot reach the memory: that of the device, and of a dma-buf.

    All handles of the memory have the same bytes. What the device writes and a thread reads at the
    same time is for the program to order: completions tell what has been written.
*/
char *RdmaMemoryRegion::data()
{
    return d && d->memory->data() ? d->memory->data() + d->begin : nullptr;
}

/*! \overload */
const char *RdmaMemoryRegion::data() const
{
    return d && d->memory->data() ? d->memory->data() + d->begin : nullptr;
}

/*! Returns what data() returns, for a handle that is not const. */
const char *RdmaMemoryRegion::constData() const
{
    return data();
}

/*! Returns the address at which the memory begins for the device. This is the address of data(), or
    0 if the memory is Rdma::AccessFlag::ZeroBased or the device's own.
*/
quint64 RdmaMemoryRegion::address() const
{
    return d ? d->memory->deviceAddress() + quint64(d->begin) : 0;
}

/*! Returns the size in bytes; 0 for a handle that is not valid. */
qsizetype RdmaMemoryRegion::size() const
{
    return d ? d->size : 0;
}

/*! Returns the rights with which the memory was registered. They include
    Rdma::AccessFlag::LocalWrite if the remote rights need it. Rdma::AccessFlag::RelaxedOrdering is
    missing if the device has refused it.
*/
Rdma::Access RdmaMemoryRegion::access() const
{
    return d ? Rdma::Access(d->memory->access()) : Rdma::Access();
}

/*! Returns the key of the region for work requests of this side (\c lkey); the library uses it by
    itself.
*/
quint32 RdmaMemoryRegion::localKey() const
{
    return d ? d->memory->localKey() : 0;
}

/*! Returns the key of the region for peers (\c rkey).
    \sa remoteMemory()
*/
quint32 RdmaMemoryRegion::remoteKey() const
{
    return d ? d->memory->remoteKey() : 0;
}

/*! Returns the value by which a peer uses \a length bytes from \a offset on; -1 means all that
    follow. It is invalid if the bytes lie outside of the region, or if the region gives a peer no
    right at all.
*/
RdmaRemoteMemory RdmaMemoryRegion::remoteMemory(qsizetype offset, qsizetype length) const
{
    constexpr int Remote =
            IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;
    if (!d || (d->memory->access() & Remote) == 0 || offset < 0 || offset > d->size)
        return {};
    if (length < 0)
        length = d->size - offset;
    if (length > d->size - offset)
        return {};
    return { address() + quint64(offset), quint64(length), d->memory->remoteKey() };
}

/*! Returns the domain that the memory is registered in. */
RdmaProtectionDomain RdmaMemoryRegion::protectionDomain() const
{
    return d ? handleOf(d->memory->domain()) : RdmaProtectionDomain();
}

/*! Returns the \c {ibv_mr *} behind this handle, or null. */
void *RdmaMemoryRegion::nativeHandle() const
{
    return d ? d->memory->handle() : nullptr;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaMemoryRegion &region)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaMemoryRegion(";
    if (region.isValid()) {
        debug << static_cast<const void *>(region.data()) << ", " << region.size() << " bytes, "
              << region.access();
    }
    debug << ')';
    return debug;
}

QDebug operator<<(QDebug debug, const RdmaMemorySlice &slice)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaMemorySlice(" << slice.region() << ", " << slice.offset() << ", "
                    << slice.length() << " bytes)";
    return debug;
}
#endif
