// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadeviceattributes.h>

#include "deviceattributes_p.h"

#include "../base/gadgetdebug_p.h"

#include <QtCore/qendian.h>

#include <infiniband/verbs.h>

/*!
    \class RdmaDeviceAttributes
    \inmodule QtRdma
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

namespace QtRdmaPrivate {

RdmaDeviceAttributes attributesOf(const ibv_context *context, const ibv_device_attr_ex &extended)
{
    const ibv_device_attr &source = extended.orig_attr;
    RdmaDeviceAttributes result;
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
    result.maxEeRdAtom = source.max_ee_rd_atom;
    result.maxResRdAtom = source.max_res_rd_atom;
    result.maxQpInitRdAtom = source.max_qp_init_rd_atom;
    result.maxEeInitRdAtom = source.max_ee_init_rd_atom;
    result.atomicCap = int(source.atomic_cap);
    result.maxEe = source.max_ee;
    result.maxRdd = source.max_rdd;
    result.maxMw = source.max_mw;
    result.maxRawIpv6Qp = source.max_raw_ipv6_qp;
    result.maxRawEthyQp = source.max_raw_ethy_qp;
    result.maxMcastGrp = source.max_mcast_grp;
    result.maxMcastQpAttach = source.max_mcast_qp_attach;
    result.maxTotalMcastQpAttach = source.max_total_mcast_qp_attach;
    result.maxAh = source.max_ah;
    result.maxFmr = source.max_fmr;
    result.maxMapPerFmr = source.max_map_per_fmr;
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
    return result;
}

} // namespace QtRdmaPrivate

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaDeviceAttributes &attributes)
{
    return QtRdmaPrivate::printGadget(std::move(debug), attributes);
}
#endif
