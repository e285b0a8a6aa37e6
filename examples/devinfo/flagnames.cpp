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
    TagMatching
};

constexpr struct
{
    Kind kind;
    int bit;
    const char *name;
} names[] = {
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
    for (const auto &known : names) {
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
