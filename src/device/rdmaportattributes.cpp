// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmaportattributes.h>

#include "deviceattributes_p.h"

#include "../base/gadgetdebug_p.h"

#include <infiniband/verbs.h>

/*!
    \class RdmaPortAttributes
    \inmodule QtRdma
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

/*! The signalling rate of the port in Gbit/s, all lanes together; 0 when width or speed are values
    of a newer rdma-core. */
double RdmaPortAttributes::speed() const
{
    const auto lanes = [this] {
        switch (activeWidth) {
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
        switch (activeSpeed) {
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

namespace QtRdmaPrivate {

RdmaPortAttributes attributesOf(const ibv_port_attr &source)
{
    RdmaPortAttributes result;
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
    return result;
}

} // namespace QtRdmaPrivate

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaPortAttributes &attributes)
{
    return QtRdmaPrivate::printGadget(std::move(debug), attributes);
}
#endif
