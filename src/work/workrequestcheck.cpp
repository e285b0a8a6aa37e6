// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "workrequestcheck_p.h"

#include "postedwork_p.h"

#include "../verbs/provider_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <infiniband/verbs.h>

#include <atomic>
#include <limits>

namespace QtRdmaPrivate {

namespace {

bool fillsMemory(Rdma::Opcode opcode)
{
    return opcode == Rdma::Opcode::Receive || opcode == Rdma::Opcode::Read;
}

bool isAtomic(Rdma::Opcode opcode)
{
    return opcode == Rdma::Opcode::CompareAndSwap || opcode == Rdma::Opcode::FetchAndAdd;
}

// The peer's device keeps a place for each of these until it has answered.
bool isAnswered(Rdma::Opcode opcode)
{
    return opcode == Rdma::Opcode::Read || isAtomic(opcode) || opcode == Rdma::Opcode::AtomicWrite
            || opcode == Rdma::Opcode::Flush;
}

bool isRemote(Rdma::Opcode opcode)
{
    return opcode == Rdma::Opcode::Write || opcode == Rdma::Opcode::WriteWithImmediate
            || isAnswered(opcode);
}

ibv_pd *domainOf(const RdmaMemoryRegion &region)
{
    return static_cast<const ibv_mr *>(region.nativeHandle())->pd;
}

RdmaError checkSlices(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    const QList<RdmaMemorySlice> &slices = request.slices;
    const int most =
            request.opcode == Rdma::Opcode::Receive ? limits.maxReceiveSge : limits.maxSendSge;
    if (request.opcode == Rdma::Opcode::Read && slices.size() > limits.maxReadSge) {
        return usageError(
                Words::tr("%1 slices are more than the %2 that a read of this device fills")
                        .arg(slices.size())
                        .arg(limits.maxReadSge),
                Words::tr("Post a read for each."));
    }
    if (slices.size() > most) {
        return usageError(
                Words::tr("%1 slices are more than the %2 that this queue takes")
                        .arg(slices.size())
                        .arg(most),
                Words::tr("Ask for more in RdmaConnectionOptions before connecting, or when a "
                          "shared receive queue is made."));
    }
    for (const RdmaMemorySlice &slice : slices) {
        if (!slice.isValid()) {
            return usageError(
                    Words::tr("Offset %1 and length %2 lie outside the memory region of %3 bytes")
                            .arg(slice.offset())
                            .arg(slice.length())
                            .arg(slice.region().size()));
        }
        if (limits.domain && domainOf(slice.region()) != limits.domain)
            return usageError(
                    Words::tr("The memory region belongs to another protection domain than the "
                              "queue pair"));
        if (fillsMemory(request.opcode)
            && !slice.region().access().testFlag(Rdma::AccessFlag::LocalWrite))
            return usageError(Words::tr(
                    "The memory region was registered without Rdma::AccessFlag::LocalWrite"));
        if (request.flags.testFlag(Rdma::SendFlag::Inline) && !slice.region().data())
            return usageError(
                    Words::tr("The processor does not read this memory: it cannot go inline"));
    }
    return {};
}

RdmaError checkLength(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    const qsizetype length = request.length;
    if (length < 0)
        return usageError(Words::tr("%1 is no length").arg(length));
    // A receive may be longer than the message.
    const quint64 most = request.opcode == Rdma::Opcode::Receive
            ? std::numeric_limits<quint32>::max()
            : limits.maxMessage;
    if (quint64(length) > most) {
        return usageError(Words::tr("%1 bytes are more than the device's messages hold (%2)")
                                  .arg(length)
                                  .arg(most));
    }
    if (request.flags.testFlag(Rdma::SendFlag::Inline) && length > limits.inlineSize) {
        return usageError(Words::tr("%1 bytes are more than this queue pair takes inline (%2)")
                                  .arg(length)
                                  .arg(limits.inlineSize));
    }
    if (request.ownBuffer && length > RegisteredPool::LargestSlot) {
        return usageError(
                Words::tr("%1 bytes are more than a request without a memory region holds (%2)")
                        .arg(length)
                        .arg(RegisteredPool::LargestSlot),
                Words::tr("Use slices of an RdmaMemoryRegion."));
    }
    return {};
}

RdmaError checkFlush(const RdmaWorkRequestData &request)
{
    const RdmaRemoteMemory &remote = request.remote;
    if (request.flushScope == Rdma::FlushScope::Region)
        return {};
    if (!remote.isValid())
        return usageError(Words::tr("The remote memory is empty or wraps around"));
    if (remote.length() > std::numeric_limits<quint32>::max()) {
        return usageError(Words::tr("%1 bytes are more than a flush is about").arg(remote.length()),
                          Words::tr("Flush with Rdma::FlushScope::Region."));
    }
    return {};
}

RdmaError checkRemote(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    const RdmaRemoteMemory &remote = request.remote;
    if (!limits.emptyReads && request.opcode == Rdma::Opcode::Read && request.length == 0)
        return usageError(Words::tr("A read of iWARP needs memory to fill"));
    if (!remote.isValid() && request.length > 0)
        return usageError(Words::tr("The remote memory is empty or wraps around"));
    if (quint64(request.length) > remote.length()) {
        return usageError(Words::tr("%1 bytes are more than the remote memory has (%2)")
                                  .arg(request.length)
                                  .arg(remote.length()));
    }
    if (request.opcode == Rdma::Opcode::Flush)
        return checkFlush(request);
    if (!isAtomic(request.opcode) && request.opcode != Rdma::Opcode::AtomicWrite)
        return {};
    if (isAtomic(request.opcode) && !limits.atomics)
        return usageError(Words::tr("The device has no atomic operations"));
    if (remote.address() % sizeof(quint64) != 0)
        return usageError(Words::tr("The remote address of an atomic is not a multiple of 8"));
    return {};
}

RdmaError checkBinding(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    const RdmaMemoryWindow &window = request.window;
    if (!window.isValid() || window.protectionDomain().nativeHandle() != limits.domain)
        return usageError(
                Words::tr("The memory window is none of the queue pair's protection domain"));
    if (request.opcode == Rdma::Opcode::LocalInvalidate) {
        return window.type() == RdmaMemoryWindow::Type::Two
                ? RdmaError()
                : usageError(Words::tr("Only type 2 windows can be invalidated"),
                             Words::tr("Bind a type 1 window anew, or drop it."));
    }
    const bool isType1 = window.type() == RdmaMemoryWindow::Type::One;
    if (isType1 && request.access.testFlag(Rdma::AccessFlag::ZeroBased))
        return usageError(Words::tr("The addresses of a type 1 window are those of its region"));
    if (!isType1 && request.slices.constFirst().length() < 1)
        return usageError(Words::tr("A type 2 window shows at least one byte"),
                          Words::tr("RdmaQueuePair::postLocalInvalidate() closes it."));
    const Rdma::Access rights = request.slices.constFirst().region().access();
    if (!rights.testFlag(Rdma::AccessFlag::WindowBinding))
        return usageError(Words::tr(
                "The memory region was registered without Rdma::AccessFlag::WindowBinding"));
    const bool writes =
            (request.access & (Rdma::AccessFlag::RemoteWrite | Rdma::AccessFlag::RemoteAtomic))
            != 0;
    if (writes && !rights.testFlag(Rdma::AccessFlag::LocalWrite))
        return usageError(Words::tr(
                "A window to be written needs a region with Rdma::AccessFlag::LocalWrite"));
    return {};
}

RdmaError newerSendError(const QString &noDevice, bool hasDevice)
{
    if (!hasDevice)
        return usageError(noDevice);
    return usageError(
            Words::tr("This queue pair cannot be used for atomic writes and flushes, which its "
                      "device has"),
            Words::tr("It takes an rdma-core that has them (45 or newer for flushes) when the "
                      "library is built and when it runs, and no "
                      "RdmaConnectionOptions::queuePairFactory."));
}

RdmaError checkNewerSends(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    if (request.opcode == Rdma::Opcode::AtomicWrite && !limits.atomicWrites) {
        return newerSendError(Words::tr("The device has no atomic writes"),
                              limits.deviceWritesAtomically);
    }
    if (request.opcode != Rdma::Opcode::Flush)
        return {};
    if (!request.flushPlacements)
        return usageError(Words::tr("A flush needs a place to flush to"));
    const bool isPersistent = request.flushPlacements.testFlag(Rdma::FlushPlacement::Persistent);
    const bool hasDevice = !(request.flushPlacements & ~limits.deviceFlushes);
    if (hasDevice && limits.flushes)
        return {};
    return newerSendError(isPersistent && limits.deviceFlushes
                                  ? Words::tr("The device does not flush to persistent memory")
                                  : Words::tr("The device has no flushes"),
                          hasDevice);
}

RdmaError checkType(Rdma::Opcode opcode, const WorkLimits &limits)
{
    const bool sends = opcode == Rdma::Opcode::Send || opcode == Rdma::Opcode::SendWithImmediate;
    if (limits.type == Rdma::QueuePairType::UnreliableDatagram && !sends
        && opcode != Rdma::Opcode::Receive)
        return usageError(
                Words::tr("A queue pair for datagrams sends and receives, and nothing else"));
    if (!limits.reads && isAnswered(opcode)) {
        return usageError(
                Words::tr("This connection has no reads, atomic operations, atomic writes or "
                          "flushes"),
                Words::tr(
                        "RdmaConnectionOptions::initiatorDepth of this side or responderResources "
                        "of the other is 0."));
    }
    if (limits.type == Rdma::QueuePairType::UnreliableConnected && isAnswered(opcode))
        return usageError(
                Words::tr("An unreliable connection has no reads, atomic operations, atomic "
                          "writes or flushes"));
    return {};
}

RdmaError checkFlags(const RdmaWorkRequestData &request, const WorkLimits &limits)
{
    const Rdma::Opcode opcode = request.opcode;
    if (opcode == Rdma::Opcode::Receive && request.flags)
        return usageError(Words::tr("A receive takes no flags"));
    if (RdmaError missing = checkType(opcode, limits); missing.isError())
        return missing;
    if (RdmaError missing = checkNewerSends(request, limits); missing.isError())
        return missing;
    if (opcode > Rdma::Opcode::WriteWithImmediate && request.flags.testFlag(Rdma::SendFlag::Inline))
        return usageError(Words::tr("Only sends and writes can be inline"));
    const bool immediate =
            opcode == Rdma::Opcode::SendWithImmediate || opcode == Rdma::Opcode::WriteWithImmediate;
    if (immediate && !limits.immediates) {
        return usageError(Words::tr("iWARP has no immediate data"),
                          Words::tr("Write, and send a message after it."));
    }
    if (opcode == Rdma::Opcode::Read && request.flags.testFlag(Rdma::SendFlag::Fenced)
        && !limits.fencedReads)
        return usageError(Words::tr("The device does not fence reads"));
    if (opcode == Rdma::Opcode::SendWithInvalidate && !limits.invalidates) {
        return usageError(Words::tr("The device does not send with invalidate"),
                          Words::tr("Send a message; the peer closes the memory by itself."));
    }
    return {};
}

} // namespace

Rdma::QueuePairType typeOf(const ibv_qp *queuePair)
{
    return Rdma::QueuePairType(queuePair->qp_type);
}

RdmaError WorkLimits::query(ibv_qp *queuePair, int port, const Provider &provider,
                            WorkLimits *limits)
{
    ibv_port_attr attributes = {};
    if (const int failure =
                verbsResult(ibv_query_port(queuePair->context, quint8(port), &attributes)))
        return callError("ibv_query_port", failure);
    limits->type = typeOf(queuePair);
    const bool datagrams = limits->type == Rdma::QueuePairType::UnreliableDatagram;
    limits->maxMessage = datagrams ? 128u << int(attributes.active_mtu) : attributes.max_msg_sz;
    limits->receiveHeader = datagrams ? int(sizeof(ibv_grh)) : 0;
    limits->domain = queuePair->pd;
    limits->invalidatedFlag = provider.invalidatedFlag();
    limits->immediates = provider.hasImmediateData();
    limits->emptyReads = provider.hasEmptyReads();
    limits->invalidates = provider.sendsWithInvalidate();
    limits->fencedReads = provider.hasFencedReads();
    limits->atomics = provider.hasAtomics();
    limits->deviceWritesAtomically = provider.hasAtomicWrites();
    limits->deviceFlushes = provider.flushPlacements();
    if (provider.limits().max_sge_rd > 0)
        limits->maxReadSge = provider.limits().max_sge_rd;
    limits->changed();
    return {};
}

void WorkLimits::changed()
{
    static std::atomic<quint64> last{ 0 };
    number = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

RdmaError checkId(quint64 id)
{
    return id < FirstOwnId
            ? RdmaError()
            : usageError(Words::tr("Work request ids from 2^63 on are the library's own"));
}

RdmaError checkRequest(const RdmaWorkRequestData &data, const WorkLimits &limits)
{
    if (limits.number != 0 && data.checkedFor.is(limits.number))
        return {};
    RdmaError error = checkFlags(data, limits);
    if (!error.isError())
        error = checkSlices(data, limits);
    if (!error.isError() && data.opcode != Rdma::Opcode::BindMemoryWindow)
        error = checkLength(data, limits);
    if (!error.isError() && isRemote(data.opcode))
        error = checkRemote(data, limits);
    if (!error.isError() && data.changesWindow())
        return checkBinding(data, limits); // anew each time: a window changes
    if (!error.isError())
        data.checkedFor.set(limits.number);
    return error;
}

} // namespace QtRdmaPrivate
