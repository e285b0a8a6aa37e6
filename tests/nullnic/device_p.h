// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICE_P_H
#define DEVICE_P_H

#include "../faults/refusals_p.h"

#include <infiniband/verbs.h>

#include <condition_variable>
#include <mutex>

#include <netinet/in.h>

namespace NullNic {

// One lock for everything behind the interface. Functions of this library that are not called by
// the program itself need it to be held.
std::mutex &deviceMutex();

class Lock : public std::unique_lock<std::mutex>
{
public:
    Lock() : std::unique_lock<std::mutex>(deviceMutex()) { }
};

// Objects that have given events to the program are destroyed when it has acknowledged these.
std::condition_variable &acknowledged();

// The one that the connection manager has open for the life of the process. Each
// ibv_open_device() makes another one.
ibv_context *managersContext();

uint32_t nextHandle();

// ---- addresses ----

constexpr int Port = 1;
constexpr int Vectors = 4; // of completion queues
constexpr int HostsOfNet = 256;

// The address 192.0.2.HOST; all of them but the first and the last one are the device's own.
in_addr addressOfHost(int host);
// HOST of an address in 192.0.2.0/24; -1: of another one.
int hostOf(in_addr address);
bool isInhabited(int host);
ibv_gid gidOf(in_addr address);
// HOST of a GID, as hostOf().
int hostOf(const ibv_gid &gid);
bool isMulticast(const ibv_gid &gid);
// The device has ::1 of the loopback interface, too, with the last index: so programs find an
// interface of its port. Nobody can connect there.
constexpr uint32_t LoopbackIndex = HostsOfNet - 1;
constexpr uint32_t LoopbackInterface = 1;
// The GID with this index; an index without one gives false.
bool gidAt(uint32_t index, ibv_gid *gid);

// The errno with which a device refuses the path; 0: it takes it.
int checkPath(const ibv_ah_attr &path);

// ---- limits ----

extern const ibv_device_attr DeviceLimits;
constexpr uint32_t MostInline = 512;
constexpr uint32_t LongestMessage = 0x800000;
constexpr uint32_t LongestDatagram = 4096;

} // namespace NullNic

#endif // DEVICE_P_H
