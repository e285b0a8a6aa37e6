// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "memorywindow_p.h"

#include "forkedchild_p.h"
#include "../base/logging_p.h"
#include "verbscall_p.h"

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

std::shared_ptr<MemoryWindow> MemoryWindow::make(const ProtectionDomainPtr &domain, int type,
                                                 RdmaError *error)
{
    std::shared_ptr<MemoryWindow> window(new MemoryWindow);
    window->m_domain = domain;
    window->m_type = type;
    errno = 0;
    window->m_window = ibv_alloc_mw(domain.get(), ibv_mw_type(type));
    if (window->m_window)
        return window;
    *error = callError("ibv_alloc_mw", pointerResult(nullptr));
    return {};
}

MemoryWindow::~MemoryWindow()
{
    if (!m_window)
        return;
    const int failure = isForkedChild() ? 0 : verbsResult(ibv_dealloc_mw(m_window));
    if (failure != 0)
        qCWarning(lcRdmaMemory) << callError("ibv_dealloc_mw", failure);
}

quint32 MemoryWindow::remoteKey() const
{
    return m_window->rkey;
}

quint32 MemoryWindow::nextKey() const
{
    return ibv_inc_rkey(m_window->rkey);
}

void MemoryWindow::setBound(std::shared_ptr<RegisteredMemory> memory, quint64 address,
                            quint64 length, quint32 key)
{
    m_memory = std::move(memory);
    m_address = address;
    m_length = length;
    m_window->rkey = key;
}

void MemoryWindow::setUnbound()
{
    m_length = 0;
    m_memory.reset();
}

} // namespace QtRdmaPrivate
