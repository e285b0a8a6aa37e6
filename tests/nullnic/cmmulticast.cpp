// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cm_p.h"
#include "device_p.h"

namespace NullNic {

namespace {

int join(Id &id, const sockaddr &address, void *programs)
{
    if (id.stage < Stage::Bound || !id.verbs || id.ps != RDMA_PS_UDP)
        return EINVAL;
    if (address.sa_family != AF_INET) // Linux has no other groups on RoCE
        return EINVAL;
    const ibv_gid group = gidOf(reinterpret_cast<const sockaddr_in &>(address).sin_addr);
    if (!isMulticast(group))
        return EINVAL;
    EventPtr event = makeEvent(id, RDMA_CM_EVENT_MULTICAST_JOIN);
    rdma_ud_param &shown = event->param.ud;
    shown.private_data = programs;
    shown.ah_attr.is_global = 1;
    shown.ah_attr.port_num = Port;
    shown.ah_attr.grh.dgid = group;
    shown.ah_attr.grh.sgid_index = uint8_t(hostOf(id.route.addr.src_sin.sin_addr));
    shown.ah_attr.grh.hop_limit = 1;
    shown.qp_num = 0xffffff;
    shown.qkey = RDMA_UDP_QKEY;
    put(std::move(event));
    return 0;
}

} // namespace

} // namespace NullNic

using namespace NullNic;

extern "C" {

// Only for ids without a queue pair, which the program attaches itself.
int rdma_join_multicast(rdma_cm_id *id, sockaddr *address, void *programs)
{
    const Lock lock;
    const int error = id->qp ? EOPNOTSUPP : join(idOf(id), *address, programs);
    return error ? minusOne(error) : 0;
}

int rdma_leave_multicast(rdma_cm_id *, sockaddr *)
{
    return 0;
}

} // extern "C"
