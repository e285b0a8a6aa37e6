// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAPROTECTIONDOMAIN_H
#define RDMAPROTECTIONDOMAIN_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qhashfunctions.h>
#include <QtCore/qshareddata.h>

QT_BEGIN_NAMESPACE
class QDebug;
class QHostAddress;
QT_END_NAMESPACE

struct ibv_pd;

namespace QtRdmaPrivate {
struct Access;
struct ProtectionDomainData;
} // namespace QtRdmaPrivate

class Q_RDMA_EXPORT RdmaProtectionDomain
{
public:
    RdmaProtectionDomain() noexcept;
    RdmaProtectionDomain(const RdmaProtectionDomain &other);
    RdmaProtectionDomain(RdmaProtectionDomain &&other) noexcept;
    RdmaProtectionDomain &operator=(const RdmaProtectionDomain &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaProtectionDomain)
    ~RdmaProtectionDomain();
    void swap(RdmaProtectionDomain &other) noexcept { d.swap(other.d); }

    static RdmaProtectionDomain allocate(const QHostAddress &localAddress,
                                         RdmaError *error = nullptr);

    bool isValid() const noexcept { return bool(d); }
    QString deviceName() const;
    bool isDeviceRemoved() const;

    ibv_pd *nativeHandle() const noexcept;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaProtectionDomain &a, const RdmaProtectionDomain &b) noexcept
    {
        return a.nativeHandle() == b.nativeHandle();
    }
    friend bool operator!=(const RdmaProtectionDomain &a, const RdmaProtectionDomain &b) noexcept
    {
        return !(a == b);
    }
    friend size_t qHash(const RdmaProtectionDomain &domain, size_t seed = 0) noexcept
    {
        return ::qHash(static_cast<const void *>(domain.nativeHandle()), seed);
    }

    QExplicitlySharedDataPointer<QtRdmaPrivate::ProtectionDomainData> d; // null: invalid
};

Q_DECLARE_SHARED(RdmaProtectionDomain)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaProtectionDomain &domain);
#endif

#endif // RDMAPROTECTIONDOMAIN_H
