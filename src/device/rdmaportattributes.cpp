// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaportattributes.h>

#include "deviceattributes_p.h"

#include "../base/gadgetdebug_p.h"

#include <infiniband/verbs.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaPortAttributes
    \inmodule QtRdma
    \since 0.1
    \brief The state of one port of a device: the fields of \c ibv_port_attr, by their names.

    MTUs are in bytes, speed() is in gigabits a second. Software devices report a width and a speed
    that mean nothing. The verbs call is \c ibv_query_port(3).
    \sa RdmaDevice::port()
*/

namespace {

int bytesOfMtu(ibv_mtu mtu)
{
    return mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096 ? 128 << int(mtu) : 0;
}

} // namespace

/*!
    \property RdmaPortAttributes::speed
    \brief The signalling rate of the port in Gbit/s, all lanes together.

    It is 0 when width or speed are values of a newer rdma-core.
*/

double RdmaPortAttributes::speed() const
{
    const auto lanes = [this] {
        switch (activeWidth()) {
        case 1:
            return 1;
        case 2:
            return 4;
        case 4:
            return 8;
        case 8:
            return 12;
        case 16:
            return 2;
        default:
            return 0;
        }
    }();
    const auto lane = [this] {
        switch (activeSpeed()) {
        case 1:
            return 2.5;
        case 2:
            return 5.0;
        case 4:
        case 8:
            return 10.0;
        case 16:
            return 14.0;
        case 32:
            return 25.0;
        case 64:
            return 50.0;
        case 128:
            return 100.0;
        default:
            return 0.0;
        }
    }();
    return lanes * lane;
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
    \brief The field \c active_speed of \c ibv_port_attr.
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
    result.activeSpeed = source.active_speed;
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
