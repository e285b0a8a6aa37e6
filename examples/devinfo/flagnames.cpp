// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "flagnames.h"

namespace {

enum Kind {
    NoFlags,
    Capabilities,
    MoreCapabilities,
    Paging,
    PagingOfTransport,
    QueuePairTypes,
    RawPackets,
    TagMatching,
    PortCapabilities,
    MorePortCapabilities,
    PortFlags
};

constexpr struct
{
    Kind kind;
    int bit;
    const char *name;
} flagsWithNames[] = {
    { Capabilities, 0, "RESIZE_MAX_WR" },
    { Capabilities, 1, "BAD_PKEY_CNTR" },
    { Capabilities, 2, "BAD_QKEY_CNTR" },
    { Capabilities, 3, "RAW_MULTI" },
    { Capabilities, 4, "AUTO_PATH_MIG" },
    { Capabilities, 5, "CHANGE_PHY_PORT" },
    { Capabilities, 6, "UD_AV_PORT_ENFORCE" },
    { Capabilities, 7, "CURR_QP_STATE_MOD" },
    { Capabilities, 8, "SHUTDOWN_PORT" },
    { Capabilities, 9, "INIT_TYPE" },
    { Capabilities, 10, "PORT_ACTIVE_EVENT" },
    { Capabilities, 11, "SYS_IMAGE_GUID" },
    { Capabilities, 12, "RC_RNR_NAK_GEN" },
    { Capabilities, 13, "SRQ_RESIZE" },
    { Capabilities, 14, "N_NOTIFY_CQ" },
    { Capabilities, 17, "MEM_WINDOW" },
    { Capabilities, 18, "UD_IP_CSUM" },
    { Capabilities, 20, "XRC" },
    { Capabilities, 21, "MEM_MGT_EXTENSIONS" },
    { Capabilities, 23, "MEM_WINDOW_TYPE_2A" },
    { Capabilities, 24, "MEM_WINDOW_TYPE_2B" },
    { Capabilities, 25, "RC_IP_CSUM" },
    { Capabilities, 26, "RAW_IP_CSUM" },
    { Capabilities, 29, "MANAGED_FLOW_STEERING" },
    { MoreCapabilities, 34, "RAW_SCATTER_FCS" },
    { MoreCapabilities, 36, "PCI_WRITE_END_PADDING" },
    { MoreCapabilities, 41, "CC_DMA_BOUNCE" },
    { Paging, 0, "ODP_SUPPORT" },
    { Paging, 1, "ODP_SUPPORT_IMPLICIT" },
    { PagingOfTransport, 0, "SUPPORT_SEND" },
    { PagingOfTransport, 1, "SUPPORT_RECV" },
    { PagingOfTransport, 2, "SUPPORT_WRITE" },
    { PagingOfTransport, 3, "SUPPORT_READ" },
    { PagingOfTransport, 4, "SUPPORT_ATOMIC" },
    { PagingOfTransport, 5, "SUPPORT_SRQ" },
    { PagingOfTransport, 6, "SUPPORT_FLUSH" },
    { PagingOfTransport, 7, "SUPPORT_ATOMIC_WRITE" },
    { QueuePairTypes, 4, "SUPPORT_UD" },
    { QueuePairTypes, 8, "SUPPORT_RAW_PACKET" },
    { RawPackets, 0, "C-VLAN stripping offload" },
    { RawPackets, 1, "Scatter FCS offload" },
    { RawPackets, 2, "IP csum offload" },
    { RawPackets, 3, "Delay drop" },
    { TagMatching, 0, "IBV_TM_CAP_RC" },
    { PortCapabilities, 1, "SM" },
    { PortCapabilities, 2, "NOTICE_SUP" },
    { PortCapabilities, 3, "TRAP_SUP" },
    { PortCapabilities, 4, "OPT_IPD_SUP" },
    { PortCapabilities, 5, "AUTO_MIGR_SUP" },
    { PortCapabilities, 6, "SL_MAP_SUP" },
    { PortCapabilities, 7, "MKEY_NVRAM" },
    { PortCapabilities, 8, "PKEY_NVRAM" },
    { PortCapabilities, 9, "LED_INFO_SUP" },
    { PortCapabilities, 11, "SYS_IMAGE_GUID_SUP" },
    { PortCapabilities, 12, "PKEY_SW_EXT_PORT_TRAP_SUP" },
    { PortCapabilities, 14, "EXTENDED_SPEEDS_SUP" },
    { PortCapabilities, 15, "CAP_MASK2_SUP" },
    { PortCapabilities, 16, "CM_SUP" },
    { PortCapabilities, 17, "SNMP_TUNNEL_SUP" },
    { PortCapabilities, 18, "REINIT_SUP" },
    { PortCapabilities, 19, "DEVICE_MGMT_SUP" },
    { PortCapabilities, 20, "VENDOR_CLASS_SUP" },
    { PortCapabilities, 21, "DR_NOTICE_SUP" },
    { PortCapabilities, 22, "CAP_MASK_NOTICE_SUP" },
    { PortCapabilities, 23, "BOOT_MGMT_SUP" },
    { PortCapabilities, 24, "LINK_LATENCY_SUP" },
    { PortCapabilities, 25, "CLIENT_REG_SUP" },
    { PortCapabilities, 26, "IP_BASED_GIDS" },
    { MorePortCapabilities, 0, "SET_NODE_DESC_SUP" },
    { MorePortCapabilities, 1, "INFO_EXT_SUP" },
    { MorePortCapabilities, 2, "VIRT_SUP" },
    { MorePortCapabilities, 3, "SWITCH_PORT_STATE_TABLE_SUP" },
    { MorePortCapabilities, 4, "LINK_WIDTH_2X_SUP" },
    { MorePortCapabilities, 5, "LINK_SPEED_HDR_SUP" },
    { MorePortCapabilities, 10, "LINK_SPEED_NDR_SUP" },
    { PortFlags, 0, "GRH_REQUIRED" },
};

Kind kindOf(const QString &field)
{
    if (field == u"device_cap_flags")
        return Capabilities;
    if (field == u"device_cap_flags_ex")
        return MoreCapabilities;
    if (field == u"general_odp_caps")
        return Paging;
    if (field.endsWith(u"_odp_caps"))
        return PagingOfTransport;
    if (field.endsWith(u"_supported_qpts"))
        return QueuePairTypes;
    if (field == u"raw_packet_caps")
        return RawPackets;
    if (field == u"port_cap_flags")
        return PortCapabilities;
    if (field == u"port_cap_flags2")
        return MorePortCapabilities;
    if (field == u"flags")
        return PortFlags;
    return field == u"tm_flags" ? TagMatching : NoFlags;
}

} // namespace

bool hasFlagNames(const QString &field)
{
    return kindOf(field) != NoFlags;
}

QStringList flagNames(const QString &field, quint64 flags)
{
    const Kind kind = kindOf(field);
    if (kind == MoreCapabilities)
        flags &= ~quint64(0xffffffff); // the bits of device_cap_flags are in it once more
    QStringList result;
    for (const auto &known : flagsWithNames) {
        const quint64 bit = quint64(1) << known.bit;
        if (known.kind != kind || (flags & bit) == 0)
            continue;
        result.append(QString::fromLatin1(known.name));
        flags &= ~bit;
    }
    if (flags != 0)
        result.append(QStringLiteral("0x%1").arg(flags, 0, 16));
    return result;
}
