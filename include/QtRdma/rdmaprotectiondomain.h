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

/// A shared handle of a protection domain, within which memory and queue pairs work together.
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

    /// Makes a domain on the device that has `localAddress`.
    static RdmaProtectionDomain allocate(const QHostAddress &localAddress,
                                         RdmaError *error = nullptr);

    /// Returns whether there is a domain behind this handle.
    bool isValid() const noexcept { return bool(d); }
    /// Returns the name of the device; empty for a handle that is not valid.
    QString deviceName() const;
    /// Returns whether the kernel has removed the device of this domain, and of all regions and
    /// windows in it, or waits for this process to release the device.
    bool isDeviceRemoved() const;

    /// Returns the `ibv_pd` behind this handle, or null.
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
