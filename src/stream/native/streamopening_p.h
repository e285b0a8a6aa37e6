// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMOPENING_P_H
#define STREAMOPENING_P_H

#include "streamauthentication_p.h"
#include "streamframe_p.h"
#include "streamhandshake_p.h"

#include <optional>

namespace QtRdmaPrivate {

// Opens a connection of this format for one side: the two handshakes and, if there is a pre-shared
// key, the proofs of both sides. Without a key a client that may come another way proves to the
// server that it goes on with this connection. Bytes go in, bytes come out; it knows neither the
// connection nor the time.
//
//   Offering --> Proving | Agreed     accept() of a request, established() with its reply
//   Proving --> Agreed                the peer has proved, and so has this side
class Q_RDMA_AUTOTEST_EXPORT StreamOpening
{
public:
    enum class Stage : quint8 { Offering, Proving, Agreed };

    // Why a handshake is refused.
    struct Refusal
    {
        QString text; // for the error of this side; empty: it is not refused
        RejectReason reason = RejectReason::Unknown; // for the peer

        bool isRefused() const { return !text.isEmpty(); }
    };

    enum class Proof : quint8 {
        Accepted, // the message is right, as far as it goes
        Denied,
        NotAsked // there was nothing to prove, or not any more
    };

    explicit StreamOpening(const StreamHandshake &own) : m_own(own) { }

    const StreamHandshake &own() const { return m_own; }
    const StreamHandshake &peer() const { return m_peer; } // after it was accepted
    Stage stage() const { return m_stage; }
    bool isProving() const { return m_stage == Stage::Proving; }

    // Whether this request could be accepted. The request is not remembered.
    Refusal examine(const QByteArray &request) const;
    // The server's side; 'key' is the one that its own handshake promises.
    [[nodiscard]] Refusal accept(const QByteArray &request, const std::optional<QByteArray> &key);
    // The client's side.
    [[nodiscard]] Refusal established(const QByteArray &reply,
                                      const std::optional<QByteArray> &key);

    // Before the proof of the peer nothing may come except the proof and a reset.
    bool admits(FrameType type) const
    {
        return !isProving() || peerHasKey() || type == FrameType::Reset
                || type == (m_authentication ? FrameType::Auth : FrameType::Ping);
    }
    Proof authReceived(const QByteArray &message);
    bool isAuthDue() const { return m_authentication && m_authentication->hasMessage(); }
    QByteArray takeAuth();
    // A client's ping, where there is no key, says that it goes on with this connection.
    bool isConfirmationDue() const;
    // Returns whether the ping was the proof.
    bool pingReceived();

private:
    void begin(StreamAuthentication::Role role, const std::optional<QByteArray> &key,
               const QByteArray &request, const QByteArray &reply);
    bool peerHasKey() const { return m_authentication && m_authentication->peerHasKey(); }
    void settle();

    StreamHandshake m_own;
    StreamHandshake m_peer;
    std::optional<StreamAuthentication> m_authentication; // while the keys are proved
    Stage m_stage = Stage::Offering;
};

} // namespace QtRdmaPrivate

#endif // STREAMOPENING_P_H
