// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAPREPAREDREQUEST_H
#define RDMAPREPAREDREQUEST_H

#include <QtRdma/rdma.h>

#include <QtCore/qshareddata.h>

namespace QtRdmaPrivate {
class PreparedRequest;
struct Access;
} // namespace QtRdmaPrivate

/// A work request that was checked once, to be posted often and fast.
class Q_RDMA_EXPORT RdmaPreparedRequest
{
public:
    RdmaPreparedRequest() noexcept;
    RdmaPreparedRequest(const RdmaPreparedRequest &other);
    RdmaPreparedRequest(RdmaPreparedRequest &&other) noexcept;
    RdmaPreparedRequest &operator=(const RdmaPreparedRequest &other);
    RdmaPreparedRequest &operator=(RdmaPreparedRequest &&other) noexcept;
    ~RdmaPreparedRequest();
    void swap(RdmaPreparedRequest &other) noexcept { d.swap(other.d); }

    /// Returns `true` for what RdmaQueuePair::prepare() has made, and `false` for a
    /// default-constructed value and where preparing has failed.
    bool isValid() const noexcept { return bool(d); }
    /// Returns what the request does; Rdma::Opcode::Send for one that is not valid.
    Rdma::Opcode opcode() const;
    /// Returns the number of bytes in the slices of the request, of which RdmaPostBuilder can post
    /// parts; 0 for one that is not valid.
    qsizetype length() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend class RdmaPostBuilder;
    friend class RdmaQueuePair;

    QExplicitlySharedDataPointer<QtRdmaPrivate::PreparedRequest> d;
};

Q_DECLARE_SHARED(RdmaPreparedRequest)

#endif // RDMAPREPAREDREQUEST_H
