// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadeviceattributes.h>

#include "deviceattributes_p.h"

#include "../base/gadgetdebug_p.h"
#include "../verbs/newercalls_p.h"

#include <QtCore/qendian.h>

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaDeviceAttributes
    \inmodule QtRdma
    \since 0.1
    \brief The description that a device gives of itself: the fields of \c ibv_device_attr_ex, by
    their names.

    The properties can be listed with the meta object. GUIDs are in host order; masks are those of
    the verbs, and \c {…SupportedQpts} have a bit for each \c ibv_qp_type; a field that the device
    or its driver does not fill is 0. Fields of nested structures are named for these where the name
    alone would be another's: \c tmMaxSge, \c tmFlags (tag matching), \c pciAtomicSwap. \c boardId
    comes from sysfs, and is empty where the driver has none. The verbs call is
    \c ibv_query_device_ex(3).
    \sa RdmaDevice::attributes()
*/

/*! Constructs a value with nothing in it. A value that was moved from is the same. */
RdmaDeviceAttributes::RdmaDeviceAttributes() noexcept = default;
RdmaDeviceAttributes::RdmaDeviceAttributes(const RdmaDeviceAttributes &other) = default;
RdmaDeviceAttributes::RdmaDeviceAttributes(RdmaDeviceAttributes &&other) noexcept = default;
RdmaDeviceAttributes &RdmaDeviceAttributes::operator=(const RdmaDeviceAttributes &other) = default;
RdmaDeviceAttributes::~RdmaDeviceAttributes() = default;

/*! \fn void RdmaDeviceAttributes::swap(RdmaDeviceAttributes &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaDeviceAttributes::equals(const RdmaDeviceAttributes &a,
                                  const RdmaDeviceAttributes &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaDeviceAttributes::fwVer
    \brief The field \c fw_ver of \c ibv_device_attr.
*/

QString RdmaDeviceAttributes::fwVer() const
{
    return Access::read(*this).fwVer;
}

/*!
    \property RdmaDeviceAttributes::boardId
    \brief What sysfs has as \c board_id; empty where the driver has none.
*/

QString RdmaDeviceAttributes::boardId() const
{
    return Access::read(*this).boardId;
}

/*!
    \property RdmaDeviceAttributes::nodeGuid
    \brief The field \c node_guid of \c ibv_device_attr.
*/

quint64 RdmaDeviceAttributes::nodeGuid() const
{
    return Access::read(*this).nodeGuid;
}

/*!
    \property RdmaDeviceAttributes::sysImageGuid
    \brief The field \c sys_image_guid of \c ibv_device_attr.
*/

quint64 RdmaDeviceAttributes::sysImageGuid() const
{
    return Access::read(*this).sysImageGuid;
}

/*!
    \property RdmaDeviceAttributes::maxMrSize
    \brief The field \c max_mr_size of \c ibv_device_attr.
*/

quint64 RdmaDeviceAttributes::maxMrSize() const
{
    return Access::read(*this).maxMrSize;
}

/*!
    \property RdmaDeviceAttributes::pageSizeCap
    \brief The field \c page_size_cap of \c ibv_device_attr.
*/

quint64 RdmaDeviceAttributes::pageSizeCap() const
{
    return Access::read(*this).pageSizeCap;
}

/*!
    \property RdmaDeviceAttributes::vendorId
    \brief The field \c vendor_id of \c ibv_device_attr.
*/

quint32 RdmaDeviceAttributes::vendorId() const
{
    return Access::read(*this).vendorId;
}

/*!
    \property RdmaDeviceAttributes::vendorPartId
    \brief The field \c vendor_part_id of \c ibv_device_attr.
*/

quint32 RdmaDeviceAttributes::vendorPartId() const
{
    return Access::read(*this).vendorPartId;
}

/*!
    \property RdmaDeviceAttributes::hwVer
    \brief The field \c hw_ver of \c ibv_device_attr.
*/

quint32 RdmaDeviceAttributes::hwVer() const
{
    return Access::read(*this).hwVer;
}

/*!
    \property RdmaDeviceAttributes::maxQp
    \brief The field \c max_qp of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxQp() const
{
    return Access::read(*this).maxQp;
}

/*!
    \property RdmaDeviceAttributes::maxQpWr
    \brief The field \c max_qp_wr of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxQpWr() const
{
    return Access::read(*this).maxQpWr;
}

/*!
    \property RdmaDeviceAttributes::deviceCapFlags
    \brief The field \c device_cap_flags of \c ibv_device_attr.
*/

quint32 RdmaDeviceAttributes::deviceCapFlags() const
{
    return Access::read(*this).deviceCapFlags;
}

/*!
    \property RdmaDeviceAttributes::maxSge
    \brief The field \c max_sge of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxSge() const
{
    return Access::read(*this).maxSge;
}

/*!
    \property RdmaDeviceAttributes::maxSgeRd
    \brief The field \c max_sge_rd of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxSgeRd() const
{
    return Access::read(*this).maxSgeRd;
}

/*!
    \property RdmaDeviceAttributes::maxCq
    \brief The field \c max_cq of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxCq() const
{
    return Access::read(*this).maxCq;
}

/*!
    \property RdmaDeviceAttributes::maxCqe
    \brief The field \c max_cqe of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxCqe() const
{
    return Access::read(*this).maxCqe;
}

/*!
    \property RdmaDeviceAttributes::maxMr
    \brief The field \c max_mr of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxMr() const
{
    return Access::read(*this).maxMr;
}

/*!
    \property RdmaDeviceAttributes::maxPd
    \brief The field \c max_pd of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxPd() const
{
    return Access::read(*this).maxPd;
}

/*!
    \property RdmaDeviceAttributes::maxQpRdAtom
    \brief The field \c max_qp_rd_atom of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxQpRdAtom() const
{
    return Access::read(*this).maxQpRdAtom;
}

/*!
    \property RdmaDeviceAttributes::maxResRdAtom
    \brief The field \c max_res_rd_atom of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxResRdAtom() const
{
    return Access::read(*this).maxResRdAtom;
}

/*!
    \property RdmaDeviceAttributes::maxQpInitRdAtom
    \brief The field \c max_qp_init_rd_atom of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxQpInitRdAtom() const
{
    return Access::read(*this).maxQpInitRdAtom;
}

/*!
    \property RdmaDeviceAttributes::atomicCap
    \brief The field \c atomic_cap of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::atomicCap() const
{
    return Access::read(*this).atomicCap;
}

/*!
    \property RdmaDeviceAttributes::maxMw
    \brief The field \c max_mw of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxMw() const
{
    return Access::read(*this).maxMw;
}

/*!
    \property RdmaDeviceAttributes::maxRawIpv6Qp
    \brief The field \c max_raw_ipv6_qp of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxRawIpv6Qp() const
{
    return Access::read(*this).maxRawIpv6Qp;
}

/*!
    \property RdmaDeviceAttributes::maxRawEthyQp
    \brief The field \c max_raw_ethy_qp of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxRawEthyQp() const
{
    return Access::read(*this).maxRawEthyQp;
}

/*!
    \property RdmaDeviceAttributes::maxMcastGrp
    \brief The field \c max_mcast_grp of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxMcastGrp() const
{
    return Access::read(*this).maxMcastGrp;
}

/*!
    \property RdmaDeviceAttributes::maxMcastQpAttach
    \brief The field \c max_mcast_qp_attach of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxMcastQpAttach() const
{
    return Access::read(*this).maxMcastQpAttach;
}

/*!
    \property RdmaDeviceAttributes::maxTotalMcastQpAttach
    \brief The field \c max_total_mcast_qp_attach of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxTotalMcastQpAttach() const
{
    return Access::read(*this).maxTotalMcastQpAttach;
}

/*!
    \property RdmaDeviceAttributes::maxAh
    \brief The field \c max_ah of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxAh() const
{
    return Access::read(*this).maxAh;
}

/*!
    \property RdmaDeviceAttributes::maxSrq
    \brief The field \c max_srq of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxSrq() const
{
    return Access::read(*this).maxSrq;
}

/*!
    \property RdmaDeviceAttributes::maxSrqWr
    \brief The field \c max_srq_wr of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxSrqWr() const
{
    return Access::read(*this).maxSrqWr;
}

/*!
    \property RdmaDeviceAttributes::maxSrqSge
    \brief The field \c max_srq_sge of \c ibv_device_attr.
*/

int RdmaDeviceAttributes::maxSrqSge() const
{
    return Access::read(*this).maxSrqSge;
}

/*!
    \property RdmaDeviceAttributes::maxPkeys
    \brief The field \c max_pkeys of \c ibv_device_attr.
*/

quint32 RdmaDeviceAttributes::maxPkeys() const
{
    return Access::read(*this).maxPkeys;
}

/*!
    \property RdmaDeviceAttributes::localCaAckDelay
    \brief The field \c local_ca_ack_delay of \c ibv_device_attr: 4.096 µs times two to that power.
*/

quint32 RdmaDeviceAttributes::localCaAckDelay() const
{
    return Access::read(*this).localCaAckDelay;
}

/*!
    \property RdmaDeviceAttributes::physPortCnt
    \brief The field \c phys_port_cnt of \c ibv_device_attr.
*/

quint32 RdmaDeviceAttributes::physPortCnt() const
{
    return Access::read(*this).physPortCnt;
}

/*!
    \property RdmaDeviceAttributes::physPortCntEx
    \brief The field \c phys_port_cnt_ex of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::physPortCntEx() const
{
    return Access::read(*this).physPortCntEx;
}

/*!
    \property RdmaDeviceAttributes::completionTimestampMask
    \brief The field \c completion_timestamp_mask of \c ibv_device_attr_ex.
*/

quint64 RdmaDeviceAttributes::completionTimestampMask() const
{
    return Access::read(*this).completionTimestampMask;
}

/*!
    \property RdmaDeviceAttributes::hcaCoreClock
    \brief The field \c hca_core_clock of \c ibv_device_attr_ex.
*/

quint64 RdmaDeviceAttributes::hcaCoreClock() const
{
    return Access::read(*this).hcaCoreClock;
}

/*!
    \property RdmaDeviceAttributes::deviceCapFlagsEx
    \brief The field \c device_cap_flags_ex of \c ibv_device_attr_ex.
*/

quint64 RdmaDeviceAttributes::deviceCapFlagsEx() const
{
    return Access::read(*this).deviceCapFlagsEx;
}

/*!
    \property RdmaDeviceAttributes::generalOdpCaps
    \brief The field \c odp_caps.general_caps of \c ibv_device_attr_ex.
*/

quint64 RdmaDeviceAttributes::generalOdpCaps() const
{
    return Access::read(*this).generalOdpCaps;
}

/*!
    \property RdmaDeviceAttributes::rcOdpCaps
    \brief The field \c odp_caps.per_transport_caps.rc_odp_caps of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::rcOdpCaps() const
{
    return Access::read(*this).rcOdpCaps;
}

/*!
    \property RdmaDeviceAttributes::ucOdpCaps
    \brief The field \c odp_caps.per_transport_caps.uc_odp_caps of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::ucOdpCaps() const
{
    return Access::read(*this).ucOdpCaps;
}

/*!
    \property RdmaDeviceAttributes::udOdpCaps
    \brief The field \c odp_caps.per_transport_caps.ud_odp_caps of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::udOdpCaps() const
{
    return Access::read(*this).udOdpCaps;
}

/*!
    \property RdmaDeviceAttributes::xrcOdpCaps
    \brief The field \c xrc_odp_caps of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::xrcOdpCaps() const
{
    return Access::read(*this).xrcOdpCaps;
}

/*!
    \property RdmaDeviceAttributes::maxTso
    \brief The field \c tso_caps.max_tso of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxTso() const
{
    return Access::read(*this).maxTso;
}

/*!
    \property RdmaDeviceAttributes::tsoSupportedQpts
    \brief The field \c tso_caps.supported_qpts of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::tsoSupportedQpts() const
{
    return Access::read(*this).tsoSupportedQpts;
}

/*!
    \property RdmaDeviceAttributes::rssSupportedQpts
    \brief The field \c rss_caps.supported_qpts of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::rssSupportedQpts() const
{
    return Access::read(*this).rssSupportedQpts;
}

/*!
    \property RdmaDeviceAttributes::maxRwqIndirectionTables
    \brief The field \c rss_caps.max_rwq_indirection_tables of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxRwqIndirectionTables() const
{
    return Access::read(*this).maxRwqIndirectionTables;
}

/*!
    \property RdmaDeviceAttributes::maxRwqIndirectionTableSize
    \brief The field \c rss_caps.max_rwq_indirection_table_size of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxRwqIndirectionTableSize() const
{
    return Access::read(*this).maxRwqIndirectionTableSize;
}

/*!
    \property RdmaDeviceAttributes::maxWqTypeRq
    \brief The field \c max_wq_type_rq of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxWqTypeRq() const
{
    return Access::read(*this).maxWqTypeRq;
}

/*!
    \property RdmaDeviceAttributes::rxHashFunction
    \brief The field \c rss_caps.rx_hash_function of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::rxHashFunction() const
{
    return Access::read(*this).rxHashFunction;
}

/*!
    \property RdmaDeviceAttributes::rxHashFieldsMask
    \brief The field \c rss_caps.rx_hash_fields_mask of \c ibv_device_attr_ex.
*/

quint64 RdmaDeviceAttributes::rxHashFieldsMask() const
{
    return Access::read(*this).rxHashFieldsMask;
}

/*!
    \property RdmaDeviceAttributes::qpRateLimitMin
    \brief The field \c packet_pacing_caps.qp_rate_limit_min of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::qpRateLimitMin() const
{
    return Access::read(*this).qpRateLimitMin;
}

/*!
    \property RdmaDeviceAttributes::qpRateLimitMax
    \brief The field \c packet_pacing_caps.qp_rate_limit_max of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::qpRateLimitMax() const
{
    return Access::read(*this).qpRateLimitMax;
}

/*!
    \property RdmaDeviceAttributes::packetPacingSupportedQpts
    \brief The field \c packet_pacing_caps.supported_qpts of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::packetPacingSupportedQpts() const
{
    return Access::read(*this).packetPacingSupportedQpts;
}

/*!
    \property RdmaDeviceAttributes::rawPacketCaps
    \brief The field \c raw_packet_caps of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::rawPacketCaps() const
{
    return Access::read(*this).rawPacketCaps;
}

/*!
    \property RdmaDeviceAttributes::maxRndvHdrSize
    \brief The field \c tm_caps.max_rndv_hdr_size of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxRndvHdrSize() const
{
    return Access::read(*this).maxRndvHdrSize;
}

/*!
    \property RdmaDeviceAttributes::maxNumTags
    \brief The field \c tm_caps.max_num_tags of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxNumTags() const
{
    return Access::read(*this).maxNumTags;
}

/*!
    \property RdmaDeviceAttributes::maxOps
    \brief The field \c tm_caps.max_ops of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxOps() const
{
    return Access::read(*this).maxOps;
}

/*!
    \property RdmaDeviceAttributes::tmFlags
    \brief The field \c tm_caps.flags of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::tmFlags() const
{
    return Access::read(*this).tmFlags;
}

/*!
    \property RdmaDeviceAttributes::tmMaxSge
    \brief The field \c tm_caps.max_sge of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::tmMaxSge() const
{
    return Access::read(*this).tmMaxSge;
}

/*!
    \property RdmaDeviceAttributes::maxCqModerationCount
    \brief The field \c cq_mod_caps.max_cq_count of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxCqModerationCount() const
{
    return Access::read(*this).maxCqModerationCount;
}

/*!
    \property RdmaDeviceAttributes::maxCqModerationPeriod
    \brief The field \c cq_mod_caps.max_cq_period of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::maxCqModerationPeriod() const
{
    return Access::read(*this).maxCqModerationPeriod;
}

/*!
    \property RdmaDeviceAttributes::maxDmSize
    \brief The field \c max_dm_size of \c ibv_device_attr_ex.
*/

quint64 RdmaDeviceAttributes::maxDmSize() const
{
    return Access::read(*this).maxDmSize;
}

/*!
    \property RdmaDeviceAttributes::pciAtomicFetchAdd
    \brief The field \c pci_atomic_caps.fetch_add of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::pciAtomicFetchAdd() const
{
    return Access::read(*this).pciAtomicFetchAdd;
}

/*!
    \property RdmaDeviceAttributes::pciAtomicSwap
    \brief The field \c pci_atomic_caps.swap of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::pciAtomicSwap() const
{
    return Access::read(*this).pciAtomicSwap;
}

/*!
    \property RdmaDeviceAttributes::pciAtomicCompareSwap
    \brief The field \c pci_atomic_caps.compare_swap of \c ibv_device_attr_ex.
*/

quint32 RdmaDeviceAttributes::pciAtomicCompareSwap() const
{
    return Access::read(*this).pciAtomicCompareSwap;
}

/*!
    \property RdmaDeviceAttributes::numCompVectors
    \brief The field \c num_comp_vectors of \c ibv_context.
*/

int RdmaDeviceAttributes::numCompVectors() const
{
    return Access::read(*this).numCompVectors;
}

/*! Returns whether the device has atomic writes, by its \c device_cap_flags_ex.
    \sa RdmaWorkRequest::atomicWrite()
*/
bool RdmaDeviceAttributes::hasAtomicWrites() const
{
    return (deviceCapFlagsEx() & DeviceWritesAtomically) != 0;
}

/*! Returns where the device flushes to, by its \c device_cap_flags_ex; nothing if it has no
    flushes.
    \sa RdmaWorkRequest::flush()
*/
Rdma::FlushPlacements RdmaDeviceAttributes::flushPlacements() const
{
    return flushPlacementsOf(deviceCapFlagsEx());
}

namespace QtRdmaPrivate {

RdmaDeviceAttributes attributesOf(const ibv_context *context, const ibv_device_attr_ex &extended)
{
    const ibv_device_attr &source = extended.orig_attr;
    RdmaDeviceAttributes value;
    DeviceAttributesData &result = Access::write(value);
    result.fwVer = QString::fromLatin1(source.fw_ver,
                                       qsizetype(qstrnlen(source.fw_ver, sizeof(source.fw_ver))));
    result.numCompVectors = context->num_comp_vectors;
    result.nodeGuid = qFromBigEndian(source.node_guid);
    result.sysImageGuid = qFromBigEndian(source.sys_image_guid);
    result.maxMrSize = source.max_mr_size;
    result.pageSizeCap = source.page_size_cap;
    result.vendorId = source.vendor_id;
    result.vendorPartId = source.vendor_part_id;
    result.hwVer = source.hw_ver;
    result.maxQp = source.max_qp;
    result.maxQpWr = source.max_qp_wr;
    result.deviceCapFlags = source.device_cap_flags;
    result.maxSge = source.max_sge;
    result.maxSgeRd = source.max_sge_rd;
    result.maxCq = source.max_cq;
    result.maxCqe = source.max_cqe;
    result.maxMr = source.max_mr;
    result.maxPd = source.max_pd;
    result.maxQpRdAtom = source.max_qp_rd_atom;
    result.maxResRdAtom = source.max_res_rd_atom;
    result.maxQpInitRdAtom = source.max_qp_init_rd_atom;
    result.atomicCap = int(source.atomic_cap);
    result.maxMw = source.max_mw;
    result.maxRawIpv6Qp = source.max_raw_ipv6_qp;
    result.maxRawEthyQp = source.max_raw_ethy_qp;
    result.maxMcastGrp = source.max_mcast_grp;
    result.maxMcastQpAttach = source.max_mcast_qp_attach;
    result.maxTotalMcastQpAttach = source.max_total_mcast_qp_attach;
    result.maxAh = source.max_ah;
    result.maxSrq = source.max_srq;
    result.maxSrqWr = source.max_srq_wr;
    result.maxSrqSge = source.max_srq_sge;
    result.maxPkeys = source.max_pkeys;
    result.localCaAckDelay = source.local_ca_ack_delay;
    result.physPortCnt = source.phys_port_cnt;
    result.physPortCntEx = extended.phys_port_cnt_ex;
    result.completionTimestampMask = extended.completion_timestamp_mask;
    result.hcaCoreClock = extended.hca_core_clock;
    result.deviceCapFlagsEx = extended.device_cap_flags_ex;
    result.generalOdpCaps = extended.odp_caps.general_caps;
    result.rcOdpCaps = extended.odp_caps.per_transport_caps.rc_odp_caps;
    result.ucOdpCaps = extended.odp_caps.per_transport_caps.uc_odp_caps;
    result.udOdpCaps = extended.odp_caps.per_transport_caps.ud_odp_caps;
    result.xrcOdpCaps = extended.xrc_odp_caps;
    result.maxTso = extended.tso_caps.max_tso;
    result.tsoSupportedQpts = extended.tso_caps.supported_qpts;
    result.rssSupportedQpts = extended.rss_caps.supported_qpts;
    result.maxRwqIndirectionTables = extended.rss_caps.max_rwq_indirection_tables;
    result.maxRwqIndirectionTableSize = extended.rss_caps.max_rwq_indirection_table_size;
    result.maxWqTypeRq = extended.max_wq_type_rq;
    result.rxHashFunction = extended.rss_caps.rx_hash_function;
    result.rxHashFieldsMask = extended.rss_caps.rx_hash_fields_mask;
    result.qpRateLimitMin = extended.packet_pacing_caps.qp_rate_limit_min;
    result.qpRateLimitMax = extended.packet_pacing_caps.qp_rate_limit_max;
    result.packetPacingSupportedQpts = extended.packet_pacing_caps.supported_qpts;
    result.rawPacketCaps = extended.raw_packet_caps;
    result.maxRndvHdrSize = extended.tm_caps.max_rndv_hdr_size;
    result.maxNumTags = extended.tm_caps.max_num_tags;
    result.maxOps = extended.tm_caps.max_ops;
    result.tmFlags = extended.tm_caps.flags;
    result.tmMaxSge = extended.tm_caps.max_sge;
    result.maxCqModerationCount = extended.cq_mod_caps.max_cq_count;
    result.maxCqModerationPeriod = extended.cq_mod_caps.max_cq_period;
    result.maxDmSize = extended.max_dm_size;
    result.pciAtomicFetchAdd = extended.pci_atomic_caps.fetch_add;
    result.pciAtomicSwap = extended.pci_atomic_caps.swap;
    result.pciAtomicCompareSwap = extended.pci_atomic_caps.compare_swap;
    return value;
}

} // namespace QtRdmaPrivate

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaDeviceAttributes &attributes)
{
    return printGadget(std::move(debug), attributes);
}
#endif
