// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMCONTROL_P_H
#define STREAMCONTROL_P_H

#include "creditledger_p.h"
#include "../streamstates_p.h"

#include <optional>
#include <utility>

namespace QtRdmaPrivate {

// Decides which control frame leaves next, after the data that may leave. It knows what the peer
// waits for: the answer to its ping, and the acknowledgement of its FIN.
class StreamControl
{
public:
    enum class Next : quint8 {
        Nothing,
        // These do not come from next() here: StreamProtocol knows when.
        SendAuth,
        SendReset,
        SendPing,
        SendCreditReturn,
        // These come from next().
        SendPong,
        SendCredit,
        SendFin,
        SendAborted, // a reset in place of FIN: something that was written is missing
        SendAcknowledgement // a credit frame that raises nothing
    };

    // A send that has completed
    enum class Completion : quint8 { HasArrived, IsOnItsWay };

    void setCompletion(Completion completion) { m_completion = completion; }

    void pinged(quint64 echo) { m_echo = echo; }
    bool isPongDue() const { return m_echo.has_value(); }
    quint64 takeEcho() { return *std::exchange(m_echo, std::nullopt); }
    // The numbers of the first FIN in each direction, among the control frames.
    void finSent(quint32 number) { m_finNumber = m_finNumber.value_or(number); }
    void finReceived(quint32 number) { m_peerFinNumber = m_peerFinNumber.value_or(number); }

    // A completed send has arrived, but on iWARP it is only on its way: there the peer must have
    // acknowledged it. Only valid after a FIN was sent.
    bool isFinAcknowledged(const CreditLedger &ledger) const
    {
        return m_completion == Completion::HasArrived || ledger.isAcknowledged(*m_finNumber);
    }

    // 'isDrained()' tells whether all data has left, 'hasRoomFor(type)' whether the send queue
    // takes such a frame. Ask again after each frame, until the answer is Nothing.
    template <typename IsDrained, typename HasRoomFor>
    Next next(const StreamStates &states, const CreditLedger &ledger, IsDrained isDrained,
              HasRoomFor hasRoomFor) const
    {
        const auto maySend = [&](FrameType type) {
            return ledger.canSendControl(type) && hasRoomFor(type);
        };
        if (m_echo && maySend(FrameType::Pong))
            return Next::SendPong;
        const bool saidByBoth = states.isFinSent() && states.hasPeerFinished();
        if (!saidByBoth && ledger.creditDue() && maySend(FrameType::Credit))
            return Next::SendCredit;
        if (states.own() == StreamStates::Own::Finishing && isDrained()) {
            if (states.isTruncated())
                return Next::SendAborted;
            if (maySend(FrameType::Fin))
                return Next::SendFin;
        }
        if (saidByBoth && haveCrossed(ledger) && ledger.canSendAcknowledgement()
            && hasRoomFor(FrameType::Credit))
            return Next::SendAcknowledgement;
        return Next::Nothing;
    }

private:
    // Whether neither FIN is the answer to the other, so that nothing else will acknowledge the
    // peer's.
    bool haveCrossed(const CreditLedger &ledger) const
    {
        return !isFinAcknowledged(ledger) && !ledger.isTold(*m_peerFinNumber);
    }

    std::optional<quint64> m_echo; // the number for which a pong is owed
    std::optional<quint32> m_finNumber;
    std::optional<quint32> m_peerFinNumber;
    Completion m_completion = Completion::HasArrived;
};

} // namespace QtRdmaPrivate

#endif // STREAMCONTROL_P_H
