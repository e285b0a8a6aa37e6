// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "cm_p.h"
#include "device_p.h"
#include "portname_p.h"

#include <algorithm>
#include <cstring>

#include <unistd.h>

namespace NullNic {

namespace {

constexpr int FirstEphemeralPort = 32768;
constexpr int LastEphemeralPort = 60999;
constexpr int FirstFreePort = 1024; // those before need a privilege
constexpr int DefaultHost = 1;

bool isAny(const sockaddr &address)
{
    if (address.sa_family == AF_INET6)
        return IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6 &>(address).sin6_addr);
    return reinterpret_cast<const sockaddr_in &>(address).sin_addr.s_addr == INADDR_ANY;
}

// -1: it is none of the device.
int hostOf(const sockaddr &address)
{
    return address.sa_family == AF_INET
            ? NullNic::hostOf(reinterpret_cast<const sockaddr_in &>(address).sin_addr)
            : -1;
}

// Both families have it at the same place.
uint16_t portOf(const sockaddr &address)
{
    return ntohs(reinterpret_cast<const sockaddr_in &>(address).sin_port);
}

void setAddress(sockaddr *target, const sockaddr &address)
{
    const bool isLong = address.sa_family == AF_INET6;
    std::memcpy(target, &address, isLong ? sizeof(sockaddr_in6) : sizeof(sockaddr_in));
}

bool isSame(const sockaddr &one, const sockaddr &other)
{
    if (one.sa_family != other.sa_family)
        return false;
    if (one.sa_family == AF_INET)
        return hostOf(one) == hostOf(other);
    return std::memcmp(&reinterpret_cast<const sockaddr_in6 &>(one).sin6_addr,
                       &reinterpret_cast<const sockaddr_in6 &>(other).sin6_addr, sizeof(in6_addr))
            == 0;
}

// ---- ports ----

// Ids that came with a request have the port of their listener and do not count.
bool ownsPort(const Id &id, const Id &asking)
{
    return &id != &asking && !id.hasCome && id.ps == asking.ps && isPortSet(id);
}

int conflict(const Id &id, const Id &other, const sockaddr &address, bool reuses)
{
    const sockaddr &taken = other.route.addr.src_addr;
    if (reuses && other.reusesAddress)
        return 0;
    if (id.isOneFamily && other.isOneFamily && address.sa_family != taken.sa_family)
        return 0;
    if (isAny(address) || isAny(taken))
        return EADDRNOTAVAIL;
    return isSame(address, taken) ? EADDRINUSE : 0;
}

int checkPort(const Id &id, const sockaddr &address, uint16_t port, bool reuses)
{
    for (const Id *other : allIds()) {
        if (!ownsPort(*other, id) || portOf(other->route.addr.src_addr) != port)
            continue;
        if (const int error = conflict(id, *other, address, reuses))
            return error;
    }
    return 0;
}

bool isPortTaken(const Id &id, uint16_t port)
{
    const auto &all = allIds();
    return std::any_of(all.begin(), all.end(), [&](const Id *other) {
        return ownsPort(*other, id) && portOf(other->route.addr.src_addr) == port;
    });
}

// Makes the port known to other processes. Returns 0 or an errno.
int takeName(Id &id, uint16_t port)
{
    if (!hasNet())
        return 0;
    id.portName = PortName::take(id.ps, port);
    return id.portName ? 0 : errno;
}

// Returns 0 or an errno.
int takeFreePort(Id &id, uint16_t *port)
{
    static int last = LastEphemeralPort;
    for (int i = FirstEphemeralPort; i <= LastEphemeralPort; ++i) {
        last = last == LastEphemeralPort ? FirstEphemeralPort : last + 1;
        if (isPortTaken(id, uint16_t(last)))
            continue;
        *port = uint16_t(last);
        const int error = takeName(id, *port);
        if (error != EADDRINUSE) // which says that another process has it
            return error;
    }
    return EADDRNOTAVAIL;
}

int takePort(Id &id, const sockaddr &address, uint16_t *port)
{
    if (*port == 0)
        return takeFreePort(id, port);
    const int error = checkPort(id, address, *port, id.reusesAddress);
    return error ? error : takeName(id, *port);
}

bool isLoopback(const sockaddr &address)
{
    if (address.sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6 &>(address).sin6_addr);
    const in_addr host = reinterpret_cast<const sockaddr_in &>(address).sin_addr;
    return ntohl(host.s_addr) >> IN_CLASSA_NSHIFT == IN_LOOPBACKNET;
}

bool isOfDevice(const sockaddr &address)
{
    return address.sa_family == AF_INET6 ? isLoopback(address) : isInhabited(hostOf(address));
}

int bind(Id &id, const sockaddr &address)
{
    if (id.stage != Stage::Idle)
        return EINVAL;
    if (address.sa_family != AF_INET && address.sa_family != AF_INET6)
        return address.sa_family == AF_IB ? ENODEV : EAFNOSUPPORT;
    const bool isOurs = isOfDevice(address);
    if (!isAny(address) && !isOurs)
        return EADDRNOTAVAIL;
    uint16_t port = portOf(address);
    if (port != 0 && port < FirstFreePort && geteuid() != 0)
        return EACCES;
    if (const int error = takePort(id, address, &port))
        return error;
    setAddress(&id.route.addr.src_addr, address);
    id.route.addr.src_sin.sin_port = htons(port);
    id.stage = Stage::Bound;
    if (isOurs) {
        id.verbs = managersContext();
        id.port_num = Port;
    }
    return 0;
}

int bindToAny(Id &id, sa_family_t family)
{
    sockaddr_storage any = {};
    any.ss_family = family;
    return bind(id, reinterpret_cast<const sockaddr &>(any));
}

int resolve(Id &id, const sockaddr *source, const sockaddr &target)
{
    if (id.stage == Stage::Idle) {
        const int error = source ? bind(id, *source) : bindToAny(id, target.sa_family);
        if (error)
            return error;
    }
    if (id.stage != Stage::Bound || target.sa_family != id.route.addr.src_addr.sa_family)
        return EINVAL;
    if (isLoopback(target)) // its interface is none of RDMA
        return ENODEV;
    if (hostOf(target) < 0) // there is no default route
        return ENETUNREACH;
    setAddress(&id.route.addr.dst_addr, target);
    id.stage = Stage::ResolvingAddress;
    return 0;
}

void addressResolved(Id &id)
{
    if (isAny(id.route.addr.src_addr))
        id.route.addr.src_sin.sin_addr = addressOfHost(DefaultHost);
    id.route.addr.addr.ibaddr.sgid = gidOf(id.route.addr.src_sin.sin_addr);
    id.route.addr.addr.ibaddr.dgid = gidOf(id.route.addr.dst_sin.sin_addr);
    id.verbs = managersContext();
    id.port_num = Port;
    id.stage = Stage::AddressResolved;
    tell(id, RDMA_CM_EVENT_ADDR_RESOLVED);
}

// ---- listeners ----

int listen(Id &id, int backlog)
{
    constexpr int MostBacklog = 1024;
    if (id.stage == Stage::Idle) {
        if (const int error = bindToAny(id, AF_INET))
            return error;
    }
    if (id.stage != Stage::Bound)
        return EINVAL;
    const sockaddr &address = id.route.addr.src_addr;
    if (id.reusesAddress) {
        if (const int error = checkPort(id, address, portOf(address), false))
            return error;
    }
    if (id.portName) {
        if (const int error = id.portName->listen())
            return error;
    }
    id.backlog = backlog > 0 && backlog < MostBacklog ? backlog : MostBacklog;
    id.stage = Stage::Listening;
    return 0;
}

} // namespace

bool isPortSet(const Id &id)
{
    return portOf(id.route.addr.src_addr) != 0;
}

// One for this address comes before one for all of them.
Id *findListener(const Id &client)
{
    const sockaddr &wanted = client.route.addr.dst_addr;
    Id *forAll = nullptr;
    for (Id *id : allIds()) {
        const sockaddr &address = id->route.addr.src_addr;
        if (id->stage != Stage::Listening || id->ps != client.ps
            || portOf(address) != portOf(wanted))
            continue;
        if (isSame(address, wanted))
            return id;
        const bool isFamily = address.sa_family == wanted.sa_family || !id->isOneFamily;
        if (isAny(address) && isFamily)
            forAll = id;
    }
    return forAll;
}

} // namespace NullNic

using namespace NullNic;

extern "C" {

int rdma_bind_addr(rdma_cm_id *id, sockaddr *address)
{
    const Lock lock;
    const int error = bind(idOf(id), *address);
    return error ? minusOne(error) : 0;
}

int rdma_resolve_addr(rdma_cm_id *id, sockaddr *source, sockaddr *target, int)
{
    const Lock lock;
    if (const int error = resolve(idOf(id), source, *target))
        return minusOne(error);
    addressResolved(idOf(id));
    return 0;
}

int rdma_resolve_route(rdma_cm_id *handle, int)
{
    const Lock lock;
    Id &id = idOf(handle);
    if (id.stage != Stage::AddressResolved)
        return minusOne(EINVAL);
    id.stage = Stage::RouteResolved;
    tell(id, RDMA_CM_EVENT_ROUTE_RESOLVED);
    return 0;
}

int rdma_listen(rdma_cm_id *id, int backlog)
{
    const Lock lock;
    const int error = listen(idOf(id), backlog);
    return error ? minusOne(error) : 0;
}

__be16 rdma_get_src_port(rdma_cm_id *id)
{
    return id->route.addr.src_sin.sin_port;
}

__be16 rdma_get_dst_port(rdma_cm_id *id)
{
    return id->route.addr.dst_sin.sin_port;
}

} // extern "C"
