// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMAUTHENTICATION_P_H
#define STREAMAUTHENTICATION_P_H

#include "../../base/rdmaglobal_p.h"

#include <QtCore/qbytearray.h>

#include <utility>

namespace QtRdmaPrivate {

// Lets both sides of a connection find out that the other has the same key, without sending it. It
// takes three messages; doc/wire-format.md has their contents. Each side draws a challenge, so that
// nothing that was sent before is a proof.
class Q_RDMA_AUTOTEST_EXPORT StreamAuthentication
{
public:
    enum class Role { Client, Server };

    // The handshakes are those that were on the wire: an attacker who changes one of them on its
    // way changes the proof.
    StreamAuthentication(Role role, const QByteArray &key, const QByteArray &request,
                         const QByteArray &reply);

    bool hasMessage() const { return !m_message.isEmpty(); }
    QByteArray takeMessage() { return std::exchange(m_message, {}); }
    // Returns false if somebody with the key would not send this.
    [[nodiscard]] bool received(const QByteArray &message);
    bool peerHasKey() const { return m_peerHasKey; }

private:
    QByteArray proof(Role role) const;

    Role m_role;
    QByteArray m_key;
    QByteArray m_handshakes;
    QByteArray m_clientChallenge;
    QByteArray m_serverChallenge;
    QByteArray m_message; // to be sent
    bool m_peerHasKey = false;
};

} // namespace QtRdmaPrivate

#endif // STREAMAUTHENTICATION_P_H
