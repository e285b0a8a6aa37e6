// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMADEVICEATTRIBUTES_H
#define RDMADEVICEATTRIBUTES_H

#include <QtRdma/rdma.h>

#include <QtCore/qshareddata.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QDebug;
QT_END_NAMESPACE

namespace QtRdmaPrivate {
struct Access;
struct DeviceAttributesData;
} // namespace QtRdmaPrivate

// The fields of ibv_device_attr_ex by their names. A value that the device does not tell is 0.
class Q_RDMA_EXPORT RdmaDeviceAttributes
{
    Q_GADGET
    Q_PROPERTY(QString fwVer READ fwVer)
    Q_PROPERTY(QString boardId READ boardId)
    Q_PROPERTY(quint64 nodeGuid READ nodeGuid)
    Q_PROPERTY(quint64 sysImageGuid READ sysImageGuid)
    Q_PROPERTY(quint64 maxMrSize READ maxMrSize)
    Q_PROPERTY(quint64 pageSizeCap READ pageSizeCap)
    Q_PROPERTY(quint32 vendorId READ vendorId)
    Q_PROPERTY(quint32 vendorPartId READ vendorPartId)
    Q_PROPERTY(quint32 hwVer READ hwVer)
    Q_PROPERTY(int maxQp READ maxQp)
    Q_PROPERTY(int maxQpWr READ maxQpWr)
    Q_PROPERTY(quint32 deviceCapFlags READ deviceCapFlags)
    Q_PROPERTY(int maxSge READ maxSge)
    Q_PROPERTY(int maxSgeRd READ maxSgeRd)
    Q_PROPERTY(int maxCq READ maxCq)
    Q_PROPERTY(int maxCqe READ maxCqe)
    Q_PROPERTY(int maxMr READ maxMr)
    Q_PROPERTY(int maxPd READ maxPd)
    Q_PROPERTY(int maxQpRdAtom READ maxQpRdAtom)
    Q_PROPERTY(int maxResRdAtom READ maxResRdAtom)
    Q_PROPERTY(int maxQpInitRdAtom READ maxQpInitRdAtom)
    Q_PROPERTY(int atomicCap READ atomicCap)
    Q_PROPERTY(int maxMw READ maxMw)
    Q_PROPERTY(int maxRawIpv6Qp READ maxRawIpv6Qp)
    Q_PROPERTY(int maxRawEthyQp READ maxRawEthyQp)
    Q_PROPERTY(int maxMcastGrp READ maxMcastGrp)
    Q_PROPERTY(int maxMcastQpAttach READ maxMcastQpAttach)
    Q_PROPERTY(int maxTotalMcastQpAttach READ maxTotalMcastQpAttach)
    Q_PROPERTY(int maxAh READ maxAh)
    Q_PROPERTY(int maxSrq READ maxSrq)
    Q_PROPERTY(int maxSrqWr READ maxSrqWr)
    Q_PROPERTY(int maxSrqSge READ maxSrqSge)
    Q_PROPERTY(quint32 maxPkeys READ maxPkeys)
    Q_PROPERTY(quint32 localCaAckDelay READ localCaAckDelay)
    Q_PROPERTY(quint32 physPortCnt READ physPortCnt)
    Q_PROPERTY(quint32 physPortCntEx READ physPortCntEx)
    Q_PROPERTY(quint64 completionTimestampMask READ completionTimestampMask)
    Q_PROPERTY(quint64 hcaCoreClock READ hcaCoreClock)
    Q_PROPERTY(quint64 deviceCapFlagsEx READ deviceCapFlagsEx)
    Q_PROPERTY(quint64 generalOdpCaps READ generalOdpCaps)
    Q_PROPERTY(quint32 rcOdpCaps READ rcOdpCaps)
    Q_PROPERTY(quint32 ucOdpCaps READ ucOdpCaps)
    Q_PROPERTY(quint32 udOdpCaps READ udOdpCaps)
    Q_PROPERTY(quint32 xrcOdpCaps READ xrcOdpCaps)
    Q_PROPERTY(quint32 maxTso READ maxTso)
    Q_PROPERTY(quint32 tsoSupportedQpts READ tsoSupportedQpts)
    Q_PROPERTY(quint32 rssSupportedQpts READ rssSupportedQpts)
    Q_PROPERTY(quint32 maxRwqIndirectionTables READ maxRwqIndirectionTables)
    Q_PROPERTY(quint32 maxRwqIndirectionTableSize READ maxRwqIndirectionTableSize)
    Q_PROPERTY(quint32 maxWqTypeRq READ maxWqTypeRq)
    Q_PROPERTY(quint32 rxHashFunction READ rxHashFunction)
    Q_PROPERTY(quint64 rxHashFieldsMask READ rxHashFieldsMask)
    Q_PROPERTY(quint32 qpRateLimitMin READ qpRateLimitMin)
    Q_PROPERTY(quint32 qpRateLimitMax READ qpRateLimitMax)
    Q_PROPERTY(quint32 packetPacingSupportedQpts READ packetPacingSupportedQpts)
    Q_PROPERTY(quint32 rawPacketCaps READ rawPacketCaps)
    Q_PROPERTY(quint32 maxRndvHdrSize READ maxRndvHdrSize)
    Q_PROPERTY(quint32 maxNumTags READ maxNumTags)
    Q_PROPERTY(quint32 maxOps READ maxOps)
    Q_PROPERTY(quint32 tmFlags READ tmFlags)
    Q_PROPERTY(quint32 tmMaxSge READ tmMaxSge)
    Q_PROPERTY(quint32 maxCqModerationCount READ maxCqModerationCount)
    Q_PROPERTY(quint32 maxCqModerationPeriod READ maxCqModerationPeriod)
    Q_PROPERTY(quint64 maxDmSize READ maxDmSize)
    Q_PROPERTY(quint32 pciAtomicFetchAdd READ pciAtomicFetchAdd)
    Q_PROPERTY(quint32 pciAtomicSwap READ pciAtomicSwap)
    Q_PROPERTY(quint32 pciAtomicCompareSwap READ pciAtomicCompareSwap)
    Q_PROPERTY(int numCompVectors READ numCompVectors)

public:
    RdmaDeviceAttributes() noexcept;
    RdmaDeviceAttributes(const RdmaDeviceAttributes &other);
    RdmaDeviceAttributes(RdmaDeviceAttributes &&other) noexcept;
    RdmaDeviceAttributes &operator=(const RdmaDeviceAttributes &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaDeviceAttributes)
    ~RdmaDeviceAttributes();
    void swap(RdmaDeviceAttributes &other) noexcept { d.swap(other.d); }

    QString fwVer() const;
    QString boardId() const;
    quint64 nodeGuid() const;
    quint64 sysImageGuid() const;
    quint64 maxMrSize() const;
    quint64 pageSizeCap() const;
    quint32 vendorId() const;
    quint32 vendorPartId() const;
    quint32 hwVer() const;
    int maxQp() const;
    int maxQpWr() const;
    quint32 deviceCapFlags() const;
    int maxSge() const;
    int maxSgeRd() const;
    int maxCq() const;
    int maxCqe() const;
    int maxMr() const;
    int maxPd() const;
    int maxQpRdAtom() const;
    int maxResRdAtom() const;
    int maxQpInitRdAtom() const;
    int atomicCap() const;
    int maxMw() const;
    int maxRawIpv6Qp() const;
    int maxRawEthyQp() const;
    int maxMcastGrp() const;
    int maxMcastQpAttach() const;
    int maxTotalMcastQpAttach() const;
    int maxAh() const;
    int maxSrq() const;
    int maxSrqWr() const;
    int maxSrqSge() const;
    quint32 maxPkeys() const;
    quint32 localCaAckDelay() const;
    quint32 physPortCnt() const;
    quint32 physPortCntEx() const;
    quint64 completionTimestampMask() const;
    quint64 hcaCoreClock() const;
    quint64 deviceCapFlagsEx() const;
    quint64 generalOdpCaps() const;
    quint32 rcOdpCaps() const;
    quint32 ucOdpCaps() const;
    quint32 udOdpCaps() const;
    quint32 xrcOdpCaps() const;
    quint32 maxTso() const;
    quint32 tsoSupportedQpts() const;
    quint32 rssSupportedQpts() const;
    quint32 maxRwqIndirectionTables() const;
    quint32 maxRwqIndirectionTableSize() const;
    quint32 maxWqTypeRq() const;
    quint32 rxHashFunction() const;
    quint64 rxHashFieldsMask() const;
    quint32 qpRateLimitMin() const;
    quint32 qpRateLimitMax() const;
    quint32 packetPacingSupportedQpts() const;
    quint32 rawPacketCaps() const;
    quint32 maxRndvHdrSize() const;
    quint32 maxNumTags() const;
    quint32 maxOps() const;
    quint32 tmFlags() const;
    quint32 tmMaxSge() const;
    quint32 maxCqModerationCount() const;
    quint32 maxCqModerationPeriod() const;
    quint64 maxDmSize() const;
    quint32 pciAtomicFetchAdd() const;
    quint32 pciAtomicSwap() const;
    quint32 pciAtomicCompareSwap() const;
    int numCompVectors() const;

    bool hasAtomicWrites() const;
    Rdma::FlushPlacements flushPlacements() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaDeviceAttributes &a, const RdmaDeviceAttributes &b) noexcept
    {
        return equals(a, b);
    }
    friend bool operator!=(const RdmaDeviceAttributes &a, const RdmaDeviceAttributes &b) noexcept
    {
        return !equals(a, b);
    }
    static bool equals(const RdmaDeviceAttributes &a, const RdmaDeviceAttributes &b) noexcept;

    QSharedDataPointer<QtRdmaPrivate::DeviceAttributesData> d; // null: the default values
};

Q_DECLARE_SHARED(RdmaDeviceAttributes)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaDeviceAttributes &attributes);
#endif

#endif // RDMADEVICEATTRIBUTES_H
