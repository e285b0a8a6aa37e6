// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "devicecontext_p.h"

#include "cmid_p.h"
#include "forkedchild_p.h"
#include "provider_p.h"
#include "verbscall_p.h"

#include "../base/logging_p.h"

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <mutex>
#include <unordered_map>

namespace QtRdmaPrivate {

namespace {

// Holds one id of the connection manager for each context that is in use, bound to an address of
// the device. librdmacm closes the context of a device that has gone, whatever was made on it,
// unless an id is bound to it.
class Holds
{
public:
    ContextPtr hold(ibv_context *context)
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<CmId> id = m_ids[context].lock();
        if (!id) {
            RdmaError error;
            if (!m_channel || refusesCommands(m_channel->fd))
                m_channel = makeCmChannel(&error);
            CmId bound = m_channel ? CmId::makeBound(m_channel, 0, context, &error) : CmId();
            if (!bound) {
                qCDebug(lcRdmaDevice) << "the device is not held:" << error;
                return {};
            }
            id = std::make_shared<CmId>(std::move(bound));
            m_ids[context] = id;
        }
        return ContextPtr(std::move(id), context);
    }

private:
    std::mutex m_mutex;
    CmChannelPtr m_channel; // never read: its events are destroyed with the ids
    std::unordered_map<const ibv_context *, std::weak_ptr<CmId>> m_ids;
};

// Never destroyed, because objects that hold a context may outlive the static objects of the
// program.
Holds &holds()
{
    static auto *instance = new Holds;
    return *instance;
}

// The contexts that librdmacm has open. Each context that is found shares the list, which keeps
// them open.
struct ConnectionContexts
{
    template <typename Matches>
    ContextPtr find(const Matches &matches) const
    {
        for (int i = 0; list && i < count; ++i) {
            if (matches(list.get()[i]))
                return ContextPtr(list, list.get()[i]);
        }
        return {};
    }

    int count = 0;
    const std::shared_ptr<ibv_context *> list{ rdma_get_devices(&count),
                                               [](ibv_context **contexts) {
                                                   if (contexts)
                                                       rdma_free_devices(contexts);
                                               } };
};

} // namespace

ContextPtr connectionContext(const QString &name)
{
    if (isForkedChild())
        return {};
    markUse();
    const ConnectionContexts contexts;
    if (!contexts.list)
        return openDevice(name); // the kernel has no connection manager
    return contexts.find(
            [&name](const ibv_context *context) { return deviceName(context->device) == name; });
}

ContextPtr holdContext(ibv_context *context)
{
    if (ContextPtr held = holds().hold(context))
        return held;
    // The device has no address. The list of librdmacm opens all devices, which keeps software
    // devices from being removed.
    RdmaError unknown;
    if (Provider::query(context, &unknown).isSoftware())
        return ContextPtr(ContextPtr(), context);
    return ConnectionContexts().find([=](const ibv_context *other) { return other == context; });
}

} // namespace QtRdmaPrivate
