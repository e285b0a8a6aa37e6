// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FAULTPLAN_P_H
#define FAULTPLAN_P_H

#include <cerrno>

// The interposed calls and the errno each fails with when nobody names one. A name is the one the
// program writes, whatever macro or inline function stands behind it.
// clang-format off
#define QTRDMAFAULT_CALLS(X) \
    X(rdma_create_event_channel, EMFILE) \
    X(rdma_get_cm_event, EIO) \
    X(rdma_create_id, ENOMEM) \
    X(rdma_migrate_id, EIO) \
    X(rdma_set_option, EINVAL) \
    X(rdma_bind_addr, ENOMEM) \
    X(rdma_resolve_addr, ENODEV) \
    X(rdma_resolve_route, EHOSTUNREACH) \
    X(rdma_listen, ENOMEM) \
    X(rdma_create_qp, ENOMEM) \
    X(rdma_connect, ECONNREFUSED) \
    X(rdma_accept, ENOMEM) \
    X(rdma_reject, EIO) \
    X(rdma_establish, EIO) \
    X(rdma_notify, EIO) \
    X(rdma_disconnect, EIO) \
    X(rdma_init_qp_attr, EIO) \
    X(rdma_join_multicast, EIO) \
    X(rdma_get_devices, ENODEV) \
    X(ibv_get_device_list, ENOSYS) \
    X(ibv_open_device, EACCES) \
    X(ibv_query_device, EIO) \
    X(ibv_query_port, EIO) \
    X(ibv_query_gid, EIO) \
    X(ibv_query_gid_table, EIO) \
    X(ibv_get_async_event, EIO) \
    X(ibv_fork_init, ENOSYS) \
    X(ibv_alloc_pd, ENOMEM) \
    X(ibv_reg_mr, ENOMEM) \
    X(ibv_create_comp_channel, EMFILE) \
    X(ibv_create_cq, ENOMEM) \
    X(ibv_resize_cq, EOPNOTSUPP) \
    X(ibv_get_cq_event, EIO) \
    X(ibv_req_notify_cq, EIO) \
    X(ibv_poll_cq, EIO) \
    X(ibv_create_srq, ENOMEM) \
    X(ibv_modify_srq, EIO) \
    X(ibv_post_srq_recv, ENOMEM) \
    X(ibv_create_qp, ENOMEM) \
    X(ibv_modify_qp, EINVAL) \
    X(ibv_query_qp, EIO) \
    X(ibv_post_send, ENOMEM) \
    X(ibv_post_recv, ENOMEM) \
    X(ibv_create_ah, ENOMEM) \
    X(ibv_attach_mcast, ENOMEM)
// clang-format on

namespace FaultPlan {

enum Call {
#define QTRDMAFAULT_ENUMERATOR(name, error) Call_##name,
    QTRDMAFAULT_CALLS(QTRDMAFAULT_ENUMERATOR)
#undef QTRDMAFAULT_ENUMERATOR
            CallCount
};

// The errno this call has to fail with now; 0 if it is to go through. caller is the address it
// returns to.
int next(Call call, const void *caller);

// A call that rdma-core makes to serve another call is not one of the program's.
bool isRdmaCore(const void *caller);

} // namespace FaultPlan

#endif // FAULTPLAN_P_H
