// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TCPLINK_P_H
#define TCPLINK_P_H

#include "tcpopening_p.h"
#include "tcpsender_p.h"

#include "../streamlink_p.h"

#include <optional>

namespace QtRdmaPrivate {

// A stream's connection over TCP. On the wire it is the bytes themselves; with a pre-shared key
// TcpOpening has the first ones.
class TcpLink final : public StreamLink, private SocketClient
{
public:
    TcpLink(std::shared_ptr<Engine> engine, const StreamOptionsData &options);
    ~TcpLink() override;

    Rdma::StreamTransport transport() const override { return Rdma::StreamTransport::Tcp; }
    Rdma::WireFormat wireFormat() const override { return Rdma::WireFormat::QtRdma; }
    ProtectionDomainPtr domain() const override { return {}; }
    void setTypeOfService(int value) override;
    int typeOfService() const override;
    RdmaError check(const RdmaMemorySlice &slice) const override;
    RdmaError connectTo(const QHostAddress &address, quint16 port, const LocalEnd &local,
                        int timeLeft) override;
    RdmaError accept(IncomingConnection *incoming) override;

    void discardBehind(qint64 size) override;
    ReceiveQueue takeReceived() override;
    void describe(RdmaConnectionStatus *status) const override;

private:
    // SocketClient
    void socketReady(quint32 events) override;
    void threadEnded() override { leaveThread(); }
    // StreamLifetime
    bool isInitiator() const override { return m_role == StreamAuthentication::Role::Client; }
    Ends findEnds() const override;
    bool isHostAlive() const override;
    void takeArrived() override;
    void halt() override { m_connecting.cancel(); }
    void close() override;
    void keepAliveChanged() override;
    void sendPing() override { } // the kernel asks
    void touchIdlePeer() override { }
    void part() override { endSoon(); }
    // StreamLink
    bool isSending() const override;
    void read(char *data, qint64 size) override;
    quint32 maxPayload() const override { return m_sender.maxPayload(); }
    quint32 dataAllowance() const override { return std::numeric_limits<quint32>::max(); }
    void serve() override;
    void send(Extent extent) override;
    bool sendInline(const char *data, qint64 size) override;

    RdmaError begin(TcpSocket socket, StreamAuthentication::Role role);
    void markPackets(const TcpSocket &socket) const;
    void connected();
    void established(Rdma::StreamTransports offered);
    void timedOut();
    void failed(const RdmaError &error);

    // receiving
    bool mayReceive() const;
    void receive();
    bool receivePart();
    void arrived(std::unique_ptr<char[]> *bytes, qint64 count);
    qint64 takeOpening(const char *data, qint64 size);
    void peersEnd();

    bool mayGoOn() const { return !m_outgoing.isDrained() && m_sender.mayBegin(); }
    void sendEnd();

    TcpSocket m_socket;
    TcpSender m_sender;
    std::optional<TcpOpening> m_opening; // while the proofs are under way
    Deadline m_connecting;
    quint64 m_acknowledged = 0; // bytes, when somebody looked last
    StreamAuthentication::Role m_role = StreamAuthentication::Role::Client;
    std::shared_ptr<void> m_ticket; // of a server that counts its connections
    bool m_isReadable = false; // it may have bytes, or the peer's end
    bool m_isReset = false; // at the end: something is missing, or was never wanted
    bool m_isEnding = false; // the peer's end, or an error, is behind the bytes that it may have
};

} // namespace QtRdmaPrivate

#endif // TCPLINK_P_H
