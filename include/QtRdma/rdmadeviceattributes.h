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
/// The description that a device gives of itself: the fields of `ibv_device_attr_ex`, by their
/// names.
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

    /// The field `fw_ver` of `ibv_device_attr`.
    QString fwVer() const;
    /// What sysfs has as `board_id`; empty where the driver has none.
    QString boardId() const;
    /// The field `node_guid` of `ibv_device_attr`.
    quint64 nodeGuid() const;
    /// The field `sys_image_guid` of `ibv_device_attr`.
    quint64 sysImageGuid() const;
    /// The field `max_mr_size` of `ibv_device_attr`.
    quint64 maxMrSize() const;
    /// The field `page_size_cap` of `ibv_device_attr`.
    quint64 pageSizeCap() const;
    /// The field `vendor_id` of `ibv_device_attr`.
    quint32 vendorId() const;
    /// The field `vendor_part_id` of `ibv_device_attr`.
    quint32 vendorPartId() const;
    /// The field `hw_ver` of `ibv_device_attr`.
    quint32 hwVer() const;
    /// The field `max_qp` of `ibv_device_attr`.
    int maxQp() const;
    /// The field `max_qp_wr` of `ibv_device_attr`.
    int maxQpWr() const;
    /// The field `device_cap_flags` of `ibv_device_attr`.
    quint32 deviceCapFlags() const;
    /// The field `max_sge` of `ibv_device_attr`.
    int maxSge() const;
    /// The field `max_sge_rd` of `ibv_device_attr`.
    int maxSgeRd() const;
    /// The field `max_cq` of `ibv_device_attr`.
    int maxCq() const;
    /// The field `max_cqe` of `ibv_device_attr`.
    int maxCqe() const;
    /// The field `max_mr` of `ibv_device_attr`.
    int maxMr() const;
    /// The field `max_pd` of `ibv_device_attr`.
    int maxPd() const;
    /// The field `max_qp_rd_atom` of `ibv_device_attr`.
    int maxQpRdAtom() const;
    /// The field `max_res_rd_atom` of `ibv_device_attr`.
    int maxResRdAtom() const;
    /// The field `max_qp_init_rd_atom` of `ibv_device_attr`.
    int maxQpInitRdAtom() const;
    /// The field `atomic_cap` of `ibv_device_attr`.
    int atomicCap() const;
    /// The field `max_mw` of `ibv_device_attr`.
    int maxMw() const;
    /// The field `max_raw_ipv6_qp` of `ibv_device_attr`.
    int maxRawIpv6Qp() const;
    /// The field `max_raw_ethy_qp` of `ibv_device_attr`.
    int maxRawEthyQp() const;
    /// The field `max_mcast_grp` of `ibv_device_attr`.
    int maxMcastGrp() const;
    /// The field `max_mcast_qp_attach` of `ibv_device_attr`.
    int maxMcastQpAttach() const;
    /// The field `max_total_mcast_qp_attach` of `ibv_device_attr`.
    int maxTotalMcastQpAttach() const;
    /// The field `max_ah` of `ibv_device_attr`.
    int maxAh() const;
    /// The field `max_srq` of `ibv_device_attr`.
    int maxSrq() const;
    /// The field `max_srq_wr` of `ibv_device_attr`.
    int maxSrqWr() const;
    /// The field `max_srq_sge` of `ibv_device_attr`.
    int maxSrqSge() const;
    /// The field `max_pkeys` of `ibv_device_attr`.
    quint32 maxPkeys() const;
    /// The field `local_ca_ack_delay` of `ibv_device_attr`: 4.096 µs times two to that power.
    quint32 localCaAckDelay() const;
    /// The field `phys_port_cnt` of `ibv_device_attr`.
    quint32 physPortCnt() const;
    /// The field `phys_port_cnt_ex` of `ibv_device_attr_ex`.
    quint32 physPortCntEx() const;
    /// The field `completion_timestamp_mask` of `ibv_device_attr_ex`.
    quint64 completionTimestampMask() const;
    /// The field `hca_core_clock` of `ibv_device_attr_ex`.
    quint64 hcaCoreClock() const;
    /// The field `device_cap_flags_ex` of `ibv_device_attr_ex`.
    quint64 deviceCapFlagsEx() const;
    /// The field `odp_caps.general_caps` of `ibv_device_attr_ex`.
    quint64 generalOdpCaps() const;
    /// The field `odp_caps.per_transport_caps.rc_odp_caps` of `ibv_device_attr_ex`.
    quint32 rcOdpCaps() const;
    /// The field `odp_caps.per_transport_caps.uc_odp_caps` of `ibv_device_attr_ex`.
    quint32 ucOdpCaps() const;
    /// The field `odp_caps.per_transport_caps.ud_odp_caps` of `ibv_device_attr_ex`.
    quint32 udOdpCaps() const;
    /// The field `xrc_odp_caps` of `ibv_device_attr_ex`.
    quint32 xrcOdpCaps() const;
    /// The field `tso_caps.max_tso` of `ibv_device_attr_ex`.
    quint32 maxTso() const;
    /// The field `tso_caps.supported_qpts` of `ibv_device_attr_ex`.
    quint32 tsoSupportedQpts() const;
    /// The field `rss_caps.supported_qpts` of `ibv_device_attr_ex`.
    quint32 rssSupportedQpts() const;
    /// The field `rss_caps.max_rwq_indirection_tables` of `ibv_device_attr_ex`.
    quint32 maxRwqIndirectionTables() const;
    /// The field `rss_caps.max_rwq_indirection_table_size` of `ibv_device_attr_ex`.
    quint32 maxRwqIndirectionTableSize() const;
    /// The field `max_wq_type_rq` of `ibv_device_attr_ex`.
    quint32 maxWqTypeRq() const;
    /// The field `rss_caps.rx_hash_function` of `ibv_device_attr_ex`.
    quint32 rxHashFunction() const;
    /// The field `rss_caps.rx_hash_fields_mask` of `ibv_device_attr_ex`.
    quint64 rxHashFieldsMask() const;
    /// The field `packet_pacing_caps.qp_rate_limit_min` of `ibv_device_attr_ex`.
    quint32 qpRateLimitMin() const;
    /// The field `packet_pacing_caps.qp_rate_limit_max` of `ibv_device_attr_ex`.
    quint32 qpRateLimitMax() const;
    /// The field `packet_pacing_caps.supported_qpts` of `ibv_device_attr_ex`.
    quint32 packetPacingSupportedQpts() const;
    /// The field `raw_packet_caps` of `ibv_device_attr_ex`.
    quint32 rawPacketCaps() const;
    /// The field `tm_caps.max_rndv_hdr_size` of `ibv_device_attr_ex`.
    quint32 maxRndvHdrSize() const;
    /// The field `tm_caps.max_num_tags` of `ibv_device_attr_ex`.
    quint32 maxNumTags() const;
    /// The field `tm_caps.max_ops` of `ibv_device_attr_ex`.
    quint32 maxOps() const;
    /// The field `tm_caps.flags` of `ibv_device_attr_ex`.
    quint32 tmFlags() const;
    /// The field `tm_caps.max_sge` of `ibv_device_attr_ex`.
    quint32 tmMaxSge() const;
    /// The field `cq_mod_caps.max_cq_count` of `ibv_device_attr_ex`.
    quint32 maxCqModerationCount() const;
    /// The field `cq_mod_caps.max_cq_period` of `ibv_device_attr_ex`.
    quint32 maxCqModerationPeriod() const;
    /// The field `max_dm_size` of `ibv_device_attr_ex`.
    quint64 maxDmSize() const;
    /// The field `pci_atomic_caps.fetch_add` of `ibv_device_attr_ex`.
    quint32 pciAtomicFetchAdd() const;
    /// The field `pci_atomic_caps.swap` of `ibv_device_attr_ex`.
    quint32 pciAtomicSwap() const;
    /// The field `pci_atomic_caps.compare_swap` of `ibv_device_attr_ex`.
    quint32 pciAtomicCompareSwap() const;
    /// The field `num_comp_vectors` of `ibv_context`.
    int numCompVectors() const;

    /// Returns whether the device has atomic writes, by its `device_cap_flags_ex`.
    bool hasAtomicWrites() const;
    /// Returns where the device flushes to, by its `device_cap_flags_ex`; nothing if it has no
    /// flushes.
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
