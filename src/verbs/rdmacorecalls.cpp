// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmacorecalls_p.h"

#include "rdmacore_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <atomic>
#include <cerrno>
#include <type_traits>

// The functions themselves.
#undef ibv_query_port
#undef ibv_reg_mr
#undef ibv_reg_mr_iova

// The version of the symbol, what the function returns, its name, parameters and arguments.
// clang-format off
#define QTRDMA_RDMA_CORE_CALLS(CALL) \
    CALL("IBVERBS_1.1", void, ibv_ack_async_event, (ibv_async_event *event), event) \
    CALL("IBVERBS_1.1", void, ibv_ack_cq_events, \
         (ibv_cq *cq, unsigned int nevents), cq, nevents) \
    CALL("IBVERBS_1.1", ibv_pd *, ibv_alloc_pd, (ibv_context *context), context) \
    CALL("IBVERBS_1.1", int, ibv_attach_mcast, \
         (ibv_qp *qp, const ibv_gid *gid, uint16_t lid), qp, gid, lid) \
    CALL("IBVERBS_1.1", int, ibv_close_device, (ibv_context *context), context) \
    CALL("IBVERBS_1.1", ibv_ah *, ibv_create_ah, (ibv_pd *pd, ibv_ah_attr *attr), pd, attr) \
    CALL("IBVERBS_1.0", ibv_comp_channel *, ibv_create_comp_channel, \
         (ibv_context *context), context) \
    CALL("IBVERBS_1.1", ibv_cq *, ibv_create_cq, \
         (ibv_context *context, int cqe, void *data, ibv_comp_channel *channel, int vector), \
         context, cqe, data, channel, vector) \
    CALL("IBVERBS_1.1", ibv_qp *, ibv_create_qp, \
         (ibv_pd *pd, ibv_qp_init_attr *qp_init_attr), pd, qp_init_attr) \
    CALL("IBVERBS_1.1", ibv_srq *, ibv_create_srq, \
         (ibv_pd *pd, ibv_srq_init_attr *srq_init_attr), pd, srq_init_attr) \
    CALL("IBVERBS_1.1", int, ibv_dealloc_pd, (ibv_pd *pd), pd) \
    CALL("IBVERBS_1.1", int, ibv_dereg_mr, (ibv_mr *mr), mr) \
    CALL("IBVERBS_1.1", int, ibv_destroy_ah, (ibv_ah *ah), ah) \
    CALL("IBVERBS_1.0", int, ibv_destroy_comp_channel, (ibv_comp_channel *channel), channel) \
    CALL("IBVERBS_1.1", int, ibv_destroy_cq, (ibv_cq *cq), cq) \
    CALL("IBVERBS_1.1", int, ibv_destroy_qp, (ibv_qp *qp), qp) \
    CALL("IBVERBS_1.1", int, ibv_destroy_srq, (ibv_srq *srq), srq) \
    CALL("IBVERBS_1.1", int, ibv_detach_mcast, \
         (ibv_qp *qp, const ibv_gid *gid, uint16_t lid), qp, gid, lid) \
    CALL("IBVERBS_1.1", const char *, ibv_event_type_str, (ibv_event_type event), event) \
    CALL("IBVERBS_1.1", int, ibv_fork_init, ()) \
    CALL("IBVERBS_1.1", void, ibv_free_device_list, (ibv_device **list), list) \
    CALL("IBVERBS_1.1", int, ibv_get_async_event, \
         (ibv_context *context, ibv_async_event *event), context, event) \
    CALL("IBVERBS_1.1", int, ibv_get_cq_event, \
         (ibv_comp_channel *channel, ibv_cq **cq, void **cq_context), channel, cq, cq_context) \
    CALL("IBVERBS_1.1", __be64, ibv_get_device_guid, (ibv_device *device), device) \
    CALL("IBVERBS_1.9", int, ibv_get_device_index, (ibv_device *device), device) \
    CALL("IBVERBS_1.1", ibv_device **, ibv_get_device_list, (int *num_devices), num_devices) \
    CALL("IBVERBS_1.1", const char *, ibv_get_device_name, (ibv_device *device), device) \
    CALL("IBVERBS_1.13", ibv_fork_status, ibv_is_fork_initialized, ()) \
    CALL("IBVERBS_1.1", int, ibv_modify_qp, \
         (ibv_qp *qp, ibv_qp_attr *attr, int attr_mask), qp, attr, attr_mask) \
    CALL("IBVERBS_1.1", ibv_context *, ibv_open_device, (ibv_device *device), device) \
    CALL("IBVERBS_1.6", ibv_qp_ex *, ibv_qp_to_qp_ex, (ibv_qp *qp), qp) \
    CALL("IBVERBS_1.1", int, ibv_query_device, \
         (ibv_context *context, ibv_device_attr *device_attr), context, device_attr) \
    CALL("IBVERBS_1.11", int, _ibv_query_gid_ex, \
         (ibv_context *context, uint32_t port_num, uint32_t gid_index, \
          ibv_gid_entry *entry, uint32_t flags, size_t entry_size), \
         context, port_num, gid_index, entry, flags, entry_size) \
    CALL("IBVERBS_1.11", ssize_t, _ibv_query_gid_table, \
         (ibv_context *context, ibv_gid_entry *entries, size_t max_entries, \
          uint32_t flags, size_t entry_size), \
         context, entries, max_entries, flags, entry_size) \
    CALL("IBVERBS_1.1", int, ibv_query_port, \
         (ibv_context *context, uint8_t port_num, _compat_ibv_port_attr *port_attr), \
         context, port_num, port_attr) \
    CALL("IBVERBS_1.1", int, ibv_query_qp, \
         (ibv_qp *qp, ibv_qp_attr *attr, int attr_mask, ibv_qp_init_attr *init_attr), \
         qp, attr, attr_mask, init_attr) \
    CALL("IBVERBS_1.12", ibv_mr *, ibv_reg_dmabuf_mr, \
         (ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access), \
         pd, offset, length, iova, fd, access) \
    CALL("IBVERBS_1.1", ibv_mr *, ibv_reg_mr, \
         (ibv_pd *pd, void *addr, size_t length, int access), pd, addr, length, access) \
    CALL("IBVERBS_1.7", ibv_mr *, ibv_reg_mr_iova, \
         (ibv_pd *pd, void *addr, size_t length, uint64_t iova, int access), \
         pd, addr, length, iova, access) \
    CALL("IBVERBS_1.8", ibv_mr *, ibv_reg_mr_iova2, \
         (ibv_pd *pd, void *addr, size_t length, uint64_t iova, unsigned int access), \
         pd, addr, length, iova, access) \
    CALL("RDMACM_1.0", int, rdma_accept, \
         (rdma_cm_id *id, rdma_conn_param *conn_param), id, conn_param) \
    CALL("RDMACM_1.0", int, rdma_ack_cm_event, (rdma_cm_event *event), event) \
    CALL("RDMACM_1.0", int, rdma_bind_addr, (rdma_cm_id *id, sockaddr *addr), id, addr) \
    CALL("RDMACM_1.0", int, rdma_connect, \
         (rdma_cm_id *id, rdma_conn_param *conn_param), id, conn_param) \
    CALL("RDMACM_1.0", rdma_event_channel *, rdma_create_event_channel, ()) \
    CALL("RDMACM_1.0", int, rdma_create_id, \
         (rdma_event_channel *channel, rdma_cm_id **id, void *context, rdma_port_space ps), \
         channel, id, context, ps) \
    CALL("RDMACM_1.0", int, rdma_create_qp_ex, \
         (rdma_cm_id *id, ibv_qp_init_attr_ex *qp_init_attr), id, qp_init_attr) \
    CALL("RDMACM_1.0", void, rdma_destroy_event_channel, (rdma_event_channel *channel), channel) \
    CALL("RDMACM_1.0", int, rdma_destroy_id, (rdma_cm_id *id), id) \
    CALL("RDMACM_1.0", void, rdma_destroy_qp, (rdma_cm_id *id), id) \
    CALL("RDMACM_1.0", int, rdma_disconnect, (rdma_cm_id *id), id) \
    CALL("RDMACM_1.2", int, rdma_establish, (rdma_cm_id *id), id) \
    CALL("RDMACM_1.0", const char *, rdma_event_str, (rdma_cm_event_type event), event) \
    CALL("RDMACM_1.0", void, rdma_free_devices, (ibv_context **list), list) \
    CALL("RDMACM_1.0", int, rdma_get_cm_event, \
         (rdma_event_channel *channel, rdma_cm_event **event), channel, event) \
    CALL("RDMACM_1.0", ibv_context **, rdma_get_devices, (int *num_devices), num_devices) \
    CALL("RDMACM_1.0", __be16, rdma_get_src_port, (rdma_cm_id *id), id) \
    CALL("RDMACM_1.2", int, rdma_init_qp_attr, \
         (rdma_cm_id *id, ibv_qp_attr *qp_attr, int *qp_attr_mask), id, qp_attr, qp_attr_mask) \
    CALL("RDMACM_1.0", int, rdma_join_multicast, \
         (rdma_cm_id *id, sockaddr *addr, void *context), id, addr, context) \
    CALL("RDMACM_1.0", int, rdma_leave_multicast, (rdma_cm_id *id, sockaddr *addr), id, addr) \
    CALL("RDMACM_1.0", int, rdma_listen, (rdma_cm_id *id, int backlog), id, backlog) \
    CALL("RDMACM_1.0", int, rdma_migrate_id, \
         (rdma_cm_id *id, rdma_event_channel *channel), id, channel) \
    CALL("RDMACM_1.0", int, rdma_notify, (rdma_cm_id *id, ibv_event_type event), id, event) \
    CALL("RDMACM_1.0", int, rdma_reject, \
         (rdma_cm_id *id, const void *private_data, uint8_t private_data_len), \
         id, private_data, private_data_len) \
    CALL("RDMACM_1.0", int, rdma_resolve_addr, \
         (rdma_cm_id *id, sockaddr *src_addr, sockaddr *dst_addr, int timeout_ms), \
         id, src_addr, dst_addr, timeout_ms) \
    CALL("RDMACM_1.0", int, rdma_resolve_route, \
         (rdma_cm_id *id, int timeout_ms), id, timeout_ms) \
    CALL("RDMACM_1.0", int, rdma_set_option, \
         (rdma_cm_id *id, int level, int optname, void *optval, size_t optlen), \
         id, level, optname, optval, optlen)
// clang-format on

namespace QtRdmaPrivate {

namespace {

// By what a function that is not there fails, with ENOSYS: null, -1, or 0 where no number is
// negative.
template <typename Result>
Result failed()
{
    errno = ENOSYS;
    if constexpr (std::is_signed_v<Result>)
        return Result(-1);
    else
        return Result();
}

// Where a function is. Until that is known, each call looks for it.
template <auto Function>
struct Place;

template <typename Result, typename... Parameters, Result (*Function)(Parameters...)>
struct Place<Function>
{
    using Pointer = Result (*)(Parameters...);

    static Result lookAndCall(Parameters... parameters)
    {
        loadRdmaCore();
        return isFound() ? get()(parameters...) : failed<Result>();
    }

    static Pointer get() { return pointer.load(std::memory_order_acquire); }
    static bool isFound() { return get() != &lookAndCall; }
    static void set(void *function)
    {
        pointer.store(reinterpret_cast<Pointer>(function), std::memory_order_release);
    }

    static constinit inline std::atomic<Pointer> pointer = &lookAndCall;
};

} // namespace

std::span<const RdmaCoreCall> rdmaCoreCalls()
{
#define QTRDMA_ROW(version, Result, name, parameters, ...) \
  { #name, version, &Place<name>::isFound, &Place<name>::set },
    static constexpr RdmaCoreCall calls[] = { QTRDMA_RDMA_CORE_CALLS(QTRDMA_ROW) };
#undef QTRDMA_ROW
    return calls;
}

} // namespace QtRdmaPrivate

// The rest of the library and the inline functions of the headers call these. They are hidden: no
// other library sees them.
#define QTRDMA_STUB(version, Result, name, parameters, ...) \
  extern "C" Q_DECL_HIDDEN Result name parameters           \
  {                                                         \
    return QtRdmaPrivate::Place<name>::get()(__VA_ARGS__);  \
  }
QTRDMA_RDMA_CORE_CALLS(QTRDMA_STUB)
#undef QTRDMA_STUB
