/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* The native stream protocol. README.md says what the definitions below mean; `run` has the combinations of them that
   are verified. */

#ifndef WINDOW0
#define WINDOW0 1 /* data frames that side 0 lets come at first */
#endif
#ifndef WINDOW1
#define WINDOW1 1
#endif
#ifndef WIDEST
#define WIDEST 1 /* that a window grows to */
#endif
#ifndef NARROWS
#define NARROWS 0 /* a window shrinks, as with shared receives */
#endif
#ifndef WRITES0
#define WRITES0 0 /* frames that side 0 writes */
#endif
#ifndef WRITES1
#define WRITES1 0
#endif
#ifndef ENDLESS
#define ENDLESS 0 /* any number of frames, by a side that writes at all; no side closes */
#endif
#ifndef RESTLESS
#define RESTLESS 0 /* the applications never rest */
#endif
#ifndef PINGS
#define PINGS 0 /* a side asks whether the other is there, at any time: 1: the client, 2: the server, 3: both */
#endif
#ifndef RETURNS
#define RETURNS 0 /* credit that is not used is given back */
#endif
#ifndef IWARP
#define IWARP 0
#endif
#ifndef KEY0
#define KEY0 0 /* pre-shared key of side 0; 0: none */
#endif
#ifndef KEY1
#define KEY1 0
#endif
#ifndef CONNECTED
#define CONNECTED 0 /* begin with the open stream */
#endif
#ifndef ABORTS
#define ABORTS 0 /* a side aborts, at any point; 2: not before the stream is open */
#endif
#ifndef LOSS
#define LOSS 0 /* the connection is lost at any point; 2: not before a side closes */
#endif
#ifndef DEADLINES
#define DEADLINES 0 /* a side does not wait for the other any longer, at any point */
#endif
#ifndef HOSTILE
#define HOSTILE 0 /* 1: side 0 does not speak the protocol and has no key; 2: side 1 */
#endif

#define LOSES (ABORTS || LOSS || DEADLINES)

#if KEY0 > 0 || KEY1 > 0
#define KEYS 1
#else
#define KEYS 0
#endif
#if ENDLESS
#define CLOSES 0
#else
#define CLOSES 1
#endif
#if PINGS || IWARP
#define PINGPONG 1
#else
#define PINGPONG 0
#endif
#define FIRST_WINDOW(i) ((i) * WINDOW1 + (1 - (i)) * WINDOW0)
#define QUOTAS (3 + 2 * PINGPONG + RETURNS + 3 * CLOSES + KEYS)

/* Serial numbers begin just before the wrap. */
#if WIDEST > 3 || WINDOW0 > 3 || WINDOW1 > 3
#define DMOD 16
#else
#define DMOD 8
#endif
#if CLOSES
#define CMOD 16
#else
#if PINGS || RETURNS
#define CMOD 8
#else
#define CMOD 4
#endif
#endif
#define FIRST (CMOD - 3)
#define FIRST_DATA (DMOD - 3)

#define DEPTH (WIDEST + QUOTAS)
#if CLOSES
#define WIRE DEPTH
#else
#define WIRE 0
#endif

/* The states come first: watch.pml and `run` know them by their numbers, Ended is 1. */
mtype = { Connecting, Proving, Open, HalfClosedByPeer, HalfClosedByUs, HalfClosedByBoth, Closing, Disconnecting,
          Failing, Ended };
mtype = { Finishing, Sent, Completed, Arrived, Finished, Closed, StillReading, Full, Truncated };
mtype = { Data, Credit, CreditReturn, Fin, Ping, Pong, Auth, Reset };
mtype = { Request, Reply, Reject };

/* What is proved; README.md says what each means. */
#define PROPERTY(name, condition) if :: (condition) :: else -> BROKEN(#name); assert(false) fi

#define me side[s]
#define other (1 - s)

typedef Side {
    /* StreamStates */
    mtype state;
    mtype own;
    mtype peer;
    mtype how;         /* this side ends its direction */
    bit isFlushed;
    /* CreditLedger: what the peer sends */
    byte window;
    byte limit;
    byte told;
    byte peerSpent;
    byte controlReceived; /* frames, so for the next two */
    byte consumed;
    byte announced;
    byte creditsIn;
    bit pongOwed;
    /* CreditLedger: what this side sends */
    byte peerLimit;
    byte spent;
    byte first;        /* control frame that is not acknowledged */
    byte sent;         /* control frames */
    byte creditsOut;
    bit pongAwaited;
    /* StreamAuthentication */
    bit peerHasKey;
    bit authDue;
    byte challenge;    /* of the peer */
    /* the connection */
    bit dirty;         /* a turn is due */
    bit asked;         /* the request, or its answer, has left */
    bit mayTalk;
    bit error;
    byte staged;
    byte held;         /* slots with data that nobody has read */
    byte freed;        /* slots to post again */
    byte finNumber;
    byte peerFinNumber;
    /* what only the properties look at, and what the application has left to do */
    byte writes;
    byte written;
    byte got;
};

Side side[2];
bit quiet; /* nobody begins anything any more */

#ifdef REACH
#define hidden /* a search in breadth bears none */
#endif
hidden mtype mType;
hidden mtype mGone;
hidden byte mFlags;
hidden byte mAck;
hidden byte mLimit;
hidden byte mX;
hidden byte mCount;
hidden byte mWrong;
hidden byte mWasClosed;

#include "watch.pml"
#include "states.pml"
#include "link.pml"

inline Violation() {
    STEP("Violation");
#if HOSTILE
    resetPeer(1)
#else
    PROPERTY(HONEST, false)
#endif
}

#include "ledger.pml"
#include "closing.pml"
#include "handshake.pml"

inline Receive() {
    completions[s]?mType, mFlags, mAck, mLimit, mX;
    if
    :: me.state == Failing -> skip
    :: else ->
        me.dirty = 1;
        me.mayTalk = 1;
        received();
        if
        :: mWrong -> Violation()
        :: !mWrong && isAuthenticating && !me.peerHasKey && mType != Auth && mType != Reset -> Violation()
        :: else ->
            if
            :: mType == Data -> ReceiveData()
#if RETURNS
            :: mType == CreditReturn -> ReceiveCreditReturn()
#endif
#if KEYS
            :: mType == Auth -> ReceiveAuth()
#endif
#if CLOSES
            :: mType == Fin -> ReceiveFin()
            :: mType == Reset -> ReceiveReset()
#endif
            :: else /* the ledger has seen to it */
            fi
        fi
    fi
}

inline Flush() {
    me.dirty = 0;
    replenish();
#if KEYS
    authenticate();
#endif
    if
    :: mayAct && me.mayTalk ->
        sendStaged();
#if PINGPONG
        SendPong();
#endif
        SendCredit();
#if CLOSES
        SendFin();
#endif
    :: else
    fi;
#if CLOSES
    if
    :: mayAct ->
#if IWARP
        SendAcknowledgement();
#endif
        maybeDisconnect()
    :: else
    fi
#endif
}

/* After each event. */
#if HOSTILE
#define NEXT NOW
#else
#define NEXT PROPERTY(COVERED, isCovered(0) && isCovered(1)); NOW
#endif

#if ENDLESS
#define mayWrite (!quiet && (s * WRITES1 + (1 - s) * WRITES0) > 0)
#else
#define mayWrite (!quiet && me.writes > 0)
#endif

inline initialize(s) {
    side[s].state = Connecting;
    side[s].own = Open;
    side[s].peer = Open;
    side[s].how = StillReading;
    side[s].window = FIRST_WINDOW(s);
    side[s].peerSpent = FIRST_DATA;
    side[s].spent = FIRST_DATA;
    side[s].limit = DIST(FIRST_DATA, -FIRST_WINDOW(s));
    side[s].told = side[s].limit;
    side[s].peerLimit = DIST(FIRST_DATA, -FIRST_WINDOW(1 - s));
    side[s].controlReceived = FIRST;
    side[s].consumed = FIRST;
    side[s].announced = FIRST;
    side[s].first = FIRST;
    side[s].sent = FIRST;
    posted[s] = FIRST_WINDOW(s) + QUOTAS;
    side[s].peerHasKey = (KEY(s) == 0);
#if CONNECTED
    side[s].state = Open;
    side[s].asked = 1;
    side[s].mayTalk = 1;
#endif
#if !ENDLESS
    side[s].writes = (s) * WRITES1 + (1 - (s)) * WRITES0
#endif
}

proctype Client()
{
    byte s = 0;
#if HOSTILE == 1
#include "hostile.pml"
#else
end_loop:
    do
#if !CONNECTED
    :: atomic { me.state == Connecting && !me.asked && !down -> Connect(); NEXT }
    :: atomic { me.state == Connecting && events[0]?[Reply, _] && !down -> EstablishedClient(); NEXT }
#if KEYS
    :: atomic { me.state == Connecting && events[0]?[Reject, _] && !down -> Rejected(); NEXT }
#endif
#endif
#include "side.pml"
    od
#endif
}

proctype Server()
{
    byte s = 1;
#if HOSTILE == 2
#include "hostile.pml"
#else
end_loop:
    do
#if !CONNECTED
    :: atomic { me.state == Connecting && events[1]?[Request, _] && !down -> Accept(); NEXT }
    :: atomic { me.state == Connecting && me.asked && !gone(1) -> EstablishedServer(); NEXT }
#endif
#include "side.pml"
    od
#endif
}

#if ENDLESS
#define isAtRest(i) (side[i].staged == 0 && !side[i].pongOwed && !side[i].pongAwaited)
#else
#define isAtRest(i) (side[i].staged == 0 && side[i].how == StillReading)
#endif
#if HOSTILE
#define isSettled (side[2 - HOSTILE].state == Ended || side[2 - HOSTILE].state == Proving \
                   || side[2 - HOSTILE].state == Connecting)
#else
#define isSettled (isAtRest(0) && isAtRest(1) \
                   && ((side[0].state == Ended && side[1].state == Ended) \
                       || (side[0].state == Open && side[1].state == Open) \
                       || (side[0].state == HalfClosedByUs && side[1].state == HalfClosedByPeer) \
                       || (side[0].state == HalfClosedByPeer && side[1].state == HalfClosedByUs)))
#endif

init
{
    atomic {
        WATCH;
        initialize(0);
        initialize(1);
        run Client();
        run Server()
    }
    do
#if !RESTLESS
    :: atomic { !quiet -> quiet = 1 }
#endif
#if LOSS
    :: atomic { !down && (LOSS == 1 || side[0].own != Open || side[1].own != Open) -> clearWires() }
#endif
#if IWARP && WIRE > 0
    :: atomic { !down && (closed[0] || closed[1]) -> clearWires() }
#endif
    :: atomic { timeout -> PROPERTY(SETTLED, isSettled); break }
    od
}
