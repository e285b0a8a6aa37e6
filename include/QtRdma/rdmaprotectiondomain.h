// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAPROTECTIONDOMAIN_H
#define RDMAPROTECTIONDOMAIN_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qmetatype.h>

#include <memory>

QT_BEGIN_NAMESPACE
class QDebug;
class QHostAddress;
QT_END_NAMESPACE

struct ibv_pd;

namespace QtRdmaPrivate {
struct ConnectionSettings;
}

class Q_RDMA_EXPORT RdmaProtectionDomain
{
public:
    RdmaProtectionDomain();
    explicit RdmaProtectionDomain(std::shared_ptr<ibv_pd> handle);
    RdmaProtectionDomain(const RdmaProtectionDomain &other);
    RdmaProtectionDomain &operator=(const RdmaProtectionDomain &other);
    ~RdmaProtectionDomain();

    static RdmaProtectionDomain allocate(const QHostAddress &localAddress,
                                         RdmaError *error = nullptr);

    bool isValid() const;
    QString deviceName() const;
    bool isDeviceRemoved() const;

    friend bool operator==(const RdmaProtectionDomain &a, const RdmaProtectionDomain &b)
    {
        return a.domain == b.domain;
    }
    friend bool operator!=(const RdmaProtectionDomain &a, const RdmaProtectionDomain &b)
    {
        return a.domain != b.domain;
    }
    ibv_pd *nativeHandle() const;

private:
    friend class RdmaBufferPool;
    friend class RdmaMemoryRegion;
    friend class RdmaMemoryWindow;
    friend class RdmaSharedReceiveQueue;
    friend struct QtRdmaPrivate::ConnectionSettings;
    std::shared_ptr<ibv_pd> domain;
};

Q_DECLARE_METATYPE(RdmaProtectionDomain)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaProtectionDomain &domain);
#endif

#endif // RDMAPROTECTIONDOMAIN_H
