// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "addresshandle_p.h"

#include "../verbs/forkedchild_p.h"
#include "../base/logging_p.h"
#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <cerrno>
#include <utility>

namespace QtRdmaPrivate {

namespace {

std::shared_ptr<ibv_ah> createHandle(const ProtectionDomainPtr &domain, ibv_ah_attr path,
                                     int *failure)
{
    errno = 0;
    ibv_ah *handle = ibv_create_ah(domain.get(), &path);
    *failure = handle ? 0 : pointerResult(handle);
    if (!handle)
        return {};
    return std::shared_ptr<ibv_ah>(handle, [domain](ibv_ah *ah) {
        if (isForkedChild())
            return;
        if (const int refused = verbsResult(ibv_destroy_ah(ah)))
            qCWarning(lcRdmaQueuePair) << callError("ibv_destroy_ah", refused);
    });
}

} // namespace

RdmaError pathError(const char *call, int failure, const ibv_ah_attr &path)
{
    // The kernel says EINVAL also for addresses of two families. The other causes of EINVAL were
    // checked before.
    const bool route = failure == ETIMEDOUT || failure == ENETUNREACH || failure == ENODEV
            || failure == EHOSTUNREACH || failure == EINVAL;
    RdmaError error = callError(call, failure);
    if (!route)
        return error;
    const ibv_gid &gid = path.grh.dgid;
    const QByteArray bytes(reinterpret_cast<const char *>(gid.raw), sizeof(gid.raw));
    return RdmaError(error.category(), error.call(), failure, error.text(),
                     Words::tr("The device found no way from its GID %1 to the GID %2: is the "
                               "interface of the "
                               "first one up, in this network namespace, and in the network of the "
                               "other, and is "
                               "the other one there?")
                             .arg(path.grh.sgid_index)
                             .arg(QString::fromLatin1(bytes.toHex(':'))),
                     error.socketError());
}

std::shared_ptr<ibv_ah> makeAddressHandle(const ProtectionDomainPtr &domain,
                                          const ibv_ah_attr &path, RdmaError *error)
{
    int failure = 0;
    auto handle = createHandle(domain, path, &failure);
    if (!handle)
        *error = pathError("ibv_create_ah", failure, path);
    return handle;
}

std::shared_ptr<AddressCall> AddressCall::start(Engine *engine, const ProtectionDomainPtr &domain,
                                                const ibv_ah_attr &path, quint32 token,
                                                RdmaError *error)
{
    auto call = std::make_shared<AddressCall>();
    call->m_domain = domain;
    call->m_path = path;
    call->m_inbox = engine->asyncInbox();
    call->m_token = token;
    const auto run = [wanted = std::weak_ptr(call)] {
        if (const auto held = wanted.lock())
            held->run();
    };
    if (const int failure = engine->resolvers()->run(run)) {
        *error = callError("pthread_create", failure);
        return {};
    }
    return call;
}

// Only makes the call: the texts of errors are made in the thread that shows them.
void AddressCall::run()
{
    int failure = 0;
    auto handle = createHandle(m_domain, m_path, &failure);
    {
        const std::lock_guard lock(m_mutex);
        m_handle = std::move(handle);
        m_failure = failure;
        m_returned = true;
    }
    m_inbox->put({ AsyncEvent::CallReturned, nullptr, m_token });
}

bool AddressCall::hasReturned() const
{
    const std::lock_guard lock(m_mutex);
    return m_returned;
}

std::shared_ptr<ibv_ah> AddressCall::take(RdmaError *error)
{
    const std::lock_guard lock(m_mutex);
    if (m_failure != 0)
        *error = pathError("ibv_create_ah", m_failure, m_path);
    return std::move(m_handle);
}

} // namespace QtRdmaPrivate
