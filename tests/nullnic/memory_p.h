// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MEMORY_P_H
#define MEMORY_P_H

#include <infiniband/verbs.h>

namespace NullNic {

struct QueuePair;

struct ProtectionDomain : ibv_pd
{
    int users = 0; // what was made in it
};

struct Region : ibv_mr
{
    uint64_t start = 0; // the address by which the device knows its first byte
    unsigned access = 0;
    int windows = 0; // that are bound to it
};

struct Window : ibv_mw
{
    uint32_t key = 0; // the one of the last binding; ibv_mw::rkey is the program's
    Region *region = nullptr; // null: not bound
    const QueuePair *owner = nullptr; // of type 2
    uint64_t start = 0; // the address by which the peer knows its first byte
    char *bytes = nullptr;
    uint64_t length = 0;
    unsigned access = 0;
};

inline ProtectionDomain &domainOf(ibv_pd *domain)
{
    return *static_cast<ProtectionDomain *>(domain);
}

// The bytes that a key opens; null if there is no such key, or if it does not open all of them for
// this access. A local key is the domain's, a remote one may be the queue pair's.
bool isLocalKey(const ibv_pd *domain, uint32_t key);
char *localBytes(const ibv_pd *domain, uint32_t key, uint64_t address, uint64_t length,
                 unsigned access);
char *remoteBytes(const QueuePair &queuePair, uint32_t key, uint64_t address, uint64_t length,
                  unsigned access);

// Returns whether the window could be bound as the request wants it.
bool bind(const QueuePair &queuePair, Window *window, uint32_t key, const ibv_mw_bind_info &what);
// Returns whether there was a window of type 2 with this key, which is bound no more.
bool invalidate(const QueuePair &queuePair, uint32_t key);
// What this queue pair has bound.
void invalidateAll(const QueuePair &queuePair);

// Operations of the context.
ibv_mw *allocateWindow(ibv_pd *domain, ibv_mw_type type);
int freeWindow(ibv_mw *window);

} // namespace NullNic

#endif // MEMORY_P_H
