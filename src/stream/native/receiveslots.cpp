// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "receiveslots_p.h"

#include "receivebudget_p.h"

#include <bit>
#include <utility>

namespace QtRdmaPrivate {

void ReceiveSlots::posted(CreditLedger *ledger)
{
    if (!m_isShared && m_dataFreed > 0)
        m_peerWasShort = false; // windowWanted() has used it already
    ledger->controlConsumed(std::exchange(m_controlFreed, 0));
    ledger->dataFreed(int(std::exchange(m_dataFreed, 0)));
}

int ReceiveSlots::slotsToEmpty(const CreditLedger &ledger, int slotsHeld) const
{
    const int most = int(ledger.window()) / 2;
    return slotsHeld > most ? slotsHeld - most / 2 : 0;
}

// A stream above its share leaves out the slots that were freed. So does a stream whose peer has
// given its credit back and sends nothing.
int ReceiveSlots::slotsToLeaveOut(const CreditLedger &ledger, int surplus) const
{
    const int window = int(ledger.window());
    const int most = m_peerRests ? window - ReceiveBudget::FirstWindow : surplus;
    return qMax(0, qMin(most, int(ledger.untold())));
}

int ReceiveSlots::takeDemand(const CreditLedger &ledger)
{
    if (ledger.untold() == 0 || !std::exchange(m_peerWasShort, false))
        return 0;
    const int window = int(ledger.window());
    return qMax(0, qMin(window, m_widest - window));
}

quint32 ReceiveSlots::sizeWithin(qint64 share, size_t receives) const
{
    quint32 content = (m_size < m_usual ? m_usual : m_largest) - FrameHeader::Size;
    while (qint64(receives) * content > share && content > MinSlotSize)
        content = std::bit_ceil(content) / 2;
    const quint32 size = content + FrameHeader::Size;
    return size > m_size ? size : 0;
}

void ReceiveSlots::giveUpGrowing()
{
    m_growingTo = 0;
    m_growthPause = FramesToAskAgain;
}

quint32 ReceiveSlots::grown()
{
    m_size = std::exchange(m_growingTo, 0);
    m_fullFrames = 0;
    m_fullToGrow = fullToGrow();
    return m_size;
}

} // namespace QtRdmaPrivate
