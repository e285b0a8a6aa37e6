// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMABRIDGESTATISTICS_H
#define RDMABRIDGESTATISTICS_H

#include <QtRdma/qtrdmacompatexport.h>

#include <QtCore/qmetatype.h>
#include <QtCore/qobjectdefs.h>
#include <QtCore/qshareddata.h>

namespace QtRdmaPrivate {
struct BridgeStatisticsData;
} // namespace QtRdmaPrivate

/// What an RdmaBridge has done since it was made: connections and bytes.
class Q_RDMA_COMPAT_EXPORT RdmaBridgeStatistics
{
    Q_GADGET
    Q_PROPERTY(int connections READ connections)
    Q_PROPERTY(quint64 accepted READ accepted)
    Q_PROPERTY(quint64 refused READ refused)
    Q_PROPERTY(quint64 failed READ failed)
    Q_PROPERTY(quint64 bytesToRdma READ bytesToRdma)
    Q_PROPERTY(quint64 bytesFromRdma READ bytesFromRdma)

public:
    RdmaBridgeStatistics() noexcept;
    RdmaBridgeStatistics(const RdmaBridgeStatistics &other);
    RdmaBridgeStatistics(RdmaBridgeStatistics &&other) noexcept;
    RdmaBridgeStatistics &operator=(const RdmaBridgeStatistics &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaBridgeStatistics)
    ~RdmaBridgeStatistics();
    void swap(RdmaBridgeStatistics &other) noexcept { d.swap(other.d); }

    /// How many connections there are now, with those whose other end is not reached yet.
    int connections() const;
    /// How many connections have come, the refused ones not counted.
    quint64 accepted() const;
    /// How many local connections were closed at once, because their address had as many as
    /// RdmaBridge::maxConnectionsPerAddress() allows.
    quint64 refused() const;
    /// How many connections have ended with RdmaBridge::connectionFailed().
    quint64 failed() const;
    /// How many bytes were read from local sockets.
    quint64 bytesToRdma() const;
    /// How many bytes were written to local sockets.
    quint64 bytesFromRdma() const;

private:
    friend class RdmaBridge;
    QSharedDataPointer<QtRdmaPrivate::BridgeStatisticsData> d; // null: all is 0
};

Q_DECLARE_SHARED(RdmaBridgeStatistics)

#endif // RDMABRIDGESTATISTICS_H
