// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "decoded.h"

#include "flagnames.h"

#include <QtCore/qendian.h>

#include <algorithm>

namespace {

constexpr struct
{
    const char *field;
    int value;
    const char *name;
} names[] = {
    { "transport", 0, "InfiniBand" },
    { "transport", 1, "iWARP" },
    { "transport", 2, "usNIC" },
    { "transport", 3, "usNIC UDP" },
    { "transport", 4, "unspecified" },
    { "node_type", 1, "CA" },
    { "node_type", 2, "SWITCH" },
    { "node_type", 3, "ROUTER" },
    { "node_type", 4, "RNIC" },
    { "node_type", 5, "USNIC" },
    { "node_type", 6, "USNIC_UDP" },
    { "node_type", 7, "UNSPECIFIED" },
    { "state", 0, "PORT_NOP" },
    { "state", 1, "PORT_DOWN" },
    { "state", 2, "PORT_INIT" },
    { "state", 3, "PORT_ARMED" },
    { "state", 4, "PORT_ACTIVE" },
    { "state", 5, "PORT_ACTIVE_DEFER" },
    { "phys_state", 1, "SLEEP" },
    { "phys_state", 2, "POLLING" },
    { "phys_state", 3, "DISABLED" },
    { "phys_state", 4, "PORT_CONFIGURATION_TRAINING" },
    { "phys_state", 5, "LINK_UP" },
    { "phys_state", 6, "LINK_ERROR_RECOVERY" },
    { "phys_state", 7, "PHY_TEST" },
    { "atomic_cap", 0, "ATOMIC_NONE" },
    { "atomic_cap", 1, "ATOMIC_HCA" },
    { "atomic_cap", 2, "ATOMIC_GLOB" },
    { "max_vl_num", 1, "1" },
    { "max_vl_num", 2, "2" },
    { "max_vl_num", 3, "4" },
    { "max_vl_num", 4, "8" },
    { "max_vl_num", 5, "15" },
    { "max_mtu", 256, "1" },
    { "max_mtu", 512, "2" },
    { "max_mtu", 1024, "3" },
    { "max_mtu", 2048, "4" },
    { "max_mtu", 4096, "5" },
    { "active_width", 1, "1X" },
    { "active_width", 2, "4X" },
    { "active_width", 4, "8X" },
    { "active_width", 8, "12X" },
    { "active_width", 16, "2X" },
    { "active_speed", 1, "2.5 Gbps" },
    { "active_speed", 2, "5.0 Gbps" },
    { "active_speed", 4, "10.0 Gbps" },
    { "active_speed", 8, "10.0 Gbps" },
    { "active_speed", 16, "14.0 Gbps" },
    { "active_speed", 32, "25.0 Gbps" },
    { "active_speed", 64, "50.0 Gbps" },
    { "active_speed", 128, "100.0 Gbps" },
    { "active_speed", 256, "200.0 Gbps" },
};

// Masks, and what else is a number of bits, with so many digits at least.
constexpr struct
{
    const char *field;
    int digits;
} masks[] = {
    { "max_mr_size", 1 },
    { "page_size_cap", 1 },
    { "vendor_id", 4 },
    { "hw_ver", 1 },
    { "device_cap_flags", 8 },
    { "device_cap_flags_ex", 1 },
    { "general_odp_caps", 1 },
    { "rc_odp_caps", 1 },
    { "uc_odp_caps", 1 },
    { "ud_odp_caps", 1 },
    { "xrc_odp_caps", 1 },
    { "tso_supported_qpts", 1 },
    { "rss_supported_qpts", 1 },
    { "packet_pacing_supported_qpts", 1 },
    { "rx_hash_function", 1 },
    { "rx_hash_fields_mask", 1 },
    { "raw_packet_caps", 1 },
    { "tm_flags", 1 },
    { "completion_timestamp_mask", 16 },
    { "port_cap_flags", 8 },
    { "port_cap_flags2", 4 },
    { "flags", 1 },
    { "lmc", 2 },
    { "max_msg_sz", 1 },
    { "bad_pkey_cntr", 1 },
    { "qkey_viol_cntr", 1 },
};

enum class Zero { IsNumber, IsUnsupported };

constexpr struct
{
    const char *field;
    const char *unit;
    Zero zero;
} units[] = {
    { "qp_rate_limit_min", "kbps", Zero::IsNumber },
    { "qp_rate_limit_max", "kbps", Zero::IsNumber },
    { "max_cq_moderation_period", "us", Zero::IsNumber },
    { "hca_core_clock", "kHz", Zero::IsUnsupported },
    { "max_dm_size", "bytes", Zero::IsUnsupported },
    { "effective_speed", "Gbit/s", Zero::IsUnsupported },
};

template <typename Table>
auto entryOf(const Table &table, const QString &field)
{
    return std::find_if(std::begin(table), std::end(table), [&field](const auto &entry) {
        return field == QLatin1String(entry.field);
    });
}

QString nameOf(const QString &field, int value)
{
    const auto *const entry = std::find_if(
            std::begin(names), std::end(names), [&field, value](const auto &candidate) {
                return field == QLatin1String(candidate.field) && value == candidate.value;
            });
    return entry == std::end(names) ? QStringLiteral("unknown") : QString::fromLatin1(entry->name);
}

QString hexadecimal(quint64 value, int digits)
{
    return QStringLiteral("0x%1").arg(value, digits, 16, QLatin1Char('0'));
}

// 0002:c903:00a1:b2c3
QString guid(quint64 value)
{
    QString result = QStringLiteral("%1").arg(value, 16, 16, QLatin1Char('0'));
    for (const int place : { 12, 8, 4 })
        result.insert(place, u':');
    return result;
}

} // namespace

QString decoded(const QString &field, const QVariant &value)
{
    if (field.endsWith(u"_guid"))
        return guid(value.toULongLong());
    if (field == u"link_layer")
        return value.toInt() == 2 ? QStringLiteral("Ethernet") : QStringLiteral("InfiniBand");
    if (field.endsWith(u"_mtu"))
        return QStringLiteral("%1 (%2)").arg(value.toInt()).arg(nameOf("max_mtu", value.toInt()));
    if (entryOf(names, field) != std::end(names))
        return QStringLiteral("%1 (%2)").arg(nameOf(field, value.toInt())).arg(value.toInt());
    if (const auto *mask = entryOf(masks, field); mask != std::end(masks))
        return hexadecimal(value.toULongLong(), mask->digits);
    if (const auto *unit = entryOf(units, field); unit != std::end(units))
        return unit->zero == Zero::IsUnsupported && value.toDouble() == 0
                ? QStringLiteral("not supported")
                : QStringLiteral("%1 %2").arg(value.toString(), QLatin1String(unit->unit));
    if (value.typeId() == QMetaType::Bool)
        return value.toBool() ? QStringLiteral("yes") : QStringLiteral("no");
    return value.toString();
}
