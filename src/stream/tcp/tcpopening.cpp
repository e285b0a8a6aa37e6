// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "tcpopening_p.h"

#include "../../base/translate_p.h"

#include <QtCore/qendian.h>

#include <algorithm>

namespace QtRdmaPrivate {

namespace {

using Role = StreamAuthentication::Role;

constexpr quint64 HelloMagic = 0x5174'5264'6d61'5431; // "QtRdmaT1"

Role other(Role role)
{
    return role == Role::Client ? Role::Server : Role::Client;
}

} // namespace

QByteArray TcpHello::toBytes() const
{
    QByteArray bytes(Size, '\0');
    qToBigEndian(HelloMagic, bytes.data());
    bytes[8] = char(Version);
    bytes[9] = char(role);
    bytes[10] = role == Role::Client ? char(policy) : '\0';
    bytes[11] = char(transports.toInt());
    return bytes;
}

QString TcpHello::check(const QByteArray &bytes, Role role)
{
    if (qFromBigEndian<quint64>(bytes.constData()) != HelloMagic)
        return Words::tr("it does not begin with the proof of a pre-shared key");
    if (quint8(bytes[8]) != Version)
        return Words::tr("it speaks version %1 of the proof, this side speaks %2")
                .arg(quint8(bytes[8]))
                .arg(Version);
    if (bytes[9] != char(role))
        return Words::tr("it speaks for the wrong side");
    const auto policy = Rdma::TransportPolicy(bytes[10]);
    const bool mayUseTcp = policy == Rdma::TransportPolicy::PreferRdma
            || policy == Rdma::TransportPolicy::TcpOnly || role == Role::Server;
    if (!mayUseTcp || !(quint8(bytes[11]) & quint8(Rdma::StreamTransport::Tcp)))
        return Words::tr("it does not offer TCP");
    return {};
}

TcpOpening::TcpOpening(const TcpHello &own, const QByteArray &key) : m_own(own), m_key(key)
{
    if (own.role == Role::Client)
        m_message = own.toBytes();
}

// The sizes of all messages are fixed: a hello, then the three of StreamAuthentication in turn.
qsizetype TcpOpening::wanted() const
{
    constexpr qsizetype challengeSize = 32;
    constexpr qsizetype proofSize = 32;
    if (m_messages == 0)
        return TcpHello::Size;
    if (m_own.role == Role::Client)
        return challengeSize + proofSize;
    return m_messages == 1 ? challengeSize : proofSize;
}

qint64 TcpOpening::received(const char *data, qint64 size)
{
    qint64 taken = 0;
    while (m_state == State::Proving && taken < size) {
        const qint64 count = std::min<qint64>(size - taken, wanted() - m_part.size());
        m_part.append(data + taken, count);
        taken += count;
        if (m_part.size() < wanted())
            break;
        if (m_messages == 0)
            helloReceived();
        else
            proofReceived();
        m_part.clear();
        ++m_messages;
    }
    return taken;
}

void TcpOpening::helloReceived()
{
    if (const QString wrong = TcpHello::check(m_part, other(m_own.role)); !wrong.isEmpty())
        return deny(wrong);
    const QByteArray own = m_own.toBytes();
    const bool isClient = m_own.role == Role::Client;
    if (!isClient)
        m_message = own; // not before: a stranger learns nothing
    m_authentication.emplace(m_own.role, std::exchange(m_key, {}), isClient ? own : m_part,
                             isClient ? m_part : own);
    m_message += m_authentication->takeMessage();
}

void TcpOpening::proofReceived()
{
    if (!m_authentication->received(m_part))
        return deny(Words::tr(
                "it does not have the same pre-shared key, or something between has changed "
                "what one side offers"));
    m_message += m_authentication->takeMessage();
    if (m_authentication->peerHasKey()) {
        m_authentication.reset();
        m_state = State::Proved;
    }
}

void TcpOpening::deny(const QString &text)
{
    m_failure = text;
    m_authentication.reset();
    m_key.clear();
    m_state = State::Denied;
}

} // namespace QtRdmaPrivate
