// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICEATTRIBUTES_P_H
#define DEVICEATTRIBUTES_P_H

#include "../base/rdmaglobal_p.h"
#include "../base/valuedata_p.h"

#include <QtRdma/rdmadeviceattributes.h>
#include <QtRdma/rdmaportattributes.h>

struct ibv_context;
struct ibv_device_attr_ex;
struct ibv_port_attr;

namespace QtRdmaPrivate {

// The values of RdmaDeviceAttributes.
struct DeviceAttributesData : ValueData
{
    QString fwVer;
    QString boardId;
    quint64 nodeGuid = 0;
    quint64 sysImageGuid = 0;
    quint64 maxMrSize = 0;
    quint64 pageSizeCap = 0;
    quint32 vendorId = 0;
    quint32 vendorPartId = 0;
    quint32 hwVer = 0;
    int maxQp = 0;
    int maxQpWr = 0;
    quint32 deviceCapFlags = 0;
    int maxSge = 0;
    int maxSgeRd = 0;
    int maxCq = 0;
    int maxCqe = 0;
    int maxMr = 0;
    int maxPd = 0;
    int maxQpRdAtom = 0;
    int maxResRdAtom = 0;
    int maxQpInitRdAtom = 0;
    int atomicCap = 0;
    int maxMw = 0;
    int maxRawIpv6Qp = 0;
    int maxRawEthyQp = 0;
    int maxMcastGrp = 0;
    int maxMcastQpAttach = 0;
    int maxTotalMcastQpAttach = 0;
    int maxAh = 0;
    int maxSrq = 0;
    int maxSrqWr = 0;
    int maxSrqSge = 0;
    quint32 maxPkeys = 0;
    quint32 localCaAckDelay = 0;
    quint32 physPortCnt = 0;
    quint32 physPortCntEx = 0;
    quint64 completionTimestampMask = 0;
    quint64 hcaCoreClock = 0;
    quint64 deviceCapFlagsEx = 0;
    quint64 generalOdpCaps = 0;
    quint32 rcOdpCaps = 0;
    quint32 ucOdpCaps = 0;
    quint32 udOdpCaps = 0;
    quint32 xrcOdpCaps = 0;
    quint32 maxTso = 0;
    quint32 tsoSupportedQpts = 0;
    quint32 rssSupportedQpts = 0;
    quint32 maxRwqIndirectionTables = 0;
    quint32 maxRwqIndirectionTableSize = 0;
    quint32 maxWqTypeRq = 0;
    quint32 rxHashFunction = 0;
    quint64 rxHashFieldsMask = 0;
    quint32 qpRateLimitMin = 0;
    quint32 qpRateLimitMax = 0;
    quint32 packetPacingSupportedQpts = 0;
    quint32 rawPacketCaps = 0;
    quint32 maxRndvHdrSize = 0;
    quint32 maxNumTags = 0;
    quint32 maxOps = 0;
    quint32 tmFlags = 0;
    quint32 tmMaxSge = 0;
    quint32 maxCqModerationCount = 0;
    quint32 maxCqModerationPeriod = 0;
    quint64 maxDmSize = 0;
    quint32 pciAtomicFetchAdd = 0;
    quint32 pciAtomicSwap = 0;
    quint32 pciAtomicCompareSwap = 0;
    int numCompVectors = 0;

    bool operator==(const DeviceAttributesData &) const = default;
};

// The values of RdmaPortAttributes.
struct PortAttributesData : ValueData
{
    int number = 0;
    QString netdev;
    Rdma::PortState state = Rdma::PortState::NoChange;
    int maxMtu = 0;
    int activeMtu = 0;
    int gidTblLen = 0;
    quint32 portCapFlags = 0;
    quint32 maxMsgSz = 0;
    quint32 badPkeyCntr = 0;
    quint32 qkeyViolCntr = 0;
    quint32 pkeyTblLen = 0;
    quint32 lid = 0;
    quint32 smLid = 0;
    quint32 lmc = 0;
    quint32 maxVlNum = 0;
    quint32 smSl = 0;
    quint32 subnetTimeout = 0;
    quint32 initTypeReply = 0;
    quint32 activeWidth = 0;
    quint32 activeSpeed = 0;
    int physState = 0;
    Rdma::LinkLayer linkLayer = Rdma::LinkLayer::Unspecified;
    quint32 flags = 0;
    quint32 portCapFlags2 = 0;
    double effectiveSpeed = 0;

    bool operator==(const PortAttributesData &) const = default;
};

Q_RDMA_AUTOTEST_EXPORT RdmaDeviceAttributes attributesOf(const ibv_context *context,
                                                         const ibv_device_attr_ex &extended);
Q_RDMA_AUTOTEST_EXPORT RdmaPortAttributes attributesOf(const ibv_port_attr &source);

} // namespace QtRdmaPrivate

#endif // DEVICEATTRIBUTES_P_H
