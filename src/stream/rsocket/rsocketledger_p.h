// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RSOCKETLEDGER_P_H
#define RSOCKETLEDGER_P_H

#include "rsocketmessage_p.h"

#include <deque>

namespace QtRdmaPrivate {

// How many messages of rsockets each side may send, and where it may write. There are two accounts
// in each direction: messages, by an absolute limit of 16 bits, and bytes, by grants that are
// filled one after the other. The ledger knows neither memory nor connection.
//
// Each time there is something to do:
//     received() for every message that has arrived; place() tells before where its data is;
//     consumed() for bytes that were read; takeFinished() returns how many grants are done;
//     post receives again, granting() while canGrant() and there is memory, each with an update();
//     send data while canSendData();
//     send an update() alone if updateDue() still holds.
class Q_RDMA_AUTOTEST_EXPORT RsocketLedger
{
public:
    // Sockets of rsockets post one receive for each credit that they give, and none for other
    // messages. So this much credit is left unused, for grants and for what ends the connection.
    static constexpr quint32 CreditsKept = 4;
    // How many messages in a row may change nothing.
    static constexpr int MostIdle = 1024;

    struct Setup
    {
        quint16 ownCredits = 0; // data messages that our receives cover
        quint32 ownEntries = 0; // of our target list
        quint32 ownFirstGrant = 0; // bytes
        quint16 peerCredits = 0;
        quint32 peerEntries = 0;
        RsocketGrant peerFirstGrant;
        quint16 firstSerial = 0; // start of all counters; tests start near the wrap
    };
    explicit RsocketLedger(const Setup &setup);

    // Sending.
    bool canSendData() const { return allowance() > m_creditsKept && maxPayload() > 0; }
    quint32 allowance() const { return quint16(m_peerLimit - m_sent); } // messages
    quint32 maxPayload() const; // of the next message; 0: there is no grant
    // Counts the message and returns where its bytes go.
    RsocketGrant sending(quint32 length);

    // Receiving.
    // The entry of our list where the peer writes its next grant.
    quint32 nextEntry() const { return m_nextEntry; }
    // 'granted' is what the peer has written there, if it has. Returns an empty string, or how the
    // peer broke the protocol.
    [[nodiscard]] QString received(const RsocketMessage &message,
                                   const RsocketGrant *granted = nullptr);
    struct Place
    {
        size_t grant = 0; // 0 is the oldest that is not done with
        quint32 offset = 0;
    };
    Place place() const; // of the next data
    quint64 unread() const { return m_unread; } // bytes
    void consumed(quint64 bytes);
    size_t takeFinished();

    // Our grants and credit.
    bool canGrant() const { return m_unfilled < m_peerEntries; }
    quint32 granting(quint32 length); // returns the entry of the peer's list to write
    size_t grants() const { return m_ownGrants.size(); } // not done with
    bool updateDue() const;
    RsocketMessage update();

private:
    struct OwnGrant
    {
        quint32 length;
        quint32 filled = 0;
    };

    QString limitReceived(quint32 limit, const RsocketGrant *granted);
    QString dataReceived(quint32 length);
    QString messageCounted();

    // Counters of the peer's messages.
    quint16 m_ownCredits;
    quint16 m_toldLimit;
    quint16 m_received;
    std::deque<OwnGrant> m_ownGrants;
    quint32 m_unfilled = 1; // grants that are not full
    quint32 m_peerEntries;
    quint32 m_nextPeerEntry = 1;
    quint64 m_unread = 0;
    quint64 m_readOfFirst = 0; // of the oldest grant
    int m_idle = 0;

    // Counters of our messages.
    quint16 m_peerLimit;
    quint16 m_sent;
    quint32 m_creditsKept;
    std::deque<RsocketGrant> m_peerGrants; // what is left of each
    quint32 m_ownEntries;
    quint32 m_nextEntry = 1;
};

} // namespace QtRdmaPrivate

#endif // RSOCKETLEDGER_P_H
