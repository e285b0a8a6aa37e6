// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaportattributes.h>

#include "deviceattributes_p.h"

#include "../base/gadgetdebug_p.h"
#include "../verbs/newercalls_p.h"

#include <infiniband/verbs.h>

#include <algorithm>
#include <iterator>

using namespace QtRdmaPrivate;

/*!
    \class RdmaPortAttributes
    \inmodule QtRdma
    \since 0.1
    \brief The state of one port of a device: the fields of \c ibv_port_attr, by their names.

    MTUs are in bytes, speeds are in gigabits a second. Software devices report a width and a speed
    that mean nothing. The verbs call is \c ibv_query_port(3).
    \sa RdmaDevice::port()
*/

namespace {

int bytesOfMtu(ibv_mtu mtu)
{
    return mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096 ? 128 << int(mtu) : 0;
}

// The numbers are those of the kernel's ib_port_width and ib_port_speed, which have no names in the
// headers of rdma-core.
struct Width
{
    quint32 number;
    int lanes;
};
constexpr Width Widths[] = { { 1, 1 }, { 2, 4 }, { 4, 8 }, { 8, 12 }, { 16, 2 } };

struct Speed
{
    quint32 number;
    double gigabits; // of a lane
    const char *name;
};
constexpr Speed Speeds[] = {
    { 1, 2.5, "SDR" },  { 2, 5, "DDR" },     { 4, 10, "QDR" },
    { 8, 10, "FDR10" }, { 16, 14, "FDR" },   { 32, 25, "EDR" },
    { 64, 50, "HDR" },  { 128, 100, "NDR" }, { 256, 200, "XDR" },
};

template <typename Entry, size_t Count>
const Entry *entryOf(const Entry (&table)[Count], quint32 number)
{
    const Entry *found = std::find_if(std::begin(table), std::end(table),
                                      [number](const Entry &e) { return e.number == number; });
    return found == std::end(table) ? nullptr : found;
}

} // namespace

/*!
    \property RdmaPortAttributes::speed
    \brief The signalling rate of the port in Gbit/s, all lanes together.

    It is 0 when width or speed are values of a newer rdma-core.
    \sa effectiveSpeed, speedName, widthName
*/

double RdmaPortAttributes::speed() const
{
    const Width *width = entryOf(Widths, activeWidth());
    const Speed *speed = entryOf(Speeds, activeSpeed());
    return width && speed ? width->lanes * speed->gigabits : 0;
}

/*!
    \property RdmaPortAttributes::speedName
    \brief The name of the activeSpeed of a lane: SDR (2.5 Gbit/s), DDR (5), QDR and FDR10 (10),
    FDR (14), EDR (25), HDR (50), NDR (100) or XDR (200).

    It is empty when the speed is a value of a newer rdma-core.
*/

QString RdmaPortAttributes::speedName() const
{
    const Speed *speed = entryOf(Speeds, activeSpeed());
    return speed ? QString::fromLatin1(speed->name) : QString();
}

/*!
    \property RdmaPortAttributes::widthName
    \brief The name of the activeWidth, which tells the number of lanes: 1x, 2x, 4x, 8x or 12x.

    It is empty when the width is a value of a newer rdma-core.
*/

QString RdmaPortAttributes::widthName() const
{
    const Width *width = entryOf(Widths, activeWidth());
    return width ? QString::number(width->lanes) + u'x' : QString();
}

/*!
    \property RdmaPortAttributes::effectiveSpeed
    \brief The rate in Gbit/s that can be used at this port, which may be another one than speed:
    several ports that are bonded have more, a virtual function may have less.

    It is 0 where it is not known. It takes rdma-core 62, and a kernel and a driver that tell it;
    software devices do not. The verbs call is \c ibv_query_port_speed.
*/

double RdmaPortAttributes::effectiveSpeed() const
{
    return Access::read(*this).effectiveSpeed;
}

/*! Constructs a value with nothing in it. A value that was moved from is the same. */
RdmaPortAttributes::RdmaPortAttributes() noexcept = default;
RdmaPortAttributes::RdmaPortAttributes(const RdmaPortAttributes &other) = default;
RdmaPortAttributes::RdmaPortAttributes(RdmaPortAttributes &&other) noexcept = default;
RdmaPortAttributes &RdmaPortAttributes::operator=(const RdmaPortAttributes &other) = default;
RdmaPortAttributes::~RdmaPortAttributes() = default;

/*! \fn bool RdmaPortAttributes::isActive() const
    Returns whether the port can be used: the state is Rdma::PortState::Active.
*/

/*! \fn void RdmaPortAttributes::swap(RdmaPortAttributes &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaPortAttributes::equals(const RdmaPortAttributes &a, const RdmaPortAttributes &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaPortAttributes::number
    \brief The number of the port; the first is 1.
*/

int RdmaPortAttributes::number() const
{
    return Access::read(*this).number;
}

/*!
    \property RdmaPortAttributes::netdev
    \brief The network interface of the port, as far as it is in this network namespace.
*/

QString RdmaPortAttributes::netdev() const
{
    return Access::read(*this).netdev;
}

/*!
    \property RdmaPortAttributes::state
    \brief The field \c state of \c ibv_port_attr.
*/

Rdma::PortState RdmaPortAttributes::state() const
{
    return Access::read(*this).state;
}

/*!
    \property RdmaPortAttributes::maxMtu
    \brief The field \c max_mtu of \c ibv_port_attr, in bytes.
*/

int RdmaPortAttributes::maxMtu() const
{
    return Access::read(*this).maxMtu;
}

/*!
    \property RdmaPortAttributes::activeMtu
    \brief The field \c active_mtu of \c ibv_port_attr, in bytes.
*/

int RdmaPortAttributes::activeMtu() const
{
    return Access::read(*this).activeMtu;
}

/*!
    \property RdmaPortAttributes::gidTblLen
    \brief The field \c gid_tbl_len of \c ibv_port_attr.
*/

int RdmaPortAttributes::gidTblLen() const
{
    return Access::read(*this).gidTblLen;
}

/*!
    \property RdmaPortAttributes::portCapFlags
    \brief The field \c port_cap_flags of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::portCapFlags() const
{
    return Access::read(*this).portCapFlags;
}

/*!
    \property RdmaPortAttributes::maxMsgSz
    \brief The field \c max_msg_sz of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::maxMsgSz() const
{
    return Access::read(*this).maxMsgSz;
}

/*!
    \property RdmaPortAttributes::badPkeyCntr
    \brief The field \c bad_pkey_cntr of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::badPkeyCntr() const
{
    return Access::read(*this).badPkeyCntr;
}

/*!
    \property RdmaPortAttributes::qkeyViolCntr
    \brief The field \c qkey_viol_cntr of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::qkeyViolCntr() const
{
    return Access::read(*this).qkeyViolCntr;
}

/*!
    \property RdmaPortAttributes::pkeyTblLen
    \brief The field \c pkey_tbl_len of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::pkeyTblLen() const
{
    return Access::read(*this).pkeyTblLen;
}

/*!
    \property RdmaPortAttributes::lid
    \brief The field \c lid of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::lid() const
{
    return Access::read(*this).lid;
}

/*!
    \property RdmaPortAttributes::smLid
    \brief The field \c sm_lid of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::smLid() const
{
    return Access::read(*this).smLid;
}

/*!
    \property RdmaPortAttributes::lmc
    \brief The field \c lmc of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::lmc() const
{
    return Access::read(*this).lmc;
}

/*!
    \property RdmaPortAttributes::maxVlNum
    \brief The field \c max_vl_num of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::maxVlNum() const
{
    return Access::read(*this).maxVlNum;
}

/*!
    \property RdmaPortAttributes::smSl
    \brief The field \c sm_sl of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::smSl() const
{
    return Access::read(*this).smSl;
}

/*!
    \property RdmaPortAttributes::subnetTimeout
    \brief The field \c subnet_timeout of \c ibv_port_attr: 4.096 µs times two to that power.
*/

quint32 RdmaPortAttributes::subnetTimeout() const
{
    return Access::read(*this).subnetTimeout;
}

/*!
    \property RdmaPortAttributes::initTypeReply
    \brief The field \c init_type_reply of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::initTypeReply() const
{
    return Access::read(*this).initTypeReply;
}

/*!
    \property RdmaPortAttributes::activeWidth
    \brief The field \c active_width of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::activeWidth() const
{
    return Access::read(*this).activeWidth;
}

/*!
    \property RdmaPortAttributes::activeSpeed
    \brief The field \c active_speed_ex of \c ibv_port_attr, or \c active_speed where that is 0 or
    rdma-core has no such field.
*/

quint32 RdmaPortAttributes::activeSpeed() const
{
    return Access::read(*this).activeSpeed;
}

/*!
    \property RdmaPortAttributes::physState
    \brief The field \c phys_state of \c ibv_port_attr.
*/

int RdmaPortAttributes::physState() const
{
    return Access::read(*this).physState;
}

/*!
    \property RdmaPortAttributes::linkLayer
    \brief The field \c link_layer of \c ibv_port_attr.
*/

Rdma::LinkLayer RdmaPortAttributes::linkLayer() const
{
    return Access::read(*this).linkLayer;
}

/*!
    \property RdmaPortAttributes::flags
    \brief The field \c flags of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::flags() const
{
    return Access::read(*this).flags;
}

/*!
    \property RdmaPortAttributes::portCapFlags2
    \brief The field \c port_cap_flags2 of \c ibv_port_attr.
*/

quint32 RdmaPortAttributes::portCapFlags2() const
{
    return Access::read(*this).portCapFlags2;
}

namespace QtRdmaPrivate {

RdmaPortAttributes attributesOf(const ibv_port_attr &source)
{
    RdmaPortAttributes value;
    PortAttributesData &result = Access::write(value);
    result.state = Rdma::PortState(source.state);
    result.maxMtu = bytesOfMtu(source.max_mtu);
    result.activeMtu = bytesOfMtu(source.active_mtu);
    result.gidTblLen = source.gid_tbl_len;
    result.portCapFlags = source.port_cap_flags;
    result.maxMsgSz = source.max_msg_sz;
    result.badPkeyCntr = source.bad_pkey_cntr;
    result.qkeyViolCntr = source.qkey_viol_cntr;
    result.pkeyTblLen = source.pkey_tbl_len;
    result.lid = source.lid;
    result.smLid = source.sm_lid;
    result.lmc = source.lmc;
    result.maxVlNum = source.max_vl_num;
    result.smSl = source.sm_sl;
    result.subnetTimeout = source.subnet_timeout;
    result.initTypeReply = source.init_type_reply;
    result.activeWidth = source.active_width;
    result.activeSpeed = QtRdmaPrivate::activeSpeed(source);
    result.physState = source.phys_state;
    result.linkLayer = Rdma::LinkLayer(source.link_layer);
    result.flags = source.flags;
    result.portCapFlags2 = source.port_cap_flags2;
    return value;
}

} // namespace QtRdmaPrivate

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaPortAttributes &attributes)
{
    return printGadget(std::move(debug), attributes);
}
#endif
