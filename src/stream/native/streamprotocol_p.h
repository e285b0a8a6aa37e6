// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMPROTOCOL_P_H
#define STREAMPROTOCOL_P_H

#include "creditledger_p.h"
#include "receiveslots_p.h"
#include "streamcontrol_p.h"
#include "streamopening_p.h"
#include "../streamstates_p.h"

#include <optional>

namespace QtRdmaPrivate {

// One side of a connection in the native format (doc/wire-format.md), without a device, memory, an
// event loop or a clock. Messages that have arrived go in, messages to send come out. The driver
// posts receives and sends, and reports completions to the StreamStates that both share. The
// transitions have the names of the model (tests/model).
//
// In each turn the driver calls
//     received() for each message that has arrived, and dataFreed() for slots that became free;
//     posted() after it has posted receives again, if isPostingDue();
//     putData() for what was written, while maySendData();
//     put(next()) until next() is Nothing.
class Q_RDMA_AUTOTEST_EXPORT StreamProtocol
{
public:
    using Next = StreamControl::Next;
    static constexpr quint32 MaxControlSize = FrameHeader::Size + 64;

    // The meaning of a message. But for Data, its slot is free again.
    enum class Arrival : quint8 {
        Dropped, // the connection has failed already
        Data,
        Unread, // data, but this side has closed in full
        Control,
        CreditReturned,
        PingAnswered,
        Proved, // both have proved that they have the key, or the client that it goes on
        PeerFinished,
        PeerClosed,
        Reset, // by the peer, which leaves: resetReason(), resetText()
        Failed // failure() says why; the peer must be told
    };

    // How the peer broke the protocol, or that it does not have the key.
    struct Failure
    {
        ResetReason reason = ResetReason::Unspecified;
        QString text; // goes on after "the peer"
    };

    // Whether a completed send has arrived, and the side that accepts may speak first.
    enum class Transport : quint8 { Acknowledging, Iwarp };

    // The answer to CreditIdle, when that has passed.
    enum class Idle : quint8 { Stop, AskAgain, ReturnCredit };

    struct Setup
    {
        StreamHandshake own;
        ReceiveSlots::Setup slots;
        quint32 firstSerial = 0; // start of all counters; tests start near the wrap
    };

    // The states belong to the driver, too: it reports completions, closing and the end to them.
    StreamProtocol(StreamStates *states, const Setup &setup);

    // --- set-up ---

    const StreamHandshake &own() const { return m_opening.own(); }
    StreamOpening::Refusal examine(const QByteArray &request) const
    {
        return m_opening.examine(request);
    }
    [[nodiscard]] StreamOpening::Refusal accept(const QByteArray &request,
                                                const std::optional<QByteArray> &key);
    [[nodiscard]] StreamOpening::Refusal established(const QByteArray &reply,
                                                     const std::optional<QByteArray> &key);
    // The handshakes are known, so messages may be received.
    bool isAgreed() const { return m_ledger.has_value(); }
    bool isProving() const { return m_opening.isProving(); }
    // The side that connects begins with a ping.
    bool isConfirmationDue() const { return m_opening.isConfirmationDue(); }
    // The connection manager has reported the connection.
    void begin(Transport transport, StreamAuthentication::Role role);
    // On iWARP the side that accepts must not send first.
    bool mayTalk() const { return m_mayTalk; }

    // --- receiving ---

    Arrival received(const uchar *message, quint32 length);
    // Takes a data frame of an open stream in good order, as most messages are. False: nothing has
    // changed, and received() has to look at the message.
    Q_ALWAYS_INLINE bool receivedPlain(const uchar *message, quint32 length)
    {
        const bool isPlain = m_states.state() == StreamStates::State::Open && !m_opening.isProving()
                && length > FrameHeader::Size && beginsDataFrame(message)
                && m_ledger->receivedPlain(qFromBigEndian<quint32>(message + 4),
                                           qFromBigEndian<quint32>(message + 8));
        if (isPlain) {
            m_mayTalk = true;
            m_slots.dataReceived(length, *m_ledger);
        }
        return isPlain;
    }
    // The frame that it was; the payload lies in the message.
    const ParsedFrame &frame() const { return m_frame; }
    const Failure &failure() const { return m_failure; }

    const ReceiveSlots &slots() const { return m_slots; }
    void shareSlots() { m_slots.share(); }
    void dataFreed(size_t slotCount) { m_slots.dataFreed(slotCount); }
    int slotsToEmpty(int slotsHeld) const { return m_slots.slotsToEmpty(*m_ledger, slotsHeld); }
    Q_ALWAYS_INLINE bool isPostingDue() const
    {
        return m_states.isFinRequested() || m_slots.isPostingDue(*m_ledger);
    }
    // All freed slots have been posted, and 'wider' more: the window may grow by so many.
    void posted(int wider = 0);
    quint32 receivesNeeded() const { return m_ledger->receivesNeeded(); }
    int window() const { return int(m_ledger->window()); }
    Q_ALWAYS_INLINE int windowWanted() const { return m_slots.windowWanted(*m_ledger); }
    // With shared receives, after posted().
    int leaveOut(int surplus); // so many it is, which others may have
    int takeDemand() { return m_slots.takeDemand(*m_ledger); }
    void widen(int slotCount) { m_ledger->widen(quint32(slotCount)); }
    quint32 creditReturned() const { return m_frame.limitSeen() - m_frame.limitKept(); }

    // Larger slots. The resize leaves when all receives of the old size are posted.
    bool wantsLargerSlots(bool isSettled) const { return m_slots.wantsLarger(isSettled); }
    void beginGrowing(quint32 size) { m_slots.beginGrowing(size); }
    void giveUpGrowing() { m_slots.giveUpGrowing(); }
    quint32 putResize(int receivesPosted, uchar *out);

    // --- sending ---

    quint32 maxPayload() const { return m_ledger->maxPayload(); }
    quint32 dataAllowance() const { return m_ledger->dataAllowance(); }
    bool maySendData() const { return m_ledger->canSendData(); }
    // Writes the header of the next data frame, which leaves now.
    void putData(uchar *out)
    {
        m_sentData = true;
        encodeHeader(m_ledger->sending(FrameType::Data), out);
    }

    bool maySendControl(FrameType type) const { return m_ledger->canSendControl(type); }
    // 'isDrained()' tells whether all data has left, 'hasRoomFor(type)' whether the send queue
    // takes such a frame. Ask again after each frame, until the answer is Nothing.
    template <typename IsDrained, typename HasRoomFor>
    Next next(IsDrained isDrained, HasRoomFor hasRoomFor) const
    {
        if (m_states.isFailing())
            return m_resetDue && maySend(FrameType::Reset, hasRoomFor) ? Next::SendReset
                                                                       : Next::Nothing;
        if (m_opening.isProving())
            return m_opening.isAuthDue() && maySend(FrameType::Auth, hasRoomFor) ? Next::SendAuth
                                                                                 : Next::Nothing;
        return m_control.next(m_states, *m_ledger, isDrained, hasRoomFor);
    }
    // Whether nothing is to be posted or said while no data waits, as after most messages: next()
    // would be Nothing, and the window and the slots are as large as they should be.
    Q_ALWAYS_INLINE bool isQuiet() const
    {
        return m_states.state() == StreamStates::State::Open && !m_opening.isProving()
                && !m_control.isPongDue() && !m_ledger->creditDue() && !hasIdleCredit()
                && !isPostingDue() && !m_slots.wantsLarger(true);
    }
    // Writes the frame, which leaves now, and returns its length: at most MaxControlSize.
    quint32 put(Next next, uchar *out);

    // Whether this side holds more credit than the peer gave at first. It comes from receives that
    // others could use.
    bool hasIdleCredit() const
    {
        return m_states.state() == StreamStates::State::Open && dataAllowance() > m_firstAllowance;
    }
    // Each CreditIdle (StreamDeadlines) while there is.
    Idle creditIdle(bool isDrained, bool hasRoom);

    // --- the end ---

    // Whether a FIN that was sent and has completed has also arrived.
    bool isFinAcknowledged() const { return m_control.isFinAcknowledged(*m_ledger); }

private:
    template <typename HasRoomFor>
    bool maySend(FrameType type, HasRoomFor hasRoomFor) const
    {
        return m_ledger->canSendControl(type) && hasRoomFor(type);
    }
    void beginLedger();
    Arrival dataReceived();
    Arrival controlReceived();
    Arrival finReceived(bool peerReads);
    Arrival authReceived();
    Arrival fail(Violation violation);
    Arrival fail(ResetReason reason, const QString &text);
    quint32 putFrame(FrameType type, uchar *out, quint8 flags = 0,
                     const QByteArray &payload = QByteArray());
    quint32 putNumber(FrameType type, uchar *out, quint64 number);
    quint32 putReset(ResetReason reason, const QString &text, uchar *out);

    StreamStates &m_states;
    std::optional<CreditLedger> m_ledger;
    ReceiveSlots m_slots;
    StreamControl m_control;
    ParsedFrame m_frame; // the one that was received last
    quint32 m_firstAllowance = 0; // data frames, by the peer's handshake
    const quint32 m_firstSerial;
    bool m_mayTalk = false;
    bool m_sentData = false; // since the last creditIdle()
    bool m_resetDue = false;
    StreamOpening m_opening;
    Failure m_failure;
};

} // namespace QtRdmaPrivate

#endif // STREAMPROTOCOL_P_H
