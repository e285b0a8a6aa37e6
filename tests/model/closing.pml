/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* FIN, reset, and the end: what StreamLink and StreamConnection do about the states. */

#define isAcknowledged(number) (CDIST(number, me.first) >= CDIST(me.sent, me.first))
#define isTold(number) (CDIST(number, me.announced) >= CDIST(me.controlReceived, me.announced))

/* A send that has completed has arrived, but on iWARP it is only on its way. */
#if IWARP
#define isFinAcknowledged isAcknowledged(me.finNumber)
#else
#define isFinAcknowledged true
#endif

/* --- what the application does --- */

inline Write() {
    STEP("Write");
    me.staged++;
    me.dirty = 1;
#if !ENDLESS
    me.writes--;
    me.written++
#endif
}

inline HalfClose() {
    finish(StillReading);
    me.dirty = 1
}

inline Close() {
    finish(Full);
    me.dirty = 1
}

/* What is staged goes, and the peer must know. */
inline Abort() {
    me.staged = 0;
    finish(Truncated);
    me.dirty = 1
}

/* --- what the end of a turn does --- */

inline SendFin() {
    if
    :: me.own == Finishing && me.staged == 0 ->
        if
        :: me.how == Truncated -> resetPeer(5)
        :: else ->
            finSent();
            if
            :: finsOut[s] == 0 -> me.finNumber = me.sent
            :: else
            fi;
            finsOut[s]++;
            sendControl(Fin, !isClosed, 0)
        fi
    :: else
    fi
}

/* Neither FIN is the answer to the other, and nothing else will acknowledge the peer's. */
#if IWARP
inline SendAcknowledgement() {
    if
    :: isFinSent && hasPeerFinished && !isFinAcknowledged && !isTold(me.peerFinNumber) && me.creditsOut < 3 ->
        STEP("SendAcknowledgement");
        sendControl(Credit, 0, 0)
    :: else
    fi
}
#endif

inline noteArrival() {
    if
    :: me.own == Completed && isFinAcknowledged -> finArrived()
    :: else
    fi
}

inline maybeDisconnect() {
    noteArrival();
    if
    :: mayAct && isOver ->
        disconnect();
        PROPERTY(FIN_HAS_ARRIVED, finsIn[s] > 0);
        letGo()
    :: else
    fi
}

inline resetPeer(reason) {
    sendControl(Reset, reason, 0);
    me.error = 1;
    fail()
}

/* --- what comes --- */

inline ReceiveFin() {
    if
    :: me.peer == Closed || (me.peer == Finished && mFlags == 1) -> Violation()
    :: else ->
#if !HOSTILE
        PROPERTY(WHOLE, isClosed || me.got == side[other].written);
#endif
        if
        :: !hasPeerFinished -> me.peerFinNumber = CDIST(me.controlReceived, 1)
        :: else
        fi;
        if
        :: mFlags == 1 -> peerFinished()
        :: else ->
            peerClosed();
            me.staged = 0 /* nobody would read it */
        fi
    fi
}

inline ReceiveReset() {
    me.error = 1;
    fail();
    letGo()
}

/* RoCE: the peer's device has it. iWARP: it is with TCP. */
#if IWARP
#define finMayComplete true
#else
#define finMayComplete (finsIn[s] == finsOut[s])
#endif

inline FinCompletes() {
    finCompleted();
    me.dirty = 1
}

/* --- the end --- */

/* Nothing of it matters any more: fewer states. */
inline finalize() {
    end();
    closed[s] = 1;
    do
    :: completions[s]?_,_,_,_,_
    :: unacked[s]?_
    :: unannounced[s]?_
    :: len(completions[s]) + len(unacked[s]) + len(unannounced[s]) == 0 -> break
    od;
    me.own = Open; me.peer = Open; me.how = StillReading; me.isFlushed = 0;
    me.dirty = 0; me.asked = 0; me.mayTalk = 0; me.window = 0; me.limit = 0; me.told = 0; me.peerSpent = 0; me.held = 0;
    me.freed = 0; me.controlReceived = 0; me.consumed = 0; me.announced = 0; me.peerLimit = 0; me.spent = 0;
    me.first = 0; me.sent = 0; me.creditsIn = 0; me.creditsOut = 0; me.staged = 0; me.pongOwed = 0; me.pongAwaited = 0;
    me.peerHasKey = 0; me.authDue = 0; me.challenge = 0; me.error = 0; me.finNumber = 0; me.peerFinNumber = 0;
    me.writes = 0; me.got = 0; posted[s] = 0; finsOut[s] = 0; finsIn[s] = 0
}

/* The connection is gone and what arrived before is handled. */
inline Disconnected() {
#if !ENDLESS && !HOSTILE && !LOSES && KEY0 == KEY1
    PROPERTY(CLEAN_END, hasPeerFinished && !me.error);
#endif
    finalize()
}

/* The state tells which time-out it is. */
inline closingTimedOut() {
    noteArrival();
    letGo();
    finalize()
}

/* For a reason of this side's own: keep-alive, a work request that is refused. */
inline endWith() {
    me.error = 1;
    fail();
    letGo()
}
