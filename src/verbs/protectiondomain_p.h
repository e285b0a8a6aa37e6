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
// with anything else. Frees both with itself; keeps its protection domain alive.
class RegisteredMemory
{
public:
    static std::shared_ptr<RegisteredMemory> make(const ProtectionDomainPtr &domain, size_t size,
                                                  int access, RdmaError *error);
    ~RegisteredMemory();
    RegisteredMemory(const RegisteredMemory &) = delete;
    RegisteredMemory &operator=(const RegisteredMemory &) = delete;

    char *data() const { return m_data; }
    size_t size() const { return m_size; }
    ibv_mr *handle() const { return m_mr; }
    quint32 localKey() const;
    quint32 remoteKey() const;
    const ProtectionDomainPtr &domain() const { return m_domain; }

private:
    RegisteredMemory() = default;

    ProtectionDomainPtr m_domain;
    ibv_mr *m_mr = nullptr;
    char *m_data = nullptr;
    size_t m_size = 0;
};

} // namespace QtRdmaPrivate

#endif // PROTECTIONDOMAIN_P_H
