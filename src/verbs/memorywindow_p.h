// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MEMORYWINDOW_P_H
#define MEMORYWINDOW_P_H

#include "registeredmemory_p.h"

struct ibv_mw;

namespace QtRdmaPrivate {

// A memory window and the slice it is bound to. The region stays registered while a window shows
// part of it.
class MemoryWindow
{
public:
    static std::shared_ptr<MemoryWindow> make(const ProtectionDomainPtr &domain, int type,
                                              RdmaError *error);
    ~MemoryWindow();
    MemoryWindow(const MemoryWindow &) = delete;
    MemoryWindow &operator=(const MemoryWindow &) = delete;

    ibv_mw *handle() const { return m_window; }
    int type() const { return m_type; }
    quint32 remoteKey() const;
    quint32 nextKey() const; // that the next binding of a type 2 window will have
    const ProtectionDomainPtr &domain() const { return m_domain; }

    void setBound(std::shared_ptr<RegisteredMemory> memory, quint64 address, quint64 length,
                  quint32 key);
    void setUnbound();
    bool isBound() const { return m_length > 0; }
    quint64 address() const { return m_address; }
    quint64 length() const { return m_length; }

private:
    MemoryWindow() = default;

    ProtectionDomainPtr m_domain;
    std::shared_ptr<RegisteredMemory> m_memory;
    ibv_mw *m_window = nullptr;
    int m_type = 0;
    quint64 m_address = 0;
    quint64 m_length = 0;
};

} // namespace QtRdmaPrivate

#endif // MEMORYWINDOW_P_H
