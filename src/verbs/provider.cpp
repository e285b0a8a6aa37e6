// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "provider_p.h"

#include "newercalls_p.h"
#include "verbscall_p.h"

#include "../base/errortexts_p.h"
#include "../base/translate_p.h"

#include <algorithm>
#include <bit>
#include <cerrno>

namespace QtRdmaPrivate {

// A post is a write to the memory of a card, but a command to a software device.
RdmaError checkUsable(ibv_context *context)
{
    RdmaError unknown;
    if (!refusesCommands(context->cmd_fd) || !Provider::query(context, &unknown).isSoftware())
        return {};
    return RdmaError(RdmaError::Category::System, QStringLiteral("ibv_post_send"), EACCES,
                     Words::tr("The device %1 takes nothing from this process any more")
                             .arg(QString::fromLatin1(ibv_get_device_name(context->device))),
                     errnoHint("ibv_post_send", EACCES), QAbstractSocket::SocketAccessError);
}

// The driver is told by the number that it gives for its vendor, because devices can be renamed.
Provider::Driver Provider::driverOf(quint32 vendorId)
{
    constexpr quint32 RxeVendor = 0xffffff;
    constexpr quint32 SiwVendor = 0x626d74;
    switch (vendorId) {
    case RxeVendor:
        return Driver::Rxe;
    case SiwVendor:
        return Driver::Siw;
    default:
        return Driver::Hardware;
    }
}

Provider::Provider(const ibv_device_attr_ex &attributes, ibv_transport_type transport)
    : m_attributes(attributes)
    , m_transport(transport)
    , m_driver(driverOf(attributes.orig_attr.vendor_id))
{
}

Provider Provider::query(ibv_context *context, RdmaError *error)
{
    ibv_device_attr_ex attributes = {};
    if (const int failure = verbsResult(ibv_query_device_ex(context, nullptr, &attributes))) {
        *error = callError("ibv_query_device", failure);
        return {};
    }
    return Provider(attributes, context->device->transport_type);
}

bool Provider::hasOnDemandPaging() const
{
    return (m_attributes.odp_caps.general_caps & IBV_ODP_SUPPORT) != 0;
}

quint64 Provider::completionClock() const
{
    return m_attributes.completion_timestamp_mask != 0 ? m_attributes.hca_core_clock : 0;
}

bool Provider::hasAtomicWrites() const
{
    return (m_attributes.device_cap_flags_ex & DeviceWritesAtomically) != 0;
}

Rdma::FlushPlacements Provider::flushPlacements() const
{
    return flushPlacementsOf(m_attributes.device_cap_flags_ex);
}

Rdma::Access Provider::flushAccess() const
{
    Rdma::Access access;
    access.setFlag(Rdma::AccessFlag::FlushGlobal,
                   flushPlacements().testFlag(Rdma::FlushPlacement::Global));
    access.setFlag(Rdma::AccessFlag::FlushPersistent,
                   flushPlacements().testFlag(Rdma::FlushPlacement::Persistent));
    return access;
}

quint64 Provider::newerOperations() const
{
    return QtRdmaPrivate::newerOperations(m_attributes.device_cap_flags_ex);
}

int Provider::completionQueueEntries(int wanted, int present) const
{
    constexpr int Least = 2047;
    constexpr int Usual = 32768;
    const int shared = isSoftware() ? Usual : std::clamp(present, Least, Usual - 1);
    const int entries = std::min(limits().max_cqe, std::max(wanted, shared));
    // Drivers of cards keep one entry free and round up to a power of two.
    const int rounded = isSoftware() ? entries : int(std::bit_ceil(unsigned(entries) + 1) - 1);
    return std::min(limits().max_cqe, rounded);
}

} // namespace QtRdmaPrivate
