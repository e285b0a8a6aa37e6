// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICEATTRIBUTES_P_H
#define DEVICEATTRIBUTES_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdmadeviceattributes.h>
#include <QtRdma/rdmaportattributes.h>

struct ibv_context;
struct ibv_device_attr_ex;
struct ibv_port_attr;

namespace QtRdmaPrivate {

Q_RDMA_AUTOTEST_EXPORT RdmaDeviceAttributes attributesOf(const ibv_context *context,
                                                         const ibv_device_attr_ex &extended);
Q_RDMA_AUTOTEST_EXPORT RdmaPortAttributes attributesOf(const ibv_port_attr &source);

} // namespace QtRdmaPrivate

#endif // DEVICEATTRIBUTES_P_H
