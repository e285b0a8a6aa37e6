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

    bool isValid() const noexcept { return bool(d); }
    Rdma::Opcode opcode() const;
    qsizetype length() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend class RdmaPostBuilder;

    QExplicitlySharedDataPointer<QtRdmaPrivate::PreparedRequest> d;
};

Q_DECLARE_SHARED(RdmaPreparedRequest)

#endif // RDMAPREPAREDREQUEST_H
