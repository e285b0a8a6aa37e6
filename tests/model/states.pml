/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* StreamStates (src/stream/streamstates_p.h): the same names, the same transitions. */

/* Open, or closing in order, and not disconnecting yet. */
#define mayAct (me.state == Open || me.state == HalfClosedByPeer || me.state == HalfClosedByUs \
                || me.state == HalfClosedByBoth || me.state == Closing)
#define isLinked (mayAct || me.state == Proving || me.state == Disconnecting)
#define takesData (me.state == Open || me.state == HalfClosedByPeer)
#define isFinRequested (me.own != Open)
#define isFinSent (me.own == Sent || me.own == Completed || me.own == Arrived)
#define hasPeerFinished (me.peer != Open)
#define isClosed (me.how != StillReading)
#define isOver (me.own == Arrived && hasPeerFinished)

/* A state in which a time-out may end the connection. */
#define isBounded (me.state == Proving || me.state == Closing || me.state == Disconnecting || me.state == Failing \
                   || (me.state == HalfClosedByBoth && me.own == Completed) || me.isFlushed)

#define TELL(name, value) TRANSITION(name, value, me.state, me.own, me.peer, me.how, me.isFlushed)

inline settle() {
    if
    :: mayAct && isClosed -> me.state = Closing
    :: mayAct && !isClosed && isFinRequested && hasPeerFinished -> me.state = HalfClosedByBoth
    :: mayAct && !isClosed && isFinRequested && !hasPeerFinished -> me.state = HalfClosedByUs
    :: mayAct && !isClosed && !isFinRequested && hasPeerFinished -> me.state = HalfClosedByPeer
    :: else
    fi
}

inline linked(withKey) {
    me.state = (withKey -> Proving : Open);
    settle();
    TELL("linked %d", withKey)
}

inline proved() {
    me.state = Open;
    settle();
    TELL("proved %d", 0)
}

inline finish(pHow) {
    mWasClosed = isClosed;
    if
    :: pHow == Truncated || !isClosed -> me.how = pHow
    :: else
    fi;
    if
    :: isFinRequested && mWasClosed == isClosed
    :: else ->
        me.own = Finishing;
        settle()
    fi;
    TELL("finish %d", pHow)
}

inline finSent() {
    me.own = Sent;
    TELL("finSent %d", 0)
}

inline finCompleted() {
    me.own = Completed;
    TELL("finCompleted %d", 0)
}

inline finArrived() {
    me.own = Arrived;
    TELL("finArrived %d", 0)
}

inline peerFinished() {
    me.peer = Finished;
    settle();
    TELL("peerFinished %d", 0)
}

inline peerClosed() {
    me.peer = Closed;
    if
    :: !isClosed -> me.how = Full
    :: else
    fi;
    if
    :: me.own == Open -> me.own = Finishing
    :: else
    fi;
    settle();
    TELL("peerClosed %d", 0)
}

inline flushed() {
    me.isFlushed = 1;
    TELL("flushed %d", 0)
}

inline disconnect() {
    me.state = Disconnecting;
    TELL("disconnect %d", 0)
}

inline fail() {
    me.state = Failing;
    TELL("fail %d", 0)
}

inline end() {
    me.state = Ended;
    TELL("end %d", 0)
}
