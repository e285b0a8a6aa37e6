// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmabridgestatistics_p.h"

using namespace QtRdmaPrivate;

/*!
    \class RdmaBridgeStatistics
    \inmodule QtRdmaCompat
    \since 0.1
    \brief What an RdmaBridge has done since it was made: connections and bytes.

    A plain value, as things were when RdmaBridge::statistics() was called.
    \sa RdmaBridge::statistics()
*/

/*! Constructs a value in which all is 0. A value that was moved from is empty too. */
RdmaBridgeStatistics::RdmaBridgeStatistics() noexcept = default;
RdmaBridgeStatistics::RdmaBridgeStatistics(const RdmaBridgeStatistics &other) = default;
RdmaBridgeStatistics::RdmaBridgeStatistics(RdmaBridgeStatistics &&other) noexcept = default;
RdmaBridgeStatistics &RdmaBridgeStatistics::operator=(const RdmaBridgeStatistics &other) = default;
RdmaBridgeStatistics::~RdmaBridgeStatistics() = default;

/*! \fn void RdmaBridgeStatistics::swap(RdmaBridgeStatistics &other)
    Swaps this value with \a other. This is fast and never fails.
*/

static const BridgeCounts &read(const QSharedDataPointer<BridgeStatisticsData> &data)
{
    static const BridgeCounts none;
    return data ? data.constData()->counts : none;
}

/*!
    \property RdmaBridgeStatistics::connections
    \since 0.1
    \brief How many connections there are now, with those whose other end is not reached yet.
*/
int RdmaBridgeStatistics::connections() const
{
    return read(d).connections;
}

/*!
    \property RdmaBridgeStatistics::accepted
    \since 0.1
    \brief How many connections have come, the refused ones not counted.
*/
quint64 RdmaBridgeStatistics::accepted() const
{
    return read(d).accepted;
}

/*!
    \property RdmaBridgeStatistics::refused
    \since 0.1
    \brief How many local connections were closed at once, because their address had as many as
    RdmaBridge::maxConnectionsPerAddress() allows.

    Over RDMA such a connection does not come about, and is not counted.
*/
quint64 RdmaBridgeStatistics::refused() const
{
    return read(d).refused;
}

/*!
    \property RdmaBridgeStatistics::failed
    \since 0.1
    \brief How many connections have ended with RdmaBridge::connectionFailed().
*/
quint64 RdmaBridgeStatistics::failed() const
{
    return read(d).failed;
}

/*!
    \property RdmaBridgeStatistics::bytesToRdma
    \since 0.1
    \brief How many bytes were read from local sockets.
*/
quint64 RdmaBridgeStatistics::bytesToRdma() const
{
    return read(d).toRdma;
}

/*!
    \property RdmaBridgeStatistics::bytesFromRdma
    \since 0.1
    \brief How many bytes were written to local sockets.
*/
quint64 RdmaBridgeStatistics::bytesFromRdma() const
{
    return read(d).fromRdma;
}
