// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAWORKREQUEST_P_H
#define RDMAWORKREQUEST_P_H

#include "verbsform_p.h"

#include <QtRdma/rdmaworkrequest.h>

#include "../base/valuedata_p.h"

#include <atomic>

// Notes for which limits something was found to be right: then it is checked once, however often it
// is posted. Copies of the value are in several threads, and each may look. A copy that is about to
// be changed has to be checked anew.
class CheckedFor
{
public:
    CheckedFor() = default;
    CheckedFor(const CheckedFor &) noexcept { }
    CheckedFor &operator=(const CheckedFor &) noexcept
    {
        forget();
        return *this;
    }
    bool operator==(const CheckedFor &) const noexcept { return true; } // no part of the value

    bool is(quint64 limits) const { return m_limits.load(std::memory_order_relaxed) == limits; }
    void set(quint64 limits) { m_limits.store(limits, std::memory_order_relaxed); }
    void forget() { set(0); }

private:
    std::atomic<quint64> m_limits{ 0 }; // WorkLimits::number
};

// The values of a request. A post reads each of them several times; a getter would cost a call each
// time, and for the slices a copy of the list.
class RdmaWorkRequestData : public QtRdmaPrivate::ValueData
{
public:
    bool operator==(const RdmaWorkRequestData &other) const = default;

    // The request must not have been moved from.
    static const RdmaWorkRequestData &of(const RdmaWorkRequest &request) { return *request.d; }
    static QExplicitlySharedDataPointer<const RdmaWorkRequestData>
    shareOf(const RdmaWorkRequest &request)
    {
        return QExplicitlySharedDataPointer<const RdmaWorkRequestData>(request.d.constData());
    }
    static bool wasMovedFrom(const RdmaWorkRequest &request) { return !request.d; }

    bool isReceive() const { return opcode == Rdma::Opcode::Receive; }
    bool changesWindow() const
    {
        return opcode == Rdma::Opcode::BindMemoryWindow || opcode == Rdma::Opcode::LocalInvalidate;
    }

    // ibv_post_send() does not take these.
    bool needsNewerCalls() const
    {
        return opcode == Rdma::Opcode::AtomicWrite || opcode == Rdma::Opcode::Flush;
    }

    Rdma::Opcode opcode = Rdma::Opcode::Send;
    Rdma::SendFlags flags;
    bool ownBuffer = true;
    int timeout = -1;
    quint64 wrId = 0;
    quint32 immediate = 0;
    quint32 invalidateKey = 0;
    quint64 operand = 0;
    quint64 expected = 0;
    Rdma::FlushPlacements flushPlacements;
    Rdma::FlushScope flushScope = Rdma::FlushScope::Range;
    qsizetype length = 0;
    QByteArray data;
    QList<RdmaMemorySlice> slices;
    RdmaRemoteMemory remote;
    RdmaMemoryWindow window;
    Rdma::Access access;
    mutable CheckedFor checkedFor;
    mutable QtRdmaPrivate::VerbsForm form;

    void changed()
    {
        checkedFor.forget();
        form.forget();
    }

    static RdmaWorkRequestData *withData(Rdma::Opcode what, const QByteArray &bytes)
    {
        auto *result = new RdmaWorkRequestData;
        result->opcode = what;
        result->data = bytes;
        result->length = bytes.size();
        return result;
    }

    static RdmaWorkRequestData *withSlices(Rdma::Opcode what, const QList<RdmaMemorySlice> &memory)
    {
        auto *result = new RdmaWorkRequestData;
        result->opcode = what;
        result->ownBuffer = false;
        result->slices = memory;
        for (const RdmaMemorySlice &slice : memory)
            result->length += slice.length();
        return result;
    }

    static RdmaWorkRequestData *withRoom(Rdma::Opcode what, qsizetype size)
    {
        auto *result = new RdmaWorkRequestData;
        result->opcode = what;
        result->length = size;
        return result;
    }
};

#endif // RDMAWORKREQUEST_P_H
