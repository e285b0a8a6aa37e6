// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPOPENING_P_H
#define TCPOPENING_P_H

#include "../native/streamauthentication_p.h"

#include <QtRdma/rdma.h>

#include <QtCore/qstring.h>

#include <optional>

namespace QtRdmaPrivate {

// One side says this of itself before the proofs: the first bytes of a TCP connection with a
// pre-shared key.
struct Q_RDMA_AUTOTEST_EXPORT TcpHello
{
    static constexpr int Size = 16;
    static constexpr quint8 Version = 1;

    StreamAuthentication::Role role = StreamAuthentication::Role::Client;
    Rdma::TransportPolicy policy = Rdma::TransportPolicy::TcpOnly; // of a client
    Rdma::StreamTransports transports = Rdma::StreamTransport::Tcp; // that the side offers

    QByteArray toBytes() const;
    // Returns an empty string, or what is wrong with it.
    static QString check(const QByteArray &bytes, StreamAuthentication::Role role);
};

// Opens a TCP connection for one side that has a pre-shared key: both say what they offer, and
// prove that they have the key. The proofs cover what was said, so a middle-man who changes it ends
// the connection. Bytes go in, bytes come out; it knows neither the connection nor the time.
class Q_RDMA_AUTOTEST_EXPORT TcpOpening
{
public:
    TcpOpening(const TcpHello &own, const QByteArray &key);

    enum class State : quint8 { Proving, Proved, Denied };
    State state() const { return m_state; }
    // Why it is denied.
    QString failure() const { return m_failure; }

    // Bytes of the peer, in order. Returns how many of them it has taken: those behind them are
    // the stream's.
    qint64 received(const char *data, qint64 size);
    QByteArray takeMessage() { return std::exchange(m_message, {}); } // to be sent

private:
    qsizetype wanted() const;
    void helloReceived();
    void proofReceived();
    void deny(const QString &text);

    const TcpHello m_own;
    QByteArray m_key; // until the peer's hello
    std::optional<StreamAuthentication> m_authentication; // after it
    QByteArray m_part; // of the next message, as far as it has come
    QByteArray m_message;
    QString m_failure;
    int m_messages = 0; // that were complete
    State m_state = State::Proving;
};

} // namespace QtRdmaPrivate

#endif // TCPOPENING_P_H
