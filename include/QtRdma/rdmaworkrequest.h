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

    static RdmaWorkRequest send(const QByteArray &data);
    static RdmaWorkRequest send(const QList<RdmaMemorySlice> &from);
    static RdmaWorkRequest write(const QByteArray &data, const RdmaRemoteMemory &to);
    static RdmaWorkRequest write(const QList<RdmaMemorySlice> &from, const RdmaRemoteMemory &to);
    static RdmaWorkRequest read(const RdmaRemoteMemory &from);
    static RdmaWorkRequest read(const RdmaRemoteMemory &from, const QList<RdmaMemorySlice> &into);
    static RdmaWorkRequest compareAndSwap(const RdmaRemoteMemory &at, quint64 expected,
                                          quint64 desired);
    static RdmaWorkRequest fetchAndAdd(const RdmaRemoteMemory &at, quint64 addend);
    static RdmaWorkRequest atomicWrite(const RdmaRemoteMemory &at, quint64 value);
    static RdmaWorkRequest flush(const RdmaRemoteMemory &what,
                                 Rdma::FlushPlacements to = Rdma::FlushPlacement::Global,
                                 Rdma::FlushScope scope = Rdma::FlushScope::Range);
    static RdmaWorkRequest bindMemoryWindow(const RdmaMemoryWindow &window,
                                            const RdmaMemorySlice &to, Rdma::Access access);
    static RdmaWorkRequest localInvalidate(const RdmaMemoryWindow &window);
    static RdmaWorkRequest receive(qsizetype size);
    static RdmaWorkRequest receive(const QList<RdmaMemorySlice> &into);

    Rdma::Opcode opcode() const;
    quint64 wrId() const;
    void setWrId(quint64 wrId);
    Rdma::SendFlags flags() const;
    void setFlags(Rdma::SendFlags flags);
    quint32 immediate() const;
    void setImmediate(quint32 immediate);
    quint32 invalidateKey() const;
    void setInvalidateKey(quint32 key);
    int timeout() const;
    void setTimeout(int msecs);
    std::chrono::milliseconds timeoutAsDuration() const;
    void setTimeout(std::chrono::milliseconds timeout);

    QByteArray data() const;
    QList<RdmaMemorySlice> slices() const;
    qsizetype length() const;
    RdmaRemoteMemory remoteMemory() const;
    quint64 operand() const;
    quint64 expected() const;
    Rdma::FlushPlacements flushPlacements() const;
    Rdma::FlushScope flushScope() const;
    RdmaMemoryWindow memoryWindow() const;
    Rdma::Access access() const;
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
