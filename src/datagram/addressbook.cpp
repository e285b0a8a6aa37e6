// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "addressbook_p.h"

#include "../work/postedwork_p.h"

#include "../base/translate_p.h"
#include "../verbs/verbscall_p.h"

#include <utility>

namespace QtRdmaPrivate {

AddressBook::AddressBook(BareQueuePair *queuePair, Resolved resolved)
    : m_queuePair(queuePair)
    , m_engine(queuePair->engine())
    , m_resolved(std::move(resolved))
    , m_token(m_engine->enter(this))
{
}

AddressBook::~AddressBook()
{
    m_engine->retire(m_token);
}

QByteArray AddressBook::keyOf(const RdmaEndpoint &receiver)
{
    return receiver.gid() + char(receiver.lid() >> 8) + char(receiver.lid() & 0xff);
}

std::shared_ptr<ibv_ah> AddressBook::find(const QByteArray &key) const
{
    const auto *handle = m_known.object(key);
    return handle ? *handle : nullptr;
}

RdmaError AddressBook::resolve(const QByteArray &key, const RdmaEndpoint &receiver)
{
    if (m_calls.contains(key))
        return {};
    if (const Failure *failure = m_failed.object(key); failure && !failure->end.hasExpired())
        return failure->error;
    if (m_calls.size() >= MostCalls)
        return noRoomError(Words::tr("%1 receivers are being looked for already").arg(MostCalls));
    m_failed.remove(key);
    RdmaError error;
    if (const auto call = m_queuePair->lookFor(receiver, m_token, &error))
        m_calls.insert(key, call);
    return error;
}

void AddressBook::asyncEvent(const AsyncEvent &event)
{
    if (event.type != AsyncEvent::CallReturned)
        return;
    const QList<QByteArray> keys = m_calls.keys(); // several calls may have one event
    for (const QByteArray &key : keys) {
        if (m_calls.value(key)->hasReturned())
            returned(key);
    }
}

void AddressBook::returned(const QByteArray &key)
{
    RdmaError error;
    const auto handle = m_calls.take(key)->take(&error);
    if (handle)
        m_known.insert(key, new std::shared_ptr<ibv_ah>(handle));
    else
        m_failed.insert(key, new Failure{ error, QDeadlineTimer(FailureTime) });
    m_resolved(key, handle, error);
}

} // namespace QtRdmaPrivate
