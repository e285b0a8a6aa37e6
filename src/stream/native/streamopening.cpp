// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamopening_p.h"

#include "../../base/translate_p.h"

namespace QtRdmaPrivate {

namespace {

StreamOpening::Refusal examined(const QByteArray &request, const StreamHandshake &own,
                                StreamHandshake *peer)
{
    StreamOpening::Refusal refusal;
    refusal.text = parseHandshake(request, peer, &refusal.reason);
    if (!refusal.isRefused() && (peer->features ^ own.features) & StreamHandshake::Authentication) {
        refusal = { Words::tr("one side has a pre-shared key, the other has none"),
                    RejectReason::Authentication };
    }
    return refusal;
}

} // namespace

StreamOpening::Refusal StreamOpening::examine(const QByteArray &request) const
{
    StreamHandshake peer;
    return examined(request, m_own, &peer);
}

StreamOpening::Refusal StreamOpening::accept(const QByteArray &request,
                                             const std::optional<QByteArray> &key)
{
    Refusal refusal = examined(request, m_own, &m_peer);
    m_own.features |= m_peer.features & StreamHandshake::Confirmation;
    if (!refusal.isRefused())
        begin(StreamAuthentication::Role::Server, key, request, m_own.toPrivateData());
    return refusal;
}

StreamOpening::Refusal StreamOpening::established(const QByteArray &reply,
                                                  const std::optional<QByteArray> &key)
{
    Refusal refusal;
    refusal.text = parseReply(reply, m_own, &m_peer, &refusal.reason);
    if (!refusal.isRefused()
        && (m_peer.features ^ m_own.features) & StreamHandshake::Authentication)
        refusal = { Words::tr("the peer has no pre-shared key"), RejectReason::Authentication };
    if (!refusal.isRefused())
        begin(StreamAuthentication::Role::Client, key, m_own.toPrivateData(), reply);
    return refusal;
}

// The connection manager pads the handshakes with zeros.
void StreamOpening::begin(StreamAuthentication::Role role, const std::optional<QByteArray> &key,
                          const QByteArray &request, const QByteArray &reply)
{
    Q_ASSERT(key.has_value() == bool(m_own.features & StreamHandshake::Authentication));
    const bool waits = role == StreamAuthentication::Role::Server
            && m_own.features & StreamHandshake::Confirmation;
    m_stage = key || waits ? Stage::Proving : Stage::Agreed;
    if (key) {
        m_authentication.emplace(role, *key, request.first(StreamHandshake::Size),
                                 reply.first(StreamHandshake::Size));
    }
}

StreamOpening::Proof StreamOpening::authReceived(const QByteArray &message)
{
    if (!m_authentication)
        return Proof::NotAsked;
    if (!m_authentication->received(message))
        return Proof::Denied;
    settle();
    return Proof::Accepted;
}

QByteArray StreamOpening::takeAuth()
{
    QByteArray message = m_authentication->takeMessage();
    settle();
    return message;
}

bool StreamOpening::isConfirmationDue() const
{
    return m_peer.features & StreamHandshake::Confirmation
            && !(m_own.features & StreamHandshake::Authentication);
}

bool StreamOpening::pingReceived()
{
    if (!isProving() || m_authentication)
        return false;
    m_stage = Stage::Agreed;
    return true;
}

// Drops the key as soon as it is not needed any more.
void StreamOpening::settle()
{
    if (!m_authentication->peerHasKey() || m_authentication->hasMessage())
        return;
    m_authentication.reset();
    m_stage = Stage::Agreed;
}

} // namespace QtRdmaPrivate
