/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* CreditLedger (src/stream/native/creditledger_p.h), and what StreamConnection does by it. Serial numbers wrap at DMOD
   (data) and CMOD (control frames). */

#define DIST(a, b) (((a) - (b)) & (DMOD - 1))
#define CDIST(a, b) (((a) - (b)) & (CMOD - 1))

chan unacked[2] = [QUOTAS] of { mtype };     /* control frames sent, oldest first */
chan unannounced[2] = [QUOTAS] of { mtype }; /* control frames received that no header has told of */

#define dataAllowance DIST(me.peerLimit, me.spent)
#define peerAllowance DIST(me.told, me.peerSpent)
#define untold DIST(me.limit, me.told)
#define allConsumed (me.consumed == me.controlReceived)
#define canSendData (dataAllowance > 0 && allConsumed)
#define creditDue (untold >= (me.window + 1) / 2 || (untold > 0 && peerAllowance == 0))
/* The third place is kept for the acknowledgement of a FIN. */
#define canSendCredit (untold > 0 && me.creditsOut < 2)
#define canSendPing (!me.pongAwaited && !unacked[s]??[Ping] && allConsumed)
#define canSendPong (me.pongOwed && !unacked[s]??[Pong])
#define canSendAuth (!unacked[s]??[Auth])
#define canReturnCredit (dataAllowance > 1 && !unacked[s]??[CreditReturn])
#define receivesNeeded (DIST(me.limit, me.peerSpent) + QUOTAS - CDIST(me.controlReceived, me.consumed))

#define COUNT(name, value) ACCOUNT(name, value, dataAllowance, peerAllowance, untold, me.window, \
                                   CDIST(me.sent, me.first), receivesNeeded, creditDue, canSendData)

/* What is on its way to side i, and what its peer may send before it hears from i again, finds a receive. */
#define onItsWay(i) len(wire[1 - (i)])
#define mayCome(i) (onItsWay(i) + DIST(side[1 - (i)].peerLimit, side[1 - (i)].spent) + QUOTAS \
                    - CDIST(side[1 - (i)].sent, side[1 - (i)].first))
#define isCovered(i) (side[0].state == Ended || side[1].state == Ended || posted[i] >= mayCome(i))

/* --- sending --- */

/* The header of each frame says all there is to say. */
inline stamp() {
    me.told = me.limit;
    do
    :: me.announced != me.consumed ->
        unannounced[s]?mGone;
        me.creditsIn = me.creditsIn - (mGone == Credit);
        me.announced = CDIST(me.announced, -1)
    :: else -> break
    od
}

inline sendDataFrame() {
    stamp();
    PROPERTY(PROOF, me.peerHasKey);
    PROPERTY(NOTHING_AFTER_FIN, finsOut[s] == 0);
    me.spent = DIST(me.spent, -1);
    HEADER(me.consumed, me.limit);
    COUNT("sending %d", Data);
    deliver(Data, 0, me.consumed, me.limit, 0)
}

inline sendControl(pType, pFlags, pX) {
    stamp();
    unacked[s]!pType;
    me.creditsOut = me.creditsOut + (pType == Credit);
    me.sent = CDIST(me.sent, -1);
    me.pongAwaited = me.pongAwaited || pType == Ping;
    me.pongOwed = me.pongOwed && pType != Pong;
    HEADER(me.consumed, me.limit);
    COUNT("sending %d", pType);
    deliver(pType, pFlags, me.consumed, me.limit, pX)
}

/* --- receiving. It sets mWrong. --- */

inline checkHeader() {
    if
    :: CDIST(mAck, me.first) > CDIST(me.sent, me.first) -> mWrong = 1
    :: else ->
        do
        :: me.first != mAck ->
            unacked[s]?mGone;
            me.creditsOut = me.creditsOut - (mGone == Credit);
            me.first = CDIST(me.first, -1)
        :: else -> break
        od;
        if
        :: DIST(mLimit, me.peerLimit) >= DMOD / 2 -> mWrong = 1 /* taken back */
        :: else -> me.peerLimit = mLimit
        fi
    fi
}

/* The quotas. What has not been announced the peer must still count. */
inline countControl() {
    if
    :: mType == Credit -> mWrong = me.creditsIn >= 3
    :: mType == Fin -> skip /* ReceiveFin() counts these */
    :: else -> mWrong = unannounced[s]??[eval(mType)]
    fi;
    if
    :: !mWrong ->
        unannounced[s]!mType;
        me.creditsIn = me.creditsIn + (mType == Credit);
        me.controlReceived = CDIST(me.controlReceived, -1)
    :: else
    fi
}

inline checkData() {
    if
    :: peerAllowance == 0 -> mWrong = 1
    :: else -> me.peerSpent = DIST(me.peerSpent, -1)
    fi
}

inline checkPing() {
    mWrong = me.pongOwed;
    me.pongOwed = 1
}

inline checkPong() {
    mWrong = !me.pongAwaited;
    me.pongAwaited = 0
}

/* flags: the limit that was seen; x: what is returned. */
inline checkReturn() {
    if
    :: DIST(mFlags, me.peerSpent) <= mX || mX == 0 || peerAllowance < DIST(mFlags, me.peerSpent) -> mWrong = 1
    :: else ->
        me.peerSpent = DIST(me.peerSpent, -mX);
        me.window = me.window - mX
    fi
}

inline received() {
    mWrong = 0;
    checkHeader();
    if
    :: mWrong
    :: !mWrong && mType == Data -> checkData()
    :: else ->
        countControl();
        if
        :: mWrong
#if PINGPONG
        :: !mWrong && mType == Ping -> checkPing()
        :: !mWrong && mType == Pong -> checkPong()
#endif
#if RETURNS
        :: !mWrong && mType == CreditReturn -> checkReturn()
#endif
        :: else
        fi
    fi;
    COUNT("received %d", mType)
}

/* --- what a turn does --- */

/* Posts what has become free; only then may the peer be told. */
inline replenish() {
    if
    :: !allConsumed || me.freed > 0 ->
        posted[s] = posted[s] + CDIST(me.controlReceived, me.consumed) + me.freed;
        mCount = CDIST(me.controlReceived, me.consumed);
        me.consumed = me.controlReceived;
        COUNT("controlConsumed %d", mCount);
        me.limit = DIST(me.limit, -me.freed);
        COUNT("dataFreed %d", me.freed);
        me.freed = 0
    :: else
    fi
}

inline sendStaged() {
    do
    :: me.staged > 0 && canSendData ->
        me.staged--;
        sendDataFrame()
    :: else -> break
    od
}

inline SendCredit() {
    if
    :: creditDue && canSendCredit && !(isFinSent && hasPeerFinished) ->
        STEP("SendCredit");
        sendControl(Credit, 0, 0)
    :: else
    fi
}

#if PINGPONG
inline SendPong() {
    if
    :: canSendPong ->
        STEP("SendPong");
        sendControl(Pong, 0, 0)
    :: else
    fi
}

inline SendPing() {
    STEP("SendPing");
    sendControl(Ping, 0, 0)
}
#endif

/* --- what may happen at any time --- */

#if RETURNS
/* All that exceeds what the handshake gave. */
inline ReturnCredit() {
    mCount = dataAllowance - FIRST_WINDOW(other);
    me.spent = DIST(me.spent, -mCount);
    COUNT("returnCredit %d", mCount);
    sendControl(CreditReturn, me.peerLimit, mCount)
}

/* Receives that nothing is promised for any more leave at once. */
inline ReceiveCreditReturn() {
    PROPERTY(RECEIVE, posted[s] >= mX);
    posted[s] = posted[s] - mX
}
#endif

#if WIDEST > WINDOW0 || WIDEST > WINDOW1
inline Widen() {
    posted[s]++;
    me.window++;
    me.limit = DIST(me.limit, -1);
    COUNT("widen %d", 1)
}
#endif

#if NARROWS
/* One freed slot that the peer has not been told of is left out. */
inline Narrow() {
    posted[s]--;
    me.window--;
    me.limit = DIST(me.limit, 1);
    COUNT("narrow %d", 1)
}
#endif

inline ReceiveData() {
    if
    :: hasPeerFinished -> Violation() /* after its end */
    :: else ->
        PROPERTY(PROOF, me.peerHasKey);
        if
        :: isClosed -> me.freed++ /* nobody will read it */
        :: else ->
            me.held++;
#if !ENDLESS
            me.got++
#endif
        fi
    fi
}

inline Read() {
    STEP("Read");
    me.held--;
    me.freed++;
    me.dirty = 1
}
