// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAWORKREQUEST_H
#define RDMAWORKREQUEST_H

#include <QtRdma/rdma.h>
#include <QtRdma/rdmamemoryslice.h>
#include <QtRdma/rdmamemorywindow.h>
#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qshareddata.h>

#include <chrono>

class RdmaWorkRequestData;

namespace QtRdmaPrivate {
struct Access;
}

/// One work request of a queue pair: what to do, with which memory, under which flags.
class Q_RDMA_EXPORT RdmaWorkRequest
{
public:
    RdmaWorkRequest();
    RdmaWorkRequest(const RdmaWorkRequest &other);
    RdmaWorkRequest(RdmaWorkRequest &&other) noexcept;
    RdmaWorkRequest &operator=(const RdmaWorkRequest &other);
    RdmaWorkRequest &operator=(RdmaWorkRequest &&other) noexcept;
    ~RdmaWorkRequest();
    void swap(RdmaWorkRequest &other) noexcept { d.swap(other.d); }

    /// Sends `data` to the peer's next receive.
    static RdmaWorkRequest send(const QByteArray &data);
    static RdmaWorkRequest send(const QList<RdmaMemorySlice> &from);
    /// Writes `data` into the peer's memory `to`.
    static RdmaWorkRequest write(const QByteArray &data, const RdmaRemoteMemory &to);
    static RdmaWorkRequest write(const QList<RdmaMemorySlice> &from, const RdmaRemoteMemory &to);
    /// Reads all of the peer's memory `from`; the bytes are in RdmaCompletion::data.
    static RdmaWorkRequest read(const RdmaRemoteMemory &from);
    static RdmaWorkRequest read(const RdmaRemoteMemory &from, const QList<RdmaMemorySlice> &into);
    /// Replaces the eight bytes `at` by `desired` if they are `expected`.
    static RdmaWorkRequest compareAndSwap(const RdmaRemoteMemory &at, quint64 expected,
                                          quint64 desired);
    /// Adds `addend` to the eight bytes `at`.
    static RdmaWorkRequest fetchAndAdd(const RdmaRemoteMemory &at, quint64 addend);
    /// Writes the eight bytes of `value`, in the order of this machine, into the peer's memory
    /// `at`, whose address is a multiple of eight: whoever reads them there finds all of the old
    /// ones or all of the new ones.
    static RdmaWorkRequest atomicWrite(const RdmaRemoteMemory &at, quint64 value);
    /// Completes when all bytes of the peer's memory `what` that were written before, by this queue
    /// pair, have come `to` their place.
    static RdmaWorkRequest flush(const RdmaRemoteMemory &what,
                                 Rdma::FlushPlacements to = Rdma::FlushPlacement::Global,
                                 Rdma::FlushScope scope = Rdma::FlushScope::Range);
    /// Opens the part `to` of a region to the peer through `window`, with the rights `access`.
    static RdmaWorkRequest bindMemoryWindow(const RdmaMemoryWindow &window,
                                            const RdmaMemorySlice &to, Rdma::Access access);
    /// Makes the key of a type 2 `window` invalid: later accesses of the peer fail.
    static RdmaWorkRequest localInvalidate(const RdmaMemoryWindow &window);
    /// Takes one message of at most `size` bytes, which RdmaCompletion::data returns.
    static RdmaWorkRequest receive(qsizetype size);
    static RdmaWorkRequest receive(const QList<RdmaMemorySlice> &into);

    /// Returns what the request does.
    Rdma::Opcode opcode() const;
    /// Returns the id of the request.
    quint64 wrId() const;
    /// Sets the id to `wrId`.
    void setWrId(quint64 wrId);
    /// Returns the flags; none by default.
    Rdma::SendFlags flags() const;
    /// Sets the `flags`.
    void setFlags(Rdma::SendFlags flags);
    /// Returns the number that is sent along; 0 by default.
    quint32 immediate() const;
    /// Sends the number `immediate` along.
    void setImmediate(quint32 immediate);
    /// Returns the remote key that the message invalidates; 0 by default.
    quint32 invalidateKey() const;
    /// Makes a send an Rdma::Opcode::SendWithInvalidate: its arrival invalidates the peer's remote
    /// `key`, which must be of a type 2 window.
    void setInvalidateKey(quint32 key);
    /// Returns the time in milliseconds that the request is given; -1, the default, for any time.
    int timeout() const;
    /// Completes the request with the status Rdma::CompletionStatus::TimedOut if the device has not
    /// completed it within `msecs` milliseconds.
    void setTimeout(int msecs);
    std::chrono::milliseconds timeoutAsDuration() const;
    void setTimeout(std::chrono::milliseconds timeout);

    /// Returns the bytes that are sent or written; empty for a request with slices.
    QByteArray data() const;
    /// Returns the slices of registered memory that the request uses; empty where hasOwnBuffer().
    QList<RdmaMemorySlice> slices() const;
    /// Returns how many bytes the request moves, or for a receive, how many it has room for.
    qsizetype length() const;
    /// Returns the peer's memory that is read, written, changed or flushed; not valid for other
    /// requests.
    RdmaRemoteMemory remoteMemory() const;
    /// Returns the value that a compare-and-swap or an atomic write stores, or that a fetch-and-add
    /// adds.
    quint64 operand() const;
    /// Returns what a compare-and-swap compares with.
    quint64 expected() const;
    /// Returns where a flush has to bring the bytes; nothing for other requests.
    Rdma::FlushPlacements flushPlacements() const;
    /// Returns what a flush is about.
    Rdma::FlushScope flushScope() const;
    /// Returns the window that is bound or invalidated; not valid for other requests.
    RdmaMemoryWindow memoryWindow() const;
    /// Returns the rights that a window is bound with.
    Rdma::Access access() const;
    /// Returns whether the queue pair keeps the bytes, instead of using slices of the program's
    /// memory.
    bool hasOwnBuffer() const;

private:
    friend class RdmaWorkRequestData;
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaWorkRequest &a, const RdmaWorkRequest &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaWorkRequest &a, const RdmaWorkRequest &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaWorkRequest &a, const RdmaWorkRequest &b) noexcept;
    explicit RdmaWorkRequest(RdmaWorkRequestData *data);

    QSharedDataPointer<RdmaWorkRequestData> d;
};

Q_DECLARE_SHARED(RdmaWorkRequest)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaWorkRequest &request);
#endif

#endif // RDMAWORKREQUEST_H
