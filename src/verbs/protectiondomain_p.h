// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROTECTIONDOMAIN_P_H
#define PROTECTIONDOMAIN_P_H

#include <QtRdma/rdmaerror.h>

#include <memory>

struct ibv_context;
struct ibv_mr;
struct ibv_pd;

namespace QtRdmaPrivate {

using ProtectionDomainPtr = std::shared_ptr<ibv_pd>;

// Null and *error on failure.
ProtectionDomainPtr makeProtectionDomain(ibv_context *context, RdmaError *error);

// Page-aligned, page-sized, zeroed memory and its registration, so that a fork() of the program can share no page
// with anything else; or a program's own memory. Ends the registration with itself; keeps its protection domain alive.
class RegisteredMemory
{
public:
    static std::shared_ptr<RegisteredMemory> make(const ProtectionDomainPtr &domain, size_t size,
                                                  int access, RdmaError *error);
    // Somebody else's memory: 'owner' is let go when the registration has ended.
    static std::shared_ptr<RegisteredMemory> borrow(const ProtectionDomainPtr &domain, void *data,
                                                    size_t size, int access,
                                                    std::shared_ptr<void> owner, RdmaError *error);
    ~RegisteredMemory();
    RegisteredMemory(const RegisteredMemory &) = delete;
    RegisteredMemory &operator=(const RegisteredMemory &) = delete;

    char *data() const { return m_data; }
    size_t size() const { return m_size; }
    int access() const { return m_access; }
    ibv_mr *handle() const { return m_mr; }
    quint32 localKey() const;
    quint32 remoteKey() const;
    const ProtectionDomainPtr &domain() const { return m_domain; }

private:
    RegisteredMemory() = default;

    void registerMemory(int access, RdmaError *error);

    ProtectionDomainPtr m_domain;
    std::shared_ptr<void> m_owner;
    ibv_mr *m_mr = nullptr;
    char *m_data = nullptr;
    size_t m_size = 0;
    int m_access = 0;
    bool m_mapped = false;
};

} // namespace QtRdmaPrivate

#endif // PROTECTIONDOMAIN_P_H
