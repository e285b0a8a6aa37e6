// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMOPENING_P_H
#define STREAMOPENING_P_H

#include "streamauthentication_p.h"
#include "streamframe_p.h"
#include "streamhandshake_p.h"

#include <optional>

namespace QtRdmaPrivate {

// How one side opens a connection of this format: the two handshakes and, where there is a
// pre-shared key, the proofs of both. Bytes in, bytes out; it knows neither connection nor time.
//
//   Offering --> Proving | Agreed     accept() of a request, established() with its reply
//   Proving --> Agreed                the peer has proved, and so has this side
class Q_RDMA_AUTOTEST_EXPORT StreamOpening
{
public:
    enum class Stage : quint8 { Offering, Proving, Agreed };

    // Why a handshake does not do.
    struct Refusal
    {
        QString text; // for the error of this side, empty: it does
        RejectReason reason = RejectReason::Unknown; // for the peer

        bool isRefused() const { return !text.isEmpty(); }
    };

    enum class Proof : quint8 {
        Accepted, // what came is right, as far as it goes
        Denied,
        NotAsked // nothing was to be proved, or no more
    };

    explicit StreamOpening(const StreamHandshake &own) : m_own(own) { }

    const StreamHandshake &own() const { return m_own; }
    const StreamHandshake &peer() const { return m_peer; } // once it was accepted
    Stage stage() const { return m_stage; }
    bool isProving() const { return m_stage == Stage::Proving; }

    // Whether this request could be accepted. Nothing is remembered of it.
    Refusal examine(const QByteArray &request) const;
    // The server's side, with the key that its own handshake has promised.
    [[nodiscard]] Refusal accept(const QByteArray &request, const std::optional<QByteArray> &key);
    // The client's side.
    [[nodiscard]] Refusal established(const QByteArray &reply,
                                      const std::optional<QByteArray> &key);

    // Before the proof of the peer nothing else may come, but a reset.
    bool admits(FrameType type) const
    {
        return !isProving() || m_authentication->peerHasKey() || type == FrameType::Auth
                || type == FrameType::Reset;
    }
    Proof authReceived(const QByteArray &message);
    bool isAuthDue() const { return isProving() && m_authentication->hasMessage(); }
    QByteArray takeAuth();

private:
    void begin(StreamAuthentication::Role role, const std::optional<QByteArray> &key,
               const QByteArray &request, const QByteArray &reply);
    void settle();

    const StreamHandshake m_own;
    StreamHandshake m_peer;
    std::optional<StreamAuthentication> m_authentication; // while proving
    Stage m_stage = Stage::Offering;
};

} // namespace QtRdmaPrivate

#endif // STREAMOPENING_P_H
