// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAPROTECTIONDOMAIN_H
#define RDMAPROTECTIONDOMAIN_H

#include <QtRdma/qtrdmaglobal.h>
#include <QtRdma/rdmaerror.h>

#include <QtCore/qmetatype.h>

#include <memory>

struct ibv_pd;

class Q_RDMA_EXPORT RdmaProtectionDomain
{
public:
    RdmaProtectionDomain();
    explicit RdmaProtectionDomain(std::shared_ptr<ibv_pd> handle);
    RdmaProtectionDomain(const RdmaProtectionDomain &other);
    RdmaProtectionDomain &operator=(const RdmaProtectionDomain &other);
    ~RdmaProtectionDomain();

    bool isValid() const;
    ibv_pd *nativeHandle() const;

private:
    friend class RdmaMemoryRegion;
    std::shared_ptr<ibv_pd> domain;
};

Q_DECLARE_METATYPE(RdmaProtectionDomain)

#endif // RDMAPROTECTIONDOMAIN_H
