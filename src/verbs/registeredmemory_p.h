// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REGISTEREDMEMORY_P_H
#define REGISTEREDMEMORY_P_H

#include "protectiondomain_p.h"

struct ibv_dm;
struct ibv_mr;

namespace QtRdmaPrivate {

// Memory and its registration: either page-aligned, zeroed memory of whole pages, which shares no
// page with anything else in a fork() of the program, or a program's own memory. The destructor
// ends the registration. Keeps its protection domain alive.
class RegisteredMemory
{
public:
    // For receives and for the answers to reads and atomics: memory that no peer has a key of, and
    // that is looked at when the device has told of it by a completion. The device writes the
    // completion after the data, in whatever order it has written these. Memory that a peer writes
    // to and that is looked at without a completion needs its own rights.
    static const int SlotAccess;

    // Without a domain the memory is the same, for no device, and is not registered.
    static std::shared_ptr<RegisteredMemory> make(const ProtectionDomainPtr &domain, size_t size,
                                                  int access, RdmaError *error);
    // Memory of somebody else: 'owner' is let go when the registration has ended.
    static std::shared_ptr<RegisteredMemory> borrow(const ProtectionDomainPtr &domain, void *data,
                                                    size_t size, int access,
                                                    std::shared_ptr<void> owner, RdmaError *error);
    // Memory of the device, and memory shared by dma-buf. Their addresses begin at 0, and the
    // program sees neither.
    static std::shared_ptr<RegisteredMemory> onDevice(const ProtectionDomainPtr &domain,
                                                      size_t size, int access, RdmaError *error);
    static std::shared_ptr<RegisteredMemory> dmaBuf(const ProtectionDomainPtr &domain, int fd,
                                                    quint64 offset, size_t size, int access,
                                                    RdmaError *error);
    ~RegisteredMemory();
    RegisteredMemory(const RegisteredMemory &) = delete;
    RegisteredMemory &operator=(const RegisteredMemory &) = delete;

    char *data() const { return m_data; }
    quint64 deviceAddress() const { return m_deviceAddress; } // of its first byte, for the device
    size_t size() const { return m_size; }
    int access() const { return m_access; } // without what the device has refused
    ibv_mr *handle() const { return m_mr; }
    quint32 localKey() const;
    quint32 remoteKey() const;
    const ProtectionDomainPtr &domain() const { return m_domain; }

private:
    RegisteredMemory() = default;

    template <typename Register>
    bool registerBy(const Register &call);
    void registerMemory(int access, RdmaError *error);

    ProtectionDomainPtr m_domain;
    std::shared_ptr<void> m_owner;
    ibv_mr *m_mr = nullptr;
    ibv_dm *m_deviceMemory = nullptr;
    char *m_data = nullptr;
    quint64 m_deviceAddress = 0;
    size_t m_size = 0;
    int m_access = 0;
    size_t m_locked = 0; // number of bytes that count for the limit
    bool m_mapped = false;
};

} // namespace QtRdmaPrivate

#endif // REGISTEREDMEMORY_P_H
