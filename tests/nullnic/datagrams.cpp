// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "datagrams_p.h"

#include "arrival_p.h"
#include "device_p.h"
#include "memory_p.h"
#include "queuepair_p.h"

#include <netinet/ip.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace NullNic {

namespace {

constexpr uint32_t EveryMember = 0xffffff; // the number of a queue pair that means a group

struct AddressHandle : ibv_ah
{
    ibv_ah_attr path = {};
};

struct Member
{
    ibv_gid group;
    QueuePair *queuePair;
};

std::vector<Member> &members()
{
    static auto *list = new std::vector<Member>;
    return *list;
}

bool isOf(const Member &member, const ibv_gid &group)
{
    return std::memcmp(&member.group, &group, sizeof(group)) == 0;
}

// What stands before the data of a received datagram: zeros, and the IPv4 header of its packet.
struct RoutingHeader
{
    char zeros[sizeof(ibv_grh) - sizeof(iphdr)] = {};
    iphdr ip = {};
};

in_addr addressOf(const ibv_gid &gid)
{
    in_addr address = {};
    std::memcpy(&address, gid.raw + sizeof(gid.raw) - sizeof(address), sizeof(address));
    return address;
}

RoutingHeader headerOf(const ibv_ah_attr &path)
{
    RoutingHeader header;
    ibv_gid source;
    gidAt(path.grh.sgid_index, &source);
    header.ip.version = 4;
    header.ip.ihl = 5;
    header.ip.tos = path.grh.traffic_class;
    header.ip.ttl = path.grh.hop_limit;
    header.ip.protocol = IPPROTO_UDP;
    header.ip.saddr = addressOf(source).s_addr;
    header.ip.daddr = addressOf(path.grh.dgid).s_addr;
    return header;
}

void arriveAt(QueuePair &receiver, const ibv_send_wr &request, const Message &message)
{
    const bool isMeant = receiver.type() == IBV_QPT_UD && receiver.canReceive()
            && receiver.settings.qkey == request.wr.ud.remote_qkey;
    if (isMeant)
        arrive(receiver, message);
}

} // namespace

void sendDatagram(QueuePair &sender, const ibv_send_wr &request, const Pieces &data)
{
    const ibv_ah_attr &path = static_cast<AddressHandle *>(request.wr.ud.ah)->path;
    if (data.length() > LongestDatagram)
        return;
    RoutingHeader header = headerOf(path);
    Message message;
    message.data = Pieces(reinterpret_cast<char *>(&header), sizeof(header));
    message.data.add(data);
    message.hasHeader = true;
    message.source = sender.number();
    message.isSolicited = (request.send_flags & IBV_SEND_SOLICITED) != 0;
    if (request.opcode == IBV_WR_SEND_WITH_IMM) {
        message.extra = Message::Extra::Immediate;
        message.immediate = request.imm_data;
    }
    if (request.wr.ud.remote_qpn != EveryMember) {
        if (QueuePair *receiver = findQueuePair(request.wr.ud.remote_qpn))
            arriveAt(*receiver, request, message);
        return;
    }
    for (const Member &member : members()) {
        if (isOf(member, path.grh.dgid))
            arriveAt(*member.queuePair, request, message);
    }
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

ibv_ah *ibv_create_ah(ibv_pd *domain, ibv_ah_attr *path)
{
    if (const int error = checkPath(*path))
        return refuse<ibv_ah>(error);
    auto *handle = new AddressHandle{};
    handle->context = domain->context;
    handle->pd = domain;
    handle->path = *path;
    const Lock lock;
    handle->handle = nextHandle();
    ++domainOf(domain).users;
    return handle;
}

int ibv_destroy_ah(ibv_ah *handle)
{
    const Lock lock;
    --domainOf(handle->pd).users;
    delete static_cast<AddressHandle *>(handle);
    return 0;
}

int ibv_attach_mcast(ibv_qp *handle, const ibv_gid *group, uint16_t)
{
    const Lock lock;
    QueuePair &queuePair = queuePairOf(handle);
    if (queuePair.type() != IBV_QPT_UD || !isMulticast(*group))
        return EINVAL;
    members().push_back({ *group, &queuePair });
    ++queuePair.groups;
    return 0;
}

int ibv_detach_mcast(ibv_qp *handle, const ibv_gid *group, uint16_t)
{
    const Lock lock;
    QueuePair &queuePair = queuePairOf(handle);
    const auto found = std::find_if(members().begin(), members().end(), [&](const Member &member) {
        return member.queuePair == &queuePair && isOf(member, *group);
    });
    if (found == members().end())
        return EINVAL;
    members().erase(found);
    --queuePair.groups;
    return 0;
}

} // extern "C"
