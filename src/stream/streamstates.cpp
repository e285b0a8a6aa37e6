// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamstates_p.h"

#include <utility>

namespace QtRdmaPrivate {

bool StreamStates::isOver() const
{
    return m_own == Own::Arrived
            && (m_lastWord == LastWord::Final ? isClosed() : hasPeerFinished());
}

// Finds the state of the whole while the connection is neither set up nor torn down.
void StreamStates::settle()
{
    if (!isWithin(State::Open, State::Closing))
        return;
    if (isClosed())
        m_state = State::Closing;
    else if (isFinRequested())
        m_state = hasPeerFinished() ? State::HalfClosedByBoth : State::HalfClosedByUs;
    else
        m_state = hasPeerFinished() ? State::HalfClosedByPeer : State::Open;
}

void StreamStates::linked(bool proving)
{
    if (m_state != State::Connecting)
        return;
    m_state = State::Proving;
    if (!proving)
        proved();
}

void StreamStates::proved()
{
    if (m_state != State::Proving)
        return;
    m_state = State::Open;
    m_wasOpen = true;
    settle(); // the peer may have ended before
}

bool StreamStates::finish(Finish how)
{
    if (m_state >= State::Disconnecting)
        return false;
    const bool wasClosed = isClosed();
    m_finish = qMax(m_finish, how);
    if (isFinRequested() && wasClosed == isClosed())
        return false;
    m_own = Own::Finishing;
    settle();
    return true;
}

void StreamStates::finSent()
{
    if (m_own == Own::Finishing)
        m_own = Own::Sent;
}

void StreamStates::finCompleted()
{
    if (m_own == Own::Sent)
        m_own = Own::Completed;
}

void StreamStates::finArrived()
{
    if (m_own == Own::Completed)
        m_own = Own::Arrived;
}

void StreamStates::peerFinished()
{
    if (m_peer == Peer::Open)
        m_peer = Peer::Finished;
    settle();
}

// This ends both directions, as with QTcpSocket, because nobody would read what this side sends. If
// this side has already sent a FIN, that is enough.
void StreamStates::peerClosed()
{
    m_peer = Peer::Closed;
    m_finish = qMax(m_finish, Finish::Full);
    if (m_own == Own::Open)
        m_own = Own::Finishing;
    settle();
}

bool StreamStates::flushed()
{
    return !std::exchange(m_flushed, true);
}

void StreamStates::disconnect()
{
    if (mayDisconnect())
        m_state = State::Disconnecting;
}

void StreamStates::fail()
{
    if (!isEnded())
        m_state = State::Failing;
}

bool StreamStates::end()
{
    return std::exchange(m_state, State::Ended) != State::Ended;
}

} // namespace QtRdmaPrivate
