// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "device_p.h"

#include "asyncevents_p.h"
#include "completionqueue_p.h"
#include "extendedsends_p.h"
#include "memory_p.h"
#include "queuepair_p.h"
#include "requests_p.h"
#include "sharedreceives_p.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <fcntl.h>

// These are macros that lead to a function of the same name, or of another one.
#undef ibv_get_device_list
#undef ibv_query_port

namespace NullNic {

namespace {

constexpr uint64_t AtomicWrite = 1ull << 40; // the kernel's bit, which headers of 44 do not name
constexpr int HostShift = 8;
constexpr uint32_t Net = 0xc0000200; // 192.0.2.0
constexpr int MappedPrefix = 12; // bytes of a GID before its IPv4 address

ibv_device_attr makeLimits()
{
    constexpr int Many = 1 << 20;
    ibv_device_attr limits = {};
    std::strcpy(limits.fw_ver, "0");
    limits.node_guid = limits.sys_image_guid = htobe64(0x00000002c0000201);
    limits.max_mr_size = ~0ull;
    limits.page_size_cap = 0xfffff000;
    limits.vendor_id = 0x000002; // nobody's
    limits.max_qp = Many;
    limits.max_qp_wr = 1 << 14;
    limits.device_cap_flags = IBV_DEVICE_RC_RNR_NAK_GEN | IBV_DEVICE_SRQ_RESIZE
            | IBV_DEVICE_MEM_MGT_EXTENSIONS | IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_MEM_WINDOW_TYPE_2B;
    limits.max_sge = limits.max_sge_rd = 32;
    limits.max_cq = Many;
    limits.max_cqe = (1 << 16) - 1;
    limits.max_mr = limits.max_mw = Many;
    limits.max_pd = Many;
    limits.max_qp_rd_atom = limits.max_qp_init_rd_atom = 128;
    limits.max_res_rd_atom = 258048;
    limits.atomic_cap = IBV_ATOMIC_HCA;
    limits.max_mcast_grp = 8192;
    limits.max_mcast_qp_attach = 56;
    limits.max_total_mcast_qp_attach = 8192 * 56;
    limits.max_ah = Many;
    limits.max_srq = Many;
    limits.max_srq_wr = 1 << 14;
    limits.max_srq_sge = 27;
    limits.max_pkeys = 1;
    limits.local_ca_ack_delay = 15;
    limits.phys_port_cnt = 1;
    return limits;
}

int queryPort(ibv_context *, uint8_t port, ibv_port_attr *attributes, size_t size)
{
    if (port != Port)
        return EINVAL;
    ibv_port_attr full = {};
    full.state = IBV_PORT_ACTIVE;
    full.max_mtu = full.active_mtu = IBV_MTU_4096;
    full.gid_tbl_len = HostsOfNet;
    full.port_cap_flags = IBV_PORT_CM_SUP | IBV_PORT_IP_BASED_GIDS;
    full.max_msg_sz = LongestMessage;
    full.pkey_tbl_len = 1;
    full.active_width = 1; // one lane
    full.active_speed = 32; // EDR
    full.phys_state = 5; // link up
    full.link_layer = IBV_LINK_LAYER_ETHERNET;
    std::memset(attributes, 0, size);
    std::memcpy(attributes, &full, std::min(size, sizeof(full)));
    return 0;
}

bool hasClock()
{
    static const bool answer = std::getenv("QTRDMA_NULL_CLOCK") != nullptr;
    return answer;
}

int queryDeviceEx(ibv_context *, const ibv_query_device_ex_input *, ibv_device_attr_ex *attributes,
                  size_t size)
{
    ibv_device_attr_ex full = {};
    full.orig_attr = DeviceLimits;
    full.device_cap_flags_ex = DeviceLimits.device_cap_flags | AtomicWrite;
    if (hasClock()) {
        full.completion_timestamp_mask = ~0ull >> 1;
        full.hca_core_clock = 1000000; // kHz: ticks are nanoseconds
    }
    std::memset(attributes, 0, size);
    std::memcpy(attributes, &full, std::min(size, sizeof(full)));
    return 0;
}

int queryValues(ibv_context *, ibv_values_ex *values)
{
    values->comp_mask &= IBV_VALUES_MASK_RAW_CLOCK;
    if (!hasClock() || values->comp_mask == 0)
        return EOPNOTSUPP;
    // Drivers give the counter as a number of nanoseconds.
    values->raw_clock = { 0, long(clockTicks()) };
    return 0;
}

ibv_device *deviceEntry()
{
    static ibv_device *const entry = [] {
        auto *made = new ibv_device{};
        made->node_type = IBV_NODE_CA;
        made->transport_type = IBV_TRANSPORT_IB;
        std::strcpy(made->name, "null0");
        std::strcpy(made->dev_name, "uverbs0");
        std::strcpy(made->dev_path, "/nonexistent/uverbs0");
        std::strcpy(made->ibdev_path, "/nonexistent/null0");
        return made;
    }();
    return entry;
}

void setOperations(ibv_context_ops *operations)
{
    operations->alloc_mw = allocateWindow;
    operations->dealloc_mw = freeWindow;
    operations->bind_mw = bindWindow;
    operations->poll_cq = pollQueue;
    operations->req_notify_cq = armQueue;
    operations->post_srq_recv = postSharedReceives;
    operations->post_send = postSends;
    operations->post_recv = postReceives;
}

ibv_context *makeContext()
{
    auto *made = new Context{};
    made->sz = sizeof(*made);
    made->query_port = queryPort;
    made->query_device_ex = queryDeviceEx;
    made->query_rt_values = queryValues;
    made->create_cq_ex = createExtendedQueue;
    made->create_qp_ex = createExtendedQueuePair;
    made->modify_cq = [](ibv_cq *, ibv_modify_cq_attr *) { return EOPNOTSUPP; };
    ibv_context &plain = made->context;
    plain.device = deviceEntry();
    plain.cmd_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    plain.async_fd = made->events.fd();
    plain.num_comp_vectors = Vectors;
    plain.abi_compat = __VERBS_ABI_IS_EXTENDED;
    pthread_mutex_init(&plain.mutex, nullptr);
    setOperations(&plain.ops);
    return &plain;
}

} // namespace

const ibv_device_attr DeviceLimits = makeLimits();

std::mutex &deviceMutex()
{
    static auto *mutex = new std::mutex; // threads may outlive static objects
    return *mutex;
}

std::condition_variable &acknowledged()
{
    static auto *condition = new std::condition_variable;
    return *condition;
}

ibv_context *managersContext()
{
    static ibv_context *const instance = makeContext();
    return instance;
}

uint32_t nextHandle()
{
    static uint32_t last = 0;
    return ++last;
}

in_addr addressOfHost(int host)
{
    return { htonl(Net | uint32_t(host)) };
}

int hostOf(in_addr address)
{
    const uint32_t number = ntohl(address.s_addr);
    return number >> HostShift == Net >> HostShift ? int(number & (HostsOfNet - 1)) : -1;
}

bool isInhabited(int host)
{
    return host > 0 && host < HostsOfNet - 1;
}

ibv_gid gidOf(in_addr address)
{
    ibv_gid gid = {};
    gid.raw[MappedPrefix - 1] = gid.raw[MappedPrefix - 2] = 0xff;
    std::memcpy(gid.raw + MappedPrefix, &address, sizeof(address));
    return gid;
}

int hostOf(const ibv_gid &gid)
{
    in_addr address = {};
    std::memcpy(&address, gid.raw + MappedPrefix, sizeof(address));
    const ibv_gid mapped = gidOf(address);
    return std::memcmp(&mapped, &gid, sizeof(gid)) == 0 ? hostOf(address) : -1;
}

bool isMulticast(const ibv_gid &gid)
{
    in_addr address = {};
    std::memcpy(&address, gid.raw + MappedPrefix, sizeof(address));
    const ibv_gid mapped = gidOf(address);
    const bool isIPv4 = std::memcmp(&mapped, &gid, sizeof(gid)) == 0;
    return gid.raw[0] == 0xff || (isIPv4 && IN_MULTICAST(ntohl(address.s_addr)));
}

// The first one is link-local, as RoCE has it. Behind it the index is the host.
bool gidAt(uint32_t index, ibv_gid *gid)
{
    *gid = {};
    if (index == 0) {
        gid->global.subnet_prefix = htobe64(0xfe80000000000000);
        gid->global.interface_id = DeviceLimits.node_guid;
        return true;
    }
    if (index == LoopbackIndex) {
        std::memcpy(gid, &in6addr_loopback, sizeof(*gid));
        return true;
    }
    if (!isInhabited(int(index)))
        return false;
    *gid = gidOf(addressOfHost(int(index)));
    return true;
}

int checkPath(const ibv_ah_attr &path)
{
    ibv_gid source;
    if (path.port_num != Port || !path.is_global || !gidAt(path.grh.sgid_index, &source))
        return EINVAL;
    if (isMulticast(path.grh.dgid))
        return 0;
    const int host = hostOf(path.grh.dgid);
    if (std::memcmp(&source, &path.grh.dgid, sizeof(source)) == 0)
        return 0;
    if (host < 0)
        return ENETUNREACH;
    return isInhabited(host) ? 0 : ETIMEDOUT; // nobody answers who has this address
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

ibv_device **ibv_get_device_list(int *count)
{
    auto **list = static_cast<ibv_device **>(std::calloc(2, sizeof(ibv_device *)));
    list[0] = deviceEntry();
    if (count)
        *count = 1;
    return list;
}

void ibv_free_device_list(ibv_device **list)
{
    std::free(list);
}

const char *ibv_get_device_name(ibv_device *device)
{
    return device->name;
}

int ibv_get_device_index(ibv_device *)
{
    return -1; // the kernel has given it no number
}

__be64 ibv_get_device_guid(ibv_device *)
{
    return DeviceLimits.node_guid;
}

ibv_context *ibv_open_device(ibv_device *)
{
    return makeContext();
}

int ibv_close_device(ibv_context *context)
{
    close(context->cmd_fd);
    delete &contextOf(context);
    return 0;
}

int ibv_query_device(ibv_context *, ibv_device_attr *attributes)
{
    *attributes = DeviceLimits;
    return 0;
}

int ibv_query_port(ibv_context *context, uint8_t port, _compat_ibv_port_attr *attributes)
{
    constexpr size_t OldSize = offsetof(ibv_port_attr, port_cap_flags2);
    return queryPort(context, port, reinterpret_cast<ibv_port_attr *>(attributes), OldSize);
}

// rdma-core before 62 does not declare this function.
int ibv_query_port_speed(ibv_context *, uint32_t, uint64_t *)
{
    return EOPNOTSUPP;
}

int ibv_query_pkey(ibv_context *, uint8_t port, int index, __be16 *pkey)
{
    if (port != Port || index != 0)
        return minusOne(EINVAL);
    *pkey = htobe16(0xffff);
    return 0;
}

int ibv_get_pkey_index(ibv_context *, uint8_t port, __be16 pkey)
{
    return port == Port && pkey == htobe16(0xffff) ? 0 : minusOne(EINVAL);
}

int ibv_query_gid(ibv_context *, uint8_t port, int index, ibv_gid *gid)
{
    if (port != Port || index < 0 || index >= HostsOfNet)
        return minusOne(EINVAL);
    gidAt(uint32_t(index), gid); // an empty entry is zero
    return 0;
}

int _ibv_query_gid_ex(ibv_context *, uint32_t port, uint32_t index, ibv_gid_entry *entry,
                      uint32_t flags, size_t size)
{
    ibv_gid_entry full = {};
    if (port != Port || index >= HostsOfNet || flags != 0)
        return EINVAL;
    if (!gidAt(index, &full.gid))
        return ENODATA;
    full.gid_index = index;
    full.ndev_ifindex = index == LoopbackIndex ? LoopbackInterface : 0;
    full.port_num = port;
    full.gid_type = IBV_GID_TYPE_ROCE_V2;
    std::memcpy(entry, &full, std::min(size, sizeof(full)));
    return 0;
}

ssize_t _ibv_query_gid_table(ibv_context *context, ibv_gid_entry *entries, size_t most,
                             uint32_t flags, size_t size)
{
    ssize_t count = 0;
    for (uint32_t index = 0; index < HostsOfNet && size_t(count) < most; ++index) {
        auto *entry = reinterpret_cast<ibv_gid_entry *>(reinterpret_cast<char *>(entries)
                                                        + size_t(count) * size);
        count += _ibv_query_gid_ex(context, Port, index, entry, flags, size) == 0 ? 1 : 0;
    }
    return count;
}

// The pages of this device are nobody's but the processor's.
ibv_fork_status ibv_is_fork_initialized(void)
{
    return IBV_FORK_UNNEEDED;
}

int ibv_fork_init(void)
{
    return 0;
}

} // extern "C"
