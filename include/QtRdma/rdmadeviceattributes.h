// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADEVICEATTRIBUTES_H
#define RDMADEVICEATTRIBUTES_H

#include <QtRdma/rdma.h>

#include <QtCore/qmetatype.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

// The fields of ibv_device_attr_ex by their names; what a device does not tell is 0.
class Q_RDMA_EXPORT RdmaDeviceAttributes
{
    Q_GADGET
    Q_PROPERTY(QString fwVer MEMBER fwVer)
    Q_PROPERTY(QString boardId MEMBER boardId)
    Q_PROPERTY(quint64 nodeGuid MEMBER nodeGuid)
    Q_PROPERTY(quint64 sysImageGuid MEMBER sysImageGuid)
    Q_PROPERTY(quint64 maxMrSize MEMBER maxMrSize)
    Q_PROPERTY(quint64 pageSizeCap MEMBER pageSizeCap)
    Q_PROPERTY(quint32 vendorId MEMBER vendorId)
    Q_PROPERTY(quint32 vendorPartId MEMBER vendorPartId)
    Q_PROPERTY(quint32 hwVer MEMBER hwVer)
    Q_PROPERTY(int maxQp MEMBER maxQp)
    Q_PROPERTY(int maxQpWr MEMBER maxQpWr)
    Q_PROPERTY(quint32 deviceCapFlags MEMBER deviceCapFlags)
    Q_PROPERTY(int maxSge MEMBER maxSge)
    Q_PROPERTY(int maxSgeRd MEMBER maxSgeRd)
    Q_PROPERTY(int maxCq MEMBER maxCq)
    Q_PROPERTY(int maxCqe MEMBER maxCqe)
    Q_PROPERTY(int maxMr MEMBER maxMr)
    Q_PROPERTY(int maxPd MEMBER maxPd)
    Q_PROPERTY(int maxQpRdAtom MEMBER maxQpRdAtom)
    Q_PROPERTY(int maxEeRdAtom MEMBER maxEeRdAtom)
    Q_PROPERTY(int maxResRdAtom MEMBER maxResRdAtom)
    Q_PROPERTY(int maxQpInitRdAtom MEMBER maxQpInitRdAtom)
    Q_PROPERTY(int maxEeInitRdAtom MEMBER maxEeInitRdAtom)
    Q_PROPERTY(int atomicCap MEMBER atomicCap)
    Q_PROPERTY(int maxEe MEMBER maxEe)
    Q_PROPERTY(int maxRdd MEMBER maxRdd)
    Q_PROPERTY(int maxMw MEMBER maxMw)
    Q_PROPERTY(int maxRawIpv6Qp MEMBER maxRawIpv6Qp)
    Q_PROPERTY(int maxRawEthyQp MEMBER maxRawEthyQp)
    Q_PROPERTY(int maxMcastGrp MEMBER maxMcastGrp)
    Q_PROPERTY(int maxMcastQpAttach MEMBER maxMcastQpAttach)
    Q_PROPERTY(int maxTotalMcastQpAttach MEMBER maxTotalMcastQpAttach)
    Q_PROPERTY(int maxAh MEMBER maxAh)
    Q_PROPERTY(int maxFmr MEMBER maxFmr)
    Q_PROPERTY(int maxMapPerFmr MEMBER maxMapPerFmr)
    Q_PROPERTY(int maxSrq MEMBER maxSrq)
    Q_PROPERTY(int maxSrqWr MEMBER maxSrqWr)
    Q_PROPERTY(int maxSrqSge MEMBER maxSrqSge)
    Q_PROPERTY(quint32 maxPkeys MEMBER maxPkeys)
    Q_PROPERTY(quint32 localCaAckDelay MEMBER localCaAckDelay)
    Q_PROPERTY(quint32 physPortCnt MEMBER physPortCnt)
    Q_PROPERTY(quint32 physPortCntEx MEMBER physPortCntEx)
    Q_PROPERTY(quint64 completionTimestampMask MEMBER completionTimestampMask)
    Q_PROPERTY(quint64 hcaCoreClock MEMBER hcaCoreClock)
    Q_PROPERTY(quint64 deviceCapFlagsEx MEMBER deviceCapFlagsEx)
    Q_PROPERTY(quint64 generalOdpCaps MEMBER generalOdpCaps)
    Q_PROPERTY(quint32 rcOdpCaps MEMBER rcOdpCaps)
    Q_PROPERTY(quint32 ucOdpCaps MEMBER ucOdpCaps)
    Q_PROPERTY(quint32 udOdpCaps MEMBER udOdpCaps)
    Q_PROPERTY(quint32 xrcOdpCaps MEMBER xrcOdpCaps)
    Q_PROPERTY(quint32 maxTso MEMBER maxTso)
    Q_PROPERTY(quint32 tsoSupportedQpts MEMBER tsoSupportedQpts)
    Q_PROPERTY(quint32 rssSupportedQpts MEMBER rssSupportedQpts)
    Q_PROPERTY(quint32 maxRwqIndirectionTables MEMBER maxRwqIndirectionTables)
    Q_PROPERTY(quint32 maxRwqIndirectionTableSize MEMBER maxRwqIndirectionTableSize)
    Q_PROPERTY(quint32 maxWqTypeRq MEMBER maxWqTypeRq)
    Q_PROPERTY(quint32 rxHashFunction MEMBER rxHashFunction)
    Q_PROPERTY(quint64 rxHashFieldsMask MEMBER rxHashFieldsMask)
    Q_PROPERTY(quint32 qpRateLimitMin MEMBER qpRateLimitMin)
    Q_PROPERTY(quint32 qpRateLimitMax MEMBER qpRateLimitMax)
    Q_PROPERTY(quint32 packetPacingSupportedQpts MEMBER packetPacingSupportedQpts)
    Q_PROPERTY(quint32 rawPacketCaps MEMBER rawPacketCaps)
    Q_PROPERTY(quint32 maxRndvHdrSize MEMBER maxRndvHdrSize)
    Q_PROPERTY(quint32 maxNumTags MEMBER maxNumTags)
    Q_PROPERTY(quint32 maxOps MEMBER maxOps)
    Q_PROPERTY(quint32 tmFlags MEMBER tmFlags)
    Q_PROPERTY(quint32 tmMaxSge MEMBER tmMaxSge)
    Q_PROPERTY(quint32 maxCqModerationCount MEMBER maxCqModerationCount)
    Q_PROPERTY(quint32 maxCqModerationPeriod MEMBER maxCqModerationPeriod)
    Q_PROPERTY(quint64 maxDmSize MEMBER maxDmSize)
    Q_PROPERTY(quint32 pciAtomicFetchAdd MEMBER pciAtomicFetchAdd)
    Q_PROPERTY(quint32 pciAtomicSwap MEMBER pciAtomicSwap)
    Q_PROPERTY(quint32 pciAtomicCompareSwap MEMBER pciAtomicCompareSwap)
    Q_PROPERTY(int numCompVectors MEMBER numCompVectors)

public:
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
    int maxEeRdAtom = 0;
    int maxResRdAtom = 0;
    int maxQpInitRdAtom = 0;
    int maxEeInitRdAtom = 0;
    int atomicCap = 0;
    int maxEe = 0;
    int maxRdd = 0;
    int maxMw = 0;
    int maxRawIpv6Qp = 0;
    int maxRawEthyQp = 0;
    int maxMcastGrp = 0;
    int maxMcastQpAttach = 0;
    int maxTotalMcastQpAttach = 0;
    int maxAh = 0;
    int maxFmr = 0;
    int maxMapPerFmr = 0;
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
};

Q_DECLARE_METATYPE(RdmaDeviceAttributes)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDeviceAttributes &attributes);
#endif

#endif // RDMADEVICEATTRIBUTES_H
